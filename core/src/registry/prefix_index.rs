//! A hash table from the first bytes of a text to the scheme of its URL.
//!
//! Where schemes are mixed, the processor cannot predict which scheme parses the next URL, and everything after that
//! waits for it. So this lookup depends on two loads only: the first eight bytes of the text, and a row, which is one
//! cache line. The name is compared together with its colon; nothing searches for the colon first.
//!
//! The table has the names that nearly every URL has: those of built-in schemes first, then others as far as there is
//! room. [`NameIndex`](super::name_index::NameIndex) finds all names.

use std::sync::OnceLock;

use super::{Entry, EntryIndex, Handle, Implementation};
use crate::registration::Grammar;
use crate::syntax::shape::LazyShape;
use crate::syntax::split::Key;

/// The number of bytes that select the row: enough to tell `http:` and `https` apart.
const SELECTING: usize = 5;

/// The number of rows for each name, so that few share one.
const ROWS_PER_NAME: usize = 4;

/// The largest number of rows: 64 KiB, of which only the rows of the schemes in use are in the caches.
const MAX_ROWS: usize = 1024;

/// The number of hash functions that are tried for each number of rows: a small table starts faster.
const MAX_TRIES: usize = 32;

/// Names by the first bytes of a text.
pub(crate) struct PrefixIndex {
    rows: Box<[Row]>,
    hash: RowHash,
}

/// Selects the row for the first bytes of a text, in lower case (Fibonacci hashing).
#[derive(Clone, Copy)]
struct RowHash {
    spread: u64,
    shift: u32,
}

/// A name with its colon, and the scheme that parses its URLs.
#[repr(align(64))]
struct Row {
    /// The name in lower case and its colon, as far as eight bytes go; `mask` selects these bytes. No text has the
    /// prefix of an empty row.
    prefix: u64,
    mask: u64,
    scheme: Prefixed,
}

/// The scheme of a name.
pub(crate) struct Prefixed {
    pub(crate) handle: Handle,
    pub(crate) index: EntryIndex,
    /// The length of the name.
    pub(crate) colon: u8,
    pub(crate) grammar: Grammar,
    pub(crate) shape: LazyShape,
}

impl PrefixIndex {
    /// Indexes names with their entries.
    pub(super) fn new(names: impl Iterator<Item = (Key, EntryIndex)>, entries: &[Entry]) -> Self {
        // After a shorter name, even two slashes do not fill the bytes that select the row.
        let names = names.filter(|(name, _)| name.len >= 2);
        let (builtin, others): (Vec<_>, Vec<_>) =
            names.partition(|(_, index)| entries[index.position()].implementation == Implementation::Static);
        let mut size = (ROWS_PER_NAME * (builtin.len() + others.len())).next_power_of_two().clamp(2, MAX_ROWS);
        let mut hash = RowHash::find(size, &builtin);
        while size < MAX_ROWS && hash.is_none() {
            size *= 2;
            hash = RowHash::find(size, &builtin);
        }
        let hash = hash.unwrap_or(RowHash { spread: Key::SPREAD, shift: shift(size) });
        let mut index = Self::empty(size, hash, &entries[EntryIndex::GENERIC.position()]);
        for (name, entry) in builtin.into_iter().chain(others) {
            index.insert(name, entry, &entries[entry.position()]);
        }
        index
    }

    fn empty(size: usize, hash: RowHash, generic: &Entry) -> Self {
        let row = || Row { prefix: 1, mask: 0, scheme: Prefixed::new(0, EntryIndex::GENERIC, generic) };
        Self { rows: (0..size).map(|_| row()).collect(), hash }
    }

    /// Adds a name, if its row is empty.
    fn insert(&mut self, name: Key, index: EntryIndex, entry: &Entry) {
        let (prefix, _) = Row::prefix(name);
        let row = &mut self.rows[self.hash.row(prefix)];
        if row.mask == 0 {
            *row = Row::new(name, index, entry);
        }
    }

    /// Returns the scheme of the name that a text begins with, followed by a colon.
    #[inline(always)]
    pub(super) fn find(&self, text: &[u8]) -> Option<&Prefixed> {
        let folded = folded(text)?;
        let row = self.rows.get(self.hash.row(folded))?;
        row.is_name_of(text, folded).then_some(&row.scheme)
    }
}

/// A [`PrefixIndex`] of entries that are loaded on first use; a name is added when a text has had it.
pub(super) struct LoadedPrefixes(OnceLock<Box<[OnceLock<Row>; LoadedPrefixes::ROWS]>>);

