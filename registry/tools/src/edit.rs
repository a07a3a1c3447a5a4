//! Edits of a TOML text that preserve order, comments and formatting elsewhere.

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table};

use anyurl_declared::format::{Document, MemoryFolder, ParsedFile, RegistryFile, RegistryFileError};

/// An error of a tool that edits a file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The text of a file is not TOML.
    #[error("`{file}` is not TOML: {message}")]
    NoToml {
        /// The file.
        file: String,
        /// The parser's message.
        message: String,
    },
    /// The layer consists of several files; the tool writes one.
    #[error("`{file}` includes other files: give them to the tool one by one")]
    Included {
        /// The main file.
        file: String,
    },
}

/// A changed file of a layer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FileEdit {
    /// The path relative to the folder of the main file.
    pub path: String,
    /// The new text; `None` for a file that is no longer needed.
    pub text: Option<String>,
}

/// A layer with changed files.
pub(super) fn edited(layer: &RegistryFile, files: &[FileEdit]) -> Result<ParsedFile, RegistryFileError> {
    let is_edited = |path: &str| files.iter().any(|file| file.path == path);
    let texts = layer.texts().into_iter().filter(|(path, _)| !is_edited(path));
    let texts = texts.map(|(path, text)| (path, text.as_bytes()));
    let edited = files.iter().filter_map(|file| Some((file.path.as_str(), file.text.as_ref()?.as_bytes())));
    let folder = MemoryFolder::new(texts.chain(edited).chain(layer.module_files()));
    RegistryFile::read(&folder, layer.folder(), &layer.main().path)
}

/// Parses the only file of a layer for editing.
pub(super) fn document(layer: &RegistryFile) -> Result<DocumentMut, EditError> {
    let document = &layer.main().document;
    if layer.files.len() > 1 {
        let file = document.name().to_owned();
        return Err(EditError::Included { file });
    }
    parse(document)
}

/// Parses the main file of a layer for editing.
pub(super) fn main(layer: &RegistryFile) -> Result<DocumentMut, EditError> {
    parse(&layer.main().document)
}

/// Parses the text of a file for editing.
pub(super) fn parse(document: &Document) -> Result<DocumentMut, EditError> {
    let parsed: Result<DocumentMut, _> = document.text().parse();
    parsed.map_err(|error| EditError::NoToml { file: document.name().to_owned(), message: error.message().to_owned() })
}

/// Returns the edited text, with all tables in tree order, including those from other documents.
pub(super) fn write(mut document: DocumentMut) -> String {
    let mut position = 0;
    number(document.as_table_mut(), &mut position);
    let text = document.to_string();
    text.trim_start_matches('\n').to_owned()
}

/// Numbers the tables inside a table in order.
fn number(table: &mut Table, position: &mut isize) {
    for (_, item) in table.iter_mut() {
        match item {
            Item::Table(inner) => place(inner, position),
            Item::ArrayOfTables(inner) => inner.iter_mut().for_each(|inner| place(inner, position)),
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

/// Returns the array of tables of a top-level key, created if absent.
pub(super) fn tables<'d>(document: &'d mut DocumentMut, key: &str) -> Option<&'d mut ArrayOfTables> {
    let item = document.entry(key);
    let item = item.or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
    item.as_array_of_tables_mut()
}

/// Inserts a table before the first with a greater name.
pub(super) fn insert(tables: &mut ArrayOfTables, mut table: Table) {
    let own = name(&table);
    let at = tables.iter().position(|one| name(one) > own);
    let decor = table.decor_mut();
    let before = decor.prefix().and_then(|text| text.as_str()).unwrap_or_default();
    let before = format!("\n{}", before.trim_start_matches('\n'));
    decor.set_prefix(before);
    tables.insert(at.unwrap_or(tables.len()), table);
}

/// Returns the `name` or `id` of a table, in lower case.
pub(super) fn name(table: &Table) -> String {
    let key = ["name", "id"].into_iter().find_map(|key| table.get(key));
    let name = key.and_then(Item::as_str).unwrap_or_default();
    name.to_ascii_lowercase()
}

/// Sets a value and keeps the comments and whitespace around the old one.
pub(super) fn set(table: &mut Table, key: &str, value: impl Into<toml_edit::Value>) {
    let mut value = value.into();
    if let Some(old) = table.get_mut(key).and_then(Item::as_value_mut) {
        *value.decor_mut() = old.decor().clone();
        *old = value;
    } else {
        table.insert(key, Item::Value(value));
    }
}
