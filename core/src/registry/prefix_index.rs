//! A hash table from the first bytes of a text to the scheme of its URL.
//!
//! Where schemes are mixed, the processor cannot predict which scheme parses the next URL, and everything after that
//! waits for it. So this lookup depends on two loads only: the first eight bytes of the text, and a row, which is one
//! cache line. The name is compared together with its colon; nothing searches for the colon first.
//!
//! The table has the names that nearly every URL has: those of built-in schemes first, then others as far as there is
//! room. [`NameIndex`](super::name_index::NameIndex) finds all names.

use super::{Entry, EntryIndex, Handle, Implementation};
use crate::registration::Grammar;
use crate::syntax::shape::Shape;
use crate::syntax::split::Key;

/// The number of bytes that select the row: enough to tell `http:` and `https` apart.
const SELECTING: usize = 5;

/// The number of rows for each name, so that few share one.
const ROWS_PER_NAME: usize = 4;

/// The largest number of rows: 64 KiB, of which only the rows of the schemes in use are in the caches.
const MAX_ROWS: usize = 1024;

/// Names by the first bytes of a text.
pub(crate) struct PrefixIndex {
    rows: Box<[Row]>,
    shift: u32,
}

/// A name with its colon, and the scheme that parses its URLs.
#[derive(Clone)]
#[repr(align(64))]
struct Row {
    /// The name in lower case and its colon, as far as eight bytes go; `mask` selects these bytes. No text has the
    /// prefix of an empty row.
    prefix: u64,
    mask: u64,
    scheme: Prefixed,
}

/// The scheme of a name.
#[derive(Clone)]
pub(crate) struct Prefixed {
    pub(crate) handle: Handle,
    pub(crate) index: EntryIndex,
    /// The length of the name.
    pub(crate) colon: u8,
    pub(crate) grammar: Grammar,
    pub(crate) shape: Option<Shape>,
}

impl PrefixIndex {
    /// Indexes names with the entries for [`Profile::Rfc1738`](crate::Profile::Rfc1738).
    pub(super) fn new(names: impl Iterator<Item = (Key, EntryIndex)>, entries: &[Entry]) -> Self {
        // After a shorter name, even two slashes do not fill the bytes that select the row.
        let names = names.filter(|(name, _)| name.len >= 2);
        let (builtin, others): (Vec<_>, Vec<_>) =
            names.partition(|(_, index)| entries[index.position()].implementation == Implementation::Static);
        let mut size = (ROWS_PER_NAME * (builtin.len() + others.len())).next_power_of_two().clamp(2, MAX_ROWS);
        while size < MAX_ROWS && !Self::has_room(size, &builtin) {
            size *= 2;
        }
        let mut index = Self::empty(size, &entries[EntryIndex::GENERIC.position()]);
        for (name, entry) in builtin.into_iter().chain(others) {
            index.insert(name, entry, &entries[entry.position()]);
        }
        index
    }

    fn empty(size: usize, generic: &Entry) -> Self {
        let row = Row { prefix: 1, mask: 0, scheme: Prefixed::new(0, EntryIndex::GENERIC, generic) };
        Self { rows: vec![row; size].into(), shift: shift(size) }
    }

    /// Whether all names have rows of their own in a table of this size.
    fn has_room(size: usize, names: &[(Key, EntryIndex)]) -> bool {
        let mut taken = vec![false; size];
        names.iter().all(|(name, _)| !std::mem::replace(&mut taken[row(Row::prefix(*name).0, shift(size))], true))
    }

    /// Adds a name, if its row is empty.
    fn insert(&mut self, name: Key, index: EntryIndex, entry: &Entry) {
        let (prefix, mask) = Row::prefix(name);
        let row = &mut self.rows[row(prefix, self.shift)];
        if row.mask == 0 {
            #[expect(clippy::cast_possible_truncation, reason = "at most eight")]
            let colon = name.len as u8;
            *row = Row { prefix: prefix & mask, mask, scheme: Prefixed::new(colon, index, entry) };
        }
    }

    /// Returns the scheme of the name that a text begins with, followed by a colon.
    #[inline(always)]
    pub(super) fn find(&self, text: &[u8]) -> Option<&Prefixed> {
        let row = &self.rows[self.find_row(text)?];
        Some(&row.scheme)
    }

    /// Returns the row of the name that a text begins with, followed by a colon.
    #[inline(always)]
    pub(crate) fn find_row(&self, text: &[u8]) -> Option<usize> {
        let head = u64::from_le_bytes(*text.first_chunk()?);
        // Sets the bit that makes letters lower case and that digits, `+`, `-`, `.`, `:` and `/` have already; no other
        // byte becomes one of these.
        let folded = head | (head & u64::from_ne_bytes([0x40; 8])) >> 1;
        let place = row(folded, self.shift);
        let row = self.rows.get(place)?;
        let is_name = folded & row.mask == row.prefix && text.get(usize::from(row.scheme.colon)) == Some(&b':');
        is_name.then_some(place)
    }

    /// The number of rows.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The scheme of a row that was found.
    #[inline]
    pub(crate) fn at(&self, row: usize) -> &Prefixed {
        &self.rows[row].scheme
    }
}

/// The shift that leaves as many bits as a table of this size, a power of two, has.
const fn shift(size: usize) -> u32 {
    u64::BITS - size.trailing_zeros()
}

/// The row for the first bytes of a text, in lower case (Fibonacci hashing).
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the shift leaves as many bits as the table has")]
fn row(folded: u64, shift: u32) -> usize {
    ((folded << (u64::BITS as usize - 8 * SELECTING)).wrapping_mul(Key::SPREAD) >> shift) as usize
}

impl Row {
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
        Self { handle: entry.handle.clone(), index, colon, grammar: entry.grammar, shape: entry.scheme().shape() }
    }
}
