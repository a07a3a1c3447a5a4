//! `locator plugin`: what keepers of libraries do with them.
//!
//! `probe` runs `inspect` as a process of its own, by `child`; what that tells is a line of `record`s.

mod child;
mod hash;
mod inspect;
mod new;
mod probe;
mod record;

use crate::args;
use crate::exit::{Exit, Trouble};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, command: &args::Plugin) -> Result<Exit, Trouble> {
    match command {
        args::Plugin::Probe(args) => probe::run(session, args),
        args::Plugin::Inspect(args) => inspect::run(session, args),
        args::Plugin::Hash(args) => hash::run(session, args),
        args::Plugin::New(args) => new::run(session, args),
    }
}
