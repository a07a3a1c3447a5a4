//! Splits `registry.toml` into its entries, so that a program parses only those that it uses: facts become constants, and
//! a declared scheme stays text until it is first used.

use std::fmt::Write as _;
use std::{env, fs, path::Path};

/// Writes the file that `src/shipped.rs` includes.
pub(crate) fn write() {
    println!("cargo::rerun-if-changed=registry.toml");
    println!("cargo::rerun-if-changed=build");
    let text = fs::read_to_string("registry.toml").expect("registry.toml is beside the manifest");
    let mut rows: Vec<Row> = entries(&text).map(|(line, entry)| Row::new(line, entry)).collect();
    rows.sort_by(|a, b| a.name.cmp(&b.name));
    let out = env::var("OUT_DIR").expect("Cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("shipped.rs"), source(&text, &rows)).expect("the output folder is writable");
}

/// One `[[scheme]]`.
struct Row {
    name: String,
    line: usize,
    /// The generated Rust expression.
    entry: String,
}

/// Returns each `[[scheme]]` with its line number.
fn entries(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let starts: Vec<usize> = text.match_indices("\n[[scheme]]\n").map(|(at, _)| at + 1).chain([text.len()]).collect();
    let ranges: Vec<_> = starts.windows(2).map(|pair| (pair[0], pair[1])).collect();
    ranges.into_iter().map(move |(start, end)| {
        let line = text[..start].matches('\n').count() + 1;
        (line, &text[start..end])
    })
}

impl Row {
    fn new(line: usize, entry: &str) -> Self {
        let table: toml::Table =
            entry.parse().unwrap_or_else(|error| panic!("registry.toml, entry at line {line}: {error}"));
        let scheme = table["scheme"][0].as_table().expect("[[scheme]] is a table");
        let name = text(scheme, "name").to_owned();
        let entry = if scheme.contains_key("syntax") {
            format!("Row::Declared({entry:?})")
        } else {
            let references = references(scheme);
            let (status, description) = (text(scheme, "status"), text(scheme, "description"));
            let port = scheme.get("port").and_then(|port| port.get("default")?.as_integer());
            format!("Row::Fact({status:?}, {description:?}, {port:?}, &[{references}])")
        };
        Self { name, line, entry }
    }
}

fn text<'t>(table: &'t toml::Table, key: &str) -> &'t str {
    table.get(key).and_then(toml::Value::as_str).unwrap_or_default()
}

/// The documents of a fact, as constant expressions.
fn references(scheme: &toml::Table) -> String {
    let list = scheme.get("reference").and_then(toml::Value::as_array);
    let mut written = String::new();
    for reference in list.into_iter().flatten().filter_map(toml::Value::as_table) {
        let rfc = reference.get("rfc").and_then(toml::Value::as_integer);
        let document = match rfc {
            Some(rfc) => format!("RFC {rfc}"),
            None => ["title", "url", "person"]
                .map(|key| text(reference, key))
                .into_iter()
                .find(|text| !text.is_empty())
                .unwrap_or_default()
                .to_owned(),
        };
        let section = text(reference, "section");
        let section = if section.is_empty() { String::new() } else { format!(" §{section}") };
        let _ = write!(written, "Text::Borrowed({:?}),", document + &section);
    }
    written
}

/// The generated source code.
fn source(text: &str, rows: &[Row]) -> String {
    let header = text.find("\n[[").map_or(text, |end| &text[..=end]);
    let mut out = format!("const HEADER: &str = {header:?};\n");
    let names: Vec<_> = rows.iter().map(|row| format!("{:?}", row.name)).collect();
    let _ = writeln!(out, "static NAMES: [&str; {}] = [{}];", names.len(), names.join(","));
    let _ = writeln!(out, "static ROWS: [(u32, Row); {}] = [", rows.len());
    for Row { line, entry, .. } in rows {
        let _ = writeln!(out, "({line}, {entry}),");
    }
    out + "];\n"
}
