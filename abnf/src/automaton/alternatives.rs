//! The alternatives of the start rule that a text can be, so that errors refer to them alone.

use super::byte_set::ByteSet;

/// The maximum number of alternatives: a set of them is a `u64`.
pub(crate) const MAX_ALTERNATIVES: usize = 64;

/// The choice that makes up all of the start rule after some literals.
pub(crate) struct Alternatives {
    /// The number of literal bytes before the choice.
    pub(crate) prefix_len: usize,
    pub(crate) summaries: Vec<Summary>,
}

/// Properties of every text of an element.
#[derive(Clone, Copy)]
pub(crate) struct Summary {
    /// The punctuation that every text contains.
    pub(crate) required: ByteSet,
    /// The bytes of the longest text; `None` if unbounded.
    pub(crate) max_len: Option<usize>,
}

impl Alternatives {
    /// The alternatives that a text can be, as bits; all of them if it can be none.
    pub(crate) fn possible(&self, text: &[u8]) -> u64 {
        let bytes = ByteSet::from_bytes(text);
        let is_possible = |one: &Summary| bytes.covers(one.required) && one.max_len.is_none_or(|max| text.len() <= max);
        let possible = self.summaries.iter().enumerate().filter(|(_, one)| is_possible(one));
        match possible.fold(0, |possible, (n, _)| possible | 1 << n) {
            0 => !0,
            possible => possible,
        }
    }
}
