//! Folds the global options in the help of each subcommand, where they would be longer than its own options.

use clap::{Arg, Command};

use super::unused;

/// The global options that decide which texts are URLs, and so what nearly every command prints.
const DECIDING: [&str; 2] = ["--lenient", "--profile"];

/// Explains the global options in the help of the command itself, and those that decide the result where they do.
pub(super) fn fold(command: Command) -> Command {
    let names: Vec<_> =
        command.get_arguments().filter(|argument| is_shown(argument)).filter_map(Arg::get_long).collect();
    let names: Vec<_> = names.iter().map(|name| format!("--{name}")).collect();
    command.mut_subcommands(|subcommand| {
        let name = subcommand.get_name().to_owned();
        let used = names.iter().map(String::as_str).filter(|one| unused::uses(&name, one));
        let (explained, others): (Vec<_>, Vec<_>) = used.partition(|one| DECIDING.contains(one));
        let head = if explained.is_empty() { "Global options" } else { "Other global options" };
        let line = format!("{head}: {}\n(`anyurl --help` explains them and the exit codes)", others.join(" "));
        fold_one(subcommand, &explained, &line)
    })
}

fn is_shown(argument: &Arg) -> bool {
    argument.is_global_set() && !argument.is_hide_set()
}

fn fold_one(command: Command, explained: &[&str], line: &str) -> Command {
    let command = command.mut_subcommands(|subcommand| fold_one(subcommand, explained, line));
    let is_explained =
        |argument: &Arg| argument.get_long().is_some_and(|name| explained.contains(&&*format!("--{name}")));
    let hide = |argument: Arg| {
        let is_hidden = argument.is_global_set() && !is_explained(&argument);
        if is_hidden { argument.hide(true) } else { argument }
    };
    command.mut_args(hide).after_help(line.to_owned())
}
