//! `[[override]]`, `[[mask]]`, `[[tombstone]]` and `[pin]`: what a layer says of others.

use semver::VersionReq;

use super::access::AccessTable;
use super::plugin::PluginTable;
use super::scheme::{Metadata, PortTable};
use super::syntax::SyntaxTable;
use crate::format::canonical::{CanonicalValue, Hash, behaviour};
use crate::format::change_severity::Compared::Value;
use crate::format::change_severity::{DOCUMENTATION, MEANING};
use crate::format::facets::CanonicalTable;
use crate::format::fields::{Fields, span_of};
use crate::format::finding::quoted;
use crate::format::keywords::{Facet, Keyword};
use crate::format::located::{Date, Located};
use crate::format::schema::ValueType::Flattened;
use crate::format::schema::{Condition, KeySchema, TableSchema};
use crate::format::table::{Field, Table, row, table};

table! {
    /// Replaces one facet of a scheme of a lower layer.
    #[derive(Clone, PartialEq, Debug)]
    pub struct Override: OVERRIDE = "override", span;

    /// The scheme.
    name: Located<String>;
    /// The id of the layer that defines the facet.
    of: Located<String>, change("SR734", Value, MEANING);
    /// The replaced facet.
    facet: Located<Facet>;
    /// The hash of the replaced facet (SR603); `anyurl registry lock` writes all.
    expect: Option<Located<Hash>>, change("SR734", Value, DOCUMENTATION);
    /// The reason, which users see (SR207).
    reason: Located<String>, change("SR734", Value, DOCUMENTATION);
    /// The table of the new facet.
    replacement: Replacement, value(Flattened(&FACETS)) => replacement;

    conditions &[
        Condition::Where("facet", "name", &[], &["syntax", "access", "plugin", "port", "metadata"]),
        Condition::Where("facet", "syntax", &["syntax"], &["access", "plugin", "port", "metadata"]),
        Condition::Where("facet", "access", &["access"], &["syntax", "port", "metadata"]),
        Condition::Where("facet", "port", &["port"], &["syntax", "access", "plugin", "metadata"]),
        Condition::Where("facet", "metadata", &["metadata"], &["syntax", "access", "plugin", "port"]),
    ];
    and {
        /// That table as it is written.
        table: Option<CanonicalTable> = new_facet;
    }
}

/// The tables of the facets.
static FACETS: TableSchema = TableSchema {
    name: "override",
    about: "",
    rows: &[
        row!("syntax", "How the URLs are written (SR209).", Option<Box<SyntaxTable>>),
        row!("access", "How the resource is accessed (SR210).", Option<Box<AccessTable>>),
        row!(
            "plugin",
            "The library or module of the scheme, if `access.kind` is `dylib` or `wasm`.",
            Option<Box<PluginTable>>
        ),
        row!("port", "The default port.", Option<PortTable>),
        row!("metadata", "The metadata to add.", Option<Metadata>),
    ],
    conditions: &[],
};

/// The new facet of an override.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Replacement {
    /// Permission to use the name; it has no table.
    Name,
    /// `[override.syntax]`
    Syntax(Box<SyntaxTable>),
    /// `[override.access]`, with `[override.plugin]` for access by a library or module.
    Access(Box<AccessTable>, Option<Box<PluginTable>>),
    /// `[override.port]`
    Port(PortTable),
    /// `[override.metadata]`
    Metadata(Box<Metadata>),
    /// The table is missing, which is a finding.
    Missing,
}

impl Override {
    /// Returns the canonical text of the new facet.
    pub fn canonical(&self) -> Option<String> {
        self.table.clone().map(|table| CanonicalValue::Table(table).to_string())
    }

    /// Returns the hash of the new facet, as of that of an entry.
    pub fn hash(&self) -> Option<Hash> {
        self.table.as_ref().map(|table| Hash::new(behaviour(*self.facet, table)))
    }
}

/// The facet, which is reported elsewhere if it is invalid.
fn facet(fields: &Fields<'_, '_>) -> Option<Facet> {
    Facet::parse(fields.value("facet")?.get_ref().as_str()?)
}

