//! Shortest texts of a grammar with a given property: a breadth-first search over its positions.

use std::collections::{BTreeSet, HashSet};
use std::hash::Hash;

use super::CompiledGrammar;
use super::byte_classes::bytes_by_readability;
use super::followpos::{FollowPos, Paths, START, bit};
use super::limits::{Budget, LimitExceeded};
use crate::automaton::ByteSet;
use crate::automaton::index;

impl CompiledGrammar {
    /// The components that can begin after a prefix, letters of which match in either case. `None` if no text begins
    /// with the prefix.
    ///
    /// ```
    /// use anyurl_abnf::{Budget, Capture, CompiledGrammar, GrammarSource, Limits};
    ///
    /// let text = "t = \"x-t:\" [ \"//\" host ] name\nhost = 1*ALPHA\nname = \"/\" *DIGIT";
    /// let captures = [Capture::new("host", "host"), Capture::new("name", "name")];
    /// let grammar = CompiledGrammar::compile(&GrammarSource::new(text).captures(&captures)).unwrap();
    /// let mut budget = Budget::new(Limits::STANDARD);
    /// let mut components_after = |prefix| grammar.components_after(prefix, &mut budget).unwrap();
    /// assert_eq!(components_after(b"X-T://"), Some(vec!["host", "name"]));
    /// assert_eq!(components_after(b"x-t:/1"), Some(vec![]));
    /// assert_eq!(components_after(b"x-u:"), None);
    /// ```
    ///
    /// # Errors
    /// [`LimitExceeded`] if the search exceeds the budget.
    pub fn components_after(&self, prefix: &[u8], budget: &mut Budget) -> Result<Option<Vec<&str>>, LimitExceeded> {
        budget.next_grammar();
        let follow = FollowPos::new(&self.nfa, Paths::All, budget)?;
        let mut positions = BTreeSet::from([START]);
        for byte in prefix {
            let wanted = ByteSet::folded(*byte);
            let mut next = BTreeSet::new();
            for edge in positions.iter().flat_map(|position| follow.edges(*position)) {
                budget.steps(1)?;
                if !follow.bytes(&self.nfa, edge.to).and(wanted).is_empty() {
                    next.insert(edge.to);
                }
            }
            positions = next;
        }
        if positions.is_empty() {
            return Ok(None);
        }
        let mut seen = positions.clone();
        let mut open: Vec<u32> = positions.into_iter().collect();
        let mut tags = 0;
        while let Some(position) = open.pop() {
            tags |= follow.ends(position).iter().fold(0, |all, tags| all | tags);
            for edge in follow.edges(position) {
                budget.steps(1)?;
                tags |= edge.tags;
                if seen.insert(edge.to) {
                    open.push(edge.to);
                }
            }
        }
        let begun = self.captures().enumerate().filter(|(n, _)| tags & start_tag(*n) != 0);
        Ok(Some(begun.map(|(_, name)| name).collect()))
    }

    /// A shortest text whose component contains bytes of these sets, one after the other. `None` if there is no such
    /// text or component.
    ///
    /// ```
    /// use anyurl_abnf::{Budget, ByteSet, Capture, CompiledGrammar, GrammarSource, Limits};
    ///
    /// let text = "t = \"x-t:\" name\nname = 1*( ALPHA / \"%\" 2HEXDIG )";
    /// let captures = [Capture::new("name", "name")];
    /// let grammar = CompiledGrammar::compile(&GrammarSource::new(text).captures(&captures)).unwrap();
    /// let line_feed = [ByteSet::one(b'%'), ByteSet::one(b'0'), ByteSet::folded(b'a')];
    /// let found = grammar.text_containing("name", &line_feed, &mut Budget::new(Limits::STANDARD));
    /// assert_eq!(found, Ok(Some(b"x-t:%0a".to_vec())));
    /// ```
    ///
    /// # Errors
    /// [`LimitExceeded`] if the search exceeds the budget.
    pub fn text_containing(
        &self,
        component: &str,
        bytes: &[ByteSet],
        budget: &mut Budget,
    ) -> Result<Option<Vec<u8>>, LimitExceeded> {
        budget.next_grammar();
        let Some(n) = self.captures().position(|name| name == component) else {
            return Ok(None);
        };
        let follow = FollowPos::new(&self.nfa, Paths::All, budget)?;
        // Position, whether it is in the capture, and how many of the sets have matched.
        let mut search = Search::new((START, false, 0));
        while let Some((at, (position, was_inside, matched))) = search.next() {
            budget.pair()?;
            if matched == bytes.len() && !follow.ends(position).is_empty() {
                return Ok(Some(search.text(at)));
            }
            for edge in follow.edges(position) {
                budget.steps(2)?;
                let set = follow.bytes(&self.nfa, edge.to);
                let inside = is_inside(was_inside, edge.tags, n);
                if let Some(wanted) = bytes.get(matched).map(|wanted| wanted.and(set)).filter(|_| inside) {
                    search.push(at, (edge.to, inside, matched + 1), wanted);
                }
                // A partial match must continue with the next byte; before and after the match any byte is fine.
                if matched == 0 || matched == bytes.len() {
                    search.push(at, (edge.to, inside, matched), set);
                }
            }
        }
        Ok(None)
    }

