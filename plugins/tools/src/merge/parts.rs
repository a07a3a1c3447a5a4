//! The parts of a table, and the three-way rule for each.

use std::collections::BTreeSet;

use toml_edit::{Item, Table};

use super::{Conflict, Label};

/// What is taken whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// What stands under one key.
    Key(String),
    /// `access` and `plugin`: one does not work without the other.
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

    /// Its values, for comparison; none where none is written.
    fn value(&self, table: &Table) -> Option<String> {
        let texts = self.keys().into_iter().filter_map(|key| table.get(key).map(shown));
        let texts: Vec<_> = texts.collect();
        (!texts.is_empty()).then(|| texts.join(", "))
    }

    /// Takes it from another table, to where it stands.
    fn take(&self, from: &Table, to: &mut Table) {
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

/// Every key of some tables.
pub(super) fn keys(tables: &[&Table]) -> Vec<String> {
    let keys = tables.iter().flat_map(|table| table.iter());
    let keys: BTreeSet<_> = keys.map(|(key, _)| key.to_owned()).collect();
    keys.into_iter().collect()
}

/// The parts of an entry.
pub(super) fn of(kind: &str, tables: &[&Table]) -> Vec<Part> {
    let is_scheme = kind == "scheme";
    let mut parts = Vec::new();
    for key in keys(tables) {
        match key.as_str() {
            "access" | "plugin" if is_scheme => {
                if !parts.contains(&Part::Access) {
                    parts.push(Part::Access);
                }
            }
            _ => parts.push(Part::Key(key)),
        }
    }
    parts
}

/// Takes from theirs whatever only theirs has changed.
pub(super) fn merge(
    label: &Label,
    parts: &[Part],
    (base, ours, theirs): (&Table, &mut Table, &Table),
    conflicts: &mut Vec<Conflict>,
) {
    for part in parts {
        let values = [part.value(base), part.value(ours), part.value(theirs)];
        let [was, own, other] = &values;
        if own == other || was == other {
            continue;
        }
        if was == own {
            part.take(theirs, ours);
        } else {
            conflicts.push(label.conflict(part.name(), values));
        }
    }
}

/// A value without its comments and blanks, keys in their order: alike whatever way it was written.
fn shown(item: &Item) -> String {
    match item {
        Item::None => String::new(),
        Item::Value(value) => shown_value(value),
        Item::Table(table) => shown_table(table),
        Item::ArrayOfTables(tables) => {
            let tables: Vec<_> = tables.iter().map(shown_table).collect();
            format!("[{}]", tables.join(", "))
        }
    }
}

pub(super) fn shown_table(table: &Table) -> String {
    braces(table.iter().map(|(key, item)| (key, shown(item))))
}

fn shown_value(value: &toml_edit::Value) -> String {
    match value {
        toml_edit::Value::String(text) => toml::Value::from(text.value().as_str()).to_string(),
        toml_edit::Value::Integer(integer) => integer.value().to_string(),
        toml_edit::Value::Float(float) => float.value().to_string(),
        toml_edit::Value::Boolean(flag) => flag.value().to_string(),
        toml_edit::Value::Datetime(date) => date.value().to_string(),
        toml_edit::Value::Array(array) => {
            let values: Vec<_> = array.iter().map(shown_value).collect();
            format!("[{}]", values.join(", "))
        }
        toml_edit::Value::InlineTable(table) => braces(table.iter().map(|(key, value)| (key, shown_value(value)))),
    }
}

fn braces<'k>(members: impl Iterator<Item = (&'k str, String)>) -> String {
    let mut members: Vec<_> = members.map(|(key, value)| format!("{key} = {value}")).collect();
    members.sort();
    format!("{{ {} }}", members.join(", "))
}