/// Reads the table of the facet, and rejects the tables of other facets.
fn replacement(fields: &Fields<'_, '_>, _: &'static KeySchema) -> Replacement {
    let Some(facet) = facet(fields) else { return Replacement::Missing };
    let others = Facet::ALL.iter().map(|other| other.as_str());
    let others = others.filter(|other| *other != facet.as_str() && *other != "name");
    let library = (facet != Facet::Access).then_some("plugin");
    let rejected = others.chain(library).filter(|other| reject(fields, facet, other));
    if rejected.count() > 0 {
        return Replacement::Missing;
    }
    let replacement = match facet {
        Facet::Name => Some(Replacement::Name),
        Facet::Syntax => new_table(fields, "syntax").map(Replacement::Syntax),
        Facet::Access => {
            new_table(fields, "access").map(|access| Replacement::Access(access, optional(fields, "plugin")))
        }
        Facet::Port => new_table(fields, "port").map(|port| Replacement::Port(*port)),
        Facet::Metadata => new_table(fields, "metadata").map(Replacement::Metadata),
    };
    replacement.unwrap_or(Replacement::Missing)
}

fn new_table<T: Table>(fields: &Fields<'_, '_>, key: &'static str) -> Option<Box<T>> {
    let table = optional(fields, key);
    if !fields.has(key) {
        fields.missing(key, "the table of the new facet");
    }
    table
}

fn optional<T: Table>(fields: &Fields<'_, '_>, key: &'static str) -> Option<Box<T>> {
    FACETS.key(key).and_then(|row| Field::read(fields, row))
}

/// Reports the table of another facet; returns whether there is one.
fn reject(fields: &Fields<'_, '_>, facet: Facet, key: &'static str) -> bool {
    let Some(value) = fields.value(key) else {
        return false;
    };
    let facet = facet.as_str();
    let message = format!("an override of `{facet}` has no `{key}`");
    let help = "an `[[override]]` replaces one facet: write another `[[override]]` for this one";
    fields.error("SR009", span_of(value), &message, help);
    true
}

/// The table of the new facet, that of access with the library.
fn new_facet(fields: &Fields<'_, '_>) -> Option<CanonicalTable> {
    let mut table = CanonicalValue::from_table(fields.table);
    let plugin = table.remove("plugin");
    let facet = facet(fields)?;
    let CanonicalValue::Table(mut new) = table.remove(facet.as_str())? else { return None };
    if let (Facet::Access, Some(plugin)) = (facet, plugin) {
        new.insert("plugin".to_owned(), plugin);
    }
    Some(new)
}

table! {
    /// Disables a name.
    #[derive(Clone, PartialEq, Debug)]
    pub struct Mask: MASK = "mask", span;

    /// The scheme, or with `git+*` a family and all names with that beginning.
    name: Located<String>, required() => mask_name;
    /// The reason, which users see (SR606).
    reason: Option<Located<String>>;
}

/// Another glob would leave names without an entry as they are.
fn mask_name(fields: &Fields<'_, '_>, key: &'static KeySchema) -> Located<String> {
    let name: Located<String> = fields.need_as(key.rule, key.name);
    if name.strip_suffix("+*").unwrap_or(&name).contains(['*', '?']) {
        let message = format!("`mask.name` cannot be {}", quoted(&name));
        let help = "write a name, or a family such as `git+*`; `never` of `[policy]` has other globs";
        fields.error(key.rule, name.span, &message, help);
    }
    name
}

table! {
    /// A removed name that must not be used again.
    #[derive(Clone, PartialEq, Debug)]
    pub struct Tombstone: TOMBSTONE = "tombstone", span;

    /// The scheme.
    name: Located<String>;
    /// The date of the removal, without quotes.
    removed: Located<Date>;
    /// The reason.
    reason: Option<Located<String>>;
    /// The scheme to use instead.
    replacement: Option<Located<String>>;
}

/// A line of `[pin]`: the version of a scheme to use.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Pin {
    /// The scheme.
    pub name: Located<String>,
    /// The version requirement.
    pub requirement: Located<VersionReq>,
}

/// `[pin]`
pub(super) fn pins(fields: &Fields<'_, '_>) -> Vec<Pin> {
    let pin = |(name, value): (Located<String>, _)| {
        let requirement = fields.parse("SR009", &name, value)?;
        Some(Pin { name, requirement })
    };
    fields.members("pin", "a table").into_iter().filter_map(pin).collect()
}
