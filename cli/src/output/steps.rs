//! Plans, for programs and for people.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::Url;
use anyurl::plan::{Line, LinePart, SentBytes};
use anyurl::{Plan, PlanError, Step, visible};
use serde_json::{Map, Value, json};

use super::Palette;
use super::components::Masked;
use crate::encoding;
use crate::input::reader::InputReader;
use crate::input::rejected::masked_text;

/// `{"input":…,"plan":[step…],"notes":[…]}`
pub(crate) fn json(url: Url<'_>, plan: &Plan, reader: &InputReader) -> Value {
    let mut map = input(url, reader);
    let steps: Vec<_> = plan.steps().iter().map(|step| json_step(step, reader)).collect();
    map.insert("plan".into(), steps.into());
    let notes = plan.notes().iter();
    let notes: Vec<_> = notes.map(|note| json!({ "id": note.id, "message": note.message })).collect();
    map.insert("notes".into(), notes.into());
    map.into()
}

/// `{"input":…,"refused":{"kind":…,"message":…}}`
pub(crate) fn refused(url: Url<'_>, error: &PlanError, reader: &InputReader) -> Value {
    let mut map = input(url, reader);
    let mut refused = json!({ "kind": error.kind().as_str(), "message": error.to_string() });
    if let Some(span) = error.span() {
        refused["span"] = super::json::span(span);
    }
    map.insert("refused".into(), refused);
    map.into()
}

fn input(url: Url<'_>, reader: &InputReader) -> Map<String, Value> {
    Map::from_iter([("input".to_owned(), Masked::new(url, reader).text().into())])
}

fn json_step(step: &Step, reader: &InputReader) -> Value {
    let text = |bytes: &SentBytes| encoding::to_json(shown(bytes, reader));
    match step {
        Step::Connect { transport, host, port } => {
            let host = masked_text(&host.to_string(), reader).into_owned();
            json!({ "op": "connect", "transport": transport.as_str(), "host": host, "port": port })
        }
        Step::Send(line) => send(line, reader),
        Step::Receive(until) => json!({ "op": "receive", "until": until.as_str() }),
        Step::Prompt { what, after_reply: when } => {
            let mut step = json!({ "op": "prompt", "what": what.as_str() });
            if let Some(code) = when {
                step["when"] = code.to_string().into();
            }
            step
        }
        Step::Advise { user, password } => {
            let mut step = json!({ "op": "advise", "user": text(user) });
            if let Some(password) = password {
                step["password"] = text(password);
            }
            step
        }
        Step::Compose { to } => json!({ "op": "compose", "to": text(to) }),
        Step::Open { root, segments } => {
            let root = root.iter().map(|name| masked_text(name, reader).into());
            let segments: Vec<_> = root.chain(segments.iter().map(text)).collect();
            json!({ "op": "open", "segments": segments })
        }
        Step::Call(call) => {
            let mut step = json!({ "op": call.name() });
            for (name, value) in &call.arguments {
                step[name.as_ref()] = text(value);
            }
            if let Some(fields) = &call.fields {
                step["fields"] = fields
                    .iter()
                    .map(|(name, value)| json!([encoding::to_json(&part(name, reader)), text(value)]))
                    .collect();
            }
            step
        }
        Step::Follow { what } => json!({ "op": "follow", "what": what }),
        Step::Gateway { url } => {
            json!({ "op": "gateway", "url": encoding::to_json(&line_bytes(url, reader)) })
        }
        // Names a step that this command does not know yet.
        other => json!({ "op": "other", "step": format!("{other:?}") }),
    }
}

/// `send{text|hex, when?, guess?}`
fn send(line: &Line, reader: &InputReader) -> Value {
    let sent = line_bytes(line, reader);
    let mut step = match encoding::to_json(&sent) {
        Value::String(text) => json!({ "op": "send", "text": text }),
        hex => json!({ "op": "send", "hex": hex["hex"] }),
    };
    if let Some(code) = line.after_reply() {
        step["when"] = code.to_string().into();
    }
    if line.is_guess() {
        step["guess"] = true.into();
    }
    step
}

fn shown<'o>(bytes: &'o SentBytes, reader: &InputReader) -> &'o [u8] {
    if reader.shows_secrets { bytes.bytes() } else { bytes.shown() }
}

fn part<'p>(part: &'p LinePart, reader: &InputReader) -> Cow<'p, [u8]> {
    if reader.shows_secrets { part.bytes() } else { part.shown() }
}

/// The bytes of a line, as they may be shown.
pub(crate) fn line_bytes(line: &Line, reader: &InputReader) -> Vec<u8> {
    if reader.shows_secrets { line.template() } else { line.shown() }
}

/// The numbered steps and the notes.
pub(crate) fn table(url: Url<'_>, plan: &Plan, reader: &InputReader, palette: &Palette) -> String {
    let Palette { title, name, warning, faint, reset, .. } = palette;
    let masked = Masked::new(url, reader);
    let mut text = format!("{title}{}{reset}\n", visible(&masked.text()));
    let summary = if reader.shows_secrets { Step::summary_with_secrets } else { Step::summary };
    let rows: Vec<_> = plan.steps().iter().map(summary).collect();
    let width = rows.iter().map(|row| row.op.len()).max().unwrap_or(0);
    for (n, row) in rows.iter().enumerate() {
        let (op, details) = (&row.op, &row.details);
        let aside = row.aside.as_ref().map_or_else(String::new, |aside| format!("  {faint}{aside}{reset}"));
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "  {:2}  {name}{op:width$}{reset}  {}{aside}", n + 1, visible(details));
    }
    for note in plan.notes() {
        let _ = writeln!(text, "  {warning}note{reset}: {} {faint}[{}]{reset}", visible(&note.message), note.id);
    }
    text
}
