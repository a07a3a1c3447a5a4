//! Why a name stands for what it does: which layer won, and what it hid.

use std::fmt;

use locator_core::Profile;
use semver::Version;

use super::names::Shadowed;
use super::{Absence, Definition, GatewayRow, Name, Resolved, Verdict};
use crate::format::{Facet, Keyword};

/// What is behind a name, and who said so. `Display` is what a person reads.
///
/// ```
/// use locator_core::Registry;
/// use locator_declared::layers::Stack;
///
/// let resolved = Stack::new().resolve(&Registry::builder().build(), None)?;
/// let why = resolved.why("nfs");
/// assert_eq!(why.to_string(), "nfs: no layer knows it: read by the generic syntax\n  policy    always: no layer says anything\n");
/// # Ok::<(), locator_declared::layers::LayerError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Why {
    /// The name, in lower case.
    pub name: String,
    /// What stands behind it; empty where no layer knows it.
    pub behind: Name,
    /// The version that the profile `rfc1738` chooses.
    pub rfc1738: Option<Version>,
    /// The version that the profile `current` chooses.
    pub current: Option<Version>,
    /// The gateways for it, the upper ones first.
    pub gateways: Vec<GatewayRow>,
    /// Whether it is accessed.
    pub verdict: Verdict,
    /// Whether a layer lets its library be loaded (`allow_dylib`), and none forbids its access.
    pub allows_library: bool,
}

/// Why a name stands for what it does.
pub(super) fn why(of: &Resolved, name: &str) -> Why {
    let name = name.to_ascii_lowercase();
    let chosen = |profile| of.definition(&name, profile).map(|one| one.version.clone());
    let is_for = |row: &&GatewayRow| row.entry.schemes.iter().any(|one| one.eq_ignore_ascii_case(&name));
    Why {
        behind: of.name(&name).cloned().unwrap_or_default(),
        rfc1738: chosen(Profile::Rfc1738),
        current: chosen(Profile::Current),
        gateways: of.rows.iter().filter(is_for).cloned().collect(),
        verdict: of.decide_name(&name),
        allows_library: of.allows_library(&name),
        name,
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, behind, .. } = self;
        write!(f, "{name}: ")?;
        match (&behind.mask, behind.definitions.len(), &behind.tombstone) {
            (Some(mask), ..) => writeln!(f, "masked by {}{}", mask.by, because(mask))?,
            (None, 0, Some(stone)) => writeln!(f, "removed by {}{}", stone.by, because(stone))?,
            (None, 0, None) => writeln!(f, "no layer knows it: read by the generic syntax")?,
            (None, 1, _) => writeln!(f, "1 version")?,
            (None, n, _) => writeln!(f, "{n} versions")?,
        }
        for definition in &behind.definitions {
            self.write_definition(definition, f)?;
        }
        for Shadowed { definition, by } in &behind.hidden {
            let (version, below) = (&definition.version, &definition.by);
            writeln!(f, "  {version:<9} added by {below}: hidden by the claim of {by}")?;
        }
        if let Some(pin) = &behind.pin {
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
    fn write_definition(&self, one: &Definition, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chosen = [("rfc1738", &self.rfc1738), ("current", &self.current)];
        let is_chosen = |(_, version): &(&str, &Option<Version>)| version.as_ref() == Some(&one.version);
        let chosen: Vec<_> = chosen.into_iter().filter(is_chosen).map(|(name, _)| name).collect();
        let what = if one.is_fact() { "fact" } else { one.status.as_str() };
        write!(f, "  {:<9} {what}, added by {}", one.version, one.by)?;
        match chosen.as_slice() {
            [] => writeln!(f, "; not chosen")?,
            chosen => writeln!(f, "; profile {}", chosen.join(", "))?,
        }
        self.write_library(one, f)?;
        for (facet, value) in one.facets.iter().filter(|(_, value)| !value.hides.is_empty()) {
            let reason = value.reason.as_deref().unwrap_or_default();
            let seal = if *facet == Facet::Metadata { "filled in by" } else { "replaced by" };
            writeln!(f, "    {:<9} {seal} {}: {reason}", facet.as_str(), value.by)?;
            for hidden in &value.hides {
                writeln!(f, "    {:<9} hides {}, {}", "", hidden.by, hidden.hash)?;
            }
        }
        Ok(())
    }

    /// The library that has brought a scheme, or that its entry names.
    fn write_library(&self, one: &Definition, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(origin) = one.library() {
            let (plugin, version) = (&origin.package, &origin.version);
            writeln!(f, "    {:<9} {plugin} {version}: {}", "library", origin.file)?;
        }
        let Some(plugin) = one.entry().and_then(|entry| entry.plugin.as_ref()) else {
            return Ok(());
        };
        write!(f, "    {:<9} `{}`", "library", *plugin.library)?;
        if let Some(version) = &plugin.version {
            write!(f, " {}", **version)?;
        }
        let allowed = if self.allows_library {
            "a policy lets it be loaded"
        } else {
            "not loaded: no policy lists the scheme in `allow_dylib`, or one never accesses it"
        };
        writeln!(f, ", abi {}: {allowed}", *plugin.abi)
    }

    fn write_gateway(&self, row: &GatewayRow, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  {:<9} `{}` of {}", "gateway", *row.entry.id, row.by)?;
        let lost = row.lost.iter().find(|(name, _)| *name == self.name || *name == *row.entry.id);
        match lost {
            Some((_, by)) => writeln!(f, ": hidden by {by}"),
            None if row.serves.contains(&self.name) => writeln!(f),
            None => writeln!(f, ": not taken here"),
        }
    }

    fn write_policy(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  {:<9} {}", "policy", self.verdict)?;
        for reason in &self.verdict.besides {
            writeln!(f, "  {:<9} besides: {reason}", "")?;
        }
        Ok(())
    }
}

fn because(absence: &Absence) -> String {
    let mut text = String::new();
    if let Some(removed) = absence.removed {
        text += " on ";
        text += &removed.to_string();
    }
    if let Some(reason) = &absence.reason {
        text += ": ";
        text += reason;
    }
    if let Some(replacement) = &absence.replacement {
        text += "; use ";
        text += replacement;
    }
    text
}
