//! From names to a registry: entries become schemes, facts become facts, masks refuse.

use std::borrow::Cow;
use std::sync::Arc;

use locator_core::Registry;
use locator_core::registration::{List, Text};
use locator_core::registry::{Entry, Fact, Handle, Implementation, RegisterError, RegistryBuilder};

use super::Layer;
use super::altered::Altered;
use super::gateways::GatewayRow;
use super::masks::Masked;
use super::names::{Base, Body, SchemeDefinition, ResolvedName, Names};
use super::placed::{Found, PlacedLayer, Provenance};
use crate::format::{Facet, GatewayEntry, SchemeEntry};
use crate::{Declared, scheme};

/// What the layers are laid over: without the public layer that the registry brings, where one is given.
pub(super) fn below(base: &Registry, layers: &[Arc<PlacedLayer>], to: &mut Found<'_>) -> Registry {
    let is_public = |entry: &&Entry| entry.layer() == Layer::Public;
    let is_given = layers.iter().any(|placed| placed.is_public());
    if !is_given || !base.entries().any(|entry| is_public(&entry)) {
        return base.clone();
    }
    let mut builder = Registry::builder();
    for entry in base.entries().filter(|entry| !is_public(entry)) {
        let (layer, implementation, origin) = (entry.layer(), entry.implementation(), entry.origin().clone());
        let allowed = builder.allow_reserved(entry.name());
        match allowed.add_from(entry.handle().clone(), layer, implementation, origin) {
            Ok(next) => builder = next,
            Err(error) => {
                let place = Provenance::of_base(layer, entry.origin());
                to.add_at(&place, scheme::rule_of(&error), &error.to_string());
                return base.clone();
            }
        }
    }
    builder.build()
}

/// The registry of all names over `base`. Where something is wrong, it is found, and `base` is given.
pub(super) fn registry(base: &Registry, names: &Names, gateways: &[GatewayRow], to: &mut Found<'_>) -> Registry {
    let gateways: Vec<_> = gateways.iter().map(|row| row.entry.clone()).collect();
    let mut builder: Option<RegistryBuilder> = None;
    for (key, name) in names.map.iter().filter(|(_, name)| name.is_changed()) {
        let before = builder.take().unwrap_or_else(|| base.to_builder());
        let is_new = !name.definitions.iter().any(|one| matches!(one.body, Body::Base(_)));
        let before = if is_new { before } else { before.remove(key) };
        match put(before, key, name, &gateways, to) {
            Ok(after) => builder = Some(after),
            Err(refusal) => {
                let (error, at) = *refusal;
                to.add_at(at, scheme::rule_of(&error), &error.to_string());
                return base.clone();
            }
        }
    }
    builder.map_or_else(|| base.clone(), RegistryBuilder::build)
}

impl ResolvedName {
    /// The scheme in code that has the name, as the layers have made it: what an access of kind `builtin` means.
    fn builtin(&self, gateways: &[GatewayEntry]) -> Option<Handle> {
        let definitions = self.definitions.iter().rev();
        let mut bases = definitions.filter_map(|definition| match &definition.body {
            Body::Base(base) => Some(base.as_ref()),
            Body::Declared(_) => None,
        });
        let is_code =
            |base: &&Base| matches!(base.entry.implementation(), Implementation::Static | Implementation::Dynamic);
        let base = bases.find(is_code)?;
        if !base.is_altered() {
            return Some(base.entry.handle().clone());
        }
        // What is wrong with it is found where the scheme itself is put in place.
        let altered = Altered::new(base, gateways).ok()?;
        Some(Handle::Shared(Arc::new(altered)))
    }

    /// Whether it is not simply what the registry below has.
    fn is_changed(&self) -> bool {
        self.mask.is_some()
            || self.pin.is_some() && self.definitions.len() > 1
            || self.definitions.iter().any(|one| match &one.body {
                Body::Base(base) => base.is_altered(),
                Body::Declared(_) => true,
            })
    }
}

type Refusal<'n> = Box<(RegisterError, &'n Provenance)>;

/// Puts what stands behind a name into a registry, the registry's own versions first.
fn put<'n>(
    mut builder: RegistryBuilder,
    key: &str,
    name: &'n ResolvedName,
    gateways: &[GatewayEntry],
    to: &mut Found<'_>,
) -> Result<RegistryBuilder, Refusal<'n>> {
    if let Some(mask) = &name.mask {
        let (scheme, origin) = (Masked::new(key, mask), mask.by.origin(""));
        let builder = builder.allow_reserved(key);
        let added = builder.add_from(Arc::new(scheme), mask.by.rank, Implementation::Declared, origin);
        return added.map_err(|error| Box::new((error, &mask.by)));
    }
    if name.allowed.is_some() {
        builder = builder.allow_reserved(key);
    }
    let mut definitions: Vec<_> = name.visible().collect();
    definitions.sort_by_key(|one| matches!(one.body, Body::Declared(_)));
    let builtin = name.builtin(gateways);
    for definition in definitions {
        let added = match &definition.body {
            Body::Base(base) => put_base(builder, base, definition, gateways, to),
            Body::Declared(entry) if entry.is_bare() => put_fact(builder, entry, definition),
            Body::Declared(entry) => put_entry(builder, entry, builtin.as_ref(), definition, gateways, to),
        };
        builder = added.map_err(|error| Box::new((error, &definition.by)))?;
    }
    Ok(builder)
}

/// A scheme of the registry below, once more.
fn put_base(
    builder: RegistryBuilder,
    base: &Base,
    definition: &SchemeDefinition,
    gateways: &[GatewayEntry],
    to: &mut Found<'_>,
) -> Result<RegistryBuilder, RegisterError> {
    let entry = &base.entry;
    let origin = entry.origin().clone();
    let registration = entry.registration();
    if definition.is_fact() {
        let fact = Fact {
            name: registration.name.clone(),
            status: registration.status,
            description: registration.description.clone(),
            default_port: definition.port(),
            references: registration.references.clone(),
        };
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

/// What is merely known of a name.
fn put_fact(
    builder: RegistryBuilder,
    entry: &SchemeEntry,
    definition: &SchemeDefinition,
) -> Result<RegistryBuilder, RegisterError> {
    let by = &definition.by;
    let references = entry.metadata.references.iter().map(scheme::reference);
    let fact = Fact {
        name: Text::Owned(entry.key()),
        status: entry.status.value,
        description: Cow::Owned(entry.description.value.clone()),
        default_port: definition.port(),
        references: List::Owned(references.map(Text::Owned).collect()),
    };
    builder.add_fact(fact, by.rank, by.origin(""))
}

/// An entry with its syntax and access.
fn put_entry(
    builder: RegistryBuilder,
    entry: &SchemeEntry,
    builtin: Option<&Handle>,
    definition: &SchemeDefinition,
    gateways: &[GatewayEntry],
    to: &mut Found<'_>,
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
            // What an upper layer has put in place stands in its file.
            match definition.facets.get(&error.facet()).map(|facet| &facet.by) {
                Some(above) if above != by => to.add_at(above, error.lint(), &error.to_string()),
                _ => to.add(error.finding(entry)),
            }
            Ok(builder)
        }
    }
}
