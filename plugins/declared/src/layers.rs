//! Resolution of layers: the owner of each name, the value of each facet, and the layer that set it.
//!
//! ```text
//! builtin < public < organizations, as listed < team < user < command line
//! ```
//!
//! A [`Stack`] holds the layers in this order. [`Stack::resolve`] combines them with the built-in registry and returns
//! a [`Resolved`]: a [`Registry`], gateways and a policy in which every value knows its layer. Claims alone decide
//! which layer may define a name, independently of the order of loading. Each facet has exactly one author.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anyurl_core::{EntryMap, Layer, Registry};

use crate::format::{Date, LayerKind, RegistryFile};

mod add;
mod altered;
mod build;
mod bundle;
mod claims;
mod delta;
mod facets;
mod gateways;
mod lock;
mod masks;
mod names;
mod near_names;
mod overrides;
mod pins;
mod placed;
mod policy;
mod refused;
mod resolved;
mod shadow;
mod stack_lint;
mod subschemes;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) use tests::rules::fired;
mod updates;
mod why;

pub use bundle::{Bundle, BundleError};
pub use delta::{Delta, DeltaKind};
pub use gateways::GatewayRow;
pub(crate) use gateways::rule_of as gateway_rule;
pub use lock::{LockDifference, LockError, LockedLayer, LockedPlugin, LockedScheme, RegistryLock};
pub use names::{
    FacetValue, HiddenFacet, NameRemoval, PinnedVersion, ResolvedName, SchemeDefinition, ShadowedDefinition,
};
pub use placed::{LayerError, PlacedLayer, Provenance};
pub use policy::{AccessPolicy, AccessRules, AccessVerdict, BoundAccess, PolicyReason, SelectorError};
pub use refused::RefusedName;
pub use resolved::{Lookup, Resolved};
pub use shadow::{Shadow, ShadowKind};
pub use why::Why;

use claims::Claims;
use names::Names;
use placed::Problems;

/// An ordered set of layers, lower layers first.
///
/// A public layer of the stack replaces that of the built-in registry; without one, the hashes of the public layer are
/// those of its registrations. A `[lint]` table cannot lower findings of the resolution.
///
/// ```
/// use anyurl_core::Registry;
/// use anyurl_declared::format::RegistryFile;
/// use anyurl_declared::layers::{Lookup, Stack};
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
    layers: Vec<Arc<PlacedLayer>>,
    lock: Option<RegistryLock>,
    earlier: Option<RegistryLock>,
    today: Option<Date>,
}

impl Stack {
    /// Creates a stack without layers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a layer at the rank of its kind, above earlier layers of the same kind.
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

    /// Adds a layer named on the command line or in the environment, above all others.
    #[must_use]
    pub fn push_named(self, layer: RegistryFile) -> Self {
        self.push_as(layer, Layer::CommandLine)
    }

    fn push_as(mut self, layer: RegistryFile, rank: Layer) -> Self {
        let index = self.layers.partition_point(|placed| placed.rank() <= rank);
        self.layers.insert(index, Arc::new(PlacedLayer::new(layer, rank)));
        self
    }

    /// Sets the lock to compare with: no layer may be older than its locked state (SR612).
    #[must_use]
    pub fn with_lock(mut self, lock: RegistryLock) -> Self {
        self.lock = Some(lock);
        self
    }

