//! `anyurl extract`: finds the URLs in plain text.

mod filter;
mod place;

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::Path;

use anyurl::batch::Content;
use anyurl::extract::{Extractor, Match};
use anyurl::{Error, visible};
use anyurl_core::internal::MASK;
use serde_json::{Value, json};

use crate::args;
use crate::commands::explain;
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::files_or_stdin;
use crate::input::defanged::{Restorer, defang};
use crate::input::reader::InputReader;
use crate::input::rejected::masked_reference;
use crate::input::{self, Source};
use crate::output::json;
use crate::output::numbers::count;
use crate::progress::{Output, Progress};
use crate::session::Session;

use filter::Filter;
use place::{Place, Places};

/// The size of one read, in bytes.
const BLOCK: usize = 256 * 1024;

pub(crate) fn run(session: &mut Session, args: &args::Extract) -> Result<Exit, CliError> {
    let files = files_or_stdin(&args.files, "extract")?;
    // A misspelt id would only print nothing.
    args.ids.iter().try_for_each(|id| explain::check(session, id))?;
    session.is_null_terminated = args.null;
    let mut run = Run { args, filter: Filter::new(args), counts: Counts::default() };
    let mut exit = Exit::Success;
    for path in &*files {
        exit = exit.max(run.file(session, path)?);
    }
    if session.json {
        return Ok(exit);
    }
    if run.counts.found == 0 && exit == Exit::Success {
        hint_at_bare_urls(session, args)?;
    } else if !args.files.is_empty() && run.counts.found > 0 {
        session.out.flush()?;
        writeln!(session.err, "note: {}", run.counts)?;
    }
    Ok(exit)
}

/// Without a result, says which URLs were not searched for.
fn hint_at_bare_urls(session: &mut Session, args: &args::Extract) -> io::Result<()> {
    let hint = match (session.reader.options.is_lenient() || args.all, args.suspects || args.all) {
        (false, false) => "no URL in `<URL:…>` was found; --all finds everything that looks like a URL",
        (true, false) => "no URL of a registered scheme was found; --all finds everything that looks like a URL",
        (false, true) => "no `name://…` was found; --all finds everything that looks like a URL",
        (true, true) => "no URL was found",
    };
    writeln!(session.err, "note: {hint}")
}

/// What one run has found.
#[derive(Default)]
struct Counts {
    found: u64,
    printed: u64,
    invalid: u64,
    files: u64,
}

/// `3 URLs in 2 files, 1 of them invalid`
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", count(self.found, "URL"), count(self.files, "file"))?;
        if self.invalid > 0 {
            write!(f, ", {} invalid", self.invalid)?;
        }
        if self.printed < self.found {
            write!(f, "; {} printed", self.printed)?;
        }
        Ok(())
    }
}

/// The arguments, and what has been found so far.
struct Run<'a> {
    args: &'a args::Extract,
    filter: Filter<'a>,
    counts: Counts,
}

