//! Masks and tombstones: names without a usable scheme.

use std::sync::Arc;

use anyurl_core::authors::{Fix, Requirement};
use anyurl_core::internal::Refused;

use super::Layer;
use super::names::{NameRemoval, Names, ResolvedName, SchemeDefinition};
use super::placed::{PlacedLayer, Problems};
use crate::format::{Finding, Located, Tombstone, quoted};

/// Applies the masks of a layer to lower layers.
pub(super) fn apply(placed: &PlacedLayer, names: &mut Names, to: &mut Problems<'_>) {
    for mask in placed.layer().masks() {
        let reason = mask.reason.as_ref().map(|reason| reason.value.clone());
        let reason = reason.filter(|reason| !reason.trim().is_empty());
        if reason.is_none() {
            let message = format!("{} is masked without a reason", quoted(&mask.name));
            let help = "add `reason`, which errors show";
            let finding = placed.finding("SR606", mask.span, message);
            to.add(finding.about(&mask.name).fix(help));
        }
        names.mask(&mask.name, &NameRemoval { by: placed.place(mask.span), reason, removed: None, replacement: None });
    }
}

/// Applies the tombstones of all layers and reports the reuse of their names (SR707).
pub(super) fn apply_tombstones(layers: &[Arc<PlacedLayer>], names: &mut Names, to: &mut Problems<'_>) {
    for placed in layers {
        for tombstone in placed.layer().tombstones() {
            let text = |text: &Option<Located<String>>| text.as_ref().map(|text| text.value.clone());
            let absence = NameRemoval {
                by: placed.place(tombstone.span),
                reason: text(&tombstone.reason),
                removed: Some(tombstone.removed.value),
                replacement: text(&tombstone.replacement),
            };
            for finding in reuses(placed, tombstone, &absence, names.entry(&tombstone.name)) {
                names.refuse(&tombstone.name, finding, absence.by.clone(), to);
            }
            names.entry(&tombstone.name).tombstone.get_or_insert(absence);
        }
    }
}

/// SR707: the definitions of a removed name. Another layer than the public one cannot remove a public name.
fn reuses(placed: &PlacedLayer, tombstone: &Tombstone, absence: &NameRemoval, name: &ResolvedName) -> Vec<Finding> {
    let is_public = |definition: &SchemeDefinition| definition.by.rank == Layer::Public && !placed.is_public();
    let reuse = |definition: &SchemeDefinition| {
        let message = format!(
            "{} was removed on {} by {}, and {} uses it again",
            quoted(&tombstone.name),
            tombstone.removed.value,
            absence.by,
            definition.by
        );
        let entry = definition.entry().filter(|_| !is_public(definition));
        if let Some(entry) = entry {
            let help = "use another name: a removed name is never reused";
            return entry.finding("SR707", entry.name.span, message).fix(help);
        }
        let help = "remove the tombstone; to disable a name of another layer, mask it (`[[mask]]`)";
        placed.finding("SR707", tombstone.name.span, message).fix(help)
    };
    name.definitions.iter().map(reuse).collect()
}

/// The scheme of a masked name, which rejects every URL with the reason.
pub(super) fn masked(name: &str, absence: &NameRemoval) -> Refused {
    let reason = absence.reason.as_deref().map_or_else(String::new, |why| format!(": {why}"));
    let message = format!("`{name}` is masked by {}{reason}", absence.by);
    Refused::new(name, Requirement::owned("masked", "a mask of the registry", message, HELP, Fix::Unknown))
}

/// The scheme of a removed name, which rejects every URL with the reason and the replacement.
pub(super) fn removed(name: &str, stone: &NameRemoval) -> Refused {
    let date = stone.removed.map_or_else(String::new, |date| format!(" on {date}"));
    let reason = stone.reason.as_deref().map_or_else(String::new, |why| format!(": {why}"));
    let message = format!("`{name}` was removed{date} by {}{reason}", stone.by);
    let help = match &stone.replacement {
        Some(replacement) => format!("use `{replacement}`"),
        None => HELP.to_owned(),
    };
    Refused::new(name, Requirement::owned("removed", "a tombstone of the registry", message, help, Fix::Unknown))
}

/// The help for a masked scheme.
const HELP: &str = "use another scheme, or ask the maintainers of that layer";
