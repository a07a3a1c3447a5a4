//! Finds the runs of the states of an automaton.

use anyurl_core::internal::sort_by;

use super::byte_classes::ByteClasses;
use super::determinize::State;
use crate::automaton::ByteSet;
use crate::automaton::runs::{MAX_SETS, RunSets, stops_of};

/// The minimum number of bytes by which a state with a run stays.
const MIN_BYTES: u32 = 10;

/// A run that begins in a state.
#[derive(Clone, Copy)]
pub(super) struct Run {
    /// The number of the set of the first byte.
    pub begin: u32,
    /// The transition of the first byte, to the state in which the others stay.
    pub first: (u32, u32),
    /// The number of the set of the other bytes.
    pub set: u32,
}

/// Finds for each state the run that begins there.
pub(super) fn find(states: &[State], classes: &ByteClasses) -> (RunSets, Vec<Option<Run>>) {
    let staying: Vec<ByteSet> = (0..).zip(states).map(|(n, state)| bytes_of(state, (n, 0), classes)).collect();
    let mut sets = Numbers(Vec::new());
    // First those of the runs themselves, which matter most.
    let numbers: Vec<Option<u32>> =
        staying.iter().map(|set| is_run(*set).then(|| sets.number(*set)).flatten()).collect();
    let mut run = |n: u32, state: &State| {
        if let Some(set) = numbers[n as usize] {
            return Some(Run { begin: set, first: (n, 0), set });
        }
        let first = first_of_run(state, &numbers, classes)?;
        Some(Run { begin: sets.number(bytes_of(state, first, classes))?, first, set: numbers[first.0 as usize]? })
    };
    let runs = (0..).zip(states).map(|(n, state)| run(n, state)).collect();
    (sets.into_sets(), runs)
}

/// The sets that have numbers.
struct Numbers(Vec<ByteSet>);

impl Numbers {
    /// The number of a set; `None` if there are too many.
    fn number(&mut self, set: ByteSet) -> Option<u32> {
        let known = self.0.iter().position(|known| *known == set);
        let bit = known.unwrap_or(self.0.len());
        if bit == MAX_SETS {
            return None;
        }
        if known.is_none() {
            self.0.push(set);
        }
        Some(1 << bit | stops_of(set))
    }

    fn into_sets(self) -> RunSets {
        let mut sets = RunSets::default();
        for (n, set) in self.0.iter().enumerate() {
            set.iter().for_each(|byte| sets.of_byte[usize::from(byte)] |= 1 << n);
        }
        sets
    }
}

/// Whether a state that stays by these bytes has a run. That without transitions has none.
fn is_run(staying: ByteSet) -> bool {
    (MIN_BYTES..256).contains(&staying.len())
}

/// The bytes that have a transition of a state.
fn bytes_of(state: &State, transition: (u32, u32), classes: &ByteClasses) -> ByteSet {
    let is_next = |byte: &u8| state.next[classes.get(*byte)] == transition;
    ByteSet::from_bytes(&(0..=255).filter(is_next).collect::<Vec<_>>())
}

/// The transition by most bytes to a state that has a run.
fn first_of_run(state: &State, numbers: &[Option<u32>], classes: &ByteClasses) -> Option<(u32, u32)> {
    let mut nexts: Vec<(u32, u32)> = state.next.clone();
    nexts.retain(|(to, _)| numbers[*to as usize].is_some());
    sort_by(&mut nexts, Ord::cmp);
    nexts.dedup();
    nexts.into_iter().max_by_key(|next| bytes_of(state, *next, classes).len())
}
