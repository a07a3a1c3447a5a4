//! The registry: an immutable map from names to schemes.
//!
//! A [`Registry`] is a snapshot, cheap to clone and safe to share between threads. A [`RegistryBuilder`] creates one.
//! `registry.to_builder().remove("x-foo")` derives another; values parsed with the first registry keep their meaning.

mod builder;
mod discovery;
mod entry;
mod entry_map;
mod layer;
mod lazy;
mod name_index;
mod prefix_index;
mod secrets;
mod validate;

use alloc::sync::Arc;
use core::fmt;
use core::ops::Range;

use semver::{Version, VersionReq};

use crate::diagnostics::secrets::Rules;
pub use crate::scheme::generic::Fact;
use crate::simd::Backend;
use crate::syntax::options::{Options, Profile};
use crate::syntax::split::{self, Key};
use crate::text::once::OnceLock;
use crate::text::prelude::*;
use crate::text::{did_you_mean, order};

use builder::Lazy;
pub use builder::{Conflict, RegistryBuilder};
pub use discovery::{Origin, Submission};
pub use entry::{Entry, EntryId, Handle, Implementation};
pub(crate) use entry::{EntryIndex, SnapshotId};
pub use entry_map::EntryMap;
pub use layer::Layer;
use lazy::LazyEntries;
pub use lazy::LazySource;
use name_index::NameIndex;
pub(crate) use prefix_index::{PrefixIndex, Prefixed};
pub use validate::{RESERVED_NAMES, RegisterError, RegistrationNote};

/// An immutable map from names to schemes.
///
/// ```
/// use anyurl_core::Registry;
///
/// // Without any scheme every URL is parsed with the generic syntax.
/// let registry = Registry::builder().build();
/// let url = registry.parse("nfs://server/d")?;
/// assert_eq!((url.host(), url.path()), (Some("server"), "/d"));
/// # Ok::<(), anyurl_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Registry {
    snapshot: Arc<Snapshot>,
    settings: Settings,
}

/// What a registry has besides its entries, and passes on to every registry that is derived from it.
#[derive(Clone, Default)]
struct Settings {
    /// The default options of [`Registry::parse`], [`Registry::parser`] and [`Registry::build`].
    options: Options,
    /// The rules that [`Registry::with_secrets`] has set.
    secrets: Option<Arc<Rules>>,
}

struct Snapshot {
    id: SnapshotId,
    /// The generic syntaxes first; then those in `listed`, sorted by name and ascending version; then the facts among
    /// these, as URIs.
    entries: Box<[Entry]>,
    listed: Range<usize>,
    index: NameIndex,
    /// For [`Profile::Current`].
    prefixes: PrefixIndex,
    /// For [`Profile::Rfc1738`]; made when the first URL is parsed in that profile.
    rfc1738_prefixes: OnceLock<PrefixIndex>,
    /// Made when they are first read.
    notes: OnceLock<Vec<RegistrationNote>>,
    /// The SIMD implementation for this processor.
    backend: Backend,
    /// Entries that are loaded when their names are first looked up.
    lazy: Option<Box<dyn LazyEntries>>,
}

impl Registry {
    /// Returns an empty builder.
    pub fn builder() -> RegistryBuilder {
        RegistryBuilder::new()
    }

    /// Returns this registry with other default options, for [`Registry::parse`], [`Registry::parser`] and
    /// [`Registry::build`]. The entries are shared, not copied.
    ///
    /// ```
    /// use anyurl_core::{Options, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// assert_eq!(registry.parse("x-foo:a#b")?.fragment(), Some("b"));
    /// let rfc1738 = registry.with_options(Options::new().rfc1738());
    /// assert!(rfc1738.parse("x-foo:a#b").is_err());
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    #[must_use]
    pub fn with_options(&self, options: Options) -> Self {
        let settings = Settings { options, ..self.settings.clone() };
        Self { snapshot: self.snapshot.clone(), settings }
    }

