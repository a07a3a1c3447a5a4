//! The registry: an immutable map from names to schemes.
//!
//! A [`Registry`] is a snapshot, cheap to clone and safe to share between threads. A [`RegistryBuilder`] creates one.
//! `registry.to_builder().remove("x-foo")` derives another; values parsed with the first registry keep their meaning.

mod builder;
mod discovery;
mod lazy;
mod name_index;
mod secrets;
mod validate;

use std::fmt;
use std::sync::Arc;

use semver::{Version, VersionReq};

use crate::registration::{Grammar, Registration};
use crate::scheme::Scheme;
pub use crate::scheme::generic::Fact;
use crate::scheme::generic::GENERIC;
use crate::simd::Backend;
use crate::syntax::options::{Options, Profile};
use crate::syntax::split::Key;
use crate::text::did_you_mean;

pub use builder::{Conflict, RegistryBuilder};
pub use discovery::{Origin, Submission};
use lazy::LazyEntries;
pub use lazy::LazySource;
use name_index::NameIndex;
pub use validate::{RESERVED_NAMES, RegisterError, RegistrationNote};

/// A shared reference to a scheme: to a `static`, or to a value created at run time.
#[derive(Clone)]
pub enum Handle {
    /// Lives as long as the program.
    Static(&'static dyn Scheme),
    /// Lives as long as a registry holds it.
    Shared(Arc<dyn Scheme>),
}

impl Handle {
    /// The scheme.
    #[inline]
    pub fn scheme(&self) -> &dyn Scheme {
        match self {
            Self::Static(scheme) => *scheme,
            Self::Shared(scheme) => scheme.as_ref(),
        }
    }
}

impl From<&'static dyn Scheme> for Handle {
    fn from(scheme: &'static dyn Scheme) -> Self {
        Self::Static(scheme)
    }
}

impl<S: Scheme> From<&'static S> for Handle {
    fn from(scheme: &'static S) -> Self {
        Self::Static(scheme)
    }
}

impl From<Arc<dyn Scheme>> for Handle {
    fn from(scheme: Arc<dyn Scheme>) -> Self {
        Self::Shared(scheme)
    }
}

impl<S: Scheme> From<Arc<S>> for Handle {
    fn from(scheme: Arc<S>) -> Self {
        Self::Shared(scheme)
    }
}

/// The source of a registered scheme; later variants take precedence over earlier ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Layer {
    /// A scheme that is compiled into Locator.
    Builtin,
    /// The registry file that Locator ships.
    Public,
    /// The registry of an organization.
    Organization,
    /// The registry of a team.
    Team,
    /// The registry of a user.
    User,
    /// A registry given on the command line.
    CommandLine,
    /// Added by a crate or an application.
    Application,
}

impl Layer {
    /// In lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Builtin => "builtin",
            Self::Public => "public",
            Self::Organization => "organization",
            Self::Team => "team",
            Self::User => "user",
            Self::CommandLine => "command-line",
            Self::Application => "application",
        }
    }
}

/// How a scheme is implemented.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Implementation {
    /// In Rust, linked into the program.
    Static,
    /// By a registry file, without code.
    Declared,
    /// By a shared library.
    Dynamic,
    /// Metadata only; URLs are parsed with the generic syntax.
    Fact,
    /// The generic syntax, for a name that is not registered.
    Generic,
}

impl Implementation {
    /// In lower case; `generic` for implementations without a syntax of their own.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Static => "static",
            Self::Declared => "declared",
            Self::Dynamic => "dynamic",
            Self::Fact | Self::Generic => "generic",
        }
    }
}

/// One version of one scheme in a registry.
#[derive(Clone)]
pub struct Entry {
    name: Box<str>,
    /// Copied from the registration for the parse path.
    grammar: Grammar,
    handle: Handle,
    layer: Layer,
    implementation: Implementation,
    origin: Origin,
}

impl Entry {
    /// The entry of the generic syntax, which is the first of every registry.
    fn generic() -> Self {
        let (package, version) = ("locator-core", env!("CARGO_PKG_VERSION"));
        let origin = Origin::from_crate(package, version, file!(), line!());
        let handle = Handle::Static(&GENERIC);
        Self::new("".into(), handle, Layer::Builtin, Implementation::Generic, origin)
    }

    fn new(name: Box<str>, handle: Handle, layer: Layer, implementation: Implementation, origin: Origin) -> Self {
        Self { name, grammar: handle.scheme().registration().grammar, handle, layer, implementation, origin }
    }

    /// The name it is registered under, in lower case.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The scheme.
    #[inline]
    pub fn scheme(&self) -> &dyn Scheme {
        self.handle.scheme()
    }

    /// The handle of the scheme: to register it again, or to wrap it in another scheme.
    pub const fn handle(&self) -> &Handle {
        &self.handle
    }

    /// Its registration.
    #[inline]
    pub fn registration(&self) -> &Registration {
        self.scheme().registration()
    }

