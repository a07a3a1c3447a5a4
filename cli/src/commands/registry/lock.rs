//! `anyurl registry lock`: writes the lock, or compares it with the layers.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyurl::visible;
use anyurl_declared::format::Level;
use anyurl_declared::layers::{RegistryLock, Stack};

use crate::error::CliError;
use crate::exit::Exit;
use crate::load::{layers, lock};
use crate::output::finding;
use crate::output::numbers::count;
use crate::secrets::mask_message;
use crate::session::Session;
use crate::{args, input};

pub(super) fn run(session: &mut Session, args: &args::Lock) -> Result<Exit, CliError> {
    let file = args.file.as_ref().unwrap_or(&session.sources.lock).clone();
    // An earlier lock says which layer had a name first.
    session.sources.lock.clone_from(&file);
    let stack = layers::stack(&session.sources)?;
    if args.check {
        return check(session, &stack, &file);
    }
    let resolved = layers::resolve(&stack, &session.sources, session.environment.as_deref())?;
    let style = session.err.palette.report;
    for finding in resolved.findings().iter() {
        session.eprint(&finding::drawn(finding, style))?;
    }
    if resolved.findings().has_errors() {
        return Err(CliError::Registry("the layers have errors, so no lock is written".to_owned()));
    }
    let lock = resolved.lock();
    // Without a lock that can be read, the layers have errors if two have the same name.
    check_gained(&lock::read(&file).unwrap_or_default(), &lock, args)?;
    fs::write(&file, lock.to_string()).map_err(|error| CliError::File(input::name(&file), error))?;
    let (layers, schemes) = (lock.layers.len() as u64, lock.schemes.len() as u64);
    writeln!(session.out, "{}: {}, {}", input::name(&file), count(layers, "layer"), count(schemes, "scheme"))?;
    Ok(Exit::Success)
}

/// Fails unless each name that a lower layer has registered since the last lock is acknowledged.
fn check_gained(before: &RegistryLock, now: &RegistryLock, args: &args::Lock) -> Result<(), CliError> {
    let gained: BTreeMap<_, _> = before.gained(now).collect();
    let is_acknowledged = |name: &str| args.acknowledge.iter().any(|one| one.eq_ignore_ascii_case(name));
    let mut unknown = args.acknowledge.iter().filter(|name| !gained.contains_key(&*name.to_ascii_lowercase()));
    if let Some(name) = unknown.next() {
        let name = visible(name);
        let message =
            format!("--acknowledge {name}: no lower layer has registered `{name}` since the lock was written");
        return Err(CliError::Usage(message));
    }
    let lines = gained.iter().filter(|(name, _)| !is_acknowledged(name)).map(|(name, shadow)| {
        let (name, shadow) = (visible(name), shadow.to_string());
        format!(
            "a lower layer has registered `{name}` since the lock was written: {}\n  help: rename your scheme, or keep it: `registry lock --acknowledge {name}`",
            visible(&shadow)
        )
    });
    let lines: Vec<_> = lines.collect();
    if lines.is_empty() { Ok(()) } else { Err(CliError::Registry(lines.join("\n"))) }
}

/// Prints the differences, even if they are why the layers can no longer be resolved.
fn check(session: &mut Session, stack: &Stack, file: &Path) -> Result<Exit, CliError> {
    let differences = lock::differences(stack, session.sources.base, file)?;
    for difference in &differences {
        writeln!(session.out, "{difference}")?;
    }
    let resolved = layers::resolve(stack, &session.sources, session.environment.as_deref());
    if let Ok(resolved) = &resolved {
        for finding in resolved.findings().iter().filter(|finding| finding.level() == Level::Error) {
            session.eprint(&finding::drawn(finding, session.err.palette.report))?;
        }
    }
    match resolved {
        Ok(_) if differences.is_empty() => Ok(Exit::Success),
        Ok(_) => Ok(Exit::Invalid),
        Err(CliError::Registry(findings)) if !differences.is_empty() => {
            session.eprint(&mask_message(&format!("{findings}\n")))?;
            Ok(Exit::Invalid)
        }
        Err(error) => Err(error),
    }
}
