//! `markdown`: one table, and a section for each scheme that has more than a name.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyurl_core::Registry;

use super::page::{self, cell};
use super::sorted;
use crate::row::{IanaColumn, all_rows, builtin_schemes};
use anyurl_declared::format::RegistryFile;

/// Returns the table under the title of the layer.
pub(super) fn write(layers: &[RegistryFile], builtins: &Registry) -> String {
    let Some(last) = layers.last() else { return String::new() };
    let mut text = format!(
        "# {}\n\n`{}` {}, serial {}\n\n| scheme | status | what it locates | port | references | origin |\n\
         |---|---|---|---|---|---|\n",
        last.header.title, last.header.id, last.header.version, last.header.serial
    );
    let known = facts(layers, builtins);
    // The built-in schemes are rows of the lowest layer.
    let none = Registry::builder().build();
    let rows = layers.iter().enumerate().flat_map(|(n, layer)| all_rows(layer, if n == 0 { builtins } else { &none }));
    let rows: BTreeMap<_, _> = rows.map(|row| (row.key(), row)).collect();
    for row in rows.values() {
        let (description, port, origin) = known.get(&row.key()).cloned().unwrap_or_default();
        let description = cell(&description);
        let status = row.get(IanaColumn::Status).to_ascii_lowercase();
        let references = cell(&row.get(IanaColumn::Reference).replace("][", "], ["));
        // Writing to a `String` does not fail.
        let _ = writeln!(text, "| `{}` | {status} | {description} | {port} | {references} | {origin} |", row.key());
    }
    let builtins = builtin_schemes(builtins).into_iter().map(|(name, builtin)| (name, page::of_builtin(builtin)));
    let entries = sorted(layers).into_iter().filter(|(_, entry)| !entry.is_bare());
    let entries = entries.map(|(origin, entry)| (entry.key(), page::of_entry(origin, entry)));
    let mut sections: Vec<_> = builtins.chain(entries).collect();
    // Versions of one name stay in order.
    sections.sort_by(|(one, _), (other, _)| one.cmp(other));
    text.extend(sections.into_iter().map(|(_, section)| section));
    text
}

/// Returns the description, port and origin of each name.
fn facts(layers: &[RegistryFile], builtins: &Registry) -> BTreeMap<String, (String, String, String)> {
    let digits = |port: Option<u16>| port.map_or_else(String::new, |port| port.to_string());
    let mut facts = BTreeMap::new();
    for (name, builtin) in builtin_schemes(builtins) {
        let port = digits(builtin.default_port);
        facts.insert(name, (builtin.description.to_string(), port, "builtin".to_owned()));
    }
    for (origin, entry) in sorted(layers) {
        let port = entry.port.as_ref().and_then(|port| port.default.as_ref());
        let port = digits(port.map(|port| port.value));
        facts.insert(entry.key(), (entry.description.value.clone(), port, origin.to_owned()));
    }
    facts
}
