//! Texts that ask for too much are refused after a bounded number of steps, by the cap that they break.

use std::fmt::Write as _;

use crate::grammar::{Budget, Cap, Grammar, GrammarError, Limits, Source, Spent};

fn compile(text: &str) -> (Result<Grammar, GrammarError>, Spent) {
    let mut budget = Budget::new(Limits::STANDARD);
    let outcome = Grammar::compile_within(&Source::new(text), &mut budget);
    (outcome, budget.spent())
}

/// A rule that uses the next twice, and so on: 2^`rules` octets.
fn doubling(rules: usize) -> String {
    let mut text = String::new();
    for n in 0..rules {
        let _ = writeln!(text, "r{n} = r{0} r{0}", n + 1);
    }
    format!("{text}r{rules} = \"x\"\n")
}

fn rules(count: usize) -> String {
    (0..count).map(|n| format!("r{n}=DIGIT\n")).collect()
}

/// Rules each of which is the next.
fn chain(count: usize) -> String {
    let links = (0..count).map(|n| format!("r{n}=r{}\n", n + 1));
    let last = format!("r{count}=DIGIT\n");
    links.chain([last]).collect()
}

fn brackets(open: &str, close: &str, n: usize) -> String {
    format!("a = {}\"x\"{}", open.repeat(n), close.repeat(n))
}

/// Texts, the cap that refuses each, and a bound for the steps until then.
#[test]
fn every_text_is_refused_by_its_cap() {
    let (any, ab) = ("( ALPHA / DIGIT )", "( \"a\" / \"b\" )");
    let rows = [
        (
            "a long text",
            format!("a = \"x\" ;{}", "x".repeat(70_000)),
            Cap::Text,
            0,
        ),
        ("10^5 rules", rules(100_000), Cap::Text, 0),
        ("1,030 rules", rules(1_030), Cap::Rules, 10_000),
        (
            "60 KB of (",
            format!("a = {}", "(".repeat(60_000)),
            Cap::Nesting,
            61_000,
        ),
        (
            "60 KB of [",
            format!("a = {}", "[".repeat(60_000)),
            Cap::Nesting,
            61_000,
        ),
        (
            "groups within groups",
            brackets("(", ")", 65),
            Cap::Nesting,
            1_000,
        ),
        ("a long chain", chain(300), Cap::Depth, 10_000),
        (
            "a huge count",
            "a = 2000000000\"x\"".to_owned(),
            Cap::Repeat,
            10,
        ),
        (
            "a count beyond numbers",
            "a = *99999999999999999999\"x\"".to_owned(),
            Cap::Repeat,
            10,
        ),
        ("60 doublings", doubling(60), Cap::States, 10_000),
        ("250 doublings", doubling(250), Cap::States, 10_000),
        (
            "counts of counts",
            "a = 1000( 1000( 1000( 1000\"x\" ) ) )".to_owned(),
            Cap::States,
            10_000,
        ),
        (
            "options of options",
            "a = *1000( *1000\"x\" )".to_owned(),
            Cap::States,
            10_000,
        ),
        (
            "a long string, often",
            format!("a = 1000\"{}\"", "x".repeat(1_000)),
            Cap::States,
            10_000,
        ),
        (
            "2^40 subsets",
            format!("a = *{ab} \"a\" 40{ab}"),
            Cap::Table,
            15_000_000,
        ),
        (
            "subsets of many",
            format!("a = *{any} \"a\" 1000{any}"),
            Cap::Table,
            20_000_000,
        ),
        (
            "all before all",
            "a = *1000( [ \"a\" ] [ \"b\" ] [ \"c\" ] )".to_owned(),
            Cap::Positions,
            20_000_000,
        ),
        (
            "nothing before all",
            "a = *1000( *\"a\" *\"b\" *\"c\" ) \"d\"".to_owned(),
            Cap::Positions,
            20_000_000,
        ),
    ];
    for (name, text, cap, most) in rows {
        let (outcome, spent) = compile(&text);
        let refusal = outcome.err().and_then(|error| error.over());
        println!("{name}: {refusal:?} {spent:?}");
        assert_eq!(refusal.map(|over| over.cap), Some(cap), "{name}");
        assert!(spent.steps <= most, "{name}: {spent:?}");
    }
}

/// Texts that look as bad and are not.
#[test]
fn harmless_texts_compile() {
    let stars = format!("a = {}\"x\"{}", "*( [ \"a\" ] ".repeat(30), " )".repeat(30));
    let rows = [
        ("stars of stars", stars),
        (
            "nothing, often",
            "a = 1000( *\"\" [ \"\" ] ) \"x\"".to_owned(),
        ),
        ("1,000 octets", "a = 1000( ALPHA / DIGIT )".to_owned()),
        (
            "up to 1,000 octets",
            "a = *1000( ALPHA / DIGIT )".to_owned(),
        ),
        ("groups within groups", brackets("( ", " )", 63)),
        ("options within options", brackets("[ ", " ]", 63)),
        ("13 doublings", doubling(13)),
        ("rules within rules", chain(250)),
        ("1,000 rules", rules(1_000)),
        (
            "a long choice",
            format!("a = {}\"x\"", "\"y\" / ".repeat(10_000)),
        ),
        (
            "a long sequence",
            format!("a = {}\"x\"", "\"y\" ".repeat(10_000)),
        ),
    ];
    for (name, text) in rows {
        let (outcome, spent) = compile(&text);
        println!("{name}: {spent:?}");
        assert!(outcome.is_ok(), "{name}: {:?}", outcome.err());
        assert!(spent.steps < 20_000_000, "{name}: {spent:?}");
    }
}
