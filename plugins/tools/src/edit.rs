//! A text of TOML that is changed here and there, and keeps all else: order, comments, how values are written.

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table};

use locator_declared::format::Document;

/// Why a tool gives no text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ToolError {
    /// The text of a file is not TOML.
    #[error("`{file}` is not TOML: {message}")]
    NoToml {
        /// Which.
        file: String,
        /// What is wrong.
        message: String,
    },
    /// The layer stands in several files, and the tool writes one.
    #[error("`{file}` includes other files: give them to the tool one by one")]
    Included {
        /// Which.
        file: String,
    },
}

/// The text of a file, to be changed.
pub(super) fn parse(document: &Document) -> Result<DocumentMut, ToolError> {
    let parsed: Result<DocumentMut, _> = document.text().parse();
    parsed.map_err(|error| ToolError::NoToml { file: document.name().to_owned(), message: error.message().to_owned() })
}

/// The changed text: tables stand where they stand in the tree, those from elsewhere too.
pub(super) fn write(mut document: DocumentMut) -> String {
    let mut position = 0;
    number(document.as_table_mut(), &mut position);
    let text = document.to_string();
    text.trim_start_matches('\n').to_owned()
}

/// Gives the tables inside a table the places that follow.
fn number(table: &mut Table, position: &mut isize) {
    for (_, item) in table.iter_mut() {
        match item {
            Item::Table(inner) => {
                place(inner, position);
            }
            Item::ArrayOfTables(inner) => {
                inner.iter_mut().for_each(|inner| place(inner, position));
            }
            Item::None | Item::Value(_) => {}
        }
    }
}

fn place(table: &mut Table, position: &mut isize) {
    if !table.is_dotted() {
        *position += 1;
        table.set_position(Some(*position));
    }
    number(table, position);
}

/// The tables of a key at the top; they are made where there are none.
pub(super) fn tables<'d>(document: &'d mut DocumentMut, key: &str) -> Option<&'d mut ArrayOfTables> {
    let item = document.entry(key);
    let item = item.or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
    item.as_array_of_tables_mut()
}

/// Puts a table among those of its kind: before the first that stands behind it by name.
pub(super) fn insert(tables: &mut ArrayOfTables, mut table: Table) {
    let own = name(&table);
    let at = tables.iter().position(|one| name(one) > own);
    let decor = table.decor_mut();
    let before = decor.prefix().and_then(|text| text.as_str()).unwrap_or_default();
    let before = format!("\n{}", before.trim_start_matches('\n'));
    decor.set_prefix(before);
    tables.insert(at.unwrap_or(tables.len()), table);
}

/// What a table is called, in lower case.
pub(super) fn name(table: &Table) -> String {
    let key = ["name", "id"].into_iter().find_map(|key| table.get(key));
    let name = key.and_then(Item::as_str).unwrap_or_default();
    name.to_ascii_lowercase()
}

/// Writes a value in place of another, and leaves what stands around it.
pub(super) fn set(table: &mut Table, key: &str, value: impl Into<toml_edit::Value>) {
    let mut value = value.into();
    if let Some(old) = table.get_mut(key).and_then(Item::as_value_mut) {
        *value.decor_mut() = old.decor().clone();
        *old = value;
    } else {
        table.insert(key, Item::Value(value));
    }
}
