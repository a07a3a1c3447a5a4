//! One version of one scheme in a registry, and its identity.

use alloc::sync::Arc;
use core::fmt;
use core::sync::atomic::{AtomicUsize, Ordering};

use super::discovery::Origin;
use super::layer::Layer;
use crate::registration::build_table::BuildTable;
use crate::registration::{Grammar, Registration};
use crate::scheme::Scheme;
use crate::scheme::generic::{Fact, GENERIC, Generic};
use crate::scheme::generic_uri::{GENERIC_URI, GenericUri};
use crate::syntax::options::Profile;
use crate::syntax::split;
use crate::text::once::OnceLock;
use crate::text::prelude::*;
use crate::text::span::Slot;

/// A shared reference to a scheme: to a `static`, or to a value created at run time.
#[derive(Clone)]
#[non_exhaustive]
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
    /// By a WebAssembly module.
    Module,
    /// Metadata only; URLs are parsed with the generic syntax.
    Fact,
    /// The generic syntax, for a name that is not registered.
    Generic,
}

impl Implementation {
    /// Whether code implements the scheme: linked into the program, or loaded.
    pub const fn is_code(self) -> bool {
        matches!(self, Self::Static | Self::Dynamic | Self::Module)
    }

    /// Whether the generic syntax is all that is known of the scheme.
    pub(crate) const fn is_generic(self) -> bool {
        matches!(self, Self::Fact | Self::Generic)
    }

    /// In lower case; `generic` for implementations without a syntax of their own.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Static => "static",
            Self::Declared => "declared",
            Self::Dynamic => "dynamic",
            Self::Module => "module",
            Self::Fact | Self::Generic => "generic",
        }
    }
}

/// One version of one scheme in a registry.
#[derive(Clone)]
pub struct Entry {
    pub(super) name: Box<str>,
    /// In lower case, sorted; shared by all versions.
    pub(super) aliases: Arc<[Box<str>]>,
    pub(super) id: EntryId,
    /// Copied from the registration for the parse path.
    pub(super) grammar: Grammar,
    default_port: Option<u16>,
    is_deprecated: bool,
    /// Whether a component other than `host` can contain hosts.
    has_inner_hosts: bool,
    is_command_line: bool,
    subschemes: Option<Slot>,
    /// The lower layer that has the name as well.
    pub(super) shadows: Option<Arc<str>>,
    pub(super) handle: Handle,
    pub(super) layer: Layer,
    pub(super) implementation: Implementation,
    pub(super) origin: Origin,
    build_table: LazyBuildTable,
}

/// How URLs are put together, made when the first one is built; reading it takes no lock.
type LazyBuildTable = OnceLock<Option<Box<BuildTable>>>;

