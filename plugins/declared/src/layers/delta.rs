//! The changes that layers make to lower layers.

use std::fmt;

use anyurl_core::visible;

use super::placed::Provenance;
use super::{GatewayRow, Resolved, ResolvedName, SchemeDefinition, policy};
use crate::format::{ChangeSeverity, Facet, Keyword, PluginKind};

/// The kind of a change.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum DeltaKind {
    /// Replaces a facet.
    Override(Facet),
    /// Masks a name.
    Mask,
    /// Forbids the reuse of a name.
    Tombstone,
    /// Selects a version.
    Pin,
    /// Claims a name that the public layer defines.
    Claim,
    /// Replaces a gateway of a lower layer, or takes over one of its schemes.
    Gateway,
    /// Sets a policy that tightens, relaxes or conflicts with another.
    Policy,
    /// Has a library for a scheme.
    Library,
    /// Has a module for a scheme.
    Module,
    /// Deprecates a scheme.
    Deprecation,
}

impl DeltaKind {
    /// Returns the id of the kind of change, as `registry diff` has it: `SR734`.
    ///
    /// ```
    /// use anyurl_declared::layers::DeltaKind;
    ///
    /// assert_eq!(DeltaKind::Mask.id(), "SR735");
    /// ```
    pub const fn id(self) -> &'static str {
        match self {
            Self::Override(_) => "SR734",
            Self::Mask => "SR735",
            Self::Tombstone => "SR736",
            Self::Pin => "SR737",
            Self::Claim => "SR739",
            Self::Gateway => "SR733",
            Self::Policy => "SR738",
            Self::Library | Self::Module => "SR729",
            Self::Deprecation => "SR730",
        }
    }

    /// The severity, but of a line of a policy, which depends on the line.
    const fn severity(self) -> ChangeSeverity {
        match self {
            Self::Override(Facet::Metadata) | Self::Deprecation => ChangeSeverity::Harmless,
            Self::Override(Facet::Name) | Self::Claim | Self::Gateway | Self::Library | Self::Module => {
                ChangeSeverity::Loosening
            }
            Self::Override(_) | Self::Mask | Self::Pin => ChangeSeverity::Breaking,
            Self::Tombstone | Self::Policy => ChangeSeverity::Tightening,
        }
    }
}

/// One change. `Display` writes one line: `override ftp access: com.example (org.toml:12) over public (…): why`.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Delta {
    /// The kind of the change.
    pub kind: DeltaKind,
    /// How much it matters.
    pub severity: ChangeSeverity,
    /// The changed scheme, or the id of a gateway.
    pub name: String,
    /// The layer that makes the change.
    pub by: Provenance,
    /// The changed layers.
    pub over: Vec<Provenance>,
    /// The reason or details.
    pub detail: Option<String>,
}

/// Returns all changes, sorted by name.
pub(super) fn delta(resolved: &Resolved) -> Vec<Delta> {
    let mut all = Vec::new();
    for (key, name) in resolved.names() {
        add_changes(key, name, &mut all);
        all.extend(policy_conflict(resolved, key));
    }
    for row in &resolved.rows {
        let detail = || Some(format!("gateway `{}` yields", *row.entry.id));
        let change =
            |(name, by): &(String, _)| Delta::new(DeltaKind::Gateway, name, by, vec![row.by.clone()], detail());
        all.extend(row.lost.iter().map(change));
    }
    all.extend(resolved.rows.iter().map(gateway));
    add_policy_lines(resolved, &mut all);
    all.sort_by(|a, b| (&a.name, a.kind).cmp(&(&b.name, b.kind)));
    all
}

impl Delta {
    fn new(kind: DeltaKind, name: &str, by: &Provenance, over: Vec<Provenance>, detail: Option<String>) -> Self {
        Self { kind, severity: kind.severity(), name: name.to_owned(), by: by.clone(), over, detail }
    }
}

