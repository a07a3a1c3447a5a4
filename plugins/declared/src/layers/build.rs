//! Builds the registry from the resolved names: entries become schemes; masks, tombstones and faults become schemes that
//! reject every URL.

use std::sync::Arc;

use anyurl_core::authors::{Fact, Handle};
use anyurl_core::{Entry, Implementation, RegisterError, Registry, RegistryBuilder};

use super::Layer;
use super::altered::Altered;
use super::gateways::GatewayRow;
use super::names::{Base, Body, Names, ResolvedName, SchemeDefinition};
use super::placed::{PlacedLayer, Problems, Provenance};
use super::refused::refuse;
use crate::format::{ALLOW_RESERVED, Facet, Finding, GatewayEntry, SchemeEntry, quoted};
use crate::{Declared, add_toml, declare};

/// Returns the base registry, without its public layer if the stack has one.
pub(super) fn without_public(base: &Registry, layers: &[Arc<PlacedLayer>], to: &mut Problems<'_>) -> Registry {
    let is_public = |entry: &&Entry| entry.layer() == Layer::Public;
    let is_given = layers.iter().any(|placed| placed.is_public());
    if !is_given || !base.entries().any(|entry| is_public(&entry)) {
        return base.clone();
    }
    // What a registry has besides its entries stays.
    let mut builder = base.names().fold(base.to_builder(), RegistryBuilder::remove);
    for entry in base.entries().filter(|entry| !is_public(entry)) {
        let (layer, implementation, origin) = (entry.layer(), entry.implementation(), entry.origin().clone());
        let allowed = builder.allow_reserved(entry.name());
        match allowed.add_from(entry.handle().clone(), layer, implementation, origin) {
            Ok(next) => builder = next,
            Err(error) => {
                let place = Provenance::from_base(layer, entry.origin());
                to.stop(to.finding_at(&place, declare::rule_of(&error), &error.to_string()));
                return base.clone();
            }
        }
    }
    builder.build()
}

/// Builds the registry of all names over `base`, and refuses names that cannot be registered.
pub(super) fn registry(base: &Registry, names: &mut Names, gateways: &[GatewayRow], to: &mut Problems<'_>) -> Registry {
    let gateways: Vec<_> = gateways.iter().map(|row| row.entry.clone()).collect();
    let changed = names.map.iter().filter(|(_, name)| name.is_changed());
    let changed: Vec<_> = changed.map(|(key, _)| key.clone()).collect();
    if changed.is_empty() {
        return base.clone();
    }
    let mut builder = base.to_builder();
    for key in changed {
        let name = &names.map[&key];
        let is_in_base = |one: &SchemeDefinition| matches!(one.body, Body::Base(_));
        let hidden = name.hidden.iter().map(|hidden| &hidden.definition);
        if name.definitions.iter().chain(hidden).any(is_in_base) {
            builder = builder.remove(&key);
        }
        if let Err(fault) = add(&mut builder, &key, name, &gateways, to) {
            let Fault { finding, by } = *fault;
            names.refuse(&key, finding, by, to);
        }
        builder = refuse(builder, &key, &names.map[&key]);
        if let Some(shadow) = &names.map[&key].shadows {
            builder = builder.shadowing(&key, &shadow.layer);
        }
    }
    add_aliases(&mut builder, names, to);
    builder.build()
}

/// Adds the aliases of all names. The names of aliases that cannot be added are refused.
fn add_aliases(builder: &mut RegistryBuilder, names: &mut Names, to: &mut Problems<'_>) {
    let mut faults = Vec::new();
    for (key, name) in &names.map {
        // `add::aliases` reports an alias that is taken.
        for alias in name.aliases().filter(|alias| names.other_scheme(alias, key).is_none()) {
            *builder = std::mem::take(builder).allow_reserved(alias);
            if let Err(error) = builder.insert_alias(alias, key) {
                let by = name.definitions[0].by.clone();
                let finding = to.finding_at(&by, declare::rule_of(&error), &error.to_string());
                faults.push((key.clone(), Fault { finding, by }));
            }
        }
    }
    for (key, Fault { finding, by }) in faults {
        names.refuse(&key, finding, by, to);
        *builder = refuse(std::mem::take(builder), &key, &names.map[&key]);
    }
}

impl ResolvedName {
    /// Returns the scheme in code of this name, with its overrides: the target of an access of kind `builtin`.
    fn builtin(&self, gateways: &[GatewayEntry]) -> Option<Handle> {
        let definitions = self.definitions.iter().rev();
        let mut bases = definitions.filter_map(|definition| match &definition.body {
            Body::Base(base) => Some(base.as_ref()),
            Body::Declared(_) => None,
        });
        let is_code = |base: &&Base| base.entry.implementation().is_code();
        let base = bases.find(is_code)?;
        if !base.is_altered() {
            return Some(base.entry.handle().clone());
        }
        // `add_base` reports an error of the same overrides.
        let altered = Altered::new(base, gateways).ok()?;
        Some(Handle::Shared(Arc::new(altered)))
    }

