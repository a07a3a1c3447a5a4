//! Commands of a command that are defined when that command is met: the others are none of its run's concern, and to
//! define them all would take as long as the rest of it.

use clap::error::Error;
use clap::{ArgMatches, Command, FromArgMatches, Subcommand};

/// The commands of `T`, whose own words stand above them in the help.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Later<T>(pub(crate) T);

impl<T: Subcommand> Subcommand for Later<T> {
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

impl<T: FromArgMatches> FromArgMatches for Later<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        T::from_arg_matches(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}
