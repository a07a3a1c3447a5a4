//! The layer with what IANA says now.

use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, Value};

use super::{Import, RowChange};
use crate::edit::{self, ToolError};
use crate::row::{Column, FACTS, Row, room_tables, text as text_of};
use locator_declared::format::{Date, Hash, RegistryFile};

/// The new text of the main file.
pub(super) fn text(current: &RegistryFile, import: &Import, hash: Hash) -> Result<String, ToolError> {
    let main = &current.main().document;
    if current.files.len() > 1 {
        let file = main.name().to_owned();
        return Err(ToolError::Included { file });
    }
    let mut document = edit::parse(main)?;
    header(&mut document, import.date, hash);
    for change in &import.changed {
        changed(&mut document, change);
    }
    for row in &import.added {
        if let Some(tables) = edit::tables(&mut document, "scheme") {
            edit::insert(tables, entry(row));
        }
    }
    for name in &import.vanished {
        vanished(&mut document, name, import.date);
    }
    Ok(edit::write(document))
}

/// Whether the description of a name is the layer's own, and IANA's does not stand beside it.
pub(super) fn describes_itself(current: &RegistryFile, name: &str) -> bool {
    let entries = current.schemes().filter(|entry| entry.key() == name);
    let tables = entries.filter_map(|entry| serde_json::from_str(&entry.facets.whole).ok());
    let builtins = room_tables(current).into_iter();
    let mut all = tables.chain(builtins.filter(|builtin| text_of(builtin, "name") == name));
    all.all(|table: serde_json::Value| table["iana"]["description"].is_null())
}

/// Version, serial and source are those of the copy.
fn header(document: &mut DocumentMut, date: Date, hash: Hash) {
    let Some(registry) = document.get_mut("registry").and_then(Item::as_table_mut) else {
        return;
    };
    let Date { year, month, day } = date;
    edit::set(registry, "version", format!("{year}.{month}.{day}"));
    let serial = i64::from(year) * 10_000 + i64::from(month) * 100 + i64::from(day);
    edit::set(registry, "serial", serial);
    let source = registry.entry("source").or_insert_with(|| Item::Table(Table::new()));
    let Some(source) = source.as_table_mut() else {
        return;
    };
    edit::set(source, "updated", day_of(date));
    let digits = hash.to_string();
    edit::set(source, "sha256", digits.trim_start_matches("sha256:"));
    edit::set(source, "via", "locator registry import");
}

fn day_of(date: Date) -> Value {
    dated(&date.to_string()).unwrap_or_else(|| Value::from(date.to_string()))
}

fn dated(text: &str) -> Option<Value> {
    let date: toml_edit::Datetime = text.parse().ok()?;
    Some(Value::from(date))
}

/// Writes the cells of a row that changed, into its entry or its `[[builtin]]`.
fn changed(document: &mut DocumentMut, change: &RowChange) {
    for key in ["scheme", "builtin"] {
        let tables = document.get_mut(key).and_then(Item::as_array_of_tables_mut);
        let named = |table: &&mut Table| edit::name(table) == change.name;
        // Of several versions the highest speaks, which stands last.
        let Some(table) = tables.and_then(|tables| tables.iter_mut().filter(named).last()) else {
            continue;
        };
        for cell in &change.cells {
            write(table, cell.column, &cell.after);
        }
        return;
    }
}

/// Writes a cell where it belongs.
fn write(table: &mut Table, column: Column, cell: &str) {
    let is_room = table.get("status").is_none();
    let is_bare = !is_room && table.get("syntax").is_none() && table.get("access").is_none();
    let has_own = |key: &str| fact(table, key).is_some();
    match column {
        Column::Status if !is_room => edit::set(table, "status", cell.to_ascii_lowercase()),
        Column::Reference if is_bare && !has_own("reference") => {
            table.remove("reference");
            table.insert("reference", Item::Value(references(cell)));
        }
        _ => set_fact(table, column, cell),
    }
}

/// A key of `iana`.
fn fact<'t>(table: &'t Table, key: &str) -> Option<&'t Item> {
    table.get("iana")?.as_table_like()?.get(key)
}

