//! SR614 for masks and gateways. Both can be for names that no layer has, so that only one that is nearly the name of a scheme
//! is reported.

use std::sync::Arc;

use anyurl_core::internal::similar_names;

use super::names::Names;
use super::placed::{PlacedLayer, Problems};
use crate::format::{Level, glob, quoted};

/// Reports the names that are probably misspelt.
pub(super) fn check(layers: &[Arc<PlacedLayer>], names: &Names, to: &mut Problems<'_>) {
    for placed in layers {
        let masks = placed.layer().masks().iter().map(|mask| ("mask", &mask.name));
        let gateways = placed.layer().gateways();
        let gateways = gateways.iter().flat_map(|gateway| gateway.schemes.iter().map(|name| ("gateway", name)));
        for (what, name) in masks.chain(gateways) {
            let Some(near) = near(names, &name.to_ascii_lowercase()) else { continue };
            let message = format!("a {what} names {}, which no layer has", quoted(name));
            let finding = placed.finding("SR614", name.span, message).about(name);
            to.add(finding.at_level(Level::Warning).fix(format!("did you mean `{near}`?")));
        }
    }
}

/// The scheme that a name without an entry is probably meant to be.
fn near<'n>(names: &'n Names, key: &str) -> Option<&'n str> {
    let schemes = names.map.iter().filter(|(_, name)| name.has_definitions()).map(|(own, _)| own.as_str());
    let is_member = |family: &str| family.ends_with('*') && glob(family, key);
    let is_known = schemes.clone().any(|own| own == key || is_member(own)) || names.has_alias(key);
    // A name of two letters is always one typing error away from another.
    if key.len() < 3 || is_known { None } else { similar_names(key, schemes).into_iter().next() }
}
