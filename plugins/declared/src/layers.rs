//! The layers over each other: whose a name is, what stands in place of what, and which layer said so.
//!
//! ```text
//! builtin < public < organization, as listed < team < user < command line
//! ```
//!
//! A [`Stack`] holds the layers in that order. [`Stack::resolve`] lays them over the built-in registry, and gives a
//! [`Resolved`]: a [`Registry`], gateways and a policy in which every value knows the layer that it came from. What may
//! stand over what is decided by the claims of the layers and by nothing that was read later or first; no two authors ever
//! write one facet.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use locator_core::Registry;

use locator_core::registry::Layer;

use crate::format::{Date, LayerKind, RegistryFile};

mod add;
mod altered;
mod build;
mod claims;
mod delta;
mod facets;
mod gateways;
mod lint;
mod lock;
mod masks;
mod names;
mod overrides;
mod pins;
mod placed;
mod policy;
mod resolved;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) use tests::rules::fired;
mod updates;
mod why;

pub use delta::{Change, Delta};
pub use gateways::GatewayRow;
pub use lock::{Difference, Lock, LockError, LockedLayer, LockedPlugin, LockedScheme};
pub use names::{Absence, Definition, FacetValue, Hidden, Name, Pinned, Shadowed};
pub use placed::{LayerError, Placed, Provenance};
pub use policy::{AccessPolicy, Reason, Verdict};
pub use resolved::{Lookup, Resolved};
pub use why::Why;

use claims::Claims;
use names::Names;
use placed::Found;

/// Layers, the lower ones first.
///
/// ```
/// use locator_core::Registry;
/// use locator_declared::format::RegistryFile;
/// use locator_declared::layers::{Lookup, Stack};
///
/// let org = r#"schema = 1
/// [registry]
/// id = "com.example"
/// kind = "organization"
/// title = "Example"
/// version = "1.0.0"
/// serial = 1
/// contact = ["urls@example.com"]
/// change_controller = "Example"
/// claims = ["com.example.*"]
/// [[mask]]
/// name = "hxxp"
/// reason = "defanged on purpose"
/// "#;
/// let org = RegistryFile::from_text("org.toml", org)?.load()?;
/// let resolved = Stack::new().push(org).resolve(&Registry::builder().build(), None)?;
/// assert!(matches!(resolved.lookup("hxxp"), Lookup::Masked(_)));
/// assert!(resolved.registry().parse("hxxp://evil.example/").is_err());
/// assert_eq!(resolved.delta()[0].to_string(), "mask hxxp: com.example (org.toml:11): defanged on purpose");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stack {
    layers: Vec<Arc<Placed>>,
    lock: Option<Lock>,
    today: Option<Date>,
}

impl Stack {
    /// No layer over the built-in schemes.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same with another layer, at the place of its kind: above those of the same kind that were given before.
    #[must_use]
    pub fn push(self, layer: RegistryFile) -> Self {
        let rank = match *layer.header.kind {
            LayerKind::Public => Layer::Public,
            LayerKind::Organization => Layer::Organization,
            LayerKind::Team => Layer::Team,
            LayerKind::User => Layer::User,
        };
        self.push_as(layer, rank)
    }

    /// The same with a layer that was named on the command line or by the environment: above all others.
    #[must_use]
    pub fn push_named(self, layer: RegistryFile) -> Self {
        self.push_as(layer, Layer::CommandLine)
    }

    fn push_as(mut self, layer: RegistryFile, rank: Layer) -> Self {
        let above = self.layers.partition_point(|placed| placed.rank() <= rank);
        self.layers.insert(above, Arc::new(Placed::new(layer, rank)));
        self
    }

    /// The same, compared with what was locked: nothing may be older than it was (SR612).
    #[must_use]
    pub fn since(mut self, lock: Lock) -> Self {
        self.lock = Some(lock);
        self
    }

    /// The same, on this day: imported layers may be stale (SR611). Nothing here asks the clock.
    #[must_use]
    pub fn on(mut self, today: Date) -> Self {
        self.today = Some(today);
        self
    }

    /// The layers, rising.
    pub fn layers(&self) -> impl Iterator<Item = &Placed> {
        self.layers.iter().map(Arc::as_ref)
    }

    /// The environments that the layers name, in policies and gateways: another one changes nothing.
    pub fn environments(&self) -> BTreeSet<&str> {
        let layers = || self.layers.iter().map(|placed| placed.layer());
        let policies = layers().filter_map(RegistryFile::policy);
        let policies = policies.flat_map(|policy| &policy.environments);
        let gateways = layers().flat_map(RegistryFile::gateways);
        let gateways = gateways.flat_map(|gateway| &gateway.environments);
        let policies = policies.map(|(name, _)| name.as_str());
        policies.chain(gateways.map(|name| name.as_str())).collect()
    }

    /// Lays the layers over `base`, the built-in registry. Where a public layer is given, it stands in the place of the one
    /// that `base` brings; otherwise the hashes of that one are those of its registrations. `environment` selects `[policy.env.NAME]`, and the gateways of
    /// that environment.
    ///
    /// Findings of layering cannot be made less of by a `[lint]`: a layer does not excuse itself.
    ///
    /// # Errors
    /// Everything that was found, where something of it is an error. Otherwise [`Resolved::findings`] has it.
    pub fn resolve(&self, base: &Registry, environment: Option<&str>) -> Result<Resolved, LayerError> {
        let mut found = Found::new(&self.layers);
        updates::check(self, &mut found);
        let base = &build::below(base, &self.layers, &mut found);
        let names = self.names(base, &mut found);
        let gateways = gateways::rows(&self.layers, environment, &names, &mut found);
        let policy = AccessPolicy::of(&self.layers, environment);
        policy.check(&names, &mut found);
        let built = build::registry(base, &names, &gateways, &mut found);
        let ready = gateways::ready(&built, &gateways, &mut found);
        let findings = found.into_findings()?;
        Ok(Resolved {
            layers: self.layers.clone(),
            names: names.map,
            rows: gateways,
            policy,
            registry: built,
            gateways: ready,
            findings,
        })
    }

    /// What stands behind each name.
    fn names(&self, base: &Registry, to: &mut Found<'_>) -> Names {
        let claims = Claims::of(&self.layers, to);
        let mut names = Names::of(base);
        for placed in &self.layers {
            overrides::apply(placed, &mut names, to);
            masks::apply(placed, &mut names, to);
            add::schemes(placed, &claims, &mut names, to);
        }
        masks::bury(&self.layers, &mut names, to);
        pins::apply(&self.layers, &mut names, to);
        names
    }

    /// What there is to lock, as [`Resolved::lock`], whatever is found wrong with the layers: so that a lock can tell what
    /// has changed where an override has gone stale.
    pub fn lock(&self, base: &Registry) -> Lock {
        let mut found = Found::new(&self.layers);
        let base = &build::below(base, &self.layers, &mut found);
        Lock::of(&self.layers, &self.names(base, &mut found).map)
    }
}

/// By name, in lower case.
type ByName<T> = BTreeMap<String, T>;