impl Run<'_> {
    /// Prints the URLs of one file. The other files are searched even if this one cannot be read.
    fn file(&mut self, session: &mut Session, path: &Path) -> Result<Exit, CliError> {
        let source = match Source::text(path) {
            Ok(source) => source,
            Err(error) => return session.unreadable(&input::name(path), &error),
        };
        self.counts.files += 1;
        let options = session.reader.options;
        let options = if self.args.all { options.lenient() } else { options };
        let mut extractor =
            Extractor::new(session.reader.registry, options).suspects(self.args.suspects || self.args.all);
        let Source { name: label, len, mut stream } = source;
        let progress = Progress::of_stream(session, &label, len, Output::Meanwhile);
        let file = (path != Path::new("-")).then(|| input::name(path));
        let mut places = Places::new();
        let mut restorer = Restorer::new(self.args.defanged || self.args.defang);
        let mut position = 0;
        let mut block = vec![0; BLOCK];
        let mut exit = Exit::Success;
        loop {
            match stream.read(&mut block) {
                Ok(0) => break,
                Ok(len) => {
                    position += len as u64;
                    progress.set(position);
                    places.feed(&block[..len]);
                    for found in extractor.feed(&restorer.feed(&block[..len])) {
                        exit = exit.max(self.print(session, &found, file.as_deref(), &mut places, &restorer)?);
                    }
                    places.pass(restorer.start(extractor.settled()));
                    restorer.forget_before(extractor.settled());
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return session.unreadable(&label, &error),
            }
        }
        let last: Vec<_> = extractor.feed(&restorer.finish()).collect();
        for found in last.into_iter().chain(extractor.finish()) {
            exit = exit.max(self.print(session, &found, file.as_deref(), &mut places, &restorer)?);
        }
        Ok(exit)
    }

    fn print(
        &mut self,
        session: &mut Session,
        found: &Match,
        file: Option<&str>,
        places: &mut Places,
        restorer: &Restorer,
    ) -> io::Result<Exit> {
        let url = Found::new(found, &session.reader);
        let is_valid = url.error.is_none();
        self.counts.found += 1;
        self.counts.invalid += u64::from(!is_valid);
        if !self.filter.takes(&url) {
            return Ok(Exit::Success);
        }
        self.counts.printed += 1;
        let begin = restorer.start(found.span().start);
        if session.json {
            let (span, place) = (begin..restorer.end(found.span().end), places.of(begin));
            json::print(session, |reader| to_json(&url, file, &span, place, reader))?;
        } else {
            self.print_lines(session, &url, file, || places.of(begin))?;
        }
        Ok(if is_valid { Exit::Success } else { Exit::Invalid })
    }

    /// Prints one line for each URL; errors go to standard error.
    fn print_lines(
        &self,
        session: &mut Session,
        found: &Found<'_>,
        file: Option<&str>,
        mut place: impl FnMut() -> Place,
    ) -> io::Result<()> {
        let mut prefix = || {
            let Place { line, column } = place();
            match file {
                Some(file) => format!("{file}:{line}:{column}: "),
                None => format!("{line}:{column}: "),
            }
        };
        let is_placed = !self.args.only_matching && (file.is_some() || self.args.line_number || self.args.only_invalid);
        // What is wrong with the URLs is the result, or goes to standard error.
        let reason = found.error.as_ref().filter(|_| self.args.only_invalid && !self.args.only_matching);
        let reason = reason.map(|error| format!(": {}", visible(&error.to_string()))).unwrap_or_default();
        self.print_text(session, found, if is_placed { prefix() } else { String::new() }, &reason)?;
        if let Some(error) = found.error.as_ref().filter(|_| !self.args.only_invalid) {
            let shown = found.shown(&session.reader);
            session.out.flush()?;
            let shown = self.text(&shown);
            writeln!(session.err, "{}{}: {}", prefix(), visible(&shown), visible(&error.to_string()))?;
            session.err.flush()?;
        }
        if session.verbose {
            for other in found.of.alternatives() {
                self.print_text(session, &Found::new(other, &session.reader), "  or ".to_owned(), "")?;
            }
        }
        Ok(())
    }

    /// A URL in the form that is printed.
    fn text<'u>(&self, url: &'u str) -> Cow<'u, str> {
        if self.args.defang { defang(url).into() } else { url.into() }
    }

    /// Prints one URL as data or, unless that is asked for, as it may be shown.
    fn print_text(&self, session: &mut Session, found: &Found<'_>, prefix: String, reason: &str) -> io::Result<()> {
        if self.args.exact {
            let line = |shown: &str| format!("{prefix}{}{reason}\n", visible(&self.text(shown)));
            return session.write_data(|reader| line(&found.shown(reader)));
        }
        let shown = found.shown(&session.reader);
        let end = if self.args.null { "\0" } else { "\n" };
        session.out.exact().write_all((prefix + &visible(&self.text(&shown)) + reason + end).as_bytes())?;
        if shown != found.of.as_str() && shown.contains(MASK) {
            session.secret_notes.count_masked("--exact prints the URLs as they are");
        }
        Ok(())
    }
}

/// A URL that was found, and why it is invalid.
struct Found<'m> {
    of: &'m Match,
    error: Option<Cow<'m, Error>>,
}

impl<'m> Found<'m> {
    fn new(of: &'m Match, reader: &InputReader) -> Self {
        // With `--all`, a URL is found leniently, and is valid by the options of the run.
        let refused = || of.url().ok().and_then(|_| reader.parse(Content::Text(of.url_text())).err());
        Self { of, error: of.error().map(Cow::Borrowed).or_else(|| refused().map(Cow::Owned)) }
    }

    /// `url#fragment`, as it may be shown.
    fn shown(&self, reader: &InputReader) -> Cow<'m, str> {
        match self.parts(reader) {
            (url, None) => url,
            (Cow::Borrowed(_), Some(Cow::Borrowed(_))) => self.of.as_str().into(),
            (url, Some(fragment)) => format!("{url}#{fragment}").into(),
        }
    }

    /// The URL and the fragment, as they may be shown.
    fn parts(&self, reader: &InputReader) -> (Cow<'m, str>, Option<Cow<'m, str>>) {
        masked_reference(self.of.url().ok().as_ref(), self.of.url_text(), self.of.fragment(), reader)
    }
}

/// `{"url":…,"fragment":…|null,"valid":bool,"span":[start,end],"line":…,"column":…,"alternatives":[{"url":…,"fragment":…}]}`
fn to_json(found: &Found<'_>, file: Option<&str>, span: &Range<u64>, place: Place, reader: &InputReader) -> Value {
    let object = |found: &Found<'_>| {
        let (url, fragment) = found.parts(reader);
        json!({ "url": url, "fragment": fragment, "valid": found.error.is_none() })
    };
    let alternatives = found.of.alternatives().iter().map(|other| object(&Found::new(other, reader)));
    let alternatives: Vec<_> = alternatives.collect();
    let mut value = object(found);
    value["span"] = json!([span.start, span.end]);
    value["line"] = place.line.into();
    value["column"] = place.column.into();
    value["alternatives"] = alternatives.into();
    if let Some(error) = &found.error {
        value["error"] =
            json!({ "kind": error.kind().as_str(), "message": error.to_string(), "span": json::span(error.span()) });
    }
    if let Some(file) = file {
        value["file"] = file.into();
    }
    value
}
