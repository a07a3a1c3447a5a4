//! Why a text is rejected. A text is either rejected with an [`Error`], or accepted with zero or more
//! [`Warning`](super::warning::Warning)s.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use core::fmt;

use crate::diagnostics::redact::Redaction;
use crate::diagnostics::requirement::{Requirement, RequirementRef, common};
use crate::text::span::Span;

crate::names! {
    /// The kind of an [`Error`].
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum ErrorKind, "a kind of error" {
        /// A required part is missing.
        Missing = "missing",
        /// The grammar does not allow the text here.
        Unexpected = "unexpected",
        /// A number or a length is out of range.
        OutOfRange = "out-of-range",
        /// A `%` without two hexadecimal digits.
        BadEscape = "bad-escape",
        /// The grammar derives the text, but the prose forbids it.
        Forbidden = "forbidden",
        /// The scheme that the caller asks for is not registered.
        UnknownScheme = "unknown-scheme",
        /// The text has another scheme than the caller asks for.
        OtherScheme = "other-scheme",
        /// The text is longer than [`Span::LONGEST`] bytes.
        TooLong = "too-long",
        /// The grammar of the scheme is unusable: the error is in the registration, not in the text.
        BadGrammar = "bad-grammar",
    }
}

/// The error for a text that is not a URL, with its span, the requirement it breaks, and a fix.
///
/// `Display` writes one line; [`Report`](crate::Report) also shows the text with a caret. Neither ever shows a
/// character of a password.
///
/// ```
/// use anyurl_core::{ErrorKind, Registry};
///
/// let registry = Registry::builder().build();
/// let error = registry.parse("x-foo:/<joe").unwrap_err();
/// assert_eq!((error.kind(), error.span().range()), (ErrorKind::Unexpected, 7..8));
/// assert_eq!(
///     error.to_string(),
///     "unexpected `<` in the path: this character is not allowed in a URI and must be encoded (RFC 3986 §2)",
/// );
/// ```
#[derive(Clone, Debug, thiserror::Error)]
pub struct Error {
    kind: ErrorKind,
    span: Span,
    found: Option<char>,
    context: ContextRef,
}

/// The names in an error. Schemes in code borrow them; schemes from files share them among their errors.
#[derive(Clone, Debug)]
enum ContextRef {
    Static { rule: &'static str, component: &'static str, requirement: &'static Requirement },
    Shared(Arc<ErrorContext>),
}

/// The names in an error of a scheme made at run time: the grammar rule, the component, and the requirement.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ErrorContext {
    /// As [`Error::rule`].
    pub rule: Cow<'static, str>,
    /// As [`Error::component`].
    pub component: Cow<'static, str>,
    /// As [`Error::requirement`].
    pub requirement: RequirementRef,
}

impl ErrorContext {
    /// The context of a rule, a component and a requirement.
    pub fn new(
        rule: impl Into<Cow<'static, str>>,
        component: impl Into<Cow<'static, str>>,
        requirement: impl Into<RequirementRef>,
    ) -> Self {
        Self { rule: rule.into(), component: component.into(), requirement: requirement.into() }
    }
}

impl Error {
    /// Creates an error of `kind` at `span`, in the grammar rule `rule` of `component`, which breaks `requirement`.
    pub const fn new(
        kind: ErrorKind,
        rule: &'static str,
        component: &'static str,
        span: Span,
        requirement: &'static Requirement,
    ) -> Self {
        Self { kind, span, found: None, context: ContextRef::Static { rule, component, requirement } }
    }

    /// Creates an error of a scheme made at run time.
    pub const fn shared(kind: ErrorKind, span: Span, context: Arc<ErrorContext>) -> Self {
        Self { kind, span, found: None, context: ContextRef::Shared(context) }
    }

    /// The error about bytes that are not UTF-8, for programs that read URLs from bytes.
    ///
    /// ```
    /// use anyurl_core::{Error, ErrorKind, Span};
    ///
    /// let bytes = b"http://h/\xFF";
    /// let error = std::str::from_utf8(bytes).map_err(|error| {
    ///     let at = error.valid_up_to();
    ///     Error::not_utf8(Span::new(at, at + 1))
    /// });
    /// assert_eq!(error.unwrap_err().kind(), ErrorKind::Unexpected);
    /// ```
    pub const fn not_utf8(span: Span) -> Self {
        Self::new(ErrorKind::Unexpected, "url", "url", span, &common::NOT_UTF8)
    }

    /// The error about a text that is longer than [`Span::LONGEST`] bytes, for programs that read URLs from bytes.
    #[cold]
    pub const fn too_long() -> Self {
        Self::new(ErrorKind::TooLong, "url", "url", Span::at(Span::LONGEST), &common::TOO_LONG)
    }

