//! Subcommands and arguments that clap defines only when it parses them. To define all of them would take as long as the
//! rest of a run.

use clap::error::Error;
use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};

/// The subcommands or arguments of `T`, defined lazily. The help text of a parent of subcommands is on the field, not on
/// `T`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deferred<T>(pub(crate) T);

impl<T: Subcommand> Subcommand for Deferred<T> {
    fn augment_subcommands(command: Command) -> Command {
        command.defer(T::augment_subcommands)
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        command.defer(T::augment_subcommands_for_update)
    }

    fn has_subcommand(name: &str) -> bool {
        T::has_subcommand(name)
    }
}

impl<T: Args> Args for Deferred<T> {
    fn augment_args(command: Command) -> Command {
        command.defer(T::augment_args)
    }

    fn augment_args_for_update(command: Command) -> Command {
        command.defer(T::augment_args_for_update)
    }
}

impl<T: FromArgMatches> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}
