//! [`Sequences`]: those of a scheme that were needed.

use std::sync::OnceLock;

use super::build_table::BuildTable;
use super::component_name::ComponentName;
use super::sequence::Sequence;

/// An open-addressing hash table of sequences, by what is before the last component, and by its name. Reading it takes
/// no lock.
#[derive(Clone, Debug)]
pub(crate) struct Sequences([OnceLock<Kept>; Sequences::COUNT]);

#[derive(Clone, Debug)]
struct Kept {
    before: SequenceIndex,
    sequence: Sequence,
}

/// The index of a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SequenceIndex(u8);

impl SequenceIndex {
    /// No components yet.
    pub(crate) const EMPTY: Self = Self(u8::MAX);
}

impl Sequences {
    /// Few schemes have more that occur often.
    const COUNT: usize = 64;

    /// The number of places that a sequence may have.
    const PROBES: usize = 4;

    pub(super) const fn new() -> Self {
        Self([const { OnceLock::new() }; Self::COUNT])
    }

    /// The sequence with this index; `None` without components.
    #[inline]
    pub(crate) fn get(&self, index: SequenceIndex) -> Option<&Sequence> {
        self.0.get(usize::from(index.0))?.get().map(|kept| &kept.sequence)
    }

    /// The sequence of a component after others, if it was kept.
    #[inline]
    pub(super) fn find(&self, before: SequenceIndex, name: &str) -> Option<(SequenceIndex, &Sequence)> {
        let head = ComponentName::head(name);
        let mut places = places(before, head);
        let mut at = |index| Some((index, self.get_if(index, before, head, name)?));
        // Nearly always the first place is the right one.
        let first = places.next().and_then(&mut at);
        first.or_else(|| places.find_map(at))
    }

    #[inline]
    fn get_if(&self, index: SequenceIndex, before: SequenceIndex, head: u64, name: &str) -> Option<&Sequence> {
        let kept = self.0[usize::from(index.0)].get()?;
        (kept.before == before && kept.sequence.name.is(head, name)).then_some(&kept.sequence)
    }

    /// Adds the sequence of a component after others, if one of its places is free.
    #[cold]
    pub(super) fn add(
        &self,
        before: SequenceIndex,
        name: &str,
        build_table: &BuildTable,
    ) -> Option<(SequenceIndex, &Sequence)> {
        let sequence = Sequence::new(self.get(before), name, build_table)?;
        let kept = Kept { before, sequence };
        let mut places = places(before, ComponentName::head(name));
        let index = places.find(|index| self.0[usize::from(index.0)].set(kept.clone()).is_ok())?;
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
