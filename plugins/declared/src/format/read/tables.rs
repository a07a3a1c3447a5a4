//! `[[gateway]]`, `[[override]]`, `[[mask]]` and `[[tombstone]]`.

use std::collections::BTreeMap;

use super::FileLocation;
use super::access::access;
use super::fields::Fields;
use super::scheme::{iana, metadata, port};
use super::syntax::{plugin, syntax};
use crate::format::canonical::{CanonicalValue, behaviour};
use crate::format::keywords::{Facet, Keyword};
use crate::format::located::Located;
use crate::format::model::{BuiltinFacts, GatewayEntry, Mask, Override, Replacement, SourceFile, Tombstone};
use crate::format::schema;

pub(super) fn fill(file: &mut SourceFile, fields: &Fields<'_, '_>, location: &FileLocation<'_>) {
    file.gateways = fields.each("gateway", &schema::GATEWAY, |one| gateway(&one));
    file.masks = fields.each("mask", &schema::MASK, |one| mask(&one));
    file.builtins = fields.each("builtin", &schema::BUILTIN, |one| builtin(&one));
    file.tombstones = fields.each("tombstone", &schema::TOMBSTONE, |one| tombstone(&one));
    file.overrides = fields.each("override", &schema::OVERRIDE, |one| replacing(&one, location));
}

/// `[[gateway]]`
fn gateway(fields: &Fields<'_, '_>) -> GatewayEntry {
    GatewayEntry {
        id: fields.need("id"),
        schemes: fields.need_list("for"),
        mode: fields.need("mode"),
        template: fields.need("template"),
        operations: fields.list("operations"),
        strip: fields.list("strip"),
        says_strip: fields.has("strip"),
        prefer: fields.get("prefer"),
        environments: fields.list("environments"),
        contact: fields.list("contact"),
        span: fields.span,
    }
}

/// `[[mask]]`
fn mask(fields: &Fields<'_, '_>) -> Mask {
    Mask { name: fields.need("name"), reason: fields.get("reason"), span: fields.span }
}

/// `[[builtin]]`
fn builtin(fields: &Fields<'_, '_>) -> BuiltinFacts {
    BuiltinFacts {
        name: fields.need("name"),
        iana: fields.table("iana", &schema::IANA).map(|inner| iana(&inner)),
        span: fields.span,
    }
}

/// `[[tombstone]]`
fn tombstone(fields: &Fields<'_, '_>) -> Tombstone {
    Tombstone {
        name: fields.need("name"),
        removed: fields.need("removed"),
        reason: fields.get("reason"),
        replacement: fields.get("replacement"),
        span: fields.span,
    }
}

/// `[[override]]`
fn replacing(fields: &Fields<'_, '_>, location: &FileLocation<'_>) -> Override {
    let facet: Located<Facet> = fields.need("facet");
    Override {
        name: fields.need("name"),
        of: fields.need("of"),
        expect: fields.get("expect"),
        reason: fields.need("reason"),
        replacement: replacement(fields, *facet, location),
        behaviour: new_facet(fields, *facet).map(|table| behaviour(*facet, &table)),
        canonical: new_facet(fields, *facet).map(|table| CanonicalValue::Table(table).to_string()),
        span: fields.span,
        facet,
    }
}

/// Reads the table of the facet, and rejects the tables of other facets.
fn replacement(fields: &Fields<'_, '_>, facet: Facet, location: &FileLocation<'_>) -> Replacement {
    let others = Facet::ALL.iter().map(|other| other.as_str());
    let others = others.filter(|other| *other != facet.as_str() && *other != "name");
    let library = (facet != Facet::Access).then_some("plugin");
    let rejected = others.chain(library).filter(|other| reject(fields, facet, other));
    if rejected.count() > 0 {
        return Replacement::Missing;
    }
    let table = |key, schema| {
        let inner = fields.table(key, schema);
        if !fields.has(key) {
            fields.missing(key, "the table of the new facet");
        }
        inner
    };
    let replacement = match facet {
        Facet::Name => Some(Replacement::Name),
        Facet::Syntax => {
            table("syntax", &schema::SYNTAX).map(|inner| Replacement::Syntax(Box::new(syntax(&inner, location))))
        }
        Facet::Access => table("access", &schema::ACCESS).map(|inner| {
            let library = fields.table("plugin", &schema::PLUGIN);
            let library = library.map(|inner| Box::new(plugin(&inner)));
            Replacement::Access(Box::new(access(&inner)), library)
        }),
        Facet::Port => table("port", &schema::PORT).map(|inner| Replacement::Port(port(&inner))),
        Facet::Metadata => {
            table("metadata", &schema::METADATA).map(|inner| Replacement::Metadata(Box::new(metadata(&inner))))
        }
    };
    replacement.unwrap_or(Replacement::Missing)
}

/// Reports the table of another facet; returns whether there is one.
fn reject(fields: &Fields<'_, '_>, facet: Facet, key: &'static str) -> bool {
    let Some(value) = fields.value(key) else {
        return false;
    };
    let facet = facet.as_str();
    let message = format!("an override of `{facet}` has no `{key}`");
    let help = "an `[[override]]` replaces one facet: write another `[[override]]` for this one";
    fields.error("SR009", super::span_of(value), &message, help);
    true
}

/// The table of the new facet.
fn new_facet(fields: &Fields<'_, '_>, facet: Facet) -> Option<BTreeMap<String, CanonicalValue>> {
    let mut table = CanonicalValue::from_table(fields.table);
    let plugin = table.remove("plugin");
    let CanonicalValue::Table(mut replacing) = table.remove(facet.as_str())? else { return None };
    if let (Facet::Access, Some(plugin)) = (facet, plugin) {
        replacing.insert("plugin".to_owned(), plugin);
    }
    Some(replacing)
}
