//! JSON for programs: the shapes of `docs/cli.md`, which are stable.

use std::io::{self, Write};

use locator::{Span, Url, Warning};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::object::{Field, Object, Spelling};
use super::parts::{self, Masked};
use crate::bytes::hex;
use crate::refusal::{self, Refusal};
use crate::session::Reader;

/// Writes one value on one line.
pub(crate) fn line(to: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *to, value)?;
    to.write_all(b"\n")
}

/// The same object, which says where a password of it is masked.
pub(crate) fn told(mut object: Value, is_redacted: bool) -> Value {
    if is_redacted {
        object["redacted"] = true.into();
    }
    object
}

/// How many deviations of one URL are told.
pub(crate) const WARNINGS: usize = 100;

/// A URL that was accepted.
pub(crate) fn url<'a>(url: Url<'a>, reader: &Reader) -> Object<'a> {
    let masked = Masked::new(url, reader);
    let mut map = Object::default();
    map.insert("input", Field::Text(masked.text()));
    if masked.is_redacted() {
        map.insert("redacted", true);
    }
    map.insert("valid", true);
    map.insert("scheme", Field::Text(url.scheme()));
    map.insert("canonical", masked.canonical());
    let (components, decoded) = components(&masked);
    map.insert("components", Field::Object(components));
    map.insert("decoded", Field::Object(decoded));
    if let Some(port) = url.effective_port() {
        map.insert("effective_port", port);
    }
    map.insert("registration", registration(url));
    let warnings = url.warnings_within(WARNINGS);
    let first: Vec<_> = warnings.first.iter().map(warning).collect();
    map.insert("warnings", first);
    if warnings.dropped > 0 {
        map.insert("warnings_dropped", warnings.dropped);
    }
    map
}

/// The components as written, and those that are text decoded.
fn components<'a>(masked: &Masked<'a>) -> (Object<'a>, Object<'a>) {
    let (mut raw, mut decoded) = (Object::default(), Object::default());
    for part in masked.components() {
        match part.value {
            parts::Value::Text(text) => {
                decoded.insert(part.name, bytes(&parts::decoded(&text)));
                raw.insert(part.name, Field::Text(text));
            }
            parts::Value::List(list) => {
                decoded.insert(part.name, Field::List(list.clone(), Spelling::Decoded));
                raw.insert(part.name, Field::List(list, Spelling::AsWritten));
            }
            parts::Value::Fields(fields) => {
                decoded.insert(part.name, Field::Fields(fields.clone(), Spelling::Decoded));
                raw.insert(part.name, Field::Fields(fields, Spelling::AsWritten));
            }
            parts::Value::Verbatim(text) => raw.insert(part.name, Field::Text(text)),
            parts::Value::Number(number) => raw.insert(part.name, number),
            parts::Value::True => raw.insert(part.name, true),
        }
    }
    (raw, decoded)
}

/// By what it was read. Of a name that nothing is registered under there is no more to say than the name.
fn registration(url: Url<'_>) -> Value {
    let entry = url.entry();
    let kind = entry.implementation().as_str();
    if !url.is_known() {
        return json!({ "name": url.scheme(), "kind": kind });
    }
    let registration = entry.registration();
    // Of a name that is merely known there is no version of a definition.
    if url.is_generic() {
        return json!({
            "name": entry.name(),
            "status": registration.status.as_str(),
            "layer": entry.layer().as_str(),
            "kind": kind,
        });
    }
    json!({
        "name": entry.name(),
        "version": registration.version.to_string(),
        "status": registration.status.as_str(),
        "layer": entry.layer().as_str(),
        "kind": kind,
    })
}

fn warning(warning: &Warning) -> Value {
    json!({ "id": warning.id(), "message": warning.message(), "span": span(warning.span()) })
}

/// An input that was refused.
pub(crate) fn refusal(refusal: &Refusal<'_>, reader: &Reader) -> Value {
    let mut map = Map::new();
    let input = match refusal.shown(reader) {
        refusal::Shown::Text(text) => text.into(),
        refusal::Shown::Bytes(bytes) => json!({ "hex": hex(&bytes) }),
    };
    map.insert("input".into(), input);
    if refusal.is_redacted(reader) {
        map.insert("redacted".into(), true.into());
    }
    map.insert("valid".into(), false.into());
    if let Some(scheme) = refusal.scheme(reader) {
        map.insert("scheme".into(), scheme.into());
    }
    map.insert("error".into(), error(refusal, reader));
    map.into()
}

fn error(refusal: &Refusal<'_>, reader: &Reader) -> Value {
    let error = refusal.error();
    let requirement = error.requirement();
    let explanation = refusal.shown_explanation(reader);
    let mut value = json!({
        "kind": error.kind().as_str(),
        "rule": error.rule(),
        "component": error.component(),
        "span": span(error.span()),
        "message": error.to_string(),
        "help": explanation.help,
        "section": requirement.section(),
    });
    if requirement.id().starts_with("A-") {
        value["ambiguity"] = requirement.id().into();
    } else if requirement.id().starts_with("R-") {
        value["requirement"] = requirement.id().into();
    }
    if let Some(expected) = &explanation.expected {
        value["expected"] = expected.as_str().into();
    }
    if let Some(told) = &explanation.message {
        value["says"] = told.as_str().into();
    }
    if let Some(repaired) = &explanation.repaired {
        value["repaired"] = repaired.as_str().into();
    }
    let accepted_by = [("lenient", explanation.lenient_accepts), ("current", explanation.current_accepts)];
    value["accepted_by"] = accepted_by.into_iter().filter_map(|(name, accepts)| accepts.then_some(name)).collect();
    value
}

/// Text where the bytes are UTF-8, and else their digits.
pub(crate) fn bytes(bytes: &[u8]) -> Value {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => json!({ "hex": hex(bytes) }),
    }
}

pub(crate) fn span(span: Span) -> Value {
    json!([span.start(), span.end()])
}