    /// A shortest text without a component. `None` if every text has the component, or if the grammar has none of that
    /// name.
    ///
    /// ```
    /// use anyurl_abnf::{Budget, Capture, CompiledGrammar, GrammarSource, Limits};
    ///
    /// let text = "t = \"x-t:\" name [ \";\" part ]\nname = 1*ALPHA\npart = 1*DIGIT";
    /// let captures = [Capture::new("name", "name"), Capture::new("part", "part")];
    /// let grammar = CompiledGrammar::compile(&GrammarSource::new(text).captures(&captures)).unwrap();
    /// let mut text_without = |name| grammar.text_without(name, &mut Budget::new(Limits::STANDARD));
    /// assert_eq!(text_without("part"), Ok(Some(b"x-t:a".to_vec())));
    /// assert_eq!(text_without("name"), Ok(None));
    /// ```
    ///
    /// # Errors
    /// [`LimitExceeded`] if the search exceeds the budget.
    pub fn text_without(&self, component: &str, budget: &mut Budget) -> Result<Option<Vec<u8>>, LimitExceeded> {
        budget.next_grammar();
        let Some(n) = self.captures().position(|name| name == component) else {
            return Ok(None);
        };
        let follow = FollowPos::new(&self.nfa, Paths::All, budget)?;
        let begins = |tags: u64| tags & start_tag(n) != 0;
        let mut search = Search::new(START);
        while let Some((at, position)) = search.next() {
            budget.pair()?;
            if follow.ends(position).iter().any(|tags| !begins(*tags)) {
                // In an ambiguous text, the preferred reading may have the component after all.
                let text = search.text(at);
                let mut spans = vec![None; self.labels.components.len()];
                let matched = self.dfa.scan(&self.dfa.start(), &text, 0, &mut spans);
                return Ok((matched.is_ok() && spans[n].is_none()).then_some(text));
            }
            for edge in follow.edges(position) {
                budget.steps(2)?;
                if !begins(edge.tags) {
                    search.push(at, edge.to, follow.bytes(&self.nfa, edge.to));
                }
            }
        }
        Ok(None)
    }
}

/// A breadth-first search over nodes that are connected by bytes.
pub(super) struct Search<K> {
    bytes: Vec<u8>,
    seen: HashSet<K>,
    visits: Vec<Visit<K>>,
    /// The number of visits that [`Search::next`] has returned.
    expanded: usize,
}

/// A node, and how it was reached.
struct Visit<K> {
    node: K,
    from: u32,
    byte: u8,
}

impl<K: Copy + Eq + Hash> Search<K> {
    pub(super) fn new(start: K) -> Self {
        let visits = vec![Visit { node: start, from: 0, byte: 0 }];
        Self { bytes: bytes_by_readability(), seen: HashSet::from([start]), visits, expanded: 0 }
    }

    /// The next visit, nearest first, with its node.
    pub(super) fn next(&mut self) -> Option<(usize, K)> {
        let visit = self.visits.get(self.expanded)?;
        self.expanded += 1;
        Some((self.expanded - 1, visit.node))
    }

    /// Visits a node by the most readable byte of a set, unless it is known or the set is empty.
    pub(super) fn push(&mut self, from: usize, node: K, set: ByteSet) {
        let Some(byte) = self.bytes.iter().find(|byte| set.has(**byte)) else { return };
        if self.seen.insert(node) {
            self.visits.push(Visit { node, from: index(from), byte: *byte });
        }
    }

    /// The bytes on the path to a visit.
    pub(super) fn text(&self, mut at: usize) -> Vec<u8> {
        let mut text = Vec::new();
        while at > 0 {
            text.push(self.visits[at].byte);
            at = self.visits[at].from as usize;
        }
        text.reverse();
        text
    }
}

/// Whether the next byte belongs to the `n`-th capture.
fn is_inside(was_inside: bool, tags: u64, n: usize) -> bool {
    match (tags & start_tag(n) != 0, tags & start_tag(n) << 1 != 0) {
        (false, false) => was_inside,
        (begins, ends) => begins && !ends,
    }
}

/// The bit of the start of a capture; the next bit is that of its end.
fn start_tag(n: usize) -> u64 {
    bit(u8::try_from(2 * n).unwrap_or_default())
}
