//! `markdown`: one table, for people.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use locator_core::Registry;

use super::sorted;
use crate::row::{Column, built_in, rows};
use locator_declared::format::RegistryFile;

/// The table, under the title of the layer.
pub(super) fn write(layer: &RegistryFile, builtins: &Registry) -> String {
    let mut text = format!(
        "# {}\n\n`{}` {}, serial {}\n\n| scheme | status | what it locates | port | references | origin |\n\
         |---|---|---|---|---|---|\n",
        layer.header.title, layer.header.id, layer.header.version, layer.header.serial
    );
    let known = facts(layer, builtins);
    for row in rows(layer, builtins) {
        let (description, port, origin) = known.get(&row.key()).cloned().unwrap_or_default();
        let description = cell(&description);
        let status = row.get(Column::Status).to_ascii_lowercase();
        let references = cell(&row.get(Column::Reference).replace("][", "], ["));
        // Writing to a text does not fail.
        let _ = writeln!(text, "| `{}` | {status} | {description} | {port} | {references} | {origin} |", row.key());
    }
    text
}

/// What is said of a name: description, port, and by whom.
fn facts(layer: &RegistryFile, builtins: &Registry) -> BTreeMap<String, (String, String, String)> {
    let digits = |port: Option<u16>| port.map_or_else(String::new, |port| port.to_string());
    let mut facts = BTreeMap::new();
    for (name, builtin) in built_in(builtins) {
        let said = (builtin.description.to_string(), digits(builtin.default_port));
        facts.insert(name, (said.0, said.1, "builtin".to_owned()));
    }
    for entry in sorted(layer) {
        let port = entry.port.as_ref().and_then(|port| port.default.as_ref());
        let port = digits(port.map(|port| port.value));
        let origin = layer.header.id.value.clone();
        facts.insert(entry.key(), (entry.description.value.clone(), port, origin));
    }
    facts
}

/// A text that stays in its cell.
fn cell(text: &str) -> String {
    let special = |letter: char| matches!(letter, '|' | '\\' | '<' | '[' | ']' | '*' | '_' | '`');
    let mut written = String::new();
    for letter in text.chars() {
        if special(letter) {
            written.push('\\');
        }
        written.push(if letter.is_control() { ' ' } else { letter });
    }
    written
}
