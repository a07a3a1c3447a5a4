//! What the registry file of a scheme says, and its registration does not: sections, what is left out, IANA, the types
//! of components, and equality.

use anyurl::{Entry, Implementation};
use anyurl_declared::format::{
    AccessStep, CanonicalValue, ComponentTable, DeviationTable, Facet, Keyword, RegistryFile, SchemeEntry,
};
use anyurl_declared::layers::{Resolved, SchemeDefinition};
use serde_json::Value;

use super::known::Known;
use crate::error::CliError;
use crate::load::layers;
use crate::session::Session;

/// The registry files of the run.
pub(super) struct Written {
    layers: Option<&'static Resolved>,
    /// The shipped file, of which the run uses only single entries.
    shipped: Option<RegistryFile>,
}

impl Written {
    pub(super) fn new(session: &Session) -> Result<Self, CliError> {
        let shipped = session.sources.shipped.then(layers::shipped).transpose()?;
        Ok(Self { layers: session.layers, shipped })
    }

    /// What is known of a scheme: of the layers, after all overrides, or of the file that registered it.
    pub(super) fn known(&self, of: &Entry) -> Known<'_> {
        let version = &of.registration().version;
        let in_layers = self.layers.and_then(|layers| {
            // A name without a syntax has no version.
            let is_same = |one: &&SchemeDefinition| one.is_fact() || one.version == *version;
            let definition = layers.name(of.name())?.visible().find(is_same)?;
            Some(Known::in_layers(layers, of.name(), definition))
        });
        let is_declared = matches!(of.implementation(), Implementation::Declared | Implementation::Fact);
        let known = in_layers.unwrap_or_default();
        let known = known.with_file(self.entry(of).filter(|_| is_declared));
        let mut builtins = self.shipped.iter().flat_map(RegistryFile::builtins);
        let iana = builtins.find(|one| *one.name == *of.name()).and_then(|one| one.iana.as_ref());
        known.with_iana(iana.filter(|_| of.implementation() == Implementation::Static))
    }

    /// The entry in the file that registered a scheme.
    fn entry(&self, of: &Entry) -> Option<&SchemeEntry> {
        let placed = self.layers.into_iter().flat_map(Resolved::layers);
        let files = placed.map(anyurl_declared::layers::PlacedLayer::layer).chain(&self.shipped);
        let mut files = files.filter(|file| *file.header.id == *of.origin().package);
        let version = &of.registration().version;
        files.find_map(|file| {
            // A name without a syntax has no version.
            let is_same = |one: &&SchemeEntry| one.key() == of.name() && (one.is_bare() || *one.version == *version);
            file.schemes().find(is_same)
        })
    }
}

/// The section of the example with this text.
pub(crate) fn section<'e>(entry: Option<&'e SchemeEntry>, url: &str) -> Option<&'e str> {
    let example = entry?.examples.iter().find(|one| *one.url == url)?;
    example.section.as_ref().map(|section| section.as_str())
}

/// What the syntax leaves out of its documents.
pub(super) fn left_out(entry: Option<&SchemeEntry>) -> Option<&str> {
    entry?.metadata.left_out.as_ref().map(|text| text.as_str())
}

/// Whether the entry says that IANA's table lacks the name.
pub(super) fn is_unlisted(entry: Option<&SchemeEntry>) -> bool {
    entry.is_some_and(|entry| !entry.is_listed())
}

/// The table of a component.
pub(super) fn component<'e>(entry: Option<&'e SchemeEntry>, name: &str) -> Option<&'e ComponentTable> {
    entry?.syntax.as_ref()?.components.iter().find(|one| *one.name == name)
}

/// The type of a component in words, if its role does not say it.
pub(super) fn kind(component: Option<&ComponentTable>) -> Option<&'static str> {
    Some(component?.kind?.as_str())
}

/// The case of a component in the canonical form.
pub(super) fn case(component: Option<&ComponentTable>) -> Option<&'static str> {
    Some(component?.case?.as_str())
}

/// The keys of a component with a place of their own on the page.
const PLACED_OF_COMPONENT: [&str; 10] =
    ["name", "rule", "type", "case", "skip", "default", "separator", "terminator", "prefix", "equals"];

/// The keys of a syntax with a place of their own on the page.
const PLACED_OF_SYNTAX: [&str; 15] = [
    "abnf",
    "component",
    "deviation",
    "dialect",
    "equality",
    "form",
    "fragment",
    "grammar",
    "hosts",
    "imports",
    "lenient",
    "mistake",
    "relative",
    "start",
    "abnf_file",
];