/// Adds the overrides, mask, tombstone, claims and pin of a name.
fn add_changes(key: &str, name: &ResolvedName, to: &mut Vec<Delta>) {
    let facets = name.definitions.iter().flat_map(|definition| &definition.facets);
    for (facet, value) in facets.filter(|(_, value)| !value.hides.is_empty()) {
        let over = value.hides.iter().map(|hidden| hidden.by.clone()).collect();
        to.push(Delta::new(DeltaKind::Override(*facet), key, &value.by, over, value.reason.clone()));
    }
    for definition in name.definitions.iter().filter(|one| one.by.layer != "public") {
        add_definition(key, definition, to);
    }
    if let Some(mask) = &name.mask {
        let over = name.definitions.iter().map(|one| one.by.clone()).collect();
        to.push(Delta::new(DeltaKind::Mask, key, &mask.by, over, mask.reason.clone()));
    }
    if let Some(tombstone) = &name.tombstone {
        to.push(Delta::new(DeltaKind::Tombstone, key, &tombstone.by, Vec::new(), tombstone.reason.clone()));
    }
    for hidden in &name.hidden {
        to.push(Delta::new(DeltaKind::Claim, key, &hidden.by, vec![hidden.definition.by.clone()], None));
    }
    if let Some(pin) = &name.pin {
        let over = pin.hides.iter().map(|(by, _)| by.clone()).collect();
        let detail = format!("`{}` is {}", pin.requirement, pin.version);
        to.push(Delta::new(DeltaKind::Pin, key, &pin.by, over, Some(detail)));
    }
}

/// Returns the use of a gateway.
fn gateway(row: &GatewayRow) -> Delta {
    let schemes: Vec<_> = row.entry.schemes.iter().map(|one| one.as_str()).collect();
    let detail = format!("{} -> {}", schemes.join(", "), *row.entry.template);
    Delta::new(DeltaKind::Gateway, &row.entry.id, &row.by, Vec::new(), Some(detail))
}

/// Adds the library or module and the deprecation of a definition in an upper layer.
fn add_definition(key: &str, definition: &SchemeDefinition, to: &mut Vec<Delta>) {
    let Some(entry) = definition.entry() else { return };
    let by = |facet: Facet| definition.facets.get(&facet).map_or(&definition.by, |value| &value.by);
    if let Some(plugin) = &entry.plugin {
        let version = plugin.version.as_ref().map_or_else(String::new, |version| format!(" {}", **version));
        let detail = format!("`{}`{version}", *plugin.library);
        let kind = match *plugin.kind {
            PluginKind::Dylib => DeltaKind::Library,
            PluginKind::Wasm => DeltaKind::Module,
        };
        to.push(Delta::new(kind, key, by(Facet::Access), Vec::new(), Some(detail)));
    }
    if let Some(deprecated) = &entry.metadata.deprecated {
        let detail = deprecated.reason.as_ref().map(ToString::to_string);
        to.push(Delta::new(DeltaKind::Deprecation, key, by(Facet::Metadata), Vec::new(), detail));
    }
}

/// Returns a change if layers have different policies for a name.
fn policy_conflict(resolved: &Resolved, key: &str) -> Option<Delta> {
    let verdict = resolved.decide_name(key);
    let reason = verdict.reason.as_ref()?;
    let others: Vec<_> = verdict.others.iter().filter(|one| one.decision != reason.decision).collect();
    if others.is_empty() {
        return None;
    }
    let decisions: Vec<_> = others.iter().map(|one| one.decision.as_str()).collect();
    let detail = format!("{}, not {}", reason.decision.as_str(), decisions.join(" or "));
    let over = others.iter().map(|one| one.by.clone()).collect();
    let severity = policy::line_severity(reason.decision);
    Some(Delta { severity, ..Delta::new(DeltaKind::Policy, key, &reason.by, over, Some(detail)) })
}

/// Adds the policy lines of each layer, except those in a [`policy_conflict`].
fn add_policy_lines(resolved: &Resolved, to: &mut Vec<Delta>) {
    for line in resolved.policy.lines() {
        let is_listed = |one: &Delta| {
            let mut authors = std::iter::once(&one.by).chain(&one.over);
            one.kind == DeltaKind::Policy && one.name == line.name && authors.any(|by| *by == line.by)
        };
        if !to.iter().any(is_listed) {
            to.push(line);
        }
    }
}

impl fmt::Display for DeltaKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Override(_) => "override",
            Self::Mask => "mask",
            Self::Tombstone => "tombstone",
            Self::Pin => "pin",
            Self::Claim => "claim",
            Self::Gateway => "gateway",
            Self::Policy => "policy",
            Self::Library => "library",
            Self::Module => "module",
            Self::Deprecation => "deprecation",
        })
    }
}

impl fmt::Display for Delta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, visible(&self.name))?;
        if let DeltaKind::Override(facet) = self.kind {
            write!(f, " {}", facet.as_str())?;
        }
        write!(f, ": {}", visible(&self.by.to_string()))?;
        for (n, over) in self.over.iter().enumerate() {
            write!(f, "{} {}", if n == 0 { " over" } else { "," }, visible(&over.to_string()))?;
        }
        match &self.detail {
            Some(detail) => write!(f, ": {}", visible(detail)),
            None => Ok(()),
        }
    }
}