impl Entry {
    /// The entries of the generic syntaxes, which are the first of every registry.
    pub(super) fn generic() -> [Self; 2] {
        let schemes: [&'static dyn Scheme; 2] = [&GENERIC, &GENERIC_URI];
        schemes.map(|scheme| {
            let origin = Origin::from_crate("anyurl-core", env!("CARGO_PKG_VERSION"), file!(), line!());
            Self::new("".into(), scheme.into(), Layer::Builtin, Implementation::Generic, origin)
        })
    }

    /// The entry for the profile `current` of a name of which only metadata is registered: its URLs have the generic
    /// syntax of RFC 3986 there.
    pub(super) fn as_uri(&self) -> Option<Self> {
        if self.implementation != Implementation::Fact {
            return None;
        }
        let scheme = GenericUri::from_fact(Fact::from_registration(self.registration()));
        let handle = Handle::Shared(Arc::new(scheme));
        let mut uri = Self::new(self.name.clone(), handle, self.layer, self.implementation, self.origin.clone());
        (uri.aliases, uri.shadows) = (self.aliases.clone(), self.shadows.clone());
        Some(uri)
    }

    /// Creates the entry of a scheme that is known to be valid, for a [`LazySource`](super::LazySource).
    #[doc(hidden)]
    pub fn of_scheme(scheme: impl Into<Handle>, layer: Layer, implementation: Implementation, origin: Origin) -> Self {
        let handle = scheme.into();
        let name = handle.scheme().registration().name.to_ascii_lowercase().into();
        Self::new(name, handle, layer, implementation, origin)
    }

    /// Creates the entry of a fact that is known to be valid, for a [`LazySource`](super::LazySource).
    #[doc(hidden)]
    pub fn of_fact(fact: Fact, layer: Layer, origin: Origin) -> Self {
        let scheme: Arc<dyn Scheme> = Arc::new(Generic::from_fact(fact));
        Self::of_scheme(scheme, layer, Implementation::Fact, origin)
    }

    pub(super) fn with_aliases(self, aliases: Arc<[Box<str>]>) -> Self {
        Self { aliases, ..self }
    }

    pub(super) fn new(
        name: Box<str>,
        handle: Handle,
        layer: Layer,
        implementation: Implementation,
        origin: Origin,
    ) -> Self {
        let &Registration { grammar, default_port, ref deprecated, ref components, command_line, subschemes, .. } =
            handle.scheme().registration();
        let is_deprecated = deprecated.is_some();
        let has_inner_hosts =
            implementation.is_generic() || components.iter().any(|component| component.hosts.is_some());
        let (aliases, build_table, id) = (Arc::default(), LazyBuildTable::new(), EntryId::UNPLACED);
        Self {
            name,
            aliases,
            id,
            grammar,
            default_port,
            is_deprecated,
            has_inner_hosts,
            is_command_line: command_line,
            subschemes,
            shadows: None,
            handle,
            layer,
            implementation,
            origin,
            build_table,
        }
    }

    /// The entry as part of a registry.
    pub(super) fn with_id(mut self, snapshot: SnapshotId, index: EntryIndex) -> Self {
        self.id = EntryId::new(snapshot, index);
        self
    }

    /// The identity of the entry: which entry of which registry. A clone keeps it.
    pub const fn id(&self) -> EntryId {
        self.id
    }

    /// The name it is registered under, in lower case: `git+*` for a family, `urn:isbn` for a subscheme.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name that its URLs begin with: `urn` for `urn:isbn`.
    pub(crate) fn scheme_name(&self) -> &str {
        split::scheme_of(&self.name)
    }

    /// The component whose value selects a subscheme.
    #[inline]
    pub(crate) const fn subschemes(&self) -> Option<Slot> {
        self.subschemes
    }

    /// The other names of the scheme, in lower case, sorted ([`RegistryBuilder::alias`](super::RegistryBuilder::alias)).
    pub fn aliases(&self) -> &[Box<str>] {
        &self.aliases
    }

    /// The beginning of all names, if this is a family: `git+` of `git+*`.
    pub(crate) fn family_stem(&self) -> Option<&str> {
        split::family_stem(&self.name)
    }

    /// Whether this is the name or an alias of the scheme, or a name of the family (ASCII case-insensitive).
    pub(crate) fn is_called(&self, name: &str) -> bool {
        let is_member = || self.family_stem().is_some_and(|stem| split::is_in_family(name, stem));
        let is_alias = || self.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name));
        self.scheme_name().eq_ignore_ascii_case(name) || is_alias() || is_member()
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

    /// How URLs are put together; `None` if they cannot be built.
    #[inline]
    pub(crate) fn build_table(&self) -> Option<&BuildTable> {
        let new = || Some(Box::new(BuildTable::new(&self.name, self.registration())?));
        self.build_table.get_or_init(new).as_deref()
    }

    /// The generic grammar that contains the grammar of the scheme.
    #[inline]
    pub(crate) const fn grammar(&self) -> Grammar {
        self.grammar
    }

    /// Returns whether the scheme is deprecated: each of its URLs has the warning `deprecated-scheme`.
    #[inline]
    pub fn is_deprecated(&self) -> bool {
        self.is_deprecated
    }

    /// Whether a component other than `host` can contain hosts, as the text of the generic syntax can.
    #[inline]
    pub(crate) const fn has_inner_hosts(&self) -> bool {
        self.has_inner_hosts
    }

    /// Whether clients pass parts of URLs to a command.
    #[inline]
    pub(crate) const fn is_command_line(&self) -> bool {
        self.is_command_line
    }

