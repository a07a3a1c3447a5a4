//! Where a rule comes from: the grammar itself, an imported rule set, or the core rules of RFC 5234.

use std::fmt;

use anyurl_core::Span;

/// A set of rules that a grammar can import.
///
/// ```
/// use anyurl_abnf::RuleSet;
///
/// let set = RuleSet::from_name("rfc1738").unwrap();
/// assert_eq!(set.name(), "rfc1738");
/// assert!(set.text().contains("hostport       = host [ \":\" port ]"));
/// assert!(set.rules().any(|name| name == "uchar"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RuleSet {
    /// The classes and the common Internet syntax of RFC 1738 §5.
    Rfc1738,
    /// RFC 3986 Appendix A.
    Rfc3986,
}

impl RuleSet {
    /// All rule sets.
    pub const ALL: [Self; 2] = [Self::Rfc1738, Self::Rfc3986];

    /// The rule set with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name() == name)
    }

    /// The name of the rule set in a registry file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rfc1738 => "rfc1738",
            Self::Rfc3986 => "rfc3986",
        }
    }

    /// The rules as ABNF.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Rfc1738 => include_str!("rfc1738.abnf"),
            Self::Rfc3986 => include_str!("rfc3986.abnf"),
        }
    }
}

/// The text that a place refers to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RuleOrigin {
    /// The text of the [`GrammarSource`](super::GrammarSource).
    Own,
    /// Its [replacements](super::GrammarSource::replacements).
    Replacement,
    /// An imported rule set.
    Import(RuleSet),
    /// The core rules, RFC 5234 Appendix B.1.
    Core,
}

/// A place in the text of a grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RulePlace {
    /// The text.
    pub origin: RuleOrigin,
    /// The bytes in that text.
    pub span: Span,
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
}

impl RulePlace {
    /// Finds line and column of a span.
    pub(super) fn new(text: &str, origin: RuleOrigin, span: Span) -> Self {
        let before = text.get(..span.start()).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Self { origin, span, line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }
}

impl fmt::Display for RulePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.origin {
            RuleOrigin::Own => {}
            RuleOrigin::Replacement => f.write_str("replacements, ")?,
            RuleOrigin::Import(set) => write!(f, "{}, ", set.name())?,
            RuleOrigin::Core => f.write_str("core rules, ")?,
        }
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
