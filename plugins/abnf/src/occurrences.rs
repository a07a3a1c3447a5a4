//! Within which rules each rule is used, and how often a component can occur in one text: found for each rule once, from
//! the rules that it uses, without expanding any.

use std::collections::HashMap;

use super::ast::{Node, NodeKind, RuleId};
use super::check::{Shapes, uses};
use super::limits::{Budget, Over};
use super::nfa::{Role, Target};
use super::resolve::Linked;

/// The captures that occur in a text, as bits.
#[derive(Clone, Copy, Default)]
pub(super) struct Count {
    /// Those that occur in some text.
    pub some: u64,
    /// Those that occur more than once in some text.
    pub several: u64,
}

impl Count {
    /// One after the other.
    fn then(self, next: Self) -> Self {
        Self { some: self.some | next.some, several: self.several | next.several | self.some & next.some }
    }

    /// One or the other.
    fn or(self, other: Self) -> Self {
        Self { some: self.some | other.some, several: self.several | other.several }
    }
}

/// What is known of the rules that the start rule reaches.
pub(super) struct Occurrences<'w> {
    roles: &'w [Role],
    /// The captures that count everywhere.
    anywhere: u64,
    /// For each rule, the sets of captures that count where it is used although they do not everywhere.
    contexts: Vec<Vec<u64>>,
    counts: HashMap<(RuleId, u64), Count>,
    start: RuleId,
}

impl<'w> Occurrences<'w> {
    pub(super) fn find(
        linked: &Linked,
        shapes: &Shapes,
        (targets, roles): (&[Target], &'w [Role]),
        budget: &mut Budget,
    ) -> Result<Self, Over> {
        let anywhere = targets.iter().enumerate();
        let anywhere = anywhere.filter(|(_, target)| target.anywhere);
        let mut occurrences = Self {
            roles,
            anywhere: anywhere.fold(0, |all, (n, _)| all | 1 << n),
            contexts: vec![Vec::new(); linked.rules.len()],
            counts: HashMap::new(),
            start: linked.start,
        };
        occurrences.find_contexts(linked, shapes, budget)?;
        for rule in shapes.order() {
            for inside in occurrences.contexts[*rule].clone() {
                let own = occurrences.captured(*rule, inside);
                let below = occurrences.below(*rule, inside);
                let count = occurrences.node(&linked.rules[*rule].node, below, budget)?;
                let own = Count { some: own, several: 0 };
                let count = own.then(count);
                occurrences.counts.insert((*rule, inside), count);
            }
        }
        Ok(occurrences)
    }

    /// Users come before what they use, so that all contexts of a rule are known when it is looked at.
    fn find_contexts(&mut self, linked: &Linked, shapes: &Shapes, budget: &mut Budget) -> Result<(), Over> {
        self.contexts[self.start].push(0);
        for rule in shapes.order().iter().rev() {
            let inner = self.contexts[*rule].iter();
            let mut inner: Vec<u64> = inner.map(|inside| self.below(*rule, *inside)).collect();
            inner.sort_unstable();
            inner.dedup();
            for used in uses(linked, *rule) {
                let known = &mut self.contexts[used];
                budget.steps(1 + inner.len() * (1 + known.len()))?;
                for inside in &inner {
                    if !known.contains(inside) {
                        known.push(*inside);
                        budget.positions(1)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The captures of a rule, where some count that do not everywhere.
    pub(super) fn captured(&self, rule: RuleId, inside: u64) -> u64 {
        self.roles[rule].captured & (self.anywhere | inside)
    }

    /// The captures that count within a rule although they do not everywhere.
    pub(super) fn below(&self, rule: RuleId, inside: u64) -> u64 {
        inside | self.roles[rule].opens
    }

    /// The contexts that a rule is used in: none if the start rule does not reach it.
    pub(super) fn contexts(&self, rule: RuleId) -> &[u64] {
        &self.contexts[rule]
    }

    /// What occurs in all texts.
    pub(super) fn all(&self) -> Count {
        self.counts.get(&(self.start, 0)).copied().unwrap_or_default()
    }

    fn node(&self, node: &Node, inside: u64, budget: &mut Budget) -> Result<Count, Over> {
        budget.steps(1)?;
        Ok(match &node.kind {
            NodeKind::Sequence(nodes) => {
                let mut count = Count::default();
                for node in nodes {
                    count = count.then(self.node(node, inside, budget)?);
                }
                count
            }
            NodeKind::Choice(nodes) => {
                let mut count = Count::default();
                for node in nodes {
                    count = count.or(self.node(node, inside, budget)?);
                }
                count
            }
            NodeKind::Repeat { max, node, .. } => {
                let count = self.node(node, inside, budget)?;
                match max {
                    Some(0 | 1) => count,
                    _ => count.then(count),
                }
            }
            NodeKind::Rule(_, id) => self.counts.get(&(*id, inside)).copied().unwrap_or_default(),
            NodeKind::Literal(..) | NodeKind::Range(..) | NodeKind::Prose(_) => Count::default(),
        })
    }
}