    /// The generic grammar that contains the grammar of the scheme.
    #[inline]
    pub(crate) const fn grammar(&self) -> Grammar {
        self.grammar
    }

    /// The layer that registered it.
    pub const fn layer(&self) -> Layer {
        self.layer
    }

    /// How it is implemented.
    pub const fn implementation(&self) -> Implementation {
        self.implementation
    }

    /// The crate, file or application that registered it.
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ({})", self.name, self.registration().version, self.origin)
    }
}

/// The index of an entry in its registry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct EntryId(u32);

impl EntryId {
    /// The generic syntax, which has the same index in every registry.
    pub(crate) const GENERIC: Self = Self(0);

    /// Set in the ids of lazily loaded entries.
    const LAZY: u32 = 1 << 31;

    /// The id of the entry at an index.
    fn new(index: usize) -> Self {
        let index = u32::try_from(index).ok().filter(|index| *index < Self::LAZY);
        Self(index.expect("fewer than 2^31 entries"))
    }

    const fn into_lazy(self) -> Self {
        Self(self.0 | Self::LAZY)
    }

    const fn is_lazy(self) -> bool {
        self.0 & Self::LAZY != 0
    }

    /// The index among the lazily loaded entries, or among all others.
    const fn index(self) -> usize {
        (self.0 & !Self::LAZY) as usize
    }
}

/// An immutable map from names to schemes.
///
/// ```
/// use locator_core::Registry;
///
/// // Without any scheme every URL is parsed with the generic syntax.
/// let registry = Registry::builder().build();
/// let url = registry.parse("nfs://server/d")?;
/// assert_eq!(url.component("schemepart").unwrap().text(), "//server/d");
/// # Ok::<(), locator_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Registry {
    snapshot: Arc<Snapshot>,
    /// The default options of [`Registry::parse`], [`Registry::parser`] and [`Registry::build`].
    options: Options,
}

struct Snapshot {
    /// The generic syntax first, then sorted by name and ascending version.
    entries: Box<[Entry]>,
    index: NameIndex,
    notes: Box<[RegistrationNote]>,
    /// The SIMD implementation for this processor.
    backend: Backend,
    /// Entries that are loaded when their names are first looked up.
    lazy: Option<LazyEntries>,
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
    /// use locator_core::{Options, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// assert!(registry.parse("x-foo:a#b").is_err());
    /// let current = registry.with_options(Options::new().current());
    /// assert_eq!(current.parse("x-foo:a#b")?.fragment(), Some("b"));
    /// # Ok::<(), locator_core::Error>(())
    /// ```
    #[must_use]
    pub fn with_options(&self, options: Options) -> Self {
        Self { snapshot: self.snapshot.clone(), options }
    }

    /// The default options.
    #[inline]
    pub const fn options(&self) -> Options {
        self.options
    }

    /// Whether the default options are those of [`Options::new`].
    #[inline]
    pub(crate) fn is_strict_rfc1738(&self) -> bool {
        self.options == Options::new()
    }

    /// Returns a builder with all entries of this registry.
    pub fn to_builder(&self) -> RegistryBuilder {
        RegistryBuilder::with(self.entries().cloned())
    }

