//! The parts of a table, and the three-way merge of each.

use std::collections::BTreeSet;

use toml_edit::{Item, Table};

use super::{Label, MergeConflict};

/// A part of an entry that is merged as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// The value of one key.
    Key(String),
    /// `access` and `plugin`, which depend on each other.
    Access,
}

impl Part {
    fn name(&self) -> &str {
        match self {
            Self::Key(key) => key,
            Self::Access => "access",
        }
    }

    fn keys(&self) -> Vec<&str> {
        match self {
            Self::Key(key) => vec![key],
            Self::Access => vec!["access", "plugin"],
        }
    }

    /// Returns the normalized values, or `None` if there are none.
    fn value(&self, table: &Table) -> Option<String> {
        let texts: Vec<_> = self.keys().into_iter().filter_map(|key| table.get(key).map(normalized)).collect();
        (!texts.is_empty()).then(|| texts.join(", "))
    }

    /// Copies the part from another table and keeps its position.
    fn copy(&self, from: &Table, to: &mut Table) {
        for key in self.keys() {
            let Some((name, item)) = from.get_key_value(key) else {
                to.remove(key);
                continue;
            };
            match to.get_mut(key) {
                Some(place) => *place = item.clone(),
                None => {
                    to.insert_formatted(name, item.clone());
                }
            }
        }
    }
}

/// Returns every key of the tables, sorted.
pub(super) fn keys(tables: &[&Table]) -> Vec<String> {
    let keys = tables.iter().flat_map(|table| table.iter());
    let keys: BTreeSet<_> = keys.map(|(key, _)| key.to_owned()).collect();
    keys.into_iter().collect()
}

/// Splits an entry into its parts.
pub(super) fn split(kind: &str, tables: &[&Table]) -> Vec<Part> {
    let is_scheme = kind == "scheme";
    let mut parts = Vec::new();
    for key in keys(tables) {
        match key.as_str() {
            "access" | "plugin" if is_scheme && parts.contains(&Part::Access) => {}
            "access" | "plugin" if is_scheme => parts.push(Part::Access),
            _ => parts.push(Part::Key(key)),
        }
    }
    parts
}

/// Copies from theirs every part that only theirs changed.
pub(super) fn merge(
    label: &Label,
    parts: &[Part],
    (base, ours, theirs): (&Table, &mut Table, &Table),
    conflicts: &mut Vec<MergeConflict>,
) {
    for part in parts {
        let values = [part.value(base), part.value(ours), part.value(theirs)];
        let [was, own, other] = &values;
        if own == other || was == other {
            continue;
        }
        if was == own {
            part.copy(theirs, ours);
        } else {
            conflicts.push(label.conflict(part.name(), values));
        }
    }
}

/// Returns a value in a normal form: without comments and optional whitespace, with sorted keys.
fn normalized(item: &Item) -> String {
    match item {
        Item::None => String::new(),
        Item::Value(value) => normalized_value(value),
        Item::Table(table) => normalized_table(table),
        Item::ArrayOfTables(tables) => {
            let tables: Vec<_> = tables.iter().map(normalized_table).collect();
            format!("[{}]", tables.join(", "))
        }
    }
}

pub(super) fn normalized_table(table: &Table) -> String {
    braces(table.iter().map(|(key, item)| (key, normalized(item))))
}

fn normalized_value(value: &toml_edit::Value) -> String {
    match value {
        toml_edit::Value::String(text) => toml::Value::from(text.value().as_str()).to_string(),
        toml_edit::Value::Integer(integer) => integer.value().to_string(),
        toml_edit::Value::Float(float) => float.value().to_string(),
        toml_edit::Value::Boolean(flag) => flag.value().to_string(),
        toml_edit::Value::Datetime(date) => date.value().to_string(),
        toml_edit::Value::Array(array) => {
            let values: Vec<_> = array.iter().map(normalized_value).collect();
            format!("[{}]", values.join(", "))
        }
        toml_edit::Value::InlineTable(table) => braces(table.iter().map(|(key, value)| (key, normalized_value(value)))),
    }
}

fn braces<'k>(members: impl Iterator<Item = (&'k str, String)>) -> String {
    let mut members: Vec<_> = members.map(|(key, value)| format!("{key} = {value}")).collect();
    members.sort();
    format!("{{ {} }}", members.join(", "))
}
