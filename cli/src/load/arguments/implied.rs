//! `anyurl URL` means `anyurl parse URL`.

use std::ffi::OsString;
use std::io::{self, BufRead};

use clap::{Arg, Args as _, Command};

use crate::args::{self, Global};
use crate::input;

/// Whether no command is named, and the first argument that is no global option is a URL or an option of `parse`.
pub(super) fn is_parse(given: &[OsString]) -> bool {
    first(given).map(|at| given[at].to_string_lossy()).is_some_and(|argument| {
        match argument.strip_prefix('-').filter(|rest| !rest.is_empty()) {
            Some(option) => is_option_of_parse(option),
            None => is_url(&argument),
        }
    })
}

/// Whether there is no command, no URL and no question, and standard input has text: `echo URL | anyurl`.
pub(super) fn reads_stdin(given: &[OsString]) -> bool {
    let asks = given.iter().any(|argument| argument.to_string_lossy().starts_with("--explain"));
    // What is read to find out stays in the buffer of standard input.
    let has_text = || !input::would_wait() && io::stdin().lock().fill_buf().is_ok_and(|buffer| !buffer.is_empty());
    !asks && first(given).is_none() && has_text()
}

/// The place of the first argument that is no global option with its value.
pub(super) fn first(given: &[OsString]) -> Option<usize> {
    let global = Global::augment_args(Command::new("anyurl"));
    let mut rest = given.iter().map(|argument| argument.to_string_lossy()).enumerate().skip(1);
    while let Some((at, argument)) = rest.next() {
        let Some(found) = argument.strip_prefix('-').and_then(|option| find(&global, option)) else {
            return Some(at);
        };
        let has_value = found.get_action().takes_values() && !argument.contains('=');
        if has_value && rest.next().is_none() {
            return Some(at);
        }
    }
    None
}

/// Whether an argument is no command, perhaps misspelt: those consist of letters.
fn is_url(argument: &str) -> bool {
    argument == "-" || argument.contains([':', '/', '.'])
}

fn is_option_of_parse(option: &str) -> bool {
    option == "-" || find(&args::Parse::augment_args(Command::new("parse")), option).is_some()
}

/// The option of a command, without its first `-`: `-get=…` or `g{host}`.
fn find<'c>(command: &'c Command, option: &str) -> Option<&'c Arg> {
    let long = option.strip_prefix('-').map(|long| long.split('=').next().unwrap_or_default());
    let is_named = |argument: &&Arg| match long {
        Some(long) => {
            let aliases = argument.get_all_aliases().unwrap_or_default();
            argument.get_long().is_some_and(|name| name == long) || aliases.contains(&long)
        }
        None => argument.get_short().is_some_and(|short| option.starts_with(short)),
    };
    command.get_arguments().find(is_named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_and_their_options_imply_a_command() {
        for (line, expect) in [
            ("http://h/", true),
            ("h.example", true),
            ("-", true),
            ("-- mailto:a@h", true),
            ("--lenient --profile current http://h/", true),
            ("--profile=current http://h/", true),
            ("-q http://h/", true),
            ("--get {host}", true),
            ("-g{host}", true),
            ("--json --set=host=i", true),
            ("--qtrim a", true),
            ("--registry http://h/", false),
            ("check http://h/", false),
            ("--lenient check urls.txt", false),
            ("chekc urls.txt", false),
            ("--frobnicate http://h/", false),
            ("--version", false),
            ("-h", false),
            ("", false),
        ] {
            let given: Vec<OsString> =
                ["anyurl"].into_iter().chain(line.split_whitespace()).map(OsString::from).collect();
            assert_eq!(is_parse(&given), expect, "{line}");
        }
    }
}
