//! The definitions of each name during and after resolution.

use std::collections::{BTreeMap, BTreeSet};

use anyurl_core::authors::{Origin, Registration, Status};
use anyurl_core::{Entry, Implementation, Layer, Registry};
use semver::{Version, VersionReq};

use super::placed::{PlacedLayer, Provenance};
use super::policy::{Subject, access_kind};
use super::{ByName, RefusedName, Shadow, facets};
use crate::format::{AccessKind, AccessTable, Date, Facet, Hash, Metadata, PortTable, Rfc1738, SchemeEntry, glob};

/// Every name of the layers and the base registry.
#[derive(Default)]
pub(super) struct Names {
    pub(super) map: ByName<ResolvedName>,
    /// The names of the schemes that have an alias, which is in lower case.
    aliases: BTreeMap<Box<str>, BTreeSet<String>>,
    /// The aliases of entries that are not added, in lower case.
    pub(super) unused_aliases: Vec<(String, RefusedName)>,
    /// The masked families, such as `git+*`, in lower case.
    masked_families: Vec<(String, NameRemoval)>,
}

/// The definitions of a name.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ResolvedName {
    /// The versions, in ascending order.
    pub definitions: Vec<SchemeDefinition>,
    /// Definitions of lower layers that a definition of an upper one hides.
    pub hidden: Vec<ShadowedDefinition>,
    /// What lower layers have of the name, if its definition hides it and IANA or a lower layer may mean another one.
    pub shadows: Option<Shadow>,
    /// The mask, if a layer masks the name.
    pub mask: Option<NameRemoval>,
    /// The tombstone, if the name was removed for good.
    pub tombstone: Option<NameRemoval>,
    /// The fault for which URLs of the name are refused.
    pub refused: Option<RefusedName>,
    /// The pinned version.
    pub pin: Option<PinnedVersion>,
    /// The override that allows the name although it is reserved.
    pub allowed: Option<Provenance>,
}

/// A definition of a lower layer that is hidden because an upper layer claims its name and defines it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ShadowedDefinition {
    /// The hidden definition.
    pub definition: SchemeDefinition,
    /// The claim.
    pub by: Provenance,
}

/// A mask or tombstone.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NameRemoval {
    /// The position of the mask or tombstone.
    pub by: Provenance,
    /// The reason.
    pub reason: Option<String>,
    /// The date of removal; a mask has none.
    pub removed: Option<Date>,
    /// The replacement.
    pub replacement: Option<String>,
}

/// The pinned version of a scheme.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PinnedVersion {
    /// The position of the pin.
    pub by: Provenance,
    /// The version requirement.
    pub requirement: VersionReq,
    /// The selected version.
    pub version: Version,
    /// The overridden pins of lower layers.
    pub hides: Vec<(Provenance, VersionReq)>,
}

/// One version of a scheme.
#[derive(Clone, Debug)]
pub struct SchemeDefinition {
    /// The version.
    pub version: Version,
    /// The registration status.
    pub status: Status,
    /// Other names of the scheme, in lower case.
    pub aliases: Vec<Box<str>>,
    /// The layer that added it.
    pub by: Provenance,
    /// Upper layers with an equal definition, which is not used: the scheme is being moved.
    pub alike: Vec<Provenance>,
    /// The origin of each facet that the scheme has.
    pub facets: BTreeMap<Facet, FacetValue>,
    pub(super) body: Body,
}

/// A facet of a scheme and its origin.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FacetValue {
    /// The layer that wrote it.
    pub by: Provenance,
    /// The hash of its canonical text, which `expect` and locks compare.
    pub hash: Hash,
    /// The reason of the override.
    pub reason: Option<String>,
    /// The replaced values, the nearest first.
    pub hides: Vec<HiddenFacet>,
}

/// A replaced value of a facet.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HiddenFacet {
    /// The layer that wrote it.
    pub by: Provenance,
    /// The hash of its canonical text.
    pub hash: Hash,
}

