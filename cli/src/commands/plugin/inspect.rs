//! `anyurl plugin inspect`, the child process of `probe`: loads, describes and tests a plugin, and writes a record
//! before each step, which may be the last.

use std::any::Any;
use std::cell::RefCell;
use std::path::Path;

use anyurl::authors::{Handle, Registration, Scheme};
use anyurl::dynamic;
use anyurl::dynamic::LoadedPlugin;
use anyurl::plugins::{PluginFacts, PluginScheme};
use anyurl::wasm::{self, LoadedModule};
use anyurl::{Entry, Registry};
use serde_json::{Value, json};

use super::record::{Record, Stage};
use crate::args;
use crate::commands::schemes;
use crate::commands::schemes::known::Known;
use crate::error::CliError;
use crate::exit::Exit;
use crate::input::reader::InputReader;
use crate::load::{libraries, modules, plugins};
use crate::output::plugin_error::PluginFault;
use crate::session::Session;

pub(super) fn run(session: &mut Session, args: &args::Inspect) -> Result<Exit, CliError> {
    limit(args.seconds);
    let file = plugins::absolute(&args.file)?;
    match inspected(session, &file) {
        Err(CliError::Plugin(error)) => write(session, &Record::Refused(refused(&error)))?,
        other => other?,
    }
    write(session, &Record::End)?;
    Ok(Exit::Success)
}

fn inspected(session: &mut Session, file: &Path) -> Result<(), CliError> {
    write(session, &Record::Stage(Stage::Load))?;
    let plugin = describe(file, session)?;
    write(session, &Record::Plugin(plugin.facts))?;
    write(session, &Record::Stage(Stage::Prepare))?;
    let registry = plugins::add_named(session.sources.base, &[file.to_owned()], &session.config.plugins)?;
    write(session, &Record::Stage(Stage::Try))?;
    let reader = InputReader { registry, ..session.reader };
    for handle in plugin.schemes {
        let Some(scheme) = plugin_scheme(&handle) else { continue };
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
        let mut failures = anyurl_testkit::failures_with_progress(handle.clone(), |text| {
            // If the record cannot be written, no process reads the output.
            let _ = Record::Text(text.to_owned()).write(out.borrow_mut().exact());
        });
        // A canonical form cannot return an error, so the kit does not see the violation.
        failures.extend(scheme.violation().map(|one| one.requirement().text().to_owned()));
        let notes = anyurl_testkit::notes(scheme.registration());
        let tried = Record::Tried { scheme: title(scheme), failures, notes };
        write(session, &tried)?;
    }
    Ok(())
}

fn write(session: &mut Session, record: &Record) -> Result<(), CliError> {
    Ok(record.write(session.out.exact())?)
}

/// A plugin before it is registered.
struct Described {
    /// Its metadata.
    facts: Value,
    schemes: Vec<Handle>,
}

/// Loads a library or a module, without registering its schemes.
fn describe(file: &Path, session: &Session) -> Result<Described, CliError> {
    if modules::is_module(file) {
        let module = wasm::load(file, &modules::command_line_policy(&session.config.plugins))?;
        let schemes = module.schemes().iter().cloned().map(Handle::from);
        return Ok(Described { facts: module_facts(&module), schemes: schemes.collect() });
    }
    let plugin = dynamic::describe(file, &libraries::command_line_policy())?;
    Ok(Described { facts: library_facts(plugin), schemes: plugin.schemes().iter().map(Handle::from).collect() })
}

fn plugin_scheme(handle: &Handle) -> Option<&PluginScheme> {
    let scheme: &dyn Any = handle.scheme();
    scheme.downcast_ref()
}

fn module_facts(module: &LoadedModule) -> Value {
    let mut facts = facts("module", module.facts(), module.schemes().iter().map(|scheme| &**scheme));
    facts["sha256"] = plugins::digits(&module.sha256()).into();
    facts["memory"] = module.memory_size().into();
    facts
}

fn library_facts(plugin: &LoadedPlugin) -> Value {
    let mut facts = facts("library", plugin.facts(), plugin.schemes().iter());
    facts["panic_safe"] = plugin.is_panic_safe().into();
    facts["sha256"] = plugin.sha256().map(|hash| plugins::digits(&hash)).into();
    facts
}

fn facts<'s>(kind: &str, facts: &PluginFacts, schemes: impl Iterator<Item = &'s PluginScheme>) -> Value {
    let (major, minor) = facts.abi;
    json!({
        "kind": kind,
        "name": facts.name,
        "version": facts.version.to_string(),
        "abi": format!("{major}.{minor}"),
        "host_req": facts.host_req.to_string(),
        "built_with": facts.built_with,
        "brings": schemes.map(title).collect::<Vec<_>>(),
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

fn refused(error: &PluginFault) -> Value {
    let mut value = error.to_json();
    value["text"] = error.to_text().into();
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
