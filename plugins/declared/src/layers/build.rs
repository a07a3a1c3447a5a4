//! Builds the registry from the resolved names: entries become schemes, masks become schemes that reject every URL.

use std::sync::Arc;

use locator_core::Registry;
use locator_core::registry::{Entry, Fact, Handle, Implementation, RegisterError, RegistryBuilder};
use locator_core::scheme::Refused;

use super::Layer;
use super::altered::Altered;
use super::gateways::GatewayRow;
use super::masks;
use super::names::{Base, Body, Names, ResolvedName, SchemeDefinition};
use super::placed::{PlacedLayer, Problems, Provenance};
use crate::format::{Facet, GatewayEntry, SchemeEntry};
use crate::{Declared, add_toml, scheme};

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
                to.add_at(&place, scheme::rule_of(&error), &error.to_string());
                return base.clone();
            }
        }
    }
    builder.build()
}

/// Builds the registry of all names over `base`; after a problem, returns `base`.
pub(super) fn registry(base: &Registry, names: &Names, gateways: &[GatewayRow], to: &mut Problems<'_>) -> Registry {
    let gateways: Vec<_> = gateways.iter().map(|row| row.entry.clone()).collect();
    let mut builder: Option<RegistryBuilder> = None;
    for (key, name) in names.map.iter().filter(|(_, name)| name.is_changed()) {
        let before = builder.take().unwrap_or_else(|| base.to_builder());
        let is_new = !name.definitions.iter().any(|one| matches!(one.body, Body::Base(_)));
        let before = if is_new { before } else { before.remove(key) };
        match add(before, key, name, &gateways, to) {
            Ok(after) => builder = Some(after),
            Err(error) => {
                let (error, at) = *error;
                to.add_at(at, scheme::rule_of(&error), &error.to_string());
                return base.clone();
            }
        }
    }
    let Some(mut builder) = builder else {
        return base.clone();
    };
    for (key, name) in &names.map {
        for alias in name.aliases() {
            // `add::aliases` reports an alias that is taken.
            if names.other_scheme(alias, key).is_some() {
                continue;
            }
            builder = match builder.allow_reserved(alias).alias(alias, key) {
                Ok(after) => after,
                Err(error) => {
                    to.add_at(&name.definitions[0].by, scheme::rule_of(&error), &error.to_string());
                    return base.clone();
                }
            };
        }
    }
    builder.build()
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

    /// Returns whether the name was removed for good.
    fn is_removed(&self) -> bool {
        self.tombstone.is_some() && self.definitions.is_empty()
    }

    /// Returns whether a layer changes the name.
    fn is_changed(&self) -> bool {
        self.mask.is_some()
            || self.stale.is_some()
            || self.is_removed()
            || self.pin.is_some() && self.definitions.len() > 1
            || self.definitions.iter().any(|one| match &one.body {
                Body::Base(base) => base.is_altered(),
                Body::Declared(_) => true,
            })
    }
}

type AddError<'n> = Box<(RegisterError, &'n Provenance)>;

/// The scheme of a name without a usable definition, and the layer that decided so.
fn refused<'n>(key: &str, name: &'n ResolvedName) -> Option<(Refused, &'n Provenance)> {
    let removed = name.tombstone.as_ref().filter(|_| name.is_removed());
    match (&name.mask, removed, &name.stale) {
        (Some(mask), ..) => Some((masks::masked(key, mask), &mask.by)),
        (None, Some(stone), _) => Some((masks::removed(key, stone), &stone.by)),
        (None, None, Some(stale)) => Some((masks::stale(key, stale), &stale.by)),
        (None, None, None) => None,
    }
}

/// Adds the definitions of a name to a registry, those of the base first.
fn add<'n>(
    mut builder: RegistryBuilder,
    key: &str,
    name: &'n ResolvedName,
    gateways: &[GatewayEntry],
    to: &mut Problems<'_>,
) -> Result<RegistryBuilder, AddError<'n>> {
    if let Some((scheme, by)) = refused(key, name) {
        let builder = builder.allow_reserved(key);
        let added = builder.add_from(Arc::new(scheme), by.rank, Implementation::Declared, by.origin(""));
        return added.map_err(|error| Box::new((error, by)));
    }
    if name.allowed.is_some() {
        builder = builder.allow_reserved(key);
    }
    let mut definitions: Vec<_> = name.visible().collect();
    definitions.sort_by_key(|one| matches!(one.body, Body::Declared(_)));
    let builtin = name.builtin(gateways);
    for definition in definitions {
        let added = match &definition.body {
            Body::Base(base) => add_base(builder, base, definition, gateways, to),
            Body::Declared(entry) if entry.is_bare() => add_fact(builder, entry, definition),
            Body::Declared(entry) => add_entry(builder, entry, builtin.as_ref(), definition, gateways, to),
        };
        builder = added.map_err(|error| Box::new((error, &definition.by)))?;
    }
    Ok(builder)
}

/// Adds a scheme of the base registry.
fn add_base(
    builder: RegistryBuilder,
    base: &Base,
    definition: &SchemeDefinition,
    gateways: &[GatewayEntry],
    to: &mut Problems<'_>,
) -> Result<RegistryBuilder, RegisterError> {
    let entry = &base.entry;
    let origin = entry.origin().clone();
    let registration = entry.registration();
    if definition.is_fact() {
        let mut fact = Fact::new(registration.name.clone(), registration.status);
        fact.description.clone_from(&registration.description);
        fact.default_port = definition.port();
        fact.references.clone_from(&registration.references);
        fact.deprecated.clone_from(&registration.deprecated);
        return builder.add_fact(fact, entry.layer(), origin);
    }
    let builder = builder.allow_reserved(entry.name());
    if !base.is_altered() {
        return builder.add_from(entry.handle().clone(), entry.layer(), entry.implementation(), origin);
    }
    match Altered::new(base, gateways) {
        Ok(altered) => builder.add_from(Arc::new(altered), entry.layer(), entry.implementation(), origin),
        Err(error) => {
            let by = definition.facets.get(&Facet::Access).map_or(&definition.by, |facet| &facet.by);
            to.add_at(by, error.lint(), &error.to_string());
            Ok(builder)
        }
    }
}

/// Adds a fact.
fn add_fact(
    builder: RegistryBuilder,
    entry: &SchemeEntry,
    definition: &SchemeDefinition,
) -> Result<RegistryBuilder, RegisterError> {
    let by = &definition.by;
    builder.add_fact(add_toml::fact(entry), by.rank, by.origin(""))
}

/// Adds an entry with its syntax and access.
fn add_entry(
    builder: RegistryBuilder,
    entry: &SchemeEntry,
    builtin: Option<&Handle>,
    definition: &SchemeDefinition,
    gateways: &[GatewayEntry],
    to: &mut Problems<'_>,
) -> Result<RegistryBuilder, RegisterError> {
    let by = &definition.by;
    let scheme = Declared::new(entry, gateways);
    match scheme.map(|scheme| match builtin {
        Some(builtin) => scheme.built_in(builtin.clone()),
        None => scheme,
    }) {
        Ok(scheme) => {
            let origin = by.origin(&entry.version.to_string());
            builder.add_from(Arc::new(scheme), by.rank, Implementation::Declared, origin)
        }
        Err(error) => {
            // An override is reported in the file of its layer.
            match definition.facets.get(&error.facet()).map(|facet| &facet.by) {
                Some(author) if author != by => to.add_at(author, error.lint(), &error.to_string()),
                _ => to.add(error.finding(entry)),
            }
            Ok(builder)
        }
    }
}
