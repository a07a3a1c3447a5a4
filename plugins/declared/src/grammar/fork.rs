//! Alternatives of which a text can be only one, whatever it begins with: those that all of what follows the scheme's name
//! is a choice of.
//!
//! `news:a/b` begins like a group and like a message-id, and fails as both: as a group at the slash, as a message-id at
//! the end, where `@` is missing. But it was never meant as a message-id, because it has no `@` anywhere.

use super::link::Linked;
use super::octets::OctetSet;
use super::tree::{Kind, Node};

/// The choice, and what is known of each alternative.
pub(super) struct Fork {
    /// How many octets of literals stand before it.
    pub skipped: usize,
    alternatives: Vec<Alternative>,
}

#[derive(Clone, Copy)]
struct Alternative {
    /// The marks that every text of it has.
    needs: OctetSet,
    /// The octets of its longest text; none if they can be any number.
    longest: Option<usize>,
}

/// A set of alternatives has a bit for each.
const MOST: usize = 64;

/// How many nodes are looked at: who has more has no fork.
const NODES: usize = 5_000;

impl Fork {
    /// Where the start rule forks.
    pub(super) fn find(linked: &Linked) -> Option<(Self, &[Node])> {
        let mut node = &linked.rules[linked.start].node;
        let mut skipped = 0;
        for _ in 0..NODES {
            match &node.kind {
                Kind::Rule(_, id) => node = &linked.rules[*id].node,
                Kind::Sequence(nodes) => {
                    let (last, before) = nodes.split_last()?;
                    for node in before {
                        let Kind::Literal(octets, _) = &node.kind else {
                            return None;
                        };
                        skipped += octets.len();
                    }
                    node = last;
                }
                Kind::Choice(nodes) if nodes.len() <= MOST => {
                    let mut left = NODES;
                    let known = nodes.iter().map(|node| known(linked, node, &mut left));
                    let alternatives = known.collect::<Option<_>>()?;
                    return Some((
                        Self {
                            skipped,
                            alternatives,
                        },
                        nodes,
                    ));
                }
                _ => return None,
            }
        }
        None
    }

    /// The alternatives that a text can be, as bits; all of them if it can be none.
    pub(super) fn open(&self, text: &[u8]) -> u64 {
        let has = text
            .iter()
            .fold(OctetSet::NONE, |has, octet| has.or(OctetSet::one(*octet)));
        let is_open = |one: &Alternative| {
            has.covers(one.needs) && one.longest.is_none_or(|longest| text.len() <= longest)
        };
        let alternatives = self.alternatives.iter().enumerate();
        let open = alternatives.filter(|(_, one)| is_open(one));
        match open.fold(0, |open, (n, _)| open | 1 << n) {
            0 => !0,
            open => open,
        }
    }
}

/// What is known of a node; none if that takes too long to find out.
fn known(linked: &Linked, node: &Node, left: &mut usize) -> Option<Alternative> {
    *left = left.checked_sub(1)?;
    let one = |set: OctetSet| Alternative {
        needs: if set.len() == 1 {
            marks(set)
        } else {
            OctetSet::NONE
        },
        longest: Some(1),
    };
    Some(match &node.kind {
        Kind::Rule(_, id) => known(linked, &linked.rules[*id].node, left)?,
        Kind::Range(low, high) => one(OctetSet::range(*low, *high)),
        Kind::Literal(octets, _) => Alternative {
            needs: octets.iter().fold(OctetSet::NONE, |set, octet| {
                set.or(marks(OctetSet::one(*octet)))
            }),
            longest: Some(octets.len()),
        },
        Kind::Sequence(nodes) => {
            let mut all = Alternative {
                needs: OctetSet::NONE,
                longest: Some(0),
            };
            for node in nodes {
                let next = known(linked, node, left)?;
                all.needs = all.needs.or(next.needs);
                all.longest = all
                    .longest
                    .zip(next.longest)
                    .and_then(|(a, b)| a.checked_add(b));
            }
            all
        }
        Kind::Choice(nodes) => {
            let nodes: Option<Vec<_>> =
                nodes.iter().map(|node| known(linked, node, left)).collect();
            nodes?.into_iter().reduce(|a, b| Alternative {
                needs: a.needs.and(b.needs),
                longest: a.longest.zip(b.longest).map(|(a, b)| a.max(b)),
            })?
        }
        Kind::Repeat { min, max, node } => {
            let inner = known(linked, node, left)?;
            let longest = inner
                .longest
                .zip(*max)
                .and_then(|(one, max)| one.checked_mul(max as usize));
            Alternative {
                needs: if *min == 0 {
                    OctetSet::NONE
                } else {
                    inner.needs
                },
                longest,
            }
        }
        Kind::Prose(_) => return None,
    })
}

/// Those that are no letters and digits, which look like any other.
fn marks(set: OctetSet) -> OctetSet {
    let words = OctetSet::range(b'0', b'9').or(OctetSet::range(b'A', b'Z'));
    set.without(words.or(OctetSet::range(b'a', b'z')))
}
