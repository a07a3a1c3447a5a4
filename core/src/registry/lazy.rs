//! Entries that are loaded on first use: most programs use few of the registered names.

use super::name_index::NameIndex;
use super::{Entry, EntryIndex, Implementation, SnapshotId};
use crate::syntax::options::Profile;
use crate::syntax::split::Key;
use crate::text::once::OnceLock;
use crate::text::prelude::*;

/// A source of entries whose names are known in advance and which are loaded on first use: when an unregistered name is
/// looked up, or the current version of a name that RFC 1738 defines.
///
/// Its names must not be registered otherwise, or its versions must be newer.
///
/// ```
/// use anyurl_core::authors::{Fact, Origin, Status};
/// use anyurl_core::{Entry, Layer, Registry};
/// use anyurl_core::internal::LazySource;
///
/// struct Known;
///
/// impl LazySource for Known {
///     fn names(&self) -> &[&'static str] {
///         &["x-known"]
///     }
///
///     fn load(&self, _: usize) -> Entry {
///         let fact = Fact::new("x-known", Status::Experimental);
///         Entry::of_fact(fact, Layer::Public, Origin::from_crate("lab", "1", "registry.toml", 1))
///     }
/// }
///
/// let registry = Registry::builder().lazy(&Known).build();
/// assert!(registry.parse("x-known:a").unwrap().is_known());
/// ```
pub trait LazySource: Send + Sync {
    /// The names, in lower case, sorted, without duplicates.
    fn names(&self) -> &[&'static str];

    /// The aliases, in lower case, sorted, each with the place of its name among the names. The entry of that name has them.
    fn aliases(&self) -> &[(&'static str, usize)] {
        &[]
    }

    /// Returns the entry of the `n`-th name, without its aliases. It is not checked: the source has done that before.
    fn load(&self, n: usize) -> Entry;
}

/// Some of the entries, with consecutive indices.
type Chunk = Box<[OnceLock<Entry>; CHUNK_LEN]>;

const CHUNK_LEN: usize = 16;

/// The entries of a source. A trait, so that a registry without a source does not link what loads entries.
pub(super) trait LazyEntries: Send + Sync {
    fn source(&self) -> &'static dyn LazySource;

    /// The index of the entry of a name; that of a family or of a subscheme has no key.
    fn index_by_name(&self, key: Option<Key>, name: &str, profile: Profile) -> Option<EntryIndex>;

    /// The index of the subscheme of a scheme for a value.
    fn index_of_subscheme(&self, scheme: &str, value: &str, profile: Profile) -> Option<EntryIndex>;

    fn entry_at(&self, id: EntryIndex) -> &Entry;
}

/// The entries of a source that are loaded so far. Looking up a loaded entry takes no lock.
pub(super) struct LoadedEntries {
    source: &'static dyn LazySource,
    snapshot: SnapshotId,
    index: OnceLock<NameIndex>,
    /// The entries in the order of their names, then the facts among them as URIs, with gaps for the others. They are in
    /// chunks, since a program starts faster if it need not write to memory for entries that it does not use.
    loaded: OnceLock<Box<[OnceLock<Chunk>]>>,
}

impl LoadedEntries {
    pub(super) fn open(source: &'static dyn LazySource, snapshot: SnapshotId) -> Box<dyn LazyEntries> {
        Box::new(Self { source, snapshot, index: OnceLock::new(), loaded: OnceLock::new() })
    }

    fn index(&self) -> &NameIndex {
        self.index.get_or_init(|| NameIndex::from_names(self.source.names(), self.source.aliases()))
    }
}

impl LazyEntries for LoadedEntries {
    fn source(&self) -> &'static dyn LazySource {
        self.source
    }

    #[cold]
    fn index_by_name(&self, key: Option<Key>, name: &str, profile: Profile) -> Option<EntryIndex> {
        let (index, names, aliases) = (self.index(), self.source.names(), self.source.aliases());
        let is_alias = |n: usize| aliases.iter().any(|(alias, of)| *of == n && alias.eq_ignore_ascii_case(name));
        let is = |id: EntryIndex| names[id.position()].eq_ignore_ascii_case(name) || is_alias(id.position());
        let id = key.and_then(|key| index.find(key, profile, is));
        let id = id.or_else(|| index.find_composed(name, profile))?.into_lazy();
        let is_fact = || self.entry_at(id).implementation == Implementation::Fact;
        let is_uri = profile == Profile::Current && is_fact();
        Some(if is_uri { EntryIndex::new(names.len() + id.position()).into_lazy() } else { id })
    }

    #[cold]
    fn index_of_subscheme(&self, scheme: &str, value: &str, profile: Profile) -> Option<EntryIndex> {
        self.index().find_subscheme(scheme, value, profile).map(EntryIndex::into_lazy)
    }

    fn entry_at(&self, id: EntryIndex) -> &Entry {
        let entry = || match id.position().checked_sub(self.source.names().len()) {
            None => load(self.source, id.position()),
            Some(fact) => {
                let uri = self.entry_at(EntryIndex::new(fact).into_lazy()).as_uri();
                uri.expect("`find` returns this index for facts")
            }
        };
        let chunks = || {
            let count = (2 * self.source.names().len()).div_ceil(CHUNK_LEN);
            (0..count).map(|_| OnceLock::new()).collect()
        };
        let chunk = &self.loaded.get_or_init(chunks)[id.position() / CHUNK_LEN];
        let chunk = chunk.get_or_init(|| Box::new([const { OnceLock::new() }; CHUNK_LEN]));
        chunk[id.position() % CHUNK_LEN].get_or_init(|| entry().with_id(self.snapshot, id))
    }
}

/// The entry of a source with its aliases.
pub(super) fn load(source: &dyn LazySource, n: usize) -> Entry {
    let aliases = source.aliases().iter().filter(|(_, of)| *of == n);
    source.load(n).with_aliases(aliases.map(|(alias, _)| (*alias).into()).collect())
}
