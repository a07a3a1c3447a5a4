//! Explains the definitions of a name: the layer of each value and the values it hides.

use std::fmt;

use anyurl_core::Profile;
use anyurl_core::internal::write_line;
use semver::Version;

use super::names::ShadowedDefinition;
use super::{AccessVerdict, GatewayRow, NameRemoval, Resolved, ResolvedName, SchemeDefinition};
use crate::declare::deprecation;
use crate::format::{Facet, Keyword, PluginKind};

/// An explanation of a name, for a person.
///
/// ```
/// use anyurl_core::Registry;
/// use anyurl_declared::layers::Stack;
///
/// let resolved = Stack::new().resolve(&Registry::builder().build(), None)?;
/// let why = resolved.why("nfs");
/// assert_eq!(why.to_string(), "nfs: no layer has it: parsed by the generic syntax\n  policy    access is allowed: no policy applies\n");
/// # Ok::<(), anyurl_declared::layers::LayerError>(())
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
        let what = match (&resolved.mask, resolved.definitions.len(), &resolved.tombstone) {
            (Some(mask), ..) => format!("masked by {}{}", mask.by, because(mask)),
            _ if resolved.refused.is_some() => "refused".to_owned(),
            (None, 0, Some(stone)) => format!("removed by {}{}", stone.by, because(stone)),
            (None, 0, None) => "no layer has it: parsed by the generic syntax".to_owned(),
            (None, 1, _) => "1 version".to_owned(),
            (None, n, _) => format!("{n} versions"),
        };
        write_line(f, format_args!("{name}: {what}"))?;
        if let Some(refused) = &resolved.refused {
            write_line(f, format_args!("  {:<9} {refused} [{}]", "reason", refused.id))?;
            write_line(f, format_args!("  {:<9} {}", "help", refused.help))?;
        }
        if let Some(shadow) = &resolved.shadows {
            write_line(f, format_args!("  {:<9} {shadow}", "shadows"))?;
        }
        let aliases: Vec<_> = resolved.aliases().collect();
        if !aliases.is_empty() {
            write_line(f, format_args!("  {:<9} {}", "aliases", aliases.join(", ")))?;
        }
        for definition in &resolved.definitions {
            self.write_definition(definition, f)?;
        }
        for ShadowedDefinition { definition, by } in &resolved.hidden {
            let (version, below) = (&definition.version, &definition.by);
            write_line(f, format_args!("  {version:<9} added by {below}: hidden by the claim of {by}"))?;
        }
        if let Some(pin) = &resolved.pin {
            write_line(f, format_args!("  {:<9} `{}` is {}: {}", "pin", pin.requirement, pin.version, pin.by))?;
            for (by, requirement) in &pin.hides {
                write_line(f, format_args!("  {:<9} hides `{requirement}` of {by}", ""))?;
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
        let chosen = match chosen.as_slice() {
            [] => "not chosen".to_owned(),
            chosen => format!("profile {}", chosen.join(", ")),
        };
        write_line(f, format_args!("  {:<9} {what}, added by {}; {chosen}", one.version, one.by))?;
        if let Some(notice) = one.metadata().and_then(deprecation) {
            write_line(f, format_args!("    {notice}"))?;
        }
        if let Some(owner) = one.metadata().and_then(|metadata| metadata.owner.as_ref()) {
            write_line(f, format_args!("    {:<9} {owner}", "owner"))?;
        }
        self.write_library(one, f)?;
        for (facet, value) in one.facets.iter().filter(|(_, value)| !value.hides.is_empty()) {
            let reason = value.reason.as_deref().unwrap_or_default();
            let verb = if *facet == Facet::Metadata { "completed by" } else { "replaced by" };
            write_line(f, format_args!("    {:<9} {verb} {}: {reason}", facet.as_str(), value.by))?;
            for hidden in &value.hides {
                write_line(f, format_args!("    {:<9} hides {}, {}", "", hidden.by, hidden.hash))?;
            }
        }
        Ok(())
    }

    /// Writes the library that registered a scheme, and the library or module that its entry names.
    fn write_library(&self, one: &SchemeDefinition, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(origin) = one.library() {
            let (plugin, version) = (&origin.package, &origin.version);
            write_line(f, format_args!("    {:<9} {plugin} {version}: {}", "library", origin.file))?;
        }
        let Some(plugin) = one.entry().and_then(|entry| entry.plugin.as_ref()) else {
            return Ok(());
        };
        let (what, list, is_allowed) = match *plugin.kind {
            PluginKind::Dylib => ("library", "allow_dylib", self.allows_library),
            PluginKind::Wasm => ("module", "allow_wasm", self.allows_module),
        };
        let version = plugin.version.as_ref().map_or_else(String::new, |version| format!(" {}", **version));
        let verdict = if is_allowed {
            "a policy allows loading it".to_owned()
        } else {
            format!("not loaded: no policy lists the scheme in `{list}`, or one forbids its access")
        };
        write_line(f, format_args!("    {what:<9} `{}`{version}, abi {}: {verdict}", *plugin.library, *plugin.abi))
    }

    fn write_gateway(&self, row: &GatewayRow, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lost = row.lost.iter().find(|(name, _)| *name == self.name || *name == *row.entry.id);
        let state = match lost {
            Some((_, by)) => format!(": hidden by {by}"),
            None if row.serves.contains(&self.name) => String::new(),
            None => format!(": not in use here, since {}", row.why_idle()),
        };
        write_line(f, format_args!("  {:<9} `{}` of {}{state}", "gateway", *row.entry.id, row.by))
    }

    fn write_policy(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_line(f, format_args!("  {:<9} {}", "policy", self.verdict))?;
        for reason in &self.verdict.others {
            write_line(f, format_args!("  {:<9} besides: {reason}", ""))?;
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
