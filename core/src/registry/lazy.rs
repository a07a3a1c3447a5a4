//! Entries that are made when somebody asks for them: most programs use a few names of the many that are registered.

use std::fmt;
use std::sync::OnceLock;

use super::builder::RegistryBuilder;
use super::name_index::{IndexedName, NameIndex};
use super::{Entry, EntryId};
use crate::syntax::options::Profile;
use crate::syntax::split::Key;

/// IndexedName that are known, and entries that are made when they are asked for.
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
    /// The names, in lower case, rising, each once.
    fn names(&self) -> &[&'static str];

    /// A builder with the entry of the `n`-th name, and nothing else.
    fn load(&self, n: usize) -> RegistryBuilder;
}

/// What has been taken from a source. Where an entry was asked for before, the answer takes no lock.
pub(super) struct LazyEntries {
    pub(super) source: &'static dyn LazySource,
    table: OnceLock<NameIndex>,
    loaded: Box<[OnceLock<Entry>]>,
}

impl LazyEntries {
    pub(super) fn new(source: &'static dyn LazySource) -> Self {
        Self { source, table: OnceLock::new(), loaded: source.names().iter().map(|_| OnceLock::new()).collect() }
    }

    /// The entry of a name.
    #[cold]
    pub(super) fn find(&self, key: Key, name: &str, profile: Profile) -> Option<EntryId> {
        let names = self.source.names();
        let table = self.table.get_or_init(|| {
            let rows = names.iter().zip(0..);
            let rows = rows.map(|(name, at)| IndexedName::new(name, EntryId::new(at)));
            NameIndex::of(names.len(), rows)
        });
        let is = |id: EntryId| names[id.index()].eq_ignore_ascii_case(name);
        table.find(key, profile, is).map(EntryId::into_lazy)
    }

    /// The entry of a name in any case.
    pub(super) fn named(&self, name: &str) -> Option<&Entry> {
        let id = self.find(Key::of(name)?, name, Profile::Current)?;
        Some(self.entry(id))
    }

    pub(super) fn entry(&self, id: EntryId) -> &Entry {
        self.loaded[id.index()].get_or_init(|| {
            let mut entries = self.source.load(id.index()).into_entries();
            let entry = entries.pop().filter(|_| entries.is_empty());
            entry.expect("a source has one entry for each of its names")
        })
    }

    /// All of them.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        (0..self.loaded.len()).map(|at| self.entry(EntryId::new(at)))
    }

    /// The place of an entry that was taken.
    pub(super) fn id_of(&self, entry: &Entry) -> Option<EntryId> {
        let is = |loaded: &OnceLock<Entry>| loaded.get().is_some_and(|own| std::ptr::eq(own, entry));
        let place = self.loaded.iter().position(is)?;
        Some(EntryId::new(place).into_lazy())
    }
}

impl fmt::Debug for LazyEntries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let loaded = self.loaded.iter().filter(|loaded| loaded.get().is_some());
        write!(f, "{} of {} loaded", loaded.count(), self.loaded.len())
    }
}
