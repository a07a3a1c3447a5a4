//! Compares two locks key by key.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use anyurl_core::visible;

use super::RegistryLock;
use super::table::Table;
use crate::format::CanonicalValue;

/// A difference from the lock. `Display` writes one line.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LockDifference {
    /// The subject: ``the sha256 of the layer `com.example` ``, or a whole table.
    pub what: String,
    /// The locked value; `None` for a new subject.
    pub locked: Option<String>,
    /// The current value; `None` for a removed subject.
    pub found: Option<String>,
}

pub(super) fn differences(locked: &RegistryLock, found: &RegistryLock) -> Vec<LockDifference> {
    let order = order_difference(locked, found);
    let (mut locked, mut found) = (by_name(locked), by_name(found));
    let mut differences: Vec<_> = order.into_iter().collect();
    let names: BTreeSet<_> = locked.keys().chain(found.keys()).cloned().collect();
    for name in names {
        match (locked.remove(&name), found.remove(&name)) {
            (None, None) => {}
            (Some(was), Some(is)) => differences.extend(changed_values(&was, &is)),
            (was, is) => differences.push(LockDifference {
                what: name.1,
                locked: was.as_ref().map(summary),
                found: is.as_ref().map(summary),
            }),
        }
    }
    differences
}

/// Returns the tables by kind and subject, layers first.
fn by_name(lock: &RegistryLock) -> BTreeMap<(&'static str, String), Table> {
    let named = |table: Table| ((table.kind, table.subject.clone()), table);
    lock.tables().map(named).collect()
}

/// Returns the changed values of a table.
fn changed_values(was: &Table, is: &Table) -> Vec<LockDifference> {
    let keys: BTreeSet<_> = [was, is].into_iter().flat_map(|table| table.values.iter().map(|(key, _)| *key)).collect();
    let value = |table: &Table, key: &str| {
        let mut values = table.values.iter();
        values.find(|(one, _)| *one == key).map(|(_, value)| plain_value(value))
    };
    let difference = |key: &str| LockDifference {
        what: match key {
            "shadows" => format!("the name below {}", was.subject),
            key => format!("the {key} of {}", was.subject),
        },
        locked: value(was, key),
        found: value(is, key),
    };
    let differences = keys.into_iter().map(difference);
    differences.filter(|one| one.locked != one.found).collect()
}

/// Compares the order of the layers in both locks.
fn order_difference(locked: &RegistryLock, found: &RegistryLock) -> Option<LockDifference> {
    let has = |lock: &RegistryLock, id: &str| lock.layers.iter().any(|layer| layer.id == id);
    let ids = |lock: &RegistryLock, other: &RegistryLock| {
        let layers = lock.layers.iter().map(|layer| layer.id.as_str());
        let common: Vec<_> = layers.filter(|id| has(other, id)).collect();
        common.join(" < ")
    };
    let (was, is) = (ids(locked, found), ids(found, locked));
    (was != is).then(|| LockDifference {
        what: "the order of the layers".to_owned(),
        locked: Some(was),
        found: Some(is),
    })
}

/// Returns all values of a table.
fn summary(table: &Table) -> String {
    let values = table.values.iter();
    let text = |(key, value): &(&str, CanonicalValue)| match plain_value(value) {
        // A hash begins with its key.
        hash if hash.starts_with(key) => hash,
        value => format!("{key} {value}"),
    };
    let values: Vec<_> = values.map(text).collect();
    values.join(", ")
}

/// Writes a value without TOML quotes.
fn plain_value(value: &CanonicalValue) -> String {
    match value {
        CanonicalValue::Text(text) => text.clone(),
        other => other.to_string(),
    }
}

impl fmt::Display for LockDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, .. } = self;
        let difference = match (&self.locked, &self.found) {
            (Some(locked), Some(found)) => format!("{what} was {locked}, now {found}"),
            (Some(locked), None) => format!("{what} was removed: {locked}"),
            (None, found) => format!("{what} is new: {}", found.as_deref().unwrap_or_default()),
        };
        f.write_str(&visible(&difference))
    }
}
