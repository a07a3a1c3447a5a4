//! `anyurl check`: checks files with one URL on each line, and counts the lines by scheme and by error.

mod block_stats;
mod counted;
mod failures;
mod kinds;
mod summary;
mod tally;
mod verdicts;

use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use anyurl::Error;
use anyurl::batch::{Batch, BlockResult};
use anyurl::compare::Comparer;

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::for_each_input::files_or_stdin;
use crate::input::rejected::RejectedInput;
use crate::input::{self, Source};
use crate::output::json;
use crate::progress::{Output, Progress};
use crate::session::Session;

use block_stats::{BlockStats, MAX_DRAWN};
use failures::Failures;
use kinds::is_alike;
use tally::{BlockView, Tally};
use verdicts::Verdicts;

pub(crate) fn run(session: &mut Session, args: &args::Check) -> Result<Exit, CliError> {
    let files = files_or_stdin(&args.files, "check")?;
    let failures = match &args.failures {
        Some(path) => Some(Failures::create(path, &args.files)?),
        None => None,
    };
    let mut tally = Tally::default();
    tally.verdicts = args.compare.then(Verdicts::default);
    let mut check = Check {
        session,
        jobs: args.jobs.map(usize::from),
        is_null_terminated: args.null,
        tally,
        drawn: Vec::new(),
        failures,
        exit: Exit::Success,
    };
    for path in &*files {
        check.file(path)?;
    }
    check.finish()
}

struct Check<'s> {
    session: &'s mut Session,
    /// The number of threads, if given.
    jobs: Option<usize>,
    is_null_terminated: bool,
    tally: Tally,
    /// The failures that were drawn, one of each kind.
    drawn: Vec<Error>,
    failures: Option<Failures>,
    exit: Exit,
}

impl Check<'_> {
    /// Checks every line of one file. The other files are checked even if this one cannot be read.
    fn file(&mut self, path: &Path) -> Result<(), CliError> {
        match Source::lines(path) {
            Ok(source) => self.lines(source),
            Err(error) => self.unreadable(&input::name(path), &error),
        }
    }

    fn lines(&mut self, source: Source) -> Result<(), CliError> {
        let Source { name, stream, len } = source;
        let progress = Progress::of_stream(self.session, &name, len, Output::Apart);
        let batch = match self.jobs {
            Some(jobs) => Batch::new(stream).jobs(jobs),
            None => Batch::new(stream),
        };
        let batch = if self.is_null_terminated { batch.null_terminated() } else { batch };
        let (reader, keeps_all) = (self.session.reader, self.keeps_all());
        let comparer = self.tally.verdicts.is_some().then(|| Comparer::new(reader.registry));
        let deliver = |done: BlockResult<'_, BlockStats>| match self.block(&done, &name, &progress) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        };
        let end = batch.fold(
            |stats, line| {
                stats.add(line, &reader, keeps_all);
                if let Some(comparer) = &comparer {
                    stats.verdicts.add(line, comparer);
                }
            },
            deliver,
        );
        drop(progress);
        match end {
            Ok(ControlFlow::Continue(())) => Ok(()),
            Ok(ControlFlow::Break(error)) => Err(error),
            Err(error) => self.unreadable(&name, &error),
        }
    }

    /// Whether every failure is reported, not only the first ones.
    fn keeps_all(&self) -> bool {
        self.failures.is_some() || self.session.verbose && !self.session.json
    }

    /// Whether failures are drawn: not if their list is printed on the same stream.
    fn draws(&self) -> bool {
        !self.session.json && !self.failures.as_ref().is_some_and(Failures::is_printed)
    }

    /// Counts the lines of a block, and reports those that failed.
    fn block(&mut self, done: &BlockResult<'_, BlockStats>, file: &str, progress: &Progress) -> Result<(), CliError> {
        let reader = self.session.reader;
        let is_printed = self.failures.as_ref().is_some_and(Failures::is_printed);
        let block = BlockView { done, file, reader };
        self.tally.add(&block);
        for (place, error) in &done.value.failures {
            let is_new = || self.drawn.len() < MAX_DRAWN && !self.drawn.iter().any(|own| is_alike(own, error));
            let draws = self.draws() && (self.session.verbose || is_new());
            if !draws && self.failures.is_none() {
                continue;
            }
            let rejected = RejectedInput::new(done.block.content(place.start), error.clone(), reader.registry);
            let place = block.place(*place);
            if let Some(failures) = &mut self.failures {
                if rejected.is_redacted(&reader) {
                    self.session.secret_notes.count_masked("--show-password prints the failing lines as they are");
                }
                let out = &mut self.session.out;
                let mut write = || failures.write(&place, &rejected, &reader, out);
                if is_printed {
                    progress.suspend(write)?;
                } else {
                    write()?;
                }
            }
            if draws {
                self.drawn.push(error.clone());
                let drawing = rejected.draw(&reader, Some(&place), self.session.out.palette);
                progress.suspend(|| self.session.print(&drawing))?;
            }
        }
        progress.set(done.block.end());
        Ok(())
    }

    fn unreadable(&mut self, name: &str, error: &io::Error) -> Result<(), CliError> {
        self.exit = self.session.unreadable(name, error)?;
        Ok(())
    }

    fn finish(self) -> Result<Exit, CliError> {
        let Self { session, tally, drawn, failures, exit, .. } = self;
        let has_list = failures.is_some();
        let is_printed = failures.as_ref().is_some_and(Failures::is_printed);
        if let Some(failures) = failures {
            failures.finish()?;
        }
        if session.json {
            json::print(session, |reader| tally.to_json(reader))?;
        } else {
            let options = summary::SummaryOptions {
                palette: session.out.palette,
                options: session.reader.options,
                hidden: if is_printed { 0 } else { tally.invalid - drawn.len() as u64 },
                has_list,
            };
            session.print(&summary::to_text(&tally, options))?;
        }
        let result = if tally.invalid > 0 { Exit::Invalid } else { Exit::Success };
        Ok(exit.max(result))
    }
}
