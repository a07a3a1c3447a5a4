//! `locator registry lint`: what a registry file should not hold, by itself and over the layers of the run.

use std::fs;
use std::path::Path;

use locator::declared::format::{ChangedEntries, Finding, Level, LintOptions, RegistryFile, RegistryFileError};
use locator::declared::layers::Stack;

use super::since::Since;
use super::{files, findings, lock, stack};
use crate::args;
use crate::exit::{Exit, Trouble};
use crate::session::Session;

pub(crate) fn run(session: &mut Session, args: &args::Lint) -> Result<Exit, Trouble> {
    let options = LintOptions { today: Some(args.today.unwrap_or_else(|| files::today().0)), strict: args.strict };
    let mut all = Vec::new();
    for path in &args.files {
        let since = args.changed_since.as_deref();
        let since = since.map(|rev| Since::new(path, rev)).transpose()?;
        all.extend(of_file(session, args, path, options, since.as_ref())?);
    }
    findings::print(session, &all, args.sarif)?;
    let has_errors = all.iter().any(|finding| finding.level() == Level::Error);
    Ok(if has_errors { Exit::Invalid } else { Exit::Well })
}

/// Everything that is found in a file and what it includes, or of it what is new.
fn of_file(
    session: &Session,
    args: &args::Lint,
    path: &Path,
    options: LintOptions,
    since: Option<&Since>,
) -> Result<Vec<Finding>, Trouble> {
    let reading = match RegistryFile::open(path) {
        Ok(reading) => reading,
        Err(RegistryFileError::Refused(findings)) => return Ok(findings.into_iter().collect()),
        Err(error) => return Err(Trouble::Registry(error.to_string())),
    };
    let mut stack = others(session, path)?;
    if let Some(file) = &args.lock {
        stack = stack.with_lock(lock::read(file)?);
    }
    if let Some(today) = options.today {
        stack = stack.with_date(today);
    }
    let environment = session.environment.as_deref();
    let found = stack.lint(&reading, options, session.files.base, environment);
    let before = since.and_then(|since| since.layer(path));
    let changed = before.map(|before| ChangedEntries::between(before.layer(), reading.layer()));
    let is_new = |finding: &Finding| changed.as_ref().is_none_or(|changed| changed.has(finding));
    Ok(found.into_iter().filter(is_new).collect())
}

/// The layers of the run that the file is laid over: all but itself.
fn others(session: &Session, path: &Path) -> Result<Stack, Trouble> {
    let mut stack = Stack::new();
    if session.has_default() {
        stack = stack.push(files::shipped()?);
    }
    let itself = fs::canonicalize(path).ok();
    let is_itself = |other: &Path| itself.is_some() && fs::canonicalize(other).ok() == itself;
    for other in session.files.registries.iter().filter(|other| !is_itself(other)) {
        stack = stack.push(stack::load(other)?);
    }
    Ok(stack)
}
