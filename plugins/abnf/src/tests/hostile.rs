//! Texts that ask for too much are refused after a bounded number of steps, by the cap that they break.

use locator_testkit::{Rng, mutate};

use crate::{Budget, Cap, Capture, Dialect, Grammar, GrammarError, Limits, RuleSet, Source, Spent};

use super::texts::{self, brackets, chain, doubling, rules};

fn compile(text: &str) -> (Result<Grammar, GrammarError>, Spent) {
    let mut budget = Budget::new(Limits::STANDARD);
    let outcome = Grammar::compile_within(&Source::new(text), &mut budget);
    (outcome, budget.spent())
}

/// Texts, the cap that refuses each, and a bound for the steps until then.
#[test]
fn every_text_is_refused_by_its_cap() {
    let rows = [
        ("a long text", Cap::Text, 0),
        ("10^5 rules", Cap::Text, 0),
        ("1,030 rules", Cap::Rules, 10_000),
        ("60 KB of (", Cap::Nesting, 61_000),
        ("60 KB of [", Cap::Nesting, 61_000),
        ("groups within groups", Cap::Nesting, 1_000),
        ("a long chain", Cap::Depth, 10_000),
        ("a huge count", Cap::Repeat, 10),
        ("a count beyond numbers", Cap::Repeat, 10),
        ("60 doublings", Cap::States, 10_000),
        ("250 doublings", Cap::States, 10_000),
        ("counts of counts", Cap::States, 10_000),
        ("options of options", Cap::States, 10_000),
        ("a long string, often", Cap::States, 10_000),
        ("2^40 subsets", Cap::Table, 15_000_000),
        ("subsets of many", Cap::Table, 20_000_000),
        ("all before all", Cap::Positions, 20_000_000),
        ("nothing before all", Cap::Positions, 20_000_000),
    ];
    assert_eq!(rows.len(), texts::hostile().len());
    for ((name, cap, most), (is, text)) in rows.into_iter().zip(texts::hostile()) {
        assert_eq!(is, name);
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
        ("nothing, often", "a = 1000( *\"\" [ \"\" ] ) \"x\"".to_owned()),
        ("1,000 bytes", "a = 1000( ALPHA / DIGIT )".to_owned()),
        ("up to 1,000 bytes", "a = *1000( ALPHA / DIGIT )".to_owned()),
        ("groups within groups", brackets("( ", " )", 63)),
        ("options within options", brackets("[ ", " ]", 63)),
        ("13 doublings", doubling(13)),
        ("rules within rules", chain(250)),
        ("1,000 rules", rules(1_000)),
        ("a long choice", format!("a = {}\"x\"", "\"y\" / ".repeat(10_000))),
        ("a long sequence", format!("a = {}\"x\"", "\"y\" ".repeat(10_000))),
    ];
    for (name, text) in rows {
        let (outcome, spent) = compile(&text);
        println!("{name}: {spent:?}");
        assert!(outcome.is_ok(), "{name}: {:?}", outcome.err());
        assert!(spent.steps < 20_000_000, "{name}: {spent:?}");
    }
}

/// Spoilt texts do not panic, and all of them end within their budget.
#[test]
fn spoilt_texts_end() {
    let captures = [
        Capture::implied("host", "host", &[]),
        Capture::implied("port", "PORT", &["authority", "hostport"]),
        Capture::implied("first", "scheme", &[]),
    ];
    let limits = Limits { steps: 300_000, ..Limits::STANDARD };
    let mut rng = Rng::new(5234);
    let (mut good, mut bad) = (0, 0);
    for set in RuleSet::ALL {
        // One rule after the other is spoilt, so that faults behind others are met too.
        let lines: Vec<&str> = set.text().lines().collect();
        for n in 0..1_500 {
            let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            let line = n % lines.len();
            lines[line] = mutate(&lines[line], &mut rng);
            let text = lines.join(if n % 3 == 0 { "\r\n" } else { "\n" });
            let dialect = *rng.pick(&[Dialect::Rfc5234, Dialect::Rfc5234, Dialect::Rfc1738Bnf]);
            let source = Source::new(&text).dialect(dialect).captures(&captures);
            let mut budget = Budget::new(limits);
            match Grammar::compile_within(&source.with_prose(), &mut budget) {
                Ok(grammar) => {
                    good += 1;
                    let _ = grammar.ambiguity(&mut budget);
                }
                Err(error) => {
                    bad += 1;
                    assert!(!error.to_string().is_empty());
                    let within = |place: &crate::RulePlace| place.span.end() <= text.len();
                    assert!(error.place().is_none_or(within), "{error}");
                }
            }
        }
    }
    assert!(good > 100 && bad > 1_000, "{good} {bad}");
}

/// Whatever a caller allows, there are no more registers than there are.
#[test]
fn limits_end_at_what_can_be_counted() {
    let limits = Limits { registers: usize::MAX, nesting: usize::MAX, text: usize::MAX, ..Limits::STANDARD };
    let captures = [Capture::new("x", "a"); 31];
    let source = Source::new("a = \"x\"").captures(&captures);
    let error = Grammar::compile_within(&source, &mut Budget::new(limits)).unwrap_err();
    assert_eq!(error.over().map(|over| (over.cap, over.limit)), Some((Cap::Registers, 60)));
    let text = brackets("(", ")", 129);
    let error = Grammar::compile_within(&Source::new(&text), &mut Budget::new(limits)).unwrap_err();
    assert_eq!(error.over().map(|over| over.cap), Some(Cap::Nesting));
    let text = brackets("*( ", " )", 128);
    assert!(Grammar::compile_within(&Source::new(&text), &mut Budget::new(limits)).is_ok());
}

/// A budget pays for all grammars of a file together.
#[test]
fn a_file_has_a_budget_too() {
    let mut budget = Budget::new(Limits { total: 10_000, ..Limits::STANDARD });
    let compiled = (0..1_000).take_while(|_| {
        let outcome = Grammar::compile_within(&Source::new("a = 1*DIGIT"), &mut budget);
        let refused = outcome.err().and_then(|error| error.over());
        assert!(refused.is_none_or(|over| over.cap == Cap::Total));
        refused.is_none()
    });
    assert!((1..500).contains(&compiled.count()));
}
