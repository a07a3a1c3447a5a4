//! Parses the command line. A usage error repeats arguments, so it is printed with their secrets masked, and with everything
//! in them visible.

mod guesses;
mod implied;

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};

use anyurl::visible;
use anyurl_core::internal::Redaction;
use clap::error::ErrorKind;
use clap::{Command, CommandFactory as _, FromArgMatches as _};

use crate::args::Args;
use crate::error::{self, CliError};
use crate::invocation::Invocation;
use crate::secrets;

/// Parses the arguments; prints help or a usage error and ends the process if clap asks for it.
pub(crate) fn parse() -> Args {
    let mut given = Invocation::current().words.clone();
    if implied::is_parse(&given) {
        given.insert(1, "parse".into());
    } else if implied::reads_stdin(&given) {
        given.extend(["parse", "-"].map(OsString::from));
    } else if given.get(1).is_some_and(|first| first == "explain") {
        given.remove(1);
        given.insert(implied::first(&given).unwrap_or(given.len()), "--explain".into());
    }
    // Without what only help and errors need: to define it takes as long as the rest of a run.
    if let Ok(args) = parse_with(&mut Args::command(), &given) {
        return args;
    }
    parse_with(&mut Args::definition(), &given).unwrap_or_else(|error| {
        let is_answer = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
        if is_answer {
            print_and_exit(&error);
        }
        reject(&error, &given)
    })
}

/// Parses arguments with a command that stays usable for error messages.
fn parse_with(command: &mut Command, given: &[OsString]) -> Result<Args, clap::Error> {
    let mut matches = command.try_get_matches_from_mut(given)?;
    Args::from_arg_matches_mut(&mut matches).map_err(|error| error.format(command))
}

/// Reports the error that clap finds in the same arguments as they are shown.
fn reject(error: &clap::Error, given: &[OsString]) -> ! {
    let shown: Vec<_> = given.iter().map(|argument| shown(argument)).collect();
    if let Err(mut error) = Args::definition().try_get_matches_from(&shown) {
        let shown: Vec<_> = shown.iter().map(|argument| argument.to_string_lossy().into_owned()).collect();
        guesses::answer(&mut error, &shown);
        print_and_exit(&error);
    }
    // These are valid, so the message about the original ones is changed instead.
    eprint!("{}", error::shown(&error.to_string()));
    std::process::exit(error.exit_code())
}

/// Prints what clap says about the arguments, such as the requested help, and ends the process.
fn print_and_exit(error: &clap::Error) -> ! {
    let code = match error.print() {
        Err(failed) if !error.use_stderr() => CliError::Output(failed).report(false).code().into(),
        _ => error.exit_code(),
    };
    std::process::exit(code)
}

/// One argument without its secrets, unless they are shown, and in one line.
fn shown(argument: &OsStr) -> OsString {
    let bytes = argument.as_encoded_bytes();
    let redaction =
        if secrets::are_shown() { Redaction::NONE } else { anyurl::registry().guess_secrets_in_bytes(bytes) };
    let text = String::from_utf8_lossy(bytes);
    if redaction.is_none() && matches!(visible(&text), Cow::Borrowed(_)) {
        return argument.to_owned();
    }
    visible(&String::from_utf8_lossy(&redaction.apply_to_bytes(bytes))).into_owned().into()
}
