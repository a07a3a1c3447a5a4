//! The rows of the index.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use crate::data::Scheme;
use crate::file_names;
use crate::text::visible;

/// The names on one page.
const PART: usize = 1000;

/// A name in the index.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    /// The file of its page, without `.html`.
    pub(crate) file: String,
    pub(crate) version: String,
    pub(crate) status: String,
    pub(crate) layer: String,
    pub(crate) kind: String,
    pub(crate) port: Option<u64>,
    pub(crate) owner: String,
    pub(crate) description: String,
    pub(crate) aliases: String,
    /// `deprecated`, if it is.
    pub(crate) mark: &'static str,
}

impl Row {
    pub(crate) fn new(scheme: &Scheme) -> Self {
        let file = file_names::of_scheme(&scheme.name);
        let own = Self { name: scheme.name.clone(), file, aliases: scheme.aliases.join(" "), ..Self::default() };
        if let Some(removal) = &scheme.removal {
            return Self {
                status: removal.status.clone(),
                layer: removal.by.layer.clone(),
                description: removal.reason.clone().unwrap_or_default(),
                ..own
            };
        }
        let Some(version) = scheme.versions.first() else { return own };
        let text = |key: &str| version.record[key].as_str().unwrap_or_default().to_owned();
        let kind = kind(&version.record);
        Self {
            // The version of a name without a syntax is that of no definition.
            version: if kind == NAME_ONLY { String::new() } else { text("version") },
            status: text("status"),
            layer: version.place.layer.clone(),
            kind: kind.to_owned(),
            port: version.record["port"].as_u64(),
            owner: version.owner.shown().unwrap_or_default().to_owned(),
            description: text("description"),
            mark: if version.deprecated.is_some() { "deprecated" } else { "" },
            ..own
        }
    }
}

/// The kind of a name without a syntax.
pub(crate) const NAME_ONLY: &str = "no syntax";

/// How a version is implemented, in words.
pub(crate) fn kind(record: &Value) -> &'static str {
    match record["kind"].as_str() {
        Some("static") => "built in",
        Some("dynamic") => "library",
        Some("module") => "module",
        Some("declared") => "declared",
        _ => NAME_ONLY,
    }
}

/// The names of one page, and what the index says of all.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Part<'r> {
    pub(crate) rows: &'r [Row],
    /// The number of the page, from 1.
    pub(crate) number: usize,
    /// The number of all names.
    pub(crate) total: usize,
    /// The pages.
    pub(crate) parts: Vec<PartLink>,
    /// The values of each filter with their counts, by the name of the filter.
    pub(crate) filters: BTreeMap<&'static str, Vec<(&'r str, usize)>>,
}

/// A link to a page of the index.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PartLink {
    pub(crate) number: usize,
    pub(crate) path: String,
    pub(crate) first: String,
    pub(crate) last: String,
}

/// The path of a page of the index.
pub(crate) fn path(number: usize) -> String {
    if number == 1 { "index.html".to_owned() } else { format!("names/{number}.html") }
}

/// Divides the rows into pages, of which there is at least one.
pub(crate) fn parts(all: &[Row]) -> Vec<Part<'_>> {
    let chunks: Vec<_> = if all.is_empty() { vec![all] } else { all.chunks(PART).collect() };
    let name = |row: Option<&'_ Row>| row.map_or_else(String::new, |row| row.name.clone());
    let link = |(n, chunk): (usize, &&[Row])| PartLink {
        number: n + 1,
        path: path(n + 1),
        first: name(chunk.first()),
        last: name(chunk.last()),
    };
    let links: Vec<_> = chunks.iter().enumerate().map(link).collect();
    let part = |(n, rows)| Part {
        rows,
        number: n + 1,
        total: all.len(),
        parts: links.clone(),
        filters: if n == 0 { filters(all) } else { BTreeMap::new() },
    };
    chunks.iter().copied().enumerate().map(part).collect()
}

/// The values of the filters that are lists.
fn filters(rows: &[Row]) -> BTreeMap<&'static str, Vec<(&str, usize)>> {
    type Column = fn(&Row) -> &str;
    let columns: [(&str, Column); 3] =
        [("status", |row| &row.status), ("layer", |row| &row.layer), ("kind", |row| &row.kind)];
    let counted = columns.map(|(name, of)| {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let marks = rows.iter().map(|row| row.mark).filter(|_| name == "status");
        for value in rows.iter().map(of).chain(marks).filter(|value| !value.is_empty()) {
            *counts.entry(value).or_default() += 1;
        }
        (name, counts.into_iter().collect())
    });
    counted.into()
}

/// Writes all rows as a script that sets a global variable. The order of the values is that of `search.js`.
pub(crate) fn write_script(rows: &[Row], mut to: impl Write) -> io::Result<()> {
    to.write_all(b"globalThis.anyurlNames = [")?;
    for (n, row) in rows.iter().enumerate() {
        let Row { name, file, version, status, layer, kind, port, owner, description, aliases, mark } = row;
        to.write_all(if n == 0 { b"\n" } else { b",\n" })?;
        let port = port.map(|port| port.to_string()).unwrap_or_default();
        let texts = [name, version, status, layer, kind, &port, owner, description, aliases, file, *mark];
        let texts = texts.map(visible);
        serde_json::to_writer(&mut to, &texts)?;
    }
    to.write_all(b"\n];\n")?;
    to.flush()
}
