//! Whether a new scheme may have its name: what lint would say of it, before anything is written.

use std::io::{self, Write};

use locator::declared::format::{Finding, Level, LintOptions, RegistryFile};
use locator::report::visible;

use super::stack;
use crate::exit::Trouble;
use crate::session::Session;

/// The id that every draft has.
const ID: &str = "com.example.schemes";

/// What the draft is called while it is no file.
const FILE: &str = "draft";

/// Tells on standard error what is to be said of the name in a draft, and whether it may be taken.
pub(super) fn may_be_taken(session: &mut Session, name: &str, draft: &str) -> Result<bool, Trouble> {
    let stack = stack::read(&session.files)?;
    let environment = session.environment.clone();
    let resolved = stack::resolve(&stack, &session.files, environment.as_deref())?;
    let known = resolved.name(name).into_iter();
    let mut known = known.flat_map(|known| &known.definitions);
    if let Some(first) = known.find(|one| !one.is_fact()) {
        let (name, by) = (visible(name), &first.by);
        let help = format!("take another name, or replace a facet of it: `locator registry new --override {name}`");
        tell(session, Level::Error, "SR604", &format!("`{name}` is registered by {by}"), Some(&help))?;
        return Ok(false);
    }
    // A file of the run that was drafted once has the same id, and would stand aside for this one.
    let draft = draft.replacen(ID, "com.example.draft", 1);
    let reading = RegistryFile::from_text(FILE, draft.clone());
    let reading = reading.map_err(|error| Trouble::Registry(error.to_string()))?;
    let base = session.files.base;
    let found = stack.lint(&reading, LintOptions::default(), base, environment.as_deref());
    let line = draft.lines().position(|line| line.starts_with("name = "));
    let is_of_name = |one: &&Finding| one.file() == FILE && Some(one.line()) == line.map(|line| line + 1);
    let mut may = true;
    for finding in found.iter().filter(is_of_name) {
        may &= finding.level() != Level::Error;
        tell(session, finding.level(), finding.id(), finding.message(), finding.help())?;
    }
    Ok(may)
}

fn tell(session: &mut Session, level: Level, id: &str, message: &str, help: Option<&str>) -> io::Result<()> {
    writeln!(session.err, "{level}[{id}]: {}", visible(message))?;
    match help {
        Some(help) => writeln!(session.err, "  = help: {}", visible(help)),
        None => Ok(()),
    }
}
