//! Why a text is rejected. A text is either rejected with an [`Error`], or accepted with zero or more
//! [`Warning`](super::warning::Warning)s.

use std::borrow::Cow;
use std::fmt;

use crate::diagnostics::requirement::RequirementRef;
use crate::diagnostics::warning::Warning;
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
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Error {
    kind: ErrorKind,
    rule: Cow<'static, str>,
    component: Cow<'static, str>,
    span: Span,
    found: Option<char>,
    requirement: RequirementRef,
}

impl Error {
    /// An error of `kind` at `span`, in the grammar rule `rule` of `component`, against `requirement`.
    pub fn new(
        kind: ErrorKind,
        rule: impl Into<Cow<'static, str>>,
        component: impl Into<Cow<'static, str>>,
        span: Span,
        requirement: impl Into<RequirementRef>,
    ) -> Self {
        Self {
            kind,
            rule: rule.into(),
            component: component.into(),
            span,
            found: None,
            requirement: requirement.into(),
        }
    }

    /// Adds the character that was found. A character of a password is dropped.
    #[must_use]
    pub fn found(mut self, found: Option<char>) -> Self {
        self.found = found.filter(|_| self.component != "password");
        self
    }

    /// The kind of error.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The rule of the grammar that could not go on, under the document's name for it: `"gtype"`.
    pub fn rule(&self) -> &str {
        &self.rule
    }

    /// The component in which it happened: `"host"`.
    pub fn component(&self) -> &str {
        &self.component
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
    pub const fn requirement(&self) -> &RequirementRef {
        &self.requirement
    }

    /// The warning that lenient mode gives instead of this error.
    pub(crate) fn into_warning(self) -> Warning {
        Warning::deviation(self.requirement, self.span)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, component, found, requirement, .. } = self;
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
