//! JSON for programs: the shapes of `docs/cli.md`, which are stable.

use std::io::{self, Write};

use locator::{Remark, Span, Url};
use serde_json::{Map, Value, json};

use super::parts::{self, Masked};
use crate::octets::hex;
use crate::refusal::{self, Refusal};
use crate::session::Reader;

/// Writes one value on one line.
pub(crate) fn line(to: &mut impl Write, value: &Value) -> io::Result<()> {
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

/// A URL that was accepted.
pub(crate) fn url(url: Url<'_>, reader: &Reader) -> Value {
    let masked = Masked::new(url, reader);
    let mut map = Map::new();
    map.insert("input".into(), masked.text().into());
    if masked.is_redacted() {
        map.insert("redacted".into(), true.into());
    }
    map.insert("valid".into(), true.into());
    map.insert("scheme".into(), url.scheme().into());
    map.insert("canonical".into(), masked.canonical().into());
    let (components, decoded) = components(&masked);
    map.insert("components".into(), components.into());
    map.insert("decoded".into(), decoded.into());
    if let Some(port) = url.effective_port() {
        map.insert("effective_port".into(), port.into());
    }
    map.insert("registration".into(), registration(url));
    let warnings: Vec<_> = url.warnings().iter().map(warning).collect();
    map.insert("warnings".into(), warnings.into());
    map.into()
}

/// The components as written, and those that are text decoded.
fn components(masked: &Masked<'_>) -> (Map<String, Value>, Map<String, Value>) {
    let (mut raw, mut decoded) = (Map::new(), Map::new());
    for part in masked.components() {
        let name = || part.name.to_owned();
        match &part.value {
            parts::Value::Text(text) => {
                decoded.insert(name(), octets(&parts::decoded(text)));
            }
            parts::Value::List(list) => {
                let list: Vec<_> = list
                    .iter()
                    .map(|one| octets(&parts::decoded(one)))
                    .collect();
                decoded.insert(name(), list.into());
            }
            parts::Value::Fields(fields) => {
                let one = |text: &str| octets(&parts::decoded(text));
                let fields: Vec<_> = fields
                    .iter()
                    .map(|(a, b)| json!([one(a), one(b)]))
                    .collect();
                decoded.insert(name(), fields.into());
            }
            parts::Value::Verbatim(_) | parts::Value::Number(_) | parts::Value::True => {}
        }
        raw.insert(name(), as_written(part.value));
    }
    (raw, decoded)
}

fn as_written(value: parts::Value<'_>) -> Value {
    match value {
        parts::Value::Text(text) | parts::Value::Verbatim(text) => text.into(),
        parts::Value::Number(number) => number.into(),
        parts::Value::True => true.into(),
        parts::Value::List(list) => list.into(),
        parts::Value::Fields(fields) => fields
            .into_iter()
            .map(|(name, value)| json!([name, value]))
            .collect(),
    }
}

/// By what it was read. Of a name that nothing is registered under there is no more to say than the name.
fn registration(url: Url<'_>) -> Value {
    let entry = url.entry();
    let kind = entry.sort().as_str();
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

fn warning(warning: &Remark) -> Value {
    json!({ "id": warning.id, "message": warning.message, "span": span(warning.span) })
}

/// An input that was refused.
pub(crate) fn refusal(refusal: &Refusal<'_>, reader: &Reader) -> Value {
    let mut map = Map::new();
    let input = match refusal.shown(reader) {
        refusal::Shown::Text(text) => text.into(),
        refusal::Shown::Octets(octets) => json!({ "hex": hex(&octets) }),
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
    let clause = error.clause();
    let explanation = refusal.explanation(reader);
    let mut value = json!({
        "kind": error.kind().as_str(),
        "rule": error.rule(),
        "component": error.component(),
        "span": span(error.span()),
        "message": error.to_string(),
        "help": explanation.help,
        "section": clause.section,
    });
    if clause.id.starts_with("A-") {
        value["ambiguity"] = clause.id.into();
    } else if clause.id.starts_with("R-") {
        value["requirement"] = clause.id.into();
    }
    if let Some(expected) = &explanation.expected {
        value["expected"] = expected.as_str().into();
    }
    if let Some(told) = &explanation.told {
        value["says"] = told.as_str().into();
    }
    if let Some(repaired) = &explanation.repaired {
        value["repaired"] = refusal::masked_text(repaired, reader).into();
    }
    let accepted_by = [
        ("lenient", explanation.lenient_accepts),
        ("current", explanation.current_accepts),
    ];
    value["accepted_by"] = accepted_by
        .into_iter()
        .filter_map(|(name, accepts)| accepts.then_some(name))
        .collect();
    value
}

/// Text where the octets are UTF-8, and else their digits.
pub(crate) fn octets(octets: &[u8]) -> Value {
    match std::str::from_utf8(octets) {
        Ok(text) => text.into(),
        Err(_) => json!({ "hex": hex(octets) }),
    }
}

pub(crate) fn span(span: Span) -> Value {
    json!([span.start(), span.end()])
}
