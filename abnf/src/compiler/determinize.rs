//! Determinizes the position automaton to a tagged deterministic automaton (TDFA) with one byte of lookahead.
//!
//! A state is a list of positions in order of preference. Each position has its own view of where captures begin and
//! end, as register numbers. With one byte of lookahead, a tag is applied only after the next byte: only positions that
//! survive the byte write registers, which removes most register operations.
//!
//! Each tag has a register of its own from the start, without a value. A state therefore does not record which optional
//! components were present, which would double the number of states for each of them.

use std::collections::HashMap;

use anyurl_core::internal::sort_by;

use super::byte_classes::ByteClasses;
use super::followpos::{FollowPos, START, bit};
use super::limits::{Budget, Charged, Limit};
use super::nfa::Nfa;
use crate::automaton::{DEAD, FIRST, NOW, SPARE, index};

/// The maximum number of columns that a class is compared with; bounds the time for grammars built to have many.
const MAX_COMPARED: usize = 16;

/// No register.
const NONE: u8 = 255;
/// Copies between registers, as pairs of target and source.
pub(super) type Moves = Vec<(u8, u8)>;

/// A deterministic automaton; `dfa` packs it for speed.
pub(super) struct Automaton {
    pub classes: ByteClasses,
    pub states: Vec<State>,
    /// Lists of copies; the first is empty.
    pub moves: Vec<Moves>,
    /// Lists of labels that can follow; the first is empty.
    pub expected: Vec<Vec<u32>>,
    pub registers: u8,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// For each class, the next state and the index of the copies on the way.
    pub next: Vec<(u32, u32)>,
    /// For each tag, the register that holds it; `None` if the text cannot end here.
    pub end: Option<Vec<u8>>,
    /// The index of the labels that can follow.
    pub expected: u32,
}

