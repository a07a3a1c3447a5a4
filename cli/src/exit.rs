//! How the command ends: the exit codes, and what ends it early.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::CommandFactory;

use locator::dynamic::LoadError;
use serde_json::json;

use crate::args::Args;
use crate::libraries;
use crate::secrets;

/// The exit codes, for `--help`. Most usage errors are found by clap, which has the same number for them.
pub(crate) const TABLE: &str = "\
Exit codes:
  0  all well
  1  some input was invalid, refused or not equivalent, or a name is not registered
  2  usage
  3  a registry or plugin could not be loaded
  4  a file or stream could not be read or written";

/// How a command has ended; of two ends the later one in this list counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Exit {
    /// All well.
    Well,
    /// Some input was invalid.
    Invalid,
    /// Nothing was asked.
    Usage,
    /// A registry or a library could not be loaded.
    Load,
    /// A file or stream error, which has been told.
    Stream,
}

impl Exit {
    /// The number of the table.
    pub(crate) const fn code(self) -> u8 {
        match self {
            Self::Well => 0,
            Self::Invalid => 1,
            Self::Usage => 2,
            Self::Load => 3,
            Self::Stream => 4,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// What ends a command before its end.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The output cannot be written.
    Output(io::Error),
    /// A file that was named cannot be written.
    File(String, io::Error),
    /// The arguments do not fit together.
    Usage(String),
    /// Options, and nothing to do with them.
    NoCommand,
    /// A registry file cannot be loaded: why.
    Registry(String),
    /// A library cannot be loaded.
    Plugin(Box<LoadError>),
    /// Nothing was asked: the help of this subcommand.
    Help(&'static str),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<LoadError> for Trouble {
    fn from(error: LoadError) -> Self {
        Self::Plugin(Box::new(error))
    }
}

impl Trouble {
    /// Tells what the matter is, and how the command ends with it.
    pub(crate) fn tell(&self, is_json: bool) -> Exit {
        match self {
            // Who closes the pipe has read enough: `locator parse … | head` is all well.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Well,
            Self::Output(error) => {
                complain(format_args!("cannot write: {error}"));
                Exit::Stream
            }
            Self::File(name, error) => {
                complain(format_args!("{name}: {error}"));
                Exit::Stream
            }
            Self::Usage(message) => usage(clap::error::ErrorKind::ArgumentConflict, &secrets::in_words(message)),
            Self::NoCommand => {
                usage(clap::error::ErrorKind::MissingSubcommand, "a command is missing: `locator --help` lists them")
            }
            Self::Registry(message) => {
                complain(format_args!("{message}"));
                Exit::Load
            }
            Self::Plugin(error) if is_json => {
                let value = json!({ "error": libraries::json(error) });
                let _ = writeln!(io::stderr(), "{value}");
                Exit::Load
            }
            Self::Plugin(error) => {
                complain(format_args!("{}", libraries::drawn(error)));
                Exit::Load
            }
            Self::Help(subcommand) => help(subcommand),
        }
    }
}

/// Prints what clap says of the arguments, such as the help that was asked for, and ends the process.
pub(crate) fn of_arguments(error: &clap::Error) -> ! {
    let code = match error.print() {
        Err(failed) if !error.use_stderr() => Trouble::Output(failed).tell(false).code().into(),
        _ => error.exit_code(),
    };
    std::process::exit(code)
}

/// Prints a usage error as clap does, and does not exit as clap would: the caller has more to do.
fn usage(kind: clap::error::ErrorKind, message: &str) -> Exit {
    // Where standard error cannot be written, no one can be told.
    let _ = Args::command().error(kind, message).print();
    Exit::Usage
}

/// Prints the help of a subcommand where clap prints it when arguments are missing.
fn help(subcommand: &str) -> Exit {
    let mut command = Args::command();
    command.build();
    if let Some(subcommand) = command.find_subcommand_mut(subcommand) {
        let _ = write!(anstream::stderr(), "{}", subcommand.render_help().ansi());
    }
    Exit::Usage
}

/// One line on standard error, without the secrets of the arguments. A failure to write even that cannot be reported.
pub(crate) fn complain(message: fmt::Arguments<'_>) {
    let message = message.to_string();
    let _ = writeln!(io::stderr(), "locator: {}", secrets::in_words(&message));
}
