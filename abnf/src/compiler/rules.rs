//! The rules of a grammar as they are written, for programs that show a grammar.

use super::Dialect;
use super::ast::{Case, Node, NodeKind};
use super::error::{AbnfErrorKind, GrammarError};
use super::limits::{Budget, Limits};
use super::origin::RuleOrigin;
use super::parser;
use super::prelude;

/// A rule of a grammar; see [`rules`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GrammarRule {
    /// The name as the definition spells it.
    pub name: String,
    /// The definition.
    pub element: Element,
}

/// An element of a rule. The notation has no others, so a `match` can name them all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Element {
    /// Alternatives, in the order in which they are tried.
    Choice(Vec<Element>),
    /// A concatenation.
    Sequence(Vec<Element>),
    /// A repetition; `[ x ]` is zero or one `x`.
    Repeat {
        /// The least number of times.
        min: u32,
        /// The greatest number of times, if there is one.
        max: Option<u32>,
        /// What is repeated.
        element: Box<Element>,
    },
    /// A reference to a rule of this grammar, of an imported rule set or of the core rules.
    Rule(String),
    /// A string of bytes.
    Literal {
        /// The bytes, which need not be text.
        bytes: Vec<u8>,
        /// Whether letters match in this case only.
        is_case_sensitive: bool,
    },
    /// A byte in a range, both ends included.
    Range(u8, u8),
    /// A description in prose, or the name of a rule in angle brackets.
    Prose(String),
}

impl GrammarRule {
    /// Creates a rule.
    pub fn new(name: impl Into<String>, element: Element) -> Self {
        Self { name: name.into(), element }
    }
}

/// Parses the rules of a text, in their order. Names are not resolved, so a rule may refer to one that does not exist.
///
/// ```
/// use anyurl_abnf::{Dialect, Element, rules};
///
/// let rules = rules("port = 1*DIGIT", Dialect::Rfc5234)?;
/// let digit = Box::new(Element::Rule("DIGIT".to_owned()));
/// assert_eq!(rules[0].name, "port");
/// assert_eq!(rules[0].element, Element::Repeat { min: 1, max: None, element: digit });
/// # Ok::<(), anyurl_abnf::GrammarError>(())
/// ```
///
/// # Errors
/// A text without rules, one that violates its notation, and one that exceeds a limit.
pub fn rules(text: &str, dialect: Dialect) -> Result<Vec<GrammarRule>, GrammarError> {
    let rules = parser::parse(text, RuleOrigin::Own, dialect, &mut Budget::new(Limits::STANDARD))?;
    if rules.is_empty() {
        return Err(GrammarError::new(AbnfErrorKind::Empty, None));
    }
    Ok(rules.into_iter().map(|rule| GrammarRule::new(rule.name, element(rule.node))).collect())
}

/// The core rules, RFC 5234 Appendix B.1, which every grammar can refer to.
///
/// ```
/// assert!(anyurl_abnf::core_rules().iter().any(|rule| rule.name == "DIGIT"));
/// ```
pub fn core_rules() -> Vec<GrammarRule> {
    let rules = prelude::core_rules().iter().cloned();
    rules.map(|rule| GrammarRule::new(rule.name, element(rule.node))).collect()
}

fn element(node: Node) -> Element {
    let all = |nodes: Vec<Node>| nodes.into_iter().map(element).collect();
    match node.kind {
        NodeKind::Choice(nodes) => Element::Choice(all(nodes)),
        NodeKind::Sequence(nodes) => Element::Sequence(all(nodes)),
        NodeKind::Repeat { min, max, node } => Element::Repeat { min, max, element: Box::new(element(*node)) },
        NodeKind::Rule(name, _) => Element::Rule(name),
        NodeKind::Literal(bytes, case) => Element::Literal { bytes, is_case_sensitive: case == Case::Sensitive },
        NodeKind::Range(first, last) => Element::Range(first, last),
        NodeKind::Prose(prose) => Element::Prose(prose),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(name: &str) -> Element {
        Element::Rule(name.to_owned())
    }

    fn literal(text: &str, is_case_sensitive: bool) -> Element {
        Element::Literal { bytes: text.into(), is_case_sensitive }
    }

    fn repeat(min: u32, max: Option<u32>, element: Element) -> Element {
        Element::Repeat { min, max, element: Box::new(element) }
    }

    #[test]
    fn elements_in_both_notations() {
        use Dialect::{Rfc1738Bnf, Rfc5234};
        let rows = [
            (Rfc5234, "b", rule("b")),
            (Rfc5234, "b / c", Element::Choice(vec![rule("b"), rule("c")])),
            (Rfc5234, "b c", Element::Sequence(vec![rule("b"), rule("c")])),
            (Rfc5234, "[ b ]", repeat(0, Some(1), rule("b"))),
            (Rfc5234, "2*4b", repeat(2, Some(4), rule("b"))),
            (Rfc5234, "3b", repeat(3, Some(3), rule("b"))),
            (Rfc5234, "*[ b ]", repeat(0, None, repeat(0, Some(1), rule("b")))),
            (Rfc5234, "\"b\"", literal("b", false)),
            (Rfc5234, "%i\"b\"", literal("b", false)),
            (Rfc5234, "%s\"b\"", literal("b", true)),
            (Rfc5234, "%x0D.0A", literal("\r\n", true)),
            (Rfc5234, "%x61-7A", Element::Range(b'a', b'z')),
            (Rfc5234, "<any b>", Element::Prose("any b".to_owned())),
            (Rfc5234, "b\na =/ c", Element::Choice(vec![rule("b"), rule("c")])),
            (Rfc1738Bnf, "b | c", Element::Choice(vec![rule("b"), rule("c")])),
            (Rfc1738Bnf, "*[ b ]", repeat(0, None, rule("b"))),
            (Rfc1738Bnf, "\"b\" /", Element::Sequence(vec![literal("b", true), literal("/", true)])),
        ];
        for (dialect, definition, expected) in rows {
            let text = format!("a = {definition}");
            assert_eq!(rules(&text, dialect), Ok(vec![GrammarRule::new("a", expected)]), "{text}");
        }
    }

    #[test]
    fn texts_without_rules_are_errors() {
        for text in ["", "; nothing", "x-t://<host>", "a ="] {
            assert!(rules(text, Dialect::Rfc5234).is_err(), "{text}");
        }
        let deep = format!("a = {}b{}", "(".repeat(100_000), ")".repeat(100_000));
        assert!(rules(&deep, Dialect::Rfc5234).is_err());
    }
}
