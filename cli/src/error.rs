//! Errors that end a command early.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, IsTerminal, Write};

use anyurl::plugins::PluginError;
use anyurl::visible;
use anyurl_core::internal::{is_visible, visible_lines};
use clap::error::ErrorKind;
use serde_json::json;

use crate::args::Args;
use crate::exit::Exit;
use crate::output::plugin_error::PluginFault;
use crate::output::{json_line, wrap};
use crate::secrets;

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum CliError {
    /// The output cannot be written.
    Output(io::Error),
    /// A file cannot be read or written.
    File(String, io::Error),
    /// The arguments do not fit together.
    Usage(String),
    /// Options without a command.
    NoCommand,
    /// A registry file, the configuration or the lock cannot be loaded.
    Registry(String),
    /// A library or a module cannot be loaded.
    Plugin(Box<PluginFault>),
    /// A command without input: prints the help of this subcommand.
    Help(&'static str),
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<PluginError> for CliError {
    fn from(error: PluginError) -> Self {
        Self::Plugin(Box::new(error.into()))
    }
}

impl CliError {
    /// Prints the error and returns the exit code for it.
    pub(crate) fn report(&self, is_json: bool) -> Exit {
        match self {
            // A reader that closes the pipe has read enough: `anyurl parse … | head` succeeds.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Success,
            Self::Output(error) => {
                report(format_args!("cannot write: {error}"));
                Exit::Stream
            }
            Self::File(name, error) => {
                report(format_args!("{name}: {error}"));
                Exit::Stream
            }
            Self::Usage(message) => usage(ErrorKind::ArgumentConflict, &shown(message)),
            Self::NoCommand => {
                usage(ErrorKind::MissingSubcommand, "a command is missing: `anyurl --help` lists the commands")
            }
            Self::Registry(message) => {
                report(format_args!("{message}"));
                Exit::Load
            }
            Self::Plugin(error) if is_json => {
                let _ = json_line::line(&mut io::stderr(), &json!({ "error": error.to_json() }));
                Exit::Load
            }
            Self::Plugin(error) => {
                report(format_args!("{}", error.to_text()));
                Exit::Load
            }
            Self::Help(subcommand) => help(subcommand),
        }
    }
}

/// Prints a usage error as clap does, but does not exit as clap would.
fn usage(kind: ErrorKind, message: &str) -> Exit {
    // If standard error cannot be written, nothing can be reported.
    let _ = Args::definition().error(kind, message).print();
    Exit::Usage
}

/// Prints the help of a subcommand on standard error, as clap does when arguments are missing.
fn help(subcommand: &str) -> Exit {
    let mut command = Args::definition();
    if let Some(subcommand) = command.find_subcommand_mut(subcommand) {
        let _ = write!(anstream::stderr(), "{}", subcommand.render_help().ansi());
    }
    Exit::Usage
}

/// Prints a message on standard error without the secrets of the arguments. A failure to write it cannot be reported.
pub(crate) fn report(message: fmt::Arguments<'_>) {
    let text = format!("anyurl: {}", shown(&message.to_string()));
    let mut to = io::stderr();
    let _ = writeln!(to, "{}", wrap::fitted(&text, wrap::columns(to.is_terminal())));
}

/// A message as it is printed: without the secrets of the arguments, and with each argument in one line. The code that
/// writes a message need not know which of its parts are arguments.
pub(crate) fn shown(message: &str) -> String {
    let mut message = secrets::mask_message(message).into_owned();
    for argument in secrets::given() {
        let argument = secrets::mask_message(&argument);
        let value = argument.split_once('=').map_or(&*argument, |(_, value)| value);
        // Without visible characters it would be found in the message's own line ends.
        for part in [&*argument, value].into_iter().filter(|part| part.chars().any(is_visible)) {
            if let Cow::Owned(visible) = visible(part) {
                message = message.replace(part, &visible);
            }
        }
    }
    visible_lines(&message).into_owned()
}
