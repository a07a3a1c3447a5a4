//! What stands behind each name while the layers are laid over each other, and afterwards.

use std::collections::BTreeMap;

use locator_core::Registry;
use locator_core::registration::{Registration, Status};
use locator_core::registry::{Entry, Implementation, Origin};
use semver::{Version, VersionReq};

use super::placed::{Placed, Provenance};
use super::policy::Subject;
use super::{ByName, facets};
use crate::format::{AccessKind, AccessTable, Date, Facet, Hash, Metadata, PortTable, Rfc1738, SchemeEntry};

/// Every name of the layers and of the registry below.
#[derive(Default)]
pub(super) struct Names {
    pub(super) map: ByName<Name>,
}

/// What stands behind a name.
#[derive(Clone, Debug, Default)]
pub struct Name {
    /// Its versions, rising.
    pub definitions: Vec<Definition>,
    /// Definitions that the claim of an upper layer hides.
    pub hidden: Vec<Shadowed>,
    /// Why there is nothing behind it, where a layer says so.
    pub mask: Option<Absence>,
    /// That it was, and will not be again.
    pub tombstone: Option<Absence>,
    /// Which version it stands for.
    pub pin: Option<Pinned>,
    /// Where a layer says that the name may be used although it is reserved.
    pub allowed: Option<Provenance>,
}

/// A definition of the public layer that does not count, because an upper layer has claimed its name.
#[derive(Clone, Debug)]
pub struct Shadowed {
    /// What does not count.
    pub definition: Definition,
    /// The claim.
    pub by: Provenance,
}

/// Who took a name away, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Absence {
    /// The mask or tombstone.
    pub by: Provenance,
    /// Why.
    pub reason: Option<String>,
    /// Since when; a mask does not say.
    pub removed: Option<Date>,
    /// What to use instead.
    pub replacement: Option<String>,
}

/// Which version of a scheme is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pinned {
    /// The line of `[pin]`.
    pub by: Provenance,
    /// What it asks for.
    pub requirement: VersionReq,
    /// What fits.
    pub version: Version,
    /// Lines of lower layers that it stands over.
    pub hides: Vec<(Provenance, VersionReq)>,
}

/// One version of a scheme.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Which.
    pub version: Version,
    /// How far the scheme has come.
    pub status: Status,
    /// The layer that added it.
    pub by: Provenance,
    /// Where each facet came from; those that it does not have are not there.
    pub facets: BTreeMap<Facet, FacetValue>,
    pub(super) body: Body,
}

/// A facet of a scheme, and whose it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FacetValue {
    /// The layer that wrote it.
    pub by: Provenance,
    /// Of its canonical text: what `expect` and a lock compare.
    pub hash: Hash,
    /// Why it stands in place of another.
    pub reason: Option<String>,
    /// What it stands in place of, the nearest first.
    pub hides: Vec<Hidden>,
}

/// A facet that another stands in place of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hidden {
    /// The layer that wrote it.
    pub by: Provenance,
    /// Of its canonical text.
    pub hash: Hash,
}

/// What a definition is made of.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// A scheme of the registry below, with what stands in place of its own.
    Base(Box<Base>),
    /// An entry with syntax and access, or what is merely known of a name.
    Declared(Box<SchemeEntry>),
}

#[derive(Clone, Debug)]
pub(super) struct Base {
    pub(super) entry: Entry,
    pub(super) access: Option<AccessTable>,
    pub(super) port: Option<PortTable>,
    pub(super) metadata: Option<Metadata>,
}

impl Names {
    /// Those of the registry below.
    pub(super) fn of(base: &Registry) -> Self {
        let mut names = Self::default();
        for entry in base.entries() {
            let definition = Definition::of_base(entry);
            names.at(entry.name()).definitions.push(definition);
        }
        names
    }

    /// What stands behind a name, to be changed.
    pub(super) fn at(&mut self, name: &str) -> &mut Name {
        self.map.entry(name.to_ascii_lowercase()).or_default()
    }

    pub(super) fn get(&self, name: &str) -> Option<&Name> {
        self.map.get(&name.to_ascii_lowercase())
    }
}

impl Name {
    /// Whether a layer, or the registry below, says anything of it.
    pub(super) fn is_known(&self) -> bool {
        !(self.definitions.is_empty() && self.hidden.is_empty()) || self.mask.is_some() || self.tombstone.is_some()
    }

