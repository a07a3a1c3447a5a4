//! Compares two tables key by key.

use std::collections::BTreeSet;

use anyurl_declared::format::{ChangeSeverity, Compared, KeyChange, change_of};
use serde_json::Value;
use similar::{Algorithm, ChangeTag, capture_diff_slices};

use super::change::{Change, Subject};

/// The changes of one subject, and where its keys are in the format.
pub(super) struct Comparison<'c> {
    pub(super) subject: &'c Subject,
    pub(super) changes: &'c mut Vec<Change>,
}

/// A key: its path in the format, such as `scheme.port.default`, and the one to show, such as `port.default`.
#[derive(Clone, Copy)]
pub(super) struct Key<'k> {
    pub(super) path: &'k str,
    pub(super) shown: &'k str,
}

impl Comparison<'_> {
    /// Compares the members of two tables, either of which may be missing.
    pub(super) fn members(&mut self, of: Key<'_>, before: Option<&Value>, after: Option<&Value>) {
        let tables = [before, after].into_iter().flatten().filter_map(Value::as_object);
        let names: BTreeSet<&String> = tables.flat_map(|table| table.keys()).collect();
        for name in names {
            let path = format!("{}.{name}", of.path);
            let shown = if of.shown.is_empty() { name.clone() } else { format!("{}.{name}", of.shown) };
            let (before, after) = (before.and_then(|table| table.get(name)), after.and_then(|table| table.get(name)));
            self.key(Key { path: &path, shown: &shown }, before, after);
        }
    }

    fn key(&mut self, key: Key<'_>, before: Option<&Value>, after: Option<&Value>) {
        if before == after {
            return;
        }
        let are_tables = [before, after].into_iter().flatten().all(Value::is_object);
        let Some(rule) = change_of(key.path) else {
            return self.members(key, before, after);
        };
        match rule.compared {
            Compared::Elsewhere => {}
            Compared::Set => self.set(rule, key, before, after),
            Compared::Tables(identity) => self.tables(rule, identity, key, before, after),
            Compared::Steps => self.steps(rule, key, before, after),
            _ if are_tables => self.members(key, before, after),
            _ => self.value(rule, key, before, after),
        }
    }

    /// Adds a change of a value.
    fn value(&mut self, rule: KeyChange, key: Key<'_>, before: Option<&Value>, after: Option<&Value>) {
        let severity = severity(rule, before, after);
        self.changes.push(self.subject.change(rule.rule, severity, key.shown).values(before, after));
    }

    fn set(&mut self, rule: KeyChange, key: Key<'_>, before: Option<&Value>, after: Option<&Value>) {
        let (old, new) = (elements(before), elements(after));
        for value in old.iter().filter(|value| !new.contains(value)) {
            self.value(rule, key, Some(value), None);
        }
        for value in new.iter().filter(|value| !old.contains(value)) {
            self.value(rule, key, None, Some(value));
        }
    }

    fn tables(
        &mut self,
        rule: KeyChange,
        identity: &[&str],
        key: Key<'_>,
        before: Option<&Value>,
        after: Option<&Value>,
    ) {
        let (old, new) = (elements(before), elements(after));
        let names: BTreeSet<String> = old.iter().chain(new).map(|table| name(table, identity)).collect();
        for name in names {
            let find = |tables: &[Value]| tables.iter().find(|table| self::name(table, identity) == name).cloned();
            let shown = format!("{} {name}", key.shown);
            let key = Key { path: key.path, shown: &shown };
            match (find(old), find(new)) {
                (Some(before), Some(after)) => self.members(key, Some(&before), Some(&after)),
                (before, after) => self.value(rule, key, before.as_ref(), after.as_ref()),
            }
        }
    }

    /// Compares steps line by line.
    fn steps(&mut self, rule: KeyChange, key: Key<'_>, before: Option<&Value>, after: Option<&Value>) {
        let lines = |steps: Option<&Value>| elements(steps).iter().map(toml_text).collect::<Vec<_>>();
        let (old, new) = (lines(before), lines(after));
        let diff = capture_diff_slices(Algorithm::Myers, &old, &new);
        let changes = diff.iter().flat_map(|part| part.iter_changes(&old, &new));
        let details = changes.map(|change| {
            let sign = match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            format!("{sign} {}", change.value())
        });
        let change = self.subject.change(rule.rule, severity(rule, before, after), key.shown);
        self.changes.push(change.with_details(details));
    }
}

fn severity(rule: KeyChange, before: Option<&Value>, after: Option<&Value>) -> ChangeSeverity {
    match (before, after) {
        (None, _) => rule.added,
        (Some(_), None) => rule.removed,
        (Some(_), Some(_)) => rule.changed,
    }
}

fn elements(list: Option<&Value>) -> &[Value] {
    list.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The values that identify a table, in lower case.
fn name(table: &Value, identity: &[&str]) -> String {
    let texts = identity.iter().filter_map(|key| table[*key].as_str());
    texts.collect::<Vec<_>>().join(" ").to_ascii_lowercase()
}

/// A value in TOML, in one line. A text of JSON is one of TOML.
fn toml_text(value: &Value) -> String {
    match value {
        Value::Object(table) => {
            let members: Vec<_> = table.iter().map(|(key, value)| format!("{key} = {}", toml_text(value))).collect();
            format!("{{ {} }}", members.join(", "))
        }
        Value::Array(values) => {
            let values: Vec<_> = values.iter().map(toml_text).collect();
            format!("[{}]", values.join(", "))
        }
        value => value.to_string(),
    }
}
