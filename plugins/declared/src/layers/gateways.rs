//! Gateways of layers. They are configuration of the client, so upper layers take precedence.

use std::sync::Arc;

use anyurl_core::Registry;
use anyurl_core::authors::Component;
use anyurl_gateway::{Expansion, Gateway, GatewayError, Gateways};

use super::names::Names;
use super::placed::{PlacedLayer, Problems, Provenance};
use super::refused;
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
    /// Whether it is for this environment.
    is_here: bool,
    /// The index of the layer.
    layer: usize,
}

/// Returns the gateways of all layers, upper layers first.
pub(super) fn rows(
    layers: &[Arc<PlacedLayer>],
    environment: Option<&str>,
    names: &mut Names,
    to: &mut Problems<'_>,
) -> Vec<GatewayRow> {
    let mut rows: Vec<GatewayRow> = Vec::new();
    for (layer, placed) in layers.iter().enumerate().rev() {
        for entry in placed.layer().gateways() {
            if *placed.layer().header.kind == LayerKind::Public {
                for name in &entry.schemes {
                    names.refuse(name, in_public(placed, entry), placed.place(entry.span), to);
                }
                continue;
            }
            let by = placed.place(entry.span);
            let is_here = entry.environments.is_empty()
                || environment.is_some_and(|here| entry.environments.iter().any(|one| **one == here));
            let is_wanted = |name: &String| is_here && is_preferred(entry, name, names);
            let serves = entry.schemes.iter().map(|name| name.to_ascii_lowercase());
            let serves = serves.filter(is_wanted).collect();
            let lost = Vec::new();
            let mut row = GatewayRow { entry: entry.clone(), by, serves, lost, is_here, layer };
            for above in &rows {
                row.yield_to(above, placed, names, to);
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
    fn yield_to(&mut self, above: &Self, placed: &PlacedLayer, names: &mut Names, to: &mut Problems<'_>) {
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
                let finding = placed.finding("SR604", self.entry.span, message).fix(help);
                names.refuse(&name, finding, self.by.clone(), to);
            }
            self.lost.push((name, above.by.clone()));
        }
    }

    /// Why it does not serve a scheme that no other gateway has taken over.
    pub(super) fn why_idle(&self) -> String {
        match self.entry.prefer.as_deref() {
            _ if !self.is_here => {
                let names: Vec<_> = self.entry.environments.iter().map(|name| format!("`{}`", **name)).collect();
                format!("it is for the environment {}", names.join(" or "))
            }
            Some(Prefer::Never) => "`prefer` is `never`".to_owned(),
            _ => "`prefer` is `fallback`, and the scheme has an access of its own".to_owned(),
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

    /// Returns the schemes it serves that have a usable definition.
    fn usable<'r>(&'r self, names: &'r Names) -> impl Iterator<Item = &'r str> {
        let is_refused = |name: &str| names.get(name).is_some_and(|name| name.refused.is_some());
        self.serves.iter().map(String::as_str).filter(move |name| !is_refused(name))
    }

    /// Converts the row; `None` if it serves no usable scheme.
    fn gateway(&self, registry: &Registry, names: &Names) -> Option<Gateway> {
        let mode = match *self.entry.mode {
            GatewayMode::Url => Expansion::Url,
            GatewayMode::Parts => Expansion::Parts,
        };
        let usable: Vec<_> = self.usable(names).collect();
        usable.first()?;
        // Components of a refused scheme are in none of the others.
        let versions = || usable.iter().flat_map(|name| registry.versions(name));
        let is_known = |strip: &str| versions().any(|entry| entry.registration().component(strip).is_some());
        let strip = self.entry.strip.iter().map(|name| name.as_str());
        let strip = strip.filter(|strip| usable.len() == self.serves.len() || is_common(strip) || is_known(strip));
        let gateway = Gateway::new(&self.entry.id, mode, &self.entry.template, usable.iter().copied());
        Some(gateway.strip(strip))
    }

    /// Returns what is wrong with the row by itself, and the schemes it concerns.
    fn fault(&self, registry: &Registry, names: &Names, to: &Problems<'_>) -> Option<(Finding, Vec<String>)> {
        let error = Gateways::new(registry, [self.gateway(registry, names)?]).err()?;
        Some(match self.unregistered(registry, &error) {
            Some(name) => (unregistered(self, name, registry, to), vec![name.value.clone()]),
            None => (invalid(self, &error, to), self.usable(names).map(str::to_owned).collect()),
        })
    }
}

/// Whether a component can be in a URL of any scheme.
fn is_common(component: &str) -> bool {
    [Component::USER, Component::PASSWORD, Component::FRAGMENT].iter().any(|common| common.name == component)
}

/// Returns the valid gateways. Names whose gateway is invalid are refused: without it, their URLs would be accessed in
/// another way.
pub(super) fn check(
    registry: &mut Registry,
    rows: &[GatewayRow],
    names: &mut Names,
    to: &mut Problems<'_>,
) -> Gateways {
    let mut faulty = Vec::new();
    for row in rows {
        while let Some((finding, schemes)) = row.fault(registry, names, to) {
            for name in schemes {
                names.refuse(&name, finding.clone(), row.by.clone(), to);
                faulty.push(name);
            }
        }
    }
    let gateways = loop {
        let all = rows.iter().filter_map(|row| row.gateway(registry, names));
        let error = match Gateways::new(registry, all) {
            Ok(gateways) => break gateways,
            Err(error) => error,
        };
        let closes =
            |row: &&GatewayRow| matches!(&error, GatewayError::Cycle { gateway, .. } if *gateway == *row.entry.id);
        let mut used = rows.iter().filter(|row| row.usable(names).next().is_some());
        let Some(row) = used.clone().find(closes).or_else(|| used.next()) else {
            unreachable!("an empty list is valid: {error}");
        };
        for name in row.usable(names).map(str::to_owned).collect::<Vec<_>>() {
            names.refuse(&name, invalid(row, &error, to), row.by.clone(), to);
            faulty.push(name);
        }
    };
    if !faulty.is_empty() {
        let builder = registry.to_builder();
        let refuse = |builder, key: &String| refused::refuse(builder, key, &names.map[key]);
        *registry = faulty.iter().fold(builder, refuse).build();
    }
    gateways
}

/// SR501: a gateway for a name that is not registered.
fn unregistered(row: &GatewayRow, name: &Located<String>, registry: &Registry, to: &Problems<'_>) -> Finding {
    let message = format!("gateway {} is for {}, which is not registered", quoted(&row.entry.id), quoted(name));
    let help = registry.did_you_mean(name);
    let help = help.unwrap_or_else(|| "register the scheme, or remove the name from `for`".to_owned());
    to.layer(row.layer).finding("SR501", name.span, message).fix(help)
}

/// The error of a gateway as a finding.
fn invalid(row: &GatewayRow, error: &GatewayError, to: &Problems<'_>) -> Finding {
    to.layer(row.layer).finding(rule_of(error), row.entry.template.span, error.to_string())
}

/// The rule for an error of a gateway.
pub(crate) fn rule_of(error: &GatewayError) -> &'static str {
    match error {
        GatewayError::Cycle { .. } | GatewayError::NoTarget { .. } | GatewayError::Unregistered { .. } => "SR502",
        _ => "SR501",
    }
}

/// SR508: a gateway in the public layer.
fn in_public(placed: &PlacedLayer, entry: &GatewayEntry) -> Finding {
    let message = format!("gateway {} is in the public layer", quoted(&entry.id));
    let help = "gateways are client configuration: move it to one of your own layers";
    placed.finding("SR508", entry.span, message).fix(help)
}
