//! Why a text is rejected. A text is either rejected with an [`Error`], or accepted with zero or more
//! [`Warning`](super::warning::Warning)s.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use crate::diagnostics::requirement::{Requirement, RequirementRef};
use crate::text::span::Span;

/// What kind of fault it is: few, and about the reader's next act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Something that must be there is not.
    Missing,
    /// Something stands where the grammar has no place for it.
    Unexpected,
    /// A number or a length beyond its bounds.
    OutOfRange,
    /// A `%` without two hexadecimal digits.
    BadEscape,
    /// Derivable from the grammar, and forbidden by the prose.
    Forbidden,
    /// A name was asked for that nothing is registered under.
    UnknownScheme,
    /// The text is longer than [`Span::LONGEST`] bytes.
    TooLong,
    /// The scheme is registered with a grammar that nothing can be read by: the fault is the registration's, not the text's.
    BadGrammar,
}

impl ErrorKind {
    /// In lower case, words joined by hyphens: `out-of-range`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Unexpected => "unexpected",
            Self::OutOfRange => "out-of-range",
            Self::BadEscape => "bad-escape",
            Self::Forbidden => "forbidden",
            Self::UnknownScheme => "unknown-scheme",
            Self::TooLong => "too-long",
            Self::BadGrammar => "bad-grammar",
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a text is not a URL: what is wrong, where, against which requirement, and how to fix it.
///
/// `Display` is one line in plain words; [`Report`](crate::Report) draws the caret under the text. Neither ever shows
/// a character of a password.
#[derive(Clone, Debug, thiserror::Error)]
pub struct Error {
    kind: ErrorKind,
    span: Span,
    found: Option<char>,
    context: ContextRef,
}

/// What an error names besides its place. Schemes in code borrow it; schemes from files share it among their errors.
#[derive(Clone, Debug)]
enum ContextRef {
    Static { rule: &'static str, component: &'static str, requirement: &'static Requirement },
    Shared(Arc<ErrorContext>),
}

/// What an error of a scheme that was made at run time names: the rule of the grammar, the component, and the requirement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErrorContext {
    /// As [`Error::rule`].
    pub rule: Cow<'static, str>,
    /// As [`Error::component`].
    pub component: Cow<'static, str>,
    /// As [`Error::requirement`].
    pub requirement: RequirementRef,
}

impl Error {
    /// An error of `kind` at `span`, in the grammar rule `rule` of `component`, against `requirement`.
    pub const fn new(
        kind: ErrorKind,
        rule: &'static str,
        component: &'static str,
        span: Span,
        requirement: &'static Requirement,
    ) -> Self {
        Self { kind, span, found: None, context: ContextRef::Static { rule, component, requirement } }
    }

    /// An error of `kind` at `span`, of a scheme that was made at run time.
    pub const fn shared(kind: ErrorKind, span: Span, context: Arc<ErrorContext>) -> Self {
        Self { kind, span, found: None, context: ContextRef::Shared(context) }
    }

    /// Adds the character that was found. A character of a password is dropped.
    #[must_use]
    pub fn found(mut self, found: Option<char>) -> Self {
        self.found = found.filter(|_| self.component() != "password");
        self
    }

    /// The kind of error.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The rule of the grammar that could not go on, under the document's name for it: `"gtype"`.
    pub fn rule(&self) -> &str {
        match &self.context {
            ContextRef::Static { rule, .. } => rule,
            ContextRef::Shared(context) => &context.rule,
        }
    }

    /// The component in which it happened: `"host"`.
    pub fn component(&self) -> &str {
        match &self.context {
            ContextRef::Static { component, .. } => component,
            ContextRef::Shared(context) => &context.component,
        }
    }

    /// Where: bytes of the text that was given. Empty, and before the place, where something is missing.
    pub const fn span(&self) -> Span {
        self.span
    }

    /// The character that was found there; `None` at the end of the text, and within a password.
    pub const fn character(&self) -> Option<char> {
        self.found
    }

    /// What the documents require.
    pub fn requirement(&self) -> &Requirement {
        match &self.context {
            ContextRef::Static { requirement, .. } => requirement,
            ContextRef::Shared(context) => &context.requirement,
        }
    }

