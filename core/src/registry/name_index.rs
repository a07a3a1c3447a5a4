//! An immutable hash table from the names of schemes to their entries; lookups take no lock.
//!
//! The table uses open addressing, has a power of two of slots and is at most half full. A key holds the length and the
//! first eight bytes of a name, so that one comparison of integers decides most lookups. A lookup visits one or two
//! slots, even with many names that share a prefix.

use core::mem;
use core::ops::Range;

use super::{Entry, EntryIndex, Implementation};
use crate::syntax::options::Profile;
use crate::syntax::split::{self, Key};
use crate::text::order;
use crate::text::prelude::*;

/// Up to this many names, [`NameIndex::new`] searches for a table size without collisions, because a collision costs a
/// branch misprediction where schemes are mixed.
const COLLISION_FREE_MAX: usize = 64;

/// How often that search doubles the size.
const MAX_DOUBLINGS: u32 = 4;

/// An open-addressing hash table.
pub(super) struct NameIndex {
    slots: Box<[Row]>,
    shift: u32,
    /// The families of names, the longest beginning first.
    families: Vec<Family>,
    /// The subschemes, sorted by name.
    subschemes: Vec<(Box<str>, Entries)>,
}

/// All names with a beginning.
struct Family {
    /// `git+` of `git+*`
    stem: Box<str>,
    entries: Entries,
}

/// A name and its entries.
#[derive(Clone, Copy)]
struct Row {
    key: Key,
    entries: Entries,
}

/// The entries of a name.
#[derive(Clone, Copy)]
struct Entries {
    /// For [`Profile::Rfc1738`].
    rfc1738: EntryIndex,
    /// For [`Profile::Current`].
    current: EntryIndex,
}

impl Row {
    /// An empty slot: no name has this length.
    const EMPTY: Self = Self { key: Key { head: 0, len: u32::MAX }, entries: Entries::one(EntryIndex::GENERIC) };

    fn is_empty(&self) -> bool {
        self.key.len == Self::EMPTY.key.len
    }
}

impl Entries {
    /// The only version of a name.
    const fn one(index: EntryIndex) -> Self {
        Self { rfc1738: index, current: index }
    }

    /// The versions of a name, which have the indices from `first` on, in ascending order; `uri` is the index of the last
    /// one as a URI, if only its metadata is registered.
    fn from_versions(versions: &[Entry], first: usize, uri: Option<EntryIndex>) -> Self {
        let id = |n: usize| EntryIndex::new(first + n);
        let last = id(versions.len() - 1);
        let rfc1738 = versions.iter().rposition(|entry| entry.registration().rfc1738).map_or(last, id);
        Self { rfc1738, current: uri.unwrap_or(last) }
    }

    #[inline]
    fn of(self, profile: Profile) -> EntryIndex {
        match profile {
            Profile::Rfc1738 => self.rfc1738,
            Profile::Current => self.current,
        }
    }
}

impl NameIndex {
    /// Indexes the `listed` of the entries, which are sorted by name and ascending version. After them come the
    /// entries of facts as URIs, in the same order.
    pub(super) fn from_entries(entries: &[Entry], listed: Range<usize>) -> Self {
        let mut first = listed.start;
        let mut uris = listed.end..;
        let mut names = Vec::new();
        for versions in entries[listed].chunk_by(|a, b| a.name == b.name) {
            let facts = versions.iter().filter(|entry| entry.implementation == Implementation::Fact).count();
            let uri = uris.by_ref().take(facts).last();
            let is_fact = versions[versions.len() - 1].implementation == Implementation::Fact;
            let found = Entries::from_versions(versions, first, uri.filter(|_| is_fact).map(EntryIndex::new));
            names.push((&*versions[0].name, found));
            names.extend(versions[0].aliases().iter().map(|alias| (&**alias, found)));
            first += versions.len();
        }
        Self::new(names.len().max(entries.len()), names)
    }

    /// Indexes names that have one version each, with the ids 0, 1, …, and aliases with the ids of their names.
    pub(super) fn from_names(names: &[&str], aliases: &[(&str, usize)]) -> Self {
        let names = names.iter().enumerate().map(|(n, name)| (*name, n)).chain(aliases.iter().copied());
        let names: Vec<_> = names.map(|(name, n)| (name, Entries::one(EntryIndex::new(n)))).collect();
        Self::new(names.len(), names)
    }

