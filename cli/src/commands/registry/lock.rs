//! `locator registry lock`: writes the lock, or compares it with the layers.

use std::fs;
use std::io::Write;
use std::path::Path;

use locator_declared::format::Level;
use locator_declared::layers::Stack;

use crate::args;
use crate::error::CliError;
use crate::exit::Exit;
use crate::input;
use crate::load::{layers, lock};
use crate::session::Session;

pub(super) fn run(session: &mut Session, args: &args::Lock) -> Result<Exit, CliError> {
    let file = args.file.as_ref().unwrap_or(&session.sources.lock).clone();
    let stack = layers::stack(&session.sources)?;
    if args.check {
        return check(session, &stack, &file);
    }
    let resolved = layers::resolve(&stack, &session.sources, session.environment.as_deref())?;
    let style = session.err.palette.report;
    for finding in resolved.findings().iter() {
        session.eprint(&finding.drawn(style).to_string())?;
    }
    if resolved.findings().has_errors() {
        return Err(CliError::Registry("the layers have errors, so no lock is written".to_owned()));
    }
    let text = resolved.lock().to_string();
    fs::write(&file, text).map_err(|error| CliError::File(input::name(&file), error))?;
    Ok(Exit::Success)
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
            session.eprint(&finding.drawn(session.err.palette.report).to_string())?;
        }
    }
    match resolved {
        Ok(_) if differences.is_empty() => Ok(Exit::Success),
        Ok(_) => Ok(Exit::Invalid),
        Err(CliError::Registry(findings)) if !differences.is_empty() => {
            session.eprint(&format!("{findings}\n"))?;
            Ok(Exit::Invalid)
        }
        Err(error) => Err(error),
    }
}
