//! The frozen table: from a name's key to the entries that it stands for, in a few instructions and without a lock.
//!
//! Open addressing over a power of two of slots, at most half full. A key holds the first eight bytes of a name and
//! its length, so that nearly every name is decided by one comparison of two numbers. However many names there are, and
//! however alike they begin, a search looks at one or two slots.

use std::collections::HashSet;

use super::{Entry, EntryId};
use crate::syntax::options::Profile;
use crate::syntax::split::Key;

/// So many names get a table in which each is found at once, if there is one: what is next to be looked at nobody can predict
/// where schemes are mixed.
const COLLISION_FREE_MAX: usize = 64;

/// How often the table is doubled for that.
const MAX_DOUBLINGS: u32 = 4;

/// A frozen open-addressing table.
pub(super) struct NameIndex {
    slots: Box<[Row]>,
    shift: u32,
}

/// One name.
#[derive(Clone, Copy)]
struct Row {
    key: Key,
    /// The entry for [`Profile::Rfc1738`].
    rfc1738: EntryId,
    /// The entry for [`Profile::Current`].
    current: EntryId,
}

impl Row {
    /// No name: none is as long as this.
    const EMPTY: Self =
        Self { key: Key { head: 0, len: u32::MAX }, rfc1738: EntryId::GENERIC, current: EntryId::GENERIC };

    fn is_empty(&self) -> bool {
        self.key.len == Self::EMPTY.key.len
    }

    #[inline]
    fn entry(&self, profile: Profile) -> EntryId {
        match profile {
            Profile::Rfc1738 => self.rfc1738,
            Profile::Current => self.current,
        }
    }
}

impl NameIndex {
    /// The table of entries that are sorted by name and rising version, behind the generic one.
    pub(super) fn from_entries(entries: &[Entry]) -> Self {
        let mut at = 1;
        let names = entries[1..].chunk_by(|a, b| a.name == b.name);
        Self::of(
            entries.len(),
            names.map(|versions| {
                let names = IndexedName::of(versions, at);
                at += versions.len();
                names
            }),
        )
    }

    /// The table of at most `most` names.
    pub(super) fn of<'n>(most: usize, names: impl Iterator<Item = IndexedName<'n>>) -> Self {
        let rows: Vec<_> = names.map(|names| names.row()).collect();
        let size = (2 * most).next_power_of_two().max(2);
        let roomy = (0..=MAX_DOUBLINGS).map(|n| Self::empty(size << n));
        let mut roomy = roomy.take_while(|_| rows.len() <= COLLISION_FREE_MAX);
        let mut table = roomy.find(|table| table.is_collision_free(&rows)).unwrap_or_else(|| Self::empty(size));
        for row in rows {
            table.insert(row);
        }
        table
    }

    fn empty(size: usize) -> Self {
        Self { slots: vec![Row::EMPTY; size].into(), shift: 64 - size.trailing_zeros() }
    }

    /// Whether no two of the rows begin their search at one slot.
    fn is_collision_free(&self, rows: &[Row]) -> bool {
        let homes: HashSet<_> = rows.iter().map(|row| self.first_slot(row.key)).collect();
        homes.len() == rows.len()
    }

    fn insert(&mut self, row: Row) {
        let mut at = self.first_slot(row.key);
        while !self.slots[at].is_empty() {
            at = (at + 1) % self.slots.len();
        }
        self.slots[at] = row;
    }

    /// The entry of the name with this key, of at most eight bytes, if it is at home: nearly every one is.
    #[inline]
    pub(super) fn find_fast(&self, key: Key, profile: Profile) -> Option<EntryId> {
        debug_assert!(key.len as usize <= Key::HEAD);
        let row = &self.slots[self.first_slot(key)];
        (row.key == key).then(|| row.entry(profile))
    }

    /// The entry of the name with this key, wherever it is; `is` decides where names are longer than the key holds.
    pub(super) fn find(&self, key: Key, profile: Profile, is: impl Fn(EntryId) -> bool) -> Option<EntryId> {
        let mut at = self.first_slot(key);
        loop {
            let row = &self.slots[at];
            if row.is_empty() {
                return None;
            }
            if row.key == key && (key.len as usize <= Key::HEAD || is(row.current)) {
                return Some(row.entry(profile));
            }
            at = (at + 1) % self.slots.len();
        }
    }

    /// The slot where the search for a key begins.
    #[inline]
    fn first_slot(&self, key: Key) -> usize {
        let mixed = key.head.wrapping_mul(Key::SPREAD);
        #[expect(clippy::cast_possible_truncation, reason = "the shift leaves as many bits as the table has")]
        let home = (mixed >> self.shift) as usize;
        home
    }
}

/// A name, and the entries that it stands for.
pub(super) struct IndexedName<'n> {
    name: &'n str,
    rfc1738: EntryId,
    current: EntryId,
}

impl<'n> IndexedName<'n> {
    /// A name with one version.
    pub(super) fn new(name: &'n str, id: EntryId) -> Self {
        Self { name, rfc1738: id, current: id }
    }

    /// The name of versions that stand rising from the entry at `first`.
    fn of(versions: &'n [Entry], first: usize) -> Self {
        let id = |n: usize| EntryId::new(first + n);
        let current = id(versions.len() - 1);
        let rfc1738 = versions.iter().rposition(|entry| entry.registration().rfc1738).map_or(current, id);
        Self { name: &versions[0].name, rfc1738, current }
    }

    fn row(&self) -> Row {
        Row {
            key: Key::of(self.name).expect("the builder has checked the name"),
            rfc1738: self.rfc1738,
            current: self.current,
        }
    }
}
