//! What goes wrong, and what is remarked: [`Error`] refuses a text, [`Remark`] accepts it with a remark. Never a third.

use std::fmt;

use crate::requirement::Requirement;
use crate::span::Span;

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

/// Why a text is not a URL: what, where, by which rule, and how to fix it.
///
/// `Display` is one line in plain words; [`Report`](crate::Report) draws the caret under the text. Neither ever shows
/// a character of a password.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Error {
    kind: ErrorKind,
    rule: &'static str,
    component: &'static str,
    span: Span,
    found: Option<char>,
    requirement: &'static Requirement,
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
        Self { kind, rule, component, span, found: None, requirement }
    }

    /// The same, with the character that was met. One of a password is not kept.
    #[must_use]
    pub fn found(mut self, found: Option<char>) -> Self {
        self.found = found.filter(|_| self.component != "password");
        self
    }

    /// What kind of fault.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The rule of the grammar that could not go on, under the document's name for it: `"gtype"`.
    pub const fn rule(&self) -> &'static str {
        self.rule
    }

    /// The component in which it happened: `"host"`.
    pub const fn component(&self) -> &'static str {
        self.component
    }

    /// Where: bytes of the text that was given. Empty, and before the place, where something is missing.
    pub const fn span(&self) -> Span {
        self.span
    }

    /// The character that was met there; `None` at the end of the text, and within a password.
    pub const fn character(&self) -> Option<char> {
        self.found
    }

    /// What the documents say.
    pub const fn requirement(&self) -> &'static Requirement {
        self.requirement
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
        write!(f, ": {} ({})", requirement.says, requirement.section)
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

/// A departure that lenient mode let pass, while parsing: what [`Remark`] is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Departure {
    /// The rule that the text departs from.
    pub requirement: &'static Requirement,
    /// Where.
    pub span: Span,
}

/// Something to know about a URL that is accepted.
///
/// Its id is that of an ambiguity (`A-42`, a departure that only lenient mode accepts) or the name of what every mode
/// remarks: `nondefault-port`, `reserved-port`, `password-in-url`, `misleading-user`, `encoded-delimiter` (RFC 1738 §6),
/// `unregistered-scheme`, `ambiguous-host`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// `A-42`, `nondefault-port` …
    pub id: &'static str,
    /// How much it matters to whoever is about to access the resource.
    pub severity: Severity,
    /// In plain words: lower case, no full stop.
    pub message: String,
    /// Where: bytes of the text that was given.
    pub span: Span,
}

/// How much a remark matters to whoever is about to access the resource.
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

impl From<Departure> for Remark {
    fn from(Departure { requirement, span }: Departure) -> Self {
        Self { id: requirement.id, severity: Severity::Note, message: format!("{} ({})", requirement.says, requirement.section), span }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.message, self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requirement::common;

    #[test]
    fn a_character_of_a_password_is_never_shown() {
        let error =
            Error::new(ErrorKind::Unexpected, "password", "password", Span::new(3, 4), &common::UNSAFE).found(Some('~'));
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
