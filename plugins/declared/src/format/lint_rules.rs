//! The lint rules as data: id, level, summary and source.

mod table;

pub use table::RULES;

anyurl_core::names! {
    /// The level of a finding.
    #[derive(PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Level, "a level" {
        /// Good to know.
        Note = "note",
        /// Should be fixed.
        Warning = "warning",
        /// Must be fixed.
        Error = "error",
    }
}

/// A lint rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LintRule {
    /// `SR209`
    pub id: &'static str,
    /// The default level.
    pub level: Level,
    /// A summary of what the rule reports; empty without the feature `formatter`.
    pub says: &'static str,
    /// The document or practice behind the rule; empty for rules of this format, and without the feature `formatter`.
    pub source: &'static str,
}

impl LintRule {
    /// Returns whether the rule is about metadata, which imported rows may lack.
    ///
    /// ```
    /// use anyurl_declared::format::lint_rule;
    ///
    /// assert!(lint_rule("SR203").unwrap().is_metadata());
    /// assert!(!lint_rule("SR209").unwrap().is_metadata());
    /// ```
    pub fn is_metadata(&self) -> bool {
        const EXCEPTIONS: [&str; 4] = ["SR202", "SR209", "SR210", "SR211"];
        self.id.starts_with("SR2") && !EXCEPTIONS.contains(&self.id)
    }

    /// Returns whether `[lint]` cannot change its level, because the rule reports what cannot be read.
    pub fn is_fixed(&self) -> bool {
        const FIXED: [&str; 9] = ["SR001", "SR002", "SR005", "SR006", "SR007", "SR009", "SR202", "SR401", "SR402"];
        FIXED.contains(&self.id)
    }
}

/// Returns the rule with an id.
///
/// ```
/// use anyurl_declared::format::{Level, lint_rule};
///
/// let rule = lint_rule("SR209").unwrap();
/// assert_eq!((rule.level, rule.source), (Level::Error, "RFC 1738 §4"));
/// assert!(anyurl_declared::format::lint_rule("SR999").is_none());
/// ```
pub fn lint_rule(id: &str) -> Option<&'static LintRule> {
    let at = RULES.binary_search_by(|rule| rule.id.cmp(id)).ok()?;
    RULES.get(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_sorted_and_unique() {
        for pair in RULES.windows(2) {
            assert!(pair[0].id < pair[1].id, "{} {}", pair[0].id, pair[1].id);
        }
    }

    #[test]
    fn descriptions_are_phrases() {
        for rule in RULES {
            assert!(!rule.says.ends_with('.') && !rule.says.is_empty(), "{}", rule.id);
            assert_eq!(rule.id.len(), 5, "{}", rule.id);
        }
    }
}
