//! `locator registry test-access`: runs the steps of the examples of schemes.

use std::path::Path;

use locator::Entry;
use locator::plan::Environment;
use locator::report::visible;
use locator_declared::format::{AccessKind, SchemeEntry};
use locator_declared::layers::SchemeDefinition;

use super::files;
use crate::args;
use crate::commands::plan::run::{self, limits};
use crate::commands::plan::{check_policy, without_placeholders};
use crate::error::CliError;
use crate::exit::Exit;
use crate::input;
use crate::load::layers;
use crate::output::numbers::count;
use crate::session::Session;

pub(super) fn run(session: &mut Session, args: &args::TestAccess) -> Result<Exit, CliError> {
    let limits = limits(&args.access)?;
    let path = Path::new(&args.subject);
    let is_file = path.exists() || path.extension().is_some_and(|extension| extension == "toml");
    let names = if is_file {
        let layer = files::layer(session, path)?;
        session.sources = session.sources.without(Some(path));
        session.sources.registries.push(path.to_owned());
        let with_steps = |entry: &&SchemeEntry| entry.access.as_ref().is_some_and(|one| *one.kind == AccessKind::Steps);
        let mut names: Vec<_> = layer.schemes().filter(with_steps).map(SchemeEntry::key).collect();
        names.dedup();
        names
    } else {
        vec![args.subject.to_ascii_lowercase()]
    };
    session.layers = layers::load(&session.sources, session.environment.as_deref())?;
    let registry = session.layers.map_or(session.sources.base, locator_declared::layers::Resolved::registry);
    session.reader.registry = registry;
    let (mut exit, mut tested, mut failed) = (Exit::Success, 0, 0);
    for name in names {
        for entry in registry.versions(&name) {
            for url in urls(session, entry) {
                tested += 1;
                let one = test(session, entry, &url, &limits)?;
                failed += u64::from(one != Exit::Success);
                exit = exit.max(one);
            }
        }
    }
    if tested == 0 {
        let subject = input::name(Path::new(&args.subject));
        session.eprint(&format!("`{subject}` has no accepted example of a scheme with steps\n"))?;
        return Ok(Exit::Invalid);
    }
    if !session.json {
        let summary = format!("{}, {failed} failed\n", count(tested, "example"));
        session.print(&summary)?;
    }
    Ok(exit)
}

/// The accepted examples of a version.
fn urls(session: &Session, entry: &Entry) -> Vec<String> {
    let version = &entry.registration().version;
    let definitions = session.layers.and_then(|layers| layers.name(entry.name())).into_iter();
    let mut definitions = definitions.flat_map(locator_declared::layers::ResolvedName::visible);
    let has_steps = definitions.find(|one| one.version == *version).and_then(SchemeDefinition::access_kind);
    let has_plan =
        |kind| matches!(kind, AccessKind::Steps | AccessKind::Builtin | AccessKind::Dylib | AccessKind::Wasm);
    if has_steps.is_some_and(|kind| !has_plan(kind)) {
        return Vec::new();
    }
    entry.registration().examples.iter().map(|example| example.url.to_string()).collect()
}

fn test(session: &mut Session, entry: &Entry, text: &str, limits: &crate::access::Limits) -> Result<Exit, CliError> {
    let registry = session.reader.registry;
    let parsed = registry.parser().current().entry(entry).parse(text);
    if let Ok(url) = parsed
        && let Some(exit) = run::refuse(session, url)?
    {
        return Ok(exit);
    }
    let planned = parsed.map_err(|error| error.to_string()).and_then(|url| {
        let plan = check_policy(session, &url).and_then(|()| url.plan(&Environment::new()));
        let plan = plan.and_then(without_placeholders).map_err(|error| error.to_string())?;
        Ok((url, plan))
    });
    match planned {
        Ok((url, plan)) => Ok(run::print(session, url, &plan, limits)?),
        Err(why) => {
            let why = visible(&why).into_owned();
            session.eprint(&format!(
                "{}\n  failed: {why}\n",
                visible(&session.reader.registry.guess_secrets(text).apply(text))
            ))?;
            Ok(Exit::Invalid)
        }
    }
}