    fn new(capacity: usize, names: Vec<(&str, Entries)>) -> Self {
        let (mut rows, mut families, mut subschemes) = (Vec::new(), Vec::new(), Vec::new());
        for (name, entries) in names {
            match (split::family_stem(name), Key::new(name)) {
                (Some(stem), _) => families.push(Family { stem: stem.into(), entries }),
                (None, Some(key)) => rows.push(Row { key, entries }),
                // The builder has checked the name.
                (None, None) => subschemes.push((name.into(), entries)),
            }
        }
        order::sort_by(&mut families, |one: &Family, other| other.stem.len().cmp(&one.stem.len()));
        debug_assert!(subschemes.is_sorted_by_key(|(name, _): &(Box<str>, _)| name.clone()), "they are given in order");
        let size = (2 * capacity).next_power_of_two().max(2);
        let candidates = (0..=MAX_DOUBLINGS).map(|n| Self::empty(size << n));
        let mut candidates = candidates.take_while(|_| rows.len() <= COLLISION_FREE_MAX);
        let mut index = candidates.find(|index| index.is_collision_free(&rows)).unwrap_or_else(|| Self::empty(size));
        for row in rows {
            index.insert(row);
        }
        Self { families, subschemes, ..index }
    }

    /// The keys of names of at most eight bytes, with the entries for a profile.
    pub(super) fn short_names(&self, profile: Profile) -> impl Iterator<Item = (Key, EntryIndex)> {
        let rows = self.slots.iter().filter(|row| row.key.len as usize <= Key::HEAD);
        rows.map(move |row| (row.key, row.entries.of(profile)))
    }

    fn empty(size: usize) -> Self {
        let (slots, shift) = (vec![Row::EMPTY; size].into(), 64 - size.trailing_zeros());
        Self { slots, shift, families: Vec::new(), subschemes: Vec::new() }
    }

    /// Whether no two rows share a first slot.
    fn is_collision_free(&self, rows: &[Row]) -> bool {
        let mut taken = vec![false; self.slots.len()];
        rows.iter().all(|row| !mem::replace(&mut taken[self.first_slot(row.key)], true))
    }

    fn insert(&mut self, row: Row) {
        let mut at = self.first_slot(row.key);
        while !self.slots[at].is_empty() {
            at = (at + 1) % self.slots.len();
        }
        self.slots[at] = row;
    }

    /// Fast path of [`NameIndex::find`]: visits only the first slot, for the key of a name of at most eight bytes.
    #[inline]
    pub(super) fn find_short(&self, key: Key, profile: Profile) -> Option<EntryIndex> {
        debug_assert!(key.len as usize <= Key::HEAD);
        let row = &self.slots[self.first_slot(key)];
        (row.key == key).then(|| row.entries.of(profile))
    }

    /// Returns the entry of the name with this key; `is` compares names that are longer than the key.
    pub(super) fn find(&self, key: Key, profile: Profile, is: impl Fn(EntryIndex) -> bool) -> Option<EntryIndex> {
        let mut at = self.first_slot(key);
        loop {
            let row = &self.slots[at];
            if row.is_empty() {
                return None;
            }
            if row.key == key && (key.len as usize <= Key::HEAD || is(row.entries.current)) {
                return Some(row.entries.of(profile));
            }
            at = (at + 1) % self.slots.len();
        }
    }

    /// Returns the entry of the subscheme that a name is, or of the family that it belongs to: the one with the longest
    /// beginning.
    pub(super) fn find_composed(&self, name: &str, profile: Profile) -> Option<EntryIndex> {
        if let Some((scheme, value)) = split::subscheme(name) {
            return self.find_subscheme(scheme, value, profile);
        }
        let has = |family: &&Family| split::is_in_family(name, &family.stem);
        self.families.iter().find(has).map(|family| family.entries.of(profile))
    }

    /// Returns the entry of the subscheme of a scheme for a value (both ASCII case-insensitive).
    pub(super) fn find_subscheme(&self, scheme: &str, value: &str, profile: Profile) -> Option<EntryIndex> {
        let wanted = scheme.bytes().chain([b':']).chain(value.bytes()).map(|byte| byte.to_ascii_lowercase());
        let found = self.subschemes.binary_search_by(|(name, _)| name.bytes().cmp(wanted.clone())).ok()?;
        Some(self.subschemes[found].1.of(profile))
    }

    /// The slot at which the search for a key begins.
    #[inline]
    fn first_slot(&self, key: Key) -> usize {
        let mixed = key.head.wrapping_mul(Key::SPREAD);
        #[expect(clippy::cast_possible_truncation, reason = "the shift leaves as many bits as the table has")]
        let slot = (mixed >> self.shift) as usize;
        slot
    }
}
