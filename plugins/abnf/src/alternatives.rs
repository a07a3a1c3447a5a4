//! Alternatives of which a text can be only one, whatever it begins with: those that all of what follows the scheme's name
//! is a choice of.
//!
//! `news:a/b` begins like a group and like a message-id, and fails as both: as a group at the slash, as a message-id at
//! the end, where `@` is missing. But it was never meant as a message-id, because it has no `@` anywhere.

use super::ast::{Node, NodeKind};
use super::byte_set::ByteSet;
use super::check::Shapes;
use super::limits::{Budget, Over};
use super::resolve::Linked;

/// The choice, and what is known of each alternative.
pub(super) struct Fork {
    /// How many bytes of literals stand before it.
    pub skipped: usize,
    alternatives: Vec<Alternative>,
}

#[derive(Clone, Copy)]
struct Alternative {
    /// The marks that every text of it has.
    needs: ByteSet,
    /// The bytes of its longest text; none if they can be any number.
    longest: Option<usize>,
}

/// A set of alternatives has a bit for each.
const MOST: usize = 64;

impl Fork {
    /// Where the start rule forks.
    pub(super) fn find<'l>(
        linked: &'l Linked,
        shapes: &Shapes,
        budget: &mut Budget,
    ) -> Result<Option<(Self, &'l [Node])>, Over> {
        let Some((skipped, nodes)) = forked(linked) else {
            return Ok(None);
        };
        let known = Known::find(linked, shapes, budget)?;
        let mut alternatives = Vec::new();
        for node in nodes {
            let Some(alternative) = known.node(node, budget)? else {
                return Ok(None);
            };
            alternatives.push(alternative);
        }
        let fork = Self { skipped, alternatives };
        Ok(Some((fork, nodes)))
    }

    /// The alternatives that a text can be, as bits; all of them if it can be none.
    pub(super) fn open(&self, text: &[u8]) -> u64 {
        let has = text.iter().fold(ByteSet::NONE, |has, byte| has.or(ByteSet::one(*byte)));
        let is_open =
            |one: &Alternative| has.covers(one.needs) && one.longest.is_none_or(|longest| text.len() <= longest);
        let alternatives = self.alternatives.iter().enumerate();
        let open = alternatives.filter(|(_, one)| is_open(one));
        match open.fold(0, |open, (n, _)| open | 1 << n) {
            0 => !0,
            open => open,
        }
    }
}

/// The choice that all of what follows some literals is, and how many bytes these have. No rule of a grammar that has
/// been checked needs itself, so this ends.
fn forked(linked: &Linked) -> Option<(usize, &[Node])> {
    let mut node = &linked.rules[linked.start].node;
    let mut skipped = 0;
    loop {
        match &node.kind {
            NodeKind::Rule(_, id) => node = &linked.rules[*id].node,
            NodeKind::Sequence(nodes) => {
                let (last, before) = nodes.split_last()?;
                for node in before {
                    let NodeKind::Literal(bytes, _) = &node.kind else {
                        return None;
                    };
                    skipped += bytes.len();
                }
                node = last;
            }
            NodeKind::Choice(nodes) if nodes.len() <= MOST => return Some((skipped, nodes)),
            _ => return None,
        }
    }
}

/// What is known of each rule; none of what holds prose.
struct Known(Vec<Option<Alternative>>);

impl Known {
    /// Goes through the rules, each after those that it uses.
    fn find(linked: &Linked, shapes: &Shapes, budget: &mut Budget) -> Result<Self, Over> {
        let mut known = Self(vec![None; linked.rules.len()]);
        for rule in shapes.order() {
            known.0[*rule] = known.node(&linked.rules[*rule].node, budget)?;
        }
        Ok(known)
    }

    fn node(&self, node: &Node, budget: &mut Budget) -> Result<Option<Alternative>, Over> {
        budget.steps(1)?;
        Ok(match &node.kind {
            NodeKind::Rule(_, id) => self.0[*id],
            NodeKind::Range(low, high) => Some(Alternative::one(ByteSet::range(*low, *high))),
            NodeKind::Literal(bytes, _) => {
                budget.steps(bytes.len())?;
                let one = bytes.iter().map(|byte| marks(ByteSet::one(*byte)));
                Some(Alternative { needs: one.fold(ByteSet::NONE, ByteSet::or), longest: Some(bytes.len()) })
            }
            NodeKind::Sequence(nodes) => {
                let mut all = Some(Alternative { needs: ByteSet::NONE, longest: Some(0) });
                for node in nodes {
                    let next = self.node(node, budget)?;
                    all = all.zip(next).map(|(all, next)| all.then(next));
                }
                all
            }
            NodeKind::Choice(nodes) => {
                let mut any: Option<Option<Alternative>> = None;
                for node in nodes {
                    let next = self.node(node, budget)?;
                    any = Some(match any {
                        Some(any) => any.zip(next).map(|(any, next)| any.or(next)),
                        None => next,
                    });
                }
                any.flatten()
            }
            NodeKind::Repeat { min, max, node } => {
                let inner = self.node(node, budget)?;
                inner.map(|inner| inner.repeated(*min, *max))
            }
            NodeKind::Prose(_) => None,
        })
    }
}

impl Alternative {
    /// One byte of a set.
    fn one(set: ByteSet) -> Self {
        let needs = if set.len() == 1 { marks(set) } else { ByteSet::NONE };
        Self { needs, longest: Some(1) }
    }

    /// One after the other.
    fn then(self, next: Self) -> Self {
        let longest = self.longest.zip(next.longest);
        Self { needs: self.needs.or(next.needs), longest: longest.and_then(|(a, b)| a.checked_add(b)) }
    }

    /// One or the other.
    fn or(self, other: Self) -> Self {
        let longest = self.longest.zip(other.longest);
        Self { needs: self.needs.and(other.needs), longest: longest.map(|(a, b)| a.max(b)) }
    }

    fn repeated(self, min: u32, max: Option<u32>) -> Self {
        let needs = if min == 0 { ByteSet::NONE } else { self.needs };
        let longest = self.longest.zip(max);
        Self { needs, longest: longest.and_then(|(one, max)| one.checked_mul(max as usize)) }
    }
}

/// Those that are no letters and digits, which look like any other.
fn marks(set: ByteSet) -> ByteSet {
    let words = ByteSet::range(b'0', b'9').or(ByteSet::range(b'A', b'Z'));
    set.without(words.or(ByteSet::range(b'a', b'z')))
}