    /// Returns every entry, sorted by name and ascending version; loads all lazy entries.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        let lazy = self.snapshot.lazy.iter().flat_map(LazyEntries::entries);
        let lazy = lazy.filter(|entry| !builder::overrides_builtin(self.named(&entry.name)));
        let mut entries: Vec<&Entry> = self.snapshot.entries[1..].iter().chain(lazy).collect();
        entries.sort_by(|a, b| by_name_and_version(a, b));
        entries.into_iter()
    }

    /// Returns every name in lower case, sorted; loads no entry.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let here = self.snapshot.entries[1..].iter().map(Entry::name);
        let lazy = self.snapshot.lazy.iter().flat_map(|lazy| lazy.source.names());
        let mut names: Vec<&str> = here.chain(lazy.copied()).collect();
        names.sort_unstable();
        names.dedup();
        names.into_iter()
    }

    /// Returns notes about accepted registrations, such as names that later documents do not allow.
    pub fn notes(&self) -> &[RegistrationNote] {
        &self.snapshot.notes
    }

    /// Returns the entry for `name` (ASCII case-insensitive) in `profile`.
    ///
    /// ```
    /// # use locator_core::{Profile, Registry};
    /// assert!(Registry::builder().build().get("nfs", Profile::Rfc1738).is_none());
    /// ```
    pub fn get(&self, name: &str, profile: Profile) -> Option<&Entry> {
        let id = self.find(Key::new(name)?, name, profile)?;
        Some(self.entry(id))
    }

    /// Returns every version of `name` (ASCII case-insensitive), in ascending order.
    pub fn versions(&self, name: &str) -> impl Iterator<Item = &Entry> {
        let here = self.named(&name.to_ascii_lowercase());
        let lazy = self.snapshot.lazy.as_ref().filter(|_| !builder::overrides_builtin(here));
        let lazy = lazy.and_then(|lazy| lazy.named(name));
        let mut versions: Vec<&Entry> = here.iter().chain(lazy).collect();
        versions.sort_by(|a, b| by_name_and_version(a, b));
        versions.into_iter()
    }

    /// Returns the highest version of `name` that matches `requirement`.
    pub fn select(&self, name: &str, requirement: &VersionReq) -> Option<&Entry> {
        let fits = |version: &Version| requirement.matches(version);
        self.versions(name).filter(|entry| fits(&entry.registration().version)).last()
    }

    /// Returns registered names that differ from `name` by one or two typing errors.
    ///
    /// ```
    /// # use locator_core::Registry;
    /// assert!(Registry::builder().build().similar_names("htpp").is_empty());
    /// ```
    pub fn similar_names(&self, name: &str) -> Vec<&str> {
        did_you_mean::similar_names(name, self.names())
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

    /// Returns the entry of the generic syntax (RFC 1738 §2.1), by which URLs of unregistered schemes are parsed.
    pub fn generic(&self) -> &Entry {
        self.entry(EntryId::GENERIC)
    }

    #[inline]
    pub(crate) fn entry(&self, id: EntryId) -> &Entry {
        if id.is_lazy() {
            return self.lazy_entry(id);
        }
        &self.snapshot.entries[id.index()]
    }

    #[cold]
    fn lazy_entry(&self, id: EntryId) -> &Entry {
        let lazy = self.snapshot.lazy.as_ref().expect("an entry that was loaded lazily");
        lazy.entry(id)
    }

    /// A number for an entry: lazily loaded entries are counted after all others.
    #[inline]
    pub(crate) fn number(&self, id: EntryId) -> u32 {
        if id.is_lazy() { EntryId::new(self.snapshot.entries.len() + id.index()).0 } else { id.0 }
    }

    /// Slow path of name lookup; `key` belongs to `name`, which may be in any case.
    pub(crate) fn find(&self, key: Key, name: &str, profile: Profile) -> Option<EntryId> {
        let entries = &self.snapshot.entries;
        let is = |id: EntryId| entries[id.index()].name.eq_ignore_ascii_case(name);
        let here = self.snapshot.index.find(key, profile, is);
        match (here, &self.snapshot.lazy) {
            // A lazy entry can be a newer version of a scheme of RFC 1738, and of no other scheme.
            (Some(id), Some(lazy)) if profile == Profile::Current && self.entry(id).registration().rfc1738 => {
                lazy.find(key, name, profile).or(here)
            }
            (Some(_), _) | (None, None) => here,
            (None, Some(lazy)) => lazy.find(key, name, profile),
        }
    }

    /// Fast path of [`Registry::find`], for names of at most eight bytes; `None` if the slow path is needed.
    #[inline]
    pub(crate) fn find_fast(&self, key: Key, profile: Profile) -> Option<(EntryId, &Entry)> {
        if profile == Profile::Current {
            return None;
        }
        let id = self.snapshot.index.find_fast(key, profile)?;
        Some((id, &self.snapshot.entries[id.index()]))
    }

    pub(crate) fn id_of(&self, entry: &Entry) -> Option<EntryId> {
        let entries = &self.snapshot.entries;
        match entries.binary_search_by(|own| by_name_and_version(own, entry)) {
            Ok(index) if std::ptr::eq(&raw const entries[index], entry) => Some(EntryId::new(index)),
            _ => self.snapshot.lazy.as_ref()?.id_of(entry),
        }
    }

    /// The versions of a name in lower case, without lazy entries.
    fn named(&self, name: &str) -> &[Entry] {
        let entries = &self.snapshot.entries[1..];
        let start = entries.partition_point(|entry| *entry.name < *name);
        let end = entries.partition_point(|entry| *entry.name <= *name);
        &entries[start..end]
    }

    fn new(entries: Vec<Entry>, notes: Vec<RegistrationNote>, lazy: Option<&'static dyn LazySource>) -> Self {
        let entries = sorted(entries);
        let index = NameIndex::from_entries(&entries);
        let snapshot = Snapshot {
            entries: entries.into(),
            index,
            notes: notes.into(),
            backend: Backend::detect(),
            lazy: lazy.map(LazyEntries::new),
        };
        Self { snapshot: Arc::new(snapshot), options: Options::new() }
    }
}

/// The generic syntax, then the entries by name and ascending version.
fn sorted(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.sort_by(by_name_and_version);
    entries.insert(0, Entry::generic());
    entries
}

fn by_name_and_version(a: &Entry, b: &Entry) -> std::cmp::Ordering {
    let version = |entry: &Entry| entry.registration().version.clone();
    a.name.cmp(&b.name).then_with(|| version(a).cmp(&version(b)))
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries()).finish()
    }
}
