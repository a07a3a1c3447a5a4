//! The contexts that each rule is used in, and how often a component can occur in one text: computed once for each rule
//! from the rules that it uses, without expansion.

use std::collections::HashMap;

use anyurl_core::internal::sort_by;

use super::ast::{Node, NodeKind};
use super::check::{Shapes, uses};
use super::limits::{Budget, Charged};
use super::nfa::{Role, Target};
use super::resolve::Resolved;
use crate::automaton::RuleId;

/// The captures that can occur in a text, as bits.
#[derive(Clone, Copy, Default)]
pub(super) struct Count {
    /// The captures that occur in some text.
    pub possible: u64,
    /// The captures that occur more than once in some text.
    pub repeated: u64,
}

impl Count {
    /// The counts of a concatenation.
    fn then(self, next: Self) -> Self {
        let both = self.possible & next.possible;
        Self { possible: self.possible | next.possible, repeated: self.repeated | next.repeated | both }
    }

    /// The counts of a choice.
    fn or(self, other: Self) -> Self {
        Self { possible: self.possible | other.possible, repeated: self.repeated | other.repeated }
    }
}

/// The occurrences in the rules that the start rule reaches.
///
/// A *context* is the set of captures, as bits, that are enabled by an enclosing rule: those with
/// [`Capture::within`](super::Capture::within).
pub(super) struct Occurrences<'r> {
    roles: &'r [Role],
    /// The captures that are enabled everywhere.
    anywhere: u64,
    /// For each rule, the contexts of its uses.
    contexts: Vec<Vec<u64>>,
    counts: HashMap<(RuleId, u64), Count>,
    start: RuleId,
}

impl<'r> Occurrences<'r> {
    pub(super) fn new(
        resolved: &Resolved,
        shapes: &Shapes,
        (targets, roles): (&[Target], &'r [Role]),
        budget: &mut Budget,
    ) -> Charged<Self> {
        let anywhere = targets.iter().enumerate();
        let anywhere = anywhere.filter(|(_, target)| target.anywhere);
        let mut occurrences = Self {
            roles,
            anywhere: anywhere.fold(0, |all, (n, _)| all | 1 << n),
            contexts: vec![Vec::new(); resolved.rules.len()],
            counts: HashMap::new(),
            start: resolved.start,
        };
        occurrences.find_contexts(resolved, shapes, budget)?;
        for rule in shapes.order() {
            for context in occurrences.contexts[*rule].clone() {
                let own = Count { possible: occurrences.captured(*rule, context), repeated: 0 };
                let inner = occurrences.inner_context(*rule, context);
                let count = own.then(occurrences.node(&resolved.rules[*rule].node, inner, budget)?);
                occurrences.counts.insert((*rule, context), count);
            }
        }
        Ok(occurrences)
    }

    /// Visits each rule after its users, so that all its contexts are known.
    fn find_contexts(&mut self, resolved: &Resolved, shapes: &Shapes, budget: &mut Budget) -> Charged<()> {
        self.contexts[self.start].push(0);
        for rule in shapes.order().iter().rev() {
            let contexts = self.contexts[*rule].iter();
            let mut inner: Vec<u64> = contexts.map(|context| self.inner_context(*rule, *context)).collect();
            sort_by(&mut inner, Ord::cmp);
            inner.dedup();
            for used in uses(resolved, *rule) {
                let known = &mut self.contexts[used];
                budget.steps(1 + inner.len() * (1 + known.len()))?;
                for context in &inner {
                    if !known.contains(context) {
                        known.push(*context);
                        budget.positions(1)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The enabled captures of a rule in a context.
    pub(super) fn captured(&self, rule: RuleId, context: u64) -> u64 {
        self.roles[rule].captured & (self.anywhere | context)
    }

    /// The context inside a rule that is used in `context`.
    pub(super) fn inner_context(&self, rule: RuleId, context: u64) -> u64 {
        context | self.roles[rule].enables
    }

    /// The contexts that a rule is used in; none if the start rule does not reach it.
    pub(super) fn contexts(&self, rule: RuleId) -> &[u64] {
        &self.contexts[rule]
    }

    /// The counts of the start rule.
    pub(super) fn all(&self) -> Count {
        self.counts.get(&(self.start, 0)).copied().unwrap_or_default()
    }

    fn node(&self, node: &Node, context: u64, budget: &mut Budget) -> Charged<Count> {
        budget.steps(1)?;
        Ok(match &node.kind {
            NodeKind::Sequence(nodes) => {
                nodes.iter().try_fold(Count::default(), |all, node| Ok(all.then(self.node(node, context, budget)?)))?
            }
            NodeKind::Choice(nodes) => {
                nodes.iter().try_fold(Count::default(), |all, node| Ok(all.or(self.node(node, context, budget)?)))?
            }
            NodeKind::Repeat { max, node, .. } => {
                let count = self.node(node, context, budget)?;
                match max {
                    Some(0 | 1) => count,
                    _ => count.then(count),
                }
            }
            NodeKind::Rule(_, id) => self.counts.get(&(*id, context)).copied().unwrap_or_default(),
            NodeKind::Literal(..) | NodeKind::Range(..) | NodeKind::Prose(_) => Count::default(),
        })
    }
}
