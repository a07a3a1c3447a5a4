//! What a grammar can be used with, and its author should look at.

use std::collections::HashSet;
use std::fmt;

use super::Source;
use super::ast::{Case, Node, NodeKind, Rule};
use super::byte_set::or_list;
use super::check::{Shapes, reached};
use super::error::{RuleOrigin, RulePlace};
use super::limits::{Budget, Over};
use super::resolve::Linked;

/// Something that is likely a mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Finding {
    /// A rule that the start rule does not reach.
    Unused {
        /// The rule.
        rule: String,
        /// Where it is defined.
        place: RulePlace,
    },
    /// A part in prose, which stands for graphic characters.
    Prose {
        /// The prose.
        text: String,
        /// Where it stands.
        place: RulePlace,
    },
    /// Strings with letters that match in either case, behind the scheme, where case counts.
    CaseIgnored {
        /// The strings of one rule.
        literals: Vec<String>,
        /// The rule.
        rule: String,
        /// Where the first of them stands.
        place: RulePlace,
    },
}

impl Finding {
    /// The lint rule that says so.
    pub fn lint(&self) -> &'static str {
        match self {
            Self::Unused { .. } => "SR303",
            Self::Prose { .. } | Self::CaseIgnored { .. } => "SR318",
        }
    }

    /// Where it is.
    pub fn place(&self) -> &RulePlace {
        match self {
            Self::Unused { place, .. } | Self::Prose { place, .. } | Self::CaseIgnored { place, .. } => place,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place())?;
        match self {
            Self::Unused { rule, .. } => write!(f, "rule `{rule}` is not used"),
            Self::Prose { text, .. } => {
                write!(f, "`<{text}>` is prose: any graphic characters are taken")
            }
            Self::CaseIgnored { literals, rule, .. } => write!(
                f,
                "{} in rule `{rule}` is taken in upper and lower case; write %s\"…\" if case counts, %i\"…\" if not",
                or_list(literals)
            ),
        }
    }
}

/// What is found in the caller's own rules.
pub(super) fn find(
    linked: &Linked,
    source: &Source<'_>,
    shapes: &Shapes,
    budget: &mut Budget,
) -> Result<Vec<Finding>, Over> {
    let reached = reached(linked, linked.start);
    let leading = leading(linked, shapes, budget)?;
    let mut findings = Vec::new();
    for (id, rule) in linked.rules.iter().enumerate().take(linked.own) {
        // Each place is found by counting lines before it.
        budget.steps(1 + rule.span.start() / COUNTED)?;
        if !reached[id] {
            let rule = rule.name.clone();
            let place = linked.place(source, id);
            findings.push(Finding::Unused { rule, place });
            continue;
        }
        findings.extend(case_ignored(rule, source, &leading));
    }
    Ok(findings)
}

/// As many bytes are looked through for ends of lines in the time of one step.
pub(super) const COUNTED: usize = 64;

/// The letters of hexadecimal digits, as strings.
const HEX: &str = r#""A""B""C""D""E""F""#;

/// The strings of a rule that match in either case, although nobody says so.
fn case_ignored(rule: &Rule, source: &Source<'_>, leading: &HashSet<*const Node>) -> Option<Finding> {
    let mut nodes: Vec<(&Node, String)> = Vec::new();
    rule.node.each(&mut |node| {
        if let NodeKind::Literal(bytes, Case::Unsaid) = &node.kind
            && bytes.iter().any(u8::is_ascii_alphabetic)
            && !leading.contains(&std::ptr::from_ref(node))
        {
            nodes.push((node, super::error::quote(bytes)));
        }
    });
    let literals: Vec<String> = nodes.iter().map(|(_, literal)| literal.clone()).collect();
    // Hexadecimal digits are the one case in which everybody means both.
    if literals.concat().eq_ignore_ascii_case(HEX) {
        return None;
    }
    let (first, _) = nodes.first()?;
    Some(Finding::CaseIgnored {
        literals,
        rule: rule.name.clone(),
        place: RulePlace::of(source.text, RuleOrigin::Own, first.span),
    })
}

/// The strings that a text can begin with: schemes, which ignore case anyway.
pub(super) fn leading(linked: &Linked, shapes: &Shapes, budget: &mut Budget) -> Result<HashSet<*const Node>, Over> {
    let mut leading = HashSet::new();
    let mut seen = vec![false; linked.rules.len()];
    let mut open = vec![&linked.rules[linked.start].node];
    while let Some(node) = open.pop() {
        budget.steps(1)?;
        match &node.kind {
            NodeKind::Choice(nodes) => open.extend(nodes),
            NodeKind::Sequence(nodes) => {
                for node in nodes {
                    open.push(node);
                    if !shapes.node(node, budget)?.nullable {
                        break;
                    }
                }
            }
            NodeKind::Repeat { node, .. } => open.push(node),
            NodeKind::Rule(_, id) if !std::mem::replace(&mut seen[*id], true) => {
                open.push(&linked.rules[*id].node);
            }
            NodeKind::Literal(..) => {
                leading.insert(std::ptr::from_ref(node));
            }
            NodeKind::Rule(..) | NodeKind::Range(..) | NodeKind::Prose(_) => {}
        }
    }
    Ok(leading)
}
