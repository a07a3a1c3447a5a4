//! What people type for a command or an option that has another name here: the error names the right one.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Names of commands, and those to use.
const COMMANDS: [(&str, &str); 23] = [
    ("validate verify count stats", "check"),
    ("lint", "registry lint"),
    ("why", "registry why"),
    ("init new", "registry new"),
    ("normalize normalise sort uniq dedupe", "canonical"),
    ("equal eq", "same"),
    ("diff", "compare"),
    ("find grep links urls", "extract"),
    ("filter", "extract --all --scheme NAME"),
    ("defang", "extract --all --defang"),
    ("refang", "extract --all --defanged"),
    ("mask redact sanitize", "scrub"),
    ("escape quote urlencode percent-encode", "encode"),
    ("unescape unquote urldecode percent-decode", "decode"),
    ("scp from-scp", "scp-to-url"),
    ("to-scp ssh-to-scp", "url-to-scp"),
    ("join", "resolve"),
    ("relative", "relativize"),
    ("curl fetch open", "plan"),
    ("expand template", "build SCHEME NAME=VALUE..."),
    ("show list scheme info", "schemes"),
    ("set", "parse --set NAME=VALUE"),
    ("get host hosts domain domains", "parse --get FORMAT"),
];

/// Names of commands of `registry`, and those to use.
const OF_REGISTRY: [(&str, &str); 5] = [
    ("validate check", "lint"),
    ("init create", "new"),
    ("override", "new --override SCHEME"),
    ("show explain", "why"),
    ("list", "export"),
];

/// Options of trurl and of other tools, and what to write instead. Those of one command are before those of all.
const OPTIONS: [(&str, &str, &str); 25] = [
    ("check", "--invalid --only-invalid --valid", "use `--failures FILE`, or `--failures -` for standard output"),
    ("extract", "-r --recursive", "name the files: `find DIR -type f -exec anyurl extract --all {} +`"),
    ("extract", "-c --count --unique", "print only the URLs: `anyurl extract --all -o FILE | sort | uniq -c`"),
    ("extract", "--refang", "use `--defanged`"),
    ("scrub", "--except --exclude --ignore", "use `--keep-field NAME`"),
    ("encode", "--component --path --query --fragment --user", "use `--as COMPONENT`"),
    ("encode", "--form --plus", "omit it: a form reads `%20` as a space, too"),
    ("decode", "--form --plus", "write a space for each `+` before: `tr + ' ' | anyurl decode`"),
    ("decode", "--as --component", "omit it: escapes mean the same in every component"),
    ("", "--url", "write the URL as an argument, without an option"),
    ("", "--redirect", "use `anyurl resolve URL REFERENCE`"),
    ("", "--base --relative --relative-to", "use `anyurl resolve BASE REFERENCE` or `anyurl relativize BASE URL`"),
    ("", "--verify --strict", "omit it: an invalid URL is always an error, and `--on-error fail` also stops"),
    ("", "--curl", "use `--no-default-registry`, which reads only the ten names of RFC 1738"),
    ("", "--trim", "use `--query-remove NAME`, or `--qtrim NAME`"),
    ("", "--accept-space", "use `--lenient`, which also accepts other common deviations"),
    ("", "--no-guess-scheme", "omit it: a scheme is guessed only with `--guess-scheme`"),
    ("", "--guess-scheme", "write the scheme: only `anyurl parse` guesses it"),
    ("", "--normalize --normalise", "use `--canonical`, or `anyurl canonical`"),
    ("", "--get -g", "only `anyurl parse` has it: pass the URLs on, as in `… | anyurl --get FORMAT`"),
    ("", "--format --field --fields --output --host --csv", "use a format, `--get '{host},{port}'`, or `--json`"),
    ("", "-z --zero --print0", "use `-0`, or `--null`"),
    ("", "--defang --defanged --refang", "`anyurl extract --all` has `--defang` and `--defanged`"),
    ("", "--encode --decode", "use `anyurl encode` or `anyurl decode`"),
    ("", "--scp", "use `anyurl scp-to-url`"),
];

/// Adds what to write instead to a usage error.
pub(super) fn answer(error: &mut clap::Error, given: &[String]) {
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else { return };
            let is_registry = given.iter().any(|argument| argument == "registry");
            let names = if is_registry { &OF_REGISTRY[..] } else { &COMMANDS[..] };
            if let Some((_, meant)) = names.iter().find(|(guesses, _)| has(guesses, name)) {
                let meant = ContextValue::Strings(vec![(*meant).to_owned()]);
                error.insert(ContextKind::SuggestedSubcommand, meant);
            }
        }
        ErrorKind::UnknownArgument => {
            let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidArg) else { return };
            let name = name.split(['=', ' ']).next().unwrap_or_default();
            let is_of = |command: &str| command.is_empty() || given.iter().any(|argument| argument == command);
            let mut options = OPTIONS.iter();
            if let Some((.., instead)) = options.find(|(command, guesses, _)| is_of(command) && has(guesses, name)) {
                error.remove(ContextKind::SuggestedArg);
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(*instead)]));
            }
        }
        _ => {}
    }
}

/// Whether a list of names, with spaces between them, has this one.
fn has(names: &str, name: &str) -> bool {
    names.split(' ').any(|one| one == name)
}
