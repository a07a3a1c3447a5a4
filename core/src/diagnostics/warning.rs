//! Warnings: what there is to know about a text that is accepted.

use std::borrow::Cow;
use std::fmt;

use crate::diagnostics::requirement::RequirementRef;
use crate::text::span::Span;

/// Something to know about a URL that is accepted.
///
/// Its id is that of an ambiguity (`A-42`, a deviation that only lenient mode accepts) or the name of a warning that every
/// mode gives: `nondefault-port`, `reserved-port`, `password-in-url`, `misleading-user`, `encoded-delimiter`
/// (RFC 1738 §6), `unregistered-scheme`, `ambiguous-host`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    reason: Reason,
    severity: Severity,
    span: Span,
}

/// What a warning is about.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Reason {
    /// The text deviates from a requirement, and lenient mode tolerates it.
    Deviation(RequirementRef),
    /// Anything else, in words of its own.
    Other { id: &'static str, message: String },
}

impl Warning {
    pub(crate) const fn new(id: &'static str, severity: Severity, span: Span, message: String) -> Self {
        Self { reason: Reason::Other { id, message }, severity, span }
    }

    /// The warning that the text at `span` deviates from a requirement, and lenient mode tolerates it.
    pub(crate) const fn deviation(requirement: RequirementRef, span: Span) -> Self {
        Self { reason: Reason::Deviation(requirement), severity: Severity::Note, span }
    }

    /// The id by which it can be looked up: `A-42`, `nondefault-port` …
    pub fn id(&self) -> &str {
        match &self.reason {
            Reason::Deviation(requirement) => requirement.id(),
            Reason::Other { id, .. } => id,
        }
    }

    /// How much it matters before the resource is accessed.
    pub const fn severity(&self) -> Severity {
        self.severity
    }

    /// Where: bytes of the text that was given.
    pub const fn span(&self) -> Span {
        self.span
    }

    /// In plain words: lower case, no full stop.
    pub fn message(&self) -> Cow<'_, str> {
        match &self.reason {
            Reason::Deviation(requirement) => format!("{} ({})", requirement.text(), requirement.section()).into(),
            Reason::Other { message, .. } => message.into(),
        }
    }

    /// The requirement that the text deviates from, if that is what the warning is about.
    pub const fn requirement(&self) -> Option<&RequirementRef> {
        match &self.reason {
            Reason::Deviation(requirement) => Some(requirement),
            Reason::Other { .. } => None,
        }
    }
}

/// How much a warning matters before the resource is accessed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Asks for caution.
    Caution,
    /// A way in which people have been harmed.
    Danger,
}

impl Severity {
    /// In lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Caution => "caution",
            Self::Danger => "danger",
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.message(), self.id())
    }
}
