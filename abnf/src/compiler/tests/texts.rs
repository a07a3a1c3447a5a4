//! Grammars that need excessive time or memory. `hostile.rs` tests that they are rejected; the benchmark
//! `parts/hostile.rs` measures the cost.

use std::fmt::Write as _;

/// A description and the text of each.
pub(crate) fn hostile() -> Vec<(&'static str, String)> {
    let (any, ab) = ("( ALPHA / DIGIT )", "( \"a\" / \"b\" )");
    vec![
        ("a long text", format!("a = \"x\" ;{}", "x".repeat(70_000))),
        ("10^5 rules", rules(100_000)),
        ("1,030 rules", rules(1_030)),
        ("60 KB of (", format!("a = {}", "(".repeat(60_000))),
        ("60 KB of [", format!("a = {}", "[".repeat(60_000))),
        ("groups within groups", brackets("(", ")", 65)),
        ("a long chain", chain(300)),
        ("a huge count", "a = 2000000000\"x\"".to_owned()),
        ("a count beyond numbers", "a = *99999999999999999999\"x\"".to_owned()),
        ("60 doublings", doubling(60)),
        ("250 doublings", doubling(250)),
        ("counts of counts", "a = 1000( 1000( 1000( 1000\"x\" ) ) )".to_owned()),
        ("options of options", "a = *1000( *1000\"x\" )".to_owned()),
        ("a long string, often", format!("a = 1000\"{}\"", "x".repeat(1_000))),
        ("2^40 subsets", format!("a = *{ab} \"a\" 40{ab}")),
        ("subsets of many", format!("a = *{any} \"a\" 1000{any}")),
        ("all before all", "a = *1000( [ \"a\" ] [ \"b\" ] [ \"c\" ] )".to_owned()),
        ("nothing before all", "a = *1000( *\"a\" *\"b\" *\"c\" ) \"d\"".to_owned()),
    ]
}

/// Rules `r0`, `r1`, … with these definitions.
fn text(rules: impl Iterator<Item = (usize, String)>) -> String {
    let mut text = String::new();
    for (n, definition) in rules {
        let _ = writeln!(text, "r{n}={definition}");
    }
    text
}

/// A chain of rules that each use the next twice: 2^`rules` bytes.
pub(crate) fn doubling(rules: usize) -> String {
    let last = (rules, "\"x\"".to_owned());
    text((0..rules).map(|n| (n, format!("r{0} r{0}", n + 1))).chain([last]))
}

pub(crate) fn rules(count: usize) -> String {
    text((0..count).map(|n| (n, "DIGIT".to_owned())))
}

/// A chain of rules that each refer to the next.
pub(crate) fn chain(count: usize) -> String {
    let last = (count, "DIGIT".to_owned());
    text((0..count).map(|n| (n, format!("r{}", n + 1))).chain([last]))
}

pub(crate) fn brackets(open: &str, close: &str, n: usize) -> String {
    format!("a = {}\"x\"{}", open.repeat(n), close.repeat(n))
}
