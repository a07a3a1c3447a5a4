//! `anyurl extract`: finds the URLs in plain text.

use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::path::Path;

use anyurl::Error;
use anyurl::diagnostics::redact::MASK;
use anyurl::extract::{Extractor, Match};
use anyurl::report::visible;
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
        exit = exit.max(file(session, path, name.as_deref(), args, &mut count)?);
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
    args: &args::Extract,
    count: &mut u64,
) -> Result<Exit, CliError> {
    let source = match Source::open(path) {
        Ok(source) => source,
        Err(error) => return failed(session, path, &error),
    };
    let extractor = Extractor::new(session.reader.registry, session.reader.options);
    let mut extractor = extractor.suspects(args.suspects);
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
                    exit = exit.max(print(session, &found, name, args.exact)?);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return failed(session, path, &error),
        }
    }
    for found in extractor.finish() {
        *count += 1;
        exit = exit.max(print(session, &found, name, args.exact)?);
    }
    Ok(exit)
}

fn failed(session: &mut Session, path: &Path, error: &io::Error) -> Result<Exit, CliError> {
    session.finish()?;
    report(format_args!("{}: {error}", input::name(path)));
    Ok(Exit::Stream)
}

fn print(session: &mut Session, found: &Match, name: Option<&str>, is_exact: bool) -> io::Result<Exit> {
    let url = Found::new(found, &session.reader);
    if session.json {
        json::print(session, |reader| to_json(&url, name, reader))?;
    } else {
        print_lines(session, &url, is_exact)?;
    }
    Ok(if url.error.is_none() { Exit::Success } else { Exit::Invalid })
}

/// A URL that was found, and why it is invalid.
struct Found<'m> {
    of: &'m Match,
    error: Option<Cow<'m, Error>>,
}

impl<'m> Found<'m> {
    fn new(of: &'m Match, reader: &InputReader) -> Self {
        let denied = || of.url().ok().and_then(|url| reader.warnings.check(&url).err());
        Self { of, error: of.error().map(Cow::Borrowed).or_else(|| denied().map(Cow::Owned)) }
    }

    /// `url#fragment`, as it may be shown.
    fn shown(&self, reader: &InputReader) -> String {
        match self.parts(reader) {
            (url, Some(fragment)) => format!("{url}#{fragment}"),
            (url, None) => url,
        }
    }

    /// The URL and the fragment, as they may be shown.
    fn parts(&self, reader: &InputReader) -> (String, Option<String>) {
        masked_reference(self.of.url().ok().as_ref(), self.of.url_text(), self.of.fragment(), reader)
    }
}

/// Prints one line for each URL; errors go to standard error.
fn print_lines(session: &mut Session, found: &Found<'_>, is_exact: bool) -> io::Result<()> {
    print_text(session, found, "", is_exact)?;
    if let Some(error) = &found.error {
        let place = found.of.span().start;
        let shown = found.shown(&session.reader);
        session.out.flush()?;
        writeln!(session.err, "byte {place}: {}: {}", visible(&shown), visible(&error.to_string()))?;
        session.err.flush()?;
    }
    if session.verbose {
        for other in found.of.alternatives() {
            print_text(session, &Found::new(other, &session.reader), "  or ", is_exact)?;
        }
    }
    Ok(())
}

/// Prints one URL as data or, unless that is asked for, as it may be shown.
fn print_text(session: &mut Session, found: &Found<'_>, prefix: &str, is_exact: bool) -> io::Result<()> {
    if is_exact {
        return session.write_data(|reader| format!("{prefix}{}\n", visible(&found.shown(reader))));
    }
    let shown = found.shown(&session.reader);
    writeln!(session.out, "{prefix}{}", visible(&shown))?;
    if shown.contains(MASK) && shown != found.of.as_str() {
        session.secret_notes.count_masked("--exact prints the URLs as they are");
    }
    Ok(())
}

/// `{"url":…,"fragment":…|null,"valid":bool,"span":[start,end],"alternatives":[{"url":…,"fragment":…}]}`
fn to_json(found: &Found<'_>, name: Option<&str>, reader: &InputReader) -> Value {
    let object = |found: &Found<'_>| {
        let (url, fragment) = found.parts(reader);
        json!({ "url": url, "fragment": fragment, "valid": found.error.is_none() })
    };
    let alternatives = found.of.alternatives().iter().map(|other| object(&Found::new(other, reader)));
    let alternatives: Vec<_> = alternatives.collect();
    let mut value = object(found);
    value["span"] = json!([found.of.span().start, found.of.span().end]);
    value["alternatives"] = alternatives.into();
    if let Some(error) = &found.error {
        value["error"] =
            json!({ "kind": error.kind().as_str(), "message": error.to_string(), "span": json::span(error.span()) });
    }
    if let Some(name) = name {
        value["file"] = name.into();
    }
    value
}
