//! `anyurl scrub`: masks the secrets of URLs in text.

use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::mem;
use std::path::Path;

use anyurl::Secrets;
use anyurl::scrub::{Piece, Scrubber};
use serde_json::json;

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::files_or_stdin;
use crate::input::defanged::Restorer;
use crate::input::{self, Source};
use crate::output::json;
use crate::progress::{self, Progress};
use crate::session::Session;

/// The size of one read, in bytes.
const BLOCK: usize = 256 * 1024;

pub(crate) fn run(session: &mut Session, args: &args::Scrub) -> Result<Exit, CliError> {
    let files = files_or_stdin(&args.files, "scrub")?;
    let secrets = session.reader.registry.secrets().fields(&args.fields).lone_user(!args.keep_lone_user);
    let mut exit = Exit::Success;
    for path in &*files {
        let name = (files.len() > 1).then(|| input::name(path));
        let mut output = Output::new(name, Restorer::new(args.defanged));
        exit = exit.max(file(session, path, &mut output, &secrets)?);
    }
    Ok(exit)
}

/// Scrubs one file. The other files are scrubbed even if this one cannot be read.
fn file(session: &mut Session, path: &Path, output: &mut Output, secrets: &Secrets) -> Result<Exit, CliError> {
    let source = match Source::text(path) {
        Ok(source) => source,
        Err(error) => return session.unreadable(&input::name(path), &error),
    };
    let mut scrubber = Scrubber::new(secrets.clone());
    let Source { name: label, len, mut stream } = source;
    let progress = Progress::of_stream(session, &label, len, progress::Output::Meanwhile);
    let mut position = 0;
    let mut block = vec![0; BLOCK];
    let failure = loop {
        match stream.read(&mut block) {
            Ok(0) => break None,
            Ok(len) => {
                position += len as u64;
                progress.set(position);
                let text = output.read(&block[..len]);
                scrubber.feed(&text, &mut |piece| output.take(session, &piece));
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => break Some(error),
        }
        mem::replace(&mut output.written, Ok(()))?;
        // The source may be a log that grows slowly.
        session.out.flush()?;
    };
    let rest = output.restorer.finish();
    scrubber.feed(&rest, &mut |piece| output.take(session, &piece));
    scrubber.finish(&mut |piece| output.take(session, &piece));
    mem::replace(&mut output.written, Ok(()))?;
    failure.map_or(Ok(Exit::Success), |error| session.unreadable(&label, &error))
}

/// Writes a scrubbed stream: what is no secret stays as it was, also where it was defanged.
struct Output {
    /// The name of the file, if there are several.
    name: Option<String>,
    restorer: Restorer,
    /// The offset in the restored text of what was not taken.
    at: u64,
    /// The end of the text as it was, and how much of it was passed.
    pending: Vec<u8>,
    passed: usize,
    /// The offset of what was not passed.
    offset: u64,
    /// The first error.
    written: io::Result<()>,
}

impl Output {
    fn new(name: Option<String>, restorer: Restorer) -> Self {
        Self { name, restorer, at: 0, pending: Vec::new(), passed: 0, offset: 0, written: Ok(()) }
    }

    /// Reads the next bytes; returns those to scrub.
    fn read<'b>(&mut self, bytes: &'b [u8]) -> Cow<'b, [u8]> {
        if self.restorer.is_on() {
            self.pending.drain(..mem::take(&mut self.passed));
            self.pending.extend_from_slice(bytes);
        }
        self.restorer.feed(bytes)
    }

    /// Writes a piece, or the place of a secret, unless an earlier one has failed.
    fn take(&mut self, session: &mut Session, piece: &Piece<'_>) {
        if self.written.is_ok() {
            self.written = self.write(session, piece);
        }
    }

    fn write(&mut self, session: &mut Session, piece: &Piece<'_>) -> io::Result<()> {
        match piece {
            Piece::Secret(span) => {
                let place = self.restorer.start(span.start)..self.restorer.end(span.end);
                self.at = span.end;
                self.pass(place.end);
                if !session.json {
                    return session.out.exact().write_all(piece.bytes());
                }
                let mut value = json!({ "span": [place.start, place.end] });
                if let Some(name) = &self.name {
                    value["file"] = name.as_str().into();
                }
                json::line(&mut session.out, &value)
            }
            piece if self.restorer.is_on() => {
                self.at += piece.bytes().len() as u64;
                let text = self.pass(self.restorer.start(self.at));
                if session.json { Ok(()) } else { session.out.exact().write_all(text) }
            }
            _ if session.json => Ok(()),
            piece => session.out.exact().write_all(piece.bytes()),
        }
    }

    /// Passes the text up to an offset.
    fn pass(&mut self, offset: u64) -> &[u8] {
        self.restorer.forget_before(self.at);
        let from = self.passed;
        let len = usize::try_from(offset.saturating_sub(self.offset)).unwrap_or(usize::MAX);
        self.passed += len.min(self.pending.len() - from);
        self.offset += (self.passed - from) as u64;
        &self.pending[from..self.passed]
    }
}
