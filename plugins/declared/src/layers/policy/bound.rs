//! [`BoundAccess`]: an access policy with the decision on each entry of a registry.

use anyurl_core::authors::Scheme;
use anyurl_core::{AsUrl, Entry, EntryMap, Implementation, Layer, Profile, Registry, Url};

use super::{AccessPolicy, AccessVerdict, Subject};
use crate::Declared;
use crate::format::{AccessKind, Decision};
use crate::layers::altered::Altered;

/// An [`AccessPolicy`] with the decision on each entry of a registry, as [`AccessPolicy::bind`] returns it.
#[derive(Clone, Debug)]
pub struct BoundAccess {
    policy: AccessPolicy,
    registry: Registry,
    /// Of every entry but the generic one: unregistered names share it, so that the name decides.
    decisions: EntryMap<Decision>,
}

impl AccessPolicy {
    /// Decides on each entry of a registry in advance. Loads its lazy entries.
    pub fn bind(&self, registry: &Registry) -> BoundAccess {
        let mut decisions = EntryMap::new();
        for entry in registry.entries() {
            // A name of which only metadata is registered has another entry for each profile.
            let current = registry.get(entry.name(), Profile::Current);
            let facts = current.filter(|current| current.implementation() == Implementation::Fact);
            for entry in facts.into_iter().chain([entry]) {
                decisions.insert(entry.id(), self.decision(Subject::from_entry(entry)));
            }
        }
        BoundAccess { policy: self.clone(), registry: registry.clone(), decisions }
    }
}

impl BoundAccess {
    /// Returns the decision on the access to a URL, without its reason; fastest if the bound registry parsed the URL.
    #[inline]
    pub fn decision(&self, url: &impl AsUrl) -> Decision {
        let url = &url.as_any();
        match self.decisions.get(url.entry_id()) {
            Some(decision) => *decision,
            None => self.decision_by_name(url),
        }
    }

    #[cold]
    fn decision_by_name(&self, url: &Url<'_>) -> Decision {
        self.policy.decision(Subject { name: &Subject::name_of(url), ..Subject::from_entry(url.entry()) })
    }

    /// Returns the decision on the access to a URL, with its reason.
    pub fn decide(&self, url: &impl AsUrl) -> AccessVerdict {
        let url = url.as_any();
        self.policy.decide(Subject { name: &Subject::name_of(&url), ..Subject::from_entry(url.entry()) })
    }

    /// Returns the policy.
    pub fn policy(&self) -> &AccessPolicy {
        &self.policy
    }

    /// Returns the bound registry.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }
}

impl<'s> Subject<'s> {
    /// The subject of a registry entry.
    pub(in crate::layers) fn from_entry(entry: &'s Entry) -> Self {
        let is_registered = entry.implementation() != Implementation::Generic;
        Self {
            name: entry.name(),
            aliases: entry.aliases(),
            status: is_registered.then(|| entry.registration().status),
            kind: access_kind(entry),
            layer: if is_registered { layer(entry) } else { "" },
        }
    }
}

/// The id of the registry file that defines an entry, or else the rank of its layer.
fn layer(entry: &Entry) -> &str {
    let is_file = matches!(entry.implementation(), Implementation::Declared | Implementation::Fact);
    match entry.layer() {
        Layer::Builtin | Layer::Public => entry.layer().as_str(),
        _ if is_file => &entry.origin().package,
        rank => rank.as_str(),
    }
}

/// The kind of access of an entry; `None` without one.
pub(in crate::layers) fn access_kind(entry: &Entry) -> Option<AccessKind> {
    match entry.implementation() {
        Implementation::Generic | Implementation::Fact => None,
        Implementation::Dynamic => Some(AccessKind::Dylib),
        Implementation::Module => Some(AccessKind::Wasm),
        _ => {
            let stated = |scheme: &dyn Scheme| {
                let scheme = scheme.as_any();
                let declared = scheme.downcast_ref().map(Declared::access_kind);
                declared.or_else(|| scheme.downcast_ref().and_then(Altered::access_kind))
            };
            let scheme = entry.scheme();
            stated(scheme).or_else(|| stated(scheme.inner()?)).or(Some(AccessKind::Builtin))
        }
    }
}
