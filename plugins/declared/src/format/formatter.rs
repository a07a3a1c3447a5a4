//! `anyurl registry fmt`: the canonical formatting of a registry file, with its comments.
//!
//! * Tables and keys follow the order of the format; schemes, overrides, masks and tombstones are sorted by name. Unknown
//!   tables and keys come last.
//! * An inner table is indented by two spaces. One empty line precedes each top-level table; elsewhere there is at most one.
//! * `=` has one space on either side; lines end with LF and without trailing blanks.
//! * Arrays and inline tables on one line have one space after each comma; those of several lines keep their layout.
//! * Comments move with the item that they precede or follow. The notation of texts and numbers does not change.

use std::cmp::Ordering;
use std::sync::Arc;

use anyurl_core::Span;
use toml_edit::{Array, ArrayOfTables, Decor, DocumentMut, InlineTable, Item, Key, RawString, Table, Value};

use super::document::Document;
use super::error::RegistryFileError;
use super::finding::{Finding, Findings};
use super::folder::MAX_FILE_BYTES;
use super::read::{check_tokens, decode};
use super::schema::TableSchema;
use super::tables::FILE;

/// Formats a registry file. Formatting is idempotent, and changes nothing in the model except the order of entries.
///
/// ```
/// use anyurl_declared::format::format_toml;
///
/// let text = "schema=1   \r\n[[mask]]\r\nname='hxxp'  # defanged\n[[mask]]\nreason='why'\nname='fxp'\n";
/// let tidied = format_toml("x.toml", text)?;
/// assert_eq!(
///     tidied,
///     "schema = 1\n\n[[mask]]\nname = 'fxp'\nreason = 'why'\n\n[[mask]]\nname = 'hxxp'  # defanged\n"
/// );
/// assert_eq!(format_toml("x.toml", tidied.as_str())?, tidied);
/// # Ok::<(), anyurl_declared::format::RegistryFileError>(())
/// ```
///
/// # Errors
/// Returns [`RegistryFileError::Refused`], with the position, for a text that is not TOML, and other variants for one that
/// is too long.
pub fn format_toml(name: &str, text: impl Into<Vec<u8>>) -> Result<String, RegistryFileError> {
    let bytes = text.into();
    if bytes.len() > MAX_FILE_BYTES {
        let (path, most) = (name.to_owned(), MAX_FILE_BYTES);
        return Err(RegistryFileError::TooLong { path, most });
    }
    check_tokens(name, &bytes)?;
    let (text, repairs, _) = decode(bytes);
    let document = Document::new(name, text);
    if let Some(at) = repairs.not_utf8 {
        return reject(&document, Span::at(at), "this byte is not UTF-8");
    }
    let mut parsed: DocumentMut = match document.text().parse() {
        Ok(parsed) => parsed,
        Err(error) => {
            let error: toml_edit::TomlError = error;
            let end = document.text().len();
            let range = error.span().unwrap_or(end..end);
            let span = Span::new(range.start.min(end), range.end.clamp(range.start.min(end), end));
            return reject(&document, span, &format!("this is not TOML: {}", error.message()));
        }
    };
    let mut formatter = Formatter { position: 0 };
    formatter.table(parsed.as_table_mut(), Some(&FILE), 0);
    let trailing = ending(parsed.trailing().as_str().unwrap_or_default());
    parsed.set_trailing(trailing);
    let text = parsed.to_string();
    Ok(text.trim_start_matches('\n').to_owned())
}

fn reject(document: &Arc<Document>, span: Span, message: &str) -> Result<String, RegistryFileError> {
    let mut findings = Findings::new();
    findings.add(Finding::new("SR009", document, span, message).fatal());
    Err(RegistryFileError::Refused(Box::new(findings)))
}

/// The empty lines before an item.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blank {
    /// Unchanged, but at most one.
    Keep,
    /// One.
    One,
    /// None.
    None,
}

/// Numbers the tables in output order.
struct Formatter {
    position: isize,
}

impl Formatter {
    /// Formats a table whose keys are indented by `depth`.
    fn table(&mut self, table: &mut Table, schema: Option<&'static TableSchema>, depth: usize) {
        table.sort_values_by(|one, _, other, _| rank(schema, one).cmp(&rank(schema, other)));
        let is_root = schema.is_some_and(|schema| schema.name == FILE.name);
        let mut is_first = true;
        for (mut key, item) in table.iter_mut() {
            let inner = schema.and_then(|schema| table_at(schema, key.get()));
            match item {
                Item::None => {}
                Item::Value(value) => {
                    let blank = if is_first { Blank::None } else { Blank::Keep };
                    key_decor(key.leaf_decor_mut(), depth, blank);
                    whole_value(value, inner);
                }
                Item::Table(table) if table.is_dotted() => self.table(table, inner, depth),
                Item::Table(table) => self.headed(table, inner, depth, is_root),
                Item::ArrayOfTables(tables) => {
                    if is_root {
                        sort(tables);
                    }
                    for table in tables.iter_mut() {
                        self.headed(table, inner, depth, is_root);
                    }
                }
            }
            is_first = false;
        }
    }

    /// Formats a table with its own header.
    fn headed(&mut self, table: &mut Table, schema: Option<&'static TableSchema>, depth: usize, is_top: bool) {
        self.position += 1;
        table.set_position(Some(self.position));
        let inner = if is_top { 0 } else { depth + 1 };
        if table.is_implicit() {
            return self.table(table, schema, depth);
        }
        let blank = if is_top { Blank::One } else { Blank::Keep };
        header_decor(table.decor_mut(), inner, blank);
        self.table(table, schema, inner);
    }
}

