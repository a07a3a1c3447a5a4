//! What `probe` runs in a process of its own: a library is loaded, described and tried, and each step is told before the
//! next one is made.

use std::cell::RefCell;
use std::path::Path;

use locator::dynamic::{self, Dynamic, LoadError, LoadedPlugin};
use locator::{Entry, Registration, Registry, Scheme};
use serde_json::{Value, json};

use super::record::{Record, Stage};
use crate::args;
use crate::exit::{Exit, Trouble};
use crate::libraries::{self, trusting};
use crate::schemes;
use crate::session::{Reader, Session};

pub(super) fn run(session: &mut Session, args: &args::Inspect) -> Result<Exit, Trouble> {
    limit(args.seconds);
    let file = libraries::absolute(&args.file)?;
    match inspected(session, &file) {
        Err(Trouble::Plugin(error)) => tell(session, &Record::Refused(refused(&error)))?,
        other => other?,
    }
    tell(session, &Record::End)?;
    Ok(Exit::Well)
}

fn inspected(session: &mut Session, file: &Path) -> Result<(), Trouble> {
    tell(session, &Record::Stage(Stage::Load))?;
    let plugin = dynamic::describe(file, &trusting())?;
    tell(session, &Record::Plugin(facts(plugin)))?;
    tell(session, &Record::Stage(Stage::Prepare))?;
    let registry = libraries::named(session.files.base, &[file.to_owned()])?;
    tell(session, &Record::Stage(Stage::Try))?;
    let reader = Reader { registry, ..session.reader };
    for scheme in plugin.schemes() {
        for row in scheme.registration().examples.iter() {
            tell(session, &Record::Text(row.url.to_string()))?;
            // What comes of it is for the kit to say.
            let _ = registry.parse_with(&row.url, reader.options);
        }
        tell(session, &Record::Stage(Stage::Try))?;
        for entry in entries(scheme, registry) {
            let shown = Record::Scheme {
                record: schemes::record(entry, &reader),
                page: schemes::page(entry, &reader, session.out.palette),
            };
            tell(session, &shown)?;
        }
        let out = RefCell::new(&mut session.out);
        let mut failures = locator_testkit::failures_with_progress(scheme, |text| {
            // Where it cannot be written, nobody waits for what follows either.
            let _ = Record::Text(text.to_owned()).tell(&mut **out.borrow_mut());
        });
        // A canonical form cannot fail, so the kit does not see it.
        failures.extend(scheme.violation().map(|one| one.requirement().text().to_owned()));
        let tried = Record::Tried { scheme: titled(scheme), failures };
        tell(session, &tried)?;
    }
    Ok(())
}

fn tell(session: &mut Session, record: &Record) -> Result<(), Trouble> {
    Ok(record.tell(&mut session.out)?)
}

/// What a library says about itself.
fn facts(plugin: &LoadedPlugin) -> Value {
    let (major, minor) = plugin.abi();
    json!({
        "name": plugin.name(),
        "version": plugin.version().to_string(),
        "abi": format!("{major}.{minor}"),
        "host_req": plugin.host_req().to_string(),
        "built_with": plugin.built_with(),
        "panic_safe": plugin.is_panic_safe(),
        "brings": plugin.schemes().iter().map(titled).collect::<Vec<_>>(),
        "sha256": plugin.sha256().map(|hash| libraries::digits(&hash)),
    })
}

/// Name and version of a scheme.
fn titled(scheme: &Dynamic) -> String {
    let registration = scheme.registration();
    format!("{} {}", registration.name, registration.version)
}

/// The scheme as it was registered.
fn entries<'r>(scheme: &Dynamic, registry: &'r Registry) -> impl Iterator<Item = &'r Entry> {
    let Registration { name, version, .. } = scheme.registration();
    let versions = registry.versions(name);
    versions.filter(move |entry| entry.registration().version == *version)
}

fn refused(error: &LoadError) -> Value {
    let mut value = libraries::json(error);
    value["text"] = libraries::drawn(error).into();
    value
}

/// No core file, and an end of processor time and memory, in case that nobody waits for this process any more.
#[cfg(unix)]
fn limit(seconds: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    const MEMORY: u64 = 4 << 30;
    for (resource, most) in [(Resource::Core, 0), (Resource::Cpu, seconds + 1), (Resource::As, MEMORY)] {
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        // Where the limit is lower already, that one holds.
        let _ = setrlimit(resource, limit);
    }
}

#[cfg(not(unix))]
fn limit(_: u64) {}
