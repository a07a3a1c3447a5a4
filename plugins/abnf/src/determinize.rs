//! From many states at once to one: the tagged deterministic automaton.
//!
//! A state is a list of places in order of preference; each place has its own idea of where captures began and ended,
//! as numbers of registers. Tags wait for the byte behind them: only places that survive it write registers, which is
//! most of the speed. What is known as a TDFA with one byte of lookahead.
//!
//! Each tag has a register from the beginning, in which nothing is written: so a state does not know which optional
//! components there were, and there are not twice as many states for each of them.

use std::collections::HashMap;

use super::byte_classes::Classes;
use super::followpos::{Follow, START, bit};
use super::limits::{Budget, Cap, Over};
use super::nfa::{Nfa, index};

/// With how many others a class is compared, so that a grammar made for it cannot make that long.
const COMPARED: usize = 16;

/// No register.
const NONE: u8 = 255;
/// The register that holds the offset of the byte that is read, or of the end.
pub(super) const NOW: u8 = 62;
/// A register to move others through.
pub(super) const SPARE: u8 = 61;

/// No way on.
pub(super) const DEAD: u32 = 0;
/// The state at the beginning.
pub(super) const FIRST: u32 = 1;

/// Copies between registers: to the first from the second.
pub(super) type Moves = Vec<(u8, u8)>;

/// A deterministic automaton, not yet packed for speed.
pub(super) struct Automaton {
    pub classes: Classes,
    pub states: Vec<State>,
    /// Lists of copies; the first is empty.
    pub moves: Vec<Moves>,
    /// Lists of labels that may come next; the first is empty.
    pub expected: Vec<Vec<u32>>,
    pub registers: u8,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// For each class, the next state and the copies on the way.
    pub next: Vec<(u32, u32)>,
    /// For each tag, the register that holds it, if the text may end here.
    pub end: Option<Vec<u8>>,
    /// Which labels may come next.
    pub expected: u32,
}

/// Determinises. Without captures the tags are left out, and so are the labels.
pub(super) fn determinize(
    nfa: &Nfa,
    follow: &Follow,
    captures: usize,
    labelled: bool,
    budget: &mut Budget,
) -> Result<Automaton, Over> {
    let classes = Classes::of(nfa.labels.iter().map(|label| label.set));
    budget.steps(nfa.labels.len() * 256)?;
    let mut maker = Maker {
        nfa,
        follow,
        tags: 2 * captures,
        labelled,
        columns: columns(nfa, &classes),
        made: vec![Kernel::default()],
        known: HashMap::new(),
        move_ids: HashMap::from([(Vec::new(), 0)]),
        expected_ids: HashMap::from([(Vec::new(), 0)]),
        seen: vec![0; follow.len()],
        automaton: Automaton {
            states: vec![State { next: vec![(DEAD, 0); classes.len()], end: None, expected: 0 }],
            classes,
            moves: vec![Vec::new()],
            expected: vec![Vec::new()],
            registers: 0,
        },
        budget,
    };
    maker.run()?;
    Ok(maker.automaton)
}

/// For each class, which labels have it in their set: bit n of word m is label `64 * m + n`.
fn columns(nfa: &Nfa, classes: &Classes) -> Vec<Vec<u64>> {
    let column = |byte: &u8| {
        let mut column = vec![0; nfa.labels.len().div_ceil(64)];
        for (n, label) in nfa.labels.iter().enumerate() {
            if label.set.has(*byte) {
                column[n / 64] |= 1 << (n % 64);
            }
        }
        column
    };
    classes.bytes.iter().map(column).collect()
}

/// Whether none of the labels tells two classes apart.
fn alike(labels: &[(usize, u64)], one: &[u64], other: &[u64]) -> bool {
    labels.iter().all(|(n, word)| (one[*n] ^ other[*n]) & word == 0)
}

/// The places of a state, and for each of them the registers of all tags.
#[derive(Clone, Default)]
struct Kernel {
    places: Vec<u32>,
    maps: Vec<u8>,
}

