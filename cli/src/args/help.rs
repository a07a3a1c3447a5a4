//! Folds the global options in the help of each subcommand, where they would be longer than its own options.

use clap::{Arg, Command};

/// Explains the global options only in the help of the command itself.
pub(super) fn fold(command: Command) -> Command {
    let names: Vec<_> =
        command.get_arguments().filter(|argument| is_shown(argument)).filter_map(Arg::get_long).collect();
    let names: Vec<_> = names.iter().map(|name| format!("--{name}")).collect();
    let line = format!("Global options: {}\n(`anyurl --help` explains them and the exit codes)", names.join(" "));
    command.mut_subcommands(|subcommand| fold_one(subcommand, &line))
}

fn is_shown(argument: &Arg) -> bool {
    argument.is_global_set() && !argument.is_hide_set()
}

fn fold_one(command: Command, line: &str) -> Command {
    let command = command.mut_subcommands(|subcommand| fold_one(subcommand, line));
    let hide = |argument: Arg| if argument.is_global_set() { argument.hide(true) } else { argument };
    command.mut_args(hide).after_help(line.to_owned())
}
