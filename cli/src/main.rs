//! The `locator` command: arguments, registry, print. What a URL is, the library knows.
//!
//! `args` says what can be asked, `session` how it is read and where the answer goes; each command has a module, and
//! `output` what they print.

#![forbid(unsafe_code)]

mod args;
mod build;
mod bytes;
mod canonical;
mod check;
mod config;
mod each;
mod exit;
mod explain;
mod extract;
mod gateway;
mod input;
mod libraries;
mod manual;
mod output;
mod parse;
mod plan;
mod plugin;
mod refusal;
mod registry;
mod resolve;
mod same;
mod schemes;
mod secrets;
mod session;
mod supervised;
mod text;

use std::process::ExitCode;

use args::{Args, Command, Later};
use exit::{Exit, Trouble};
use session::Session;

fn main() -> ExitCode {
    let args = secrets::arguments();
    let supervisor = args.global.supervised_by;
    if supervisor.is_none() && libraries::may_be_loaded(&args.global) {
        return supervised::run(&args.global).into();
    }
    if let Some(supervisor) = supervisor {
        supervised::end_with(supervisor);
    }
    let exit = command(&args);
    if supervisor.is_some() { supervised::done(exit) } else { exit.into() }
}

/// Runs the command to its end.
fn command(args: &Args) -> Exit {
    let explain = args.global.explain.as_deref();
    let is_reading = explain.is_none() && args.command.as_ref().is_some_and(Command::is_reading);
    let is_json = args.global.json;
    let mut session = match Session::new(&args.global, is_reading) {
        Ok(session) => session,
        Err(trouble) => return trouble.tell(is_json),
    };
    let end = match (explain, &args.command) {
        (Some(id), _) => explain::run(&mut session, id),
        (None, Some(command)) => run(&mut session, command),
        (None, None) => Err(Trouble::NoCommand),
    };
    let end = end.and_then(|exit| {
        session.finish()?;
        Ok(exit.max(libraries::violations(session.reader.registry)))
    });
    end.unwrap_or_else(|trouble| trouble.tell(is_json))
}

fn run(session: &mut Session, command: &Command) -> Result<Exit, Trouble> {
    match command {
        Command::Parse(args) => parse::run(session, args),
        Command::Check(args) => check::run(session, args),
        Command::Plan(args) => plan::run(session, args),
        Command::Canonical(args) => canonical::run(session, args),
        Command::Same(args) => same::run(session, args),
        Command::Extract(args) => extract::run(session, args),
        Command::Resolve(args) => resolve::run(session, args),
        Command::Gateway(args) => gateway::run(session, args),
        Command::Build(args) => build::run(session, args),
        Command::Registry(Later(command)) => registry::run(session, command),
        Command::Schemes(args) => schemes::run(session, args),
        Command::Plugin(Later(command)) => plugin::run(session, command),
        Command::Completions { shell } => manual::completions(session, *shell),
        Command::Man { of } => manual::page(session, of),
    }
}