/// Determinizes an automaton; without captures the tags are dropped, without `labelled` the expected labels.
pub(super) fn determinize(
    nfa: &Nfa,
    follow: &FollowPos,
    captures: usize,
    labelled: bool,
    budget: &mut Budget,
) -> Charged<Automaton> {
    let classes = ByteClasses::from_sets(nfa.labels.iter().map(|label| label.set));
    budget.steps(nfa.labels.len() * 256)?;
    let mut determinizer = Determinizer {
        nfa,
        follow,
        tags: 2 * captures,
        labelled,
        columns: columns(nfa, &classes),
        kernels: vec![Kernel::default()],
        states_by_positions: HashMap::new(),
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
    determinizer.run()?;
    Ok(determinizer.automaton)
}

/// For each class, the labels whose set contains it: bit n of word m is label `64 * m + n`.
fn columns(nfa: &Nfa, classes: &ByteClasses) -> Vec<Vec<u64>> {
    let column = |byte: &u8| {
        let mut column = vec![0; nfa.labels.len().div_ceil(64)];
        for (n, label) in nfa.labels.iter().enumerate() {
            if label.set.has(*byte) {
                column[n / 64] |= 1 << (n % 64);
            }
        }
        column
    };
    classes.representatives.iter().map(column).collect()
}

/// Whether two columns agree on the given labels.
fn agree(labels: &[(usize, u64)], one: &[u64], other: &[u64]) -> bool {
    labels.iter().all(|(n, word)| (one[*n] ^ other[*n]) & word == 0)
}

/// The positions of a state in order of preference, and for each of them the registers of all tags.
#[derive(Clone, Default)]
struct Kernel {
    positions: Vec<u32>,
    registers: Vec<u8>,
}

/// A position that can follow a state.
struct Candidate {
    to: u32,
    /// The index in the kernel of the position before.
    from: usize,
    /// The tags in between, as bits.
    tags: u64,
}

struct Determinizer<'n, 'b> {
    nfa: &'n Nfa,
    follow: &'n FollowPos,
    tags: usize,
    labelled: bool,
    columns: Vec<Vec<u64>>,
    kernels: Vec<Kernel>,
    /// The states with the same positions in the same order.
    states_by_positions: HashMap<Vec<u32>, Vec<u32>>,
    move_ids: HashMap<Moves, u32>,
    expected_ids: HashMap<Vec<u32>, u32>,
    /// For each position, the last state that it was a candidate of.
    seen: Vec<u32>,
    automaton: Automaton,
    budget: &'b mut Budget,
}

impl Determinizer<'_, '_> {
    fn run(&mut self) -> Charged<()> {
        self.budget.check(Limit::Registers, self.tags as u64)?;
        self.automaton.registers = u8::try_from(self.tags).unwrap_or(SPARE);
        let registers = (0..NOW).take(self.tags).collect();
        self.add_kernel(Kernel { positions: vec![START], registers })?;
        let mut state = FIRST;
        while (state as usize) < self.kernels.len() {
            self.add_transitions(state)?;
            state += 1;
        }
        Ok(())
    }

    /// Adds a state without its transitions.
    fn add_kernel(&mut self, kernel: Kernel) -> Charged<u32> {
        let id = index(self.kernels.len());
        // A position takes as much memory as four registers.
        self.budget.positions(kernel.positions.len() + kernel.registers.len() / 4)?;
        let row = self.automaton.classes.len() as u64 * 4;
        self.budget.check(Limit::Table, row * u64::from(id))?;
        self.states_by_positions.entry(kernel.positions.clone()).or_default().push(id);
        self.kernels.push(kernel);
        Ok(id)
    }

    fn add_transitions(&mut self, id: u32) -> Charged<()> {
        let kernel = std::mem::take(&mut self.kernels[id as usize]);
        let candidates = self.candidates(&kernel, id)?;
        let expected = self.expected(&candidates)?;
        let end = self.end(&kernel);
        // `find_state` compares new kernels with this one, so it goes back before the transitions are built.
        self.kernels[id as usize] = kernel;
        let next = self.transitions(id, &candidates)?;
        self.automaton.states.push(State { next, end, expected });
        Ok(())
    }

    /// For each class, the next state and the copies on the way.
    ///
    /// Most classes differ only in labels of other states. Classes that agree on the labels of the candidates here have
    /// the same transition, which is computed once.
    fn transitions(&mut self, id: u32, candidates: &[Candidate]) -> Charged<Vec<(u32, u32)>> {
        let labels = self.labels(candidates);
        let mut next: Vec<(u32, u32)> = Vec::with_capacity(self.columns.len());
        let mut distinct: Vec<usize> = Vec::new();
        for class in 0..self.columns.len() {
            self.budget.steps(candidates.len() + 1)?;
            let same = |other: &&usize| agree(&labels, &self.columns[class], &self.columns[**other]);
            if let Some(other) = distinct.iter().take(MAX_COMPARED).find(same) {
                next.push(next[*other]);
            } else {
                distinct.push(class);
                next.push(self.transition(id, class, candidates)?);
            }
        }
        Ok(next)
    }

    /// The labels of the candidates as the nonzero words of a bit set, with their indices in a column.
    fn labels(&self, candidates: &[Candidate]) -> Vec<(usize, u64)> {
        let mut words = vec![0; self.nfa.labels.len().div_ceil(64)];
        for candidate in candidates {
            let label = self.follow.label(candidate.to) as usize;
            words[label / 64] |= 1 << (label % 64);
        }
        words.into_iter().enumerate().filter(|(_, word)| *word != 0).collect()
    }

    /// The positions that can follow a state, in order of preference.
    ///
    /// A position that several edges reach counts once, with its first edge: positions of the kernel and edges of a
    /// position are both ordered by preference, so the first edge belongs to the preferred reading, and the others can
    /// never win. Marking `seen` with the state's id avoids clearing it for each state.
    fn candidates(&mut self, kernel: &Kernel, id: u32) -> Charged<Vec<Candidate>> {
        let mut candidates = Vec::new();
        for (from, position) in kernel.positions.iter().enumerate() {
            let edges = self.follow.edges(*position);
            self.budget.steps(edges.len() + 1)?;
            for edge in edges {
                if std::mem::replace(&mut self.seen[edge.to as usize], id) != id {
                    candidates.push(Candidate { to: edge.to, from, tags: edge.tags });
                }
            }
        }
        Ok(candidates)
    }

    /// The index of the labels of the candidates, each once, in order of preference.
    fn expected(&mut self, candidates: &[Candidate]) -> Charged<u32> {
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

    /// The registers of all tags if the text ends here, from the preferred position that can end.
    fn end(&self, kernel: &Kernel) -> Option<Vec<u8>> {
        kernel.positions.iter().enumerate().find_map(|(n, position)| {
            let tags = self.follow.ends(*position).first()?;
            Some(self.registers(kernel, n, *tags).collect())
        })
    }

    /// The registers of a position of a kernel, with [`NOW`] for the tags that are passed now.
    fn registers(&self, kernel: &Kernel, position: usize, tags: u64) -> impl Iterator<Item = u8> {
        let registers = kernel.registers[position * self.tags..(position + 1) * self.tags].iter().zip(0..);
        registers.map(move |(register, tag)| if tags & bit(tag) == 0 { *register } else { NOW })
    }

    /// The state after a byte of a class, and the copies on the way.
    fn transition(&mut self, id: u32, class: usize, candidates: &[Candidate]) -> Charged<(u32, u32)> {
        let mut next = Kernel::default();
        for candidate in candidates {
            let label = self.follow.label(candidate.to) as usize;
            if self.columns[class][label / 64] >> (label % 64) & 1 == 1 {
                next.positions.push(candidate.to);
                let registers = self.registers(&self.kernels[id as usize], candidate.from, candidate.tags);
                next.registers.extend(registers);
            }
        }
        if next.positions.is_empty() {
            return Ok((DEAD, 0));
        }
        // Without tags and labels, no reading is preferred: states with the same positions are one.
        if self.tags == 0 && !self.labelled {
            sort_by(&mut next.positions, Ord::cmp);
        }
        self.budget.steps(next.registers.len())?;
        match self.find_state(&next)? {
            Some((state, moves)) => Ok((state, self.moves(moves)?)),
            None => self.add_state(next),
        }
    }

    /// Finds a state with the same positions whose registers copies can establish; prefers the fewest copies.
    fn find_state(&mut self, next: &Kernel) -> Charged<Option<(u32, Moves)>> {
        let mut best: Option<(u32, Moves)> = None;
        for state in self.states_by_positions.get(&next.positions).into_iter().flatten() {
            self.budget.steps(next.registers.len() + 1)?;
            let Some(moves) = copies_between(&next.registers, &self.kernels[*state as usize].registers) else {
                continue;
            };
            if best.as_ref().is_none_or(|(_, best)| moves.len() < best.len()) {
                best = Some((*state, moves));
            }
        }
        Ok(best)
    }

    /// Adds a state. Registers keep their values, so the only copy stores the current offset in a free register.
    fn add_state(&mut self, mut next: Kernel) -> Charged<(u32, u32)> {
        let Some(first) = next.registers.iter().position(|register| *register == NOW) else {
            return Ok((self.add_kernel(next)?, 0));
        };
        let used = next.registers.iter().fold(0_u64, |used, register| used | 1 << (register & 63));
        // The tag's own register, if it is free: branches that meet later then agree on it without copies.
        let own = first % self.tags;
        let free = match used >> own & 1 {
            0 => own,
            _ => used.trailing_ones() as usize,
        };
        self.budget.check(Limit::Registers, free as u64 + 1)?;
        // The limit is below the spare register.
        let register = u8::try_from(free).unwrap_or(SPARE);
        self.automaton.registers = self.automaton.registers.max(register + 1);
        let now = next.registers.iter_mut().filter(|register| **register == NOW);
        now.for_each(|now| *now = register);
        let moves = self.moves(vec![(register, NOW)])?;
        Ok((self.add_kernel(next)?, moves))
    }

    /// The index of a list of parallel copies.
    fn moves(&mut self, moves: Moves) -> Charged<u32> {
        // `sequentialize` compares each copy with all others.
        self.budget.steps(moves.len() * moves.len())?;
        let moves = sequentialize(moves);
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

/// The copies that turn the registers `have` into `want`; `None` if a register of `want` would need two sources.
fn copies_between(have: &[u8], want: &[u8]) -> Option<Moves> {
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

/// Orders parallel copies so that they can be done one after the other: a register is overwritten only after its last
/// use.
fn sequentialize(mut moves: Moves) -> Moves {
    let mut ordered = Vec::with_capacity(moves.len());
    while !moves.is_empty() {
        let is_unused = |(to, _): &(u8, u8)| moves.iter().all(|(_, from)| from != to);
        if let Some(next) = moves.iter().position(is_unused) {
            ordered.push(moves.swap_remove(next));
        } else {
            // Every target is still a source, so only cycles remain: saving one register breaks its cycle.
            let saved = moves[0].0;
            ordered.push((SPARE, saved));
            moves.iter_mut().filter(|(_, from)| *from == saved).for_each(|(_, from)| *from = SPARE);
        }
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The registers after sequential copies and after the same copies done in parallel.
    fn sequential_and_parallel(moves: &Moves) -> (Vec<u8>, Vec<u8>) {
        let before: Vec<u8> = (100..164).collect();
        let (mut sequential, mut parallel) = (before.clone(), before.clone());
        for (to, from) in sequentialize(moves.clone()) {
            sequential[usize::from(to)] = sequential[usize::from(from)];
        }
        for (to, from) in moves {
            parallel[usize::from(*to)] = before[usize::from(*from)];
        }
        sequential[usize::from(SPARE)] = before[usize::from(SPARE)];
        (sequential, parallel)
    }

    #[test]
    fn sequential_copies_equal_parallel_ones() {
        let rows: [&[(u8, u8)]; 6] = [
            &[],
            &[(1, 2), (0, 1)],
            &[(0, 1), (1, 2)],
            &[(0, 1), (1, 0)],
            &[(0, 1), (1, 2), (2, 0), (5, 0), (6, NOW)],
            &[(0, 1), (1, 0), (2, 3), (3, 2)],
        ];
        for moves in rows {
            let (sequential, parallel) = sequential_and_parallel(&moves.to_vec());
            assert_eq!(sequential, parallel, "{moves:?}");
        }
    }

    #[test]
    fn copies_need_one_source_for_each_register() {
        assert_eq!(copies_between(&[1, 2], &[1, 2]), Some(vec![]));
        assert_eq!(copies_between(&[2, 1], &[1, 2]), Some(vec![(1, 2), (2, 1)]));
        assert_eq!(copies_between(&[3, 3], &[1, 2]), Some(vec![(1, 3), (2, 3)]));
        assert_eq!(copies_between(&[NOW, 1], &[4, 1]), Some(vec![(4, NOW)]));
        assert_eq!(copies_between(&[1, 2], &[1, 1]), None);
    }
}
