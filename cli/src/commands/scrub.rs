//! `anyurl scrub`: masks the secrets of URLs in text.

use std::io::{self, Read, Write};
use std::path::Path;

use anyurl::Secrets;
use anyurl::scrub::{Piece, Scrubber};
use serde_json::json;

use crate::args;
use crate::error::{CliError, report};
use crate::exit::Exit;
use crate::input::{self, Source};
use crate::output::json;
use crate::progress::{Output, Progress};
use crate::session::Session;

/// The size of one read, in bytes.
const BLOCK: usize = 256 * 1024;

pub(crate) fn run(session: &mut Session, args: &args::Scrub) -> Result<Exit, CliError> {
    if args.files.is_empty() && input::would_wait() {
        return Err(CliError::Help("scrub"));
    }
    let secrets = session.reader.registry.secrets().fields(&args.fields).lone_user(!args.keep_lone_user);
    let stdin = [Path::new("-").to_owned()];
    let files = if args.files.is_empty() { &stdin[..] } else { &args.files };
    let mut exit = Exit::Success;
    for path in files {
        let name = (files.len() > 1).then(|| input::name(path));
        exit = exit.max(file(session, path, name.as_deref(), &secrets)?);
    }
    Ok(exit)
}

/// Scrubs one file. The other files are scrubbed even if this one cannot be read.
fn file(session: &mut Session, path: &Path, name: Option<&str>, secrets: &Secrets) -> Result<Exit, CliError> {
    let source = match Source::open(path) {
        Ok(source) => source,
        Err(error) => return failed(session, path, &error),
    };
    let mut scrubber = Scrubber::new(secrets.clone());
    let Source { name: label, len, mut stream } = source;
    let progress = Progress::of_stream(session, &label, len, Output::Meanwhile);
    let mut position = 0;
    let mut block = vec![0; BLOCK];
    let mut written = Ok(());
    let failure = loop {
        match stream.read(&mut block) {
            Ok(0) => break None,
            Ok(len) => {
                position += len as u64;
                progress.set(position);
                scrubber.feed(&block[..len], &mut |piece| write(session, name, piece, &mut written));
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => break Some(error),
        }
        std::mem::replace(&mut written, Ok(()))?;
        // The source may be a log that grows slowly.
        session.out.flush()?;
    };
    scrubber.finish(&mut |piece| write(session, name, piece, &mut written));
    written?;
    failure.map_or(Ok(Exit::Success), |error| failed(session, path, &error))
}

/// Writes a piece, or the place of a secret, unless an earlier one has failed.
fn write(session: &mut Session, name: Option<&str>, piece: Piece<'_>, written: &mut io::Result<()>) {
    if written.is_err() {
        return;
    }
    *written = match piece {
        Piece::Secret(span) if session.json => {
            let mut value = json!({ "span": [span.start, span.end] });
            if let Some(name) = name {
                value["file"] = name.into();
            }
            json::line(&mut session.out, &value)
        }
        _ if session.json => Ok(()),
        piece => session.out.exact().write_all(piece.bytes()),
    };
}

fn failed(session: &mut Session, path: &Path, error: &io::Error) -> Result<Exit, CliError> {
    session.finish()?;
    report(format_args!("{}: {error}", input::name(path)));
    Ok(Exit::Stream)
}
