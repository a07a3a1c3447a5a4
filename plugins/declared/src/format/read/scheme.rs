//! `[[scheme]]`, its metadata and examples.

use std::sync::Arc;

use super::FileLocation;
use super::access::access;
use super::fields::{Fields, span_of};
use super::from_toml::FromToml;
use super::syntax::{plugin, syntax};
use crate::format::located::Located;
use crate::format::model::{
    Deprecated, ExampleTable, Facets, Iana, Metadata, PortTable, ReferenceTable, SchemeEntry, SyntaxTable,
};
use crate::format::schema;

/// `[[scheme]]`; `None` without a name.
pub(super) fn scheme(fields: &Fields<'_, '_>, location: &FileLocation<'_>) -> Option<SchemeEntry> {
    let errors = fields.reader.errors();
    let name: Option<Located<String>> = fields.get("name");
    if !fields.has("name") {
        fields.missing("name", "the name of the scheme, in lower case");
    }
    let is_named = name.is_some();
    let read = fields.table("syntax", &schema::SYNTAX).map(|inner| Box::new(syntax(&inner, location)));
    let default_version = || Located::new(semver::Version::new(1, 0, 0), fields.span);
    let entry = SchemeEntry {
        aliases: fields.list("alias"),
        version: fields.get("version").unwrap_or_else(default_version),
        status: fields.need_as("SR202", "status"),
        description: fields.need("description"),
        metadata: metadata(fields),
        port: fields.table("port", &schema::PORT).map(|inner| port(&inner)),
        access: fields.table("access", &schema::ACCESS).map(|inner| Box::new(access(&inner))),
        plugin: fields.table("plugin", &schema::PLUGIN).map(|inner| Box::new(plugin(&inner))),
        examples: examples(fields),
        facets: facets(fields, read.as_deref()),
        syntax: read,
        document: Arc::clone(&fields.reader.document),
        span: fields.span,
        name: name.unwrap_or_else(|| Located::new(String::new(), fields.span)),
        sound: fields.has_no_typos() && fields.reader.errors() == errors,
    };
    is_named.then_some(entry)
}

/// The metadata of a scheme or of `[override.metadata]`.
pub(super) fn metadata(fields: &Fields<'_, '_>) -> Metadata {
    let references = fields.tables("reference", &schema::REFERENCE);
    Metadata {
        rfc1738: fields.get("rfc1738"),
        applications: fields.list("applications"),
        owner: fields.get("owner"),
        contact: fields.list("contact"),
        change_controller: fields.get("change_controller"),
        references: references.iter().map(reference).collect(),
        demonstration: fields.get("demonstration"),
        security: fields.get("security"),
        encoding: fields.get("encoding"),
        interoperability: fields.get("interoperability"),
        iana: listed(fields),
        left_out: fields.get("left_out"),
        since: fields.get("since"),
        deprecated: fields.table("deprecated", &schema::DEPRECATED).map(|inner| deprecated(&inner)),
        expires: fields.get("expires"),
        graduates_to: fields.get("graduates_to"),
    }
}

/// `[[scheme.reference]]`
fn reference(fields: &Fields<'_, '_>) -> ReferenceTable {
    ReferenceTable {
        rfc: fields.get("rfc"),
        section: fields.get("section"),
        url: fields.get("url"),
        title: fields.get("title"),
        person: fields.get("person"),
        errata: fields.list("errata"),
        span: fields.span,
    }
}

/// `iana = false`, or the table.
fn listed(fields: &Fields<'_, '_>) -> Option<Iana> {
    let value = fields.value("iana")?;
    let Some(is_listed) = value.get_ref().as_bool() else {
        return fields.table("iana", &schema::IANA).map(|inner| iana(&inner));
    };
    if is_listed {
        fields.wrong("SR009", "iana", value, "a table, or `false`");
        return None;
    }
    Some(Iana::unlisted(span_of(value)))
}

/// `scheme.iana`
pub(super) fn iana(fields: &Fields<'_, '_>) -> Iana {
    Iana {
        is_listed: true,
        name: fields.get("name"),
        description: fields.get("description"),
        reference: fields.get("reference"),
        cri: fields.get("cri"),
        template: fields.get("template"),
        well_known: fields.get("well_known"),
        notes: fields.get("notes"),
        registered: fields.get("registered"),
        updated: fields.get("updated"),
        after: fields.get("after"),
        span: fields.span,
    }
}

/// `scheme.deprecated`
fn deprecated(fields: &Fields<'_, '_>) -> Deprecated {
    Deprecated {
        since: fields.get("since"),
        reason: fields.get("reason"),
        replacement: fields.get("replacement"),
        remove_after: fields.get("remove_after"),
        span: fields.span,
    }
}

/// `scheme.port`. An invalid number is SR402.
pub(super) fn port(fields: &Fields<'_, '_>) -> PortTable {
    let default: Option<Located<u16>> = fields.get_as("SR402", "default");
    if let Some(zero) = default.as_ref().filter(|port| ***port == 0) {
        let message = "`scheme.port.default` cannot be `0`";
        fields.error("SR402", zero.span, message, "a port is a number from 1 to 65535");
    }
    PortTable {
        default: default.filter(|port| **port != 0),
        transport: fields.list("transport"),
        source: fields.get("source"),
        span: fields.span,
    }
}

fn examples(fields: &Fields<'_, '_>) -> Vec<ExampleTable> {
    let examples = fields.tables("example", &schema::EXAMPLE);
    examples.iter().map(example).collect()
}

/// `[[scheme.example]]`
fn example(fields: &Fields<'_, '_>) -> ExampleTable {
    ExampleTable {
        url: fields.need("url"),
        accept: fields.need("accept"),
        components: components(fields),
        canonical: fields.get("canonical"),
        why: fields.get("why"),
        section: fields.get("section"),
        span: fields.span,
    }
}

/// `components = { host = "example.com", port = 70 }`. Values are texts; a port can also be a number.
fn components(fields: &Fields<'_, '_>) -> Vec<(Located<String>, Located<String>)> {
    let Some(value) = fields.value("components") else {
        return Vec::new();
    };
    let Some(table) = value.get_ref().as_table() else {
        fields.wrong("SR009", "components", value, "a table of names and texts");
        return Vec::new();
    };
    let mut components = Vec::new();
    for (key, value) in table {
        let name = Located::new(key.get_ref().to_string(), span_of(key));
        let port = u16::from_toml(value.get_ref()).ok().filter(|_| *name == "port");
        let text = match port {
            Some(port) => Some(Located::new(port.to_string(), span_of(value))),
            None => fields.parse("SR009", "components", value),
        };
        components.extend(text.map(|text| (name, text)));
    }
    components.sort_by_key(|(name, _)| name.span);
    components
}

/// The canonical texts of the entry.
fn facets(fields: &Fields<'_, '_>, syntax: Option<&SyntaxTable>) -> Facets {
    let facets = Facets::in_file(&fields.reader.facets, fields.span);
    let in_other_file = |syntax: &&SyntaxTable| {
        syntax.abnf.as_ref().is_some_and(|abnf| !Arc::ptr_eq(&abnf.document, &fields.reader.document))
    };
    match syntax.filter(in_other_file).and_then(|syntax| syntax.abnf.as_ref()) {
        Some(abnf) => facets.with_grammar(fields.table, &abnf.text),
        None => facets,
    }
}
