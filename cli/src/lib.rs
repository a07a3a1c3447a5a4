//! The `anyurl` command: parses arguments, loads the registry, runs one command and prints. The library does the rest.
//!
//! [`args`] defines the command line, [`load`] reads everything a run needs before its command starts, and [`Session`]
//! holds the result. Each command has a module in [`commands`]; [`output`] has what several of them print.

#![forbid(unsafe_code)]

mod args;
mod commands;
mod completions;
mod encoding;
mod error;
mod exit;
mod for_each_input;
mod input;
mod invocation;
mod load;
mod output;
mod progress;
mod secrets;
mod session;
mod supervisor;
mod warnings;

use args::{Args, Command};
use error::CliError;
use exit::Exit;
pub use invocation::Invocation;
use load::config::Config;
use load::plugins;
use session::Session;

/// URLs of the registry that this run loads.
pub(crate) use anyurl::{AnyOwnedUrl as OwnedUrl, AnyUrl as Url, AnyUrlBuilder as UrlBuilder};

/// Runs the command, and returns its exit code. Help, a usage error, and completion end the process.
pub fn main(invocation: Invocation) -> u8 {
    invocation.begin();
    completions::answer();
    let args = load::arguments::parse();
    let supervisor = args.global.supervised_by;
    if supervisor.is_none() {
        load::former_name::warn();
    }
    let config = Config::load();
    if supervisor.is_none() && plugins::need_supervision(&args.global, config.as_ref().ok()) {
        return supervisor::run(&args.global).code();
    }
    if let Some(supervisor) = supervisor {
        supervisor::end_with(supervisor);
    }
    let exit = run(&args, config);
    if supervisor.is_some() { supervisor::done(exit) } else { exit.code() }
}

/// Runs the command and reports the error that ended it, if any.
fn run(args: &Args, config: Result<Config, CliError>) -> Exit {
    if let Err(message) = args.check_unused() {
        return CliError::Usage(message).report(args.global.json);
    }
    let explain = args.global.explain.as_deref();
    let needs_layers = explain.is_none() && args.command.as_ref().is_some_and(Command::needs_layers);
    let is_json = args.global.json;
    let mut session = match config.and_then(|config| Session::new(&args.global, config, needs_layers)) {
        Ok(session) => session,
        Err(error) => return error.report(is_json),
    };
    let result = match (explain, &args.command) {
        (Some(id), _) => commands::explain::run(&mut session, id),
        (None, Some(command)) => commands::run(&mut session, command),
        (None, None) => Err(CliError::NoCommand),
    };
    let result = result.and_then(|exit| {
        session.note_secrets()?;
        session.finish()?;
        // The search loads every entry of the registry.
        let has_plugins = plugins::may_be_loaded(&args.global, &session.config.plugins);
        let violations = has_plugins.then(|| plugins::report_violations(session.reader.registry));
        Ok(violations.map_or(exit, |violations| exit.max(violations)))
    });
    result.unwrap_or_else(|error| error.report(is_json))
}
