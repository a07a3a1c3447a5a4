//! Parses the command line. A usage error repeats arguments, so it is printed with their secrets masked.

mod implied;

use std::env;
use std::ffi::{OsStr, OsString};
use std::mem::ManuallyDrop;

use clap::error::ErrorKind;
use clap::{Args as _, Command, FromArgMatches, Subcommand as _};

use crate::args::{self, Args, Global};
use crate::error::CliError;
use crate::secrets;

/// Parses the arguments; prints help or a usage error and ends the process if clap asks for it.
pub(crate) fn parse() -> Args {
    let mut given: Vec<OsString> = env::args_os().collect();
    if let Some(args) = parse_named(&given) {
        return args;
    }
    if implied::is_parse(&given) {
        given.insert(1, "parse".into());
    }
    parse_with(&mut Args::definition(), &given).unwrap_or_else(|error| {
        let is_answer = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
        if is_answer || secrets::are_shown() {
            print_and_exit(&error);
        }
        reject(&error, &given)
    })
}

/// Parses the arguments with only those subcommands that they name: to define all of them, each with the global options,
/// takes as long as the rest of a run. `None` if clap has something to say about the arguments, which it does with all
/// subcommands.
fn parse_named(given: &[OsString]) -> Option<Args> {
    // Not freed: that takes as long as parsing, and the process is short.
    let all = ManuallyDrop::new(args::Command::augment_subcommands(Command::new("")));
    let is_named = |subcommand: &&Command| given.iter().any(|argument| *argument == *subcommand.get_name());
    let command = Global::augment_args(Command::new("locator"));
    let command = command.subcommands(all.get_subcommands().filter(is_named).cloned());
    parse_with(&mut ManuallyDrop::new(command), given).ok().filter(|args| args.command.is_some())
}

/// Parses arguments with a command that stays usable for error messages.
fn parse_with(command: &mut Command, given: &[OsString]) -> Result<Args, clap::Error> {
    let mut matches = command.try_get_matches_from_mut(given)?;
    Args::from_arg_matches_mut(&mut matches).map_err(|error| error.format(command))
}

/// Reports the error that clap finds in the same arguments with their secrets masked.
fn reject(error: &clap::Error, given: &[OsString]) -> ! {
    let masked: Vec<_> = given.iter().map(|argument| masked(argument)).collect();
    if let Err(error) = Args::definition().try_get_matches_from(masked) {
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