    /// Adds the character that was found. A character of a password is dropped.
    #[must_use]
    pub fn found(mut self, found: Option<char>) -> Self {
        self.found = found.filter(|_| self.component() != "password");
        self
    }

    /// The error without the character that was found, if that is part of a secret: for messages that others may read.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let (registry, text) = (Registry::builder().build(), "x-foo://joe:s\u{1F511}@h/");
    /// let error = registry.parse(text).unwrap_err().masked(&registry.guess_secrets(text));
    /// assert!(!error.to_string().contains('\u{1F511}'));
    /// ```
    #[must_use]
    pub fn masked(self, redaction: &Redaction) -> Self {
        match redaction.hidden_in(self.span) {
            Some(_) => self.found(None),
            None => self,
        }
    }

    /// The kind of error.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The grammar rule that did not match, by its name in the document: `"gtype"`.
    pub fn rule(&self) -> &str {
        match &self.context {
            ContextRef::Static { rule, .. } => rule,
            ContextRef::Shared(context) => &context.rule,
        }
    }

    /// The component that contains the error: `"host"`.
    pub fn component(&self) -> &str {
        match &self.context {
            ContextRef::Static { component, .. } => component,
            ContextRef::Shared(context) => &context.component,
        }
    }

    /// The span in the caller's text. Empty if something is missing there.
    pub const fn span(&self) -> Span {
        self.span
    }

    /// The character that was found there; `None` at the end of the text and within a password.
    pub const fn character(&self) -> Option<char> {
        self.found
    }

    /// The requirement that the text breaks.
    pub fn requirement(&self) -> &Requirement {
        match &self.context {
            ContextRef::Static { requirement, .. } => requirement,
            ContextRef::Shared(context) => &context.requirement,
        }
    }

    /// [`Error::requirement`], which may outlive the error.
    pub fn requirement_ref(&self) -> RequirementRef {
        match &self.context {
            ContextRef::Static { requirement, .. } => RequirementRef::Static(requirement),
            ContextRef::Shared(context) => context.requirement.clone(),
        }
    }
}

impl PartialEq for Error {
    fn eq(&self, other: &Self) -> bool {
        (self.kind, self.span, self.found, self.rule(), self.component(), self.requirement())
            == (other.kind, other.span, other.found, other.rule(), other.component(), other.requirement())
    }
}

impl Eq for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, found, .. } = self;
        let (component, requirement) = (self.component(), self.requirement());
        match (kind, found) {
            (ErrorKind::Missing, _) => write!(f, "missing {component}")?,
            (ErrorKind::OutOfRange, _) => write!(f, "{component} out of range")?,
            (ErrorKind::BadEscape, _) => write!(f, "incomplete escape in the {component}")?,
            (ErrorKind::Forbidden, _) => write!(f, "{component} not allowed")?,
            (ErrorKind::UnknownScheme, _) => write!(f, "unknown scheme")?,
            (ErrorKind::OtherScheme, _) => write!(f, "other scheme")?,
            (ErrorKind::TooLong, _) => write!(f, "text too long")?,
            (ErrorKind::BadGrammar, _) => write!(f, "unusable grammar")?,
            (ErrorKind::Unexpected, Some(found)) => write!(f, "unexpected {} in the {component}", Visible(*found))?,
            (ErrorKind::Unexpected, None) => write!(f, "unexpected text in the {component}")?,
        }
        write!(f, ": {} ({})", requirement.text(), requirement.section())
    }
}

/// Displays a character in backquotes, or by name or number if it is not visible.
struct Visible(char);

impl fmt::Display for Visible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ' ' => f.write_str("space"),
            '\t' => f.write_str("TAB"),
            '\r' => f.write_str("CR"),
            '\n' => f.write_str("LF"),
            '`' => f.write_str("backquote"),
            found if found.is_control() => write!(f, "control character U+{:04X}", u32::from(found)),
            found if found.is_ascii() || found.is_alphanumeric() => write!(f, "`{found}`"),
            found => write!(f, "U+{:04X}", u32::from(found)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::requirement::common;
    use crate::text::prelude::*;

    #[test]
    fn a_character_of_a_password_is_never_shown() {
        let error = Error::new(ErrorKind::Unexpected, "password", "password", Span::new(3, 4), &common::UNSAFE)
            .found(Some('~'));
        assert_eq!(error.character(), None);
        assert!(!error.to_string().contains('~'), "{error}");
    }

    #[test]
    fn the_message_names_character_component_and_section() {
        let error =
            Error::new(ErrorKind::Unexpected, "hsegment", "path", Span::new(9, 10), &common::UNSAFE).found(Some('~'));
        assert_eq!(
            error.to_string(),
            "unexpected `~` in the path: an unsafe character must always be encoded (RFC 1738 §2.2)"
        );
    }
}
