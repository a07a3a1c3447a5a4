//! IANA's table: its columns, and what a layer and the built-in schemes say in each.

use std::collections::BTreeMap;

use locator_core::Registry;
use locator_core::registration::Registration;
use locator_core::registry::Layer;
use serde_json::Value;

use crate::format::RegistryFile;

/// Writes the columns, in their order, and how each is headed.
macro_rules! columns {
    ($($(#[$doc:meta])* $variant:ident = $word:literal,)+) => {
        /// A column of IANA's table.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Column {
            $($(#[$doc])* $variant,)+
        }

        impl Column {
            /// All, from left to right.
            pub const ALL: [Self; 10] = [$(Self::$variant),+];

            /// As the first line heads it.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }
    };
}

columns! {
    /// The name, in the case that IANA gives it.
    Scheme = "scheme",
    /// `Permanent`, `Provisional` or `Historical`.
    Status = "status",
    /// What it is, in IANA's words.
    Description = "description",
    /// `[RFC4516][Dave_Thaler]`
    Reference = "reference",
    /// What is noted.
    Notes = "notes",
    /// Where the form that was handed in stands.
    Template = "template",
    /// What supports well-known URIs; `-` where nothing does.
    WellKnown = "well_known",
    /// The number for CRIs.
    Cri = "cri",
    /// When it was registered.
    Date = "date",
    /// When the row was changed.
    Updated = "updated",
}

/// A row of IANA's table; a cell without anything is empty.
///
/// ```
/// use locator_declared::tools::{Column, Row};
///
/// let row = Row::new([(Column::Scheme, "ftp"), (Column::Status, "Permanent")]);
/// assert_eq!(row.get(Column::Status), "Permanent");
/// assert_eq!(row.get(Column::WellKnown), "-");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    cells: [String; 10],
}

impl Row {
    /// A row of these cells. Where nothing is said of well-known URIs, there are none.
    pub fn new<T: Into<String>>(cells: impl IntoIterator<Item = (Column, T)>) -> Self {
        let mut row = Self::default();
        row.set(Column::WellKnown, "-");
        for (column, cell) in cells {
            row.set(column, cell);
        }
        row
    }

    /// A cell.
    pub fn get(&self, column: Column) -> &str {
        &self.cells[column as usize]
    }

    /// Writes a cell.
    pub fn set(&mut self, column: Column, cell: impl Into<String>) {
        self.cells[column as usize] = cell.into();
    }

    /// Its cells, from left to right.
    pub fn cells(&self) -> &[String; 10] {
        &self.cells
    }

    /// The name in lower case: by it rows are told apart.
    pub fn key(&self) -> String {
        self.get(Column::Scheme).to_ascii_lowercase()
    }
}

/// One row for each name of a layer, and for each of the built-in schemes that it has no entry for, by name; one whose
/// `iana.after` names another stands behind that, as in IANA's table.
///
/// Where a layer has several versions of a name, the highest speaks. `iana` of an entry, and of a `[[builtin]]`, says what
/// IANA's table has where it differs from what stands beside it.
///
/// ```
/// use locator_core::Registry;
/// use locator_declared::format::RegistryFile;
/// use locator_declared::tools::{Column, rows};
///
/// let text = "schema = 1\n[[scheme]]\nname = \"dns\"\nstatus = \"permanent\"\ndescription = \"names\"\n\
///             reference = [{ rfc = 4501 }]\niana = { cri = 8 }\n";
/// let layer = RegistryFile::from_text("x.toml", text)?;
/// let rows = rows(layer.layer(), &Registry::builder().build());
/// assert_eq!(rows[0].cells()[..4], ["dns", "Permanent", "names", "[RFC4501]"]);
/// assert_eq!(rows[0].get(Column::Cri), "8");
/// # Ok::<(), locator_declared::format::RegistryFileError>(())
/// ```
pub fn rows(layer: &RegistryFile, builtins: &Registry) -> Vec<Row> {
    let mut rows = BTreeMap::new();
    let mut builtins = built_in(builtins);
    for builtin in room_tables(layer) {
        let name = text(&builtin, "name").to_ascii_lowercase();
        if let Some(registration) = builtins.remove(name.as_str()) {
            let row = of_room(registration, &builtin);
            rows.insert(name, (after(&builtin), row));
        }
    }
    for (name, registration) in builtins {
        rows.insert(name, (None, of_room(registration, &Value::Null)));
    }
    let mut entries: Vec<_> = layer.schemes().collect();
    entries.sort_by(|one, other| one.version.cmp_precedence(&other.version));
    for entry in entries {
        let table: Value = serde_json::from_str(&entry.facets.whole).unwrap_or_default();
        rows.insert(entry.key(), (after(&table), of_table(&table)));
    }
    in_order(rows)
}

/// Rows by name, but for those that stand behind another.
fn in_order(rows: BTreeMap<String, (Option<String>, Row)>) -> Vec<Row> {
    let place = |(name, (after, row))| match after {
        Some(after) => ([after, name], row),
        None => ([name, String::new()], row),
    };
    let places: BTreeMap<_, _> = rows.into_iter().map(place).collect();
    places.into_values().collect()
}

/// The name that IANA's table has before this one, where that is not the one before it in the alphabet.
fn after(table: &Value) -> Option<String> {
    Some(table["iana"]["after"].as_str()?.to_ascii_lowercase())
}

/// The built-in schemes by name, each at its lowest version: that of RFC 1738, where there is one.
pub(super) fn built_in(builtins: &Registry) -> BTreeMap<String, &Registration> {
    let mut first = BTreeMap::new();
    let entries = builtins.entries().filter(|entry| entry.layer() == Layer::Builtin);
    for entry in entries {
        let key = entry.name().to_owned();
        first.entry(key).or_insert(entry.registration());
    }
    first
}

/// `[[builtin]]`: what IANA says of names that have a scheme.
pub(super) fn room_tables(layer: &RegistryFile) -> Vec<Value> {
    let Ok(table) = layer.main().document.text().parse::<toml::Table>() else {
        return Vec::new();
    };
    let builtins = table.get("builtin").and_then(toml::Value::as_array);
    builtins.into_iter().flatten().map(json).collect()
}

/// A value of TOML as one of JSON; dates are texts.
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

/// The row of an entry, as its canonical text has it.
fn of_table(table: &Value) -> Row {
    let name = text(table, "name").to_ascii_lowercase();
    let row = Row::new([
        (Column::Scheme, name),
        (Column::Status, capital(text(table, "status"))),
        (Column::Description, text(table, "description").to_owned()),
        (Column::Reference, references(table)),
    ]);
    with_facts(row, table)
}

/// The row of a scheme, with what a `[[builtin]]` says of it.
fn of_room(registration: &Registration, builtin: &Value) -> Row {
    let references = registration.references.iter();
    let references: String = references.filter_map(|one| document(one)).collect();
    let row = Row::new([
        (Column::Scheme, registration.name.to_string()),
        (Column::Status, capital(registration.status.as_str())),
        (Column::Description, registration.description.to_string()),
        (Column::Reference, references),
    ]);
    with_facts(row, builtin)
}

/// The keys of `iana`, and the columns that they are of.
pub(super) const FACTS: [(Column, &str); 9] = [
    (Column::Scheme, "name"),
    (Column::Description, "description"),
    (Column::Reference, "reference"),
    (Column::Notes, "notes"),
    (Column::Template, "template"),
    (Column::WellKnown, "well_known"),
    (Column::Cri, "cri"),
    (Column::Date, "registered"),
    (Column::Updated, "updated"),
];

fn with_facts(mut row: Row, table: &Value) -> Row {
    for (column, key) in FACTS {
        match &table["iana"][key] {
            Value::Null => {}
            Value::String(cell) => row.set(column, cell.as_str()),
            other => row.set(column, other.to_string()),
        }
    }
    row
}

/// A text of a table; empty where there is none.
pub(super) fn text<'v>(table: &'v Value, key: &str) -> &'v str {
    table[key].as_str().unwrap_or_default()
}

/// `reference` as the column writes it, which has no sections.
fn references(table: &Value) -> String {
    let list = table["reference"].as_array();
    list.into_iter().flatten().map(reference).collect()
}

fn reference(table: &Value) -> String {
    if let Some(number) = table["rfc"].as_u64() {
        return format!("[RFC{number}]");
    }
    let keys = ["person", "title", "url"];
    let said = keys.map(|key| text(table, key));
    match said {
        ["", "", url] => format!("[{url}]"),
        ["", title, _] => format!("[{title}]"),
        [person, ..] => format!("[{}]", person.replace(' ', "_")),
    }
}

/// `[RFC1738]` of `RFC 1738 §3.4`.
fn document(reference: &str) -> Option<String> {
    let number = reference.strip_prefix("RFC ")?;
    let number = number.split(' ').next()?;
    Some(format!("[RFC{number}]"))
}

/// With a capital letter.
pub(super) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
