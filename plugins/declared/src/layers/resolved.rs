//! The result of a resolution: names, a registry, gateways and a policy.

use std::sync::Arc;

use anyurl_core::{AsUrl, Entry, EntryMap, Profile, Registry, Url};
use anyurl_gateway::{GatewayError, Gateways};

use super::names::Names;
use super::placed::Problems;
use super::policy::Subject;
use super::{
    AccessPolicy, AccessRules, AccessVerdict, ByName, Delta, GatewayRow, LockDifference, NameRemoval, PlacedLayer,
    RefusedName, RegistryLock, ResolvedName, SchemeDefinition, Why, delta, gateways, refused, why,
};
use crate::format::{Decision, Findings};

/// Resolved layers. Every value knows its layer.
///
/// ```
/// use anyurl_core::Registry;
/// use anyurl_declared::layers::{Lookup, Stack};
///
/// let resolved = Stack::new().resolve(&Registry::builder().build(), None)?;
/// assert!(matches!(resolved.lookup("nfs"), Lookup::Unknown));
/// let url = resolved.registry().parse("nfs://h/d").unwrap();
/// assert_eq!(resolved.decide(&url).to_string(), "access is allowed: no policy applies");
/// # Ok::<(), anyurl_declared::layers::LayerError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Resolved {
    pub(super) layers: Vec<Arc<PlacedLayer>>,
    pub(super) names: ByName<ResolvedName>,
    pub(super) rows: Vec<GatewayRow>,
    pub(super) policy: AccessPolicy,
    /// Of every entry of the registry but the generic one.
    pub(super) decisions: EntryMap<Decision>,
    pub(super) registry: Registry,
    pub(super) gateways: Gateways,
    pub(super) findings: Findings,
}

