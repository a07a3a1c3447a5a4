//! From byte to byte: the automaton without its free moves.
//!
//! A place is a byte of the grammar, or the beginning. An edge leads from one place to one that may come next, and says
//! which captures begin and end in between.

use std::collections::HashSet;

use super::limits::{Budget, Over};
use super::nfa::{Nfa, State, Tag, index};

/// The beginning.
pub(super) const START: u32 = 0;

/// Where a place leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    pub to: u32,
    /// A bit for each tag in between.
    pub tags: u64,
}

pub(super) struct Follow {
    /// The edges of all places, those of each in order of preference.
    edges: Vec<Edge>,
    /// Where the edges of each place begin.
    first: Vec<u32>,
    /// The tags before the end of the text, for places where it may end.
    ends: Vec<Vec<u64>>,
    /// The label of each place but the first.
    labels: Vec<u32>,
}

/// How many ways from one place to the next are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ways {
    /// The preferred one.
    Preferred,
    /// One for each set of tags on the way.
    All,
}

impl Follow {
    pub(super) fn of(nfa: &Nfa, ways: Ways, budget: &mut Budget) -> Result<Self, Over> {
        let mut places = vec![START; nfa.states.len()];
        let mut begins = vec![nfa.start];
        let mut labels = vec![0];
        for (n, state) in nfa.states.iter().enumerate() {
            if let State::Byte { label, next } = state {
                places[n] = index(begins.len());
                begins.push(*next);
                labels.push(*label);
            }
        }
        let mut walker =
            Walker { nfa, places, ways, seen: vec![0; nfa.states.len()], seen_with: HashSet::new(), open: Vec::new() };
        let mut follow = Self { edges: Vec::new(), first: vec![0], ends: Vec::new(), labels };
        for (n, begin) in begins.into_iter().enumerate() {
            let known = follow.edges.len();
            let ends = walker.walk(begin, index(n + 1), &mut follow.edges, budget)?;
            budget.positions(follow.edges.len() - known)?;
            follow.ends.push(ends);
            follow.first.push(index(follow.edges.len()));
        }
        Ok(follow)
    }

    /// How many places there are.
    pub(super) fn len(&self) -> usize {
        self.labels.len()
    }

    /// Where a place leads.
    pub(super) fn edges(&self, place: u32) -> &[Edge] {
        let place = place as usize;
        &self.edges[self.first[place] as usize..self.first[place + 1] as usize]
    }

    /// The tags before the end, the preferred ones first; none where the text may not end.
    pub(super) fn ends(&self, place: u32) -> &[u64] {
        &self.ends[place as usize]
    }

    /// The label of a place that is not the beginning.
    pub(super) fn label(&self, place: u32) -> u32 {
        self.labels[place as usize]
    }
}

struct Walker<'n> {
    nfa: &'n Nfa,
    /// The place of each state that reads a byte.
    places: Vec<u32>,
    ways: Ways,
    /// The last walk that came by each state.
    seen: Vec<u32>,
    seen_with: HashSet<(u32, u64)>,
    open: Vec<(u32, u64)>,
}

impl Walker<'_> {
    /// All places that can be reached from a state without a byte, and the ways to the end.
    fn walk(&mut self, begin: u32, walk: u32, edges: &mut Vec<Edge>, budget: &mut Budget) -> Result<Vec<u64>, Over> {
        let mut ends = Vec::new();
        self.seen_with.clear();
        self.open.push((begin, 0));
        while let Some((state, tags)) = self.open.pop() {
            budget.steps(1)?;
            if !self.is_new(state, tags, walk) {
                continue;
            }
            // With all ways kept, there is one for each set of captures that can be absent.
            budget.positions(usize::from(self.ways == Ways::All))?;
            match &self.nfa.states[state as usize] {
                State::Byte { .. } => edges.push(Edge { to: self.places[state as usize], tags }),
                State::Split(next) => {
                    budget.steps(next.len())?;
                    self.open.extend(next.iter().rev().map(|next| (*next, tags)));
                }
                State::Tag(tag, next) => self.open.push((*next, tags | bit(*tag))),
                State::Accept => ends.push(tags),
            }
        }
        Ok(ends)
    }

    fn is_new(&mut self, state: u32, tags: u64, walk: u32) -> bool {
        match self.ways {
            Ways::All => self.seen_with.insert((state, tags)),
            Ways::Preferred => std::mem::replace(&mut self.seen[state as usize], walk) != walk,
        }
    }
}

/// The bit of a tag.
pub(super) fn bit(tag: Tag) -> u64 {
    1 << (tag & 63)
}