/// The other keys of a component, each with its value.
pub(super) fn component_keys(entry: Option<&SchemeEntry>, name: &str) -> Vec<(String, String)> {
    let syntax = syntax_json(entry);
    let tables = syntax["component"].as_array();
    let table = tables.into_iter().flatten().find(|table| table["name"] == name);
    table.map_or_else(Vec::new, |table| others(table, &PLACED_OF_COMPONENT))
}

/// The other keys of a syntax, each with its value.
pub(crate) fn syntax_keys(entry: Option<&SchemeEntry>) -> Vec<(String, String)> {
    others(&syntax_json(entry), &PLACED_OF_SYNTAX)
}

/// The keys of a table but for some, each with its value as text.
fn others(table: &Value, placed: &[&str]) -> Vec<(String, String)> {
    let keys = table.as_object().into_iter().flatten().filter(|(key, _)| !placed.contains(&key.as_str()));
    keys.map(|(key, value)| (key.clone(), plain(value))).filter(|(_, value)| !value.is_empty()).collect()
}

/// A value as text: `a, b`, or `strict x, lenient y`; tables of a list are in parentheses.
fn plain(value: &Value) -> String {
    let element = |value: &Value| if value.is_object() { format!("({})", plain(value)) } else { plain(value) };
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(element).collect::<Vec<_>>().join(", "),
        Value::Object(table) => {
            table.iter().map(|(key, value)| format!("{key} {}", plain(value))).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// The rules of the grammar that lenient mode replaces.
pub(crate) fn lenient(entry: Option<&SchemeEntry>) -> Option<&str> {
    Some(entry?.syntax.as_ref()?.lenient.as_ref()?.as_str())
}

/// The rules whose text must be a host, besides components.
pub(super) fn hosts(entry: Option<&SchemeEntry>) -> Vec<&str> {
    let syntax = entry.and_then(|entry| entry.syntax.as_ref());
    syntax.iter().flat_map(|syntax| &syntax.hosts).map(|rule| rule.as_str()).collect()
}

/// The deviations that lenient mode accepts.
pub(crate) fn deviations(entry: Option<&SchemeEntry>) -> &[DeviationTable] {
    entry.and_then(|entry| entry.syntax.as_ref()).map_or(&[], |syntax| &syntax.deviations)
}

/// What a deviation is, in words: `the rule marker`, or `";" in cwd, name`.
pub(crate) fn place(deviation: &DeviationTable) -> String {
    let within: Vec<_> = deviation.within.iter().map(|name| name.as_str()).collect();
    let characters = deviation.characters.as_ref().map(|text| format!("\"{}\"", text.escape_default()));
    match (&deviation.rule, characters, deviation.escapes) {
        (Some(rule), ..) => format!("the rule {rule}"),
        (None, Some(characters), false) => format!("{characters} in {}", within.join(", ")),
        (None, Some(characters), true) => format!("escapes of {characters} in {}", within.join(", ")),
        (None, None, _) => format!("escapes in {}", within.join(", ")),
    }
}

/// `[scheme.syntax]` as JSON, with the keys of the file; null without one.
pub(super) fn syntax_json(entry: Option<&SchemeEntry>) -> Value {
    facet(entry, Facet::Syntax)
}

/// `[scheme.access]` as JSON, with the keys of the file; null without one.
pub(super) fn access_json(entry: Option<&SchemeEntry>) -> Value {
    facet(entry, Facet::Access)
}

/// The canonical text of a facet is JSON.
fn facet(entry: Option<&SchemeEntry>, facet: Facet) -> Value {
    let text = entry.and_then(|entry| entry.canonical(facet));
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// The access steps.
pub(crate) fn steps(entry: Option<&SchemeEntry>) -> Vec<AccessStep> {
    let access = entry.and_then(|entry| entry.access.as_ref());
    access.map(|access| access.steps.iter().map(|step| step.value.clone()).collect()).unwrap_or_default()
}

/// The keys of `[scheme.syntax.equality]` and their values, in the order of the format.
pub(super) fn equality(entry: Option<&SchemeEntry>) -> Vec<(&'static str, CanonicalValue)> {
    entry.and_then(|entry| entry.syntax.as_ref()).map(|syntax| syntax.equality.values()).unwrap_or_default()
}
