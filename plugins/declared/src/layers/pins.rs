//! `[pin]`: selects a version of a scheme.

use std::sync::Arc;

use super::names::{Names, PinnedVersion};
use super::placed::{PlacedLayer, Problems};
use crate::format::{Pin, quoted};

/// Applies the pins of all layers; upper layers take precedence.
pub(super) fn apply(layers: &[Arc<PlacedLayer>], names: &mut Names, to: &mut Problems<'_>) {
    for placed in layers {
        for pin in placed.layer().pins() {
            apply_one(placed, pin, names, to);
        }
    }
}

fn apply_one(placed: &PlacedLayer, pin: &Pin, names: &mut Names, to: &mut Problems<'_>) {
    let name = names.entry(&pin.name);
    let versions = name.definitions.iter().map(|one| &one.version);
    let fitting = versions.filter(|version| pin.requirement.matches(version));
    let Some(version) = fitting.max().cloned() else {
        let versions: Vec<_> = name.definitions.iter().map(|one| one.version.to_string()).collect();
        let available = match versions.as_slice() {
            [] => "there is no scheme of this name".to_owned(),
            versions => format!("available: {}", versions.join(", ")),
        };
        let message = format!("no version of {} matches `{}`: {available}", quoted(&pin.name), *pin.requirement);
        let help = "require an available version";
        let finding = placed.finding("SR411", pin.requirement.span, message).fix(help);
        names.refuse(&pin.name, finding, placed.place(pin.name.span), to);
        return;
    };
    let mut hides = Vec::new();
    if let Some(below) = name.pin.take() {
        hides.push((below.by, below.requirement));
        hides.extend(below.hides);
    }
    name.pin = Some(PinnedVersion {
        by: placed.place(pin.name.span),
        requirement: pin.requirement.value.clone(),
        version,
        hides,
    });
}
