//! `[pin]`: which version a name stands for.

use std::sync::Arc;

use super::names::{Names, Pinned};
use super::placed::{Found, Placed};
use crate::format::{Pin, quoted};

/// Applies the pins, the upper ones over the lower ones.
pub(super) fn apply(layers: &[Arc<Placed>], names: &mut Names, to: &mut Found<'_>) {
    for placed in layers {
        for pin in placed.layer().pins() {
            apply_one(placed, pin, names, to);
        }
    }
}

fn apply_one(placed: &Placed, pin: &Pin, names: &mut Names, to: &mut Found<'_>) {
    let name = names.at(&pin.name);
    let versions = name.definitions.iter().map(|one| &one.version);
    let fitting = versions.filter(|version| pin.requirement.matches(version));
    let Some(version) = fitting.max().cloned() else {
        let versions: Vec<_> = name.definitions.iter().map(|one| one.version.to_string()).collect();
        let there = match versions.as_slice() {
            [] => "there is no scheme of this name".to_owned(),
            versions => format!("there is {}", versions.join(" and ")),
        };
        let message = format!("no version of {} fits `{}`: {there}", quoted(&pin.name), *pin.requirement);
        let help = "ask for a version that a layer has";
        let finding = placed.finding("SR411", pin.requirement.span, message);
        to.add(finding.about(&pin.name).fix(help));
        return;
    };
    let mut hides = Vec::new();
    if let Some(below) = name.pin.take() {
        hides.push((below.by, below.requirement));
        hides.extend(below.hides);
    }
    name.pin =
        Some(Pinned { by: placed.place(pin.name.span), requirement: pin.requirement.value.clone(), version, hides });
}
