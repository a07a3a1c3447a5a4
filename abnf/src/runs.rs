//! Runs: bytes of a text that leave the automaton in one state and write no register, such as the letters of a path.
//!
//! A run is scanned by [`ByteMasks`] if nearly all its bytes are those of a mask, otherwise byte by byte. The byte before
//! it often leads to a state of its own, because only the first byte of a component tells that the component has begun:
//! a run can begin in that state, too, with a transition for its first byte.

use std::ops::Range;

use anyurl_core::internal::{ByteMasks, StopSet, is_host_byte, is_path_byte};

use super::byte_classes::ByteClasses;
use super::byte_set::ByteSet;
use super::determinize::State;

/// The minimum number of bytes by which a state with a run stays.
const MIN_BYTES: u32 = 10;

/// The bits that say which mask has the stops of a set. Each has its own, so that no jump through a table, which is
/// predicted badly, selects the mask.
const NON_PATH: u32 = 1 << 31;
const NON_HOST: u32 = 1 << 30;
const NON_ALPHANUMERIC: u32 = 1 << 29;

/// The maximum number of distinct sets: each has one of the other bits.
pub(super) const MAX_SETS: usize = 29;

/// The sets of bytes that runs consist of. The number of a set is its bit, and that of a mask.
pub(super) struct RunSets {
    /// For each byte, the sets that contain it, as bits.
    of_byte: [u32; 256],
}

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

impl RunSets {
    /// Whether a byte belongs to a set.
    #[inline(always)]
    pub(super) fn has(&self, set: u32, byte: u8) -> bool {
        self.of_byte[usize::from(byte)] & set != 0
    }

    /// For each byte, the sets that contain it, as bits.
    pub(super) fn by_byte(&self) -> &[u32; 256] {
        &self.of_byte
    }

    pub(super) fn from_bytes(of_byte: &[u32; 256]) -> Self {
        Self { of_byte: *of_byte }
    }

    /// The bit of a set, without that of a mask.
    pub(super) fn bit(set: u32) -> u32 {
        set.trailing_zeros()
    }

    /// The numbers of the sets, by their bits.
    pub(super) fn numbers(&self) -> [u32; MAX_SETS] {
        let used = self.of_byte.iter().fold(0, |used, sets| used | sets);
        std::array::from_fn(|bit| {
            let set = 1 << bit;
            let bytes = || (0..=255).filter(|byte| self.has(set, *byte)).collect::<Vec<_>>();
            let stops = if used & set == 0 { 0 } else { stops_of(ByteSet::from_bytes(&bytes())) };
            set | stops
        })
    }

    /// The end of the bytes of a set that come first in `part` of a text; `masks` belong to the text.
    #[inline(always)]
    pub(super) fn end(&self, set: u32, text: &[u8], part: Range<usize>, masks: &mut ByteMasks) -> usize {
        let leaves = |byte: u8| !self.has(set, byte);
        let bytes = &text[..part.end];
        let mut stop = |stops| masks.first(text, bytes, part.start, stops, |_, byte| leaves(byte));
        if set & NON_PATH != 0 {
            stop(StopSet::NonPath)
        } else if set & NON_HOST != 0 {
            stop(StopSet::NonHost)
        } else if set & NON_ALPHANUMERIC != 0 {
            stop(StopSet::NonAlphanumeric)
        } else {
            let mut bytes = text[part.clone()].iter();
            bytes.position(|byte| leaves(*byte)).map_or(part.end, |n| part.start + n)
        }
    }
}

/// The bit of the mask with the fewest bytes that contains all bytes outside a set; 0 if none does.
fn stops_of(set: ByteSet) -> u32 {
    let has_all = |is_member: fn(u8) -> bool| (0..=255).all(|byte| !is_member(byte) || set.has(byte));
    match () {
        () if has_all(is_path_byte) => NON_PATH,
        () if has_all(is_host_byte) => NON_HOST,
        () if has_all(|byte| byte.is_ascii_alphanumeric()) => NON_ALPHANUMERIC,
        () => 0,
    }
}

impl Default for RunSets {
    fn default() -> Self {
        Self { of_byte: [0; 256] }
    }
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
    nexts.sort_unstable();
    nexts.dedup();
    nexts.into_iter().max_by_key(|next| bytes_of(state, *next, classes).len())
}