fn set_fact(table: &mut Table, column: Column, cell: &str) {
    let Some((_, key)) = FACTS.into_iter().find(|(one, _)| *one == column) else {
        return;
    };
    let empty = || Item::Value(Value::InlineTable(InlineTable::new()));
    let facts = table.entry("iana").or_insert_with(empty);
    let Some(facts) = facts.as_table_like_mut() else {
        return;
    };
    match value(column, cell) {
        None => {
            facts.remove(key);
        }
        Some(value) => match facts.get_mut(key).and_then(Item::as_value_mut) {
            Some(old) => {
                let decor = old.decor().clone();
                *old = value;
                *old.decor_mut() = decor;
            }
            None => {
                facts.insert(key, Item::Value(value));
            }
        },
    }
}

/// A cell as a value of `iana`; none where there is nothing to say.
fn value(column: Column, cell: &str) -> Option<Value> {
    match column {
        _ if cell.is_empty() => None,
        Column::WellKnown if cell == "-" => None,
        Column::Cri => Some(cell.parse::<i64>().map_or_else(|_| Value::from(cell), Value::from)),
        Column::Date | Column::Updated => Some(dated(cell).unwrap_or_else(|| Value::from(cell))),
        _ => Some(Value::from(cell)),
    }
}

/// A fact that is new.
fn entry(row: &Row) -> Table {
    let mut table = Table::new();
    let key = row.key();
    table.insert("name", Item::Value(Value::from(key.as_str())));
    let status = row.get(Column::Status).to_ascii_lowercase();
    table.insert("status", Item::Value(Value::from(status)));
    let description = Value::from(row.get(Column::Description));
    table.insert("description", Item::Value(description));
    if !row.get(Column::Reference).is_empty() {
        table.insert("reference", Item::Value(references(row.get(Column::Reference))));
    }
    if row.get(Column::Scheme) != key {
        set_fact(&mut table, Column::Scheme, row.get(Column::Scheme));
    }
    for (column, _) in FACTS.into_iter().skip(3) {
        if value(column, row.get(column)).is_some() {
            set_fact(&mut table, column, row.get(column));
        }
    }
    table
}

/// `[RFC4501][Dave_Thaler]` as `reference`.
fn references(cell: &str) -> Value {
    let inner = cell.trim_start_matches('[').trim_end_matches(']');
    let all = inner.split("][").filter(|one| !one.is_empty());
    Value::Array(all.map(reference).collect::<Array>())
}

fn reference(name: &str) -> Value {
    let mut table = InlineTable::new();
    let number = name.strip_prefix("RFC").and_then(|digits| digits.parse::<i64>().ok());
    let (key, value) = match number {
        Some(number) => ("rfc", Value::from(number)),
        None if name.contains("://") => ("url", Value::from(name)),
        // The names of people have underlines for blanks.
        None if name.starts_with("draft-") || name.contains(' ') => ("title", Value::from(name)),
        None => ("person", Value::from(name.replace('_', " "))),
    };
    table.insert(key, value);
    Value::InlineTable(table)
}

/// A fact goes, and its name is not to be used again; what is declared in full stays, for somebody to decide about.
fn vanished(document: &mut DocumentMut, name: &str, date: Date) {
    let is_fact =
        |table: &Table| edit::name(table) == name && table.get("syntax").is_none() && table.get("access").is_none();
    let mut gone = false;
    if let Some(tables) = document.get_mut("scheme").and_then(Item::as_array_of_tables_mut) {
        let before = tables.len();
        tables.retain(|table| !is_fact(table));
        gone = tables.len() < before;
    }
    if let (true, Some(tables)) = (gone, edit::tables(document, "tombstone")) {
        let mut table = Table::new();
        table.insert("name", Item::Value(Value::from(name)));
        table.insert("removed", Item::Value(day_of(date)));
        table.insert("reason", Item::Value(Value::from("IANA does not have it any more")));
        edit::insert(tables, table);
    }
}
