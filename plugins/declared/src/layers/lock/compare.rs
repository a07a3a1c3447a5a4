//! Compares two locks: key by key, each difference with what it is of.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::Lock;
use super::table::Table;
use crate::format::CanonicalValue;

/// Something that is not as it was locked. `Display` is a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What: ``the sha256 of the layer `com.example` ``, or the whole of it.
    pub what: String,
    /// What was locked; none where it is new.
    pub locked: Option<String>,
    /// What there is; none where it is gone.
    pub found: Option<String>,
}

pub(super) fn differences(locked: &Lock, found: &Lock) -> Vec<Difference> {
    let order = order(locked, found);
    let (mut locked, mut found) = (by_name(locked), by_name(found));
    let mut differences: Vec<_> = order.into_iter().collect();
    let names: BTreeSet<_> = locked.keys().chain(found.keys()).cloned().collect();
    for name in names {
        match (locked.remove(&name), found.remove(&name)) {
            (None, None) => {}
            (Some(was), Some(is)) => differences.extend(within(&was, &is)),
            (was, is) => differences.push(Difference {
                what: name.1,
                locked: was.as_ref().map(whole),
                found: is.as_ref().map(whole),
            }),
        }
    }
    differences
}

/// The tables by what they are of; layers stand first.
fn by_name(lock: &Lock) -> BTreeMap<(&'static str, String), Table> {
    let named = |table: Table| ((table.kind, table.of.clone()), table);
    lock.tables().map(named).collect()
}

/// The keys that are not as they were.
fn within(was: &Table, is: &Table) -> Vec<Difference> {
    let keys: BTreeSet<_> = [was, is].into_iter().flat_map(|table| table.values.iter().map(|(key, _)| *key)).collect();
    let value = |table: &Table, key: &str| {
        let mut values = table.values.iter();
        values.find(|(one, _)| *one == key).map(|(_, value)| shown(value))
    };
    let difference = |key: &str| Difference {
        what: format!("the {key} of {}", was.of),
        locked: value(was, key),
        found: value(is, key),
    };
    let differences = keys.into_iter().map(difference);
    differences.filter(|one| one.locked != one.found).collect()
}

/// The order of those layers that both have: an upper one stands over a lower one.
fn order(locked: &Lock, found: &Lock) -> Option<Difference> {
    let has = |lock: &Lock, id: &str| lock.layers.iter().any(|layer| layer.id == id);
    let ids = |lock: &Lock, other: &Lock| {
        let layers = lock.layers.iter().map(|layer| layer.id.as_str());
        let common: Vec<_> = layers.filter(|id| has(other, id)).collect();
        common.join(" < ")
    };
    let (was, is) = (ids(locked, found), ids(found, locked));
    (was != is).then(|| Difference { what: "the order of the layers".to_owned(), locked: Some(was), found: Some(is) })
}

/// All that is locked of something.
fn whole(table: &Table) -> String {
    let values = table.values.iter();
    let said = |(key, value): &(&str, CanonicalValue)| match shown(value) {
        // A hash says itself what it is.
        hash if hash.starts_with(key) => hash,
        value => format!("{key} {value}"),
    };
    let values: Vec<_> = values.map(said).collect();
    values.join(", ")
}

/// A value without the signs of TOML.
fn shown(value: &CanonicalValue) -> String {
    match value {
        CanonicalValue::Text(text) => text.clone(),
        other => other.to_string(),
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, .. } = self;
        match (&self.locked, &self.found) {
            (Some(locked), Some(found)) => write!(f, "{what} was {locked}, and is {found}"),
            (Some(locked), None) => write!(f, "{what} is gone: it was {locked}"),
            (None, found) => write!(f, "{what} is new: {}", found.as_deref().unwrap_or_default()),
        }
    }
}
