//! `locator check`: files of URLs, one a line, counted by scheme and by fault.

mod failures;
mod progress;
mod summary;
mod tally;

use std::io;
use std::path::Path;

use crate::args;
use crate::exit::{Exit, Trouble, complain};
use crate::input::{self, Input, Source};
use crate::output::json;
use crate::session::Session;

use failures::Failures;
use progress::Progress;
use tally::Tally;

/// How many failures are drawn, unless all are asked for.
const DRAWN: u64 = 10;

pub(crate) fn run(session: &mut Session, args: &args::Check) -> Result<Exit, Trouble> {
    if args.files.is_empty() && input::would_wait() {
        return Err(Trouble::Help("check"));
    }
    let failures = match &args.failures {
        Some(path) => Some(Failures::create(path, &args.files)?),
        None => None,
    };
    let stdin = [Path::new("-").to_owned()];
    let files = if args.files.is_empty() {
        &stdin[..]
    } else {
        &args.files
    };
    let mut check = Check {
        session,
        tally: Tally::default(),
        failures,
        exit: Exit::Well,
    };
    for path in files {
        check.file(path)?;
    }
    check.end()
}

struct Check<'s> {
    session: &'s mut Session,
    tally: Tally,
    failures: Option<Failures>,
    exit: Exit,
}

impl Check<'_> {
    /// Every line of one file. A file that cannot be read does not keep the others from being checked.
    fn file(&mut self, path: &Path) -> Result<(), Trouble> {
        match Source::open(path) {
            Ok(source) => self.lines(source),
            Err(error) => self.unreadable(&input::name(path), &error),
        }
    }

    fn lines(&mut self, source: Source) -> Result<(), Trouble> {
        let mut progress = Progress::new(&source, self.session);
        let Source {
            name, mut lines, ..
        } = source;
        loop {
            progress.at(&lines);
            let number = lines.number() + 1;
            match lines.next() {
                Ok(Some(Input::Octets([]))) => {}
                Ok(Some(line)) => self.line(line, &name, number, &progress)?,
                Ok(None) => break,
                Err(error) => {
                    progress.end();
                    return self.unreadable(&name, &error);
                }
            }
        }
        progress.end();
        Ok(())
    }

    fn line(
        &mut self,
        line: Input<'_>,
        file: &str,
        number: u64,
        progress: &Progress,
    ) -> Result<(), Trouble> {
        let reader = self.session.reader;
        let refusal = match reader.read(line) {
            Ok(url) => {
                self.tally.accept(url, file, number);
                return Ok(());
            }
            Err(refusal) => refusal,
        };
        let place = format!("{file}:{number}");
        self.tally.refuse(&refusal, &reader, &place);
        if let Some(failures) = &mut self.failures {
            failures.write(&place, &refusal, &reader)?;
        }
        if !self.session.json && (self.session.verbose || self.tally.invalid <= DRAWN) {
            let drawing = refusal.draw(&reader, Some(&place), self.session.out.palette);
            progress.beside(|| self.session.answer(&drawing))?;
        }
        Ok(())
    }

    fn unreadable(&mut self, name: &str, error: &io::Error) -> Result<(), Trouble> {
        self.session.finish()?;
        complain(format_args!("{name}: {error}"));
        self.exit = Exit::Stream;
        Ok(())
    }

    fn end(self) -> Result<Exit, Trouble> {
        let Self {
            session,
            tally,
            failures,
            exit,
        } = self;
        let has_list = failures.is_some();
        if let Some(failures) = failures {
            failures.end()?;
        }
        if session.json {
            json::line(&mut session.out, &tally.to_json())?;
        } else {
            let drawn = if session.verbose { u64::MAX } else { DRAWN };
            let hidden = tally.invalid.saturating_sub(drawn);
            let look = summary::Look {
                palette: session.out.palette,
                options: session.reader.options,
                hidden,
                has_list,
            };
            session.answer(&summary::of(&tally, look))?;
        }
        let result = if tally.invalid > 0 {
            Exit::Invalid
        } else {
            Exit::Well
        };
        Ok(exit.max(result))
    }
}
