//! A part of the name of a field, without case and punctuation.

use crate::text::prelude::*;

/// A part of a name: all of it, or what stands between brackets or dots.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// The last bytes, without case and punctuation.
    bytes: [u8; Self::MAX_LEN],
    len: usize,
    /// A bit for each byte that begins a word: after punctuation, or an upper-case letter after a lower-case one.
    starts: u64,
    /// The bytes that were read, with punctuation; only small numbers matter.
    read: usize,
    last: u8,
    /// Whether it begins as `X-`.
    is_vendors: bool,
}

impl Part {
    /// Of longer parts only the end is compared.
    const MAX_LEN: usize = 48;

    pub(super) const EMPTY: Self =
        Self { bytes: [0; Self::MAX_LEN], len: 0, starts: 1, read: 0, last: b'-', is_vendors: false };

    /// The part without case and punctuation.
    pub(super) fn folded(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    /// Whether it is one of some names, which are without case and punctuation.
    pub(super) fn is_in(&self, names: &[Box<[u8]>]) -> bool {
        names.iter().any(|name| **name == *self.folded())
    }

    /// Whether a word begins at an index of [`Part::folded`].
    pub(super) const fn begins_word(&self, index: usize) -> bool {
        self.starts >> index & 1 == 1
    }

    /// Whether it begins as names that a vendor adds to a protocol: `X-Amz-Signature`.
    pub(super) const fn is_vendors(&self) -> bool {
        self.is_vendors
    }

    pub(super) fn push(&mut self, byte: u8) {
        let is_punctuation = matches!(byte, b'-' | b'_');
        self.is_vendors |= self.read == 1 && is_punctuation && self.bytes[0] == b'x';
        self.read = self.read.saturating_add(1);
        if !is_punctuation {
            let begins_word =
                matches!(self.last, b'-' | b'_') || byte.is_ascii_uppercase() && !self.last.is_ascii_uppercase();
            self.add(byte.to_ascii_lowercase(), begins_word);
        }
        self.last = byte;
    }

    fn add(&mut self, byte: u8, begins_word: bool) {
        if self.len == Self::MAX_LEN {
            self.bytes.copy_within(1.., 0);
            self.starts >>= 1;
            self.len -= 1;
        }
        self.bytes[self.len] = byte;
        self.starts = self.starts & !(1 << self.len) | u64::from(begins_word) << self.len;
        self.len += 1;
    }
}

/// A name that the caller gives, without case and punctuation, and truncated as a [`FieldName`] is.
pub(super) fn folded(name: &str) -> Box<[u8]> {
    let bytes = name.bytes().filter(|byte| !matches!(byte, b'-' | b'_' | b'[' | b']' | b'.'));
    let bytes: Vec<u8> = bytes.map(|byte| byte.to_ascii_lowercase()).collect();
    bytes[bytes.len().saturating_sub(Part::MAX_LEN)..].into()
}