    /// The versions that can be used: all, or the one that is pinned; none behind a mask.
    pub fn visible(&self) -> impl Iterator<Item = &Definition> {
        let pinned = self.pin.as_ref().map(|pin| &pin.version);
        let fits = move |one: &&Definition| pinned.is_none_or(|version| *version == one.version);
        let is_open = self.mask.is_none();
        self.definitions.iter().filter(fits).filter(move |_| is_open)
    }
}

impl Definition {
    fn of_base(entry: &Entry) -> Self {
        let by = Provenance::of_base(entry.layer(), entry.origin());
        let registration = entry.registration();
        let value = |(facet, hash)| {
            let value = FacetValue::first(&by, hash);
            (facet, value)
        };
        Self {
            version: registration.version.clone(),
            status: registration.status,
            facets: facets::of_registration(registration).map(value).collect(),
            by,
            body: Body::Base(Box::new(Base { entry: entry.clone(), access: None, port: None, metadata: None })),
        }
    }

    pub(super) fn of_entry(entry: &SchemeEntry, placed: &Placed) -> Self {
        let by = placed.place_of(entry);
        let value = |facet: &Facet| {
            let hash = entry.hash(*facet)?;
            Some((*facet, FacetValue::first(&by, hash)))
        };
        Self {
            version: entry.version.value.clone(),
            status: entry.status.value,
            facets: facets::ALL.iter().filter_map(value).collect(),
            by,
            body: Body::Declared(Box::new(entry.clone())),
        }
    }

    /// Whether its syntax is for good: what is permanent, or RFC 1738 defines.
    pub fn is_sealed(&self) -> bool {
        self.status == Status::Permanent
            || match &self.body {
                Body::Base(base) => base.registration().rfc1738,
                Body::Declared(entry) => {
                    let said = &entry.metadata.rfc1738;
                    said.as_ref().is_some_and(|said| **said == Rfc1738::Defined)
                }
            }
    }

    /// Whether merely facts are known: its URLs are read by the generic syntax.
    pub fn is_fact(&self) -> bool {
        match &self.body {
            Body::Base(base) => base.entry.implementation() == Implementation::Fact,
            Body::Declared(entry) => entry.is_bare(),
        }
    }

    /// The entry, as the layers have made it; none for what the registry below has.
    pub fn entry(&self) -> Option<&SchemeEntry> {
        match &self.body {
            Body::Base(_) => None,
            Body::Declared(entry) => Some(entry),
        }
    }

    /// The library that has brought it, where that was named and no entry of a layer names it.
    pub fn library(&self) -> Option<&Origin> {
        match &self.body {
            Body::Base(base) if base.entry.implementation() == Implementation::Dynamic => Some(base.entry.origin()),
            _ => None,
        }
    }

    /// What it tells of itself besides its registration, as the layers have filled it in.
    pub fn metadata(&self) -> Option<&Metadata> {
        match &self.body {
            Body::Base(base) => base.metadata.as_ref(),
            Body::Declared(entry) => Some(&entry.metadata),
        }
    }

    /// What a policy is asked about it.
    pub(super) fn subject<'s>(&'s self, name: &'s str) -> Subject<'s> {
        Subject { name, status: Some(self.status), kind: self.access_kind(), layer: &self.by.layer }
    }

    /// Who does its access; of a fact nobody knows.
    pub fn access_kind(&self) -> Option<AccessKind> {
        match &self.body {
            Body::Base(base) => match &base.access {
                Some(access) => Some(access.kind.value),
                None => (!self.is_fact()).then_some(AccessKind::Builtin),
            },
            Body::Declared(entry) => entry.access.as_ref().map(|access| access.kind.value),
        }
    }

    /// The default port.
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

    /// Whether an upper layer has changed how it is accessed.
    pub(super) fn is_altered(&self) -> bool {
        self.access.is_some() || self.port.is_some()
    }
}

impl FacetValue {
    fn first(by: &Provenance, hash: Hash) -> Self {
        Self { by: by.clone(), hash, reason: None, hides: Vec::new() }
    }

    /// Another in its place.
    pub(super) fn replaced(&mut self, by: Provenance, hash: Hash, reason: &str) {
        let hidden = Hidden { by: std::mem::replace(&mut self.by, by), hash: std::mem::replace(&mut self.hash, hash) };
        self.hides.insert(0, hidden);
        self.reason = Some(reason.to_owned());
    }
}
