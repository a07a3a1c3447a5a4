//! `markdown`: one table.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use locator_core::Registry;

use super::sorted;
use crate::row::{IanaColumn, all_rows, builtin_schemes};
use locator_declared::format::RegistryFile;

/// Returns the table under the title of the layer.
pub(super) fn write(layer: &RegistryFile, builtins: &Registry) -> String {
    let mut text = format!(
        "# {}\n\n`{}` {}, serial {}\n\n| scheme | status | what it locates | port | references | origin |\n\
         |---|---|---|---|---|---|\n",
        layer.header.title, layer.header.id, layer.header.version, layer.header.serial
    );
    let known = facts(layer, builtins);
    for row in all_rows(layer, builtins) {
        let (description, port, origin) = known.get(&row.key()).cloned().unwrap_or_default();
        let description = cell(&description);
        let status = row.get(IanaColumn::Status).to_ascii_lowercase();
        let references = cell(&row.get(IanaColumn::Reference).replace("][", "], ["));
        // Writing to a `String` does not fail.
        let _ = writeln!(text, "| `{}` | {status} | {description} | {port} | {references} | {origin} |", row.key());
    }
    text
}

/// Returns the description, port and origin of each name.
fn facts(layer: &RegistryFile, builtins: &Registry) -> BTreeMap<String, (String, String, String)> {
    let digits = |port: Option<u16>| port.map_or_else(String::new, |port| port.to_string());
    let mut facts = BTreeMap::new();
    for (name, builtin) in builtin_schemes(builtins) {
        let port = digits(builtin.default_port);
        facts.insert(name, (builtin.description.to_string(), port, "builtin".to_owned()));
    }
    for entry in sorted(layer) {
        let port = entry.port.as_ref().and_then(|port| port.default.as_ref());
        let port = digits(port.map(|port| port.value));
        let origin = layer.header.id.value.clone();
        facts.insert(entry.key(), (entry.description.value.clone(), port, origin));
    }
    facts
}

/// Escapes a text for a table cell.
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
