//! A hash table from the first bytes of a text to the scheme of its URL.
//!
//! Where schemes are mixed, the processor cannot predict which scheme parses the next URL, and everything after that
//! waits for it. So this lookup depends on two loads only: the first eight bytes of the text, and a row, which is one
//! cache line. The name is compared together with its colon; nothing searches for the colon first.
//!
//! The table has the names that nearly every URL has: first those of built-in schemes, then others, and later those that
//! are loaded on first use, as far as there is room. [`NameIndex`](super::name_index::NameIndex) finds all names.

use super::{Entry, EntryIndex, Handle, Implementation};
use crate::registration::Grammar;
use crate::syntax::shape::LazyShape;
use crate::syntax::split::Key;
use crate::text::once::OnceLock;
use crate::text::prelude::*;

/// The number of bytes that select the row: enough to tell `http:` and `https` apart.
const SELECTING: usize = 5;

/// The number of rows for each name, so that few share one.
const ROWS_PER_NAME: usize = 4;

/// The largest number of rows: 64 KiB, of which only the rows of the schemes in use are in the caches.
const MAX_ROWS: usize = 1024;

/// The number of rows at least if entries are loaded on first use, since their names come later.
const ROWS_FOR_LAZY_NAMES: usize = 256;

/// The number of hash functions that are tried for each number of rows: a small table starts faster.
const MAX_TRIES: usize = 32;

/// Names by the first bytes of a text. Adding a name takes a lock, finding it does not.
pub(crate) struct PrefixIndex {
    rows: Box<[Row]>,
    hash: RowHash,
}

/// A cache line: a name, if it has one.
#[repr(align(64))]
struct Row(OnceLock<Name>);

/// Selects the row for the first bytes of a text, in lower case (Fibonacci hashing).
#[derive(Clone, Copy)]
struct RowHash {
    spread: u64,
    shift: u32,
}

/// A name with its colon, and the scheme that parses its URLs.
struct Name {
    /// The name in lower case and its colon, as far as eight bytes go; `mask` selects these bytes.
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
    /// Indexes names with their entries. `later` are names that [`PrefixIndex::add`] may add: they get rows of their own,
    /// as those of built-in schemes do.
    pub(super) fn new(names: &[(Key, EntryIndex, &Entry)], later: &[Key], has_lazy_names: bool) -> Self {
        let (mut apart, mut others) = (later.to_vec(), 0);
        for (name, _, entry) in names.iter().filter(|(name, ..)| is_indexed(*name)) {
            match entry.implementation {
                Implementation::Static => apart.push(*name),
                _ => others += 1,
            }
        }
        let least = if has_lazy_names { ROWS_FOR_LAZY_NAMES } else { 2 };
        let mut size = (ROWS_PER_NAME * (apart.len() + others)).next_power_of_two().clamp(least, MAX_ROWS);
        let mut hash = RowHash::find(size, &apart);
        while size < MAX_ROWS && hash.is_none() {
            size *= 2;
            hash = RowHash::find(size, &apart);
        }
        let hash = hash.unwrap_or(RowHash { spread: Key::SPREAD, shift: shift(size) });
        let index = Self { rows: (0..size).map(|_| Row(OnceLock::new())).collect(), hash };
        for is_builtin in [true, false] {
            for (name, entry_index, entry) in names {
                if (entry.implementation == Implementation::Static) == is_builtin {
                    index.add(*name, *entry_index, entry);
                }
            }
        }
        index
    }

    /// Adds a name, if it is short and its row is empty. Returns the scheme in its row.
    pub(super) fn add(&self, name: Key, index: EntryIndex, entry: &Entry) -> Option<&Prefixed> {
        if !is_indexed(name) {
            return None;
        }
        let row = self.rows.get(self.hash.row(Name::prefix(name).0))?;
        Some(&row.0.get_or_init(|| Name::new(name, index, entry)).scheme)
    }

    /// Returns the scheme of the name that a text begins with, followed by a colon.
    #[inline(always)]
    pub(super) fn find(&self, text: &[u8]) -> Option<&Prefixed> {
        let folded = folded(text)?;
        let name = self.rows.get(self.hash.row(folded))?.0.get()?;
        name.begins(text, folded).then_some(&name.scheme)
    }
}

/// Whether a name has a place in the table: after a shorter one, even two slashes do not fill the bytes that select the
/// row, and a longer one is not compared as a whole.
fn is_indexed(name: Key) -> bool {
    (2..=Key::HEAD).contains(&(name.len as usize))
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
    fn find(size: usize, names: &[Key]) -> Option<Self> {
        let spreads = (1..).step_by(2).map(|odd: u64| Key::SPREAD.wrapping_mul(odd));
        let mut hashes = spreads.take(MAX_TRIES).map(|spread| Self { spread, shift: shift(size) });
        hashes.find(|hash| {
            let mut taken = vec![false; size];
            names.iter().all(|name| !core::mem::replace(&mut taken[hash.row(Name::prefix(*name).0)], true))
        })
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the shift leaves as many bits as the table has")]
    fn row(self, folded: u64) -> usize {
        ((folded << (u64::BITS as usize - 8 * SELECTING)).wrapping_mul(self.spread) >> self.shift) as usize
    }
}

impl Name {
    fn new(name: Key, index: EntryIndex, entry: &Entry) -> Self {
        let (prefix, mask) = Self::prefix(name);
        #[expect(clippy::cast_possible_truncation, reason = "at most eight")]
        let colon = name.len as u8;
        Self { prefix: prefix & mask, mask, scheme: Prefixed::new(colon, index, entry) }
    }

    /// Whether a text, whose first bytes in lower case are these, begins with the name and a colon.
    #[inline(always)]
    fn begins(&self, text: &[u8], folded: u64) -> bool {
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
