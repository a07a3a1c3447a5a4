//! The list of all schemes, one on each line.

use std::fmt::Write;

use anyurl::authors::Registration;
use anyurl::{Entry, Implementation, Profile, visible};
use serde_json::{Value, json as object};

use crate::input::reader::InputReader;
use crate::output::numbers::count;
use crate::output::{Palette, json};

/// In a narrower output the description has too little room beside the other columns.
const NARROW: usize = 90;

/// Name, version, status, port and description of each scheme. Schemes without a syntax are listed only with
/// `--verbose`. The description has a line of its own if the output is narrow.
pub(crate) fn table(reader: &InputReader, palette: &Palette, verbose: bool) -> String {
    let Palette { title, name: colour, faint, reset, .. } = palette;
    let is_narrow = palette.columns().is_some_and(|columns| columns < NARROW);
    let gap = if is_narrow { "\n              " } else { "  " };
    let mut text =
        format!("{title}{:12}  {:7}  {:12}  {:>5}{gap}description{reset}\n", "name", "version", "status", "port");
    let is_fact = |entry: &&Entry| entry.implementation() == Implementation::Fact;
    let known = reader.registry.entries().filter(is_fact).count();
    let entries = reader.registry.entries();
    for entry in entries.filter(|entry| verbose || !is_fact(entry)) {
        let Registration { version, status, default_port, description, .. } = entry.registration();
        let port = default_port.map_or_else(|| "-".to_owned(), |port| port.to_string());
        let _ = writeln!(
            text,
            "{colour}{:12}{reset}  {:7}  {:12}  {port:>5}{gap}{}{faint}{}{reset}",
            entry.name(),
            version.to_string(),
            status.as_str(),
            visible(description),
            selected_by(entry, reader)
        );
        if let Some(notice) = &entry.registration().deprecated {
            let _ = writeln!(text, "{:12}  {faint}{}{reset}", "", visible(&notice.to_string()));
        }
    }
    if known > 0 && !verbose {
        let names = count(known as u64, "more name");
        let _ = writeln!(text, "{faint}and {names} without a syntax: --verbose lists them{reset}");
    }
    text
}

/// The profile that selects this version, if it is not the current one.
fn selected_by(entry: &Entry, reader: &InputReader) -> &'static str {
    // By version: a name without a syntax has an entry for each profile.
    let version = &entry.registration().version;
    let selects = |profile| {
        reader.registry.get(entry.name(), profile).is_some_and(|selected| selected.registration().version == *version)
    };
    if selects(reader.options.profile) {
        ""
    } else if selects(Profile::Current) {
        "  (--profile current)"
    } else if selects(Profile::Rfc1738) {
        "  (--profile rfc1738)"
    } else {
        "  (in no profile)"
    }
}

/// The row of a scheme for programs.
pub(crate) fn to_json(entry: &Entry) -> Value {
    let registration = entry.registration();
    let mut value = object!({
        "name": entry.name(),
        "version": registration.version.to_string(),
        "status": registration.status.as_str(),
        "layer": entry.layer().as_str(),
        "registry": json::registry(entry),
        "kind": entry.implementation().as_str(),
        "description": registration.description,
    });
    if let Some(port) = registration.default_port {
        value["port"] = port.into();
    }
    if let Some(notice) = &registration.deprecated {
        value["deprecated"] = json::deprecation(notice);
    }
    value
}
