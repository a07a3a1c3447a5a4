//! Compares what a layer has besides schemes: header, pins, gateways, overrides, masks, tombstones, `[policy]`, `[lint]`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anyurl_core::Span;
use anyurl_declared::format::{ChangeSeverity, Document, Keyword, Override, Pin, RegistryFile, change_of};
use serde_json::Value;

use super::change::{Change, Subject};
use super::policy;
use super::tree::{Comparison, Key};

/// Adds the changes of all tables but `[[scheme]]`, from a layer, and from the same layer with the names of the later one.
pub(super) fn compare((original, before): (&RegistryFile, &RegistryFile), after: &RegistryFile, to: &mut Vec<Change>) {
    let (old, new) = (tables(before), tables(after));
    let header = Subject::new("registry", &after.main().document, after.header.span);
    let table = |file: &'_ Value, key: &str| file.get(key).cloned();
    let of = Key { path: "registry", shown: "" };
    Comparison { subject: &header, changes: to }.members(
        of,
        table(&tables(original), "registry").as_ref(),
        table(&new, "registry").as_ref(),
    );
    policy::compare(before, after, to);
    policy::compare_lint(before, after, to);
    for kind in KINDS {
        compare_entries(kind, (before, &old), (after, &new), to);
    }
    compare_pins(before, after, to);
}

/// An array of tables: its key, and the name and place of each entry.
struct Kind {
    key: &'static str,
    entries: fn(&RegistryFile) -> Vec<(String, Span)>,
}

#[rustfmt::skip]
const KINDS: &[Kind] = &[
    Kind { key: "gateway", entries: |layer| named(layer.gateways(), |one| (one.id.to_string(), one.span)) },
    Kind { key: "override", entries: |layer| named(layer.overrides(), override_name) },
    Kind { key: "mask", entries: |layer| named(layer.masks(), |one| (one.name.to_string(), one.span)) },
    Kind { key: "tombstone", entries: |layer| named(layer.tombstones(), |one| (one.name.to_string(), one.span)) },
    Kind { key: "builtin", entries: |layer| named(layer.builtins(), |one| (one.name.to_string(), one.span)) },
];

fn named<T>(entries: &[T], name: impl Fn(&T) -> (String, Span)) -> Vec<(String, Span)> {
    let lower = |(name, span): (String, Span)| (name.to_ascii_lowercase(), span);
    entries.iter().map(name).map(lower).collect()
}

fn override_name(one: &Override) -> (String, Span) {
    (format!("{} {}", *one.name, one.facet.as_str()), one.span)
}

/// Compares the entries of an array of tables by name.
fn compare_entries(
    kind: &Kind,
    (before, old): (&RegistryFile, &Value),
    (after, new): (&RegistryFile, &Value),
    to: &mut Vec<Change>,
) {
    let (old, new) = (entries(kind, before, old), entries(kind, after, new));
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for name in names {
        let subject = |(document, span, _): &Entry| Subject::new(format!("{} {name}", kind.key), document, *span);
        match (old.get(name), new.get(name)) {
            (Some(was), Some(is)) => {
                let subject = subject(is);
                let of = Key { path: kind.key, shown: "" };
                Comparison { subject: &subject, changes: to }.members(of, Some(&was.2), Some(&is.2));
            }
            (Some(was), None) => to.push(whole(kind, &subject(was), Some(&was.2), None)),
            (None, Some(is)) => to.push(whole(kind, &subject(is), None, Some(&is.2))),
            (None, None) => {}
        }
    }
}

/// The change of an entry that was added or removed.
fn whole(kind: &Kind, subject: &Subject, before: Option<&Value>, after: Option<&Value>) -> Change {
    let rule = change_of(kind.key).expect("an array of tables has a rule");
    let severity = match before.or(after).filter(|_| kind.key == "override").map(|one| one["facet"].as_str()) {
        // Documentation, and permission to use a name.
        Some(Some("metadata")) => ChangeSeverity::Harmless,
        Some(Some("name")) if before.is_none() => ChangeSeverity::Loosening,
        Some(Some("name")) => ChangeSeverity::Tightening,
        _ if before.is_none() => rule.added,
        _ => rule.removed,
    };
    subject.change(rule.rule, severity, "").values(before, after)
}

/// A table with its place.
type Entry = (Arc<Document>, Span, Value);

fn entries(kind: &Kind, layer: &RegistryFile, file: &Value) -> BTreeMap<String, Entry> {
    let tables = file[kind.key].as_array().cloned().unwrap_or_default();
    let document = &layer.main().document;
    let named = (kind.entries)(layer).into_iter().zip(tables);
    named.map(|((name, span), table)| (name, (Arc::clone(document), span, table))).collect()
}

fn compare_pins(before: &RegistryFile, after: &RegistryFile, to: &mut Vec<Change>) {
    let pins = |layer: &RegistryFile| -> BTreeMap<String, Pin> {
        layer.pins().iter().map(|pin| (pin.name.to_ascii_lowercase(), pin.clone())).collect()
    };
    let (old, new) = (pins(before), pins(after));
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    for name in names {
        let requirement = |pin: &Pin| Value::String(pin.requirement.to_string());
        let (was, is) = (old.get(name), new.get(name));
        let (was_value, is_value) = (was.map(requirement), is.map(requirement));
        if was_value == is_value {
            continue;
        }
        let (layer, pin) = is.map_or((before, was), |pin| (after, Some(pin)));
        let Some(pin) = pin else { continue };
        let subject = Subject::new(format!("pin {name}"), &layer.main().document, pin.name.span);
        to.push(subject.change("SR737", ChangeSeverity::Breaking, "").values(was_value.as_ref(), is_value.as_ref()));
    }
}

/// The main file as JSON; dates are texts. An empty table if it is not TOML, which is a finding of reading it.
fn tables(layer: &RegistryFile) -> Value {
    let table: Option<toml::Table> = layer.main().document.text().parse().ok();
    table.map_or(Value::Null, |table| json(toml::Value::Table(table)))
}

/// A value of TOML as JSON.
fn json(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::String(text),
        toml::Value::Integer(integer) => integer.into(),
        toml::Value::Float(float) => float.into(),
        toml::Value::Boolean(flag) => flag.into(),
        toml::Value::Datetime(date) => Value::String(date.to_string()),
        toml::Value::Array(values) => values.into_iter().map(json).collect(),
        toml::Value::Table(table) => Value::Object(table.into_iter().map(|(key, value)| (key, json(value))).collect()),
    }
}
