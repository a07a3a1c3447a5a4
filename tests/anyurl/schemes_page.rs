//! `docs/schemes.md`: what was read for each scheme of the shipped registry, written from `registry.toml`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use toml::{Table, Value};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schemes.md");

/// What the schemes begin with; all before is written by hand.
const FIRST: &str = "\n## ";

pub(crate) fn text<'t>(table: &'t Table, key: &str) -> &'t str {
    table.get(key).and_then(Value::as_str).unwrap_or_default()
}

pub(crate) fn list<'t>(table: &'t Table, key: &str) -> impl Iterator<Item = &'t Table> {
    table.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table)
}

/// The page has what the registry says. `SNAPSHOTS=overwrite` writes it again.
#[test]
fn the_page_is_that_of_the_registry() {
    let schemes = crate::shipped_schemes();
    let schemes: String = schemes.iter().filter(|scheme| scheme.contains_key("syntax")).map(scheme).collect();
    let page = std::fs::read_to_string(PAGE).unwrap();
    let head = page.find(FIRST).map_or(&*page, |end| &page[..end]);
    let new = format!("{head}{schemes}");
    if std::env::var("SNAPSHOTS").is_ok_and(|value| value == "overwrite") {
        std::fs::write(PAGE, new).unwrap();
    } else {
        assert_eq!(page, new, "run the tests with SNAPSHOTS=overwrite");
    }
}

/// The section of one scheme.
fn scheme(table: &Table) -> String {
    let Some(syntax) = table.get("syntax").and_then(Value::as_table) else { return String::new() };
    let version =
        table.get("version").and_then(Value::as_str).map_or_else(String::new, |version| format!(" {version}"));
    let is_listed = table.get("iana") != Some(&Value::Boolean(false));
    let status = if is_listed { text(table, "status") } else { "not in IANA's table" };
    let mut out = format!("{FIRST}{}{version}\n\n{} ({status}).\n\n", text(table, "name"), text(table, "description"));
    let mut row = |name: &str, what: String| {
        if !what.is_empty() {
            // Writing to a `String` does not fail.
            let _ = writeln!(out, "* {name}: {what}");
        }
    };
    let aliases = table.get("alias").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    row("aliases", joined(aliases.map(|alias| format!("`{alias}`"))));
    row("reference", joined(list(table, "reference").map(reference)));
    row("read", read(list(table, "example").map(|example| text(example, "section"))));
    row("proved", crate::proof::proved(text(table, "name")));
    row("not proved", crate::proof::not_proved(table));
    row("clients", crate::proof::clients(text(table, "name")));
    row("examples", examples(table));
    row("components", joined(components(syntax)));
    row("default port", port(table));
    row("equality", joined(equality(syntax)));
    row("the same", urls(table, "same"));
    row("different", urls(table, "different"));
    row("left out", text(table, "left_out").to_owned());
    out
}

/// Rows of URLs: "`a` and `b`; `c` and `d`".
fn urls(table: &Table, key: &str) -> String {
    let rows = table.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_array);
    let row = |row: &Vec<Value>| {
        let urls = row.iter().filter_map(Value::as_str).map(|url| format!("`{url}`"));
        urls.collect::<Vec<_>>().join(" and ")
    };
    rows.map(row).collect::<Vec<_>>().join("; ")
}

fn joined(parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}

/// `RFC 4516 §2`, or a title with its address; nothing for a person.
fn reference(table: &Table) -> String {
    let what = match (table.get("rfc"), text(table, "title"), text(table, "url")) {
        (Some(rfc), ..) => format!("RFC {rfc}"),
        (None, "", url) => url.to_owned(),
        (None, title, "") => title.to_owned(),
        (None, title, url) => format!("[{title}]({url})"),
    };
    match text(table, "section") {
        "" => what,
        section => format!("{what} §{section}"),
    }
}

/// The sections that examples name, by document: `RFC 7252 §6.1, §6.3, B`.
fn read<'s>(sections: impl Iterator<Item = &'s str>) -> String {
    let mut documents: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for section in sections {
        let (document, part) = divided(section);
        let parts = documents.entry(document).or_default();
        if !part.is_empty() && !parts.contains(&part) {
            parts.push(part);
        }
    }
    let documents = documents.into_iter().map(|(document, mut parts)| {
        parts.sort_by_key(|part| order(part));
        let is_numbered = document.starts_with("RFC ") || parts.iter().any(|part| part.starts_with('§'));
        let colon = if is_numbered || parts.is_empty() { "" } else { ":" };
        format!("{document}{colon} {}", parts.join(", ")).trim_end().to_owned()
    });
    documents.collect::<Vec<_>>().join("; ")
}

