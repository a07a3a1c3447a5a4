//! JSON for programs. `docs/cli.md` documents the stable shapes.

use std::borrow::Cow;
use std::io;

use crate::Url;
use anyurl::authors::Deprecation;
use anyurl::{Entry, HostPort, Layer, Span, Warning};
use serde_json::{Map, Value, json};

pub(crate) use super::json_line::line;

use super::components::{self, Masked, Value as ComponentValue};
use super::object::{Field, Object, Spelling};
use super::redacted;
use crate::encoding::{self, hex};
use crate::input::reader::InputReader;
use crate::input::rejected::{RejectedInput, Shown};
use crate::secrets::mask_message;
use crate::session::Session;
use crate::warnings::is_denied;

/// The maximum number of deviations that are printed for one URL.
pub(crate) const MAX_WARNINGS: usize = 100;

/// Prints an object with the secrets that the session shows, and with the paths of those that are masked.
pub(crate) fn print(session: &mut Session, make: impl Fn(&InputReader) -> Value) -> io::Result<()> {
    print_object(session, |reader| match make(reader) {
        Value::Object(members) => members.into_iter().collect(),
        other => unreachable!("each line is an object: {other}"),
    })
}

/// Prints an object about files, which may repeat what looks like a secret in any of its texts.
pub(crate) fn print_masked(session: &mut Session, value: &Value) -> io::Result<()> {
    print(session, |reader| if reader.shows_secrets { value.clone() } else { masked(value) })
}

/// The value without what looks like a secret in its texts.
pub(crate) fn masked(value: &Value) -> Value {
    match value {
        Value::String(text) => mask_message(text).into(),
        Value::Array(values) => values.iter().map(masked).collect(),
        Value::Object(members) => members.iter().map(|(name, value)| (name.clone(), masked(value))).collect(),
        other => other.clone(),
    }
}

/// [`print`], for an object with long lists.
pub(crate) fn print_object<'a>(session: &mut Session, make: impl Fn(&InputReader) -> Object<'a>) -> io::Result<()> {
    let mut object = make(&session.reader);
    if !session.reader.shows_secrets && object.has_mask() {
        let exact = make(&InputReader { shows_secrets: true, ..session.reader });
        let redacted = redacted::paths(&object, &exact);
        if !redacted.is_empty() {
            object.insert("redacted", redacted);
        }
    }
    line(&mut session.out, &object)
}

/// A valid URL, and the input as it is shown, if that is another text.
pub(crate) fn changed_url<'a>(masked: &Masked<'a>, input: Option<Cow<'a, str>>, reader: &InputReader) -> Object<'a> {
    let url = masked.url;
    let mut map = Object::default();
    if let Some(input) = input {
        map.insert("input", Field::Text(input));
        map.insert("url", Field::Text(masked.text()));
    } else {
        map.insert("input", Field::Text(masked.text()));
    }
    map.insert("valid", true);
    map.insert("scheme", Field::Text(url.scheme()));
    map.insert("canonical", masked.canonical());
    let (components, decoded) = components(masked);
    map.insert("components", Field::Object(components));
    map.insert("decoded", Field::Object(decoded));
    if let Some(port) = url.effective_port() {
        map.insert("effective_port", port);
    }
    if url.host().is_none() && url.hosts().next().is_some() {
        map.insert("hosts", hosts(masked));
    }
    map.insert("registration", registration(url));
    let mut warnings = url.warnings_within(MAX_WARNINGS);
    reader.warnings.retain(&mut warnings.first);
    let first: Vec<_> = warnings.first.iter().map(warning).collect();
    map.insert("warnings", first);
    if warnings.dropped > 0 {
        map.insert("warnings_dropped", warnings.dropped);
    }
    map
}

