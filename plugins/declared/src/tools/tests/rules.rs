//! The rules that compare two copies of a layer.

use std::collections::BTreeSet;

use super::{layer, scheme};
use crate::format::{Finding, Level, lint_rule};
use crate::tools::{diff, unlike_snapshot};

/// The rule, and what a layer had and has.
fn rows() -> Vec<(&'static str, String, String)> {
    let a = || scheme("com.example.a", "1.0.0", "a = \"com.example.a:\" 1*ALPHA");
    let plugin = |capabilities: &str| {
        format!("{}[scheme.plugin]\nlibrary = \"a\"\nversion = \"^1\"\nabi = 1\ncapabilities = [{capabilities}]\n", a())
    };
    vec![
        ("SR420", plugin("\"clock\""), plugin("\"clock\", \"network\"")),
        ("SR420", a(), plugin("\"network\"")),
        ("SR702", a(), String::new()),
        ("SR703", a(), scheme("com.example.a", "1.1.0", "a = \"com.example.a:\" 1*2ALPHA")),
        ("SR704", a().replace("provisional", "permanent"), a()),
    ]
}

/// The rules that the rows fire.
pub(crate) fn fired() -> BTreeSet<&'static str> {
    rows().into_iter().map(|row| row.0).chain(["SR708"]).collect()
}

#[test]
fn each_rule_finds_its_change() {
    for (id, before, after) in rows() {
        let diff = diff(&layer(&before), &layer(&after));
        let found: Vec<_> = diff.findings.iter().map(|one| (one.id(), one.level())).collect();
        let level = lint_rule(id).map_or(Level::Note, |rule| rule.level);
        assert_eq!(found, [(id, level)], "{}", diff.findings);
    }
}

#[test]
fn nothing_that_was_there_is_found() {
    for (_, before, _) in rows() {
        assert!(diff(&layer(&before), &layer(&before)).findings.is_empty());
    }
}

#[test]
fn the_snapshot_knows_the_status() {
    let a = scheme("com.example.a", "1.0.0", "a = \"com.example.a:\" 1*ALPHA");
    let ours = layer(&a.replace("provisional", "historical"));
    let found = unlike_snapshot(&ours, &layer(&a));
    assert_eq!(found.iter().map(Finding::id).collect::<Vec<_>>(), ["SR708"]);
}
