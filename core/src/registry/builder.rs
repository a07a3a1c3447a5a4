//! Building a registry: adding and removing schemes, and conflicts between two owners of one name.

mod refuse;

use alloc::sync::Arc;

use super::discovery::{Origin, Submission, submissions};
use super::lazy::{self, LoadedEntries};
use super::validate::{self, RegisterError};
use super::{Entry, Fact, Handle, Implementation, Layer, LazyEntries, LazySource, Registry, Settings, SnapshotId};
use crate::scheme::Scheme;
use crate::scheme::generic::Generic;
use crate::syntax::options::Options;
use crate::syntax::split;
use crate::text::name_map::NameMap;
use crate::text::order;
use crate::text::prelude::*;

/// What happens when a name is already registered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Conflict {
    /// Fails with an error that names both owners: a new scheme needs a new prefix (R-4-1).
    #[default]
    Error,
    /// Keeps the registered scheme and ignores the new one.
    Keep,
    /// Registers the new scheme and removes every version of the other owner.
    Replace,
}

/// Builds a [`Registry`].
///
/// ```
/// use anyurl_core::{Conflict, Registry};
///
/// let registry = Registry::builder().on_conflict(Conflict::Keep).build();
/// assert_eq!(registry.entries().count(), 0);
/// ```
#[derive(Clone, Default)]
pub struct RegistryBuilder {
    /// The versions of each name, in the order of registration.
    names: NameMap<Vec<Entry>>,
    conflict: Conflict,
    allowed: Vec<String>,
    lazy: Option<Lazy>,
    /// The name of the scheme of each alias; both are in lower case.
    aliases: NameMap<Box<str>>,
    settings: Settings,
}

/// A source of entries, and what loads them: programs that set no source do not link that.
#[derive(Clone, Copy)]
pub(super) struct Lazy {
    source: &'static dyn LazySource,
    open: fn(&'static dyn LazySource, SnapshotId) -> Box<dyn LazyEntries>,
    load: fn(&mut RegistryBuilder, &'static dyn LazySource),
}

impl Lazy {
    pub(super) fn open(self, snapshot: SnapshotId) -> Box<dyn LazyEntries> {
        (self.open)(self.source, snapshot)
    }
}

impl core::fmt::Debug for RegistryBuilder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.entries()).finish()
    }
}

impl RegistryBuilder {
    /// Creates a builder without any scheme.
    pub fn new() -> Self {
        Self::default()
    }

    pub(super) fn with(entries: impl Iterator<Item = Entry>, settings: Settings) -> Self {
        let mut builder = Self { settings, ..Self::default() };
        entries.for_each(|entry| builder.push_with_aliases(entry));
        builder
    }

    fn push_with_aliases(&mut self, mut entry: Entry) {
        let aliases = core::mem::take(&mut entry.aliases);
        for alias in &*aliases {
            if self.versions_of(alias).is_empty() {
                self.aliases.insert(alias.clone(), entry.name.clone());
            }
        }
        self.push(entry);
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.names.iter().flat_map(|(_, versions)| versions)
    }

    /// The versions of a name in lower case.
    fn versions_of(&self, name: &str) -> &[Entry] {
        self.names.get(name).map_or(&[], Vec::as_slice)
    }

    fn push(&mut self, entry: Entry) {
        self.names.get_or_default(&entry.name).push(entry);
    }

