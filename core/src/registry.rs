//! The registry: names and the schemes behind them, as a value.
//!
//! A [`Registry`] is an immutable snapshot, cheap to clone and free to share between threads. A [`RegistryBuilder`]
//! makes one; `registry.to_builder().remove("x-foo")` makes another, and values parsed with the first keep their
//! meaning.

mod builder;
mod discovery;
mod lazy;
mod rules;
mod secrets;
mod table;

use std::fmt;
use std::sync::Arc;

use semver::{Version, VersionReq};

use crate::registration::{Grammar, Registration};
use crate::scheme::Scheme;
pub use crate::scheme::generic::Fact;
use crate::scheme::generic::GENERIC;
use crate::simd::Backend;
use crate::syntax::options::Profile;
use crate::syntax::split::Key;
use crate::text::did_you_mean;

pub use builder::{Conflict, RegistryBuilder};
pub use discovery::{Origin, Submission};
use lazy::LazyEntries;
pub use lazy::LazySource;
pub use rules::{RESERVED_NAMES, RegisterError, RegistrationNote};
use table::Table;

/// A scheme behind a name: a scheme's `static`, or one made at run time.
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

/// From where a scheme came into the registry; the later ones stand above the earlier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Layer {
    /// One of the schemes of Locator.
    Builtin,
    /// The registry file that Locator ships.
    Public,
    /// The registry of an organization.
    Organization,
    /// The registry of a team.
    Team,
    /// The registry of a person.
    User,
    /// A registry that was named on the command line.
    CommandLine,
    /// A crate or an application brought it.
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
    /// Not at all: of the name there is a fact, such as its status, and no syntax but the generic one.
    Fact,
    /// Not at all: the generic syntax, for a name that nothing is registered under.
    Generic,
}

impl Implementation {
    /// In lower case. What has no syntax of its own is `generic`.
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
    /// That of its registration, at hand.
    grammar: Grammar,
    handle: Handle,
    layer: Layer,
    implementation: Implementation,
    origin: Origin,
}

impl Entry {
    /// The generic syntax, which every registry begins with.
    fn generic() -> Self {
        let (package, version) = ("locator-core", env!("CARGO_PKG_VERSION"));
        let origin = Origin::of_crate(package, version, file!(), line!());
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

    /// The scheme, to be registered once more, or to stand behind another.
    pub const fn handle(&self) -> &Handle {
        &self.handle
    }

    /// Its registration.
    #[inline]
    pub fn registration(&self) -> &Registration {
        self.scheme().registration()
    }

    /// The generic grammar that it stays inside.
    #[inline]
    pub(crate) const fn grammar(&self) -> Grammar {
        self.grammar
    }

    /// From where it came.
    pub const fn layer(&self) -> Layer {
        self.layer
    }

    /// How it is implemented.
    pub const fn implementation(&self) -> Implementation {
        self.implementation
    }

    /// Who brought it.
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ({})", self.name, self.registration().version, self.origin)
    }
}

/// The place of an entry in its registry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct EntryId(u32);

impl EntryId {
    /// Where every registry keeps the generic syntax.
    pub(crate) const GENERIC: Self = Self(0);

    /// Marks the entries that were loaded later.
    const LATER: u32 = 1 << 31;

    /// The entry at a place.
    fn at(place: usize) -> Self {
        let place = u32::try_from(place).ok().filter(|place| *place < Self::LATER);
        Self(place.expect("fewer than 2^31 entries"))
    }

    const fn lazy(self) -> Self {
        Self(self.0 | Self::LATER)
    }

    const fn is_later(self) -> bool {
        self.0 & Self::LATER != 0
    }

    /// Its place among the entries that were there, or among those that were loaded later.
    const fn place(self) -> usize {
        (self.0 & !Self::LATER) as usize
    }
}

/// Names and the schemes behind them: an immutable snapshot.
///
/// ```
/// use locator_core::Registry;
///
/// // Without any scheme every URL is read by the generic syntax.
/// let registry = Registry::builder().build();
/// let url = registry.parse("nfs://server/d")?;
/// assert_eq!(url.component("schemepart").unwrap().text(), "//server/d");
/// # Ok::<(), locator_core::Error>(())
/// ```
#[derive(Clone)]
pub struct Registry(Arc<Snapshot>);

struct Snapshot {
    /// The generic syntax first, then sorted by name and rising version.
    entries: Box<[Entry]>,
    table: Table,
    notes: Box<[RegistrationNote]>,
    /// How texts are looked at.
    backend: Backend,
    /// What is loaded when a name is asked for that is not here.
    lazy: Option<LazyEntries>,
}

impl Registry {
    /// A builder without any scheme.
    pub fn builder() -> RegistryBuilder {
        RegistryBuilder::new()
    }

    /// A builder with everything that is registered here.
    pub fn to_builder(&self) -> RegistryBuilder {
        RegistryBuilder::with(self.entries().cloned())
    }

