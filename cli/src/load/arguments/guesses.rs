//! What people type for a command or an option that has another name here: the error names the right one.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Names of commands, and those to use.
const COMMANDS: [(&str, &str); 25] = [
    ("validate", "check"),
    ("verify", "check"),
    ("lint", "registry lint"),
    ("normalize", "canonical"),
    ("normalise", "canonical"),
    ("equal", "same"),
    ("diff", "compare"),
    ("find", "extract"),
    ("grep", "extract"),
    ("links", "extract"),
    ("mask", "scrub"),
    ("redact", "scrub"),
    ("sanitize", "scrub"),
    ("escape", "encode"),
    ("unescape", "decode"),
    ("scp", "scp-to-url"),
    ("join", "resolve"),
    ("relative", "relativize"),
    ("show", "schemes"),
    ("list", "schemes"),
    ("scheme", "schemes"),
    ("init", "registry new"),
    ("new", "registry new"),
    ("set", "parse --set NAME=VALUE"),
    ("get", "parse --get FORMAT"),
];

/// Names of commands of `registry`, and those to use.
const OF_REGISTRY: [(&str, &str); 7] = [
    ("validate", "lint"),
    ("check", "lint"),
    ("init", "new"),
    ("create", "new"),
    ("override", "add"),
    ("show", "export"),
    ("list", "export"),
];

/// Options of trurl, and what to write instead.
const OPTIONS: [(&str, &str); 9] = [
    ("--url", "write the URL as an argument, without an option"),
    ("--redirect", "use `anyurl resolve URL REFERENCE`"),
    ("--verify", "omit it: an invalid URL is always an error, and `--on-error fail` also stops"),
    ("--curl", "use `--no-default-registry`, which reads only the ten names of RFC 1738"),
    ("--trim", "use `--query-remove NAME`, or `--qtrim NAME`"),
    ("--accept-space", "use `--lenient`, which also accepts other common deviations"),
    ("--no-guess-scheme", "omit it: a scheme is guessed only with `--guess-scheme`"),
    ("--guess-scheme", "write the scheme: only `anyurl parse` guesses it"),
    ("--relativize", "use `anyurl relativize BASE URL`"),
];

/// Adds what to write instead to a usage error.
pub(super) fn answer(error: &mut clap::Error, given: &[String]) {
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else { return };
            let is_registry = given.iter().any(|argument| argument == "registry");
            let names = if is_registry { &OF_REGISTRY[..] } else { &COMMANDS[..] };
            if let Some((_, meant)) = names.iter().find(|(guess, _)| guess == name) {
                let meant = ContextValue::Strings(vec![(*meant).to_owned()]);
                error.insert(ContextKind::SuggestedSubcommand, meant);
            }
        }
        ErrorKind::UnknownArgument => {
            let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidArg) else { return };
            let name = name.split(['=', ' ']).next().unwrap_or_default();
            if let Some((_, instead)) = OPTIONS.iter().find(|(guess, _)| *guess == name) {
                error.remove(ContextKind::SuggestedArg);
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(*instead)]));
            }
        }
        _ => {}
    }
}
