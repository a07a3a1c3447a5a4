//! `locator extract`: the URLs in running text.

use std::io::{self, Read, Write};
use std::path::Path;

use locator::extract::{Extractor, Match};
use locator::report::visible;
use serde_json::{Value, json};

use crate::args;
use crate::exit::{Exit, Trouble, complain};
use crate::input;
use crate::output::json;
use crate::refusal::masked_reference;
use crate::session::{Reader, Session};

/// How much is read at once.
const BLOCK: usize = 256 * 1024;

pub(crate) fn run(session: &mut Session, args: &args::Extract) -> Result<Exit, Trouble> {
    if args.files.is_empty() && input::would_wait() {
        return Err(Trouble::Help("extract"));
    }
    let stdin = [Path::new("-").to_owned()];
    let files = if args.files.is_empty() { &stdin[..] } else { &args.files };
    let mut exit = Exit::Well;
    for path in files {
        let name = (files.len() > 1).then(|| input::name(path));
        exit = exit.max(file(session, path, name.as_deref())?);
    }
    Ok(exit)
}

/// Every URL of one file. A file that cannot be read does not keep the others from being searched.
fn file(session: &mut Session, path: &Path, name: Option<&str>) -> Result<Exit, Trouble> {
    let mut source = match input::stream(path) {
        Ok(source) => source,
        Err(error) => return failed(session, path, &error),
    };
    let mut extractor = Extractor::new(session.reader.registry, session.reader.options);
    let mut block = vec![0; BLOCK];
    let mut exit = Exit::Well;
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

fn failed(session: &mut Session, path: &Path, error: &io::Error) -> Result<Exit, Trouble> {
    session.finish()?;
    complain(format_args!("{}: {error}", input::name(path)));
    Ok(Exit::Stream)
}

fn print(session: &mut Session, found: &Match, name: Option<&str>) -> io::Result<Exit> {
    if session.json {
        let value = to_json(found, name, &session.reader);
        json::line(&mut session.out, &value)?;
    } else {
        lines(session, found)?;
    }
    Ok(if found.is_valid() { Exit::Well } else { Exit::Invalid })
}

/// One line for each, so that other commands can read them; what is to be said about it goes to standard error.
fn lines(session: &mut Session, found: &Match) -> io::Result<()> {
    let shown = whole(&found.url, found.fragment.as_deref(), &session.reader);
    writeln!(session.out, "{}", visible(&shown))?;
    if let Some(error) = &found.error {
        let place = found.span.start;
        session.out.flush()?;
        writeln!(session.err, "byte {place}: {}: {}", visible(&shown), visible(&error.to_string()))?;
        session.err.flush()?;
    }
    if session.verbose {
        for other in &found.alternatives {
            let other = whole(&other.url, other.fragment.as_deref(), &session.reader);
            writeln!(session.out, "  or {}", visible(&other))?;
        }
    }
    Ok(())
}

/// `url#fragment`
fn whole(url: &str, fragment: Option<&str>, reader: &Reader) -> String {
    match masked_reference(url, fragment, reader) {
        (url, Some(fragment)) => format!("{url}#{fragment}"),
        (url, None) => url,
    }
}

/// `{"url":…,"fragment":…|null,"valid":bool,"span":[start,end],"alternatives":[{"url":…,"fragment":…}]}`
fn to_json(found: &Match, name: Option<&str>, reader: &Reader) -> Value {
    let mut is_redacted = false;
    let mut one = |url: &str, fragment: Option<&str>, is_valid: bool| {
        let (shown, hash) = masked_reference(url, fragment, reader);
        is_redacted |= shown != url || hash.as_deref() != fragment;
        json!({ "url": shown, "fragment": hash, "valid": is_valid })
    };
    let alternatives = found.alternatives.iter();
    let alternatives: Vec<_> =
        alternatives.map(|other| one(&other.url, other.fragment.as_deref(), other.is_valid())).collect();
    let mut value = one(&found.url, found.fragment.as_deref(), found.is_valid());
    value["span"] = json!([found.span.start, found.span.end]);
    value["alternatives"] = alternatives.into();
    value = json::told(value, is_redacted);
    if let Some(error) = &found.error {
        value["error"] =
            json!({ "kind": error.kind().as_str(), "message": error.to_string(), "span": json::span(error.span()) });
    }
    if let Some(name) = name {
        value["file"] = name.into();
    }
    value
}
