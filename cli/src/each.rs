//! One input after the other: the arguments, and for `-` every line of standard input.

use std::ffi::OsString;
use std::io;

use locator::Url;
use locator::batch::{Batch, Content};

use crate::exit::{Exit, Trouble, complain};
use crate::input::{self, Source};
use crate::output::json;
use crate::refusal::Refusal;
use crate::session::Session;

/// Does something with each URL, and tells each text that is none. The worst of the ends counts.
pub(crate) fn each(
    session: &mut Session,
    urls: &[OsString],
    command: &'static str,
    mut work: impl FnMut(&mut Session, Url<'_>, Option<&str>) -> io::Result<Exit>,
) -> Result<Exit, Trouble> {
    let mut exit = Exit::Well;
    let mut one = |session: &mut Session, input: Content<'_>, place: Option<&str>| {
        let end = match session.reader.read(input) {
            Ok(url) => work(session, url, place)?,
            Err(refusal) => refused(session, &refusal, place)?,
        };
        Ok::<_, io::Error>(end)
    };
    if urls.is_empty() && input::would_wait() {
        return Err(Trouble::Help(command));
    }
    if urls.is_empty() {
        return lines(session, &mut one);
    }
    for url in urls {
        exit = exit.max(if url == "-" {
            lines(session, &mut one)?
        } else {
            one(session, url.as_encoded_bytes().into(), None)?
        });
    }
    Ok(exit)
}

/// Every line of standard input.
fn lines(
    session: &mut Session,
    one: &mut impl FnMut(&mut Session, Content<'_>, Option<&str>) -> io::Result<Exit>,
) -> Result<Exit, Trouble> {
    let Source { name, from, .. } = Source::stdin();
    let mut blocks = Batch::new(from).blocks();
    let mut exit = Exit::Well;
    let mut number = 0;
    loop {
        let block = match blocks.next() {
            Ok(Some(block)) => block,
            Ok(None) => return Ok(exit),
            Err(error) => {
                session.finish()?;
                complain(format_args!("{name}: {error}"));
                return Ok(Exit::Stream);
            }
        };
        for line in block.lines() {
            number += 1;
            let place = format!("{name}:{number}");
            exit = exit.max(one(session, line.content, Some(&place))?);
        }
        // Whoever writes a line and waits for the answer gets it.
        session.finish()?;
    }
}

/// Tells a text that is no URL.
pub(crate) fn refused(session: &mut Session, refusal: &Refusal<'_>, place: Option<&str>) -> io::Result<Exit> {
    if session.json {
        let value = json::refusal(refusal, &session.reader);
        json::line(&mut session.out, &value)?;
    } else {
        let drawing = refusal.draw(&session.reader, place, session.err.palette);
        session.object(&drawing)?;
    }
    Ok(Exit::Invalid)
}