    /// The default options.
    #[inline]
    pub const fn options(&self) -> Options {
        self.settings.options
    }

    /// Returns a builder with all entries of this registry, its default options and its rules for secrets.
    ///
    /// ```
    /// use anyurl_core::{Options, Registry};
    ///
    /// let registry = Registry::builder().options(Options::new().rfc1738()).build();
    /// let derived = registry.to_builder().refuse("x-old", "use x-new")?.build();
    /// assert_eq!(derived.options(), Options::new().rfc1738());
    /// # Ok::<(), anyurl_core::RegisterError>(())
    /// ```
    pub fn to_builder(&self) -> RegistryBuilder {
        RegistryBuilder::with(self.entries().cloned(), self.settings.clone())
    }

    /// Returns every entry, sorted by name and ascending version; loads all lazy entries.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        let lazy = self.snapshot.lazy.iter().flat_map(|lazy| {
            let places = 0..lazy.source().names().len();
            places.map(|at| lazy.entry_at(EntryIndex::new(at).into_lazy()))
        });
        let lazy = lazy.filter(|entry| !builder::overrides_builtin(self.versions_here(&entry.name)));
        let mut entries: Vec<&Entry> = self.table().iter().chain(lazy).collect();
        order::sort_by(&mut entries, |a, b| by_name_and_version(a, b));
        entries.into_iter()
    }

    /// Returns every name in lower case, sorted, without [aliases](Registry::aliases); loads no entry.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let here = self.table().iter().map(Entry::name);
        let lazy = self.snapshot.lazy.iter().flat_map(|lazy| lazy.source().names());
        let mut names: Vec<&str> = here.chain(lazy.copied()).collect();
        order::sort(&mut names);
        names.dedup();
        names.into_iter()
    }

    /// The entries that are not lazily loaded, without the generic ones.
    pub(crate) fn table(&self) -> &[Entry] {
        &self.snapshot.entries[self.snapshot.listed.clone()]
    }

    /// The entries that are not lazily loaded, and the facts among them as URIs.
    pub(crate) fn table_with_uris(&self) -> &[Entry] {
        &self.snapshot.entries[self.snapshot.listed.start..]
    }

    /// The names of lazy entries with the indices of the entries, and of these as URIs if they are facts; loads none.
    pub(crate) fn lazy_names(&self) -> impl Iterator<Item = (&'static str, [EntryIndex; 2])> {
        let names = self.snapshot.lazy.as_ref().map_or(&[][..], |lazy| lazy.source().names());
        let indices = |n| [n, n + names.len()].map(|n| EntryIndex::new(n).into_lazy());
        names.iter().enumerate().map(move |(n, name)| (*name, indices(n)))
    }

    /// Returns every alias in lower case with the name of its scheme, sorted.
    pub fn aliases(&self) -> impl Iterator<Item = (&str, &str)> {
        let versions = self.table().chunk_by(|a, b| a.name == b.name);
        let pairs =
            versions.flat_map(|versions| versions[0].aliases().iter().map(|alias| (&**alias, versions[0].name())));
        let lazy =
            self.snapshot.lazy.iter().flat_map(|lazy| {
                lazy.source().aliases().iter().map(|(alias, of)| (*alias, lazy.source().names()[*of]))
            });
        let mut pairs: Vec<_> = pairs.chain(lazy).collect();
        order::sort(&mut pairs);
        pairs.into_iter()
    }

    /// Returns notes about accepted registrations, such as names that later documents do not allow.
    pub fn notes(&self) -> &[RegistrationNote] {
        self.snapshot.notes.get_or_init(|| {
            let mut notes = Vec::new();
            for entry in self.table().iter().filter(|entry| entry.implementation != Implementation::Fact) {
                validate::add_notes(&entry.name, entry.registration(), &mut notes);
                let selects = |scheme: &Entry| scheme.subschemes().is_some();
                if split::subscheme(&entry.name).is_some_and(|(scheme, _)| !self.versions(scheme).any(selects)) {
                    let message = "is a subscheme of a scheme that is not registered, or selects none";
                    notes.push(RegistrationNote { name: entry.name.to_string(), message });
                }
            }
            notes
        })
    }

    /// Returns the entry for `name` or an alias (ASCII case-insensitive) in `profile`.
    ///
    /// ```
    /// # use anyurl_core::{Profile, Registry};
    /// assert!(Registry::builder().build().get("nfs", Profile::Current).is_none());
    /// ```
    pub fn get(&self, name: &str, profile: Profile) -> Option<&Entry> {
        let id = self.index_by_name(Key::new(name), name, profile)?;
        Some(self.entry_at(id))
    }

    /// Returns every version of `name` (ASCII case-insensitive), or of the scheme that it is an alias of, in ascending
    /// order.
    pub fn versions(&self, name: &str) -> impl Iterator<Item = &Entry> {
        let name = self.registered_name(name).unwrap_or(name);
        let here = self.versions_here(&name.to_ascii_lowercase());
        let lazy = self.snapshot.lazy.as_ref().filter(|_| !builder::overrides_builtin(here));
        let lazy = lazy.and_then(|lazy| {
            let index = lazy.index_by_name(Key::new(name), name, Profile::Rfc1738)?;
            Some(lazy.entry_at(index))
        });
        let mut versions: Vec<&Entry> = here.iter().chain(lazy).collect();
        order::sort_by(&mut versions, |a, b| by_name_and_version(a, b));
        versions.into_iter()
    }

    /// Returns the highest version of `name` that matches `requirement`.
    pub fn select(&self, name: &str, requirement: &VersionReq) -> Option<&Entry> {
        let fits = |version: &Version| requirement.matches(version);
        self.versions(name).filter(|entry| fits(&entry.registration().version)).last()
    }

    /// Returns registered names that differ from `name` by one typing error.
    ///
    /// ```
    /// # use anyurl_core::Registry;
    /// assert!(Registry::builder().build().similar_names("htpp").is_empty());
    /// ```
    pub fn similar_names(&self, name: &str) -> Vec<&str> {
        let names = self.names().filter(|name| split::is_scheme(name));
        did_you_mean::similar_schemes(name, names.chain(self.aliases().map(|(alias, _)| alias)))
    }

    /// [`Registry::similar_names`] as a question: ``did you mean `http` or `ftp`?``; `None` without similar names.
    pub fn did_you_mean(&self, name: &str) -> Option<String> {
        let near = self.similar_names(name);
        (!near.is_empty()).then(|| format!("did you mean {}?", did_you_mean::or_list(&near)))
    }

    /// The SIMD implementation for this processor.
    #[inline]
    pub(crate) fn backend(&self) -> Backend {
        self.snapshot.backend
    }

    /// Whether both are the same registry: one is a clone of the other. Two registries with equal entries that were built
    /// separately are not the same.
    ///
    /// ```
    /// # use anyurl_core::Registry;
    /// let registry = Registry::builder().build();
    /// assert!(registry.is_same(&registry.clone()));
    /// assert!(!registry.is_same(&registry.to_builder().build()));
    /// ```
    #[inline]
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.snapshot, &other.snapshot)
    }

    /// The id of the entry at an index.
    pub(crate) fn id_at(&self, index: EntryIndex) -> EntryId {
        EntryId::new(self.snapshot.id, index)
    }

    /// The number that distinguishes this registry from others.
    #[inline]
    pub(crate) fn snapshot(&self) -> SnapshotId {
        self.snapshot.id
    }

    /// Returns the entry of the generic syntax by which URLs of unregistered schemes are parsed in a profile: that of
    /// RFC 1738 §2.1, or of RFC 3986 §3.
    ///
    /// ```
    /// use anyurl_core::{Profile, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// assert_eq!(*registry.generic(Profile::Current).registration().references[0], *"RFC 3986 §3");
    /// ```
    pub fn generic(&self, profile: Profile) -> &Entry {
        self.entry_at(EntryIndex::generic(profile))
    }

    #[inline]
    pub(crate) fn entry_at(&self, id: EntryIndex) -> &Entry {
        if id.is_lazy() {
            return self.load_entry_at(id);
        }
        &self.snapshot.entries[id.position()]
    }

    #[cold]
    fn load_entry_at(&self, id: EntryIndex) -> &Entry {
        let lazy = self.snapshot.lazy.as_ref().expect("an entry that was loaded lazily");
        lazy.entry_at(id)
    }

    /// The index of the entry of a name, an alias, or the family of a name. `key` belongs to `name`, which may be in any
    /// case; the name of a family or a subscheme has none.
    pub(crate) fn index_by_name(&self, key: Option<Key>, name: &str, profile: Profile) -> Option<EntryIndex> {
        let lazily = || self.snapshot.lazy.as_ref()?.index_by_name(key, name, profile);
        let here = key.and_then(|key| self.index_here(key, name, profile));
        // A lazy entry can be a newer version of a scheme of RFC 1738, and of no other scheme.
        match here {
            Some(id) if profile == Profile::Current && self.entry_at(id).registration().rfc1738 => lazily().or(here),
            Some(_) => here,
            None => lazily().or_else(|| self.snapshot.index.find_composed(name, profile)),
        }
    }

    /// The index of the subscheme of a scheme for the value of a component.
    pub(crate) fn index_of_subscheme(&self, scheme: &str, value: &str, profile: Profile) -> Option<EntryIndex> {
        let lazily = || self.snapshot.lazy.as_ref()?.index_of_subscheme(scheme, value, profile);
        self.snapshot.index.find_subscheme(scheme, value, profile).or_else(lazily)
    }

    /// The index of the entry of a name or an alias, if it is not lazily loaded.
    fn index_here(&self, key: Key, name: &str, profile: Profile) -> Option<EntryIndex> {
        let is = |id: EntryIndex| self.snapshot.entries[id.position()].is_called(name);
        self.snapshot.index.find(key, profile, is)
    }

    /// [`Registry::index_by_name`] with the entry, for names of at most eight bytes; `None` if that has to be asked.
    #[inline]
    pub(crate) fn entry_by_short_name(&self, key: Key, profile: Profile) -> Option<(EntryIndex, &Entry)> {
        let id = self.snapshot.index.find_short(key, profile)?;
        let entry = &self.snapshot.entries[id.position()];
        // The newest version of a scheme of RFC 1738 can be a lazy entry.
        let may_be_lazy = self.snapshot.lazy.is_some() && profile == Profile::Current && entry.registration().rfc1738;
        (!may_be_lazy).then_some((id, entry))
    }

    /// Returns the scheme of a text that begins with a name and a colon; `None` if [`Registry::index_by_name`] is needed.
    #[inline(always)]
    pub(crate) fn scheme_by_prefix(&self, text: &[u8], profile: Profile) -> Option<&Prefixed> {
        self.prefixes(profile).find(text)
    }

    #[inline(always)]
    fn prefixes(&self, profile: Profile) -> &PrefixIndex {
        match profile {
            Profile::Current => &self.snapshot.prefixes,
            Profile::Rfc1738 => self.rfc1738_prefixes(),
        }
    }

    #[inline]
    fn rfc1738_prefixes(&self) -> &PrefixIndex {
        let Snapshot { rfc1738_prefixes, index, entries, lazy, .. } = &*self.snapshot;
        rfc1738_prefixes.get_or_init(|| prefix_index(index, entries, lazy.as_deref(), Profile::Rfc1738))
    }

    /// Loads the entry at an index, so that [`Registry::scheme_by_prefix`] finds it under this name in the profile. Does
    /// nothing for an entry that is not loaded on first use, or whose URLs select subschemes.
    pub(crate) fn load_prefix(&self, name: Key, index: EntryIndex, profile: Profile) {
        if index.is_lazy() {
            let entry = self.entry_at(index);
            if entry.subschemes().is_some() {
                return;
            }
            if let Some(added) = self.prefixes(profile).add(name, index, entry) {
                // A URL of the scheme is being parsed, so that this computes nothing that would not be needed.
                added.shape.learn(|| added.handle.scheme().shape());
            }
        }
    }

    /// The index of an entry, if it belongs to this registry.
    pub(crate) fn index_of(&self, entry: &Entry) -> Option<EntryIndex> {
        entry.id().index_in(self.snapshot.id)
    }

    /// The name of the scheme that has this name or alias, or of its family, if it is not lazily loaded.
    fn registered_name(&self, name: &str) -> Option<&str> {
        let here = Key::new(name).and_then(|key| self.index_here(key, name, Profile::Current));
        let index = here.or_else(|| self.snapshot.index.find_composed(name, Profile::Current))?;
        Some(&self.snapshot.entries[index.position()].name)
    }

    /// The versions of a name in lower case, without lazy entries.
    fn versions_here(&self, name: &str) -> &[Entry] {
        let entries = self.table();
        let start = entries.partition_point(|entry| *entry.name < *name);
        let end = entries.partition_point(|entry| *entry.name <= *name);
        &entries[start..end]
    }

    fn new(entries: Vec<Entry>, lazy: Option<Lazy>, settings: Settings) -> Self {
        let id = SnapshotId::next();
        let generic = Entry::generic();
        let listed = generic.len()..generic.len() + entries.len();
        let entries = generic.into_iter().chain(with_uris(entries)).enumerate();
        let entries: Vec<_> = entries.map(|(n, entry)| entry.with_id(id, EntryIndex::new(n))).collect();
        let index = NameIndex::from_entries(&entries, listed.clone());
        let lazy = lazy.map(|lazy| lazy.open(id));
        let snapshot = Snapshot {
            id,
            prefixes: prefix_index(&index, &entries, lazy.as_deref(), Profile::Current),
            rfc1738_prefixes: OnceLock::new(),
            entries: entries.into(),
            listed,
            index,
            notes: OnceLock::new(),
            backend: Backend::detect(),
            lazy,
        };
        Self { snapshot: Arc::new(snapshot), settings }
    }
}