    /// Sets the [`Registry::options`]. The default: strict by RFC 1738, or those of a registry that is changed.
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.settings.options = options;
        self
    }

    /// Sets what happens when a scheme added after this call has a name that is already registered.
    #[must_use]
    pub fn on_conflict(mut self, conflict: Conflict) -> Self {
        self.conflict = conflict;
        self
    }

    /// Allows one reserved name to be registered (R-4-8).
    #[must_use]
    pub fn allow_reserved(mut self, name: &str) -> Self {
        self.allowed.push(name.to_ascii_lowercase());
        self
    }

    /// Adds a scheme of the application.
    ///
    /// # Errors
    /// Returns an error if the registration violates RFC 1738 §4, or if the name is already registered and the
    /// policy is [`Conflict::Error`].
    #[track_caller]
    #[expect(clippy::should_implement_trait, reason = "a scheme is added to a registry, not to a number")]
    pub fn add(self, scheme: impl Into<Handle>) -> Result<Self, RegisterError> {
        let origin = Origin::caller();
        self.insert(scheme.into(), Layer::Application, origin)
    }

    /// Adds schemes that anyurl or another crate submits, with that crate as their origin.
    ///
    /// # Errors
    /// As [`RegistryBuilder::add`].
    pub fn add_submissions(
        mut self,
        layer: Layer,
        submissions: impl IntoIterator<Item = Submission>,
    ) -> Result<Self, RegisterError> {
        for Submission { scheme, origin } in submissions {
            self = self.insert(Handle::Static(scheme), layer, origin)?;
        }
        Ok(self)
    }

    /// Adds built-in schemes, whose tests have added them with [`RegistryBuilder::add_submissions`]: they are not checked at
    /// every start of every program, except in debug builds.
    #[doc(hidden)]
    #[must_use]
    pub fn add_builtin(mut self, submissions: impl IntoIterator<Item = Submission>) -> Self {
        if cfg!(debug_assertions) {
            let added = self.add_submissions(Layer::Builtin, submissions);
            return added.unwrap_or_else(|error| unreachable!("tests add every built-in scheme: {error}"));
        }
        for Submission { scheme, origin } in submissions {
            let name = scheme.registration().name.to_ascii_lowercase().into();
            self.push(Entry::new(name, Handle::Static(scheme), Layer::Builtin, Implementation::Static, origin));
        }
        self
    }

    /// Adds the schemes that linked crates registered with [`register_scheme!`](crate::register_scheme); those of the
    /// crates named in `builtin` belong to the built-in layer.
    ///
    /// ```
    /// use anyurl_core::{Layer, Profile, Registry};
    ///
    /// assert_eq!(anyurl_schemes::RFC1738.len(), 10); // refers to the crate, so that the linker keeps it
    /// let registry = Registry::builder().discover(&[anyurl_schemes::PACKAGE])?.build();
    /// assert_eq!(registry.get("ftp", Profile::Rfc1738).map(|entry| entry.layer()), Some(Layer::Builtin));
    /// # Ok::<(), anyurl_core::RegisterError>(())
    /// ```
    ///
    /// # Errors
    /// [`RegisterError::NothingRegistered`] if the linker omitted every such crate, and the errors of
    /// [`RegistryBuilder::add`].
    pub fn discover(self, builtin: &[&str]) -> Result<Self, RegisterError> {
        let (ours, theirs): (Vec<_>, Vec<_>) =
            submissions().into_iter().partition(|submission| builtin.contains(&&*submission.origin.package));
        if ours.is_empty() && theirs.is_empty() {
            return Err(RegisterError::NothingRegistered);
        }
        self.add_submissions(Layer::Builtin, ours)?.add_submissions(Layer::Application, theirs)
    }

    /// Adds a scheme that is not code of this program, such as one declared in a file; the caller states its layer,
    /// implementation and origin.
    ///
    /// ```
    /// use anyurl_core::{Implementation, Layer};
    /// use anyurl_core::authors::Origin;
    /// use anyurl_core::{Profile, Registry};
    ///
    /// let origin = Origin::from_crate("acme", "1.0.0", "acme.toml", 7);
    /// let builder = Registry::builder();
    /// let scheme = anyurl_schemes::nntp::NNTP;
    /// let builder = builder.add_from(scheme, Layer::Organization, Implementation::Declared, origin)?;
    /// assert_eq!(builder.build().get("nntp", Profile::Rfc1738).unwrap().layer(), Layer::Organization);
    /// # Ok::<(), anyurl_core::RegisterError>(())
    /// ```
    ///
    /// # Errors
    /// As [`RegistryBuilder::add`]. The public layer represents IANA: it may register reserved names, and further
    /// versions of built-in names.
    pub fn add_from(
        mut self,
        scheme: impl Into<Handle>,
        layer: Layer,
        implementation: Implementation,
        origin: Origin,
    ) -> Result<Self, RegisterError> {
        self.insert_from(scheme, layer, implementation, origin)?;
        Ok(self)
    }

    /// [`RegistryBuilder::add_from`] for a builder that is used further if the scheme is not added.
    ///
    /// # Errors
    /// As [`RegistryBuilder::add_from`].
    pub fn insert_from(
        &mut self,
        scheme: impl Into<Handle>,
        layer: Layer,
        implementation: Implementation,
        origin: Origin,
    ) -> Result<(), RegisterError> {
        self.insert_as(scheme.into(), layer, implementation, origin)
    }

    /// Adds metadata about a name; its URLs are parsed with the generic syntax.
    ///
    /// # Errors
    /// [`RegisterError::Name`] and [`RegisterError::Taken`].
    pub fn add_fact(mut self, fact: Fact, layer: Layer, origin: Origin) -> Result<Self, RegisterError> {
        self.insert_fact(fact, layer, origin)?;
        Ok(self)
    }

    /// [`RegistryBuilder::add_fact`] for a builder that is used further if the fact is not added.
    ///
    /// # Errors
    /// As [`RegistryBuilder::add_fact`].
    pub fn insert_fact(&mut self, fact: Fact, layer: Layer, origin: Origin) -> Result<(), RegisterError> {
        self.load_lazy();
        if !split::is_registrable(&fact.name) {
            return Err(RegisterError::Name(fact.name.into_owned()));
        }
        let name: Box<str> = fact.name.to_ascii_lowercase().into();
        let scheme = Generic::from_fact(fact);
        self.check_alias(&name)?;
        if let Some(first) = self.versions_of(&name).first() {
            return Err(already_registered(first, scheme.registration(), origin));
        }
        let handle = Handle::Shared(Arc::new(scheme));
        self.push(Entry::new(name, handle, layer, Implementation::Fact, origin));
        Ok(())
    }

    /// Sets a [source of entries](LazySource) that are loaded on first use; a later change of the builder loads them
    /// all.
    #[must_use]
    pub fn lazy(mut self, source: &'static dyn LazySource) -> Self {
        self.load_lazy();
        self.lazy = Some(Lazy { source, open: LoadedEntries::open, load: Self::load });
        self
    }

    /// Loads the lazy entries, so that names can be compared.
    fn load_lazy(&mut self) {
        if let Some(lazy) = self.lazy.take() {
            (lazy.load)(self, lazy.source);
        }
    }

    fn load(&mut self, source: &'static dyn LazySource) {
        for entry in (0..source.names().len()).map(|n| lazy::load(source, n)) {
            if !overrides_builtin(self.versions_of(&entry.name)) {
                self.push_with_aliases(entry);
            }
        }
    }

    fn into_entries(self) -> Vec<Entry> {
        let mut pairs: Vec<(&str, &str)> = self.aliases.iter().map(|(alias, of)| (&**of, alias)).collect();
        order::sort(&mut pairs);
        let mut names = self.names;
        for pairs in pairs.chunk_by(|one, other| one.0 == other.0) {
            let aliases: Arc<[Box<str>]> = pairs.iter().map(|(_, alias)| (*alias).into()).collect();
            for entry in names.get_mut(pairs[0].0).into_iter().flatten() {
                entry.aliases = Arc::clone(&aliases);
            }
        }
        names.into_values().flatten().collect()
    }

    /// Removes every version of a name; existing values keep their meaning.
    ///
    /// The name is unregistered afterwards, so its URLs are still parsed, with the generic syntax (RFC 1738 §2.1):
    /// [`Url::is_known`](crate::Url::is_known) is false, they have the warning `unregistered-scheme`, and rules of a
    /// [`SchemeMap`](crate::SchemeMap) for a range of versions do not apply to them.
    /// [`RegistryBuilder::refuse`] makes them invalid.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().remove("x-foo").build();
    /// assert!(!registry.parse("x-foo:a")?.is_known());
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    #[must_use]
    pub fn remove(mut self, name: &str) -> Self {
        self.load_lazy();
        let name = name.to_ascii_lowercase();
        self.names.remove(&name);
        self.aliases.retain(|alias, of| *alias != *name && **of != *name);
        self
    }

    /// Gives a registered scheme another name (both ASCII case-insensitive). URLs with the alias are URLs of that scheme:
    /// [`Url::scheme`](crate::Url::scheme) and the canonical form have the registered name, so that they are equal to URLs
    /// with it, while the text and [`Url::written_scheme`](crate::Url::written_scheme) stay as written.
    ///
    /// [`RegistryBuilder::remove`] removes an alias, and all aliases of a scheme with the scheme.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().refuse("x-old", "gone")?.alias("x-older", "x-old")?.build();
    /// assert!(registry.parse("x-older:a").unwrap_err().to_string().contains("`x-old` is refused"));
    /// assert_eq!(registry.aliases().collect::<Vec<_>>(), [("x-older", "x-old")]);
    /// # Ok::<(), anyurl_core::RegisterError>(())
    /// ```
    ///
    /// # Errors
    /// [`RegisterError::Alias`] if the scheme is not registered, or the alias is already a name or an alias;
    /// [`RegisterError::Name`], and [`RegisterError::Reserved`] for reserved names that are not allowed.
    pub fn alias(mut self, alias: &str, of: &str) -> Result<Self, RegisterError> {
        self.insert_alias(alias, of)?;
        Ok(self)
    }

    /// [`RegistryBuilder::alias`] for a builder that is used further if the alias is not added.
    ///
    /// # Errors
    /// As [`RegistryBuilder::alias`].
    pub fn insert_alias(&mut self, alias: &str, of: &str) -> Result<(), RegisterError> {
        self.load_lazy();
        let (alias, of): (Box<str>, Box<str>) = (alias.to_ascii_lowercase().into(), of.to_ascii_lowercase().into());
        validate::check_alias(&alias, |name| self.allowed.iter().any(|allowed| allowed == name))?;
        let error = |why: String| RegisterError::Alias { alias: alias.to_string(), of: of.to_string(), why };
        if let Some(other) = self.aliases.get(&of) {
            return Err(error(format!("`{of}` is an alias itself: name `{other}`")));
        }
        if self.versions_of(&of).is_empty() {
            return Err(error(format!("`{of}` is not registered: register it first")));
        }
        if let Some(first) = self.versions_of(&alias).first() {
            return Err(error(format!("{} registers `{alias}`: choose another alias", first.origin)));
        }
        if let Some(other) = self.aliases.get(&alias).filter(|other| **other != of) {
            return Err(error(format!("`{alias}` is an alias of `{other}`: remove that first")));
        }
        self.aliases.insert(alias, of);
        Ok(())
    }

    /// Checks that the name of a new scheme is not an alias of another.
    fn check_alias(&mut self, name: &str) -> Result<(), RegisterError> {
        let Some(of) = self.aliases.get(name) else {
            return Ok(());
        };
        if self.conflict == Conflict::Replace {
            self.aliases.remove(name);
            return Ok(());
        }
        let why = "a scheme of this name is added: remove the alias first".to_owned();
        Err(RegisterError::Alias { alias: name.to_owned(), of: of.to_string(), why })
    }

    /// Builds the registry.
    #[must_use]
    pub fn build(self) -> Registry {
        let (lazy, settings) = (self.lazy, self.settings.clone());
        Registry::new(self.into_entries(), lazy, settings)
    }

    fn insert(mut self, handle: Handle, layer: Layer, origin: Origin) -> Result<Self, RegisterError> {
        self.insert_as(handle, layer, Implementation::Static, origin)?;
        Ok(self)
    }

    fn insert_as(
        &mut self,
        handle: Handle,
        layer: Layer,
        implementation: Implementation,
        origin: Origin,
    ) -> Result<(), RegisterError> {
        self.load_lazy();
        let registration = handle.scheme().registration();
        let name = registration.name.to_ascii_lowercase();
        let is_public = layer == Layer::Public;
        validate::check(&name, registration, |name| is_public || self.allowed.iter().any(|allowed| allowed == name))?;
        // Several versions of one scheme have one owner. Any other owner conflicts, except the public layer, which
        // registers newer versions of built-in schemes.
        let owns = |entry: &Entry| entry.origin.package == origin.package || is_public && entry.layer == Layer::Builtin;
        let conflicts = |entry: &Entry| !owns(entry) || entry.registration().version == registration.version;
        let name: Box<str> = name.into();
        if self.conflict == Conflict::Keep && self.aliases.get(&name).is_some() {
            return Ok(());
        }
        self.check_alias(&name)?;
        let versions = self.names.get_or_default(&name);
        if let Some(first) = versions.iter().find(|entry| conflicts(entry)) {
            match self.conflict {
                Conflict::Keep => return Ok(()),
                Conflict::Error => return Err(already_registered(first, registration, origin)),
                Conflict::Replace => versions.retain(|entry| !conflicts(entry)),
            }
        }
        versions.push(Entry::new(name, handle, layer, implementation, origin));
        Ok(())
    }
}

/// Whether any of these versions of a name is not built in, so that lazy entries of the name are ignored.
pub(super) fn overrides_builtin(versions: &[Entry]) -> bool {
    versions.iter().any(|entry| entry.layer != Layer::Builtin)
}

fn already_registered(first: &Entry, second: &crate::registration::Registration, origin: Origin) -> RegisterError {
    RegisterError::Taken {
        name: first.name.to_string(),
        first: Box::new(first.origin.clone()),
        first_version: first.registration().version.clone(),
        second: Box::new(origin),
        second_version: second.version.clone(),
    }
}