/// The content of a definition.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// A scheme of the base registry with its overrides.
    Base(Box<Base>),
    /// An entry of a layer, possibly a fact.
    Declared(Box<SchemeEntry>),
}

#[derive(Clone, Debug)]
pub(super) struct Base {
    pub(super) entry: Entry,
    pub(super) access: Option<AccessTable>,
    pub(super) port: Option<PortTable>,
    pub(super) metadata: Option<Metadata>,
}

impl From<ByName<ResolvedName>> for Names {
    fn from(map: ByName<ResolvedName>) -> Self {
        Self { map, ..Self::default() }
    }
}

impl Names {
    /// Creates the names of the base registry.
    pub(super) fn new(base: &Registry) -> Self {
        let mut names = Self::default();
        for entry in base.entries() {
            let definition = SchemeDefinition::from_base(entry);
            names.entry(entry.name()).definitions.push(definition);
        }
        names
    }

    /// Returns a name for modification, created if absent.
    pub(super) fn entry(&mut self, name: &str) -> &mut ResolvedName {
        self.map.entry(name.to_ascii_lowercase()).or_insert_with_key(|name| {
            let masked = self.masked_families.iter().find(|(family, _)| glob(family, name));
            ResolvedName { mask: masked.map(|(_, by)| by.clone()), ..ResolvedName::default() }
        })
    }

    /// Masks a name, or a family with all its members, also those that are added later. The lowest mask stays; upper layers
    /// cannot lift it.
    pub(super) fn mask(&mut self, name: &str, by: &NameRemoval) {
        let key = name.to_ascii_lowercase();
        if key.ends_with('*') {
            for (_, member) in self.map.iter_mut().filter(|(member, _)| glob(&key, member)) {
                member.mask.get_or_insert_with(|| by.clone());
            }
            self.masked_families.push((key, by.clone()));
        }
        self.entry(name).mask.get_or_insert_with(|| by.clone());
    }

    pub(super) fn get(&self, name: &str) -> Option<&ResolvedName> {
        self.map.get(&name.to_ascii_lowercase())
    }

    /// Collects the aliases of all definitions.
    pub(super) fn collect_aliases(&mut self) {
        for (key, name) in &self.map {
            for alias in name.definitions.iter().flat_map(|one| &one.aliases) {
                self.aliases.entry(alias.clone()).or_default().insert(key.clone());
            }
        }
    }

    /// Returns whether a name is an alias of a scheme.
    pub(super) fn has_alias(&self, name: &str) -> bool {
        self.aliases.contains_key(&*name.to_ascii_lowercase())
    }

    /// Returns the scheme besides `owner` that has a name or alias, which is in lower case.
    pub(super) fn other_scheme(&self, name: &str, owner: &str) -> Option<String> {
        if let Some(found) = self.map.get(name).filter(|found| found.is_known()) {
            let by = found.definitions.first().map(|one| &one.by).or(found.mask.as_ref().map(|mask| &mask.by));
            return Some(by.map_or_else(|| format!("`{name}`"), |by| format!("`{name}`, by {by}")));
        }
        let other = self.aliases.get(name)?.iter().find(|other| *other != owner)?;
        Some(format!("`{other}`"))
    }
}

impl ResolvedName {
    /// Returns whether a layer or the base registry has the name.
    pub(super) fn is_known(&self) -> bool {
        self.has_definitions() || self.mask.is_some() || self.tombstone.is_some() || self.refused.is_some()
    }

    pub(super) fn has_definitions(&self) -> bool {
        !(self.definitions.is_empty() && self.hidden.is_empty())
    }

    /// Returns the aliases of the usable versions, in lower case. If none is usable, those of all versions.
    pub fn aliases(&self) -> impl Iterator<Item = &str> {
        let hidden = self.definitions.iter().filter(|_| !self.is_usable());
        let aliases = self.visible().chain(hidden).flat_map(|one| &one.aliases);
        let mut aliases: Vec<&str> = aliases.map(|alias| &**alias).collect();
        aliases.sort_unstable();
        aliases.dedup();
        aliases.into_iter()
    }

