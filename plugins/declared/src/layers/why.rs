//! Explains the definitions of a name: the layer of each value and the values it hides.

use std::fmt;

use locator_core::Profile;
use semver::Version;

use super::names::ShadowedDefinition;
use super::{AccessVerdict, GatewayRow, NameRemoval, Resolved, ResolvedName, SchemeDefinition};
use crate::format::{Facet, Keyword, PluginKind};
use crate::scheme::deprecation;

/// An explanation of a name, for a person.
///
/// ```
/// use locator_core::Registry;
/// use locator_declared::layers::Stack;
///
/// let resolved = Stack::new().resolve(&Registry::builder().build(), None)?;
/// let why = resolved.why("nfs");
/// assert_eq!(why.to_string(), "nfs: no layer has it: parsed by the generic syntax\n  policy    always: no policy applies\n");
/// # Ok::<(), locator_declared::layers::LayerError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Why {
    /// The name, in lower case.
    pub name: String,
    /// The definitions; empty if no layer has the name.
    pub resolved: ResolvedName,
    /// The version selected by the profile `rfc1738`.
    pub rfc1738: Option<Version>,
    /// The version selected by the profile `current`.
    pub current: Option<Version>,
    /// The gateways for the name, upper layers first.
    pub gateways: Vec<GatewayRow>,
    /// The decision on its access.
    pub verdict: AccessVerdict,
    /// Whether the policy allows loading its library (`allow_dylib`).
    pub allows_library: bool,
    /// Whether the policy allows loading its module (`allow_wasm`).
    pub allows_module: bool,
}

/// Explains a name.
pub(super) fn why(of: &Resolved, name: &str) -> Why {
    let name = of.registered_name(name);
    let chosen = |profile| of.definition(&name, profile).map(|one| one.version.clone());
    let is_for = |row: &&GatewayRow| row.entry.schemes.iter().any(|one| one.eq_ignore_ascii_case(&name));
    Why {
        resolved: of.name(&name).cloned().unwrap_or_default(),
        rfc1738: chosen(Profile::Rfc1738),
        current: chosen(Profile::Current),
        gateways: of.rows.iter().filter(is_for).cloned().collect(),
        verdict: of.decide_name(&name),
        allows_library: of.allows_library(&name),
        allows_module: of.allows_module(&name),
        name,
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, resolved, .. } = self;
        write!(f, "{name}: ")?;
        match (&resolved.mask, resolved.definitions.len(), &resolved.tombstone) {
            (Some(mask), ..) => writeln!(f, "masked by {}{}", mask.by, because(mask))?,
            (None, 0, Some(stone)) => writeln!(f, "removed by {}{}", stone.by, because(stone))?,
            (None, 0, None) => writeln!(f, "no layer has it: parsed by the generic syntax")?,
            (None, 1, _) => writeln!(f, "1 version")?,
            (None, n, _) => writeln!(f, "{n} versions")?,
        }
        if let Some(stale) = &resolved.stale {
            writeln!(f, "  {:<9} {} ({})", "refused", stale.message, stale.by)?;
        }
        let aliases: Vec<_> = resolved.aliases().collect();
        if !aliases.is_empty() {
            writeln!(f, "  {:<9} {}", "aliases", aliases.join(", "))?;
        }
        for definition in &resolved.definitions {
            self.write_definition(definition, f)?;
        }
        for ShadowedDefinition { definition, by } in &resolved.hidden {
            let (version, below) = (&definition.version, &definition.by);
            writeln!(f, "  {version:<9} added by {below}: hidden by the claim of {by}")?;
        }
        if let Some(pin) = &resolved.pin {
            writeln!(f, "  {:<9} `{}` is {}: {}", "pin", pin.requirement, pin.version, pin.by)?;
            for (by, requirement) in &pin.hides {
                writeln!(f, "  {:<9} hides `{requirement}` of {by}", "")?;
            }
        }
        for row in &self.gateways {
            self.write_gateway(row, f)?;
        }
        self.write_policy(f)
    }
}