/// Indexes the names of a profile, but for those that a lazy entry has there, and those with subschemes, which the text
/// after the name selects.
fn prefix_index(names: &NameIndex, entries: &[Entry], lazy: Option<&dyn LazyEntries>, profile: Profile) -> PrefixIndex {
    let is_lazy = |entry: &Entry| {
        let lazy = lazy.filter(|_| profile == Profile::Current && entry.registration().rfc1738);
        lazy.is_some_and(|lazy| lazy.source().names().contains(&&*entry.name))
    };
    let (mut now, mut later) = (Vec::new(), Vec::new());
    for (name, index) in names.short_names(profile) {
        let entry = &entries[index.position()];
        if is_lazy(entry) {
            later.push(name);
        } else if entry.subschemes().is_none() {
            now.push((name, index, entry));
        }
    }
    PrefixIndex::new(&now, &later, lazy.is_some())
}

/// The entries by name and ascending version, then the facts among them as URIs.
fn with_uris(mut entries: Vec<Entry>) -> Vec<Entry> {
    order::sort_by(&mut entries, by_name_and_version);
    let uris: Vec<Entry> = entries.iter().filter_map(Entry::as_uri).collect();
    entries.extend(uris);
    entries
}

fn by_name_and_version(a: &Entry, b: &Entry) -> core::cmp::Ordering {
    a.name.cmp(&b.name).then_with(|| a.registration().version.cmp_precedence(&b.registration().version))
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries()).finish()
    }
}
