//! Splits `registry.toml` into its entries, so that a program parses only those that it uses: facts become short texts,
//! and a declared scheme stays TOML until it is first used.
//!
//! The generated table has offsets instead of references, since a program has to relocate each reference at its start.

use std::fmt::Write as _;
use std::ops::Range;
use std::{env, fs, path::Path};

use super::automata::{self, Automata};

/// Writes the files that `src/shipped.rs` includes.
pub(crate) fn write() {
    println!("cargo::rerun-if-changed=registry.toml");
    println!("cargo::rerun-if-changed=src/shipped");
    let text = fs::read_to_string("registry.toml").expect("registry.toml is beside the manifest");
    let mut rows: Vec<Row> = entries(&text).map(|(line, range)| Row::new(line, range, &text)).collect();
    rows.sort_by(|a, b| a.name.cmp(&b.name));
    let generated = Generated::new(&rows);
    let out = env::var("OUT_DIR").expect("Cargo sets OUT_DIR");
    let write = |name: &str, contents: &[u8]| {
        fs::write(Path::new(&out).join(name), contents).expect("the output folder is writable");
    };
    write("shipped.rs", generated.source.as_bytes());
    write("facts.txt", generated.facts.as_bytes());
    write("automata", &generated.automata);
}

/// One `[[scheme]]`.
struct Row {
    name: String,
    line: usize,
    contents: Contents,
}

enum Contents {
    /// Status, port, description and documents, between tabs.
    Fact(String),
    /// The place of the entry in the file, where its examples begin, and its compiled grammars.
    Declared(Range<usize>, usize, Automata),
}

/// Returns each `[[scheme]]` with its line number.
fn entries(text: &str) -> impl Iterator<Item = (usize, Range<usize>)> {
    let starts: Vec<usize> = text.match_indices("\n[[scheme]]\n").map(|(at, _)| at + 1).chain([text.len()]).collect();
    let ranges: Vec<_> = starts.windows(2).map(|pair| pair[0]..pair[1]).collect();
    ranges.into_iter().map(|range| (text[..range.start].matches('\n').count() + 1, range))
}

impl Row {
    fn new(line: usize, range: Range<usize>, file: &str) -> Self {
        let entry = &file[range.clone()];
        let table: toml::Table =
            entry.parse().unwrap_or_else(|error| panic!("registry.toml, entry at line {line}: {error}"));
        let scheme = table["scheme"][0].as_table().expect("[[scheme]] is a table");
        let name = text(scheme, "name").to_owned();
        let contents = if scheme.contains_key("syntax") {
            let file = fs::read(automata::path(&name)).ok();
            let automata = file.and_then(|file| Automata::from_file(&file, entry));
            let definition = definition_len(entry, scheme);
            Contents::Declared(range.clone(), range.start + definition, automata.unwrap_or_default())
        } else {
            Contents::Fact(fact(scheme))
        };
        Self { name, line, contents }
    }
}

/// The length of an entry without its examples, which end it.
fn definition_len(entry: &str, scheme: &toml::Table) -> usize {
    let len = entry.find("\n  [[scheme.example]]").unwrap_or(entry.len());
    let definition: toml::Table = entry[..len].parse().expect("examples follow a complete table");
    let mut all = scheme.clone();
    all.remove("example");
    assert_eq!(definition["scheme"][0].as_table(), Some(&all), "the examples of an entry follow everything else");
    len
}

fn text<'t>(table: &'t toml::Table, key: &str) -> &'t str {
    table.get(key).and_then(toml::Value::as_str).unwrap_or_default()
}

/// What is known of a name without a grammar.
fn fact(scheme: &toml::Table) -> String {
    let port = scheme.get("port").and_then(|port| port.get("default")?.as_integer());
    let port = port.map_or_else(String::new, |port| port.to_string());
    let mut fact = format!("{}\t{port}\t{}", text(scheme, "status"), text(scheme, "description"));
    let list = scheme.get("reference").and_then(toml::Value::as_array);
    for reference in list.into_iter().flatten().filter_map(toml::Value::as_table) {
        let _ = write!(fact, "\t{}", document(reference));
    }
    fact
}

/// The document of a reference, with its section.
fn document(reference: &toml::Table) -> String {
    let rfc = reference.get("rfc").and_then(toml::Value::as_integer);
    let others = ["title", "url", "person"].map(|key| text(reference, key));
    let other = || others.into_iter().find(|text| !text.is_empty()).unwrap_or_default().to_owned();
    let document = rfc.map_or_else(other, |rfc| format!("RFC {rfc}"));
    match text(reference, "section") {
        "" => document,
        section => format!("{document} §{section}"),
    }
}

/// The contents of the generated files.
struct Generated {
    source: String,
    facts: String,
    automata: Vec<u8>,
}

impl Generated {
    fn new(rows: &[Row]) -> Self {
        let names: Vec<_> = rows.iter().map(|row| format!("{:?}", row.name)).collect();
        let mut generated = Self { source: String::new(), facts: String::new(), automata: Vec::new() };
        let list = rows.iter().map(|row| generated.row(row) + "\n").collect::<String>();
        let count = names.len();
        generated.source = format!(
            "pub(super) static NAMES: [&str; {count}] = [{}];\n\
             pub(super) static ROWS: [(u32, Row); {count}] = [\n{list}];\n",
            names.join(",")
        );
        generated
    }

    /// The constant of a row.
    fn row(&mut self, Row { line, contents, .. }: &Row) -> String {
        match contents {
            Contents::Fact(fact) => {
                let start = self.facts.len();
                self.facts.push_str(fact);
                format!("({line}, Row::Fact(Part({start}, {}))),", self.facts.len())
            }
            Contents::Declared(entry, examples, Automata { strict, lenient }) => {
                let [strict, lenient] = [strict, lenient].map(|bytes| {
                    let start = self.automata.len();
                    self.automata.extend(bytes);
                    format!("Part({start}, {})", self.automata.len())
                });
                format!(
                    "({line}, Row::Declared(Part({}, {}), {examples}, {strict}, {lenient})),",
                    entry.start, entry.end
                )
            }
        }
    }
}
