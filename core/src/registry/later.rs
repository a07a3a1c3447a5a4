//! Entries that are loaded when a name is asked for that no other entry has: most programs never pay for them.

use std::fmt;
use std::sync::OnceLock;

use super::builder::RegistryBuilder;
use super::table::Table;
use super::{Entry, EntryId};
use crate::options::Profile;
use crate::split::Key;

/// How such entries are made.
pub type Load = fn() -> RegistryBuilder;

/// Entries that are loaded at the first question about one of them. Asked again, the answer takes no lock.
pub(super) struct Later {
    pub(super) load: Load,
    loaded: OnceLock<Loaded>,
}

struct Loaded {
    /// The generic syntax first, as in every table, then sorted by name and rising version.
    entries: Box<[Entry]>,
    table: Table,
}

impl Later {
    pub(super) const fn new(load: Load) -> Self {
        Self {
            load,
            loaded: OnceLock::new(),
        }
    }

    fn loaded(&self) -> &Loaded {
        self.loaded.get_or_init(|| {
            let entries = (self.load)().into_entries();
            let entries = super::sorted(entries);
            let table = Table::freeze(&entries);
            Loaded {
                entries: entries.into(),
                table,
            }
        })
    }

    #[cold]
    pub(super) fn find(&self, key: Key, name: &str, profile: Profile) -> Option<EntryId> {
        let Loaded { entries, table } = self.loaded();
        let is = |id: EntryId| entries[id.place()].name.eq_ignore_ascii_case(name);
        table.find(key, profile, is).map(EntryId::later)
    }

    pub(super) fn entry(&self, id: EntryId) -> &Entry {
        &self.loaded().entries[id.place()]
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.loaded().entries[1..]
    }
}

impl fmt::Debug for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.loaded.get().is_some() {
            "loaded"
        } else {
            "not loaded yet"
        })
    }
}