/// A place that may come next: from which of the kernel, and past which tags.
struct Candidate {
    to: u32,
    from: usize,
    tags: u64,
}

struct Maker<'n, 'b> {
    nfa: &'n Nfa,
    follow: &'n Follow,
    tags: usize,
    labelled: bool,
    columns: Vec<Vec<u64>>,
    made: Vec<Kernel>,
    /// The states that have the same places in the same order.
    known: HashMap<Vec<u32>, Vec<u32>>,
    move_ids: HashMap<Moves, u32>,
    expected_ids: HashMap<Vec<u32>, u32>,
    /// For each place the last state it was a candidate of.
    seen: Vec<u32>,
    automaton: Automaton,
    budget: &'b mut Budget,
}

impl Maker<'_, '_> {
    fn run(&mut self) -> Result<(), Over> {
        self.budget.check(Cap::Registers, self.tags as u64)?;
        self.automaton.registers = u8::try_from(self.tags).unwrap_or(SPARE);
        let first = Kernel { places: vec![START], maps: (0..NOW).take(self.tags).collect() };
        self.push(first)?;
        let mut at = FIRST;
        while (at as usize) < self.made.len() {
            self.state(at)?;
            at += 1;
        }
        Ok(())
    }

    /// Makes scheme for a state; what follows it is found later.
    fn push(&mut self, kernel: Kernel) -> Result<u32, Over> {
        let id = index(self.made.len());
        // Four registers take the scheme of one place.
        self.budget.positions(kernel.places.len() + kernel.maps.len() / 4)?;
        let row = self.automaton.classes.len() as u64 * 4;
        self.budget.check(Cap::Table, row * u64::from(id))?;
        self.known.entry(kernel.places.clone()).or_default().push(id);
        self.made.push(kernel);
        Ok(id)
    }

    fn state(&mut self, id: u32) -> Result<(), Over> {
        let kernel = std::mem::take(&mut self.made[id as usize]);
        let candidates = self.candidates(&kernel, id)?;
        let expected = self.expected(&candidates)?;
        let end = self.end(&kernel);
        // Kernels are compared with later ones, so this one goes back to its place.
        self.made[id as usize] = kernel;
        let next = self.behind(id, &candidates)?;
        self.automaton.states.push(State { next, end, expected });
        Ok(())
    }

    /// For each class, the next state and the copies on the way. What classes differ in matters elsewhere for the most part:
    /// those that no label tells apart here lead to the same.
    fn behind(&mut self, id: u32, candidates: &[Candidate]) -> Result<Vec<(u32, u32)>, Over> {
        let labels = self.words(candidates);
        let mut next: Vec<(u32, u32)> = Vec::with_capacity(self.columns.len());
        let mut differing: Vec<usize> = Vec::new();
        for class in 0..self.columns.len() {
            self.budget.steps(candidates.len() + 1)?;
            let known = differing
                .iter()
                .take(COMPARED)
                .find(|other| alike(&labels, &self.columns[class], &self.columns[**other]));
            if let Some(other) = known {
                next.push(next[*other]);
            } else {
                differing.push(class);
                next.push(self.next(id, class, candidates)?);
            }
        }
        Ok(next)
    }

    /// The labels of what may come next: words of bits as in the columns, those that have any.
    fn words(&self, candidates: &[Candidate]) -> Vec<(usize, u64)> {
        let mut words = vec![0; self.nfa.labels.len().div_ceil(64)];
        for candidate in candidates {
            let label = self.follow.label(candidate.to) as usize;
            words[label / 64] |= 1 << (label % 64);
        }
        let words = words.into_iter().enumerate();
        words.filter(|(_, word)| *word != 0).collect()
    }