    /// Returns the usable versions: all, only the pinned one, or none if the name is masked or refused.
    pub fn visible(&self) -> impl Iterator<Item = &SchemeDefinition> {
        self.chosen().filter(|_| self.is_usable())
    }

    /// Returns the versions that are usable without masks and faults: all, or only the pinned one.
    fn chosen(&self) -> impl Iterator<Item = &SchemeDefinition> {
        let pinned = self.pin.as_ref().map(|pin| &pin.version);
        self.definitions.iter().filter(move |one| pinned.is_none_or(|version| *version == one.version))
    }

    /// Returns the versions to lock: those of a refused name as well, so that their differences can explain the fault.
    pub(super) fn locked(&self) -> impl Iterator<Item = &SchemeDefinition> {
        self.chosen().filter(|_| self.mask.is_none())
    }

    /// Returns whether the name has a scheme in code.
    pub(super) fn is_in_code(&self) -> bool {
        self.definitions.iter().any(SchemeDefinition::is_code)
    }

    fn is_usable(&self) -> bool {
        self.mask.is_none() && self.refused.is_none()
    }
}

impl SchemeDefinition {
    fn from_base(entry: &Entry) -> Self {
        let by = Provenance::from_base(entry.layer(), entry.origin());
        let registration = entry.registration();
        let value = |(facet, hash)| {
            let value = FacetValue::new(&by, hash);
            (facet, value)
        };
        Self {
            version: registration.version.clone(),
            status: registration.status,
            aliases: entry.aliases().to_vec(),
            facets: facets::from_registration(registration).map(value).collect(),
            by,
            alike: Vec::new(),
            body: Body::Base(Box::new(Base { entry: entry.clone(), access: None, port: None, metadata: None })),
        }
    }

    pub(super) fn from_entry(entry: &SchemeEntry, placed: &PlacedLayer) -> Self {
        let by = placed.place_of(entry);
        let value = |facet: &Facet| {
            let hash = entry.hash(*facet)?;
            Some((*facet, FacetValue::new(&by, hash)))
        };
        Self {
            version: entry.version.value.clone(),
            status: entry.status.value,
            aliases: entry.aliases.iter().map(|alias| alias.to_ascii_lowercase().into()).collect(),
            facets: facets::ALL.iter().filter_map(value).collect(),
            by,
            alike: Vec::new(),
            body: Body::Declared(Box::new(entry.clone())),
        }
    }

    /// Returns whether the syntax is sealed: the scheme is permanent, or RFC 1738 defines it.
    pub fn is_sealed(&self) -> bool {
        self.status == Status::Permanent
            || match &self.body {
                Body::Base(base) => base.registration().rfc1738,
                Body::Declared(entry) => {
                    entry.metadata.rfc1738.as_ref().is_some_and(|relation| **relation == Rfc1738::Defined)
                }
            }
    }

