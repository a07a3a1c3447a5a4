//! The result of a resolution: names, a registry, gateways and a policy.

use std::sync::Arc;

use locator_core::{Profile, Registry, Url};
use locator_gateway::Gateways;

use super::policy::Subject;
use super::{
    AccessPolicy, AccessVerdict, ByName, Delta, GatewayRow, LockDifference, NameRemoval, PlacedLayer, RegistryLock,
    ResolvedName, SchemeDefinition, Why, delta, why,
};
use crate::format::Findings;

/// Resolved layers. Every value knows its layer.
///
/// ```
/// use locator_core::Registry;
/// use locator_declared::layers::{Lookup, Stack};
///
/// let resolved = Stack::new().resolve(&Registry::builder().build(), None)?;
/// assert!(matches!(resolved.lookup("nfs"), Lookup::Unknown));
/// let url = resolved.registry().parse("nfs://h/d").unwrap();
/// assert_eq!(resolved.decide(&url).to_string(), "always: no policy applies");
/// # Ok::<(), locator_declared::layers::LayerError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Resolved {
    pub(super) layers: Vec<Arc<PlacedLayer>>,
    pub(super) names: ByName<ResolvedName>,
    pub(super) rows: Vec<GatewayRow>,
    pub(super) policy: AccessPolicy,
    pub(super) registry: Registry,
    pub(super) gateways: Gateways,
    pub(super) findings: Findings,
}

/// The result of looking up a name.
#[derive(Clone, Copy, Debug)]
pub enum Lookup<'r> {
    /// A version of a scheme.
    Found(&'r SchemeDefinition),
    /// A mask, which hides all definitions.
    Masked(&'r NameRemoval),
    /// A tombstone without a definition.
    Removed(&'r NameRemoval),
    /// No layer has the name.
    Unknown,
}

impl Resolved {
    /// Returns the registry.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Returns the gateways in use in this environment.
    pub fn gateways(&self) -> &Gateways {
        &self.gateways
    }

    /// Returns every gateway of every layer, upper layers first, including those that are not in use.
    pub fn gateway_rows(&self) -> &[GatewayRow] {
        &self.rows
    }

    /// Returns the policy of all layers.
    pub fn policy(&self) -> &AccessPolicy {
        &self.policy
    }

    /// Returns the warnings, such as masks without a reason.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Returns the layers in ascending order.
    pub fn layers(&self) -> impl Iterator<Item = &PlacedLayer> {
        self.layers.iter().map(Arc::as_ref)
    }

    /// Returns every name of the layers and the base registry, sorted.
    pub fn names(&self) -> impl Iterator<Item = (&str, &ResolvedName)> {
        let names = self.names.iter().map(|(key, name)| (key.as_str(), name));
        names.filter(|(_, name)| name.is_known())
    }

    /// Returns the definitions of a name, which is case-insensitive.
    pub fn name(&self, name: &str) -> Option<&ResolvedName> {
        self.names.get(&name.to_ascii_lowercase())
    }

    /// Looks up a name, which is case-insensitive: returns the highest version unless one is pinned.
    pub fn lookup(&self, name: &str) -> Lookup<'_> {
        let Some(found) = self.name(name) else {
            return Lookup::Unknown;
        };
        match (&found.mask, found.visible().last(), &found.tombstone) {
            (Some(mask), ..) => Lookup::Masked(mask),
            (None, Some(definition), _) => Lookup::Found(definition),
            (None, None, Some(tombstone)) => Lookup::Removed(tombstone),
            (None, None, None) => Lookup::Unknown,
        }
    }

    /// Returns the definition that a profile selects for a name.
    pub fn definition(&self, name: &str, profile: Profile) -> Option<&SchemeDefinition> {
        let entry = self.registry.get(name, profile)?;
        let version = &entry.registration().version;
        self.name(name)?.visible().find(|one| one.version == *version)
    }

    /// Returns the decision on the access to a URL, with its reason.
    pub fn decide(&self, url: &Url<'_>) -> AccessVerdict {
        let name = url.scheme();
        let version = &url.registration().version;
        let found = self.name(&name);
        let found = found.and_then(|found| found.visible().find(|one| one.version == *version));
        self.policy.decide(found.map_or_else(|| unknown(&name), |one| one.subject(&name)))
    }

    /// Returns the decision on the version that [`Resolved::lookup`] returns.
    pub fn decide_name(&self, name: &str) -> AccessVerdict {
        let name = name.to_ascii_lowercase();
        self.policy.decide(self.subject(&name))
    }

    /// Returns whether the library of a scheme may be loaded: a layer lists it in `allow_dylib`, and none forbids its access.
    pub fn allows_library(&self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        self.policy.allows_library(self.subject(&name))
    }

    fn subject<'s>(&'s self, name: &'s str) -> Subject<'s> {
        match self.lookup(name) {
            Lookup::Found(definition) => definition.subject(name),
            Lookup::Masked(_) | Lookup::Removed(_) | Lookup::Unknown => unknown(name),
        }
    }

    /// Explains the definitions of a name: the layer of each facet and the values it hides.
    pub fn why(&self, name: &str) -> Why {
        why::why(self, name)
    }

    /// Returns all changes between layers, sorted by name.
    pub fn delta(&self) -> Vec<Delta> {
        delta::delta(self)
    }

    /// Returns the lock of this resolution.
    pub fn lock(&self) -> RegistryLock {
        RegistryLock::new(&self.layers, &self.names)
    }

    /// Returns the differences from a lock.
    pub fn verify(&self, lock: &RegistryLock) -> Vec<LockDifference> {
        lock.differences(&self.lock())
    }
}

/// Returns the subject of an unknown name.
fn unknown(name: &str) -> Subject<'_> {
    Subject { name, status: None, kind: None, layer: "" }
}
