//! Rules to import: the common syntax of RFC 1738 and of RFC 3986, with the names from the documents.

use std::sync::LazyLock;

use super::Dialect;
use super::ast::Rule;
use super::limits::{Budget, Limits};
use super::origin::{RuleOrigin, RuleSet};
use super::parser;

impl RuleSet {
    /// The names of the rules, in the order of the text.
    pub fn rules(self) -> impl Iterator<Item = &'static str> {
        self.parsed().iter().map(|rule| rule.name.as_str())
    }

    /// The parsed rules.
    pub(super) fn parsed(self) -> &'static [Rule] {
        static RFC1738: LazyLock<Vec<Rule>> = LazyLock::new(|| rules(RuleOrigin::Import(RuleSet::Rfc1738)));
        static RFC3986: LazyLock<Vec<Rule>> = LazyLock::new(|| rules(RuleOrigin::Import(RuleSet::Rfc3986)));
        match self {
            Self::Rfc1738 => &RFC1738,
            Self::Rfc3986 => &RFC3986,
        }
    }
}

/// The core rules, which are part of every grammar.
pub(super) fn core_rules() -> &'static [Rule] {
    static CORE: LazyLock<Vec<Rule>> = LazyLock::new(|| rules(RuleOrigin::Core));
    &CORE
}

/// The text of an imported or core origin.
pub(super) fn text(origin: RuleOrigin) -> &'static str {
    match origin {
        RuleOrigin::Own | RuleOrigin::Replacement => "",
        RuleOrigin::Import(set) => set.text(),
        RuleOrigin::Core => include_str!("core.abnf"),
    }
}

/// Parses a text of this crate; a test asserts that each is valid.
fn rules(origin: RuleOrigin) -> Vec<Rule> {
    let mut budget = Budget::new(Limits::STANDARD);
    parser::parse(text(origin), origin, Dialect::Rfc5234, &mut budget).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_valid() {
        assert_eq!(core_rules().len(), 16);
        assert_eq!(RuleSet::Rfc1738.parsed().len(), 30);
        assert_eq!(RuleSet::Rfc3986.parsed().len(), 33);
        for set in RuleSet::ALL {
            assert_eq!(RuleSet::from_name(set.name()), Some(set));
        }
        assert_eq!(RuleSet::from_name("rfc2396"), None);
    }
}
