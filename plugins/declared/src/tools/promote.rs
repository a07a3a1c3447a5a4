//! The next status of a scheme: what it asks for, and the text that has it.

use locator_core::registration::Status;
use semver::Version;
use toml_edit::{DocumentMut, Item, Table, Value};

use super::diff::{allowed, misstep};
use super::edit::{self, ToolError};
use crate::format::{
    CHECKS, Finding, Findings, Level, LintContext, LintOptions, RegistryFile, SchemeEntry, SourceFile,
};
use crate::scheme::Declared;

/// A scheme with its next status.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// The file of the layer that the entry stands in, as [`SourceFile::path`] has it.
    pub path: String,
    /// Its new text: everything else is as it was.
    pub text: String,
    /// What does not stand in the way, and should be looked at.
    pub warnings: Vec<Finding>,
}

/// Why a scheme stays what it is.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PromoteError {
    /// The layer has no such scheme.
    #[error("there is no `{0}` in this layer")]
    Unknown(String),
    /// It is that already.
    #[error("`{0}` is {status} already", status = .1.as_str())]
    Already(String, Status),
    /// It lacks what the status asks for.
    #[error("{}", lines(.0))]
    Refused(Vec<Finding>),
    /// The file cannot be written anew.
    #[error(transparent)]
    Tool(#[from] ToolError),
}

fn lines(findings: &[Finding]) -> String {
    let lines: Vec<_> = findings.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// Gives a scheme, at its highest version, the next status (RFC 7595 §7.3).
///
/// The entry must have all that lint asks of a registration of that status, whatever the profile of its layer: a fact that
/// was imported has to be declared in full first. Where an experiment ends, its `expires` goes.
///
/// ```
/// use locator_core::registration::Status;
/// use locator_declared::format::{RegistryFile, draft};
/// use locator_declared::tools::{PromoteError, promote};
///
/// let text = draft("com.example.lake", "2027-06-30".parse()?).replace("TODO: ", "");
/// let layer = RegistryFile::from_text("lake.toml", text.as_str())?.load()?;
/// let promotion = promote(&layer, "com.example.lake", Status::Provisional)?;
/// assert_eq!(promotion.text, text.replace("status = \"private\"", "status = \"provisional\""));
///
/// // What is permanent has a document that defines it, or something that shows it.
/// let Err(PromoteError::Refused(findings)) = promote(&layer, "com.example.lake", Status::Permanent) else {
///     panic!("nothing defines it")
/// };
/// assert_eq!(findings[0].id(), "SR205");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`PromoteError`]: no such scheme, a step that is not allowed (SR704), or what the entry lacks.
pub fn promote(layer: &RegistryFile, name: &str, to: Status) -> Result<Promotion, PromoteError> {
    let (file, entry) = find(layer, name).ok_or_else(|| PromoteError::Unknown(name.to_owned()))?;
    if *entry.status == to {
        return Err(PromoteError::Already(entry.key(), to));
    }
    if !allowed(*entry.status, to) {
        return Err(PromoteError::Refused(vec![misstep(entry, *entry.status, to)]));
    }
    let mut document = edit::parse(&file.document)?;
    rewrite(&mut document, entry, to);
    let findings = lacks(&promoted(layer, entry, to), entry);
    let (errors, warnings) = findings.into_iter().partition(|one| one.level() == Level::Error);
    let errors: Vec<Finding> = errors;
    if !errors.is_empty() {
        return Err(PromoteError::Refused(errors));
    }
    Ok(Promotion { path: file.path.clone(), text: edit::write(document), warnings })
}

/// The highest version of a scheme, and its file.
fn find<'l>(layer: &'l RegistryFile, name: &str) -> Option<(&'l SourceFile, &'l SchemeEntry)> {
    let entries = |file: &'l SourceFile| file.schemes.iter().map(move |entry| (file, entry));
    let all = layer.files.iter().flat_map(entries);
    let named = all.filter(|(_, entry)| entry.key() == name.to_ascii_lowercase());
    named.max_by(|(_, one), (_, other)| one.version.cmp_precedence(&other.version))
}

/// Writes the status into the table of an entry.
fn rewrite(document: &mut DocumentMut, entry: &SchemeEntry, to: Status) {
    let tables = document.get_mut("scheme").and_then(Item::as_array_of_tables_mut);
    let table = tables.and_then(|tables| tables.iter_mut().find(|table| is(table, entry)));
    let Some(table) = table else { return };
    edit::set(table, "status", Value::from(to.as_str()));
    if *entry.status == Status::Experimental {
        table.remove("expires");
        table.remove("graduates_to");
    }
}

fn is(table: &Table, entry: &SchemeEntry) -> bool {
    let version = table.get("version").and_then(Item::as_str).unwrap_or("1.0.0");
    let version = Version::parse(version).ok();
    edit::name(table) == entry.key() && version.as_ref() == Some(&entry.version.value)
}

/// The layer with the status that the entry is to have, as a submission: facts of others are none.
fn promoted(layer: &RegistryFile, entry: &SchemeEntry, to: Status) -> RegistryFile {
    let mut layer = layer.clone();
    let entries = layer.files.iter_mut().flat_map(|file| &mut file.schemes);
    let is = |one: &&mut SchemeEntry| one.key() == entry.key() && one.version == entry.version;
    for entry in entries.filter(is) {
        entry.status.value = to;
        // Rules pass over what could not be read as a whole; here they must not.
        entry.sound = true;
        entry.metadata.expires = None;
    }
    for file in &mut layer.files {
        file.lint = None;
    }
    layer
}

/// What lint finds in an entry, at the level that the rules have.
fn lacks(layer: &RegistryFile, entry: &SchemeEntry) -> Vec<Finding> {
    let lint = LintOptions::default();
    let context = LintContext { layer, lint };
    let mut findings = Findings::new();
    for check in CHECKS {
        check(&context, &mut findings);
    }
    let inside = |one: &Finding| one.scheme().is_some_and(|name| name.eq_ignore_ascii_case(&entry.key()));
    let mut lacks: Vec<_> = findings.into_iter().filter(inside).collect();
    lacks.extend(broken(layer, entry));
    lacks
}

/// A definition that is no scheme: what its status asks for is a syntax that works.
fn broken(layer: &RegistryFile, entry: &SchemeEntry) -> Option<Finding> {
    let syntax = entry.syntax.as_ref()?;
    entry.access.as_ref()?;
    let error = match Declared::new(entry, layer.gateways()) {
        Err(error) => error.to_string(),
        Ok(declared) => declared.grammar().err()?.to_string(),
    };
    Some(entry.finding("SR301", syntax.span, error))
}
