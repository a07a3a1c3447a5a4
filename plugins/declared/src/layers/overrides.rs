//! `[[override]]`: replaces one facet of a lower layer as a whole.

use super::names::{Body, Names, ResolvedName, SchemeDefinition};
use super::placed::{PlacedLayer, Problems};
use crate::format::{Facet, Finding, Keyword, Level, Merge as _, Override, Replacement, SchemeEntry, quoted};

/// Applies the overrides of a layer to lower layers.
pub(super) fn apply(placed: &PlacedLayer, names: &mut Names, to: &mut Problems<'_>) {
    for one in placed.layer().overrides() {
        if *one.facet == Facet::Name {
            names.entry(&one.name).allowed = Some(placed.place(one.span));
            continue;
        }
        let outcome = match names.map.get_mut(&one.name.to_ascii_lowercase()) {
            Some(name) => replace(placed, one, name),
            None => Err(nothing(placed, one, "no lower layer has the name")),
        };
        let outcome =
            outcome.map_err(|finding| if to.has_layer(&one.of) { finding } else { without_layer(finding, one) });
        match outcome.unwrap_or_else(Some).map(|finding| finding.about(&one.name)) {
            Some(finding) if finding.level() == Level::Error => {
                names.refuse(&one.name, finding, placed.place(one.span), to);
            }
            Some(finding) => to.add(finding),
            None => {}
        }
    }
}

/// Replaces the facet in every matching version; returns a warning or an error, if any.
fn replace(placed: &PlacedLayer, one: &Override, name: &mut ResolvedName) -> Result<Option<Finding>, Finding> {
    if let Some(mask) = &name.mask {
        let why = format!("the name is masked by {}", mask.by);
        return Err(nothing(placed, one, &why));
    }
    let matching = matching_versions(placed, one, name)?;
    let new = one.hash().filter(|_| one.replacement != Replacement::Missing);
    let new = new.ok_or_else(|| nothing(placed, one, "missing replacement"))?;
    let mut warning = None;
    for index in matching {
        let definition = &mut name.definitions[index];
        check_sealed(placed, one, definition)?;
        if definition.facets.get(&*one.facet).is_some_and(|old| old.hash == new) {
            warning = Some(equal(placed, one));
        }
        definition.set(one);
        let Some(facet) = definition.facets.get_mut(&*one.facet) else {
            continue;
        };
        facet.replace(placed.place(one.span), new, &one.reason);
    }
    Ok(warning)
}

/// Returns the indices of the versions that match `of` and `expect`.
fn matching_versions(placed: &PlacedLayer, one: &Override, name: &ResolvedName) -> Result<Vec<usize>, Finding> {
    let is_of = |definition: &SchemeDefinition| {
        let facet = definition.facets.get(&*one.facet);
        let written = facet.map(|facet| facet.by.layer == *one.of);
        written.is_some_and(|written| written || definition.is_of(&one.of))
    };
    let all = name.definitions.iter().enumerate();
    let of: Vec<_> = all.filter(|(_, definition)| is_of(definition)).collect();
    if of.is_empty() {
        return Err(nothing(placed, one, &owner_mismatch(one, name)));
    }
    // The expected value of what cannot be replaced does not matter.
    if of.iter().all(|(_, found)| check_sealed(placed, one, found).is_err()) {
        check_sealed(placed, one, of[0].1)?;
    }
    let hash = |definition: &SchemeDefinition| definition.facets.get(&*one.facet).map(|facet| facet.hash);
    let Some(expect) = &one.expect else {
        return Err(stale(placed, one, &of, "`expect` is missing"));
    };
    let fits = of.iter().filter(|(_, found)| hash(found) == Some(**expect));
    let fits: Vec<_> = fits.map(|(at, _)| *at).collect();
    if fits.is_empty() {
        return Err(stale(placed, one, &of, "`expect` does not match the current value"));
    }
    Ok(fits)
}

