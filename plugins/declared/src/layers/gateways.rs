//! Gateways: the client's own configuration, so that the layers nearer to it decide.

use std::sync::Arc;

use locator_core::Registry;
use locator_gateway::{Expansion, Gateway, GatewayError, Gateways};

use super::names::Names;
use super::placed::{Found, PlacedLayer, Provenance};
use crate::format::{AccessKind, GatewayEntry, GatewayMode, LayerKind, Prefer, quoted};

/// A gateway of a layer, and what of it is in use.
#[derive(Clone, PartialEq, Debug)]
pub struct GatewayRow {
    /// As it is written.
    pub entry: GatewayEntry,
    /// By whom.
    pub by: Provenance,
    /// The schemes it is taken for, in this environment and below the layers above.
    pub serves: Vec<String>,
    /// What an upper layer took from it: schemes, or, under its own id, everything; and which layer.
    pub lost: Vec<(String, Provenance)>,
    /// The number of its layer.
    layer: usize,
}

/// The gateways of all layers, the upper ones first.
pub(super) fn rows(
    layers: &[Arc<PlacedLayer>],
    environment: Option<&str>,
    names: &Names,
    to: &mut Found<'_>,
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
            let is_wanted = |name: &String| is_here && is_taken(entry, name, names);
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

/// Whether a gateway is taken for a scheme.
fn is_taken(entry: &GatewayEntry, name: &str, names: &Names) -> bool {
    match entry.prefer.as_ref().map_or(Prefer::Only, |prefer| prefer.value) {
        Prefer::Only => true,
        Prefer::Never => false,
        Prefer::Fallback => !names.get(name).is_some_and(|name| {
            let direct = |kind| matches!(kind, AccessKind::Builtin | AccessKind::Steps | AccessKind::Dylib);
            name.definitions.iter().any(|one| one.access_kind().is_some_and(direct))
        }),
    }
}

impl GatewayRow {
    /// Gives up what another gateway has: an upper layer rightly, one of the same layer not (SR604).
    fn yield_to(&mut self, above: &Self, placed: &PlacedLayer, to: &mut Found<'_>) {
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
                let message = format!("two gateways of one layer for {}: {}", quoted(&name), above.by);
                let help = "keep one of them, or let each have environments of its own";
                to.add(placed.finding("SR604", self.entry.span, message).fix(help));
            }
            self.lost.push((name, above.by.clone()));
        }
    }

    /// As the core has it.
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

/// The gateways that are in use, checked for a registry.
pub(super) fn ready(registry: &Registry, rows: &[GatewayRow], to: &mut Found<'_>) -> Gateways {
    let in_use = || rows.iter().filter(|row| !row.serves.is_empty());
    let mut sound = Vec::new();
    for row in in_use() {
        match Gateways::new(registry, [row.gateway()]) {
            Ok(_) => sound.push(row),
            Err(error) => to.add_gateway(row, &error),
        }
    }
    let all = Gateways::new(registry, sound.iter().map(|row| row.gateway()));
    let all = all.map_err(|error| {
        if let Some(first) = sound.first() {
            to.add_gateway(first, &error);
        }
    });
    match all {
        Ok(all) => all,
        Err(()) => none(registry),
    }
}

/// No gateway at all, which nothing can be wrong with.
fn none(registry: &Registry) -> Gateways {
    match Gateways::new(registry, []) {
        Ok(none) => none,
        Err(error) => unreachable!("no gateway, and yet: {error}"),
    }
}

impl Found<'_> {
    /// What the core says of a gateway.
    fn add_gateway(&mut self, row: &GatewayRow, error: &GatewayError) {
        let id = match error {
            GatewayError::Cycle { .. } | GatewayError::NoTarget { .. } | GatewayError::Unregistered { .. } => "SR502",
            _ => "SR501",
        };
        let placed = Arc::clone(self.layer(row.layer));
        self.add(placed.finding(id, row.entry.template.span, error.to_string()));
    }
}

/// SR508
fn in_public(placed: &PlacedLayer, entry: &GatewayEntry) -> crate::format::Finding {
    let message = format!("gateway {} stands in the public layer", quoted(&entry.id));
    let help = "gateways are configured by who uses them: put it in a layer of yours";
    placed.finding("SR508", entry.span, message).fix(help)
}
