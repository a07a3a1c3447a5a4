//! Rules to import: the common syntax of RFC 1738 and of RFC 3986, under the names of the documents.

use std::sync::LazyLock;

use super::Dialect;
use super::ast::Rule;
use super::error::RuleOrigin;
use super::limits::{Budget, Limits};
use super::parser;

/// A set of rules that a grammar can import.
///
/// ```
/// use locator_abnf::RuleSet;
///
/// let set = RuleSet::named("rfc1738").unwrap();
/// assert_eq!(set.name(), "rfc1738");
/// assert!(set.text().contains("hostport       = host [ \":\" port ]"));
/// assert!(set.rules().any(|name| name == "uchar"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RuleSet {
    /// The classes and the common Internet syntax of RFC 1738 §5.
    Rfc1738,
    /// Appendix A of RFC 3986.
    Rfc3986,
}

impl RuleSet {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Rfc1738, Self::Rfc3986];

    /// The set of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name() == name)
    }

    /// The name under which it is imported.
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

    /// The names of the rules, in the order of the text.
    pub fn rules(self) -> impl Iterator<Item = &'static str> {
        self.read().iter().map(|rule| rule.name.as_str())
    }

    /// The rules.
    pub(super) fn read(self) -> &'static [Rule] {
        static RFC1738: LazyLock<Vec<Rule>> = LazyLock::new(|| rules(RuleOrigin::Import(RuleSet::Rfc1738)));
        static RFC3986: LazyLock<Vec<Rule>> = LazyLock::new(|| rules(RuleOrigin::Import(RuleSet::Rfc3986)));
        match self {
            Self::Rfc1738 => &RFC1738,
            Self::Rfc3986 => &RFC3986,
        }
    }
}

/// The core rules, which every grammar has.
pub(super) fn core() -> &'static [Rule] {
    static CORE: LazyLock<Vec<Rule>> = LazyLock::new(|| rules(RuleOrigin::Core));
    &CORE
}

/// The text of an origin that is not the caller's.
pub(super) fn text(origin: RuleOrigin) -> &'static str {
    match origin {
        RuleOrigin::Own => "",
        RuleOrigin::Import(set) => set.text(),
        RuleOrigin::Core => include_str!("core.abnf"),
    }
}

/// Reads a text that comes with the crate; a test says that each can be read.
fn rules(origin: RuleOrigin) -> Vec<Rule> {
    let mut budget = Budget::new(Limits::STANDARD);
    parser::read(text(origin), origin, Dialect::Rfc5234, &mut budget).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_can_be_read() {
        assert_eq!(core().len(), 16);
        assert_eq!(RuleSet::Rfc1738.read().len(), 30);
        assert_eq!(RuleSet::Rfc3986.read().len(), 33);
        for set in RuleSet::ALL {
            assert_eq!(RuleSet::named(set.name()), Some(set));
        }
        assert_eq!(RuleSet::named("rfc2396"), None);
    }
}
