//! The registry: names and the schemes behind them, as a value.
//!
//! A [`Registry`] is an immutable snapshot, cheap to clone and free to share between threads. A [`RegistryBuilder`]
//! makes one; `registry.to_builder().remove("x-foo")` makes another, and values parsed with the first keep their
//! meaning.

mod builder;
mod discovery;
pub(crate) mod near;
mod rules;
mod table;

use std::fmt;
use std::sync::Arc;

use semver::{Version, VersionReq};

use crate::generic::GENERIC;
use crate::options::Profile;
use crate::registration::Registration;
use crate::scheme::Scheme;
use crate::split::Key;

pub use builder::{Conflict, RegistryBuilder};
pub use discovery::{Origin, Submission};
pub use rules::{Note, RESERVED_NAMES, RegisterError};
use table::Table;

/// A scheme behind a name: a room's `static`, or one made at run time.
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

impl<S: Scheme> From<Arc<S>> for Handle {
    fn from(scheme: Arc<S>) -> Self {
        Self::Shared(scheme)
    }
}

/// From where a scheme came into the registry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Layer {
    /// One of the rooms of Locator.
    Builtin,
    /// A crate or an application brought it.
    Application,
}

impl Layer {
    /// In lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Builtin => "builtin",
            Self::Application => "application",
        }
    }
}

/// How a scheme is implemented.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// In Rust, linked into the program.
    Static,
    /// Not at all: the generic syntax, for a name that nothing is registered under.
    Generic,
}

impl Sort {
    /// In lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Static => "static",
            Self::Generic => "generic",
        }
    }
}

/// One version of one scheme in a registry.
#[derive(Clone)]
pub struct Entry {
    name: Box<str>,
    handle: Handle,
    layer: Layer,
    sort: Sort,
    origin: Origin,
}

impl Entry {
    /// The generic syntax, which every registry begins with.
    fn generic() -> Self {
        let origin = Origin {
            package: "locator-core",
            version: env!("CARGO_PKG_VERSION"),
            file: file!(),
            line: line!(),
        };
        Self {
            name: "".into(),
            handle: Handle::Static(&GENERIC),
            layer: Layer::Builtin,
            sort: Sort::Generic,
            origin,
        }
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

    /// Its registration.
    #[inline]
    pub fn registration(&self) -> &Registration {
        self.scheme().registration()
    }

    /// From where it came.
    pub const fn layer(&self) -> Layer {
        self.layer
    }

    /// How it is implemented.
    pub const fn sort(&self) -> Sort {
        self.sort
    }

    /// Who brought it.
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} ({})",
            self.name,
            self.registration().version,
            self.origin
        )
    }
}

/// The place of an entry in its registry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct EntryId(u32);

impl EntryId {
    /// Where every registry keeps the generic syntax.
    pub(crate) const GENERIC: Self = Self(0);
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
    notes: Box<[Note]>,
}

impl Registry {
    /// A builder without any scheme.
    pub fn builder() -> RegistryBuilder {
        RegistryBuilder::new()
    }

    /// A builder with everything that is registered here.
    pub fn to_builder(&self) -> RegistryBuilder {
        RegistryBuilder::with(self.entries().cloned().collect())
    }

    /// Every entry, sorted by name and rising version.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.0.entries[1..].iter()
    }

    /// What was remarked on while it was built: names that other documents do not allow, and the like.
    pub fn notes(&self) -> &[Note] {
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
        self.entries()
            .filter(move |entry| entry.name.eq_ignore_ascii_case(name))
    }

    /// The highest version of `name` that fits `requirement`.
    pub fn select(&self, name: &str, requirement: &VersionReq) -> Option<&Entry> {
        let fits = |version: &Version| requirement.matches(version);
        self.versions(name)
            .filter(|entry| fits(&entry.registration().version))
            .last()
    }

    /// Names that `name` was perhaps meant to be: one or two slips away.
    ///
    /// ```
    /// # use locator_core::Registry;
    /// assert!(Registry::builder().build().near("htpp").is_empty());
    /// ```
    pub fn near(&self, name: &str) -> Vec<&str> {
        near::near(name, self.entries().map(Entry::name))
    }

    /// The same as a question: ``did you mean `http` or `ftp`?``; `None` where no name is near.
    pub fn did_you_mean(&self, name: &str) -> Option<String> {
        let near = self.near(name);
        (!near.is_empty()).then(|| format!("did you mean {}?", near::or_list(&near)))
    }

    pub(crate) fn entry(&self, id: EntryId) -> &Entry {
        &self.0.entries[id.0 as usize]
    }

    #[inline]
    pub(crate) fn find(&self, key: Key, name: &str, profile: Profile) -> Option<EntryId> {
        self.0.table.find(key, profile, |id| {
            self.entry(id).name.eq_ignore_ascii_case(name)
        })
    }

    pub(crate) fn id_of(&self, entry: &Entry) -> Option<EntryId> {
        let place = self
            .0
            .entries
            .iter()
            .position(|own| std::ptr::eq(own, entry))?;
        u32::try_from(place).ok().map(EntryId)
    }

    fn freeze(mut entries: Vec<Entry>, notes: Vec<Note>) -> Self {
        let version = |entry: &Entry| entry.registration().version.clone();
        entries.sort_by(|a, b| {
            a.name
                .cmp(&b.name)
                .then_with(|| version(a).cmp(&version(b)))
        });
        entries.insert(0, Entry::generic());
        let table = Table::freeze(&entries);
        Self(Arc::new(Snapshot {
            entries: entries.into(),
            table,
            notes: notes.into(),
        }))
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries()).finish()
    }
}
