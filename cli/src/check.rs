//! `locator check`: files of URLs, one a line, counted by scheme and by fault.

mod failures;
mod piece;
mod progress;
mod summary;
mod tally;

use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use locator::batch::{Batch, BlockResult};

use crate::args;
use crate::exit::{Exit, Trouble, complain};
use crate::input::{self, Source};
use crate::output::json;
use crate::refusal::Refusal;
use crate::session::Session;

use failures::Failures;
use piece::{DRAWN, Piece};
use progress::Progress;
use tally::{Look, Tally};

pub(crate) fn run(session: &mut Session, args: &args::Check) -> Result<Exit, Trouble> {
    if args.files.is_empty() && input::would_wait() {
        return Err(Trouble::Help("check"));
    }
    let failures = match &args.failures {
        Some(path) => Some(Failures::create(path, &args.files)?),
        None => None,
    };
    let stdin = [Path::new("-").to_owned()];
    let files = if args.files.is_empty() { &stdin[..] } else { &args.files };
    let mut check = Check {
        session,
        jobs: args.jobs.map(usize::from),
        tally: Tally::default(),
        drawn: 0,
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
    /// On how many threads; none where nobody has said it.
    jobs: Option<usize>,
    tally: Tally,
    /// How many failures were drawn.
    drawn: usize,
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
        let progress = Progress::new(&source, self.session);
        let Source { name, from, .. } = source;
        let batch = match self.jobs {
            Some(jobs) => Batch::new(from).jobs(jobs),
            None => Batch::new(from),
        };
        let (reader, keeps_all) = (self.session.reader, self.keeps_all());
        let end = batch.fold(
            |piece: &mut Piece, line| piece.read(line, &reader, keeps_all),
            |done| match self.block(&done, &name, &progress) {
                Ok(()) => ControlFlow::Continue(()),
                Err(trouble) => ControlFlow::Break(trouble),
            },
        );
        progress.end();
        match end {
            Ok(ControlFlow::Continue(())) => Ok(()),
            Ok(ControlFlow::Break(trouble)) => Err(trouble),
            Err(error) => self.unreadable(&name, &error),
        }
    }

    /// Whether every failure is told, and not the first of them.
    fn keeps_all(&self) -> bool {
        self.failures.is_some() || self.session.verbose && !self.session.json
    }

    /// Whether failures are drawn: not where their list is printed in the same place.
    fn draws(&self) -> bool {
        !self.session.json && !self.failures.as_ref().is_some_and(Failures::is_printed)
    }

    /// Counts the lines of a block, and tells those that failed.
    fn block(&mut self, done: &BlockResult<'_, Piece>, file: &str, progress: &Progress) -> Result<(), Trouble> {
        let reader = self.session.reader;
        let is_printed = self.failures.as_ref().is_some_and(Failures::is_printed);
        let look = Look { done, file, reader };
        self.tally.add(&look);
        for (place, error) in &done.value.failures {
            let draws = self.draws() && (self.session.verbose || self.drawn < DRAWN);
            if !draws && self.failures.is_none() {
                break;
            }
            let refusal = Refusal::of(done.block.content(place.start), error.clone(), reader.registry);
            let place = look.place(*place);
            if let Some(failures) = &mut self.failures {
                let out = &mut self.session.out;
                let mut write = || failures.write(&place, &refusal, &reader, out);
                if is_printed {
                    progress.beside(write)?;
                } else {
                    write()?;
                }
            }
            if draws {
                self.drawn += 1;
                let drawing = refusal.draw(&reader, Some(&place), self.session.out.palette);
                progress.beside(|| self.session.answer(&drawing))?;
            }
        }
        progress.at(done.block.end());
        Ok(())
    }

    fn unreadable(&mut self, name: &str, error: &io::Error) -> Result<(), Trouble> {
        self.session.finish()?;
        complain(format_args!("{name}: {error}"));
        self.exit = Exit::Stream;
        Ok(())
    }

    fn end(self) -> Result<Exit, Trouble> {
        let Self { session, tally, drawn, failures, exit, .. } = self;
        let has_list = failures.is_some();
        let is_printed = failures.as_ref().is_some_and(Failures::is_printed);
        if let Some(failures) = failures {
            failures.end()?;
        }
        if session.json {
            json::line(&mut session.out, &tally.to_json())?;
        } else {
            let look = summary::Look {
                palette: session.out.palette,
                options: session.reader.options,
                hidden: if is_printed { 0 } else { tally.invalid - drawn as u64 },
                has_list,
            };
            session.answer(&summary::of(&tally, look))?;
        }
        let result = if tally.invalid > 0 { Exit::Invalid } else { Exit::Well };
        Ok(exit.max(result))
    }
}
