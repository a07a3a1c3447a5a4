//! Promotes a scheme to its next status.

use anyurl_core::authors::Status;
use semver::Version;
use toml_edit::{DocumentMut, Item, Table, Value};

use super::diff::{is_allowed_step, status_finding, statuses_after};
use super::edit::{self, EditError};
use anyurl_declared::Declared;
use anyurl_declared::format::{
    CHECKS, Finding, Findings, Level, LintContext, LintOptions, RegistryFile, SchemeEntry, SourceFile,
};

/// The result of a promotion.
#[derive(Clone, Debug)]
pub struct Promotion {
    /// The file of the layer that contains the entry, as in [`SourceFile::path`].
    pub path: String,
    /// The new text of the file; only the entry's status changes.
    pub text: String,
    /// Findings that do not prevent the promotion.
    pub warnings: Vec<Finding>,
}

/// An error of a promotion.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PromoteError {
    /// The layer does not have the scheme.
    #[error("this layer has no scheme `{0}`")]
    Unknown(String),
    /// The scheme already has the status.
    #[error("`{0}` already has the status {status}", status = .1.as_str())]
    Already(String, Status),
    /// The scheme does not meet the requirements of the status.
    #[error("{}", lines(.0))]
    Refused(Vec<Finding>),
    /// The file cannot be edited.
    #[error(transparent)]
    Edit(#[from] EditError),
}

fn lines(findings: &[Finding]) -> String {
    let lines: Vec<_> = findings.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// Gives the highest version of a scheme another status (RFC 7595 §7.3).
///
/// The entry must pass lint for a registration of that status, in any profile of its layer: an imported fact must first
/// be declared in full. The promotion of an experimental scheme removes its `expires`.
///
/// ```
/// use anyurl_core::authors::Status;
/// use anyurl_declared::format::{RegistryFile, SchemeDraft};
/// use anyurl_registry_tools::{PromoteError, promote};
///
/// let text = SchemeDraft::new("com.example.lake", "2027-06-30".parse()?).file().replace("TODO: ", "");
/// let layer = RegistryFile::from_text("lake.toml", text.as_str())?.load()?;
/// let promotion = promote(&layer, "com.example.lake", Status::Provisional)?;
/// // The entry states what the others have by default.
/// let name = "name = \"com.example.lake\"\n";
/// assert_eq!(promotion.text, text.replace(name, &format!("{name}status = \"provisional\"\n")));
///
/// // A permanent scheme needs a document that defines it, or a demonstration.
/// let Err(PromoteError::Refused(findings)) = promote(&layer, "com.example.lake", Status::Permanent) else {
///     panic!("it has no reference")
/// };
/// assert_eq!(findings[0].id(), "SR205");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns [`PromoteError`] for an unknown scheme, a step that is not allowed (SR704), or missing parts of the entry.
pub fn promote(layer: &RegistryFile, name: &str, to: Status) -> Result<Promotion, PromoteError> {
    let (file, entry) = find(layer, name).ok_or_else(|| PromoteError::Unknown(name.to_owned()))?;
    if *entry.status == to {
        return Err(PromoteError::Already(entry.key(), to));
    }
    if !is_allowed_step(*entry.status, to) {
        return Err(PromoteError::Refused(vec![status_finding(entry, *entry.status, to)]));
    }
    let mut document = edit::parse(&file.document)?;
    rewrite(&mut document, entry, to);
    let findings = findings_in(&promoted(layer, entry, to), entry);
    let (errors, warnings) = findings.into_iter().partition(|one| one.level() == Level::Error);
    let errors: Vec<Finding> = errors;
    if !errors.is_empty() {
        return Err(PromoteError::Refused(errors));
    }
    Ok(Promotion { path: file.path.clone(), text: edit::write(document), warnings })
}

/// Returns the statuses that may follow that of a scheme, each with the errors that prevent it.
///
/// ```
/// use anyurl_declared::format::{RegistryFile, SchemeDraft};
/// use anyurl_registry_tools::next_statuses;
///
/// let text = SchemeDraft::new("com.example.lake", "2027-06-30".parse()?).file().replace("TODO: ", "");
/// let layer = RegistryFile::from_text("lake.toml", text)?.load()?;
/// let missing = next_statuses(&layer, "com.example.lake")?;
/// let missing: Vec<_> = missing.iter().map(|(status, missing)| (status.as_str(), missing.len())).collect();
/// assert_eq!(missing, [("permanent", 1), ("provisional", 0), ("historical", 0), ("experimental", 0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`PromoteError::Unknown`].
pub fn next_statuses(layer: &RegistryFile, name: &str) -> Result<Vec<(Status, Vec<Finding>)>, PromoteError> {
    let (_, entry) = find(layer, name).ok_or_else(|| PromoteError::Unknown(name.to_owned()))?;
    let missing = |to| match promote(layer, name, to) {
        Err(PromoteError::Refused(findings)) => findings,
        _ => Vec::new(),
    };
    Ok(statuses_after(*entry.status).map(|to| (to, missing(to))).collect())
}

/// Returns the highest version of a scheme and its file.
fn find<'l>(layer: &'l RegistryFile, name: &str) -> Option<(&'l SourceFile, &'l SchemeEntry)> {
    let entries = |file: &'l SourceFile| file.schemes.iter().map(move |entry| (file, entry));
    let all = layer.files.iter().flat_map(entries);
    let named = all.filter(|(_, entry)| entry.key() == name.to_ascii_lowercase());
    named.max_by(|(_, one), (_, other)| one.version.cmp_precedence(&other.version))
}

