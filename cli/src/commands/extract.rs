//! `locator extract`: finds the URLs in plain text.

use std::io::{self, Read, Write};
use std::path::Path;

use locator::extract::{Extractor, Match};
use locator::report::visible;
use serde_json::{Value, json};

use crate::args;
use crate::error::{CliError, report};
use crate::exit::Exit;
use crate::input::reader::InputReader;
use crate::input::rejected::masked_reference;
use crate::input::{self, Source};
use crate::output::json;
use crate::progress::{Output, Progress};
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
    let mut count = 0;
    for path in files {
        let name = (files.len() > 1).then(|| input::name(path));
        exit = exit.max(file(session, path, name.as_deref(), args.suspects, &mut count)?);
    }
    if count == 0 && exit == Exit::Success && !session.json {
        hint_at_bare_urls(session, args)?;
    }
    Ok(exit)
}

/// Without a result, says which URLs were not searched for.
fn hint_at_bare_urls(session: &mut Session, args: &args::Extract) -> io::Result<()> {
    let hint = match (session.reader.options.is_lenient(), args.suspects) {
        (false, false) => {
            "no URL in `<URL:…>` was found; --lenient also finds bare URLs of registered schemes, and --suspects every `name://…`"
        }
        (true, false) => "no URL of a registered scheme was found; --suspects also finds every `name://…`",
        (_, true) => "no URL was found",
    };
    writeln!(session.err, "note: {hint}")
}

/// Prints every URL of one file. The other files are searched even if this one cannot be read.
fn file(
    session: &mut Session,
    path: &Path,
    name: Option<&str>,
    suspects: bool,
    count: &mut u64,
) -> Result<Exit, CliError> {
    let source = match Source::open(path) {
        Ok(source) => source,
        Err(error) => return failed(session, path, &error),
    };
    let extractor = Extractor::new(session.reader.registry, session.reader.options);
    let mut extractor = extractor.suspects(suspects);
    let Source { name: label, len, mut stream } = source;
    let progress = Progress::of_stream(session, &label, len, Output::Meanwhile);
    let mut position = 0;
    let mut block = vec![0; BLOCK];
    let mut exit = Exit::Success;
    loop {
        match stream.read(&mut block) {
            Ok(0) => break,
            Ok(len) => {
                position += len as u64;
                progress.set(position);
                for found in extractor.feed(&block[..len]) {
                    *count += 1;
                    exit = exit.max(print(session, &found, name)?);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return failed(session, path, &error),
        }
    }
    for found in extractor.finish() {
        *count += 1;
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
    let shown = masked(found, &session.reader);
    writeln!(session.out, "{}", visible(&shown))?;
    if let Some(error) = found.error() {
        let place = found.span().start;
        session.out.flush()?;
        writeln!(session.err, "byte {place}: {}: {}", visible(&shown), visible(&error.to_string()))?;
        session.err.flush()?;
    }
    if session.verbose {
        for other in found.alternatives() {
            writeln!(session.out, "  or {}", visible(&masked(other, &session.reader)))?;
        }
    }
    Ok(())
}

/// `url#fragment`, masked
fn masked(found: &Match, reader: &InputReader) -> String {
    match masked_parts(found, reader) {
        (url, Some(fragment)) => format!("{url}#{fragment}"),
        (url, None) => url,
    }
}

/// The URL and the fragment, masked.
fn masked_parts(found: &Match, reader: &InputReader) -> (String, Option<String>) {
    masked_reference(found.url().ok().as_ref(), found.url_text(), found.fragment(), reader)
}

/// `{"url":…,"fragment":…|null,"valid":bool,"span":[start,end],"alternatives":[{"url":…,"fragment":…}]}`
fn to_json(found: &Match, name: Option<&str>, reader: &InputReader) -> Value {
    let mut is_redacted = false;
    let mut object = |found: &Match| {
        let (shown, hash) = masked_parts(found, reader);
        is_redacted |= shown != found.url_text() || hash.as_deref() != found.fragment();
        json!({ "url": shown, "fragment": hash, "valid": found.is_valid() })
    };
    let alternatives: Vec<_> = found.alternatives().iter().map(&mut object).collect();
    let mut value = object(found);
    value["span"] = json!([found.span().start, found.span().end]);
    value["alternatives"] = alternatives.into();
    value = json::with_redacted(value, is_redacted);
    if let Some(error) = found.error() {
        value["error"] =
            json!({ "kind": error.kind().as_str(), "message": error.to_string(), "span": json::span(error.span()) });
    }
    if let Some(name) = name {
        value["file"] = name.into();
    }
    value
}