/// The document and the part of it: `RFC 7252` and `§6.3`, `BEP 9` and `magnet URI format`.
fn divided(section: &str) -> (&str, String) {
    let (document, part) = match section.rsplit_once(' ') {
        Some((document, part)) if number(part).is_some() || section.starts_with("RFC ") => (document, part),
        _ => section.split_once(", ").unwrap_or((section, "")),
    };
    (document.trim_end_matches(','), number(part).map_or_else(|| part.to_owned(), |number| format!("§{number}")))
}

/// The `6.3` of `s6.3`.
fn number(word: &str) -> Option<&str> {
    word.strip_prefix('s').filter(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
}

/// Sections by number, then appendices.
fn order(part: &str) -> (bool, Vec<u32>, String) {
    let numbers = part.trim_start_matches('§').split('.').map_while(|number| number.parse().ok());
    (!part.starts_with('§'), numbers.collect(), part.to_owned())
}

fn examples(table: &Table) -> String {
    let (yes, no): (Vec<_>, Vec<_>) =
        list(table, "example").partition(|example| example.get("accept") == Some(&Value::Boolean(true)));
    format!("{} accepted, {} refused", yes.len(), no.len())
}

/// The components with their types, secrets marked.
fn components(syntax: &Table) -> impl Iterator<Item = String> {
    list(syntax, "component").map(|component| {
        let kind = match text(component, "type") {
            kind @ ("list" | "keyword" | "flag" | "pairs" | "integer" | "decimal") => Some(kind),
            _ => None,
        };
        let is_secret = component.get("sensitive") == Some(&Value::Boolean(true));
        let notes = joined(kind.map(str::to_owned).into_iter().chain(is_secret.then(|| "secret".to_owned())));
        let notes = if notes.is_empty() { notes } else { format!(" ({notes})") };
        format!("`{}`{notes}", text(component, "name"))
    })
}

fn port(table: &Table) -> String {
    let port = table.get("port").and_then(Value::as_table);
    let Some(number) = port.and_then(|port| port.get("default")) else { return String::new() };
    let transports = port.and_then(|port| port.get("transport")).and_then(Value::as_array).into_iter().flatten();
    format!("{number} ({})", joined(transports.filter_map(Value::as_str).map(str::to_owned)))
}

/// What differs from the usual rules, which the head of the page has.
fn equality(syntax: &Table) -> Vec<String> {
    let table = syntax.get("equality").and_then(Value::as_table);
    let mut words: Vec<_> = table.into_iter().flatten().map(|(key, value)| rule(key, value)).collect();
    for component in list(syntax, "component") {
        let name = text(component, "name");
        if text(component, "type") == "keyword" || matches!(text(component, "case"), "lower" | "upper") {
            words.push(format!("the case of `{name}` does not count"));
        }
        match text(component, "skip") {
            "" => {}
            skipped => words.push(format!("`{skipped}` do not count in `{name}`")),
        }
        if let Some(default) = component.get("default") {
            words.push(format!("`{name}` is {default} where it is absent"));
        }
    }
    words
}

fn rule(key: &str, value: &Value) -> String {
    match (key, value.as_str()) {
        ("default_port", Some("keep")) => "the default port counts".to_owned(),
        ("escapes", Some("keep")) => "escapes count as written".to_owned(),
        ("escapes", Some("case")) => "escapes count, but not the case of their digits".to_owned(),
        ("dot_segments", Some("remove")) => "dot segments do not count".to_owned(),
        ("empty_path", Some(path)) => format!("no path is the same as `{path}`"),
        ("local_host", Some(host)) => format!("`{host}` is the same as no host"),
        ("ignore", None) => {
            let names = value.as_array().into_iter().flatten().filter_map(Value::as_str);
            format!("{} do not count", joined(names.map(|name| format!("`{name}`"))))
        }
        // A newer key: better shown in the words of the file than not at all.
        _ => format!("`{key} = {value}`"),
    }
}
