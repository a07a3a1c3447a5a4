//! Entries that are made when somebody asks for them: most programs use a few names of the many that are registered.

use std::fmt;
use std::sync::OnceLock;

use super::builder::RegistryBuilder;
use super::table::{Names, Table};
use super::{Entry, EntryId};
use crate::options::Profile;
use crate::split::Key;

/// Names that are known, and entries that are made when they are asked for.
///
/// ```
/// use locator_core::registry::{Fact, Layer, Origin, RegistryBuilder, Shelf};
/// use locator_core::registration::{List, Status};
/// use locator_core::Registry;
///
/// struct Known;
///
/// impl Shelf for Known {
///     fn names(&self) -> &[&'static str] {
///         &["x-known"]
///     }
///
///     fn take(&self, _: usize) -> RegistryBuilder {
///         let fact = Fact {
///             name: "x-known".into(),
///             status: Status::Experimental,
///             description: "known by name".into(),
///             default_port: None,
///             references: List::Borrowed(&[]),
///         };
///         let origin = Origin::of_crate("lab", "1", "registry.toml", 1);
///         Registry::builder().add_fact(fact, Layer::Public, origin).expect("the name is new")
///     }
/// }
///
/// let registry = Registry::builder().later(&Known).build();
/// assert!(registry.parse("x-known:a").unwrap().is_known());
/// ```
pub trait Shelf: Send + Sync {
    /// The names, in lower case, rising, each once.
    fn names(&self) -> &[&'static str];

    /// A builder with the entry of the `n`-th name, and nothing else.
    fn take(&self, n: usize) -> RegistryBuilder;
}

/// What has been taken from a shelf. Where an entry was asked for before, the answer takes no lock.
pub(super) struct Later {
    pub(super) shelf: &'static dyn Shelf,
    table: OnceLock<Table>,
    taken: Box<[OnceLock<Entry>]>,
}

impl Later {
    pub(super) fn new(shelf: &'static dyn Shelf) -> Self {
        Self { shelf, table: OnceLock::new(), taken: shelf.names().iter().map(|_| OnceLock::new()).collect() }
    }

    /// The entry of a name.
    #[cold]
    pub(super) fn find(&self, key: Key, name: &str, profile: Profile) -> Option<EntryId> {
        let names = self.shelf.names();
        let table = self.table.get_or_init(|| {
            let rows = names.iter().zip(0..);
            let rows = rows.map(|(name, at)| Names::one(name, EntryId::at(at)));
            Table::of(names.len(), rows)
        });
        let is = |id: EntryId| names[id.place()].eq_ignore_ascii_case(name);
        table.find(key, profile, is).map(EntryId::later)
    }

    /// The entry of a name in any case.
    pub(super) fn named(&self, name: &str) -> Option<&Entry> {
        let id = self.find(Key::of(name)?, name, Profile::Current)?;
        Some(self.entry(id))
    }

    pub(super) fn entry(&self, id: EntryId) -> &Entry {
        self.taken[id.place()].get_or_init(|| {
            let mut entries = self.shelf.take(id.place()).into_entries();
            let entry = entries.pop().filter(|_| entries.is_empty());
            entry.expect("a shelf has one entry for each of its names")
        })
    }

    /// All of them.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        (0..self.taken.len()).map(|at| self.entry(EntryId::at(at)))
    }

    /// The place of an entry that was taken.
    pub(super) fn id_of(&self, entry: &Entry) -> Option<EntryId> {
        let is = |taken: &OnceLock<Entry>| taken.get().is_some_and(|own| std::ptr::eq(own, entry));
        let place = self.taken.iter().position(is)?;
        Some(EntryId::at(place).later())
    }
}

impl fmt::Debug for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let taken = self.taken.iter().filter(|taken| taken.get().is_some());
        write!(f, "{} of {} taken", taken.count(), self.taken.len())
    }
}
