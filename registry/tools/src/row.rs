//! Rows of IANA's table, from a layer and the built-in schemes.

use std::collections::{BTreeMap, BTreeSet};

use anyurl_core::authors::Registration;
use anyurl_core::{Layer, Registry};
use serde_json::Value;

use anyurl_declared::format::{RegistryFile, SchemeEntry};

anyurl_core::names! {
    /// A column of IANA's table.
    #[derive(PartialOrd, Ord)]
    pub enum IanaColumn, "a column" {
        /// The name, in IANA's spelling.
        Scheme = "scheme",
        /// `Permanent`, `Provisional` or `Historical`.
        Status = "status",
        /// IANA's description.
        Description = "description",
        /// The references: `[RFC4516][Dave_Thaler]`.
        Reference = "reference",
        /// Notes.
        Notes = "notes",
        /// The path of the submitted template.
        Template = "template",
        /// The reference for well-known URI support; `-` for none.
        WellKnown = "well_known",
        /// The number for CRIs.
        Cri = "cri",
        /// The date of registration.
        Date = "date",
        /// The date of the last change.
        Updated = "updated",
    }
}

/// A row of IANA's table.
///
/// ```
/// use anyurl_registry_tools::{IanaColumn, IanaRow};
///
/// let row = IanaRow::new([(IanaColumn::Scheme, "ftp"), (IanaColumn::Status, "Permanent")]);
/// assert_eq!(row.get(IanaColumn::Status), "Permanent");
/// assert_eq!(row.get(IanaColumn::WellKnown), "-");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct IanaRow {
    cells: [String; 10],
}

impl IanaRow {
    /// Creates a row with some cells; the default of [`IanaColumn::WellKnown`] is `-`.
    pub fn new<T: Into<String>>(cells: impl IntoIterator<Item = (IanaColumn, T)>) -> Self {
        let mut row = Self::default();
        row.set(IanaColumn::WellKnown, "-");
        for (column, cell) in cells {
            row.set(column, cell);
        }
        row
    }

    /// Returns a cell.
    pub fn get(&self, column: IanaColumn) -> &str {
        &self.cells[column as usize]
    }

    /// Sets a cell.
    pub fn set(&mut self, column: IanaColumn, cell: impl Into<String>) {
        self.cells[column as usize] = cell.into();
    }

    /// Returns the cells from left to right.
    pub fn cells(&self) -> &[String; 10] {
        &self.cells
    }

    /// Returns the name in lower case, which identifies the row.
    pub fn key(&self) -> String {
        self.get(IanaColumn::Scheme).to_ascii_lowercase()
    }
}

/// Returns one row for each name of a layer and for each other built-in scheme, sorted by name, without the names that
/// IANA's table lacks (`iana = false`).
///
/// A row with `iana.after` follows the row of that name, as in IANA's table. The highest version of a name describes
/// it. The `iana` table of an entry or a `[[builtin]]` overrides cells that differ in IANA's table.
///
/// ```
/// use anyurl_core::Registry;
/// use anyurl_declared::format::RegistryFile;
/// use anyurl_registry_tools::{IanaColumn, iana_rows};
///
/// let text = "schema = 1\n[[scheme]]\nname = \"dns\"\nstatus = \"permanent\"\ndescription = \"names\"\n\
///             reference = [{ rfc = 4501 }]\niana = { cri = 8 }\n";
/// let layer = RegistryFile::from_text("x.toml", text)?;
/// let rows = iana_rows(layer.layer(), &Registry::builder().build());
/// assert_eq!(rows[0].cells()[..4], ["dns", "Permanent", "names", "[RFC4501]"]);
/// assert_eq!(rows[0].get(IanaColumn::Cri), "8");
/// # Ok::<(), anyurl_declared::format::RegistryFileError>(())
/// ```
pub fn iana_rows(layer: &RegistryFile, builtins: &Registry) -> Vec<IanaRow> {
    let unlisted = unlisted(layer);
    let mut rows = all_rows(layer, builtins);
    rows.retain(|row| !unlisted.contains(&row.key()));
    rows
}

/// Returns the names with `iana = false`.
pub(super) fn unlisted(layer: &RegistryFile) -> BTreeSet<String> {
    layer.schemes().filter(|entry| !entry.is_listed()).map(SchemeEntry::key).collect()
}

/// Returns [`iana_rows`], and rows for the other names.
pub(super) fn all_rows(layer: &RegistryFile, builtins: &Registry) -> Vec<IanaRow> {
    let mut rows = BTreeMap::new();
    let mut builtins = builtin_schemes(builtins);
    for builtin in builtin_tables(layer) {
        let name = text(&builtin, "name").to_ascii_lowercase();
        if let Some(registration) = builtins.remove(name.as_str()) {
            let row = from_builtin(registration, &builtin);
            rows.insert(name, (after(&builtin), row));
        }
    }
    for (name, registration) in builtins {
        rows.insert(name, (None, from_builtin(registration, &Value::Null)));
    }
    let mut entries: Vec<_> = layer.schemes().collect();
    entries.sort_by(|one, other| one.version.cmp_precedence(&other.version));
    for entry in entries {
        let table: Value = serde_json::from_str(&entry.facets.whole()).unwrap_or_default();
        rows.insert(entry.key(), (after(&table), from_entry(&table)));
    }
    in_order(rows)
}

