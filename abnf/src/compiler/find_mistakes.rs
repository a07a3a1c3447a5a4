//! Finds likely mistakes in a valid grammar.

use std::collections::HashSet;

use super::GrammarSource;
use super::ast::{Case, Node, NodeKind, Rule};
use super::check::{Shapes, reached};
use super::finding::GrammarFinding;
use super::limits::{Budget, Charged};
use super::origin::{RuleOrigin, RulePlace};
use super::resolve::Resolved;

/// Returns the findings in the caller's own rules.
pub(super) fn find(
    resolved: &Resolved,
    source: &GrammarSource<'_>,
    shapes: &Shapes,
    budget: &mut Budget,
) -> Charged<Vec<GrammarFinding>> {
    let reached = reached(resolved, resolved.start);
    let leading = leading(resolved, shapes, budget)?;
    let mut findings = Vec::new();
    for (id, rule) in resolved.rules.iter().enumerate().take(resolved.own) {
        // `RulePlace::new` counts the lines before each place.
        budget.steps(1 + rule.span.start() / BYTES_PER_STEP)?;
        if !reached[id] {
            let rule = rule.name.clone();
            let place = resolved.place(source, id);
            findings.push(GrammarFinding::Unused { rule, place });
            continue;
        }
        findings.extend(case_ignored(rule, source, &leading));
    }
    Ok(findings)
}

/// The number of bytes searched for line ends per step of the budget.
pub(super) const BYTES_PER_STEP: usize = 64;

/// The letters of hexadecimal digits, as strings.
const HEX: &str = r#""A""B""C""D""E""F""#;

/// The strings of a rule that match in either case by default.
fn case_ignored(rule: &Rule, source: &GrammarSource<'_>, leading: &HashSet<*const Node>) -> Option<GrammarFinding> {
    let mut nodes: Vec<(&Node, String)> = Vec::new();
    rule.node.visit(&mut |node| {
        let NodeKind::Literal(bytes, Case::Unspecified) = &node.kind else { return };
        if bytes.iter().any(u8::is_ascii_alphabetic) && !leading.contains(&std::ptr::from_ref(node)) {
            nodes.push((node, crate::automaton::quote(bytes)));
        }
    });
    let literals: Vec<String> = nodes.iter().map(|(_, literal)| literal.clone()).collect();
    // Hexadecimal digits are meant in both cases.
    if literals.concat().eq_ignore_ascii_case(HEX) {
        return None;
    }
    let (first, _) = nodes.first()?;
    Some(GrammarFinding::CaseIgnored {
        literals,
        rule: rule.name.clone(),
        place: RulePlace::new(source.text, RuleOrigin::Own, first.span),
    })
}

/// The strings that a text can begin with: scheme names, which are case-insensitive anyway.
pub(super) fn leading(resolved: &Resolved, shapes: &Shapes, budget: &mut Budget) -> Charged<HashSet<*const Node>> {
    let mut leading = HashSet::new();
    let mut seen = vec![false; resolved.rules.len()];
    let mut open = vec![&resolved.rules[resolved.start].node];
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
                open.push(&resolved.rules[*id].node);
            }
            NodeKind::Literal(..) => {
                leading.insert(std::ptr::from_ref(node));
            }
            NodeKind::Rule(..) | NodeKind::Range(..) | NodeKind::Prose(_) => {}
        }
    }
    Ok(leading)
}
