//! Entries that are loaded on first use: most programs use few of the registered names.

use std::fmt;
use std::sync::OnceLock;

use super::builder::RegistryBuilder;
use super::name_index::NameIndex;
use super::{Entry, EntryId};
use crate::syntax::options::Profile;
use crate::syntax::split::Key;

/// A source of entries whose names are known in advance and which are loaded on first use.
///
/// ```
/// use locator_core::registry::{Fact, Layer, Origin, RegistryBuilder, LazySource};
/// use locator_core::registration::{List, Status};
/// use locator_core::Registry;
///
/// struct Known;
///
/// impl LazySource for Known {
///     fn names(&self) -> &[&'static str] {
///         &["x-known"]
///     }
///
///     fn load(&self, _: usize) -> RegistryBuilder {
///         let fact = Fact {
///             name: "x-known".into(),
///             status: Status::Experimental,
///             description: "known by name".into(),
///             default_port: None,
///             references: List::Borrowed(&[]),
///         };
///         let origin = Origin::from_crate("lab", "1", "registry.toml", 1);
///         Registry::builder().add_fact(fact, Layer::Public, origin).expect("the name is new")
///     }
/// }
///
/// let registry = Registry::builder().lazy(&Known).build();
/// assert!(registry.parse("x-known:a").unwrap().is_known());
/// ```
pub trait LazySource: Send + Sync {
    /// The names, in lower case, sorted, without duplicates.
    fn names(&self) -> &[&'static str];

    /// Returns a builder with the entry of the `n`-th name, and nothing else.
    fn load(&self, n: usize) -> RegistryBuilder;
}

/// The entries of a source that are loaded so far. Looking up a loaded entry takes no lock.
pub(super) struct LazyEntries {
    pub(super) source: &'static dyn LazySource,
    index: OnceLock<NameIndex>,
    loaded: Box<[OnceLock<Entry>]>,
}

impl LazyEntries {
    pub(super) fn new(source: &'static dyn LazySource) -> Self {
        Self { source, index: OnceLock::new(), loaded: source.names().iter().map(|_| OnceLock::new()).collect() }
    }

    /// The entry of a name.
    #[cold]
    pub(super) fn find(&self, key: Key, name: &str, profile: Profile) -> Option<EntryId> {
        let names = self.source.names();
        let index = self.index.get_or_init(|| NameIndex::from_names(names));
        let is = |id: EntryId| names[id.index()].eq_ignore_ascii_case(name);
        index.find(key, profile, is).map(EntryId::into_lazy)
    }

    /// The entry of a name in any case.
    pub(super) fn named(&self, name: &str) -> Option<&Entry> {
        let id = self.find(Key::new(name)?, name, Profile::Current)?;
        Some(self.entry(id))
    }

    pub(super) fn entry(&self, id: EntryId) -> &Entry {
        self.loaded[id.index()].get_or_init(|| {
            let mut entries = self.source.load(id.index()).into_entries();
            let entry = entries.pop().filter(|_| entries.is_empty());
            entry.expect("a source has one entry for each of its names")
        })
    }

    /// Loads and returns all entries.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        (0..self.loaded.len()).map(|at| self.entry(EntryId::new(at)))
    }

    /// The id of a loaded entry.
    pub(super) fn id_of(&self, entry: &Entry) -> Option<EntryId> {
        let is = |loaded: &OnceLock<Entry>| loaded.get().is_some_and(|own| std::ptr::eq(own, entry));
        let index = self.loaded.iter().position(is)?;
        Some(EntryId::new(index).into_lazy())
    }
}

impl fmt::Debug for LazyEntries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let loaded = self.loaded.iter().filter(|loaded| loaded.get().is_some());
        write!(f, "{} of {} loaded", loaded.count(), self.loaded.len())
    }
}