/// Sorts rows by name, except those with `iana.after`.
fn in_order(rows: BTreeMap<String, (Option<String>, IanaRow)>) -> Vec<IanaRow> {
    let key = |(name, (after, row))| match after {
        Some(after) => ([after, name], row),
        None => ([name, String::new()], row),
    };
    rows.into_iter().map(key).collect::<BTreeMap<_, _>>().into_values().collect()
}

/// Returns `iana.after`: the preceding name in IANA's table, if that is not in alphabetical order.
fn after(table: &Value) -> Option<String> {
    Some(table["iana"]["after"].as_str()?.to_ascii_lowercase())
}

/// Returns the built-in schemes by name, each at its lowest version, which is that of RFC 1738 if there is one.
pub(super) fn builtin_schemes(builtins: &Registry) -> BTreeMap<String, &Registration> {
    let mut first = BTreeMap::new();
    let entries = builtins.entries().filter(|entry| entry.layer() == Layer::Builtin);
    for entry in entries {
        let key = entry.name().to_owned();
        first.entry(key).or_insert(entry.registration());
    }
    first
}

/// Returns the `[[builtin]]` tables: IANA's facts about built-in schemes.
pub(super) fn builtin_tables(layer: &RegistryFile) -> Vec<Value> {
    let Ok(table) = layer.main().document.text().parse::<toml::Table>() else {
        return Vec::new();
    };
    let builtins = table.get("builtin").and_then(toml::Value::as_array);
    builtins.into_iter().flatten().map(json).collect()
}

/// Converts a TOML value to JSON; dates become strings.
fn json(value: &toml::Value) -> Value {
    match value {
        toml::Value::String(text) => text.as_str().into(),
        toml::Value::Integer(integer) => (*integer).into(),
        toml::Value::Float(float) => (*float).into(),
        toml::Value::Boolean(flag) => (*flag).into(),
        toml::Value::Datetime(date) => date.to_string().into(),
        toml::Value::Array(list) => list.iter().map(json).collect(),
        toml::Value::Table(table) => {
            let member = |(key, value): (&String, &toml::Value)| (key.clone(), json(value));
            Value::Object(table.iter().map(member).collect())
        }
    }
}

/// Returns the row of an entry.
fn from_entry(table: &Value) -> IanaRow {
    let name = text(table, "name").to_ascii_lowercase();
    let row = IanaRow::new([
        (IanaColumn::Scheme, name),
        (IanaColumn::Status, capitalized(text(table, "status"))),
        (IanaColumn::Description, text(table, "description").to_owned()),
        (IanaColumn::Reference, references(table)),
    ]);
    with_facts(row, table)
}

/// Returns the row of a built-in scheme and its `[[builtin]]`.
fn from_builtin(registration: &Registration, builtin: &Value) -> IanaRow {
    let references = registration.references.iter();
    let references: String = references.filter_map(|one| document(one)).collect();
    let row = IanaRow::new([
        (IanaColumn::Scheme, registration.name.to_string()),
        (IanaColumn::Status, capitalized(registration.status.as_str())),
        (IanaColumn::Description, registration.description.to_string()),
        (IanaColumn::Reference, references),
    ]);
    with_facts(row, builtin)
}

/// The columns and their keys in `iana`.
pub(super) const FACTS: [(IanaColumn, &str); 9] = [
    (IanaColumn::Scheme, "name"),
    (IanaColumn::Description, "description"),
    (IanaColumn::Reference, "reference"),
    (IanaColumn::Notes, "notes"),
    (IanaColumn::Template, "template"),
    (IanaColumn::WellKnown, "well_known"),
    (IanaColumn::Cri, "cri"),
    (IanaColumn::Date, "registered"),
    (IanaColumn::Updated, "updated"),
];

fn with_facts(mut row: IanaRow, table: &Value) -> IanaRow {
    for (column, key) in FACTS {
        match &table["iana"][key] {
            Value::Null => {}
            Value::String(cell) => row.set(column, cell.as_str()),
            other => row.set(column, other.to_string()),
        }
    }
    row
}

/// Returns a string of a table, or an empty one.
pub(super) fn text<'v>(table: &'v Value, key: &str) -> &'v str {
    table[key].as_str().unwrap_or_default()
}

/// Returns the `reference` cell, which has no sections.
fn references(table: &Value) -> String {
    let list = table["reference"].as_array();
    list.into_iter().flatten().map(reference).collect()
}

fn reference(table: &Value) -> String {
    if let Some(number) = table["rfc"].as_u64() {
        return format!("[RFC{number}]");
    }
    let keys = ["person", "title", "url"];
    match keys.map(|key| text(table, key)) {
        ["", "", url] => format!("[{url}]"),
        ["", title, _] => format!("[{title}]"),
        [person, ..] => format!("[{}]", person.replace(' ', "_")),
    }
}

/// Returns `[RFC1738]` for `RFC 1738 §3.4`.
fn document(reference: &str) -> Option<String> {
    let number = reference.strip_prefix("RFC ")?;
    let number = number.split(' ').next()?;
    Some(format!("[RFC{number}]"))
}

/// Returns a word with its first letter in upper case.
pub(super) fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