    /// Every entry, sorted by name and rising version; loads what is loaded on demand.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        let lazy = self.0.lazy.iter().flat_map(LazyEntries::entries);
        let lazy = lazy.filter(|entry| !builder::shadows(self.named(&entry.name)));
        let mut entries: Vec<&Entry> = self.0.entries[1..].iter().chain(lazy).collect();
        entries.sort_by(|a, b| by_name_and_version(a, b));
        entries.into_iter()
    }

    /// Every name, in lower case, rising; makes no entry that nobody has asked for.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let here = self.0.entries[1..].iter().map(Entry::name);
        let lazy = self.0.lazy.iter().flat_map(|lazy| lazy.source.names());
        let mut names: Vec<&str> = here.chain(lazy.copied()).collect();
        names.sort_unstable();
        names.dedup();
        names.into_iter()
    }

    /// What was remarked on while it was built: names that other documents do not allow, and the like.
    pub fn notes(&self) -> &[RegistrationNote] {
        &self.0.notes
    }

    /// The entry that `name`, in any case, stands for in `profile`.
    ///
    /// ```
    /// # use locator_core::{Profile, Registry};
    /// assert!(Registry::builder().build().get("nfs", Profile::Rfc1738).is_none());
    /// ```
    pub fn get(&self, name: &str, profile: Profile) -> Option<&Entry> {
        let id = self.find(Key::of(name)?, name, profile)?;
        Some(self.entry(id))
    }

    /// Every version of `name`, in any case, rising.
    pub fn versions(&self, name: &str) -> impl Iterator<Item = &Entry> {
        let here = self.named(&name.to_ascii_lowercase());
        let lazy = self.0.lazy.as_ref().filter(|_| !builder::shadows(here));
        let lazy = lazy.and_then(|lazy| lazy.named(name));
        let mut versions: Vec<&Entry> = here.iter().chain(lazy).collect();
        versions.sort_by(|a, b| by_name_and_version(a, b));
        versions.into_iter()
    }

    /// The highest version of `name` that fits `requirement`.
    pub fn select(&self, name: &str, requirement: &VersionReq) -> Option<&Entry> {
        let fits = |version: &Version| requirement.matches(version);
        self.versions(name).filter(|entry| fits(&entry.registration().version)).last()
    }

    /// Names that `name` was perhaps meant to be: one or two slips away.
    ///
    /// ```
    /// # use locator_core::Registry;
    /// assert!(Registry::builder().build().near("htpp").is_empty());
    /// ```
    pub fn near(&self, name: &str) -> Vec<&str> {
        did_you_mean::near(name, self.names())
    }

    /// The same as a question: ``did you mean `http` or `ftp`?``; `None` where no name is near.
    pub fn did_you_mean(&self, name: &str) -> Option<String> {
        let near = self.near(name);
        (!near.is_empty()).then(|| format!("did you mean {}?", did_you_mean::or_list(&near)))
    }

    /// How texts are looked at.
    #[inline]
    pub(crate) fn backend(&self) -> Backend {
        self.0.backend
    }

    /// Returns the entry of the generic syntax (RFC 1738 §2.1), by which URLs of unregistered schemes are parsed.
    pub fn generic(&self) -> &Entry {
        self.entry(EntryId::GENERIC)
    }

    #[inline]
    pub(crate) fn entry(&self, id: EntryId) -> &Entry {
        if id.is_later() {
            return self.later_entry(id);
        }
        &self.0.entries[id.place()]
    }

    #[cold]
    fn later_entry(&self, id: EntryId) -> &Entry {
        let lazy = self.0.lazy.as_ref().expect("an entry that was loaded lazily");
        lazy.entry(id)
    }

    /// The number of an entry among those that were there, and behind them those that were loaded later.
    #[inline]
    pub(crate) fn number(&self, id: EntryId) -> u32 {
        if id.is_later() { EntryId::at(self.0.entries.len() + id.place()).0 } else { id.0 }
    }

    /// The entry of a name in any case, whose key this is.
    pub(crate) fn find(&self, key: Key, name: &str, profile: Profile) -> Option<EntryId> {
        let entries = &self.0.entries;
        let is = |id: EntryId| entries[id.place()].name.eq_ignore_ascii_case(name);
        let here = self.0.table.find(key, profile, is);
        match (here, &self.0.lazy) {
            // What is loaded later may hold a newer version of what RFC 1738 defines, and of nothing else.
            (Some(id), Some(lazy)) if profile == Profile::Current && self.entry(id).registration().rfc1738 => {
                lazy.find(key, name, profile).or(here)
            }
            (Some(_), _) | (None, None) => here,
            (None, Some(lazy)) => lazy.find(key, name, profile),
        }
    }

    /// The entry of a name of at most eight bytes, as [`Registry::find`] finds it; `None` where that has to look for it.
    #[inline]
    pub(crate) fn find_at_home(&self, key: Key, profile: Profile) -> Option<(EntryId, &Entry)> {
        if profile == Profile::Current {
            return None;
        }
        let id = self.0.table.at_home(key, profile)?;
        Some((id, &self.0.entries[id.place()]))
    }

    pub(crate) fn id_of(&self, entry: &Entry) -> Option<EntryId> {
        let entries = &self.0.entries;
        let place = entries.binary_search_by(|own| by_name_and_version(own, entry));
        match place {
            Ok(place) if std::ptr::eq(&raw const entries[place], entry) => Some(EntryId::at(place)),
            _ => self.0.lazy.as_ref()?.id_of(entry),
        }
    }

    /// The versions of a name in lower case, but for what is loaded on demand.
    fn named(&self, name: &str) -> &[Entry] {
        let entries = &self.0.entries[1..];
        let start = entries.partition_point(|entry| *entry.name < *name);
        let end = entries.partition_point(|entry| *entry.name <= *name);
        &entries[start..end]
    }

    fn freeze(entries: Vec<Entry>, notes: Vec<RegistrationNote>, lazy: Option<&'static dyn LazySource>) -> Self {
        let entries = sorted(entries);
        let table = Table::freeze(&entries);
        Self(Arc::new(Snapshot {
            entries: entries.into(),
            table,
            notes: notes.into(),
            backend: Backend::detect(),
            lazy: lazy.map(LazyEntries::new),
        }))
    }
}

/// The generic syntax, then the entries by name and rising version.
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
