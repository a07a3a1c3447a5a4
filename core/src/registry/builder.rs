//! Building a registry: adding, removing, and what happens when two want one name.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::discovery::{Origin, Submission, submissions};
use super::validate::{self, RegisterError, RegistrationNote};
use super::{Entry, Fact, Handle, Implementation, Layer, LazySource, Registry};
use crate::scheme::Scheme;
use crate::scheme::generic::Generic;
use crate::syntax::split;

/// What happens when a name is taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Conflict {
    /// An error that names both owners: a new scheme has a new prefix (R-4-1).
    #[default]
    Error,
    /// What was there stays; the newcomer is not registered.
    Keep,
    /// The newcomer takes the name; every version of the other owner goes.
    Replace,
}

/// Makes a [`Registry`].
///
/// ```
/// use locator_core::{Conflict, Registry};
///
/// let registry = Registry::builder().on_conflict(Conflict::Keep).build();
/// assert_eq!(registry.entries().count(), 0);
/// ```
#[derive(Clone, Default)]
pub struct RegistryBuilder {
    /// The versions of each name, as they came.
    names: BTreeMap<Box<str>, Vec<Entry>>,
    conflict: Conflict,
    allowed: Vec<String>,
    lazy: Option<&'static dyn LazySource>,
}

impl std::fmt::Debug for RegistryBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.entries()).finish()
    }
}

impl RegistryBuilder {
    /// Without any scheme.
    pub fn new() -> Self {
        Self::default()
    }

    pub(super) fn with(entries: impl Iterator<Item = Entry>) -> Self {
        let mut builder = Self::default();
        entries.for_each(|entry| builder.push(entry));
        builder
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.names.values().flatten()
    }

    /// The versions of a name in lower case.
    fn named(&self, name: &str) -> &[Entry] {
        self.names.get(name).map_or(&[], Vec::as_slice)
    }

    fn push(&mut self, entry: Entry) {
        let versions = self.names.entry(entry.name.clone());
        versions.or_default().push(entry);
    }

    /// What is to happen, from here on, when a name is taken.
    #[must_use]
    pub fn on_conflict(mut self, conflict: Conflict) -> Self {
        self.conflict = conflict;
        self
    }

    /// Lets a reserved name be registered (R-4-8): an explicit decision for each.
    #[must_use]
    pub fn allow_reserved(mut self, name: &str) -> Self {
        self.allowed.push(name.to_ascii_lowercase());
        self
    }

    /// Adds a scheme of the application.
    ///
    /// # Errors
    /// Whatever Section 4 refuses, and a name that is taken ([`Conflict::Error`]).
    #[track_caller]
    #[expect(clippy::should_implement_trait, reason = "a scheme is added to a registry, not to a number")]
    pub fn add(self, scheme: impl Into<Handle>) -> Result<Self, RegisterError> {
        let origin = Origin::caller();
        self.insert(scheme.into(), Layer::Application, origin)
    }

    /// Adds schemes that come with Locator or another crate, under that crate's name.
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

    /// Adds what linked crates have registered with [`register_scheme!`](crate::register_scheme); what comes from the
    /// crates `builtin` goes to the built-in layer.
    ///
    /// # Errors
    /// [`RegisterError::NothingRegistered`] where the linker has left every one away, and those of
    /// [`RegistryBuilder::add`].
    pub fn discover(self, builtin: &[&str]) -> Result<Self, RegisterError> {
        let (ours, theirs): (Vec<_>, Vec<_>) =
            submissions().into_iter().partition(|one| builtin.contains(&&*one.origin.package));
        if ours.is_empty() && theirs.is_empty() {
            return Err(RegisterError::NothingRegistered);
        }
        self.add_submissions(Layer::Builtin, ours)?.add_submissions(Layer::Application, theirs)
    }

    /// Adds a scheme that was made from something else than code of this program: where it comes from, and how it is
    /// implemented, is said by the caller.
    ///
    /// # Errors
    /// As [`RegistryBuilder::add`]. The public layer speaks for IANA: it may register reserved names, and further versions
    /// of names that are built in.
    pub fn add_from(
        self,
        scheme: impl Into<Handle>,
        layer: Layer,
        implementation: Implementation,
        origin: Origin,
    ) -> Result<Self, RegisterError> {
        self.insert_as(scheme.into(), layer, implementation, origin)
    }

