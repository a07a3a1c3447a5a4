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
    let entries: Vec<_> = entries(&text).map(|(line, range)| Entry::new(line, range, &text)).collect();
    let mut rows: Vec<Row> = entries.iter().map(|entry| entry.row(&entries)).collect();
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

/// One `[[scheme]]`, as it is written.
struct Entry<'f> {
    name: String,
    line: usize,
    text: &'f str,
    /// Its place in the file.
    range: Range<usize>,
    scheme: toml::Table,
}

/// One `[[scheme]]`, as it is generated.
struct Row {
    name: String,
    aliases: Vec<String>,
    line: usize,
    contents: Contents,
}

enum Contents {
    /// Status, port, description and documents, between tabs.
    Fact(String),
    /// The definition of the entry that it is like, the place of the entry in the file, where its examples begin, and its
    /// compiled grammars.
    Declared(Range<usize>, Range<usize>, usize, Automata),
}

/// Returns each `[[scheme]]` with its line number.
fn entries(text: &str) -> impl Iterator<Item = (usize, Range<usize>)> {
    let starts: Vec<usize> = text.match_indices("\n[[scheme]]\n").map(|(at, _)| at + 1).chain([text.len()]).collect();
    let ranges: Vec<_> = starts.windows(2).map(|pair| pair[0]..pair[1]).collect();
    ranges.into_iter().map(|range| (text[..range.start].matches('\n').count() + 1, range))
}

impl<'f> Entry<'f> {
    fn new(line: usize, range: Range<usize>, file: &'f str) -> Self {
        let text = &file[range.clone()];
        let table: toml::Table =
            text.parse().unwrap_or_else(|error| panic!("registry.toml, entry at line {line}: {error}"));
        let scheme = table["scheme"][0].as_table().expect("[[scheme]] is a table").clone();
        Self { name: self::text(&scheme, "name").to_owned(), line, text, range, scheme }
    }

    fn row(&self, all: &[Self]) -> Row {
        let original = all.iter().find(|other| other.name == text(&self.scheme, "like"));
        let contents = if original.is_some() || self.scheme.contains_key("syntax") {
            let file = fs::read(automata::path(&self.name)).ok();
            let source = automata::source(self.text, original.map(|original| original.text));
            let automata = file.and_then(|file| Automata::from_file(&file, &source)).unwrap_or_default();
            let original = original.map_or(0..0, |original| original.range.start..original.definition_end());
            Contents::Declared(original, self.range.clone(), self.definition_end(), automata)
        } else {
            Contents::Fact(fact(&self.scheme))
        };
        let aliases = self.scheme.get("alias").and_then(toml::Value::as_array).into_iter().flatten();
        let aliases = aliases.filter_map(|alias| Some(alias.as_str()?.to_owned())).collect();
        Row { name: self.name.clone(), aliases, line: self.line, contents }
    }

    /// The end of an entry without its examples, which end it.
    fn definition_end(&self) -> usize {
        let len = self.text.find("\n  [[scheme.example]]").unwrap_or(self.text.len());
        let definition: toml::Table = self.text[..len].parse().expect("examples follow a complete table");
        let mut all = self.scheme.clone();
        all.remove("example");
        assert_eq!(definition["scheme"][0].as_table(), Some(&all), "the examples of an entry follow everything else");
        self.range.start + len
    }
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
        let aliases = rows.iter().enumerate().flat_map(|(n, row)| row.aliases.iter().map(move |alias| (alias, n)));
        let mut aliases: Vec<_> = aliases.collect();
        aliases.sort();
        generated.source = format!(
            "pub(super) static NAMES: [&str; {count}] = [{}];\n\
             pub(super) static ALIASES: [(&str, usize); {}] = {aliases:?};\n\
             pub(super) static ROWS: [(u32, Row); {count}] = [\n{list}];\n",
            names.join(","),
            aliases.len(),
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
            Contents::Declared(original, entry, examples, Automata { strict, lenient }) => {
                let [strict, lenient] = [strict, lenient].map(|bytes| {
                    let start = self.automata.len();
                    self.automata.extend(bytes);
                    format!("Part({start}, {})", self.automata.len())
                });
                let [original, entry] = [original, entry].map(|part| format!("Part({}, {})", part.start, part.end));
                format!("({line}, Row::Declared({original}, {entry}, {examples}, {strict}, {lenient})),")
            }
        }
    }
}