/// The components as written, and decoded if they are text.
fn components<'a>(masked: &Masked<'a>) -> (Object<'a>, Object<'a>) {
    let (mut raw, mut decoded) = (Object::default(), Object::default());
    for component in masked.components() {
        match component.value {
            ComponentValue::Text(text) => {
                decoded.insert(component.name, encoding::to_json(&components::decoded(&text)));
                raw.insert(component.name, Field::Text(text));
            }
            ComponentValue::Unsplit(text) => {
                decoded.insert(component.name, json!({ "escaped": text }));
                raw.insert(component.name, Field::Text(text));
            }
            ComponentValue::List(list) => {
                decoded.insert(component.name, Field::List(list.clone(), Spelling::Decoded));
                raw.insert(component.name, Field::List(list, Spelling::AsWritten));
            }
            ComponentValue::Fields(fields) => {
                decoded.insert(component.name, Field::Fields(fields.clone(), Spelling::Decoded));
                raw.insert(component.name, Field::Fields(fields, Spelling::AsWritten));
            }
            ComponentValue::Verbatim(text) => raw.insert(component.name, Field::Text(text)),
            ComponentValue::Number(number) => raw.insert(component.name, Field::Number(number)),
            ComponentValue::True => raw.insert(component.name, true),
        }
    }
    (raw, decoded)
}

/// The hosts of a list or of an inner URL, each with the port to connect to.
fn hosts(masked: &Masked<'_>) -> Vec<Value> {
    let host = |one: HostPort<'_>| {
        let mut value = json!({ "host": masked.slice(one.span()) });
        if let Some(port) = one.effective_port() {
            value["port"] = port.into();
        }
        value
    };
    masked.url.hosts().map(host).collect()
}

/// The registration of the scheme. An unregistered scheme has only a name.
fn registration(url: Url<'_>) -> Value {
    let entry = url.entry();
    let kind = entry.implementation().as_str();
    if !url.is_known() {
        return json!({ "name": url.scheme(), "kind": kind });
    }
    let registration = entry.registration();
    let mut value = json!({ "name": entry.name() });
    // A scheme without a syntax has no version.
    if !url.is_generic() {
        value["version"] = registration.version.to_string().into();
    }
    value["status"] = registration.status.as_str().into();
    value["layer"] = entry.layer().as_str().into();
    value["registry"] = registry(entry).into();
    value["kind"] = kind.into();
    value
}

/// The id of the registry file that an entry comes from; `anyurl` for a scheme that is built in, and the plugin for one
/// of a library that `--plugin` names.
pub(crate) fn registry(entry: &Entry) -> &str {
    match entry.layer() {
        Layer::Builtin => "anyurl",
        _ => &entry.origin().package,
    }
}

fn warning(warning: &Warning) -> Value {
    json!({ "id": warning.id(), "message": warning.message(), "span": span(warning.span()) })
}

/// A rejected input.
pub(crate) fn rejected(input: &RejectedInput<'_>, reader: &InputReader) -> Value {
    let mut map = Map::new();
    let shown = match input.shown(reader) {
        Shown::Text(text) => text.into(),
        Shown::Bytes(bytes) => json!({ "hex": hex(&bytes) }),
    };
    map.insert("input".into(), shown);
    map.insert("valid".into(), false.into());
    if let Some(scheme) = input.scheme(reader) {
        map.insert("scheme".into(), scheme.into());
    }
    map.insert("error".into(), error(input, reader));
    map.into()
}

fn error(input: &RejectedInput<'_>, reader: &InputReader) -> Value {
    let error = input.error();
    let requirement = error.requirement();
    let explanation = input.shown_explanation(reader);
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
    } else if is_denied(error) {
        value["warning"] = requirement.id().into();
    }
    if let Some(expected) = &explanation.expected {
        value["expected"] = expected.as_str().into();
    }
    if let Some(message) = &explanation.message {
        value["says"] = message.as_str().into();
    }
    if let Some(repaired) = &explanation.repaired {
        value["repaired"] = repaired.as_str().into();
    }
    value["accepted_by"] = explanation.accepted_by().collect();
    value
}

pub(crate) fn span(span: Span) -> Value {
    json!([span.start(), span.end()])
}

/// The notice of a deprecated scheme.
pub(crate) fn deprecation(notice: &Deprecation) -> Value {
    let members = [
        ("since", &notice.since),
        ("reason", &notice.reason),
        ("replacement", &notice.replacement),
        ("remove_after", &notice.remove_after),
    ];
    members.into_iter().filter_map(|(name, text)| Some((name.to_owned(), Value::from(text.as_deref()?)))).collect()
}