/// The position of a key in its schema.
fn rank(schema: Option<&TableSchema>, key: &Key) -> usize {
    schema.and_then(|schema| schema.names().position(|known| known == key.get())).unwrap_or(usize::MAX)
}

/// Sorts entries by name and version.
fn sort(tables: &mut ArrayOfTables) {
    let mut all: Vec<Table> = tables.iter().cloned().collect();
    if all.iter().all(|table| text(table, "name").is_some()) {
        all.sort_by(order);
    }
    tables.clear();
    for table in all {
        tables.push(table);
    }
}

fn order(one: &Table, other: &Table) -> Ordering {
    let name = |table| text(table, "name").map(str::to_ascii_lowercase);
    let version = |table| {
        let written = text(table, "version").unwrap_or("1.0.0");
        semver::Version::parse(written).ok()
    };
    let names = name(one).cmp(&name(other));
    names.then_with(|| version(one).cmp(&version(other)))
}

fn text<'t>(table: &'t Table, key: &str) -> Option<&'t str> {
    table.get(key)?.as_str()
}

fn raw(text: Option<&RawString>) -> String {
    let text = text.and_then(RawString::as_str);
    text.unwrap_or_default().to_owned()
}

fn key_decor(decor: &mut Decor, depth: usize, blank: Blank) {
    let before = lines(&raw(decor.prefix()), &"  ".repeat(depth), blank);
    *decor = Decor::new(before, " ");
}

fn header_decor(decor: &mut Decor, depth: usize, blank: Blank) {
    let before = lines(&raw(decor.prefix()), &"  ".repeat(depth), blank);
    let after = raw(decor.suffix());
    *decor = Decor::new(before, after.trim_end());
}

/// Formats the comments and empty lines before an item, followed by its indentation.
fn lines(text: &str, indent: &str, blank: Blank) -> String {
    // The text after the last line end is the indentation.
    let above = text.rsplit_once('\n').map(|(above, _)| above);
    let mut kept: Vec<&str> = above.iter().flat_map(|above| above.split('\n')).map(str::trim).collect();
    kept.dedup_by(|line, before| line.is_empty() && before.is_empty());
    let had_blank = kept.first().is_some_and(|line| line.is_empty());
    let mut written = match blank {
        Blank::One => "\n".to_owned(),
        Blank::Keep if had_blank => "\n".to_owned(),
        Blank::Keep | Blank::None => String::new(),
    };
    for line in kept.iter().skip(usize::from(had_blank)) {
        if !line.is_empty() {
            written.push_str(indent);
            written.push_str(line);
        }
        written.push('\n');
    }
    written.push_str(indent);
    written
}

/// Formats the comments at the end of the file.
fn ending(text: &str) -> String {
    match text.trim_end() {
        "" => String::new(),
        text => lines(&format!("{text}\n"), "", Blank::Keep),
    }
}

/// Formats the value after `key =`.
fn whole_value(value: &mut Value, schema: Option<&'static TableSchema>) {
    let after = raw(value.decor().suffix());
    *value.decor_mut() = Decor::new(" ", after.trim_end());
    inside(value, schema);
}

/// The schema of the table at a key of another table.
fn table_at(outer: &TableSchema, key: &str) -> Option<&'static TableSchema> {
    outer.key(key)?.value.table()
}

/// Formats the inside of a value: sorts keys and removes trailing blanks.
fn inside(value: &mut Value, schema: Option<&'static TableSchema>) {
    match value {
        Value::Array(array) => array_inside(array, schema),
        Value::InlineTable(table) => inline_inside(table, schema),
        _ => {}
    }
}

fn array_inside(array: &mut Array, schema: Option<&'static TableSchema>) {
    let is_one_line = !array.to_string().contains('\n');
    for value in array.iter_mut() {
        trim(value.decor_mut());
        inside(value, schema);
    }
    if is_one_line {
        return array.fmt();
    }
    let trailing = trimmed(&raw(Some(array.trailing())));
    array.set_trailing(trailing);
}

/// Formats an inline table. Keys are sorted only on a single line, because comments and line ends belong to a position.
fn inline_inside(table: &mut InlineTable, schema: Option<&'static TableSchema>) {
    let is_one_line = !table.to_string().contains('\n');
    for (mut key, value) in table.iter_mut() {
        let inner = schema.and_then(|schema| table_at(schema, key.get()));
        trim(key.leaf_decor_mut());
        trim(value.decor_mut());
        inside(value, inner);
    }
    if is_one_line {
        table.sort_values_by(|one, _, other, _| rank(schema, one).cmp(&rank(schema, other)));
        return table.fmt();
    }
    let trailing = trimmed(&raw(Some(table.trailing())));
    table.set_trailing(trailing);
}

fn trim(decor: &mut Decor) {
    let (before, after) = (raw(decor.prefix()), raw(decor.suffix()));
    *decor = Decor::new(trimmed(&before), trimmed(&after));
}

/// Removes the blanks before line ends.
fn trimmed(text: &str) -> String {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let last = lines.pop().unwrap_or_default();
    let mut written: String = lines.iter().flat_map(|line| [line.trim_end_matches([' ', '\t']), "\n"]).collect();
    written.push_str(last);
    written
}
