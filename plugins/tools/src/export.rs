//! Exports a registry in other formats.

use locator_core::Registry;
use locator_core::registration::Status;
use serde_json::{Map, Value, json};

use super::row::{IanaColumn, builtin_schemes, iana_rows};
use locator_declared::format::{AccessKind, Keyword, RegistryFile, SchemeEntry};

mod markdown;
mod template;

/// An export format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ExportFormat {
    /// IANA's table, as `testdata/uri-schemes-full.csv` has it.
    IanaCsv,
    /// The full entries, as JSON.
    Json,
    /// A Markdown table.
    Markdown,
    /// The registration template of RFC 7595 §7.4, one for each scheme.
    Rfc7595,
    /// The `MimeType` line of a `.desktop` file for a handler of these schemes.
    XSchemeHandler,
}

impl Keyword for ExportFormat {
    const ALL: &'static [Self] = &[Self::IanaCsv, Self::Json, Self::Markdown, Self::Rfc7595, Self::XSchemeHandler];

    fn as_str(self) -> &'static str {
        match self {
            Self::IanaCsv => "iana-csv",
            Self::Json => "json",
            Self::Markdown => "markdown",
            Self::Rfc7595 => "rfc7595",
            Self::XSchemeHandler => "x-scheme-handler",
        }
    }
}

/// An error of writing CSV.
#[derive(Debug, thiserror::Error)]
#[error("the table cannot be written: {0}")]
pub struct ExportError(#[from] csv::Error);

/// Exports a layer together with the built-in schemes of a registry, in the order of their names.
///
/// ```
/// use locator_core::Registry;
/// use locator_declared::format::RegistryFile;
/// use locator_registry_tools::{ExportFormat, export};
///
/// let text = "schema = 1\n[[scheme]]\nname = \"dns\"\nstatus = \"permanent\"\ndescription = \"names\"\n";
/// let layer = RegistryFile::from_text("x.toml", text)?;
/// let schemes = Registry::builder().build();
/// let table = export(layer.layer(), &schemes, ExportFormat::IanaCsv)?;
/// assert_eq!(table.lines().nth(1), Some("dns,Permanent,names,,,,-,,,"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns [`ExportError`] if the CSV writer fails, which does not happen in memory.
pub fn export(layer: &RegistryFile, builtins: &Registry, format: ExportFormat) -> Result<String, ExportError> {
    Ok(match format {
        ExportFormat::IanaCsv => table(layer, builtins)?,
        ExportFormat::Json => json_text(layer, builtins),
        ExportFormat::Markdown => markdown::write(layer, builtins),
        ExportFormat::Rfc7595 => template::write(layer, builtins),
        ExportFormat::XSchemeHandler => handler(layer, builtins),
    })
}

/// `iana-csv`
fn table(layer: &RegistryFile, builtins: &Registry) -> Result<String, ExportError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(IanaColumn::ALL.map(IanaColumn::as_str))?;
    for row in iana_rows(layer, builtins) {
        writer.write_record(row.cells())?;
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the schemes of a layer, sorted by name and version.
fn sorted(layer: &RegistryFile) -> Vec<&SchemeEntry> {
    let mut entries: Vec<_> = layer.schemes().collect();
    entries.sort_by(|one, other| {
        let versions = one.version.cmp_precedence(&other.version);
        one.key().cmp(&other.key()).then(versions)
    });
    entries
}

/// `json`
fn json_text(layer: &RegistryFile, builtins: &Registry) -> String {
    let mut schemes: Vec<(String, Value)> = Vec::new();
    for (name, builtin) in builtin_schemes(builtins) {
        let references: Vec<_> = builtin.references.iter().map(|one| json!(one)).collect();
        let value = json!({
            "name": name,
            "version": builtin.version.to_string(),
            "status": builtin.status.as_str(),
            "description": builtin.description,
            "port": builtin.default_port.map(|port| json!({ "default": port })),
            "reference": references,
            "syntax": { "abnf": builtin.syntax },
            "access": { "algorithm": builtin.access.join("; ") },
            "origin": "builtin",
        });
        schemes.push((name, value));
    }
    for entry in sorted(layer) {
        schemes.push((entry.key(), entry_json(layer, entry)));
    }
    schemes.sort_by(|(one, _), (other, _)| one.cmp(other));
    let header = &layer.header;
    let value = json!({
        "registry": {
            "id": header.id.value,
            "version": header.version.to_string(),
            "serial": header.serial.value,
        },
        "schemes": schemes.into_iter().map(|(_, value)| value).collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

/// Returns an entry as JSON, with the id of its layer.
fn entry_json(layer: &RegistryFile, entry: &SchemeEntry) -> Value {
    let keys: Option<Map<String, Value>> = serde_json::from_str(entry.facets.whole()).ok();
    let mut table = Map::from_iter([
        ("name".to_owned(), json!(entry.key())),
        ("version".to_owned(), json!(entry.version.to_string())),
    ]);
    table.extend(keys.into_iter().flatten().filter(|(key, _)| key != "name"));
    table.insert("origin".to_owned(), json!(layer.header.id.value));
    Value::Object(table)
}

/// `x-scheme-handler`: the schemes in use that are declared in full and can be accessed.
fn handler(layer: &RegistryFile, builtins: &Registry) -> String {
    let mut names: Vec<_> = builtin_schemes(builtins).into_keys().collect();
    let entries = layer.schemes().filter(|entry| is_handled(entry));
    names.extend(entries.map(SchemeEntry::key));
    names.sort();
    names.dedup();
    let types = names.iter().map(|name| format!("x-scheme-handler/{name};"));
    format!("MimeType={}\n", types.collect::<String>())
}

fn is_handled(entry: &SchemeEntry) -> bool {
    let is_accessible = entry.access.as_ref().is_some_and(|access| *access.kind != AccessKind::None);
    let is_in_use = !matches!(*entry.status, Status::Historical | Status::Reserved);
    entry.syntax.is_some() && is_accessible && is_in_use
}
