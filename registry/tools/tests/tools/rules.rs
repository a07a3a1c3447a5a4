//! The lint rules that compare two versions of a layer.

use super::{layer, scheme};
use anyurl_declared::format::{Finding, Level, lint_rule};
use anyurl_registry_tools::{diff, status_differences};

/// The rule, the earlier layer, and the later layer.
fn iana_rows() -> Vec<(&'static str, String, String)> {
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

#[test]
fn each_rule_finds_its_change() {
    for (id, before, after) in iana_rows() {
        let diff = diff(&layer(&before), &layer(&after));
        let of_layer = ["SR710", "SR711"];
        let found = diff.findings.iter().filter(|one| !of_layer.contains(&one.id()));
        let found: Vec<_> = found.map(|one| (one.id(), one.level())).collect();
        let level = lint_rule(id).map_or(Level::Note, |rule| rule.level);
        assert_eq!(found, [(id, level)], "{}", diff.findings);
    }
}

#[test]
fn equal_layers_have_no_findings() {
    for (_, before, _) in iana_rows() {
        assert!(diff(&layer(&before), &layer(&before)).findings.is_empty());
    }
}

#[test]
fn a_status_differs_from_the_snapshot() {
    let a = scheme("com.example.a", "1.0.0", "a = \"com.example.a:\" 1*ALPHA");
    let ours = layer(&a.replace("provisional", "historical"));
    let found = status_differences(&ours, &layer(&a));
    assert_eq!(found.iter().map(Finding::id).collect::<Vec<_>>(), ["SR708"]);
}