/// Sets the status in the table of an entry.
fn rewrite(document: &mut DocumentMut, entry: &SchemeEntry, to: Status) {
    let tables = document.get_mut("scheme").and_then(Item::as_array_of_tables_mut);
    let table = tables.and_then(|tables| tables.iter_mut().find(|table| is_entry(table, entry)));
    let Some(table) = table else { return };
    let is_inherited = !table.contains_key("status");
    edit::set(table, "status", Value::from(to.as_str()));
    if is_inherited {
        // After the name, as the formatter has it.
        let keys: Vec<_> = table.iter().map(|(key, _)| key.to_owned()).collect();
        let name = keys.iter().position(|key| key == "name").unwrap_or(0);
        let order = |key: &str| match key {
            "status" => (name, 1),
            key => (keys.iter().position(|one| one == key).unwrap_or(0), 0),
        };
        table.sort_values_by(|one, _, other, _| order(one.get()).cmp(&order(other.get())));
    }
    if *entry.status == Status::Experimental {
        table.remove("expires");
        table.remove("graduates_to");
    }
}

fn is_entry(table: &Table, entry: &SchemeEntry) -> bool {
    let version = table.get("version").and_then(Item::as_str).unwrap_or("1.0.0");
    let version = Version::parse(version).ok();
    edit::name(table) == entry.key() && version.as_ref() == Some(&entry.version.value)
}

/// Returns the layer with the new status of the entry, without `[lint]` tables.
fn promoted(layer: &RegistryFile, entry: &SchemeEntry, to: Status) -> RegistryFile {
    let mut layer = layer.clone();
    let entries = layer.files.iter_mut().flat_map(|file| &mut file.schemes);
    let is = |one: &&mut SchemeEntry| one.key() == entry.key() && one.version == entry.version;
    for entry in entries.filter(is) {
        entry.status.value = to;
        // Lint skips entries that were not parsed completely; this one must be checked.
        entry.sound = true;
        entry.metadata.expires = None;
    }
    for file in &mut layer.files {
        file.lint = None;
    }
    layer
}

/// Returns the findings in an entry, at the default levels of the rules.
fn findings_in(layer: &RegistryFile, entry: &SchemeEntry) -> Vec<Finding> {
    let context = LintContext::new(layer, LintOptions::default());
    let mut findings = Findings::new();
    for check in CHECKS {
        check(&context, &mut findings);
    }
    let inside = |one: &Finding| one.scheme().is_some_and(|name| name.eq_ignore_ascii_case(&entry.key()));
    findings.into_iter().filter(inside).chain(broken_syntax(layer, entry)).collect()
}

/// SR301: the entry cannot be compiled to a scheme.
fn broken_syntax(layer: &RegistryFile, entry: &SchemeEntry) -> Option<Finding> {
    let syntax = entry.syntax.as_ref()?;
    entry.access.as_ref()?;
    let error = match Declared::new(entry, layer.gateways()) {
        Err(error) => error.to_string(),
        Ok(declared) => declared.grammar().err()?.to_string(),
    };
    Some(entry.finding("SR301", syntax.span, error))
}
