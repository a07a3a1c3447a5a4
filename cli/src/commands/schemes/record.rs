//! The full registration of one version of a scheme, for programs.

use anyurl::Entry;
use anyurl::authors::{Component, Example, Registration, Reject};
use anyurl_declared::format::SchemeEntry;
use serde_json::{Map, Value, json};

use super::known::Known;
use super::{list, shared, written};
use crate::input::reader::InputReader;
use crate::input::rejected::masked_words;

/// The record of one version, with what its registry file says.
pub(crate) fn to_json(entry: &Entry, known: &Known<'_>, reader: &InputReader) -> Value {
    let file = known.file;
    let Registration {
        grammar,
        rfc1738,
        components,
        reserved,
        syntax,
        access,
        hierarchical,
        data_object,
        name_properties,
        demonstration,
        references,
        examples,
        rejects,
        ..
    } = entry.registration();
    let mut value = list::to_json(entry);
    if let Value::Object(value) = &mut value {
        value.extend(known.to_json());
    }
    let origin = entry.origin();
    value["place"] = json!({ "file": origin.file, "line": origin.line });
    if written::is_unlisted(file) {
        value["iana"] = false.into();
    }
    if let Some(text) = written::left_out(file) {
        value["left_out"] = text.into();
    }
    let (syntax_of_file, access_of_file) = (written::syntax_json(file), written::access_json(file));
    for key in ["equality", "lenient", "lenient_first", "bare_percent", "hosts"] {
        copy(&syntax_of_file, key, key, &mut value);
    }
    copy(&syntax_of_file, "deviation", "deviations", &mut value);
    copy(&access_of_file, "steps", "steps", &mut value);
    let tables = syntax_of_file["component"].as_array().map_or(&[][..], Vec::as_slice);
    let with_section = |mut value: Value, url: &str| {
        if let Some(section) = written::section(file, url) {
            value["section"] = section.into();
        }
        if let Some(why) = known.why(url) {
            value["why"] = masked_words(why, [url], reader).into();
        }
        if let Some(canonical) = known.canonical(url) {
            value["canonical"] = shared::url(canonical, entry, reader).into();
        }
        value
    };
    let example = |one: &Example| with_section(example(one, entry, reader), &one.url);
    let reject = |one: &Reject| with_section(reject(one, entry, reader), &one.url);
    let more = json!({
        "aliases": entry.aliases(),
        "grammar": shared::grammar(*grammar, known.grammar()),
        "rfc1738": rfc1738,
        "reserved": reserved,
        "syntax": syntax,
        "components": components.iter().map(|one| component(one, file, tables)).collect::<Vec<_>>(),
        "access": access,
        "hierarchical": hierarchical,
        "data_object": data_object,
        "name_properties": name_properties,
        "demonstration": demonstration,
        "references": references,
        "examples": examples.iter().map(example).collect::<Vec<_>>(),
        "rejects": rejects.iter().map(reject).collect::<Vec<_>>(),
    });
    if let (Value::Object(value), Value::Object(more)) = (&mut value, more) {
        value.extend(more);
    }
    value
}

/// Copies a key of a table, if the table has it.
fn copy(from: &Value, key: &str, to_key: &str, to: &mut Value) {
    if let Some(value) = from.get(key) {
        to[to_key] = value.clone();
    }
}

fn component(component: &Component, file: Option<&SchemeEntry>, tables: &[Value]) -> Value {
    let mut value = json!({ "name": component.name, "role": component.role.as_str() });
    let table = written::component(file, &component.name);
    for (key, word) in [("type", written::kind(table)), ("case", written::case(table))] {
        if let Some(word) = word {
            value[key] = word.into();
        }
    }
    for (key, sign) in shared::delimiters(component.role) {
        value[key] = sign.to_string().into();
    }
    if !component.insignificant.is_empty() {
        value["skip"] = component.insignificant.as_ref().into();
    }
    if let Some(default) = &component.default {
        value["default"] = default.as_ref().into();
    }
    if component.lenient {
        value["lenient"] = true.into();
    }
    let table = tables.iter().find(|table| table["name"] == *component.name).and_then(Value::as_object);
    for (key, written) in table.into_iter().flatten().filter(|(key, _)| *key != "rule") {
        if value.get(key).is_none() {
            value[key] = written.clone();
        }
    }
    value
}

fn example(example: &Example, entry: &Entry, reader: &InputReader) -> Value {
    let components: Map<_, _> =
        shared::components(example, reader).map(|(name, text)| (name.to_owned(), text.into())).collect();
    json!({ "url": shared::url(&example.url, entry, reader), "components": components })
}

fn reject(reject: &Reject, entry: &Entry, reader: &InputReader) -> Value {
    let (kind, rule, (start, end)) = shared::error_of(reject, entry, reader);
    json!({
        "url": shared::url(&reject.url, entry, reader),
        "kind": kind,
        "rule": rule,
        "span": [start, end],
    })
}
