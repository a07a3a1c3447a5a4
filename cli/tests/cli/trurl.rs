//! The tests of trurl, run with `anyurl`, and the page for its users.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::thread;

use serde_json::Value;

use super::common::{run, utf8};
use super::tutorial;

/// The number of tests of trurl 0.16.1.
const ROWS: usize = 213;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// Why an output differs, by a short name.
    differences: BTreeMap<String, String>,
    left_out: Vec<LeftOut>,
    row: Vec<Row>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct LeftOut {
    reason: String,
    rows: Vec<usize>,
}

/// A test of trurl.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    number: usize,
    /// The arguments of `anyurl`.
    arguments: Vec<String>,
    #[serde(default)]
    stdin: String,
    output: Option<String>,
    /// For `--json`, keys and values of the object on each line.
    json: Option<Vec<String>>,
    #[serde(default)]
    exit: i32,
    /// The output of trurl, if it is another one.
    theirs: Option<String>,
    differs: Option<String>,
}

fn table() -> Table {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/trurl.toml");
    toml::from_str(&fs::read_to_string(file).expect("the table")).expect("a table")
}

#[test]
fn the_rows_of_trurl() {
    let table = table();
    let wrong: Vec<String> = thread::scope(|scope| {
        let parts = table.row.chunks(table.row.len().div_ceil(4));
        let threads: Vec<_> =
            parts.map(|rows| scope.spawn(|| rows.iter().filter_map(wrong).collect::<Vec<_>>())).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a result")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Runs a row; returns what is wrong with its result.
fn wrong(row: &Row) -> Option<String> {
    let output = run(&row.arguments, row.stdin.as_bytes());
    let printed = utf8(&output.stdout);
    let is_expected = match (&row.output, &row.json) {
        (Some(expected), None) => printed == expected,
        (None, Some(objects)) => {
            let lines: Vec<_> = printed.lines().collect();
            lines.len() == objects.len() && lines.iter().zip(objects).all(|(line, object)| has_all(line, object))
        }
        _ => false,
    };
    let is_row = is_expected && output.status.code() == Some(row.exit) && is_consistent(row);
    (!is_row).then(|| format!("{}: {:?}: {:?} {printed}", row.number, row.arguments, output.status.code()))
}

/// Whether a JSON object has all keys and values of another.
fn has_all(object: &str, part: &str) -> bool {
    let parse = |text: &str| serde_json::from_str::<Value>(text).expect("an object");
    let (object, part) = (parse(object), parse(part));
    part.as_object().expect("an object").iter().all(|(key, value)| object.get(key) == Some(value))
}

/// A row has the output of trurl, or both outputs and the reason why they differ.
fn is_consistent(row: &Row) -> bool {
    match (&row.differs, &row.theirs) {
        (None, None) => row.json.is_none(),
        (Some(_), Some(theirs)) => row.output.as_ref().is_some_and(|ours| ours != theirs),
        (Some(reason), None) => reason == "json" && row.json.is_some(),
        (None, Some(_)) => false,
    }
}

#[test]
fn each_test_of_trurl_has_one_place() {
    let table = table();
    let left_out = table.left_out.iter().flat_map(|left| &left.rows);
    let mut numbers: Vec<_> = table.row.iter().map(|row| row.number).chain(left_out.copied()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (0..ROWS).collect::<Vec<_>>());
}

#[test]
fn the_page_has_the_numbers_of_the_table() {
    let table = table();
    let expected = numbers(&table);
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/coming-from-trurl.md");
    let page = fs::read_to_string(file).expect("the page");
    assert!(page.ends_with(&expected), "docs/coming-from-trurl.md has other numbers at its end than\n{expected}");
}

/// The end of the page.
fn numbers(table: &Table) -> String {
    let count = |reason: &str| table.row.iter().filter(|row| row.differs.as_deref() == Some(reason)).count();
    let differing: usize = table.differences.keys().map(|reason| count(reason)).sum();
    let left: usize = table.left_out.iter().map(|left| left.rows.len()).sum();
    let same = table.row.len() - differing;
    let mut text = format!(
        "Of {ROWS} rows, {same} have the output of trurl, {differing} another one, and {left} are left out.\n\n| rows | with another output, because |\n|---|---|\n"
    );
    for (reason, says) in &table.differences {
        writeln!(text, "| {} | {says} |", count(reason)).expect("a text");
    }
    text += "\n| rows | left out |\n|---|---|\n";
    for left in &table.left_out {
        writeln!(text, "| {} | {} |", left.rows.len(), left.reason).expect("a text");
    }
    text
}

#[test]
fn the_examples_of_the_page() {
    let page = include_str!("../../../docs/coming-from-trurl.md");
    let folder = tempfile::tempdir().expect("a folder");
    let wrong = tutorial::wrong_steps(page, folder.path(), 15);
    assert!(wrong.is_empty(), "the page shows another output for\n{wrong}");
}

/// Each option and each prefix of trurl's manual is on the page.
#[test]
fn the_page_has_every_option_of_trurl() {
    let page = include_str!("../../../docs/coming-from-trurl.md");
    for option in [
        "append",
        "accept-space",
        "as-idn",
        "curl",
        "default-port",
        "url-file",
        "get",
        "iterate",
        "json",
        "keep-port",
        "no-guess-scheme",
        "punycode",
        "qtrim",
        "query-separator",
        "quiet",
        "redirect",
        "replace",
        "replace-append",
        "set",
        "sort-query",
        "trim",
        "url",
        "urlencode",
        "verify",
    ] {
        assert!(page.contains(&format!("--{option}")), "{option}");
    }
    for prefix in ["url", "strict", "must", "default", "puny", "idn", "query", "query-all"] {
        assert!(page.contains(&format!("{{{prefix}:")), "{prefix}");
    }
}