    /// [`Error::requirement`], to be kept longer than the error.
    pub fn requirement_ref(&self) -> RequirementRef {
        match &self.context {
            ContextRef::Static { requirement, .. } => RequirementRef::Static(requirement),
            ContextRef::Shared(context) => context.requirement.clone(),
        }
    }
}

impl PartialEq for Error {
    fn eq(&self, other: &Self) -> bool {
        let fields = |error: &Self| (error.kind, error.span, error.found);
        let context =
            |error: &Self| (error.rule().to_owned(), error.component().to_owned(), error.requirement().clone());
        fields(self) == fields(other) && context(self) == context(other)
    }
}

impl Eq for Error {}

/// The contexts of a scheme's errors. Each is made once, so that a text rejected for a known reason allocates nothing.
#[derive(Debug, Default)]
pub struct ErrorContexts(RwLock<Vec<Arc<ErrorContext>>>);

impl ErrorContexts {
    /// The context for which `is` holds; if there is none yet, that which `make` gives is kept.
    ///
    /// A scheme has few of them, by requirement, rule and component; they are dropped with the scheme.
    pub fn get(&self, is: impl Fn(&ErrorContext) -> bool, make: impl FnOnce() -> ErrorContext) -> Arc<ErrorContext> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(context) = known.iter().find(|context| is(context)) {
            return Arc::clone(context);
        }
        drop(known);
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(context) = known.iter().find(|context| is(context)) {
            return Arc::clone(context);
        }
        let context = Arc::new(make());
        known.push(Arc::clone(&context));
        context
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, found, .. } = self;
        let (component, requirement) = (self.component(), self.requirement());
        match (kind, found) {
            (ErrorKind::Missing, _) => {
                let many = component.ends_with('s') && !component.ends_with("ss");
                write!(f, "the {component} {} missing", if many { "are" } else { "is" })?;
            }
            (ErrorKind::OutOfRange, _) => write!(f, "the {component} is out of range")?,
            (ErrorKind::BadEscape, _) => write!(f, "incomplete escape in the {component}")?,
            (ErrorKind::Forbidden, _) => write!(f, "the {component} is refused")?,
            (ErrorKind::UnknownScheme, _) => write!(f, "unknown scheme")?,
            (ErrorKind::TooLong, _) => write!(f, "the text is too long")?,
            (ErrorKind::BadGrammar, _) => write!(f, "the scheme cannot be read")?,
            (ErrorKind::Unexpected, Some(found)) => {
                write!(f, "{} cannot stand in the {component}", Visible(*found))?;
            }
            (ErrorKind::Unexpected, None) => write!(f, "unexpected text in the {component}")?,
        }
        write!(f, ": {} ({})", requirement.text(), requirement.section())
    }
}

/// A character as a person can see it: in backquotes, or by its number where it has no shape of its own.
struct Visible(char);

impl fmt::Display for Visible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ' ' => f.write_str("a space"),
            '\t' => f.write_str("a TAB"),
            '\r' => f.write_str("a CR"),
            '\n' => f.write_str("a LF"),
            '`' => f.write_str("a backquote"),
            found if found.is_control() => {
                write!(f, "the control character U+{:04X}", u32::from(found))
            }
            found if found.is_ascii() || found.is_alphanumeric() => write!(f, "`{found}`"),
            found => write!(f, "U+{:04X}", u32::from(found)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::requirement::common;

    #[test]
    fn a_character_of_a_password_is_never_shown() {
        let error = Error::new(ErrorKind::Unexpected, "password", "password", Span::new(3, 4), &common::UNSAFE)
            .found(Some('~'));
        assert_eq!(error.character(), None);
        assert!(!error.to_string().contains('~'), "{error}");
    }

    #[test]
    fn the_line_says_what_where_and_by_which_section() {
        let error =
            Error::new(ErrorKind::Unexpected, "hsegment", "path", Span::new(9, 10), &common::UNSAFE).found(Some('~'));
        assert_eq!(
            error.to_string(),
            "`~` cannot stand in the path: an unsafe character must always be encoded (RFC 1738 §2.2)"
        );
    }
}