    /// Sets an earlier lock of these layers, which says which layer had a name: a name that a lower layer registers later
    /// stays that of the upper layer, with the warning `shadows-public`. The layers may differ from the lock in any other
    /// way. Without it, [`Stack::with_lock`] says that; without both, a name that two layers register is refused.
    ///
    /// ```
    /// use anyurl_core::Registry;
    /// use anyurl_declared::format::RegistryFile;
    /// use anyurl_declared::layers::Stack;
    ///
    /// let layer = |id: &str, kind: &str, description: &str| {
    ///     let text = format!(
    ///         r#"schema = 1
    /// [registry]
    /// id = "{id}"
    /// kind = "{kind}"
    /// title = "T"
    /// version = "1.0.0"
    /// serial = 1
    /// contact = ["urls@example.com"]
    /// change_controller = "Example"
    /// claims = ["acme"]
    /// [[scheme]]
    /// name = "acme"
    /// status = "provisional"
    /// description = "{description}"
    /// syntax = {{ grammar = "rfc3986", form = ["acme:<number>"] }}
    /// access = {{ kind = "none", locates = "name", operations = [], algorithm = "Ask.", name_properties = "numbers" }}
    /// "#
    ///     );
    ///     RegistryFile::from_text(&format!("{id}.toml"), text)?.load()
    /// };
    /// let base = Registry::builder().build();
    /// let before = Stack::new().push(layer("com.example", "organization", "ours")?);
    /// let lock = before.resolve(&base, None)?.lock();
    ///
    /// let after = before.push(layer("public", "public", "theirs")?.clone());
    /// assert!(after.resolve(&base, None)?.registry().parse("acme:1").is_err());
    /// let resolved = after.with_earlier_lock(lock).resolve(&base, None)?;
    /// let url = resolved.registry().parse("acme:1")?;
    /// assert_eq!(url.registration().description, "ours");
    /// assert!(url.warning_ids().any(|id| id == "shadows-public"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_earlier_lock(mut self, lock: RegistryLock) -> Self {
        self.earlier = Some(lock);
        self
    }

    /// Sets the current date, by which imported layers may be stale (SR611). This module does not read the clock.
    #[must_use]
    pub fn with_date(mut self, today: Date) -> Self {
        self.today = Some(today);
        self
    }

    /// Returns the layers in ascending order.
    pub fn layers(&self) -> impl Iterator<Item = &PlacedLayer> {
        self.layers.iter().map(Arc::as_ref)
    }

    /// Returns the environments named in policies and gateways; any other has no effect.
    pub fn environments(&self) -> BTreeSet<&str> {
        let layers = || self.layers.iter().map(|placed| placed.layer());
        let policies = layers().filter_map(RegistryFile::policy);
        let policies = policies.flat_map(|policy| &policy.environments);
        let gateways = layers().flat_map(RegistryFile::gateways);
        let gateways = gateways.flat_map(|gateway| &gateway.environments);
        let policies = policies.map(|(name, _)| name.as_str());
        policies.chain(gateways.map(|name| name.as_str())).collect()
    }

    /// Combines the layers with `base`, the built-in registry. `environment` selects `[policy.env.NAME]` and its
    /// gateways.
    ///
    /// A fault of one name, such as a stale override or a name that another layer has, refuses that name: its URLs are errors
    /// with the reason ([`Resolved::refused`]), and all other names work. [`Resolved::findings`] has every fault.
    ///
    /// ```
    /// use anyurl_core::Registry;
    /// use anyurl_declared::layers::Stack;
    ///
    /// let resolved = Stack::new().resolve(&Registry::builder().build(), Some("production"))?;
    /// assert_eq!(resolved.refused().count(), 0);
    /// # Ok::<(), anyurl_declared::layers::LayerError>(())
    /// ```
    ///
    /// # Errors
    /// Returns all findings if a layer is older than the lock ([`Stack::with_lock`]), or changed with its serial.
    pub fn resolve(&self, base: &Registry, environment: Option<&str>) -> Result<Resolved, LayerError> {
        let mut problems = Problems::new(&self.layers);
        updates::check(self, &mut problems);
        let base = &build::without_public(base, &self.layers, &mut problems);
        let mut names = self.names(base, &mut problems);
        let gateways = gateways::rows(&self.layers, environment, &mut names, &mut problems);
        let policy = AccessPolicy::new(&self.layers, environment);
        policy.check(&mut names, &mut problems);
        let mut built = build::registry(base, &mut names, &gateways, &mut problems);
        let checked = gateways::check(&mut built, &gateways, &mut names, &mut problems);
        let findings = problems.into_findings()?;
        let mut resolved = Resolved {
            layers: self.layers.clone(),
            names: names.map,
            rows: gateways,
            policy,
            decisions: EntryMap::new(),
            registry: built,
            gateways: checked,
            findings,
        };
        resolved.decide_all();
        Ok(resolved)
    }

    /// Resolves every name.
    fn names(&self, base: &Registry, to: &mut Problems<'_>) -> Names {
        let claims = Claims::new(&self.layers, self.earlier.as_ref().or(self.lock.as_ref()), to);
        let mut names = Names::new(base);
        for placed in &self.layers {
            overrides::apply(placed, &mut names, to);
            masks::apply(placed, &mut names, to);
            add::schemes(placed, &claims, &mut names, to);
        }
        names.collect_aliases();
        for placed in &self.layers {
            add::aliases(placed, &claims, &mut names, to);
        }
        names.refuse_unused_aliases();
        updates::replaced(self, &mut names, to);
        masks::apply_tombstones(&self.layers, &mut names, to);
        pins::apply(&self.layers, &mut names, to);
        subschemes::check(&mut names, to);
        near_names::check(&self.layers, &names, to);
        names
    }

    /// Returns the lock of the layers even if they do not resolve, so that its differences can explain a stale
    /// override.
    pub fn lock(&self, base: &Registry) -> RegistryLock {
        let mut problems = Problems::new(&self.layers);
        let base = &build::without_public(base, &self.layers, &mut problems);
        RegistryLock::new(&self.layers, &self.names(base, &mut problems).map)
    }
}

/// A map by name in lower case.
type ByName<T> = BTreeMap<String, T>;
