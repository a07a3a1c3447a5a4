//! `registry.lock`: which layers and schemes are in use, written down, and compared with what is loaded.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use locator::declared::layers::{LockDifference, RegistryLock, Stack};

use super::stack;
use crate::args;
use crate::exit::{Exit, Trouble};
use crate::input;
use crate::session::{Files, Session};

/// Where the lock is: beside the last registry file, else beside the configuration, else in the working folder.
pub(crate) fn beside(registry: Option<&PathBuf>, configuration: Option<&Path>) -> PathBuf {
    let folder = registry.and_then(|file| file.parent()).or(configuration);
    folder.unwrap_or(Path::new("")).join("registry.lock")
}

/// Writes the lock, or tells what differs from it.
pub(super) fn run(session: &mut Session, args: &args::Lock) -> Result<Exit, Trouble> {
    let file = args.file.as_ref().unwrap_or(&session.files.lock).clone();
    let stack = stack::read(&session.files)?;
    if args.check {
        return check(session, &stack, &file);
    }
    let resolved = stack::resolve(&stack, &session.files, session.environment.as_deref())?;
    let style = session.err.palette.report;
    for finding in resolved.findings().iter() {
        session.object(&finding.drawn(style).to_string())?;
    }
    let text = resolved.lock().to_string();
    fs::write(&file, text).map_err(|error| Trouble::File(input::name(&file), error))?;
    Ok(Exit::Well)
}

/// What differs, also where the layers do not fit together any more because of it.
fn check(session: &mut Session, stack: &Stack, file: &Path) -> Result<Exit, Trouble> {
    let differences = differences(stack, &session.files, file)?;
    for difference in &differences {
        writeln!(session.out, "{difference}")?;
    }
    let resolved = stack::resolve(stack, &session.files, session.environment.as_deref());
    match resolved {
        Ok(_) if differences.is_empty() => Ok(Exit::Well),
        Ok(_) => Ok(Exit::Invalid),
        Err(Trouble::Registry(findings)) if !differences.is_empty() => {
            session.object(&format!("{findings}\n"))?;
            Ok(Exit::Invalid)
        }
        Err(trouble) => Err(trouble),
    }
}

/// Refuses to go on where what is loaded is not what was locked (`--locked`).
pub(super) fn enforce(stack: &Stack, files: &Files) -> Result<(), Trouble> {
    let differences = differences(stack, files, &files.lock)?;
    if differences.is_empty() {
        return Ok(());
    }
    let lines: Vec<_> = differences.iter().map(LockDifference::to_string).collect();
    Err(Trouble::Registry(format!(
        "{}: what is loaded is not what was locked:\n  {}\n  help: take the change back, or take it over with `locator registry lock`",
        input::name(&files.lock),
        lines.join("\n  ")
    )))
}

fn differences(stack: &Stack, files: &Files, file: &Path) -> Result<Vec<LockDifference>, Trouble> {
    Ok(read(file)?.differences(&stack.lock(files.base)))
}

/// A lock, as it was written.
pub(super) fn read(file: &Path) -> Result<RegistryLock, Trouble> {
    let name = || input::name(file);
    let text = input::text(file, input::SETTINGS).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Trouble::Registry(format!(
            "{}: there is no lock\n  help: write it with `locator registry lock`, and the same registry files as here",
            name()
        )),
        _ => Trouble::Registry(format!("{}: {error}", name())),
    })?;
    let lock = text.parse();
    lock.map_err(|error| Trouble::Registry(format!("{}: {error}", name())))
}
