//! Parses the command line. A usage error repeats arguments, so it is printed with their secrets masked, and with everything
//! in them visible.

mod implied;

use std::borrow::Cow;
use std::env;
use std::ffi::{OsStr, OsString};
use std::mem::ManuallyDrop;

use clap::error::ErrorKind;
use clap::{Args as _, Command, FromArgMatches as _};
use locator::Redaction;
use locator::report::visible;

use crate::args::{self, Args, Deferred, Global};
use crate::error::{self, CliError};
use crate::secrets;

/// Parses the arguments; prints help or a usage error and ends the process if clap asks for it.
pub(crate) fn parse() -> Args {
    let mut given: Vec<OsString> = env::args_os().collect();
    if let Some(args) = parse_alone(&given) {
        return args;
    }
    if implied::is_parse(&given) {
        given.insert(1, "parse".into());
        if let Some(args) = parse_alone(&given) {
            return args;
        }
    }
    parse_with(&mut Args::definition(), &given).unwrap_or_else(|error| {
        let is_answer = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
        if is_answer {
            print_and_exit(&error);
        }
        reject(&error, &given)
    })
}

/// Parses the arguments of a command whose name comes first, and that has no subcommands, as those of a program of its own:
/// to define all commands, each with the global options, takes as long as the rest of a run. `None` for other arguments,
/// and if clap has something to say about them, which it does with all commands.
fn parse_alone(given: &[OsString]) -> Option<Args> {
    use args::Command as Named;

    let given = given.get(1..)?;
    match given.first()?.to_str()? {
        "parse" => parse_as(Named::Parse, given),
        "check" => parse_as(Named::Check, given),
        "plan" => parse_as(Named::Plan, given),
        "canonical" => parse_as(Named::Canonical, given),
        "same" => parse_as(Named::Same, given),
        "compare" => parse_as(Named::Compare, given),
        "extract" => parse_as(Named::Extract, given),
        "scrub" => parse_as(Named::Scrub, given),
        "resolve" => parse_as(Named::Resolve, given),
        "gateway" => parse_as(Named::Gateway, given),
        "build" => parse_as(Named::Build, given),
        "schemes" => parse_as(Named::Schemes, given),
        _ => None,
    }
}

/// Parses the name of a command and its arguments, among which are global options.
fn parse_as<T: clap::Args>(command: fn(Deferred<T>) -> args::Command, given: &[OsString]) -> Option<Args> {
    let definition = Global::augment_args(T::augment_args(Command::new("locator")));
    // Not freed: that takes as long as parsing, and the process is short.
    let matches = ManuallyDrop::new(definition).try_get_matches_from_mut(given).ok()?;
    let mut matches = ManuallyDrop::new(matches);
    let global = Global::from_arg_matches_mut(&mut matches).ok()?;
    let own = T::from_arg_matches_mut(&mut matches).ok()?;
    // The one option that is not global belongs before the name of the command.
    let args = Args { global, command: Some(command(Deferred(own))) };
    Some(args).filter(|args| args.global.supervised_by.is_none())
}

/// Parses arguments with a command that stays usable for error messages.
fn parse_with(command: &mut Command, given: &[OsString]) -> Result<Args, clap::Error> {
    let mut matches = command.try_get_matches_from_mut(given)?;
    Args::from_arg_matches_mut(&mut matches).map_err(|error| error.format(command))
}

/// Reports the error that clap finds in the same arguments as they are shown.
fn reject(error: &clap::Error, given: &[OsString]) -> ! {
    let shown: Vec<_> = given.iter().map(|argument| shown(argument)).collect();
    if let Err(error) = Args::definition().try_get_matches_from(shown) {
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
        if secrets::are_shown() { Redaction::NONE } else { locator::registry().guess_secrets_in_bytes(bytes) };
    let text = String::from_utf8_lossy(bytes);
    if redaction.is_none() && matches!(visible(&text), Cow::Borrowed(_)) {
        return argument.to_owned();
    }
    visible(&String::from_utf8_lossy(&redaction.apply_to_bytes(bytes))).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(line: &str) -> Vec<OsString> {
        ["locator"].into_iter().chain(line.split_whitespace()).map(OsString::from).collect()
    }

    #[test]
    fn a_command_alone_is_parsed_as_among_all_commands() {
        for line in [
            "parse",
            "parse help",
            "parse -q --json a: -- -b: parse",
            "parse a: --lenient --registry a --registry=b --allow c -v",
            "parse --params --json --profile current --color never a:",
            "parse --get {host} --set host=i --qtrim j a:",
            "check --jobs 2 --failures a b --compare",
            "plan --json news:a@b",
            "canonical --on-error fail -f a",
            "same a: b:",
            "compare a:",
            "extract a --deny b",
            "scrub a",
            "resolve http://h/a --rules url6 -x ../y",
            "gateway a:",
            "build ftp host=h --segment a",
            "schemes",
            "schemes http --svg",
        ] {
            let alone = parse_alone(&given(line)).map(|args| format!("{args:?}"));
            let among_all = parse_with(&mut Args::definition(), &given(line)).map(|args| format!("{args:?}"));
            assert_eq!(alone, Some(among_all.unwrap()), "{line}");
        }
    }

    #[test]
    fn clap_answers_and_rejects_with_all_commands() {
        for line in [
            "parse -h",
            "parse --help",
            "parse --version",
            "parse --frobnicate a:",
            "parse --supervised-by 1 a:",
            "parse -q -v a:",
            "parse --json --json a:",
            "parse --params a:",
            "parse --profile a b:",
            "check --jobs 0",
            "same a:",
            "schemes --svg",
            "schemes http --svg --json",
        ] {
            assert!(parse_alone(&given(line)).is_none(), "{line}");
            assert!(parse_with(&mut Args::definition(), &given(line)).is_err(), "{line}");
        }
    }
}
