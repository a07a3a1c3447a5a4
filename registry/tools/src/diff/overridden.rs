//! What an override changes in the definition of a lower layer.

use anyurl_declared::format::{Facet, Keyword, Override, RegistryFile};
use anyurl_declared::layers::{PlacedLayer, Resolved};
use serde_json::Value;

use super::change::{Change, Subject};
use super::tree::{Comparison, Key};

/// Returns what the override in a layer changes, key by key, with the old and the new values.
///
/// The old values are those of the layer that the override names. A scheme in code has none to compare with, except its
/// default port.
pub fn override_changes(resolved: &Resolved, layer: &RegistryFile, name: &str, facet: Facet) -> Vec<Change> {
    let is_it = |one: &&Override| one.name.eq_ignore_ascii_case(name) && *one.facet == facet;
    let mut changes = Vec::new();
    for one in layer.overrides().iter().filter(is_it) {
        let subject = Subject::new(format!("override {name} {}", facet.as_str()), &layer.main().document, one.span);
        let parse = |text: &str| serde_json::from_str::<Value>(text).ok();
        let before = lower_value(resolved, one, name).as_deref().and_then(parse);
        let after = one.canonical().as_deref().and_then(parse);
        let path = match facet {
            Facet::Metadata => "scheme".to_owned(),
            _ => format!("scheme.{}", facet.as_str()),
        };
        let of = Key { path: &path, shown: "" };
        // Metadata are added to those that are there.
        let before = before.filter(|_| facet != Facet::Metadata);
        Comparison { subject: &subject, changes: &mut changes }.members(of, before.as_ref(), after.as_ref());
    }
    changes
}

/// The canonical text that an override replaces: of another override, or of the version with the hash that it expects.
fn lower_value(resolved: &Resolved, one: &Override, name: &str) -> Option<String> {
    let mut layers = resolved.layers().map(PlacedLayer::layer);
    let layer = layers.find(|layer| *layer.header.id == *one.of)?;
    let is_same = |other: &&Override| other.name.eq_ignore_ascii_case(name) && *other.facet == *one.facet;
    if let Some(other) = layer.overrides().iter().find(is_same) {
        return other.canonical();
    }
    let entries = layer.schemes().filter(|entry| entry.key() == name);
    let expected = one.expect.as_ref().map(|expect| **expect);
    entries.filter(|entry| entry.hash(*one.facet) == expected).find_map(|entry| entry.canonical(*one.facet))
}
