//! Runs: bytes of a text that leave the automaton in one state and write no register, such as the letters of a path.
//!
//! A run is scanned by [`ByteMasks`] if nearly all its bytes are those of a mask, otherwise byte by byte. The byte before
//! it often leads to a state of its own, because only the first byte of a component tells that the component has begun:
//! a run can begin in that state, too, with a transition for its first byte.

use std::ops::Range;

use anyurl_core::internal::{ByteMasks, StopSet, is_host_byte, is_path_byte};

use super::byte_set::ByteSet;

/// The bits that say which mask has the stops of a set. Each has its own, so that no jump through a table, which is
/// predicted badly, selects the mask.
const NON_PATH: u32 = 1 << 31;
const NON_HOST: u32 = 1 << 30;
const NON_ALPHANUMERIC: u32 = 1 << 29;

/// The maximum number of distinct sets: each has one of the other bits.
pub(crate) const MAX_SETS: usize = 29;

/// The sets of bytes that runs consist of. The number of a set is its bit, and that of a mask.
pub(crate) struct RunSets {
    /// For each byte, the sets that contain it, as bits.
    pub(crate) of_byte: [u32; 256],
}

impl RunSets {
    /// Whether a byte belongs to a set.
    #[inline(always)]
    pub(crate) fn has(&self, set: u32, byte: u8) -> bool {
        self.of_byte[usize::from(byte)] & set != 0
    }

    /// For each byte, the sets that contain it, as bits.
    pub(crate) fn by_byte(&self) -> &[u32; 256] {
        &self.of_byte
    }

    pub(crate) fn from_bytes(of_byte: &[u32; 256]) -> Self {
        Self { of_byte: *of_byte }
    }

    /// The bit of a set, without that of a mask.
    pub(crate) fn bit(set: u32) -> u32 {
        set.trailing_zeros()
    }

    /// The numbers of the sets, by their bits.
    pub(crate) fn numbers(&self) -> [u32; MAX_SETS] {
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
    pub(crate) fn end(&self, set: u32, text: &[u8], part: Range<usize>, masks: &mut ByteMasks) -> usize {
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
pub(crate) fn stops_of(set: ByteSet) -> u32 {
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
