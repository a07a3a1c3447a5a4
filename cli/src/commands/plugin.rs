//! `anyurl plugin`: creates and checks libraries that provide schemes.
//!
//! `probe` runs `inspect` in a child process, which writes `record`s.

mod child;
mod hash;
mod inspect;
mod new;
mod probe;
mod record;

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::session::Session;

pub(crate) fn run(session: &mut Session, command: &args::Plugin) -> Result<Exit, CliError> {
    match command {
        args::Plugin::Probe(args) => probe::run(session, args),
        args::Plugin::Inspect(args) => inspect::run(session, args),
        args::Plugin::Hash(args) => hash::run(session, args),
        args::Plugin::New(args) => new::run(session, args),
    }
}
