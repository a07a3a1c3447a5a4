//! A likely mistake in a valid grammar, as a value.

use std::fmt;

use super::origin::RulePlace;
use crate::automaton::or_list;

/// A likely mistake in a valid grammar.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GrammarFinding {
    /// A rule that the start rule does not reach.
    Unused {
        /// The rule.
        rule: String,
        /// Where it is defined.
        place: RulePlace,
    },
    /// An element in prose, which derives any graphic characters.
    Prose {
        /// The prose.
        text: String,
        /// Where the prose is.
        place: RulePlace,
    },
    /// Strings after the scheme name that match in either case, probably by accident.
    CaseIgnored {
        /// The strings of one rule.
        literals: Vec<String>,
        /// The rule.
        rule: String,
        /// Where the first of them is.
        place: RulePlace,
    },
}

impl GrammarFinding {
    /// The id of the lint rule that reports this finding.
    pub fn lint(&self) -> &'static str {
        match self {
            Self::Unused { .. } => "SR303",
            Self::Prose { .. } | Self::CaseIgnored { .. } => "SR318",
        }
    }

    /// The place of the finding.
    pub fn place(&self) -> &RulePlace {
        match self {
            Self::Unused { place, .. } | Self::Prose { place, .. } | Self::CaseIgnored { place, .. } => place,
        }
    }
}

impl fmt::Display for GrammarFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place())?;
        match self {
            Self::Unused { rule, .. } => write!(f, "rule `{rule}` is not used"),
            Self::Prose { text, .. } => write!(f, "`<{text}>` is prose: any graphic characters are accepted"),
            Self::CaseIgnored { literals, rule, .. } => write!(
                f,
                "{} in rule `{rule}` matches in upper and lower case; write %s\"…\" if case matters, %i\"…\" if not",
                or_list(literals)
            ),
        }
    }
}