impl LoadedPrefixes {
    /// The number of rows: few programs use more than some schemes that are loaded.
    const ROWS: usize = 64;

    /// The number of bytes that select the row: no name is shorter with its colon.
    const SELECTING: usize = 3;

    pub(super) fn new() -> Self {
        Self(OnceLock::new())
    }

    fn place(folded: u64) -> usize {
        let selecting = folded << (u64::BITS as usize - 8 * Self::SELECTING);
        let row = selecting.wrapping_mul(Key::SPREAD) >> shift(Self::ROWS);
        #[expect(clippy::cast_possible_truncation, reason = "the shift leaves as many bits as there are rows")]
        {
            row as usize
        }
    }

    /// Adds a name, if it is short and its row is empty.
    pub(super) fn add(&self, name: Key, index: EntryIndex, entry: &Entry) {
        if (2..=Key::HEAD).contains(&(name.len as usize)) {
            let (prefix, _) = Row::prefix(name);
            let rows = self.0.get_or_init(|| Box::new([const { OnceLock::new() }; Self::ROWS]));
            rows[Self::place(prefix)].get_or_init(|| {
                let row = Row::new(name, index, entry);
                // A URL of the scheme is being parsed, so that this computes nothing that would not be needed.
                row.scheme.shape.learn(|| entry.scheme().shape());
                row
            });
        }
    }

    /// Returns the scheme of the name that a text begins with, followed by a colon.
    #[inline]
    pub(super) fn find(&self, text: &[u8]) -> Option<&Prefixed> {
        let folded = folded(text)?;
        let row = self.0.get()?[Self::place(folded)].get()?;
        row.is_name_of(text, folded).then_some(&row.scheme)
    }
}

/// The first eight bytes of a text in lower case.
///
/// Sets the bit that makes letters lower case and that digits, `+`, `-`, `.`, `:` and `/` have already; no other byte
/// becomes one of these.
#[inline(always)]
fn folded(text: &[u8]) -> Option<u64> {
    let head = u64::from_le_bytes(*text.first_chunk()?);
    Some(head | (head & u64::from_ne_bytes([0x40; 8])) >> 1)
}

/// The shift that leaves as many bits as a table of this size, a power of two, has.
const fn shift(size: usize) -> u32 {
    u64::BITS - size.trailing_zeros()
}

impl RowHash {
    /// A hash function for a table of this size by which all names have rows of their own.
    fn find(size: usize, names: &[(Key, EntryIndex)]) -> Option<Self> {
        let spreads = (1..).step_by(2).map(|odd: u64| Key::SPREAD.wrapping_mul(odd));
        let mut hashes = spreads.take(MAX_TRIES).map(|spread| Self { spread, shift: shift(size) });
        hashes.find(|hash| {
            let mut taken = vec![false; size];
            names.iter().all(|(name, _)| !std::mem::replace(&mut taken[hash.row(Row::prefix(*name).0)], true))
        })
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the shift leaves as many bits as the table has")]
    fn row(self, folded: u64) -> usize {
        ((folded << (u64::BITS as usize - 8 * SELECTING)).wrapping_mul(self.spread) >> self.shift) as usize
    }
}

impl Row {
    fn new(name: Key, index: EntryIndex, entry: &Entry) -> Self {
        let (prefix, mask) = Self::prefix(name);
        #[expect(clippy::cast_possible_truncation, reason = "at most eight")]
        let colon = name.len as u8;
        Self { prefix: prefix & mask, mask, scheme: Prefixed::new(colon, index, entry) }
    }

    /// Whether a text, whose first bytes in lower case are these, begins with the name and a colon.
    #[inline(always)]
    fn is_name_of(&self, text: &[u8], folded: u64) -> bool {
        folded & self.mask == self.prefix && text.get(usize::from(self.scheme.colon)) == Some(&b':')
    }

    /// The first bytes of a URL with this name, and the mask that selects the name and its colon.
    fn prefix(name: Key) -> (u64, u64) {
        let len = name.len as usize;
        let (mut prefix, mut mask) = (name.head.to_le_bytes(), [0; 8]);
        // Where a name is shorter than what selects the row, this expects slashes after it.
        for (byte, following) in prefix[len..].iter_mut().zip(*b"://") {
            *byte = following;
        }
        mask[..Key::HEAD.min(len + 1)].fill(0xFF);
        (u64::from_le_bytes(prefix), u64::from_le_bytes(mask))
    }
}

impl Prefixed {
    fn new(colon: u8, index: EntryIndex, entry: &Entry) -> Self {
        Self { handle: entry.handle.clone(), index, colon, grammar: entry.grammar, shape: LazyShape::new() }
    }
}
