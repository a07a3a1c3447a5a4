//! The position automaton (Glushkov construction): the nondeterministic automaton without transitions that read no
//! byte.
//!
//! A position is a byte of the expanded grammar, or [`START`]. An edge leads to a position that can follow and carries
//! the tags in between.

use std::collections::HashSet;

use super::limits::{Budget, Charged};
use super::nfa::{Nfa, State, Tag};
use crate::automaton::ByteSet;
use crate::automaton::index;

/// The position before the first byte.
pub(super) const START: u32 = 0;

/// A transition between two positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    pub to: u32,
    /// The tags in between, as bits.
    pub tags: u64,
}

pub(super) struct FollowPos {
    /// The edges of all positions, those of each in order of preference.
    edges: Vec<Edge>,
    /// The index of the first edge of each position, and the number of edges.
    first: Vec<u32>,
    /// The tags before the end of the text, for positions where it can end.
    ends: Vec<Vec<u64>>,
    /// The label of each position; unused for [`START`].
    labels: Vec<u32>,
}

/// The paths between two positions to keep.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Paths {
    /// The preferred path.
    Preferred,
    /// One path for each set of tags.
    All,
}

impl FollowPos {
    pub(super) fn new(nfa: &Nfa, paths: Paths, budget: &mut Budget) -> Charged<Self> {
        let mut positions = vec![START; nfa.states.len()];
        let mut targets = vec![nfa.start];
        let mut labels = vec![0];
        for (n, state) in nfa.states.iter().enumerate() {
            if let State::Byte { label, next } = state {
                positions[n] = index(targets.len());
                targets.push(*next);
                labels.push(*label);
            }
        }
        let (seen, seen_with_tags, stack) = (vec![0; nfa.states.len()], HashSet::new(), Vec::new());
        let mut walker = Walker { nfa, positions, paths, seen, seen_with_tags, stack };
        let mut follow = Self { edges: Vec::new(), first: vec![0], ends: Vec::new(), labels };
        for (n, target) in targets.into_iter().enumerate() {
            let before = follow.edges.len();
            let ends = walker.walk(target, index(n + 1), &mut follow.edges, budget)?;
            budget.positions(follow.edges.len() - before)?;
            follow.ends.push(ends);
            follow.first.push(index(follow.edges.len()));
        }
        Ok(follow)
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.labels.len()
    }

    /// The edges of a position, in order of preference.
    pub(super) fn edges(&self, position: u32) -> &[Edge] {
        let position = position as usize;
        &self.edges[self.first[position] as usize..self.first[position + 1] as usize]
    }

    /// The tags before the end of the text, in order of preference; empty if the text cannot end here.
    pub(super) fn ends(&self, position: u32) -> &[u64] {
        &self.ends[position as usize]
    }

    /// The label of a position other than [`START`].
    pub(super) fn label(&self, position: u32) -> u32 {
        self.labels[position as usize]
    }

    /// The bytes of a position other than [`START`].
    pub(super) fn bytes(&self, nfa: &Nfa, position: u32) -> ByteSet {
        nfa.labels[self.label(position) as usize].set
    }
}

struct Walker<'n> {
    nfa: &'n Nfa,
    /// The position of each state that reads a byte.
    positions: Vec<u32>,
    paths: Paths,
    /// The number of the last walk that visited each state.
    seen: Vec<u32>,
    seen_with_tags: HashSet<(u32, u64)>,
    stack: Vec<(u32, u64)>,
}

impl Walker<'_> {
    /// Appends an edge to each position that a state reaches without a byte, and returns the tags of paths to the end.
    fn walk(&mut self, from: u32, walk: u32, edges: &mut Vec<Edge>, budget: &mut Budget) -> Charged<Vec<u64>> {
        let mut ends = Vec::new();
        self.seen_with_tags.clear();
        self.stack.push((from, 0));
        while let Some((state, tags)) = self.stack.pop() {
            budget.steps(1)?;
            if !self.is_new(state, tags, walk) {
                continue;
            }
            // With `Paths::All` there can be a path for each subset of the captures, so each visit is charged.
            budget.positions(usize::from(self.paths == Paths::All))?;
            match &self.nfa.states[state as usize] {
                State::Byte { .. } => edges.push(Edge { to: self.positions[state as usize], tags }),
                State::Split(next) => {
                    budget.steps(next.len())?;
                    // Reversed, because the stack pops the preferred branch first.
                    self.stack.extend(next.iter().rev().map(|next| (*next, tags)));
                }
                State::Tag(tag, next) => self.stack.push((*next, tags | bit(*tag))),
                State::Accept => ends.push(tags),
            }
        }
        Ok(ends)
    }

    fn is_new(&mut self, state: u32, tags: u64, walk: u32) -> bool {
        match self.paths {
            Paths::All => self.seen_with_tags.insert((state, tags)),
            Paths::Preferred => std::mem::replace(&mut self.seen[state as usize], walk) != walk,
        }
    }
}

/// The bit of a tag.
pub(super) fn bit(tag: Tag) -> u64 {
    1 << (tag & 63)
}
