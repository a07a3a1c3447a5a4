//! Prunes the alternatives of the start rule that a text cannot be, so that errors refer to the others.
//!
//! `news:a/b` begins like a group and like a message-id, and fails as both: as a group at the slash, as a message-id at
//! the end, where `@` is missing. Since the text has no `@` anywhere, it was not meant as a message-id.

use super::ast::{Node, NodeKind};
use super::check::Shapes;
use super::limits::{Budget, Charged};
use super::resolve::Resolved;
use crate::automaton::{Alternatives, ByteSet, MAX_ALTERNATIVES, Summary};

/// Finds the choice in the start rule, and returns its nodes.
pub(super) fn find<'r>(
    resolved: &'r Resolved,
    shapes: &Shapes,
    budget: &mut Budget,
) -> Charged<Option<(Alternatives, &'r [Node])>> {
    let Some((prefix_len, nodes)) = final_choice(resolved) else {
        return Ok(None);
    };
    let rules = RuleSummaries::new(resolved, shapes, budget)?;
    let mut summaries = Vec::new();
    for node in nodes {
        let Some(summary) = rules.node(node, budget)? else {
            return Ok(None);
        };
        summaries.push(summary);
    }
    Ok(Some((Alternatives { prefix_len, summaries }, nodes)))
}

/// The choice that ends the start rule, if only literals precede it, and their length. Terminates because checked rules
/// are not recursive.
fn final_choice(resolved: &Resolved) -> Option<(usize, &[Node])> {
    let mut node = &resolved.rules[resolved.start].node;
    let mut prefix_len = 0;
    loop {
        match &node.kind {
            NodeKind::Rule(_, id) => node = &resolved.rules[*id].node,
            NodeKind::Sequence(nodes) => {
                let (last, before) = nodes.split_last()?;
                for node in before {
                    let NodeKind::Literal(bytes, _) = &node.kind else {
                        return None;
                    };
                    prefix_len += bytes.len();
                }
                node = last;
            }
            NodeKind::Choice(nodes) if nodes.len() <= MAX_ALTERNATIVES => return Some((prefix_len, nodes)),
            _ => return None,
        }
    }
}

/// The summary of each rule; `None` for a rule with prose.
struct RuleSummaries(Vec<Option<Summary>>);

impl RuleSummaries {
    /// Visits the rules, each after the rules that it uses.
    fn new(resolved: &Resolved, shapes: &Shapes, budget: &mut Budget) -> Charged<Self> {
        let mut summaries = Self(vec![None; resolved.rules.len()]);
        for rule in shapes.order() {
            summaries.0[*rule] = summaries.node(&resolved.rules[*rule].node, budget)?;
        }
        Ok(summaries)
    }

    fn node(&self, node: &Node, budget: &mut Budget) -> Charged<Option<Summary>> {
        budget.steps(1)?;
        Ok(match &node.kind {
            NodeKind::Rule(_, id) => self.0[*id],
            NodeKind::Range(low, high) => Some(Summary::byte(ByteSet::range(*low, *high))),
            NodeKind::Literal(bytes, _) => {
                budget.steps(bytes.len())?;
                Some(Summary { required: punctuation(ByteSet::from_bytes(bytes)), max_len: Some(bytes.len()) })
            }
            NodeKind::Sequence(nodes) => {
                let mut all = Some(Summary { required: ByteSet::NONE, max_len: Some(0) });
                for node in nodes {
                    let next = self.node(node, budget)?;
                    all = all.zip(next).map(|(all, next)| all.then(next));
                }
                all
            }
            NodeKind::Choice(nodes) => {
                let mut any: Option<Option<Summary>> = None;
                for node in nodes {
                    let next = self.node(node, budget)?;
                    any = Some(match any {
                        Some(any) => any.zip(next).map(|(any, next)| any.or(next)),
                        None => next,
                    });
                }
                any.flatten()
            }
            NodeKind::Repeat { min, max, node } => self.node(node, budget)?.map(|inner| inner.repeat(*min, *max)),
            NodeKind::Prose(_) => None,
        })
    }
}

impl Summary {
    /// A byte of a set.
    fn byte(set: ByteSet) -> Self {
        let required = if set.len() == 1 { punctuation(set) } else { ByteSet::NONE };
        Self { required, max_len: Some(1) }
    }

    /// A concatenation.
    fn then(self, next: Self) -> Self {
        let lens = self.max_len.zip(next.max_len);
        Self { required: self.required.or(next.required), max_len: lens.and_then(|(a, b)| a.checked_add(b)) }
    }

    /// A choice.
    fn or(self, other: Self) -> Self {
        let lens = self.max_len.zip(other.max_len);
        Self { required: self.required.and(other.required), max_len: lens.map(|(a, b)| a.max(b)) }
    }

    fn repeat(self, min: u32, max: Option<u32>) -> Self {
        let required = if min == 0 { ByteSet::NONE } else { self.required };
        let max_len = self.max_len.zip(max).and_then(|(len, max)| len.checked_mul(max as usize));
        Self { required, max_len }
    }
}

/// The bytes of a set other than letters and digits, which do not distinguish alternatives.
fn punctuation(set: ByteSet) -> ByteSet {
    let digits_and_upper = ByteSet::range(b'0', b'9').or(ByteSet::range(b'A', b'Z'));
    set.without(digits_and_upper.or(ByteSet::range(b'a', b'z')))
}