/// The result of looking up a name.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Lookup<'r> {
    /// A version of a scheme.
    Found(&'r SchemeDefinition),
    /// A mask, which hides all definitions.
    Masked(&'r NameRemoval),
    /// A fault, for which URLs of the name are errors.
    Refused(&'r RefusedName),
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

    /// Returns the names whose URLs are errors because of a fault in a layer, sorted, each with the fault.
    ///
    /// ```
    /// use anyurl_core::Registry;
    /// use anyurl_declared::format::RegistryFile;
    /// use anyurl_declared::layers::Stack;
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
    /// [pin]
    /// "x-lake" = "^2"
    /// "#;
    /// let stack = Stack::new().push(RegistryFile::from_text("org.toml", org)?.load()?);
    /// let resolved = stack.resolve(&Registry::builder().build(), None)?;
    /// let (name, refused) = resolved.refused().next().unwrap();
    /// assert_eq!((name, refused.id, refused.by.line), ("x-lake", "SR411", 12));
    /// assert!(resolved.registry().parse("x-lake:a").is_err());
    /// assert!(resolved.registry().parse("x-sea:a").is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn refused(&self) -> impl Iterator<Item = (&str, &RefusedName)> {
        self.names.iter().filter_map(|(key, name)| Some((key.as_str(), name.refused.as_ref()?)))
    }

    /// Returns the warnings, such as masks without a reason, and the faults of names.
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

    /// Returns the definitions of a name, which is case-insensitive, or of the scheme that it is an alias of.
    pub fn name(&self, name: &str) -> Option<&ResolvedName> {
        self.names.get(&self.registered_name(name))
    }

    /// Returns the name of the scheme that has a name or alias, in lower case.
    pub(super) fn registered_name(&self, name: &str) -> String {
        let name = name.to_ascii_lowercase();
        if self.names.contains_key(&name) {
            return name;
        }
        let entry = self.registry.versions(&name).next();
        entry.map_or(name, |entry| entry.name().to_owned())
    }

    /// Looks up a name, which is case-insensitive: returns the highest version unless one is pinned.
    pub fn lookup(&self, name: &str) -> Lookup<'_> {
        let Some(found) = self.name(name) else {
            return Lookup::Unknown;
        };
        match (&found.mask, &found.refused, found.visible().last(), &found.tombstone) {
            (Some(mask), ..) => Lookup::Masked(mask),
            (None, Some(refused), ..) => Lookup::Refused(refused),
            (None, None, Some(definition), _) => Lookup::Found(definition),
            (None, None, None, Some(tombstone)) => Lookup::Removed(tombstone),
            (None, None, None, None) => Lookup::Unknown,
        }
    }

    /// Returns the definition that a profile selects for a name.
    pub fn definition(&self, name: &str, profile: Profile) -> Option<&SchemeDefinition> {
        let entry = self.registry.get(name, profile)?;
        let version = &entry.registration().version;
        self.name(name)?.visible().find(|one| one.version == *version)
    }

    /// Returns the decision on the access to a URL, with its reason. [`Resolved::decision`] is faster.
    pub fn decide(&self, url: &impl AsUrl) -> AccessVerdict {
        let url = url.as_any();
        self.policy.decide(self.subject_of(url.entry(), &Subject::name_of(&url)))
    }

    /// Returns the decision on the access to a URL, without its reason: by an index if the URL was parsed with the
    /// registry of this value and its scheme is registered.
    ///
    /// ```
    /// use anyurl_core::Registry;
    /// use anyurl_declared::format::Decision;
    /// use anyurl_declared::layers::{AccessRules, Stack};
    ///
    /// let resolved = Stack::new().resolve(&Registry::builder().build(), None)?;
    /// let resolved = resolved.with_access_rules(AccessRules::new().never("x-old")?);
    /// let url = resolved.registry().parse("x-old:a")?;
    /// assert_eq!(resolved.decision(&url), Decision::Never);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
        self.policy.decision(self.subject_of(url.entry(), &Subject::name_of(url)))
    }

    /// Adds the rules of the application above those of all layers ([`AccessPolicy::with_rules`]).
    #[must_use]
    pub fn with_access_rules(mut self, rules: AccessRules) -> Self {
        self.policy = self.policy.with_rules(rules);
        self.decide_all();
        self
    }

    /// Sets the registry, such as one with schemes of the application or of libraries, and checks the gateways and makes the
    /// decisions of the policy for it: registry, policy and gateways stay together. Names, findings and the lock are those
    /// of the layers.
    ///
    /// ```
    /// use anyurl_core::Registry;
    /// use anyurl_declared::layers::Stack;
    ///
    /// let resolved = Stack::new().resolve(&Registry::builder().build(), None)?;
    /// let registry = resolved.registry().to_builder().refuse("x-old", "use x-new")?.build();
    /// let resolved = resolved.with_registry(registry)?;
    /// assert!(resolved.registry().parse("x-old:a").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A [`GatewayError`] if a gateway is invalid with the registry, for example because the scheme of its locators was
    /// removed.
    pub fn with_registry(mut self, registry: Registry) -> Result<Self, GatewayError> {
        self.gateways = Gateways::new(&registry, self.gateways.iter().cloned())?;
        self.registry = registry;
        self.decide_all();
        Ok(self)
    }

    /// Sets the registry with the schemes of plugins. Refuses these names, and those whose gateway is invalid. For loaders.
    #[must_use]
    pub fn with_plugins(
        mut self,
        registry: Registry,
        refused: impl IntoIterator<Item = (String, RefusedName)>,
    ) -> Self {
        let mut names = Names::from(std::mem::take(&mut self.names));
        self.registry = registry;
        let refused: Vec<_> = refused.into_iter().collect();
        let mut shadows = names.map.iter().filter_map(|(key, name)| Some((key, name.shadows.as_ref()?))).peekable();
        if !refused.is_empty() || shadows.peek().is_some() {
            let mut builder = self.registry.to_builder();
            // The scheme of a plugin is in the place of the marked one.
            for (key, shadow) in shadows {
                builder = builder.shadowing(key, &shadow.layer);
            }
            for (key, why) in refused {
                names.entry(&key).refused.get_or_insert(why);
                builder = refused::refuse(builder, &key, &names.map[&key]);
            }
            self.registry = builder.build();
        }
        let mut problems = Problems::new(&self.layers);
        self.gateways = gateways::check(&mut self.registry, &self.rows, &mut names, &mut problems);
        if let Ok(findings) = problems.into_findings() {
            self.findings.append(findings);
        }
        self.names = names.map;
        self.decide_all();
        self
    }

    /// Decides on each entry of the registry.
    pub(super) fn decide_all(&mut self) {
        let mut decisions = EntryMap::new();
        for entry in self.registry.entries() {
            decisions.insert(entry.id(), self.policy.decision(self.subject_of(entry, entry.name())));
        }
        self.decisions = decisions;
    }

    /// Returns the subject of an entry: the definition in a layer, or that of the entry itself.
    fn subject_of<'s>(&'s self, entry: &'s Entry, name: &'s str) -> Subject<'s> {
        let version = &entry.registration().version;
        let mut definitions = self.name(name).into_iter().flat_map(ResolvedName::visible);
        match definitions.find(|one| one.version == *version) {
            Some(definition) => definition.subject(name),
            None => Subject { name, ..Subject::from_entry(entry) },
        }
    }

    /// Returns the decision on the version that [`Resolved::lookup`] returns.
    pub fn decide_name(&self, name: &str) -> AccessVerdict {
        let name = self.registered_name(name);
        self.policy.decide(self.subject(&name))
    }

    /// Returns whether the library of a scheme may be loaded: a layer lists it in `allow_dylib`, and none forbids its
    /// access.
    pub fn allows_library(&self, name: &str) -> bool {
        let name = self.registered_name(name);
        self.policy.allows_library(self.subject(&name))
    }

    /// Returns whether the module of a scheme may be loaded: a layer lists it in `allow_wasm`, and none forbids its access.
    pub fn allows_module(&self, name: &str) -> bool {
        let name = self.registered_name(name);
        self.policy.allows_module(self.subject(&name))
    }

    fn subject<'s>(&'s self, name: &'s str) -> Subject<'s> {
        match self.lookup(name) {
            Lookup::Found(definition) => definition.subject(name),
            Lookup::Masked(_) | Lookup::Refused(_) | Lookup::Removed(_) | Lookup::Unknown => unknown(name),
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
    Subject { name, aliases: &[], status: None, kind: None, layer: "" }
}
