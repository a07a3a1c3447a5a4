//! Subcommands that clap defines only when it parses them. To define all subcommands would take as long as the rest of
//! a run.

use clap::error::Error;
use clap::{ArgMatches, Command, FromArgMatches, Subcommand};

/// The subcommands of `T`, defined lazily. The help text of the parent is on the field, not on `T`.
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

impl<T: FromArgMatches> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}