    /// Returns the lower layer with another definition ([`RegistryBuilder::shadowing`](super::RegistryBuilder::shadowing)).
    pub fn shadows(&self) -> Option<&str> {
        self.shadows.as_deref()
    }

    /// Whether the entry gives each of its URLs a warning.
    #[inline]
    pub(crate) const fn has_warning(&self) -> bool {
        self.is_deprecated || self.shadows.is_some()
    }

    /// The port that is used if a URL has none.
    #[inline]
    pub(crate) const fn default_port(&self) -> Option<u16> {
        self.default_port
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

/// The identity of an entry: the registry, and the entry in it.
///
/// Two ids are equal only if they belong to the same entry of the same registry, or of clones of it. An id of one
/// registry therefore never selects an entry of another, not even of one that was derived from it:
/// [`EntryMap`](super::EntryMap) returns nothing for it.
///
/// ```
/// use anyurl_core::{Profile, Registry};
///
/// let registry = Registry::builder().build();
/// let url = registry.parse("x-foo:a")?;
/// assert_eq!(url.entry_id(), registry.generic(Profile::Current).id());
///
/// let other = registry.to_builder().build();
/// assert_ne!(url.entry_id(), other.generic(Profile::Current).id());
/// # Ok::<(), anyurl_core::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct EntryId {
    snapshot: SnapshotId,
    index: EntryIndex,
}

impl EntryId {
    /// The id of an entry that is in a builder, where no caller sees it.
    const UNPLACED: Self = Self::new(SnapshotId(0), EntryIndex::GENERIC);

    pub(crate) const fn new(snapshot: SnapshotId, index: EntryIndex) -> Self {
        Self { snapshot, index }
    }

    pub(super) const fn snapshot(self) -> SnapshotId {
        self.snapshot
    }

    pub(crate) const fn index(self) -> EntryIndex {
        self.index
    }

    /// The index, if the id is of this snapshot.
    #[inline]
    pub(super) fn index_in(self, snapshot: SnapshotId) -> Option<EntryIndex> {
        (self.snapshot == snapshot).then_some(self.index)
    }
}

impl fmt::Debug for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lazy = if self.index.is_lazy() { "lazy " } else { "" };
        write!(f, "{lazy}entry {} of registry {}", self.index.position(), self.snapshot.0)
    }
}

/// A number that no other registry of this process has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SnapshotId(u64);

impl SnapshotId {
    /// The next number.
    pub(super) fn next() -> Self {
        static LAST: AtomicUsize = AtomicUsize::new(0);
        Self(LAST.fetch_add(1, Ordering::Relaxed) as u64 + 1)
    }
}

/// The index of an entry in its registry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct EntryIndex(u32);

impl EntryIndex {
    /// The generic syntax of RFC 1738, which has the same index in every registry.
    pub(crate) const GENERIC: Self = Self(0);

    /// The generic syntax of RFC 3986.
    pub(crate) const GENERIC_URI: Self = Self(1);

    /// Set in the indices of lazily loaded entries.
    const LAZY: u32 = 1 << 31;

    /// The index of the entry at a position.
    pub(super) fn new(position: usize) -> Self {
        let position = u32::try_from(position).ok().filter(|position| *position < Self::LAZY);
        Self(position.expect("fewer than 2^31 entries"))
    }

    pub(super) const fn into_lazy(self) -> Self {
        Self(self.0 | Self::LAZY)
    }

    pub(crate) const fn is_lazy(self) -> bool {
        self.0 & Self::LAZY != 0
    }

    /// The generic syntax of a profile.
    pub(crate) const fn generic(profile: Profile) -> Self {
        match profile {
            Profile::Rfc1738 => Self::GENERIC,
            Profile::Current => Self::GENERIC_URI,
        }
    }

    /// Whether this is a generic syntax, for names that nothing is registered under.
    pub(crate) const fn is_generic(self) -> bool {
        self.0 <= Self::GENERIC_URI.0
    }

    /// The position among the lazily loaded entries, or among all others.
    pub(crate) const fn position(self) -> usize {
        (self.0 & !Self::LAZY) as usize
    }
}