    /// The places that may come next, each once: on its preferred way.
    fn candidates(&mut self, kernel: &Kernel, id: u32) -> Result<Vec<Candidate>, Over> {
        let mut candidates = Vec::new();
        for (from, place) in kernel.places.iter().enumerate() {
            let edges = self.follow.edges(*place);
            self.budget.steps(edges.len() + 1)?;
            for edge in edges {
                if std::mem::replace(&mut self.seen[edge.to as usize], id) != id {
                    let (to, tags) = (edge.to, edge.tags);
                    candidates.push(Candidate { to, from, tags });
                }
            }
        }
        Ok(candidates)
    }

    /// The labels of what may come next, each once, the preferred first.
    fn expected(&mut self, candidates: &[Candidate]) -> Result<u32, Over> {
        if !self.labelled {
            return Ok(0);
        }
        let mut seen = vec![false; self.nfa.labels.len()];
        let labels = candidates.iter().map(|next| self.follow.label(next.to));
        let list: Vec<u32> = labels.filter(|label| !std::mem::replace(&mut seen[*label as usize], true)).collect();
        self.budget.steps(seen.len())?;
        if let Some(id) = self.expected_ids.get(&list) {
            return Ok(*id);
        }
        self.budget.positions(list.len())?;
        let id = index(self.automaton.expected.len());
        self.automaton.expected.push(list.clone());
        self.expected_ids.insert(list, id);
        Ok(id)
    }

    /// Where tags are if the text ends here: the first place that may end decides.
    fn end(&self, kernel: &Kernel) -> Option<Vec<u8>> {
        kernel.places.iter().enumerate().find_map(|(n, place)| {
            let tags = self.follow.ends(*place).first()?;
            Some(self.map(kernel, n, *tags).collect())
        })
    }

    /// The registers of one place, where some tags are passed now.
    fn map(&self, kernel: &Kernel, place: usize, tags: u64) -> impl Iterator<Item = u8> {
        let map = &kernel.maps[place * self.tags..(place + 1) * self.tags];
        let registers = map.iter().zip(0..);
        registers.map(move |(register, tag)| if tags & bit(tag) == 0 { *register } else { NOW })
    }

    /// The state behind a byte of a class, and the copies on the way there.
    fn next(&mut self, id: u32, class: usize, candidates: &[Candidate]) -> Result<(u32, u32), Over> {
        let mut next = Kernel::default();
        for candidate in candidates {
            let label = self.follow.label(candidate.to) as usize;
            if self.columns[class][label / 64] >> (label % 64) & 1 == 1 {
                next.places.push(candidate.to);
                let map = self.map(&self.made[id as usize], candidate.from, candidate.tags);
                next.maps.extend(map);
            }
        }
        if next.places.is_empty() {
            return Ok((DEAD, 0));
        }
        self.budget.steps(next.maps.len())?;
        match self.fitting(&next)? {
            Some((state, moves)) => Ok((state, self.moves(moves)?)),
            None => self.fresh(next),
        }
    }

    /// A state with the same places that some copies make equal: the one with the fewest.
    fn fitting(&mut self, next: &Kernel) -> Result<Option<(u32, Moves)>, Over> {
        let mut best: Option<(u32, Moves)> = None;
        for state in self.known.get(&next.places).into_iter().flatten() {
            self.budget.steps(next.maps.len() + 1)?;
            let Some(moves) = fit(&next.maps, &self.made[*state as usize].maps) else {
                continue;
            };
            if best.as_ref().is_none_or(|(_, best)| moves.len() < best.len()) {
                best = Some((*state, moves));
            }
        }
        Ok(best)
    }

    /// A new state: registers stay where they are, and a free one takes the offset.
    fn fresh(&mut self, mut next: Kernel) -> Result<(u32, u32), Over> {
        let Some(place) = next.maps.iter().position(|register| *register == NOW) else {
            return Ok((self.push(next)?, 0));
        };
        let used = next.maps.iter().fold(0_u64, |used, register| used | 1 << (register & 63));
        // The register that the tag began with, if it is free: then nothing need be copied where branches meet.
        let own = place % self.tags;
        let free = match used >> own & 1 {
            0 => own,
            _ => used.trailing_ones() as usize,
        };
        self.budget.check(Cap::Registers, free as u64 + 1)?;
        // The cap is below the spare register.
        let register = u8::try_from(free).unwrap_or(SPARE);
        self.automaton.registers = self.automaton.registers.max(register + 1);
        let now = next.maps.iter_mut().filter(|register| **register == NOW);
        now.for_each(|now| *now = register);
        let moves = self.moves(vec![(register, NOW)])?;
        Ok((self.push(next)?, moves))
    }

