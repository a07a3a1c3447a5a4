//! `locator extract`: finds the URLs in plain text.

use std::io::{self, Read, Write};
use std::path::Path;

use locator::extract::{Extractor, Match};
use locator::report::visible;
use serde_json::{Value, json};

use crate::args;
use crate::error::{CliError, report};
use crate::exit::Exit;
use crate::input;
use crate::input::reader::InputReader;
use crate::input::rejected::masked_reference;
use crate::output::json;
use crate::session::Session;

/// The size of one read, in bytes.
const BLOCK: usize = 256 * 1024;

pub(crate) fn run(session: &mut Session, args: &args::Extract) -> Result<Exit, CliError> {
    if args.files.is_empty() && input::would_wait() {
        return Err(CliError::Help("extract"));
    }
    let stdin = [Path::new("-").to_owned()];
    let files = if args.files.is_empty() { &stdin[..] } else { &args.files };
    let mut exit = Exit::Success;
    for path in files {
        let name = (files.len() > 1).then(|| input::name(path));
        exit = exit.max(file(session, path, name.as_deref())?);
    }
    Ok(exit)
}

/// Prints every URL of one file. The other files are searched even if this one cannot be read.
fn file(session: &mut Session, path: &Path, name: Option<&str>) -> Result<Exit, CliError> {
    let mut source = match input::open(path) {
        Ok(source) => source,
        Err(error) => return failed(session, path, &error),
    };
    let mut extractor = Extractor::new(session.reader.registry, session.reader.options);
    let mut block = vec![0; BLOCK];
    let mut exit = Exit::Success;
    loop {
        match source.read(&mut block) {
            Ok(0) => break,
            Ok(len) => {
                for found in extractor.feed(&block[..len]) {
                    exit = exit.max(print(session, &found, name)?);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return failed(session, path, &error),
        }
    }
    for found in extractor.finish() {
        exit = exit.max(print(session, &found, name)?);
    }
    Ok(exit)
}

fn failed(session: &mut Session, path: &Path, error: &io::Error) -> Result<Exit, CliError> {
    session.finish()?;
    report(format_args!("{}: {error}", input::name(path)));
    Ok(Exit::Stream)
}

fn print(session: &mut Session, found: &Match, name: Option<&str>) -> io::Result<Exit> {
    if session.json {
        let value = to_json(found, name, &session.reader);
        json::line(&mut session.out, &value)?;
    } else {
        print_lines(session, found)?;
    }
    Ok(if found.is_valid() { Exit::Success } else { Exit::Invalid })
}

/// Prints one line for each URL, so that other commands can read the output; errors go to standard error.
fn print_lines(session: &mut Session, found: &Match) -> io::Result<()> {
    let shown = masked(&found.url, found.fragment.as_deref(), &session.reader);
    writeln!(session.out, "{}", visible(&shown))?;
    if let Some(error) = &found.error {
        let place = found.span.start;
        session.out.flush()?;
        writeln!(session.err, "byte {place}: {}: {}", visible(&shown), visible(&error.to_string()))?;
        session.err.flush()?;
    }
    if session.verbose {
        for other in &found.alternatives {
            let other = masked(&other.url, other.fragment.as_deref(), &session.reader);
            writeln!(session.out, "  or {}", visible(&other))?;
        }
    }
    Ok(())
}

/// `url#fragment`, masked
fn masked(url: &str, fragment: Option<&str>, reader: &InputReader) -> String {
    match masked_reference(url, fragment, reader) {
        (url, Some(fragment)) => format!("{url}#{fragment}"),
        (url, None) => url,
    }
}

/// `{"url":…,"fragment":…|null,"valid":bool,"span":[start,end],"alternatives":[{"url":…,"fragment":…}]}`
fn to_json(found: &Match, name: Option<&str>, reader: &InputReader) -> Value {
    let mut is_redacted = false;
    let mut object = |url: &str, fragment: Option<&str>, is_valid: bool| {
        let (shown, hash) = masked_reference(url, fragment, reader);
        is_redacted |= shown != url || hash.as_deref() != fragment;
        json!({ "url": shown, "fragment": hash, "valid": is_valid })
    };
    let alternatives = found.alternatives.iter();
    let alternatives: Vec<_> =
        alternatives.map(|other| object(&other.url, other.fragment.as_deref(), other.is_valid())).collect();
    let mut value = object(&found.url, found.fragment.as_deref(), found.is_valid());
    value["span"] = json!([found.span.start, found.span.end]);
    value["alternatives"] = alternatives.into();
    value = json::with_redacted(value, is_redacted);
    if let Some(error) = &found.error {
        value["error"] =
            json!({ "kind": error.kind().as_str(), "message": error.to_string(), "span": json::span(error.span()) });
    }
    if let Some(name) = name {
        value["file"] = name.into();
    }
    value
}
