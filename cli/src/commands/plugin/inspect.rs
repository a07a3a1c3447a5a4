//! `locator plugin inspect`, the child process of `probe`: loads, describes and tests a library, and writes a record
//! before each step, which may be the last.

use std::cell::RefCell;
use std::path::Path;

use locator::dynamic::{self, LoadError, LoadedPlugin, PluginScheme};
use locator::{Entry, Registration, Registry, Scheme};
use serde_json::{Value, json};

use super::record::{Record, Stage};
use crate::args;
use crate::commands::schemes;
use crate::commands::schemes::known::Known;
use crate::error::CliError;
use crate::exit::Exit;
use crate::input::reader::InputReader;
use crate::load::libraries::{self, command_line_policy};
use crate::output::library;
use crate::session::Session;

pub(super) fn run(session: &mut Session, args: &args::Inspect) -> Result<Exit, CliError> {
    limit(args.seconds);
    let file = libraries::absolute(&args.file)?;
    match inspected(session, &file) {
        Err(CliError::Plugin(error)) => write(session, &Record::Refused(refused(&error)))?,
        other => other?,
    }
    write(session, &Record::End)?;
    Ok(Exit::Success)
}

fn inspected(session: &mut Session, file: &Path) -> Result<(), CliError> {
    write(session, &Record::Stage(Stage::Load))?;
    let plugin = dynamic::describe(file, &command_line_policy())?;
    write(session, &Record::Plugin(facts(plugin)))?;
    write(session, &Record::Stage(Stage::Prepare))?;
    let registry = libraries::add_named(session.sources.base, &[file.to_owned()])?;
    write(session, &Record::Stage(Stage::Try))?;
    let reader = InputReader { registry, ..session.reader };
    for scheme in plugin.schemes() {
        for row in scheme.registration().examples.iter() {
            write(session, &Record::Text(row.url.to_string()))?;
            // The conformance kit reports the result.
            let _ = registry.parser().options(reader.options).parse(&row.url);
        }
        write(session, &Record::Stage(Stage::Try))?;
        for entry in entries(scheme, registry) {
            let record = Record::Scheme {
                record: schemes::record(entry, &Known::default(), &reader),
                page: schemes::page(entry, &Known::default(), &reader, session.out.palette),
            };
            write(session, &record)?;
        }
        let out = RefCell::new(&mut session.out);
        let mut failures = locator_testkit::failures_with_progress(scheme, |text| {
            // If the record cannot be written, no process reads the output.
            let _ = Record::Text(text.to_owned()).write(&mut **out.borrow_mut());
        });
        // A canonical form cannot return an error, so the kit does not see the violation.
        failures.extend(scheme.violation().map(|one| one.requirement().text().to_owned()));
        let tried = Record::Tried { scheme: title(scheme), failures };
        write(session, &tried)?;
    }
    Ok(())
}

fn write(session: &mut Session, record: &Record) -> Result<(), CliError> {
    Ok(record.write(&mut session.out)?)
}

/// The metadata of a library.
fn facts(plugin: &LoadedPlugin) -> Value {
    let (major, minor) = plugin.abi();
    json!({
        "name": plugin.name(),
        "version": plugin.version().to_string(),
        "abi": format!("{major}.{minor}"),
        "host_req": plugin.host_req().to_string(),
        "built_with": plugin.built_with(),
        "panic_safe": plugin.is_panic_safe(),
        "brings": plugin.schemes().iter().map(title).collect::<Vec<_>>(),
        "sha256": plugin.sha256().map(|hash| libraries::digits(&hash)),
    })
}

/// Name and version of a scheme.
fn title(scheme: &PluginScheme) -> String {
    let registration = scheme.registration();
    format!("{} {}", registration.name, registration.version)
}

/// The registry entries of a scheme.
fn entries<'r>(scheme: &PluginScheme, registry: &'r Registry) -> impl Iterator<Item = &'r Entry> {
    let Registration { name, version, .. } = scheme.registration();
    let versions = registry.versions(name);
    versions.filter(move |entry| entry.registration().version == *version)
}

fn refused(error: &LoadError) -> Value {
    let mut value = library::to_json(error);
    value["text"] = library::to_text(error).into();
    value
}

/// Disables core files and limits processor time and memory, in case the supervisor has ended.
#[cfg(unix)]
fn limit(seconds: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    const MEMORY: u64 = 4 << 30;
    for (resource, max) in [(Resource::Core, 0), (Resource::Cpu, seconds + 1), (Resource::As, MEMORY)] {
        let limit = Rlimit { current: Some(max), maximum: Some(max) };
        // A lower existing limit stays.
        let _ = setrlimit(resource, limit);
    }
}

#[cfg(not(unix))]
fn limit(_: u64) {}
