//! Exports a registry in other formats.

use anyurl_core::Registry;
use anyurl_core::internal::visible_json;
use serde_json::{Map, Value, json};

use super::resolved;
use super::row::{IanaColumn, builtin_schemes, iana_rows};
use anyurl_declared::format::{LayerKind, RegistryFile, SchemeEntry};
use anyurl_declared::layers::{Resolved, SchemeDefinition};

mod applications;
mod codeowners;
mod markdown;
mod page;
mod schema;
mod template;

anyurl_core::names! {
    /// An export format.
    pub enum ExportFormat, "a format" {
        /// An intent filter of an application for Android.
        Android = "android",
        /// The `CODEOWNERS` file of a repository: each file with the owners of its schemes.
        Codeowners = "codeowners",
        /// The `protocols` of electron-builder.
        Electron = "electron",
        /// IANA's table, as `testdata/uri-schemes-full.csv` has it.
        IanaCsv = "iana-csv",
        /// The `CFBundleURLTypes` of an application for iOS or macOS.
        Ios = "ios",
        /// The full entries, as JSON.
        Json = "json",
        /// A JSON Schema with the URLs of each scheme.
        JsonSchema = "json-schema",
        /// A Markdown table, and a section for each scheme.
        Markdown = "markdown",
        /// One registry file with what all names of the layers above the public one are, after overrides, masks and pins: for
        /// programs that read files side by side, such as those in JavaScript.
        Resolved = "resolved",
        /// The registration template of RFC 7595 §7.4, one for each scheme.
        Rfc7595 = "rfc7595",
        /// The deep links of an application with Tauri.
        Tauri = "tauri",
        /// The `protocol_handlers` of a web application.
        WebManifest = "web-manifest",
        /// The `MimeType` line of a `.desktop` file for a handler of these schemes.
        XSchemeHandler = "x-scheme-handler",
    }
}

/// An error of an export.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The CSV writer failed, which does not happen in memory.
    #[error("the table cannot be written: {0}")]
    Csv(#[from] csv::Error),
    /// [`ExportFormat::Resolved`] of one file.
    #[error("`resolved` is for layers, not for one file: give all of them by --registry")]
    OneFile,
}

/// Exports a layer together with the built-in schemes of a registry, in the order of their names.
///
/// ```
/// use anyurl_core::Registry;
/// use anyurl_declared::format::RegistryFile;
/// use anyurl_registry_tools::{ExportFormat, export};
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
/// Returns [`ExportError::OneFile`] for [`ExportFormat::Resolved`].
pub fn export(layer: &RegistryFile, builtins: &Registry, format: ExportFormat) -> Result<String, ExportError> {
    export_layers(std::slice::from_ref(layer), builtins, format)
}

/// Exports resolved layers, as [`export`] does one: each with its schemes as they are after all overrides, and without those
/// that a mask, a claim or a pin hides. The header of the highest one is that of the whole, and IANA's table is that of the
/// public layer. [`left_out`](crate::left_out) lists what [`ExportFormat::Resolved`] cannot have.
///
/// # Errors
/// Returns [`ExportError`] if the CSV writer fails, which does not happen in memory.
pub fn export_resolved(resolved: &Resolved, builtins: &Registry, format: ExportFormat) -> Result<String, ExportError> {
    match format {
        ExportFormat::Resolved => Ok(resolved::own_names(resolved)),
        _ => export_layers(&layers_in_use(resolved), builtins, format),
    }
}

/// Exports layers, lowest first.
fn export_layers(layers: &[RegistryFile], builtins: &Registry, format: ExportFormat) -> Result<String, ExportError> {
    Ok(match format {
        ExportFormat::Android => applications::android(layers, builtins),
        ExportFormat::Codeowners => codeowners::write(layers),
        ExportFormat::Electron => applications::electron(layers, builtins),
        ExportFormat::IanaCsv => table(layers, builtins)?,
        ExportFormat::Ios => applications::apple(layers, builtins),
        ExportFormat::Json => visible_json(&json_text(layers, builtins)).into_owned(),
        ExportFormat::JsonSchema => visible_json(&schema::write(layers)).into_owned(),
        ExportFormat::Markdown => markdown::write(layers, builtins),
        ExportFormat::Resolved => return Err(ExportError::OneFile),
        ExportFormat::Rfc7595 => template::write(layers, builtins),
        ExportFormat::Tauri => applications::tauri(layers, builtins),
        ExportFormat::WebManifest => applications::web(layers, builtins),
        ExportFormat::XSchemeHandler => applications::desktop(layers, builtins),
    })
}

/// The layers of a resolution, each with its schemes as they are after all overrides, and without those that a mask, a
/// claim or a pin hides.
fn layers_in_use(resolved: &Resolved) -> Vec<RegistryFile> {
    let in_use = |layer: &str, entry: &SchemeEntry| {
        let mut definitions = resolved.name(&entry.key())?.visible();
        let is_same = |one: &&SchemeDefinition| one.version == *entry.version && one.by.layer == layer;
        definitions.find(is_same)?.entry().cloned()
    };
    let layers = resolved.layers().map(|placed| {
        let mut layer = placed.layer().clone();
        for file in &mut layer.files {
            file.schemes = file.schemes.iter().filter_map(|entry| in_use(placed.id(), entry)).collect();
        }
        layer
    });
    layers.collect()
}

/// `iana-csv`
fn table(layers: &[RegistryFile], builtins: &Registry) -> Result<String, ExportError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(IanaColumn::ALL.iter().map(|column| column.as_str()))?;
    let public = layers.iter().find(|layer| *layer.header.kind == LayerKind::Public).or(layers.first());
    for row in public.iter().flat_map(|layer| iana_rows(layer, builtins)) {
        writer.write_record(row.cells())?;
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the schemes of layers, each with the id of its layer, sorted by name and version.
fn sorted(layers: &[RegistryFile]) -> Vec<(&str, &SchemeEntry)> {
    let mut entries = Vec::new();
    for layer in layers {
        entries.extend(layer.schemes().map(|entry| (layer.header.id.as_str(), entry)));
    }
    entries.sort_by(|(_, one), (_, other)| {
        let versions = one.version.cmp_precedence(&other.version);
        one.key().cmp(&other.key()).then(versions)
    });
    entries
}

/// `json`
fn json_text(layers: &[RegistryFile], builtins: &Registry) -> String {
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
    for (origin, entry) in sorted(layers) {
        schemes.push((entry.key(), entry_json(origin, entry)));
    }
    schemes.sort_by(|(one, _), (other, _)| one.cmp(other));
    let header = layers.last().map(|layer| &layer.header);
    let value = json!({
        "registry": header.map(|header| json!({
            "id": header.id.value,
            "version": header.version.to_string(),
            "serial": header.serial.value,
        })),
        "schemes": schemes.into_iter().map(|(_, value)| value).collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}

/// Returns an entry as JSON, with the id of its layer.
fn entry_json(origin: &str, entry: &SchemeEntry) -> Value {
    let keys: Option<Map<String, Value>> = serde_json::from_str(&entry.facets.whole()).ok();
    let mut table = Map::from_iter([
        ("name".to_owned(), json!(entry.key())),
        ("version".to_owned(), json!(entry.version.to_string())),
    ]);
    table.extend(keys.into_iter().flatten().filter(|(key, _)| key != "name"));
    table.insert("origin".to_owned(), json!(origin));
    Value::Object(table)
}
