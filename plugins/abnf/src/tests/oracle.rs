//! A matcher that tries everything: what is slow and obvious, to compare with.

use locator_core::Span;

use crate::Source;
use crate::ast::{Node, NodeKind, RuleId, key};
use crate::limits::{Budget, Limits};
use crate::resolve::{Linked, link};

/// The spans of the captures, in their order.
pub(super) type Reading = Vec<Option<Span>>;

pub(super) struct Oracle {
    linked: Linked,
    captures: Vec<String>,
}

impl Oracle {
    pub(super) fn new(source: &Source<'_>) -> Self {
        let linked = link(source, &mut Budget::new(Limits::STANDARD)).expect(source.text);
        let captures = source.captures.iter().map(|capture| key(capture.rule)).collect();
        Self { linked, captures }
    }

    /// All readings of a text, the preferred one first.
    pub(super) fn readings(&self, text: &[u8]) -> Vec<Reading> {
        let mut readings: Vec<Reading> = Vec::new();
        let nothing = vec![None; self.captures.len()];
        self.rule(self.linked.start, text, 0, nothing, &mut |at, reading| {
            if at == text.len() && !readings.contains(&reading) {
                readings.push(reading);
            }
        });
        readings
    }

    fn rule(&self, id: RuleId, text: &[u8], at: usize, reading: Reading, then: &mut dyn FnMut(usize, Reading)) {
        let rule = &self.linked.rules[id];
        let capture = self.captures.iter().position(|name| *name == key(&rule.name));
        self.node(&rule.node, text, at, reading, &mut |end, mut reading| {
            if let Some(capture) = capture {
                reading[capture] = Some(Span::new(at, end));
            }
            then(end, reading);
        });
    }

    fn node(&self, node: &Node, text: &[u8], at: usize, reading: Reading, then: &mut dyn FnMut(usize, Reading)) {
        match &node.kind {
            NodeKind::Choice(nodes) => {
                for node in nodes {
                    self.node(node, text, at, reading.clone(), then);
                }
            }
            NodeKind::Sequence(nodes) => self.sequence(nodes, text, at, reading, then),
            NodeKind::Repeat { min, max, node } => {
                self.repeat(node, (*min, *max), text, at, reading, then);
            }
            NodeKind::Rule(_, id) => self.rule(*id, text, at, reading, then),
            NodeKind::Literal(bytes, case) => {
                let rest = text.get(at..at + bytes.len()).unwrap_or_default();
                let fits = rest.len() == bytes.len() && bytes.iter().zip(rest).all(|(a, b)| case.set(*a).has(*b));
                if fits {
                    then(at + bytes.len(), reading);
                }
            }
            NodeKind::Range(low, high) => {
                if text.get(at).is_some_and(|byte| (low..=high).contains(&byte)) {
                    then(at + 1, reading);
                }
            }
            NodeKind::Prose(_) => {}
        }
    }

    fn sequence(&self, nodes: &[Node], text: &[u8], at: usize, reading: Reading, then: &mut dyn FnMut(usize, Reading)) {
        let Some((first, rest)) = nodes.split_first() else {
            return then(at, reading);
        };
        self.node(first, text, at, reading, &mut |at, reading| {
            self.sequence(rest, text, at, reading, then);
        });
    }

    fn repeat(
        &self,
        node: &Node,
        (min, max): (u32, Option<u32>),
        text: &[u8],
        at: usize,
        reading: Reading,
        then: &mut dyn FnMut(usize, Reading),
    ) {
        if max != Some(0) {
            let left = (min.saturating_sub(1), max.map(|max| max - 1));
            self.node(node, text, at, reading.clone(), &mut |end, reading| {
                // What repeats nothing without end does not go on.
                if end > at || min > 0 || max.is_some() {
                    self.repeat(node, left, text, end, reading, then);
                }
            });
        }
        if min == 0 {
            then(at, reading);
        }
    }
}
