//! Processes every input of a command: the arguments, and the lines of files and of standard input.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::Url;
use anyurl::batch::{Batch, Content};
use anyurl::visible;

use crate::args::{Input, Inputs, OnError};
use crate::error::CliError;
use crate::exit::Exit;
use crate::input::reader::text_of;
use crate::input::rejected::RejectedInput;
use crate::input::{self, Source};
use crate::output::json;
use crate::progress::{Output, Progress};
use crate::session::Session;

/// What a command prints for each URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// One line, or as many for each URL, so that an empty line can stand for an invalid one.
    Lines,
    /// Several lines, or none.
    Other,
}

/// What a command did with one input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Done {
    pub(crate) exit: Exit,
    /// Whether its line was printed, so that no empty line stands for it.
    pub(crate) has_line: bool,
}

impl From<Exit> for Done {
    /// An input that failed has no line.
    fn from(exit: Exit) -> Self {
        Self { exit, has_line: exit == Exit::Success }
    }
}

/// Processes one input, with its place if it is a line.
type Process<'p> = dyn FnMut(&mut Session, Content<'_>, Option<&str>) -> io::Result<Done> + 'p;

/// Calls `process` with each URL, and prints an error for each input that is not a URL. Returns the worst result.
pub(crate) fn for_each_input(
    session: &mut Session,
    inputs: &Inputs,
    command: &'static str,
    shape: Shape,
    mut process: impl FnMut(&mut Session, Url<'_>) -> io::Result<Exit>,
) -> Result<Exit, CliError> {
    for_each_text(session, inputs, command, shape, &mut |session, input, place| match session.reader.read(input) {
        Ok(url) => process(session, url).map(Done::from),
        Err(rejected) => print_rejected(session, &rejected, place).map(Done::from),
    })
}

/// The files that are named, or standard input. A command without both prints its help.
pub(crate) fn files_or_stdin<'f>(files: &'f [PathBuf], command: &'static str) -> Result<Cow<'f, [PathBuf]>, CliError> {
    match files {
        [] if input::would_wait() => Err(CliError::Help(command)),
        [] => Ok(vec![PathBuf::from("-")].into()),
        files => Ok(files.into()),
    }
}

/// Calls `process` with each input. Returns the worst result.
pub(crate) fn for_each_text(
    session: &mut Session,
    inputs: &Inputs,
    command: &'static str,
    shape: Shape,
    process: &mut Process<'_>,
) -> Result<Exit, CliError> {
    if inputs.urls.is_empty() && inputs.files.is_empty() && input::would_wait() {
        return Err(CliError::Help(command));
    }
    session.is_null_terminated = inputs.null;
    let default = if shape == Shape::Lines && !inputs.is_single() { OnError::Blank } else { OnError::Skip };
    let mut each =
        Each { exit: Exit::Success, null: inputs.null, on_error: inputs.on_error.unwrap_or(default), process };
    for input in inputs.each() {
        let flow = match input {
            Input::Text(text) => {
                let flow = each.one(session, text.as_encoded_bytes().into(), None)?;
                hint_at_file(session, text, each.exit)?;
                flow
            }
            Input::Lines(path) => each.lines(session, path)?,
        };
        if flow.is_break() {
            break;
        }
    }
    Ok(each.exit)
}

/// Calls `process` with each input that is a text, and prints why another is none.
pub(crate) fn for_each_line(
    session: &mut Session,
    inputs: &Inputs,
    command: &'static str,
    shape: Shape,
    process: impl Fn(&mut Session, &str, Option<&str>) -> io::Result<Exit>,
) -> Result<Exit, CliError> {
    for_each_text(session, inputs, command, shape, &mut |session, input, place| match text_of(input) {
        Ok(text) => process(session, text, place).map(Done::from),
        Err(error) => {
            let rejected = RejectedInput::new(input, error, session.reader.registry);
            print_rejected(session, &rejected, place).map(Done::from)
        }
    })
}

struct Each<'p> {
    /// The worst result.
    exit: Exit,
    /// Whether lines end with NUL.
    null: bool,
    on_error: OnError,
    process: &'p mut Process<'p>,
}

impl Each<'_> {
    /// One input. Breaks if the command ends with an error.
    fn one(&mut self, session: &mut Session, input: Content<'_>, place: Option<&str>) -> io::Result<ControlFlow<()>> {
        let Done { exit, has_line } = (self.process)(session, input, place)?;
        self.exit = self.exit.max(exit);
        match self.on_error {
            _ if exit == Exit::Success => {}
            OnError::Blank if !session.json && !has_line => {
                session.out.exact().write_all(if self.null { b"\0" } else { b"\n" })?;
            }
            OnError::Fail => return Ok(ControlFlow::Break(())),
            OnError::Blank | OnError::Skip => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Every line of a file, or of standard input for `-`.
    fn lines(&mut self, session: &mut Session, path: &Path) -> Result<ControlFlow<()>, CliError> {
        let source = match Source::lines(path) {
            Ok(source) => source,
            Err(error) => return self.unreadable(session, &input::name(path), &error),
        };
        let Source { name, stream, len } = source;
        let progress = Progress::of_stream(session, &name, len, Output::Meanwhile);
        let batch = Batch::new(stream);
        let mut blocks = if self.null { batch.null_terminated() } else { batch }.blocks();
        let mut number = 0;
        loop {
            let block = match blocks.next() {
                Ok(Some(block)) => block,
                Ok(None) => return Ok(ControlFlow::Continue(())),
                Err(error) => return self.unreadable(session, &name, &error),
            };
            for line in block.lines() {
                number += 1;
                let place = format!("{name}:{number}");
                if self.one(session, line.content, Some(&place))?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            progress.set(block.end());
            // A program that writes a line and waits for the answer receives it.
            session.finish()?;
        }
    }

    /// Reports a stream that cannot be read. The other inputs are processed nevertheless.
    fn unreadable(
        &mut self,
        session: &mut Session,
        name: &str,
        error: &io::Error,
    ) -> Result<ControlFlow<()>, CliError> {
        self.exit = session.unreadable(name, error)?;
        Ok(if self.on_error == OnError::Fail { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}

/// After an invalid argument that is the name of a file, names the option that reads its lines.
fn hint_at_file(session: &mut Session, argument: &OsStr, exit: Exit) -> io::Result<()> {
    let path = Path::new(argument);
    if exit == Exit::Success || session.json || !path.is_file() {
        return Ok(());
    }
    let name = input::name(path);
    let anyurl::Style { frame, label, reset, .. } = session.err.palette.report;
    writeln!(session.err, "  {frame}={reset} {label}help{reset}: {name} is a file: `--url-file {name}` reads its lines")
}

/// Prints a message about an input on standard error.
pub(crate) fn note(session: &mut Session, input: &str, label: &str, message: &str) -> io::Result<()> {
    session.out.flush()?;
    let style = session.err.palette.report;
    let colour = if label == "error" { style.error } else { style.label };
    writeln!(session.err, "{colour}{label}{}: {}: {}", style.reset, visible(input), visible(message))
}

/// Prints why an input is not a URL.
pub(crate) fn print_rejected(
    session: &mut Session,
    rejected: &RejectedInput<'_>,
    place: Option<&str>,
) -> io::Result<Exit> {
    if session.json {
        json::print(session, |reader| json::rejected(rejected, reader))?;
    } else {
        let drawing = rejected.draw(&session.reader, place, session.err.palette);
        session.eprint(&drawing)?;
    }
    Ok(Exit::Invalid)
}
