//! [`EntryMap`]: values by entry, found without comparing names.

use super::entry::{EntryId, EntryIndex, SnapshotId};
use crate::text::prelude::*;

/// A map from entries of registries to values, such as counters; a lookup takes an index, and compares no name.
///
/// Values of several registries do not mix: an entry of a registry that was derived from another one has an id of its own.
/// [`SchemeMap`](crate::SchemeMap) instead finds values by name and version, in any registry.
///
/// ```
/// use anyurl_core::EntryMap;
/// use anyurl_core::{Profile, Registry};
///
/// let registry = Registry::builder().build();
/// let mut counts = EntryMap::<u64>::new();
/// for text in ["x-foo:a", "x-foo:b"] {
///     *counts.get_or_default(registry.parse(text)?.entry_id()) += 1;
/// }
/// assert_eq!(counts.get(registry.generic(Profile::Current).id()), Some(&2));
/// assert_eq!(counts.get(registry.to_builder().build().generic(Profile::Current).id()), None);
/// # Ok::<(), anyurl_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct EntryMap<T> {
    /// One element for each registry; most maps have one.
    registries: Vec<Values<T>>,
}

/// The values of one registry.
#[derive(Clone, Debug)]
struct Values<T> {
    snapshot: SnapshotId,
    table: Vec<Option<T>>,
    lazy: Vec<Option<T>>,
}

impl<T> Default for EntryMap<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> EntryMap<T> {
    /// Creates an empty map.
    pub const fn new() -> Self {
        Self { registries: Vec::new() }
    }

    /// Returns the value of an entry.
    #[inline]
    pub fn get(&self, id: EntryId) -> Option<&T> {
        let (values, index) =
            self.registries.iter().find_map(|values| Some((values, id.index_in(values.snapshot)?)))?;
        let values = if index.is_lazy() { &values.lazy } else { &values.table };
        values.get(index.position())?.as_ref()
    }

    /// Returns the value of an entry, to change it.
    #[inline]
    pub fn get_mut(&mut self, id: EntryId) -> Option<&mut T> {
        let mut registries = self.registries.iter_mut();
        let (values, index) = registries.find_map(|values| {
            let index = id.index_in(values.snapshot)?;
            Some((values, index))
        })?;
        values.side(index).get_mut(index.position())?.as_mut()
    }

    /// Sets the value of an entry, and returns the one before.
    pub fn insert(&mut self, id: EntryId, value: T) -> Option<T> {
        self.slot(id).replace(value)
    }

    /// Returns the value of an entry, which is the default value if it has none.
    #[inline]
    pub fn get_or_default(&mut self, id: EntryId) -> &mut T
    where
        T: Default,
    {
        self.slot(id).get_or_insert_with(T::default)
    }

    /// Returns the entries that have a value, by registry in the order of first use; lazily loaded entries are last.
    pub fn iter(&self) -> impl Iterator<Item = (EntryId, &T)> {
        self.registries.iter().flat_map(|values| {
            let table = values.table.iter().enumerate().map(|(n, value)| (EntryIndex::new(n), value));
            let lazy = values.lazy.iter().enumerate().map(|(n, value)| (EntryIndex::new(n).into_lazy(), value));
            table.chain(lazy).filter_map(|(index, value)| Some((EntryId::new(values.snapshot, index), value.as_ref()?)))
        })
    }

    /// The place of an entry's value, created if absent.
    #[inline]
    fn slot(&mut self, id: EntryId) -> &mut Option<T> {
        let known = self.registries.iter().position(|values| id.index_in(values.snapshot).is_some());
        let registry = known.unwrap_or_else(|| self.add_registry(id.snapshot()));
        let (side, position) = (self.registries[registry].side(id.index()), id.index().position());
        if side.len() <= position {
            side.resize_with(position + 1, || None);
        }
        &mut side[position]
    }

    #[cold]
    fn add_registry(&mut self, snapshot: SnapshotId) -> usize {
        self.registries.push(Values { snapshot, table: Vec::new(), lazy: Vec::new() });
        self.registries.len() - 1
    }
}

impl<T> Values<T> {
    #[inline]
    fn side(&mut self, index: EntryIndex) -> &mut Vec<Option<T>> {
        if index.is_lazy() { &mut self.lazy } else { &mut self.table }
    }
}
