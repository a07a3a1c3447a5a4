//! What may be printed of the arguments: a URL given where something else belongs brings its password along.
//!
//! Messages about files, names and usage repeat arguments. They are masked as a whole, because who writes a message cannot
//! know which of them is a URL.

use std::borrow::Cow;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::Parser;
use clap::error::ErrorKind;

use crate::args::Args;
use crate::exit;

/// Variables whose values messages may repeat.
const VARIABLES: [&str; 3] = ["LOCATOR_CONFIG", "LOCATOR_ENV", "LOCATOR_REGISTRY"];

/// A message without the secrets of the arguments, and without what else in it looks like a login.
pub(crate) fn in_words(words: &str) -> Cow<'_, str> {
    if are_shown() {
        return Cow::Borrowed(words);
    }
    let given = given();
    let about = given.iter().map(String::as_str);
    Cow::Owned(locator::registry().mask_words(words, about))
}

/// A path, as a message may show it.
pub(crate) fn in_path(path: &Path) -> String {
    let text = path.display().to_string();
    if are_shown() {
        return text;
    }
    let redaction = locator::registry().guess_secrets(&text);
    redaction.apply(&text).into_owned()
}

/// Arguments, and what stands for arguments.
fn given() -> Vec<String> {
    let variables = VARIABLES.iter().filter_map(env::var_os);
    let given = env::args_os().skip(1).chain(variables);
    given.map(|text| text.to_string_lossy().into_owned()).collect()
}

/// Whether passwords were asked for. Arguments that do not fit together were not read, so they are looked at here.
fn are_shown() -> bool {
    env::args_os().any(|argument| argument == "--show-password")
}

/// The arguments; the process ends where they cannot be read, with a message that repeats none of their secrets.
pub(crate) fn arguments() -> Args {
    Args::try_parse().unwrap_or_else(|error| {
        let is_answer = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
        if is_answer || are_shown() {
            exit::of_arguments(&error);
        }
        refuse(&error)
    })
}

/// Refuses the arguments as if they had been given without secrets.
fn refuse(error: &clap::Error) -> ! {
    let masked: Vec<_> = env::args_os().map(|argument| masked(&argument)).collect();
    if let Err(error) = Args::try_parse_from(masked) {
        exit::of_arguments(&error);
    }
    // What is masked is right, and what was given is not: the message is masked instead.
    let message = error.to_string();
    eprint!("{}", in_words(&message));
    std::process::exit(error.exit_code())
}

/// One argument without its secrets.
fn masked(argument: &OsStr) -> OsString {
    let bytes = argument.as_encoded_bytes();
    let redaction = locator::registry().guess_secrets_in_bytes(bytes);
    if redaction.is_none() {
        return argument.to_owned();
    }
    let shown = redaction.apply_to_bytes(bytes);
    String::from_utf8_lossy(&shown).into_owned().into()
}