    fn moves(&mut self, moves: Moves) -> Result<u32, Over> {
        // Each copy that is put in order is compared with the others.
        self.budget.steps(moves.len() * moves.len())?;
        let moves = in_order(moves);
        if let Some(id) = self.move_ids.get(&moves) {
            return Ok(*id);
        }
        let id = index(self.automaton.moves.len());
        self.budget.positions(moves.len())?;
        self.automaton.moves.push(moves.clone());
        self.move_ids.insert(moves, id);
        Ok(id)
    }
}

/// The copies that make the registers of `have` those of `want`; each register wanted has one source.
fn fit(have: &[u8], want: &[u8]) -> Option<Moves> {
    let mut sources = [NONE; 64];
    for (source, register) in have.iter().zip(want) {
        let known = &mut sources[usize::from(register & 63)];
        if *known != NONE && known != source {
            return None;
        }
        *known = *source;
    }
    let moves = (0..).zip(sources);
    Some(moves.filter(|(to, from)| *from != NONE && to != from).collect())
}

/// Copies that are meant all at once, in an order in which they may be done one by one.
fn in_order(mut moves: Moves) -> Moves {
    let mut done = Vec::with_capacity(moves.len());
    while !moves.is_empty() {
        let is_free = |(to, _): &(u8, u8)| moves.iter().all(|(_, from)| from != to);
        if let Some(free) = moves.iter().position(is_free) {
            done.push(moves.swap_remove(free));
        } else {
            // Only rings are left: the spare register opens one.
            let ring = moves[0].0;
            done.push((SPARE, ring));
            let reads = moves.iter_mut().filter(|(_, from)| *from == ring);
            reads.for_each(|(_, from)| *from = SPARE);
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs copies one by one, and the same copies all at once.
    fn both(moves: &Moves) -> (Vec<u8>, Vec<u8>) {
        let before: Vec<u8> = (100..164).collect();
        let (mut one, mut all) = (before.clone(), before.clone());
        for (to, from) in in_order(moves.clone()) {
            one[usize::from(to)] = one[usize::from(from)];
        }
        for (to, from) in moves {
            all[usize::from(*to)] = before[usize::from(*from)];
        }
        one[usize::from(SPARE)] = before[usize::from(SPARE)];
        (one, all)
    }

    #[test]
    fn copies_find_an_order() {
        let rows: [&[(u8, u8)]; 6] = [
            &[],
            &[(1, 2), (0, 1)],
            &[(0, 1), (1, 2)],
            &[(0, 1), (1, 0)],
            &[(0, 1), (1, 2), (2, 0), (5, 0), (6, NOW)],
            &[(0, 1), (1, 0), (2, 3), (3, 2)],
        ];
        for moves in rows {
            let (one, all) = both(&moves.to_vec());
            assert_eq!(one, all, "{moves:?}");
        }
    }

    #[test]
    fn maps_fit_where_each_register_has_one_source() {
        assert_eq!(fit(&[1, 2], &[1, 2]), Some(vec![]));
        assert_eq!(fit(&[2, 1], &[1, 2]), Some(vec![(1, 2), (2, 1)]));
        assert_eq!(fit(&[3, 3], &[1, 2]), Some(vec![(1, 3), (2, 3)]));
        assert_eq!(fit(&[NOW, 1], &[4, 1]), Some(vec![(4, NOW)]));
        assert_eq!(fit(&[1, 2], &[1, 1]), None);
    }
}