impl Why {
    fn write_definition(&self, one: &SchemeDefinition, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chosen = [("rfc1738", &self.rfc1738), ("current", &self.current)];
        let is_chosen = |(_, version): &(&str, &Option<Version>)| version.as_ref() == Some(&one.version);
        let chosen: Vec<_> = chosen.into_iter().filter(is_chosen).map(|(name, _)| name).collect();
        let what = if one.is_fact() { "fact" } else { one.status.as_str() };
        write!(f, "  {:<9} {what}, added by {}", one.version, one.by)?;
        match chosen.as_slice() {
            [] => writeln!(f, "; not chosen")?,
            chosen => writeln!(f, "; profile {}", chosen.join(", "))?,
        }
        if let Some(notice) = one.metadata().and_then(deprecation) {
            writeln!(f, "    {notice}")?;
        }
        if let Some(owner) = one.metadata().and_then(|metadata| metadata.owner.as_ref()) {
            writeln!(f, "    {:<9} {owner}", "owner")?;
        }
        self.write_library(one, f)?;
        for (facet, value) in one.facets.iter().filter(|(_, value)| !value.hides.is_empty()) {
            let reason = value.reason.as_deref().unwrap_or_default();
            let verb = if *facet == Facet::Metadata { "completed by" } else { "replaced by" };
            writeln!(f, "    {:<9} {verb} {}: {reason}", facet.as_str(), value.by)?;
            for hidden in &value.hides {
                writeln!(f, "    {:<9} hides {}, {}", "", hidden.by, hidden.hash)?;
            }
        }
        Ok(())
    }

    /// Writes the library that registered a scheme, and the library or module that its entry names.
    fn write_library(&self, one: &SchemeDefinition, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(origin) = one.library() {
            let (plugin, version) = (&origin.package, &origin.version);
            writeln!(f, "    {:<9} {plugin} {version}: {}", "library", origin.file)?;
        }
        let Some(plugin) = one.entry().and_then(|entry| entry.plugin.as_ref()) else {
            return Ok(());
        };
        let (what, list, is_allowed) = match *plugin.kind {
            PluginKind::Dylib => ("library", "allow_dylib", self.allows_library),
            PluginKind::Wasm => ("module", "allow_wasm", self.allows_module),
        };
        write!(f, "    {what:<9} `{}`", *plugin.library)?;
        if let Some(version) = &plugin.version {
            write!(f, " {}", **version)?;
        }
        write!(f, ", abi {}: ", *plugin.abi)?;
        if is_allowed {
            writeln!(f, "a policy allows loading it")
        } else {
            writeln!(f, "not loaded: no policy lists the scheme in `{list}`, or one forbids its access")
        }
    }

    fn write_gateway(&self, row: &GatewayRow, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  {:<9} `{}` of {}", "gateway", *row.entry.id, row.by)?;
        let lost = row.lost.iter().find(|(name, _)| *name == self.name || *name == *row.entry.id);
        match lost {
            Some((_, by)) => writeln!(f, ": hidden by {by}"),
            None if row.serves.contains(&self.name) => writeln!(f),
            None => writeln!(f, ": not in use here"),
        }
    }

    fn write_policy(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  {:<9} {}", "policy", self.verdict)?;
        for reason in &self.verdict.others {
            writeln!(f, "  {:<9} besides: {reason}", "")?;
        }
        Ok(())
    }
}

fn because(absence: &NameRemoval) -> String {
    let removed = absence.removed.map(|date| format!(" on {date}"));
    let reason = absence.reason.as_ref().map(|reason| format!(": {reason}"));
    let replacement = absence.replacement.as_ref().map(|replacement| format!("; use {replacement}"));
    [removed, reason, replacement].into_iter().flatten().collect()
}
