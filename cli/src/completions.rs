//! Completion in shells.
//!
//! `anyurl completions SHELL` prints a script that asks this command, on each TAB, what fits. So the names are those of the
//! registry files in use, and a script stays valid when they change.

use std::ffi::OsString;
use std::{env, io, process};

use anyurl::authors::{Registration, Status};
use anyurl::{Implementation, Profile, Registry};
use anyurl_declared::format::{ChangeSeverity, Facet, Keyword};
use anyurl_registry_tools::ExportFormat;
use clap::{Arg, Command, CommandFactory as _, FromArgMatches as _};
use clap_complete::Shell;
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};
use clap_complete::env::{CompleteEnv, Shells};

use crate::args::{Args, Global};
use crate::commands::explain;
use crate::error::report;
use crate::exit::Exit;
use crate::invocation::Invocation;
use crate::load::config::Config;
use crate::load::plugins;
use crate::session::Session;
use crate::warnings;

/// The variable with which a script asks.
const VARIABLE: &str = "ANYURL_COMPLETE";

/// Answers a script, if one asks, and ends the process.
pub(crate) fn answer() {
    if let Some(shell) = env::var_os(VARIABLE) {
        check_shell(&shell.to_string_lossy());
        let (complete, folder) = (CompleteEnv::with_factory(command).var(VARIABLE), env::current_dir().ok());
        if complete.try_complete(&Invocation::current().words, folder.as_deref()).unwrap_or_else(|error| error.exit()) {
            process::exit(0);
        }
    }
}

/// Ends the process if no shell has this name, without the name: the value of a variable may be anything.
fn check_shell(name: &str) {
    let shells = Shells::builtins();
    // These ask for nothing.
    if !matches!(name, "" | "0") && shells.completer(name).is_none() {
        let names: Vec<_> = shells.names().collect();
        report(format_args!("{VARIABLE} has no name of a shell: one of {}", names.join(", ")));
        process::exit(Exit::Usage.code().into());
    }
}

/// The script of a shell.
pub(crate) fn script(shell: Shell) -> io::Result<Vec<u8>> {
    let shells = Shells::builtins();
    let Some(completer) = shells.completer(&shell.to_string()) else {
        unreachable!("{shell} is one of the shells");
    };
    let mut script = Vec::new();
    completer.write_registration(VARIABLE, "anyurl", "anyurl", "anyurl", &mut script)?;
    Ok(script)
}

/// The command line, with what completes its arguments.
fn command() -> Command {
    let id = Arg::new("explain").value_name("ID");
    let explain = Command::new("explain").about("Explain an id from any output").arg(id);
    let mut command = Args::command().subcommand(explain);
    command.build();
    with_values(command)
}

fn with_values(command: Command) -> Command {
    let name = command.get_name().to_owned();
    let command = command.mut_args(|argument| match values(&name, argument.get_id().as_str()) {
        Some(values) => argument.add(ArgValueCandidates::new(values)),
        None => argument,
    });
    command.mut_subcommands(with_values)
}

/// What completes an argument of a command, if clap does not know it.
fn values(command: &str, argument: &str) -> Option<fn() -> Vec<CompletionCandidate>> {
    Some(match (command, argument) {
        (_, "explain") | ("extract", "ids") => ids,
        (_, "allow" | "deny") => warning_ids,
        ("schemes" | "why" | "promote", "name") | ("extract", "schemes") | ("new", "replace") => names,
        ("build", "scheme") => schemes,
        ("build", "parts") => parts,
        ("parse", "set" | "iterate") => components,
        (_, "fail_on") if command != "compare" => || words(ChangeSeverity::ALL.iter().map(|one| one.as_str())),
        ("promote", "to") => || words(Status::ALL.iter().map(|one| one.as_str())),
        ("export", "format") => || words(ExportFormat::ALL.iter().map(|one| one.as_str())),
        ("new", "facet") => || words([Facet::Access, Facet::Port, Facet::Syntax].map(Facet::as_str)),
        (_, "kind") => || words(["organization", "team", "user"]),
        _ => return None,
    })
}

fn words(all: impl IntoIterator<Item = &'static str>) -> Vec<CompletionCandidate> {
    all.into_iter().map(CompletionCandidate::new).collect()
}

fn ids() -> Vec<CompletionCandidate> {
    let ids = explain::ids().into_iter();
    ids.map(|(id, says)| CompletionCandidate::new(id).help(Some(says.into()))).collect()
}

fn warning_ids() -> Vec<CompletionCandidate> {
    warnings::IDS.into_iter().map(|(id, says)| CompletionCandidate::new(id).help(Some(says.into()))).collect()
}

/// The registered names.
fn names() -> Vec<CompletionCandidate> {
    named(|_| true)
}

/// The names with a syntax, of which URLs can be built.
fn schemes() -> Vec<CompletionCandidate> {
    named(|implementation| implementation != Implementation::Fact)
}

fn named(is_wanted: impl Fn(Implementation) -> bool) -> Vec<CompletionCandidate> {
    let entries = registry().entries().filter(|entry| is_wanted(entry.implementation()));
    let candidate = |(name, registration): (&str, &Registration)| {
        CompletionCandidate::new(name).help(Some(registration.description.to_string().into()))
    };
    let mut names: Vec<_> = entries.map(|entry| (entry.name(), entry.registration())).collect();
    names.dedup_by_key(|(name, _)| *name);
    names.into_iter().map(candidate).collect()
}

/// `host=` and the other components of the scheme that follows `build`.
fn parts() -> Vec<CompletionCandidate> {
    let given = given();
    let scheme = given.iter().skip_while(|word| *word != "build").skip(1).find_map(|word| {
        let name = word.to_str().filter(|word| !word.starts_with('-'))?;
        registry().get(name, Profile::Current)
    });
    let components = scheme.into_iter().flat_map(|entry| entry.registration().components.iter());
    components.map(|component| CompletionCandidate::new(format!("{}=", component.name))).collect()
}

/// The components that every scheme may have.
fn components() -> Vec<CompletionCandidate> {
    words(["scheme=", "user=", "password=", "host=", "port=", "path=", "query=", "fragment="])
}

/// The words of the command line that is completed.
fn given() -> Vec<OsString> {
    Invocation::current().words.iter().skip_while(|word| *word != "--").skip(1).cloned().collect()
}

/// The registry of the command line that is completed; the shipped one if that cannot be loaded, or only with libraries.
fn registry() -> &'static Registry {
    let load = || {
        let matches = Args::command().ignore_errors(true).try_get_matches_from(given()).ok()?;
        let global = Global { quiet: true, ..Global::from_arg_matches(&matches).ok()? };
        let config = Config::load().ok()?;
        if plugins::need_supervision(&global, Some(&config)) {
            return None;
        }
        Some(Session::new(&global, config, true).ok()?.reader.registry)
    };
    load().unwrap_or_else(anyurl::registry)
}