    /// Returns whether a layer changes the name.
    fn is_changed(&self) -> bool {
        self.mask.is_some()
            || self.refused.is_some()
            || !self.hidden.is_empty()
            || self.is_removed()
            || self.pin.is_some() && self.definitions.len() > 1
            || self.definitions.iter().any(|one| match &one.body {
                Body::Base(base) => base.is_altered(),
                Body::Declared(_) => true,
            })
    }
}

/// Why a name cannot be registered.
struct Fault {
    finding: Finding,
    by: Provenance,
}

/// Adds the definitions of a name to a registry, those of the base first.
fn add(
    builder: &mut RegistryBuilder,
    key: &str,
    name: &ResolvedName,
    gateways: &[GatewayEntry],
    to: &Problems<'_>,
) -> Result<(), Box<Fault>> {
    if name.allowed.is_some() {
        *builder = std::mem::take(builder).allow_reserved(key);
    }
    let mut definitions: Vec<_> = name.visible().collect();
    definitions.sort_by_key(|one| matches!(one.body, Body::Declared(_)));
    let builtin = name.builtin(gateways);
    for definition in definitions {
        match &definition.body {
            Body::Base(base) => add_base(builder, base, definition, gateways, to),
            Body::Declared(entry) if entry.is_bare() => {
                let by = &definition.by;
                let added = builder.insert_fact(add_toml::fact(entry), by.rank, by.origin(""));
                added.map_err(|error| rejected(&error, definition, to))
            }
            Body::Declared(entry) => add_entry(builder, entry, builtin.as_ref(), definition, gateways, to),
        }?;
    }
    Ok(())
}

/// The fault of a definition that the registry rejects.
fn rejected(error: &RegisterError, definition: &SchemeDefinition, to: &Problems<'_>) -> Box<Fault> {
    let by = definition.by.clone();
    let finding = |message: &str| to.finding_at(&by, declare::rule_of(error), message);
    let finding = match error {
        // The message of the error is for programs, which call a function.
        RegisterError::Reserved(name) => finding(&format!("{} is a reserved name", quoted(name))).fix(ALLOW_RESERVED),
        _ => finding(&error.to_string()),
    };
    Box::new(Fault { finding, by })
}

/// Adds a scheme of the base registry.
fn add_base(
    builder: &mut RegistryBuilder,
    base: &Base,
    definition: &SchemeDefinition,
    gateways: &[GatewayEntry],
    to: &Problems<'_>,
) -> Result<(), Box<Fault>> {
    let entry = &base.entry;
    let origin = entry.origin().clone();
    let registration = entry.registration();
    let rejected = |error: RegisterError| rejected(&error, definition, to);
    if definition.is_fact() {
        let mut fact = Fact::new(registration.name.clone(), registration.status);
        fact.description.clone_from(&registration.description);
        fact.default_port = definition.port();
        fact.references.clone_from(&registration.references);
        fact.deprecated.clone_from(&registration.deprecated);
        return builder.insert_fact(fact, entry.layer(), origin).map_err(rejected);
    }
    *builder = std::mem::take(builder).allow_reserved(entry.name());
    let scheme = if base.is_altered() {
        let altered = Altered::new(base, gateways).map_err(|error| {
            let by = definition.facets.get(&Facet::Access).map_or(&definition.by, |facet| &facet.by);
            Fault { finding: to.finding_at(by, error.lint(), &error.to_string()), by: by.clone() }
        });
        Handle::Shared(Arc::new(altered?))
    } else {
        entry.handle().clone()
    };
    builder.insert_from(scheme, entry.layer(), entry.implementation(), origin).map_err(rejected)
}

/// Adds an entry with its syntax and access.
fn add_entry(
    builder: &mut RegistryBuilder,
    entry: &SchemeEntry,
    builtin: Option<&Handle>,
    definition: &SchemeDefinition,
    gateways: &[GatewayEntry],
    to: &Problems<'_>,
) -> Result<(), Box<Fault>> {
    let by = &definition.by;
    let scheme = Declared::new(entry, gateways).map_err(|error| {
        // An override is reported in the file of its layer.
        match definition.facets.get(&error.facet()).map(|facet| &facet.by) {
            Some(author) if author != by => {
                Fault { finding: to.finding_at(author, error.lint(), &error.to_string()), by: author.clone() }
            }
            _ => Fault { finding: error.finding(entry), by: by.clone() },
        }
    })?;
    let scheme = match builtin {
        Some(builtin) => scheme.built_in(builtin.clone()),
        None => scheme,
    };
    let origin = by.origin(&entry.version.to_string());
    let added = builder.insert_from(Arc::new(scheme), by.rank, Implementation::Declared, origin);
    added.map_err(|error| rejected(&error, definition, to))
}