/// SR602: refuses to override a sealed syntax or existing metadata.
fn check_sealed(placed: &PlacedLayer, one: &Override, definition: &SchemeDefinition) -> Result<(), Finding> {
    let name = quoted(&one.name);
    let refuse = |message: String, help| {
        let finding = placed.finding("SR602", one.facet.span, message);
        Err(finding.fix(help))
    };
    match &one.replacement {
        Replacement::Syntax(_) if definition.is_sealed() => refuse(
            format!("the syntax of {name} is sealed: it is permanent, or RFC 1738 defines it"),
            "choose another profile or version (`[pin]`), or add a scheme under another name",
        ),
        Replacement::Syntax(_) if definition.entry().is_none() => {
            refuse(format!("the syntax of {name} is implemented in code"), "add a scheme under another name")
        }
        Replacement::Metadata(new) => {
            let old = definition.metadata().cloned().unwrap_or_default();
            match old.shared_keys(new).first() {
                None => Ok(()),
                Some(key) => refuse(
                    format!("{name} already has `{key}`: metadata can be added, not replaced"),
                    "omit the keys that a lower layer sets",
                ),
            }
        }
        _ => Ok(()),
    }
}

/// SR608: an override without a target.
fn nothing(placed: &PlacedLayer, one: &Override, why: &str) -> Finding {
    let facet = one.facet.as_str();
    let message = format!("the override of the {facet} of {} has no target: {why}", quoted(&one.name));
    let help = "remove the override, or correct its layer and facet";
    placed.finding("SR608", one.span, message).fix(help)
}

/// The help if the layer of the overridden value is missing.
fn without_layer(finding: Finding, one: &Override) -> Finding {
    if finding.id() != "SR608" {
        return finding;
    }
    finding.fix(format!("give the file of the layer {}, too (`--registry`), or correct `of`", quoted(&one.of)))
}

fn owner_mismatch(one: &Override, name: &ResolvedName) -> String {
    let facets = name.definitions.iter().filter_map(|one_of| one_of.facets.get(&*one.facet));
    let owners: Vec<_> = facets.map(|facet| facet.by.layer.as_str()).collect();
    match owners.as_slice() {
        [] => "no version has it".to_owned(),
        owners => format!("it comes from {}, not from {}", owners.join(" and "), quoted(&one.of)),
    }
}

/// SR603: a stale override.
fn stale(placed: &PlacedLayer, one: &Override, of: &[(usize, &SchemeDefinition)], why: &str) -> Finding {
    let facet = one.facet.as_str();
    let hashes = of.iter().filter_map(|(_, found)| {
        let hash = found.facets.get(&*one.facet)?.hash;
        Some(format!("`expect = \"{hash}\"` ({})", found.version))
    });
    let help = format!("review the current value, and write {}", hashes.collect::<Vec<_>>().join(", or "));
    let span = one.expect.as_ref().map_or(one.span, |expect| expect.span);
    let message = format!("the override of the {facet} of {} is stale: {why}", quoted(&one.name));
    placed.finding("SR603", span, message).fix(help)
}

/// SR609: an override with the current value.
fn equal(placed: &PlacedLayer, one: &Override) -> Finding {
    let facet = one.facet.as_str();
    let message = format!("the override of the {facet} of {} has no effect", quoted(&one.name));
    let help = "remove the override";
    placed.finding("SR609", one.span, message).fix(help)
}

impl SchemeDefinition {
    /// Replaces a facet.
    fn set(&mut self, one: &Override) {
        match (&mut self.body, &one.replacement) {
            (Body::Declared(entry), replacement) => {
                set_in_entry(entry, replacement);
                if let Some(table) = &one.table {
                    entry.facets = entry.facets.with_override(*one.facet, table);
                }
            }
            (Body::Base(base), Replacement::Access(access, _)) => {
                base.access = Some((**access).clone());
            }
            (Body::Base(base), Replacement::Port(port)) => base.port = Some(port.clone()),
            (Body::Base(base), Replacement::Metadata(new)) => base.metadata.get_or_insert_default().fill(new),
            (Body::Base(_), Replacement::Name | Replacement::Syntax(_) | Replacement::Missing) => {}
        }
    }
}

fn set_in_entry(entry: &mut SchemeEntry, replacement: &Replacement) {
    match replacement {
        Replacement::Syntax(syntax) => entry.syntax = Some(syntax.clone()),
        Replacement::Access(access, plugin) => {
            entry.access = Some(access.clone());
            entry.plugin.clone_from(plugin);
        }
        Replacement::Port(port) => entry.port = Some(port.clone()),
        Replacement::Metadata(new) => entry.metadata.fill(new),
        Replacement::Name | Replacement::Missing => {}
    }
}
