//! Parses the command line. A usage error repeats arguments, so it is printed with their secrets masked.

use std::env;
use std::ffi::{OsStr, OsString};
use std::mem::ManuallyDrop;

use clap::error::ErrorKind;
use clap::{Command, CommandFactory, FromArgMatches, Parser};

use crate::args::Args;
use crate::error::CliError;
use crate::secrets;

/// Parses the arguments; prints help or a usage error and ends the process if clap asks for it.
pub(crate) fn parse() -> Args {
    // The tree of commands is not freed: that takes as long as parsing with it, and the process is short.
    let mut command = ManuallyDrop::new(Args::command());
    parse_with(&mut command).unwrap_or_else(|error| {
        let is_answer = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
        if is_answer || secrets::are_shown() {
            print_and_exit(&error);
        }
        reject(&error)
    })
}

/// Parses the arguments of the process with a command that stays usable for error messages.
fn parse_with(command: &mut Command) -> Result<Args, clap::Error> {
    let mut matches = command.try_get_matches_from_mut(env::args_os())?;
    Args::from_arg_matches_mut(&mut matches).map_err(|error| error.format(command))
}

/// Reports the error that clap finds in the same arguments with their secrets masked.
fn reject(error: &clap::Error) -> ! {
    let masked: Vec<_> = env::args_os().map(|argument| masked(&argument)).collect();
    if let Err(error) = Args::try_parse_from(masked) {
        print_and_exit(&error);
    }
    // The masked arguments are valid, so the message about the original ones is masked instead.
    eprint!("{}", secrets::mask_message(&error.to_string()));
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

/// One argument without its secrets.
fn masked(argument: &OsStr) -> OsString {
    let bytes = argument.as_encoded_bytes();
    let redaction = locator::registry().guess_secrets_in_bytes(bytes);
    if redaction.is_none() {
        return argument.to_owned();
    }
    String::from_utf8_lossy(&redaction.apply_to_bytes(bytes)).into_owned().into()
}
