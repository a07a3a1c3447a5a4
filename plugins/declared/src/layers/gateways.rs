//! Gateways of layers. They are configuration of the client, so upper layers take precedence.

use std::sync::Arc;

use locator_core::Registry;
use locator_gateway::{Expansion, Gateway, GatewayError, Gateways};

use super::names::Names;
use super::placed::{PlacedLayer, Problems, Provenance};
use crate::format::{AccessKind, Finding, GatewayEntry, GatewayMode, LayerKind, Located, Prefer, quoted};

/// A gateway of a layer and the schemes it serves.
#[derive(Clone, PartialEq, Debug)]
pub struct GatewayRow {
    /// The entry.
    pub entry: GatewayEntry,
    /// The layer that defines it.
    pub by: Provenance,
    /// The schemes it serves in this environment, after upper layers have taken over theirs.
    pub serves: Vec<String>,
    /// The names that upper layers took over, with the layer: schemes, or the gateway's own id for all of them.
    pub lost: Vec<(String, Provenance)>,
    /// The index of the layer.
    layer: usize,
}

/// Returns the gateways of all layers, upper layers first.
pub(super) fn rows(
    layers: &[Arc<PlacedLayer>],
    environment: Option<&str>,
    names: &Names,
    to: &mut Problems<'_>,
) -> Vec<GatewayRow> {
    let mut rows: Vec<GatewayRow> = Vec::new();
    for (layer, placed) in layers.iter().enumerate().rev() {
        for entry in placed.layer().gateways() {
            if *placed.layer().header.kind == LayerKind::Public {
                to.add(in_public(placed, entry));
                continue;
            }
            let by = placed.place(entry.span);
            let is_here = entry.environments.is_empty()
                || environment.is_some_and(|here| entry.environments.iter().any(|one| **one == here));
            let is_wanted = |name: &String| is_here && is_preferred(entry, name, names);
            let serves = entry.schemes.iter().map(|name| name.to_ascii_lowercase());
            let serves = serves.filter(is_wanted).collect();
            let lost = Vec::new();
            let mut row = GatewayRow { entry: entry.clone(), by, serves, lost, layer };
            for above in &rows {
                row.yield_to(above, placed, to);
            }
            rows.push(row);
        }
    }
    rows
}

/// Returns whether `prefer` allows a gateway for a scheme.
fn is_preferred(entry: &GatewayEntry, name: &str, names: &Names) -> bool {
    match entry.prefer.as_ref().map_or(Prefer::Only, |prefer| prefer.value) {
        Prefer::Only => true,
        Prefer::Never => false,
        Prefer::Fallback => !names.get(name).is_some_and(|name| {
            let direct =
                |kind| matches!(kind, AccessKind::Builtin | AccessKind::Steps | AccessKind::Dylib | AccessKind::Wasm);
            name.definitions.iter().any(|one| one.access_kind().is_some_and(direct))
        }),
    }
}

impl GatewayRow {
    /// Removes the schemes that `above` serves; a gateway of the same layer is a conflict (SR604).
    fn yield_to(&mut self, above: &Self, placed: &PlacedLayer, to: &mut Problems<'_>) {
        let is_rival = above.layer == self.layer;
        let mut lost = Vec::new();
        if *above.entry.id == *self.entry.id {
            lost.push(self.entry.id.value.clone());
            self.serves.clear();
        }
        self.serves.retain(|name| {
            let keeps = !above.serves.contains(name);
            if !keeps {
                lost.push(name.clone());
            }
            keeps
        });
        for name in lost {
            if is_rival {
                let message =
                    format!("{} has two gateways in one layer; the other is from {}", quoted(&name), above.by);
                let help = "keep one of them, or give them different environments";
                to.add(placed.finding("SR604", self.entry.span, message).fix(help));
            }
            self.lost.push((name, above.by.clone()));
        }
    }

    /// The name of `for` that is not registered, if that is why the gateway is invalid: only the parts of the generic
    /// syntax are known of it.
    fn unregistered(&self, registry: &Registry, error: &GatewayError) -> Option<&Located<String>> {
        let is_about_parts =
            matches!(error, GatewayError::UnknownVariable { .. } | GatewayError::UnknownComponent { .. });
        let mut names = self.entry.schemes.iter();
        names.find(|name| is_about_parts && registry.versions(name).next().is_none())
    }

    /// Converts the row.
    fn gateway(&self) -> Gateway {
        let mode = match *self.entry.mode {
            GatewayMode::Url => Expansion::Url,
            GatewayMode::Parts => Expansion::Parts,
        };
        let schemes = self.serves.iter().map(String::as_str);
        let gateway = Gateway::new(&self.entry.id, mode, &self.entry.template, schemes);
        gateway.strip(self.entry.strip.iter().map(|name| name.as_str()))
    }
}

/// Checks the gateways in use against a registry.
pub(super) fn check(registry: &Registry, rows: &[GatewayRow], to: &mut Problems<'_>) -> Gateways {
    let mut valid = Vec::new();
    for row in rows.iter().filter(|row| !row.serves.is_empty()) {
        match Gateways::new(registry, [row.gateway()]) {
            Ok(_) => valid.push(row),
            Err(error) => match row.unregistered(registry, &error) {
                Some(name) => to.add_unregistered(row, name, registry),
                None => to.add_gateway(row, &error),
            },
        }
    }
    let all = Gateways::new(registry, valid.iter().map(|row| row.gateway()));
    all.unwrap_or_else(|error| {
        if let Some(first) = valid.first() {
            to.add_gateway(first, &error);
        }
        Gateways::new(registry, []).unwrap_or_else(|error| unreachable!("an empty list is valid: {error}"))
    })
}

impl Problems<'_> {
    /// SR501: a gateway for a name that is not registered.
    fn add_unregistered(&mut self, row: &GatewayRow, name: &Located<String>, registry: &Registry) {
        let message = format!("gateway {} is for {}, which is not registered", quoted(&row.entry.id), quoted(name));
        let help = registry.did_you_mean(name);
        let help = help.unwrap_or_else(|| "register the scheme, or remove the name from `for`".to_owned());
        let placed = Arc::clone(self.layer(row.layer));
        self.add(placed.finding("SR501", name.span, message).about(name).fix(help));
    }

    /// Adds an error of a gateway as a finding.
    fn add_gateway(&mut self, row: &GatewayRow, error: &GatewayError) {
        let id = match error {
            GatewayError::Cycle { .. } | GatewayError::NoTarget { .. } | GatewayError::Unregistered { .. } => "SR502",
            _ => "SR501",
        };
        let placed = Arc::clone(self.layer(row.layer));
        self.add(placed.finding(id, row.entry.template.span, error.to_string()));
    }
}

/// SR508: a gateway in the public layer.
fn in_public(placed: &PlacedLayer, entry: &GatewayEntry) -> Finding {
    let message = format!("gateway {} is in the public layer", quoted(&entry.id));
    let help = "gateways are client configuration: move it to one of your own layers";
    placed.finding("SR508", entry.span, message).fix(help)
}