    /// Returns whether a definition of another layer is the same for URLs, as during a move.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        let hash = |(facet, value): (&Facet, &FacetValue)| (*facet, value.hash);
        // A name of the public layer is not moved: IANA has it.
        let is_entry = |one: &Self| one.entry().is_some() && !one.is_fact() && one.by.rank != Layer::Public;
        let is_same = self.version == other.version && self.facets.iter().map(hash).eq(other.facets.iter().map(hash));
        is_same && self.by.layer != other.by.layer && is_entry(self) && is_entry(other)
    }

    /// Returns whether the layer with this id added it, or has an equal definition.
    pub(super) fn is_of(&self, layer: &str) -> bool {
        self.by.layer == layer || self.alike.iter().any(|by| by.layer == layer)
    }

    /// Returns whether only facts are known, so that URLs are parsed by the generic syntax.
    pub fn is_fact(&self) -> bool {
        match &self.body {
            Body::Base(base) => base.entry.implementation() == Implementation::Fact,
            Body::Declared(entry) => entry.is_bare(),
        }
    }

    /// Returns whether the scheme is implemented in code.
    pub(super) fn is_code(&self) -> bool {
        matches!(&self.body, Body::Base(base) if base.entry.implementation().is_code())
    }

    /// Returns whether IANA may list the name: any other name of the public layer belongs to the layer that claims it.
    pub(super) fn is_listed(&self) -> bool {
        self.entry().is_none_or(SchemeEntry::is_listed)
    }

    /// Returns the entry with its overrides, or `None` for a scheme of the base registry.
    pub fn entry(&self) -> Option<&SchemeEntry> {
        match &self.body {
            Body::Base(_) => None,
            Body::Declared(entry) => Some(entry),
        }
    }

    /// Returns the library or module that registered the scheme, if no entry of a layer names it.
    pub fn library(&self) -> Option<&Origin> {
        match &self.body {
            Body::Base(base) => match base.entry.implementation() {
                Implementation::Dynamic | Implementation::Module => Some(base.entry.origin()),
                _ => None,
            },
            Body::Declared(_) => None,
        }
    }

    /// Returns the metadata beyond the registration, with the additions of all layers.
    pub fn metadata(&self) -> Option<&Metadata> {
        match &self.body {
            Body::Base(base) => base.metadata.as_ref(),
            Body::Declared(entry) => Some(&entry.metadata),
        }
    }

    /// The component whose value selects subschemes.
    pub(super) fn subschemes(&self) -> Option<String> {
        match &self.body {
            Body::Base(base) => {
                let slot = base.registration().subschemes?;
                let components = &base.registration().components;
                components.iter().find(|one| one.slot == slot).map(|one| one.name.to_string())
            }
            Body::Declared(entry) => Some(entry.syntax.as_ref()?.subschemes.as_ref()?.value.clone()),
        }
    }

    /// Returns the subject for a policy decision.
    pub(super) fn subject<'s>(&'s self, name: &'s str) -> Subject<'s> {
        let aliases = &self.aliases;
        Subject { name, aliases, status: Some(self.status), kind: self.access_kind(), layer: &self.by.layer }
    }

    /// Returns the kind of access; `None` for a fact.
    pub(crate) fn access_kind(&self) -> Option<AccessKind> {
        match &self.body {
            Body::Base(base) => match &base.access {
                Some(access) => Some(access.kind.value),
                None => access_kind(&base.entry),
            },
            Body::Declared(entry) => entry.access.as_ref().map(|access| access.kind.value),
        }
    }

    /// Returns the default port.
    pub fn port(&self) -> Option<u16> {
        let port = match &self.body {
            Body::Base(base) if base.port.is_none() => return base.registration().default_port,
            Body::Base(base) => base.port.as_ref(),
            Body::Declared(entry) => entry.port.as_ref(),
        };
        port.and_then(|port| port.default).map(|port| port.value)
    }
}

impl Base {
    pub(super) fn registration(&self) -> &Registration {
        self.entry.registration()
    }

    /// Returns whether a layer overrides the access or port.
    pub(super) fn is_altered(&self) -> bool {
        self.access.is_some()
            || self.port.is_some()
            || self.metadata.as_ref().is_some_and(|one| one.deprecated.is_some())
    }
}

impl FacetValue {
    fn new(by: &Provenance, hash: Hash) -> Self {
        Self { by: by.clone(), hash, reason: None, hides: Vec::new() }
    }

    /// Replaces the value.
    pub(super) fn replace(&mut self, by: Provenance, hash: Hash, reason: &str) {
        let hidden =
            HiddenFacet { by: std::mem::replace(&mut self.by, by), hash: std::mem::replace(&mut self.hash, hash) };
        self.hides.insert(0, hidden);
        self.reason = Some(reason.to_owned());
    }
}
