//! Processes every input of a command: the arguments, and for `-` each line of standard input.

use std::ffi::OsString;
use std::io;

use locator::Url;
use locator::batch::{Batch, Content};

use crate::error::{CliError, report};
use crate::exit::Exit;
use crate::input::rejected::RejectedInput;
use crate::input::{self, Source};
use crate::output::json;
use crate::session::Session;

/// Calls `process` with each URL, and prints an error for each input that is not a URL. Returns the worst result.
pub(crate) fn for_each_input(
    session: &mut Session,
    urls: &[OsString],
    command: &'static str,
    mut process: impl FnMut(&mut Session, Url<'_>) -> io::Result<Exit>,
) -> Result<Exit, CliError> {
    if urls.is_empty() && input::would_wait() {
        return Err(CliError::Help(command));
    }
    let mut exit = Exit::Success;
    let mut each = |session: &mut Session, input: Content<'_>, place: Option<&str>| match session.reader.read(input) {
        Ok(url) => process(session, url),
        Err(rejected) => print_rejected(session, &rejected, place),
    };
    if urls.is_empty() {
        return lines(session, &mut each);
    }
    for url in urls {
        exit = exit.max(if url == "-" {
            lines(session, &mut each)?
        } else {
            each(session, url.as_encoded_bytes().into(), None)?
        });
    }
    Ok(exit)
}

/// Every line of standard input.
fn lines(
    session: &mut Session,
    each: &mut impl FnMut(&mut Session, Content<'_>, Option<&str>) -> io::Result<Exit>,
) -> Result<Exit, CliError> {
    let Source { name, stream, .. } = Source::stdin();
    let mut blocks = Batch::new(stream).blocks();
    let mut exit = Exit::Success;
    let mut number = 0;
    loop {
        let block = match blocks.next() {
            Ok(Some(block)) => block,
            Ok(None) => return Ok(exit),
            Err(error) => {
                session.finish()?;
                report(format_args!("{name}: {error}"));
                return Ok(Exit::Stream);
            }
        };
        for line in block.lines() {
            number += 1;
            let place = format!("{name}:{number}");
            exit = exit.max(each(session, line.content, Some(&place))?);
        }
        // A program that writes a line and waits for the answer receives it.
        session.finish()?;
    }
}

/// Prints why an input is not a URL.
pub(crate) fn print_rejected(
    session: &mut Session,
    rejected: &RejectedInput<'_>,
    place: Option<&str>,
) -> io::Result<Exit> {
    if session.json {
        let value = json::rejected(rejected, &session.reader);
        json::line(&mut session.out, &value)?;
    } else {
        let drawing = rejected.draw(&session.reader, place, session.err.palette);
        session.eprint(&drawing)?;
    }
    Ok(Exit::Invalid)
}
