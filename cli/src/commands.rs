//! The commands, each in a module with a function `run`.

mod build;
mod canonical;
mod check;
mod compare;
mod escapes;
pub(crate) mod explain;
mod extract;
mod gateway;
mod manual;
mod parse;
mod plan;
mod plugin;
mod registry;
mod relativize;
mod resolve;
mod same;
mod schemes;
mod scp;
mod scrub;
mod whatwg;

use std::io::Write;

use crate::args::{Command, Deferred, Profile};
use crate::completions;
use crate::error::CliError;
use crate::exit::Exit;
use crate::session::Session;

pub(crate) fn run(session: &mut Session, command: &Command) -> Result<Exit, CliError> {
    if session.profile == Profile::Whatwg && command.parses_urls() {
        return whatwg::run(session, command);
    }
    match command {
        Command::Parse(Deferred(args)) => parse::run(session, args),
        Command::Check(Deferred(args)) => check::run(session, args),
        Command::Plan(Deferred(args)) => plan::run(session, args),
        Command::Canonical(Deferred(args)) => canonical::run(session, args),
        Command::Same(Deferred(args)) => same::run(session, args),
        Command::Compare(Deferred(args)) => compare::run(session, args),
        Command::Extract(Deferred(args)) => extract::run(session, args),
        Command::Scrub(Deferred(args)) => scrub::run(session, args),
        Command::Resolve(Deferred(args)) => resolve::run(session, args),
        Command::Relativize(Deferred(args)) => relativize::run(session, args),
        Command::Gateway(Deferred(args)) => gateway::run(session, args),
        Command::Build(Deferred(args)) => build::run(session, args),
        Command::Encode(Deferred(args)) => escapes::encode(session, args),
        Command::Decode(Deferred(args)) => escapes::decode(session, args),
        Command::ScpToUrl(Deferred(args)) => scp::to_url(session, args),
        Command::UrlToScp(Deferred(args)) => scp::from_url(session, args),
        Command::Registry(Deferred(command)) => registry::run(session, command),
        Command::Schemes(Deferred(args)) => schemes::run(session, args),
        Command::Plugin(Deferred(command)) => plugin::run(session, command),
        Command::Completions { shell } => {
            session.out.exact().write_all(&completions::script(*shell)?)?;
            Ok(Exit::Success)
        }
        Command::Man { command } => manual::page(session, command),
    }
}