    /// Adds what is merely known of a name: its URLs are read by the generic syntax, and have its status.
    ///
    /// # Errors
    /// [`RegisterError::Name`] and [`RegisterError::Taken`].
    pub fn add_fact(mut self, fact: Fact, layer: Layer, origin: Origin) -> Result<Self, RegisterError> {
        self.load_lazy();
        if !split::is_scheme(&fact.name) {
            return Err(RegisterError::Name(fact.name.into_owned()));
        }
        let name: Box<str> = fact.name.to_ascii_lowercase().into();
        let scheme = Generic::of_fact(fact);
        if let Some(first) = self.named(&name).first() {
            return Err(loaded(first, scheme.registration(), origin));
        }
        let handle = Handle::Shared(Arc::new(scheme));
        self.push(Entry::new(name, handle, layer, Implementation::Fact, origin));
        Ok(self)
    }

    /// What is to be made when a name is asked for that nothing is registered under, or the current version of one that
    /// RFC 1738 defines: entries that most programs never need. Their names must be new, or their versions newer.
    ///
    /// What is added or removed behind it has all of them made at once.
    #[must_use]
    pub fn lazy(mut self, from: &'static dyn LazySource) -> Self {
        self.load_lazy();
        self.lazy = Some(from);
        self
    }

    /// Loads what was to be loaded later, so that names can be compared.
    fn load_lazy(&mut self) {
        if let Some(from) = self.lazy.take() {
            for entry in (0..from.names().len()).flat_map(|n| from.load(n).into_entries()) {
                if !overrides_builtin(self.named(&entry.name)) {
                    self.push(entry);
                }
            }
        }
    }

    pub(super) fn into_entries(mut self) -> Vec<Entry> {
        self.load_lazy();
        self.names.into_values().flatten().collect()
    }

    /// Removes every version of a name: its URLs parse generically again, and values that exist keep their meaning.
    #[must_use]
    pub fn remove(mut self, name: &str) -> Self {
        self.load_lazy();
        self.names.remove(&*name.to_ascii_lowercase());
        self
    }

    /// The registry.
    #[must_use]
    pub fn build(self) -> Registry {
        let notes: Vec<RegistrationNote> = self
            .entries()
            .filter(|entry| entry.implementation != Implementation::Fact)
            .flat_map(|entry| validate::notes(&entry.name, entry.registration()))
            .collect();
        let entries = self.names.into_values().flatten().collect();
        Registry::new(entries, notes, self.lazy)
    }

    fn insert(self, handle: Handle, layer: Layer, origin: Origin) -> Result<Self, RegisterError> {
        self.insert_as(handle, layer, Implementation::Static, origin)
    }

    fn insert_as(
        mut self,
        handle: Handle,
        layer: Layer,
        implementation: Implementation,
        origin: Origin,
    ) -> Result<Self, RegisterError> {
        self.load_lazy();
        let registration = handle.scheme().registration();
        let name = registration.name.to_ascii_lowercase();
        let is_public = layer == Layer::Public;
        validate::check(&name, registration, |name| is_public || self.allowed.iter().any(|allowed| allowed == name))?;
        // Several versions of one scheme are one owner's affair; whoever else wants the name is an intruder, but for the
        // public layer, which brings newer versions of what is built in.
        let owns = |entry: &Entry| entry.origin.package == origin.package || is_public && entry.layer == Layer::Builtin;
        let rival = |entry: &Entry| !owns(entry) || entry.registration().version == registration.version;
        let name: Box<str> = name.into();
        let versions = self.names.entry(name.clone()).or_default();
        if let Some(first) = versions.iter().find(|entry| rival(entry)) {
            match self.conflict {
                Conflict::Keep => return Ok(self),
                Conflict::Error => return Err(loaded(first, registration, origin)),
                Conflict::Replace => versions.retain(|entry| !rival(entry)),
            }
        }
        versions.push(Entry::new(name, handle, layer, implementation, origin));
        Ok(self)
    }
}

/// Whether a name with these versions has an owner that stands above what comes later: anybody but a scheme.
pub(super) fn overrides_builtin(versions: &[Entry]) -> bool {
    versions.iter().any(|entry| entry.layer != Layer::Builtin)
}

fn loaded(first: &Entry, second: &crate::registration::Registration, origin: Origin) -> RegisterError {
    RegisterError::Taken {
        name: first.name.to_string(),
        first: Box::new(first.origin.clone()),
        first_version: first.registration().version.clone(),
        second: Box::new(origin),
        second_version: second.version.clone(),
    }
}
