//! Warnings about a text that is accepted.

use alloc::borrow::Cow;
use core::fmt;

use crate::diagnostics::requirement::RequirementRef;
use crate::text::prelude::*;
use crate::text::span::Span;

/// A warning about a URL that is accepted.
///
/// Its id is that of an ambiguity (`A-42`, a deviation that only lenient mode accepts) or the name of a warning that
/// every mode reports: `nondefault-port`, `reserved-port`, `password-in-url`, `misleading-user`, `encoded-delimiter`
/// (RFC 1738 §6), `unregistered-scheme`, `deprecated-scheme`, `host-differs`.
///
/// ```
/// use anyurl_core::{Registry, Severity};
///
/// let registry = Registry::builder().build();
/// let url = registry.parse("x-foo://joe:secret@h/")?;
/// let warning = &url.warnings()[0];
/// assert_eq!((warning.id(), warning.severity()), ("password-in-url", Severity::Caution));
/// assert_eq!(warning.span().of(url.text()), "secret");
/// # Ok::<(), anyurl_core::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    reason: Reason,
    severity: Severity,
    span: Span,
}

/// The subject of a warning.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Reason {
    /// The text deviates from a requirement, and lenient mode tolerates it.
    Deviation(RequirementRef),
    /// Anything else.
    Other { id: &'static str, message: String },
}

impl Warning {
    pub(crate) const fn new(id: &'static str, severity: Severity, span: Span, message: String) -> Self {
        Self { reason: Reason::Other { id, message }, severity, span }
    }

    /// The warning about a deviation at `span` that lenient mode tolerates.
    pub(crate) const fn deviation(requirement: RequirementRef, span: Span) -> Self {
        Self { reason: Reason::Deviation(requirement), severity: Severity::Note, span }
    }

    /// The same with a severity.
    pub(crate) const fn with_severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// The id, which `anyurl explain` takes: `A-42`, `nondefault-port` …
    pub fn id(&self) -> &str {
        match &self.reason {
            Reason::Deviation(requirement) => requirement.id(),
            Reason::Other { id, .. } => id,
        }
    }

    /// How serious the warning is if the resource is accessed.
    pub const fn severity(&self) -> Severity {
        self.severity
    }

    /// The span in the caller's text.
    pub const fn span(&self) -> Span {
        self.span
    }

    /// The message: lower case, no full stop.
    pub fn message(&self) -> Cow<'_, str> {
        match &self.reason {
            Reason::Deviation(requirement) => format!("{} ({})", requirement.text(), requirement.section()).into(),
            Reason::Other { message, .. } => message.into(),
        }
    }

    /// The requirement that the text deviates from, if the warning is about a deviation.
    pub const fn requirement(&self) -> Option<&RequirementRef> {
        match &self.reason {
            Reason::Deviation(requirement) => Some(requirement),
            Reason::Other { .. } => None,
        }
    }
}

crate::names! {
    /// How serious a warning is if the resource is accessed.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Severity, "a severity" {
        /// Informational.
        Note = "note",
        /// Access needs caution.
        Caution = "caution",
        /// A known attack has this form.
        Danger = "danger",
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.message(), self.id())
    }
}
