//! What texts of a grammar can hold, and where: found by walking its places, without reading any text.

use std::collections::{BTreeSet, HashSet};

use super::Grammar;
use super::classes::by_looks;
use super::follow::{Follow, START, Ways, bit};
use super::limits::{Budget, Over};
use super::nfa::index;
use super::octets::OctetSet;

/// The captures that can begin behind a prefix, as bits; none if no text begins with it.
pub(super) fn behind(
    grammar: &Grammar,
    prefix: &[u8],
    budget: &mut Budget,
) -> Result<Option<u64>, Over> {
    let follow = Follow::of(&grammar.nfa, Ways::All, budget)?;
    let mut places = BTreeSet::from([START]);
    for octet in prefix {
        let wanted = OctetSet::folded(*octet);
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

/// A shortest text whose `n`-th capture holds octets of these sets, one behind the other.
pub(super) fn text(
    grammar: &Grammar,
    n: usize,
    octets: &[OctetSet],
    budget: &mut Budget,
) -> Result<Option<Vec<u8>>, Over> {
    let follow = Follow::of(&grammar.nfa, Ways::All, budget)?;
    let looks = by_looks();
    let first = Place {
        number: START,
        inside: false,
        held: 0,
    };
    let mut ways = vec![Way {
        to: first,
        from: 0,
        octet: 0,
    }];
    let mut seen = HashSet::from([first]);
    let mut at = 0;
    while let Some(&Way { to: here, .. }) = ways.get(at) {
        budget.pair()?;
        if here.held == octets.len() && !follow.ends(here.number).is_empty() {
            return Ok(Some(path(&ways, at)));
        }
        for edge in follow.edges(here.number) {
            budget.steps(2)?;
            let set = set(grammar, &follow, edge.to);
            let inside = is_inside(here.inside, edge.tags, n);
            let wanted = octets.get(here.held).map(|wanted| wanted.and(set));
            let goes_on = wanted.filter(|wanted| inside && !wanted.is_empty());
            // What has begun goes on, or was not meant; what is held stays.
            let stays = here.held == 0 || here.held == octets.len();
            let ways_on = goes_on.map(|wanted| (here.held + 1, wanted));
            for (held, set) in ways_on.into_iter().chain(stays.then_some((here.held, set))) {
                let to = Place {
                    number: edge.to,
                    inside,
                    held,
                };
                let octet = looks.iter().find(|octet| set.has(**octet));
                if let (Some(octet), true) = (octet, seen.insert(to)) {
                    let (from, octet) = (index(at), *octet);
                    ways.push(Way { to, from, octet });
                }
            }
        }
        at += 1;
    }
    Ok(None)
}

/// A shortest text that can be read without the `n`-th capture.
pub(super) fn without(
    grammar: &Grammar,
    n: usize,
    budget: &mut Budget,
) -> Result<Option<Vec<u8>>, Over> {
    let follow = Follow::of(&grammar.nfa, Ways::All, budget)?;
    let looks = by_looks();
    let begins = |tags: u64| tags & begin(n) != 0;
    let first = Place {
        number: START,
        inside: false,
        held: 0,
    };
    let mut ways = vec![Way {
        to: first,
        from: 0,
        octet: 0,
    }];
    let mut seen = HashSet::from([START]);
    let mut at = 0;
    while let Some(&Way { to: here, .. }) = ways.get(at) {
        budget.pair()?;
        if follow.ends(here.number).iter().any(|tags| !begins(*tags)) {
            return Ok(Some(path(&ways, at)));
        }
        for edge in follow.edges(here.number) {
            budget.steps(2)?;
            let set = set(grammar, &follow, edge.to);
            let octet = looks.iter().find(|octet| set.has(**octet));
            let Some(octet) = octet.filter(|_| !begins(edge.tags)) else {
                continue;
            };
            if seen.insert(edge.to) {
                let (number, from, octet) = (edge.to, index(at), *octet);
                let to = Place { number, ..first };
                ways.push(Way { to, from, octet });
            }
        }
        at += 1;
    }
    Ok(None)
}

/// A place of the grammar, whether it is in the capture, and how many of the octets stand before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    number: u32,
    inside: bool,
    held: usize,
}

/// A place, and how it was reached.
struct Way {
    to: Place,
    from: u32,
    octet: u8,
}

/// The octets on the way to a place.
fn path(ways: &[Way], mut at: usize) -> Vec<u8> {
    let mut path = Vec::new();
    while at > 0 {
        path.push(ways[at].octet);
        at = ways[at].from as usize;
    }
    path.reverse();
    path
}

/// Whether the next octet belongs to the capture.
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

fn set(grammar: &Grammar, follow: &Follow, place: u32) -> OctetSet {
    grammar.nfa.labels[follow.label(place) as usize].set
}
