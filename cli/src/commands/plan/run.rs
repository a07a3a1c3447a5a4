//! `locator plan --run`: runs plans, and prints what is sent and received.

use std::fmt::Write as _;
use std::io;

use locator::Url;
use locator::plan::Plan;
use locator::report::visible;
use serde_json::{Map, Value, json};

use crate::access::{self, AccessError, Done, Limits, Transcript, tls_config};
use crate::args;
use crate::encoding;
use crate::error::CliError;
use crate::exit::Exit;
use crate::output::components::Masked;
use crate::output::json;
use crate::output::numbers::count;
use crate::session::Session;

/// The schemes with clients of their own, which no steps describe in full.
const NOT_RUN: [&str; 6] = ["ftp", "ftps", "http", "https", "ws", "wss"];

/// The most bytes of a reply that are printed for people.
const SHOWN: usize = 2000;

/// The limits that the options set.
pub(crate) fn limits(args: &args::Access) -> Result<Limits, CliError> {
    let tls = tls_config(args.ca.as_deref()).map_err(|error| match error {
        AccessError::Certificates(path, why) => CliError::File(path.display().to_string(), io::Error::other(why)),
        other => CliError::Usage(other.to_string()),
    })?;
    Ok(Limits {
        max_bytes: args.max_bytes,
        timeout: args.timeout,
        allow_private: args.allow_private,
        against: args.against.clone(),
        tls,
    })
}

/// Prints why a URL is not run, if it is one of a scheme with clients of its own.
pub(crate) fn refuse(session: &mut Session, url: Url<'_>) -> io::Result<Option<Exit>> {
    let scheme = url.scheme().to_ascii_lowercase();
    if !NOT_RUN.contains(&scheme.as_str()) {
        return Ok(None);
    }
    let failure = format!("`{scheme}` is not run: `locator plan --as curl` prints a command");
    let transcript = Transcript { failure: Some(failure), ..Transcript::default() };
    print_transcript(session, url, &transcript).map(Some)
}

/// Runs a plan and prints the transcript.
pub(crate) fn print(session: &mut Session, url: Url<'_>, plan: &Plan, limits: &Limits) -> io::Result<Exit> {
    let transcript = access::run(plan, limits, session.reader.show_password);
    print_transcript(session, url, &transcript)
}

fn print_transcript(session: &mut Session, url: Url<'_>, transcript: &Transcript) -> io::Result<Exit> {
    let masked = Masked::new(url, &session.reader);
    if session.json {
        let value = to_json(&masked.text(), transcript);
        json::line(&mut session.out, &value)?;
    } else {
        let text = text(&masked.text(), transcript);
        session.print(&text)?;
    }
    Ok(if transcript.failure.is_none() { Exit::Success } else { Exit::Invalid })
}

fn text(url: &str, transcript: &Transcript) -> String {
    let mut text = format!("{}\n", visible(url));
    for (n, step) in transcript.steps.iter().enumerate() {
        let n = n + 1;
        // Writing to a `String` does not fail.
        let _ = match step {
            Done::Connected { transport, host, port, address } => {
                writeln!(text, "  {n:2}  connect  {transport} {}:{port} ({address})", visible(host))
            }
            Done::Sent(bytes) => writeln!(text, "  {n:2}  send     {}", bytes.escape_ascii()),
            Done::NotSent(bytes) => writeln!(text, "  {n:2}  skip     {}", bytes.escape_ascii()),
            Done::Received { until, bytes, len } => {
                let _ = writeln!(text, "  {n:2}  receive  until {until}: {}", count(*len as u64, "byte"));
                received(&mut text, bytes)
            }
        };
    }
    let _ = match &transcript.failure {
        None => writeln!(text, "  ok"),
        Some(why) => writeln!(text, "  failed: {}", visible(why)),
    };
    text
}

/// What was received, a line for each line, up to the limit.
fn received(text: &mut String, bytes: &[u8]) -> std::fmt::Result {
    let shown = &bytes[..bytes.len().min(SHOWN)];
    for line in shown.split_inclusive(|byte| *byte == b'\n') {
        writeln!(text, "      {}", line.escape_ascii())?;
    }
    if bytes.len() > SHOWN {
        writeln!(text, "      … {} more", count((bytes.len() - SHOWN) as u64, "byte"))?;
    }
    Ok(())
}

fn to_json(url: &str, transcript: &Transcript) -> Value {
    let steps: Vec<_> = transcript.steps.iter().map(step).collect();
    let mut value = json!({ "input": url, "run": steps, "ok": transcript.failure.is_none() });
    if let Some(why) = &transcript.failure {
        value["failure"] = why.as_str().into();
    }
    value
}

fn step(step: &Done) -> Value {
    let with_bytes = |op: &str, bytes: &[u8]| {
        let mut value = Map::from_iter([("op".to_owned(), json!(op))]);
        match encoding::to_json(bytes) {
            Value::String(text) => drop(value.insert("text".to_owned(), text.into())),
            hex => drop(value.insert("hex".to_owned(), hex["hex"].clone())),
        }
        Value::Object(value)
    };
    match step {
        Done::Connected { transport, host, port, address } => {
            json!({ "op": "connect", "transport": transport, "host": host, "port": port, "address": address.to_string() })
        }
        Done::Sent(bytes) => with_bytes("send", bytes),
        Done::NotSent(bytes) => with_bytes("skip", bytes),
        Done::Received { until, bytes, len } => {
            let mut value = with_bytes("receive", bytes);
            value["until"] = (*until).into();
            value["bytes"] = (*len).into();
            value
        }
    }
}
