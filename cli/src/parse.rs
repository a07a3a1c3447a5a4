//! `locator parse`: the components of each URL.

use std::io;

use crate::args;
use crate::exit::{Exit, Trouble, complain};
use crate::input::{self, Input, Source};
use crate::output::{json, table};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Parse) -> Result<Exit, Trouble> {
    if args.urls.is_empty() && input::would_wait() {
        return Err(Trouble::Help("parse"));
    }
    let mut printer = Printer {
        session,
        exit: Exit::Well,
    };
    if args.urls.is_empty() {
        printer.lines()?;
    }
    for url in &args.urls {
        if url == "-" {
            printer.lines()?;
        } else {
            printer.print(Input::Octets(url.as_encoded_bytes()), None)?;
        }
    }
    Ok(printer.exit)
}

/// Prints one URL after the other, and remembers how it went.
struct Printer<'s> {
    session: &'s mut Session,
    exit: Exit,
}

impl Printer<'_> {
    /// Every line of standard input.
    fn lines(&mut self) -> Result<(), Trouble> {
        let Source {
            name, mut lines, ..
        } = Source::stdin();
        loop {
            if lines.is_drained() {
                // Whoever writes a line and waits for the answer gets it.
                self.session.finish()?;
            }
            let number = lines.number() + 1;
            match lines.next() {
                Ok(Some(line)) => self.print(line, Some(&format!("{name}:{number}")))?,
                Ok(None) => return Ok(()),
                Err(error) => {
                    self.session.finish()?;
                    complain(format_args!("{name}: {error}"));
                    self.exit = Exit::Stream;
                    return Ok(());
                }
            }
        }
    }

    fn print(&mut self, input: Input<'_>, place: Option<&str>) -> io::Result<()> {
        let session = &mut *self.session;
        let read = session.reader.read(input);
        if read.is_err() {
            self.exit = self.exit.max(Exit::Invalid);
        }
        if session.json {
            let value = match &read {
                Ok(url) => json::url(*url, &session.reader),
                Err(refusal) => json::refusal(refusal, &session.reader),
            };
            return json::line(&mut session.out, &value);
        }
        match read {
            Ok(url) => {
                let look = table::Look {
                    palette: session.out.palette,
                    verbose: session.verbose,
                };
                session.answer(&table::url(url, &session.reader, look))
            }
            Err(refusal) => {
                let drawing = refusal.draw(&session.reader, place, session.err.palette);
                session.object(&drawing)
            }
        }
    }
}
