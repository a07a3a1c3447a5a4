//! Checks whether the names of new schemes are available, and prints what lint would report about them.

use std::io::{self, Write};
use std::path::Path;

use anyurl::visible;
use anyurl_declared::format::{Finding, Level, LintOptions, ParsedFile, RegistryFile, SchemeDraft};

use crate::error::CliError;
use crate::load::layers;
use crate::secrets::mask_line;
use crate::session::Session;

/// The file name of the template in messages.
const FILE: &str = "draft";

/// The id of the template, which no other layer of the run has.
const ID: &str = "com.example.draft";

/// Drafts in a file of their own.
pub(super) fn alone(drafts: &[SchemeDraft]) -> Result<ParsedFile, CliError> {
    let drafts: Vec<_> = drafts.iter().map(|draft| draft.clone().id(ID)).collect();
    let reading = RegistryFile::from_text(FILE, SchemeDraft::file_of(&drafts));
    reading.map_err(|error| CliError::Registry(error.to_string()))
}

/// Prints the findings about the names of drafts on standard error. Returns whether the names are available in the layers of
/// the run, with the layer that has the drafts in place of that of `file`.
pub(super) fn are_available(
    session: &mut Session,
    drafts: &[SchemeDraft],
    reading: &ParsedFile,
    file: Option<&Path>,
) -> Result<bool, CliError> {
    let sources = session.sources.without(file);
    let stack = layers::stack(&sources)?;
    let environment = session.environment.clone();
    let resolved = layers::resolve(&stack, &sources, environment.as_deref())?;
    let mut are_available = true;
    for name in drafts.iter().map(SchemeDraft::name) {
        let known = resolved.name(name).into_iter();
        let mut known = known.flat_map(|known| &known.definitions);
        if let Some(first) = known.find(|one| !one.is_fact()) {
            let (name, by) = (visible(name), &first.by);
            let help =
                format!("use another name, or replace a facet of the scheme: `anyurl registry new --override {name}`");
            print(session, Level::Error, "SR604", &format!("`{name}` is already registered by {by}"), Some(&help))?;
            are_available = false;
        }
    }
    if !are_available {
        return Ok(false);
    }
    let findings = stack.lint(reading, LintOptions::default(), sources.base, environment.as_deref());
    let is_of_name = |one: &&Finding| {
        let name = one.scheme().filter(|name| drafts.iter().any(|draft| draft.name() == *name));
        let text = one.document().text();
        name.is_some_and(|name| text.get(one.span().start()..one.span().end()) == Some(&format!("\"{name}\"")))
    };
    for finding in findings.iter().filter(is_of_name) {
        are_available &= finding.level() != Level::Error;
        print(session, finding.level(), finding.id(), finding.message(), finding.help())?;
    }
    Ok(are_available)
}

fn print(session: &mut Session, level: Level, id: &str, message: &str, help: Option<&str>) -> io::Result<()> {
    writeln!(session.err, "{level}[{id}]: {}", mask_line(message))?;
    match help {
        Some(help) => writeln!(session.err, "  = help: {}", mask_line(help)),
        None => Ok(()),
    }
}
