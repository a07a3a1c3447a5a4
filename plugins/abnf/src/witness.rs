//! What texts of a grammar can hold, and where: found by walking its places, without reading any text.

use std::collections::{BTreeSet, HashSet};

use super::Grammar;
use super::byte_classes::by_looks;
use super::byte_set::ByteSet;
use super::followpos::{Follow, START, Ways, bit};
use super::limits::{Budget, Over};
use super::nfa::index;

/// The captures that can begin behind a prefix, as bits; none if no text begins with it.
pub(super) fn behind(grammar: &Grammar, prefix: &[u8], budget: &mut Budget) -> Result<Option<u64>, Over> {
    let follow = Follow::of(&grammar.nfa, Ways::All, budget)?;
    let mut places = BTreeSet::from([START]);
    for byte in prefix {
        let wanted = ByteSet::folded(*byte);
        let mut next = BTreeSet::new();
        for edge in places.iter().flat_map(|place| follow.edges(*place)) {
            budget.steps(1)?;
            if !set(grammar, &follow, edge.to).and(wanted).is_empty() {
                next.insert(edge.to);
            }
        }
        places = next;
    }
    if places.is_empty() {
        return Ok(None);
    }
    let mut seen = places.clone();
    let mut open: Vec<u32> = places.into_iter().collect();
    let mut tags = 0;
    while let Some(place) = open.pop() {
        tags |= follow.ends(place).iter().fold(0, |all, tags| all | tags);
        for edge in follow.edges(place) {
            budget.steps(1)?;
            tags |= edge.tags;
            if seen.insert(edge.to) {
                open.push(edge.to);
            }
        }
    }
    let begins = |n: &usize| tags & begin(*n) != 0;
    let captures = (0..grammar.captures.len()).filter(begins);
    Ok(Some(captures.fold(0, |all, n| all | 1 << n)))
}

/// A shortest text whose `n`-th capture holds bytes of these sets, one behind the other.
pub(super) fn text(
    grammar: &Grammar,
    n: usize,
    bytes: &[ByteSet],
    budget: &mut Budget,
) -> Result<Option<Vec<u8>>, Over> {
    let follow = Follow::of(&grammar.nfa, Ways::All, budget)?;
    let mut search = Search::new();
    while let Some((at, here)) = search.next() {
        budget.pair()?;
        if here.held == bytes.len() && !follow.ends(here.number).is_empty() {
            return Ok(Some(search.path(at)));
        }
        for edge in follow.edges(here.number) {
            budget.steps(2)?;
            let set = set(grammar, &follow, edge.to);
            let inside = is_inside(here.inside, edge.tags, n);
            let wanted = bytes.get(here.held).map(|wanted| wanted.and(set));
            let goes_on = wanted.filter(|wanted| inside && !wanted.is_empty());
            // What has begun goes on, or was not meant; what is held stays.
            let stays = here.held == 0 || here.held == bytes.len();
            let ways_on = goes_on.map(|wanted| (here.held + 1, wanted));
            for (held, set) in ways_on.into_iter().chain(stays.then_some((here.held, set))) {
                let to = RulePlace { number: edge.to, inside, held };
                search.go(at, to, set);
            }
        }
    }
    Ok(None)
}

/// A shortest text that can be read without the `n`-th capture.
pub(super) fn without(grammar: &Grammar, n: usize, budget: &mut Budget) -> Result<Option<Vec<u8>>, Over> {
    let follow = Follow::of(&grammar.nfa, Ways::All, budget)?;
    let begins = |tags: u64| tags & begin(n) != 0;
    let mut search = Search::new();
    while let Some((at, here)) = search.next() {
        budget.pair()?;
        if follow.ends(here.number).iter().any(|tags| !begins(*tags)) {
            return Ok(Some(search.path(at)));
        }
        for edge in follow.edges(here.number) {
            budget.steps(2)?;
            if !begins(edge.tags) {
                let to = RulePlace { number: edge.to, ..here };
                search.go(at, to, set(grammar, &follow, edge.to));
            }
        }
    }
    Ok(None)
}

/// A place of the grammar, whether it is in the capture, and how many of the bytes stand before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct RulePlace {
    number: u32,
    inside: bool,
    held: usize,
}

/// A place, and how it was reached.
struct Way {
    to: RulePlace,
    from: u32,
    byte: u8,
}

/// A walk over places, the nearest first.
struct Search {
    looks: Vec<u8>,
    seen: HashSet<RulePlace>,
    ways: Vec<Way>,
    /// How many of the ways have been gone on from.
    gone: usize,
}

impl Search {
    fn new() -> Self {
        let first = RulePlace { number: START, inside: false, held: 0 };
        let way = Way { to: first, from: 0, byte: 0 };
        Self { looks: by_looks(), seen: HashSet::from([first]), ways: vec![way], gone: 0 }
    }

    /// The next place to go on from, with the number of the way to it.
    fn next(&mut self) -> Option<(usize, RulePlace)> {
        let way = self.ways.get(self.gone)?;
        self.gone += 1;
        Some((self.gone - 1, way.to))
    }

    /// Goes on from the end of a way by a byte of a set: the one that looks best.
    fn go(&mut self, from: usize, to: RulePlace, set: ByteSet) {
        let byte = self.looks.iter().find(|byte| set.has(**byte));
        if let (Some(byte), true) = (byte, self.seen.insert(to)) {
            let (from, byte) = (index(from), *byte);
            self.ways.push(Way { to, from, byte });
        }
    }

    /// The bytes on the way to a place.
    fn path(&self, mut at: usize) -> Vec<u8> {
        let mut path = Vec::new();
        while at > 0 {
            path.push(self.ways[at].byte);
            at = self.ways[at].from as usize;
        }
        path.reverse();
        path
    }
}

/// Whether the next byte belongs to the capture.
fn is_inside(before: bool, tags: u64, n: usize) -> bool {
    match (tags & begin(n) != 0, tags & begin(n) << 1 != 0) {
        (false, false) => before,
        (begins, ends) => begins && !ends,
    }
}

/// The tag with which a capture begins; the next one ends it.
fn begin(n: usize) -> u64 {
    bit(u8::try_from(2 * n).unwrap_or_default())
}

fn set(grammar: &Grammar, follow: &Follow, place: u32) -> ByteSet {
    grammar.nfa.labels[follow.label(place) as usize].set
}
