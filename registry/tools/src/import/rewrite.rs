//! Writes IANA's current facts into the text of a layer.

use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, Value};

use super::{ImportReport, RowChange};
use crate::edit::{self, EditError};
use crate::row::{FACTS, IanaColumn, IanaRow, builtin_tables, text as text_of};
use anyurl_declared::format::{Date, Hash, RegistryFile};

/// Returns the new text of the main file.
pub(super) fn text(current: &RegistryFile, import: &ImportReport, hash: Hash) -> Result<String, EditError> {
    let mut document = edit::document(current)?;
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

/// Returns whether a name has only the layer's description, without `iana.description`.
pub(super) fn has_own_description(current: &RegistryFile, name: &str) -> bool {
    let entries = current.schemes().filter(|entry| entry.key() == name);
    let tables = entries.filter_map(|entry| serde_json::from_str(&entry.facets.whole()).ok());
    let builtins = builtin_tables(current).into_iter();
    let mut all = tables.chain(builtins.filter(|builtin| text_of(builtin, "name") == name));
    all.all(|table: serde_json::Value| table["iana"]["description"].is_null())
}

/// Sets version, serial and source to those of the copy.
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
    edit::set(source, "updated", date_value(date));
    let digits = hash.to_string();
    edit::set(source, "sha256", digits.trim_start_matches("sha256:"));
    edit::set(source, "via", "anyurl registry import");
}

fn date_value(date: Date) -> Value {
    parse_date(&date.to_string()).unwrap_or_else(|| Value::from(date.to_string()))
}

fn parse_date(text: &str) -> Option<Value> {
    let date: toml_edit::Datetime = text.parse().ok()?;
    Some(Value::from(date))
}

/// Writes the changed cells of a row into its entry or its `[[builtin]]`.
fn changed(document: &mut DocumentMut, change: &RowChange) {
    for key in ["scheme", "builtin"] {
        let tables = document.get_mut(key).and_then(Item::as_array_of_tables_mut);
        let named = |table: &&mut Table| edit::name(table) == change.name;
        // The last version is the highest and describes the name.
        let Some(table) = tables.and_then(|tables| tables.iter_mut().filter(named).last()) else {
            continue;
        };
        for cell in &change.cells {
            write(table, cell.column, &cell.after);
        }
        return;
    }
}

/// Writes a cell into the key of its column.
fn write(table: &mut Table, column: IanaColumn, cell: &str) {
    let is_builtin = table.get("status").is_none();
    let is_fact = !is_builtin && table.get("syntax").is_none() && table.get("access").is_none();
    let has_own = |key: &str| fact(table, key).is_some();
    match column {
        IanaColumn::Status if !is_builtin => edit::set(table, "status", cell.to_ascii_lowercase()),
        IanaColumn::Reference if is_fact && !has_own("reference") => {
            table.remove("reference");
            table.insert("reference", Item::Value(references(cell)));
        }
        _ => set_fact(table, column, cell),
    }
}

/// Returns a key of `iana`.
fn fact<'t>(table: &'t Table, key: &str) -> Option<&'t Item> {
    table.get("iana")?.as_table_like()?.get(key)
}

fn set_fact(table: &mut Table, column: IanaColumn, cell: &str) {
    let Some((_, key)) = FACTS.into_iter().find(|(one, _)| *one == column) else {
        return;
    };
    let empty = || Item::Value(Value::InlineTable(InlineTable::new()));
    let facts = table.entry("iana").or_insert_with(empty);
    // IANA lists the name since, so that `iana = false` no longer holds.
    if !facts.is_table_like() {
        *facts = empty();
    }
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

/// Returns a cell as a value of `iana`, or `None` if it is empty.
fn value(column: IanaColumn, cell: &str) -> Option<Value> {
    match column {
        _ if cell.is_empty() => None,
        IanaColumn::WellKnown if cell == "-" => None,
        IanaColumn::Cri => Some(cell.parse::<i64>().map_or_else(|_| Value::from(cell), Value::from)),
        IanaColumn::Date | IanaColumn::Updated => Some(parse_date(cell).unwrap_or_else(|| Value::from(cell))),
        _ => Some(Value::from(cell)),
    }
}

/// Returns the entry of a new fact.
fn entry(row: &IanaRow) -> Table {
    let mut table = Table::new();
    let key = row.key();
    table.insert("name", Item::Value(Value::from(key.as_str())));
    let status = row.get(IanaColumn::Status).to_ascii_lowercase();
    table.insert("status", Item::Value(Value::from(status)));
    let description = Value::from(row.get(IanaColumn::Description));
    table.insert("description", Item::Value(description));
    if !row.get(IanaColumn::Reference).is_empty() {
        table.insert("reference", Item::Value(references(row.get(IanaColumn::Reference))));
    }
    if row.get(IanaColumn::Scheme) != key {
        set_fact(&mut table, IanaColumn::Scheme, row.get(IanaColumn::Scheme));
    }
    for (column, _) in FACTS.into_iter().skip(3) {
        if value(column, row.get(column)).is_some() {
            set_fact(&mut table, column, row.get(column));
        }
    }
    table
}

/// Returns the `reference` value of `[RFC4501][Dave_Thaler]`.
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
        // IANA writes the names of people with underscores.
        None if name.starts_with("draft-") || name.contains(' ') => ("title", Value::from(name)),
        None => ("person", Value::from(name.replace('_', " "))),
    };
    table.insert(key, value);
    Value::InlineTable(table)
}

/// Replaces a fact by a tombstone; a scheme declared in full stays, for a person to decide.
fn vanished(document: &mut DocumentMut, name: &str, date: Date) {
    let is_fact =
        |table: &Table| edit::name(table) == name && table.get("syntax").is_none() && table.get("access").is_none();
    let mut is_removed = false;
    if let Some(tables) = document.get_mut("scheme").and_then(Item::as_array_of_tables_mut) {
        let before = tables.len();
        tables.retain(|table| !is_fact(table));
        is_removed = tables.len() < before;
    }
    if let (true, Some(tables)) = (is_removed, edit::tables(document, "tombstone")) {
        let mut table = Table::new();
        table.insert("name", Item::Value(Value::from(name)));
        table.insert("removed", Item::Value(date_value(date)));
        table.insert("reason", Item::Value(Value::from("no longer listed by IANA")));
        edit::insert(tables, table);
    }
}
