//! [`Sequences`]: those of a scheme that were needed.

use std::sync::OnceLock;

use super::build_table::BuildTable;
use super::component_name::ComponentName;
use super::sequence::{Sequence, SequenceIndex};

/// An open-addressing hash table of sequences, by what is before the last component, and by its name. Reading it takes
/// no lock.
#[derive(Clone, Debug)]
pub(crate) struct Sequences([Place; Sequences::COUNT]);

/// A place of the table: one cache line.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Place(OnceLock<Sequence>);

const _: () = assert!(size_of::<Place>() == 64 || size_of::<usize>() != 8);

impl Sequences {
    /// Few schemes have more that occur often.
    const COUNT: usize = 64;

    /// The number of places that a sequence may have.
    const PROBES: usize = 4;

    pub(super) const fn new() -> Self {
        Self([const { Place(OnceLock::new()) }; Self::COUNT])
    }

    /// The sequence with this index; `None` without components.
    #[inline]
    pub(crate) fn get(&self, index: SequenceIndex) -> Option<&Sequence> {
        self.0.get(usize::from(index.0))?.0.get()
    }

    /// The sequence of a component after others, if it was kept.
    #[inline]
    pub(super) fn find(&self, before: SequenceIndex, name: &str) -> Option<(SequenceIndex, &Sequence)> {
        let head = ComponentName::head(name);
        let mut places = places(before, head);
        let mut at = |index| {
            let found = self.get(index)?;
            (found.before == before && found.name.is(head, name)).then_some((index, found))
        };
        // Nearly always the first place is the right one.
        let first = places.next().and_then(&mut at);
        first.or_else(|| places.find_map(at))
    }

    /// Adds the sequence of a component after others, if one of its places is free.
    #[cold]
    pub(super) fn add(
        &self,
        before: SequenceIndex,
        name: &str,
        build_table: &BuildTable,
    ) -> Option<(SequenceIndex, &Sequence)> {
        let sequence = Sequence::new((before, self.get(before)), name, build_table)?;
        let mut places = places(before, ComponentName::head(name));
        let index = places.find(|index| self.0[usize::from(index.0)].0.set(sequence.clone()).is_ok())?;
        Some((index, self.get(index)?))
    }
}

/// The places that a sequence may have.
#[inline]
fn places(before: SequenceIndex, head: u64) -> impl Iterator<Item = SequenceIndex> {
    // Fibonacci hashing.
    let hash =
        (head ^ u64::from(before.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - Sequences::COUNT.ilog2());
    #[expect(clippy::cast_possible_truncation, reason = "less than the number of places, which fits")]
    (0..Sequences::PROBES as u8).map(move |n| SequenceIndex((hash as u8 + n) % Sequences::COUNT as u8))
}
