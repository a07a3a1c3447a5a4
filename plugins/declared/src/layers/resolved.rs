//! What the layers come to: names with their layers, a registry, gateways and a policy.

use std::sync::Arc;

use locator_gateway::Gateways;
use locator_core::{Profile, Registry, Url};

use super::policy::Subject;
use super::{
    NameRemoval, AccessPolicy, ByName, SchemeDefinition, Delta, LockDifference, GatewayRow, RegistryLock, ResolvedName, PlacedLayer, AccessVerdict, Why, delta,
    why,
};
use crate::format::Findings;

/// Layers over each other, resolved. Every value knows the layer that it came from.
///
/// ```
/// use locator_core::Registry;
/// use locator_declared::layers::{Lookup, Stack};
///
/// let resolved = Stack::new().resolve(&Registry::builder().build(), None)?;
/// assert!(matches!(resolved.lookup("nfs"), Lookup::Unknown));
/// let url = resolved.registry().parse("nfs://h/d").unwrap();
/// assert_eq!(resolved.decide(&url).to_string(), "always: no layer says anything");
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

/// What a name leads to.
#[derive(Clone, Copy, Debug)]
pub enum Lookup<'r> {
    /// This version.
    Found(&'r SchemeDefinition),
    /// Nothing, because a layer says so; what stands below the mask is not looked at.
    Masked(&'r NameRemoval),
    /// Nothing any more, and never again.
    Removed(&'r NameRemoval),
    /// Nothing that a layer knows of.
    Unknown,
}

impl Resolved {
    /// The registry: schemes of the layers in their order over those below.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The gateways that are in use in this environment.
    pub fn gateways(&self) -> &Gateways {
        &self.gateways
    }

    /// Every gateway of every layer, the upper ones first, with what it gave up to others.
    pub fn gateway_rows(&self) -> &[GatewayRow] {
        &self.rows
    }

    /// The policies of the layers.
    pub fn policy(&self) -> &AccessPolicy {
        &self.policy
    }

    /// What was found and is no error: masks without a reason, overrides of nothing, and the like.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// The layers, rising.
    pub fn layers(&self) -> impl Iterator<Item = &PlacedLayer> {
        self.layers.iter().map(Arc::as_ref)
    }

    /// Every name that a layer or the registry below knows, and what stands behind it, sorted.
    pub fn names(&self) -> impl Iterator<Item = (&str, &ResolvedName)> {
        let names = self.names.iter().map(|(key, name)| (key.as_str(), name));
        names.filter(|(_, name)| name.is_known())
    }

    /// What stands behind a name, in any case.
    pub fn name(&self, name: &str) -> Option<&ResolvedName> {
        self.names.get(&name.to_ascii_lowercase())
    }

    /// What a name, in any case, leads to: the highest version, unless one is pinned.
    pub fn lookup(&self, name: &str) -> Lookup<'_> {
        let Some(found) = self.name(name) else {
            return Lookup::Unknown;
        };
        match (&found.mask, found.visible().last(), &found.tombstone) {
            (Some(mask), ..) => Lookup::Masked(mask),
            (None, Some(definition), _) => Lookup::Found(definition),
            (None, None, Some(stone)) => Lookup::Removed(stone),
            (None, None, None) => Lookup::Unknown,
        }
    }

    /// The definition that a name stands for in a profile.
    pub fn definition(&self, name: &str, profile: Profile) -> Option<&SchemeDefinition> {
        let entry = self.registry.get(name, profile)?;
        let version = &entry.registration().version;
        self.name(name)?.visible().find(|one| one.version == *version)
    }

    /// Whether a URL is accessed, and the line that decided.
    pub fn decide(&self, url: &Url<'_>) -> AccessVerdict {
        let name = url.scheme();
        let version = &url.registration().version;
        let found = self.name(&name);
        let found = found.and_then(|found| found.visible().find(|one| one.version == *version));
        self.policy.decide(found.map_or_else(|| unknown(&name), |one| one.subject(&name)))
    }

    /// Whether the scheme of a name is accessed, in the version that it leads to.
    pub fn decide_name(&self, name: &str) -> AccessVerdict {
        let name = name.to_ascii_lowercase();
        self.policy.decide(self.subject(&name))
    }

    /// Whether the library of a scheme may be loaded: some layer lists it in `allow_dylib`, and none forbids its access.
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

    /// Which layer won, for each facet of a name, and what it hid: for a person.
    pub fn why(&self, name: &str) -> Why {
        why::why(self, name)
    }

    /// Everything that stands in place of something else: by name.
    pub fn delta(&self) -> Vec<Delta> {
        delta::delta(self)
    }

    /// What there is to lock.
    pub fn lock(&self) -> RegistryLock {
        RegistryLock::of(&self.layers, &self.names)
    }

    /// What differs from what was locked; nothing where all is as it was.
    pub fn verify(&self, lock: &RegistryLock) -> Vec<LockDifference> {
        lock.differences(&self.lock())
    }
}

/// A name that nothing is known of.
fn unknown(name: &str) -> Subject<'_> {
    Subject { name, status: None, kind: None, layer: "" }
}
