//! A registry in the forms of others.

use locator_core::Registry;
use locator_core::registration::Status;
use serde_json::{Map, Value, json};

use super::row::{Column, built_in, rows};
use crate::format::{AccessKind, Keyword, RegistryFile, SchemeEntry};

mod markdown;
mod template;

/// A form that a registry is given in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// IANA's table, as `testdata/uri-schemes-full.csv` has it.
    IanaCsv,
    /// All that stands in the entries, for programs.
    Json,
    /// A table for people.
    Markdown,
    /// The form that a registration is asked for with (RFC 7595 §7.4), one for each scheme.
    Rfc7595,
    /// The `MimeType` line of a `.desktop` file: what a handler of these schemes says of itself.
    XSchemeHandler,
}

impl Keyword for Format {
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

/// Why a table could not be written.
#[derive(Debug, thiserror::Error)]
#[error("the table cannot be written: {0}")]
pub struct ExportError(#[from] csv::Error);

/// A layer in the form of others, with the built-in schemes of a registry merged in; a registry without any gives the
/// layer alone. Schemes stand in the order of their names.
///
/// ```
/// use locator_core::Registry;
/// use locator_declared::format::RegistryFile;
/// use locator_declared::tools::{Format, export};
///
/// let text = "schema = 1\n[[scheme]]\nname = \"dns\"\nstatus = \"permanent\"\ndescription = \"names\"\n";
/// let layer = RegistryFile::from_text("x.toml", text)?;
/// let schemes = Registry::builder().build();
/// let table = export(layer.layer(), &schemes, Format::IanaCsv)?;
/// assert_eq!(table.lines().nth(1), Some("dns,Permanent,names,,,,-,,,"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ExportError`] where the CSV cannot be written, which a text in memory gives no cause for.
pub fn export(layer: &RegistryFile, builtins: &Registry, format: Format) -> Result<String, ExportError> {
    Ok(match format {
        Format::IanaCsv => table(layer, builtins)?,
        Format::Json => json_text(layer, builtins),
        Format::Markdown => markdown::write(layer, builtins),
        Format::Rfc7595 => template::write(layer, builtins),
        Format::XSchemeHandler => handler(layer, builtins),
    })
}

/// `iana-csv`
fn table(layer: &RegistryFile, builtins: &Registry) -> Result<String, ExportError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(Column::ALL.map(Column::as_str))?;
    for row in rows(layer, builtins) {
        writer.write_record(row.cells())?;
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The schemes of a layer, by name and version.
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
    for (name, builtin) in built_in(builtins) {
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
        schemes.push((entry.key(), whole(layer, entry)));
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

/// All of an entry, and the layer that it is of.
fn whole(layer: &RegistryFile, entry: &SchemeEntry) -> Value {
    let read: Option<Map<String, Value>> = serde_json::from_str(&entry.facets.whole).ok();
    let mut table = Map::from_iter([
        ("name".to_owned(), json!(entry.key())),
        ("version".to_owned(), json!(entry.version.to_string())),
    ]);
    table.extend(read.into_iter().flatten().filter(|(key, _)| key != "name"));
    table.insert("origin".to_owned(), json!(layer.header.id.value));
    Value::Object(table)
}

/// `x-scheme-handler`: the schemes in use that are declared in full, and can be accessed by somebody.
fn handler(layer: &RegistryFile, builtins: &Registry) -> String {
    let mut names: Vec<_> = built_in(builtins).into_keys().collect();
    let entries = layer.schemes().filter(|entry| is_handled(entry));
    names.extend(entries.map(SchemeEntry::key));
    names.sort();
    names.dedup();
    let types = names.iter().map(|name| format!("x-scheme-handler/{name};"));
    format!("MimeType={}\n", types.collect::<String>())
}

fn is_handled(entry: &SchemeEntry) -> bool {
    let is_done = entry.access.as_ref().is_some_and(|access| *access.kind != AccessKind::None);
    let is_used = !matches!(*entry.status, Status::Historical | Status::Reserved);
    entry.syntax.is_some() && is_done && is_used
}
