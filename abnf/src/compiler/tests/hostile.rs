//! Grammars that exceed a limit are rejected after a bounded number of steps.

use anyurl_testkit::{Rng, mutate};

use crate::{
    Budget, Capture, CompiledGrammar, Dialect, GrammarError, GrammarSource, Limit, Limits, RulePlace, RuleSet, Usage,
};

use super::texts::{self, brackets, chain, doubling, rules};

fn compile(text: &str) -> (Result<CompiledGrammar, GrammarError>, Usage) {
    let mut budget = Budget::new(Limits::STANDARD);
    let outcome = CompiledGrammar::compile_within(&GrammarSource::new(text), &mut budget);
    (outcome, budget.usage())
}

/// Each text, the limit that it exceeds, and a bound for the steps until then.
#[test]
fn every_text_exceeds_its_limit() {
    let rows = [
        ("a long text", Limit::Text, 0),
        ("10^5 rules", Limit::Text, 0),
        ("1,030 rules", Limit::Rules, 10_000),
        ("60 KB of (", Limit::Nesting, 61_000),
        ("60 KB of [", Limit::Nesting, 61_000),
        ("groups within groups", Limit::Nesting, 1_000),
        ("a long chain", Limit::Depth, 10_000),
        ("a huge count", Limit::Repeat, 10),
        ("a count beyond numbers", Limit::Repeat, 10),
        ("60 doublings", Limit::States, 10_000),
        ("250 doublings", Limit::States, 10_000),
        ("counts of counts", Limit::States, 10_000),
        ("options of options", Limit::States, 10_000),
        ("a long string, often", Limit::States, 10_000),
        ("2^40 subsets", Limit::Table, 15_000_000),
        ("subsets of many", Limit::Table, 20_000_000),
        ("all before all", Limit::Positions, 20_000_000),
        ("nothing before all", Limit::Positions, 20_000_000),
    ];
    assert_eq!(rows.len(), texts::hostile().len());
    for ((name, limit, max_steps), (text_name, text)) in rows.into_iter().zip(texts::hostile()) {
        assert_eq!(text_name, name);
        let (outcome, usage) = compile(&text);
        let exceeded = outcome.err().and_then(|error| error.limit_exceeded());
        println!("{name}: {exceeded:?} {usage:?}");
        assert_eq!(exceeded.map(|exceeded| exceeded.limit), Some(limit), "{name}");
        assert!(usage.steps <= max_steps, "{name}: {usage:?}");
    }
}

/// Texts that look similar but are harmless.
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
        let (outcome, usage) = compile(&text);
        println!("{name}: {usage:?}");
        assert!(outcome.is_ok(), "{name}: {:?}", outcome.err());
        assert!(usage.steps < 20_000_000, "{name}: {usage:?}");
    }
}

/// Mutated texts neither panic nor exceed their budget.
#[test]
fn mutated_texts_stay_within_the_budget() {
    let captures = [
        Capture::implied("host", "host", &[]),
        Capture::implied("port", "PORT", &["authority", "hostport"]),
        Capture::implied("first", "scheme", &[]),
    ];
    let limits = Limits { steps: 300_000, ..Limits::STANDARD };
    let mut rng = Rng::new(5234);
    let (mut good, mut bad) = (0, 0);
    for set in RuleSet::ALL {
        // Each rule in turn is mutated, so that errors after valid rules occur too.
        let lines: Vec<&str> = set.text().lines().collect();
        for n in 0..1_500 {
            let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            let line = n % lines.len();
            lines[line] = mutate(&lines[line], &mut rng);
            let text = lines.join(if n % 3 == 0 { "\r\n" } else { "\n" });
            let dialect = *rng.pick(&[Dialect::Rfc5234, Dialect::Rfc5234, Dialect::Rfc1738Bnf]);
            let source = GrammarSource::new(&text).dialect(dialect).captures(&captures);
            let mut budget = Budget::new(limits);
            match CompiledGrammar::compile_within(&GrammarSource { prose: true, ..source }, &mut budget) {
                Ok(grammar) => {
                    good += 1;
                    let _ = grammar.ambiguity(&mut budget);
                }
                Err(error) => {
                    bad += 1;
                    assert!(!error.to_string().is_empty());
                    let within = |place: &RulePlace| place.span.end() <= text.len();
                    assert!(error.place().is_none_or(within), "{error}");
                }
            }
        }
    }
    assert!(good > 100 && bad > 1_000, "{good} {bad}");
}

/// Limits that a caller raises beyond the implementation are capped.
#[test]
fn limits_are_capped() {
    let limits = Limits { registers: usize::MAX, nesting: usize::MAX, text: usize::MAX, ..Limits::STANDARD };
    let captures = [Capture::new("x", "a"); 31];
    let source = GrammarSource::new("a = \"x\"").captures(&captures);
    let error = CompiledGrammar::compile_within(&source, &mut Budget::new(limits)).unwrap_err();
    assert_eq!(error.limit_exceeded().map(|exceeded| (exceeded.limit, exceeded.max)), Some((Limit::Registers, 60)));
    let text = brackets("(", ")", 129);
    let error = CompiledGrammar::compile_within(&GrammarSource::new(&text), &mut Budget::new(limits)).unwrap_err();
    assert_eq!(error.limit_exceeded().map(|exceeded| exceeded.limit), Some(Limit::Nesting));
    let text = brackets("*( ", " )", 128);
    assert!(CompiledGrammar::compile_within(&GrammarSource::new(&text), &mut Budget::new(limits)).is_ok());
}

/// A budget limits all grammars of a file together.
#[test]
fn a_file_has_a_total_budget() {
    let mut budget = Budget::new(Limits { total: 10_000, ..Limits::STANDARD });
    let compiled = (0..1_000).take_while(|_| {
        let outcome = CompiledGrammar::compile_within(&GrammarSource::new("a = 1*DIGIT"), &mut budget);
        let exceeded = outcome.err().and_then(|error| error.limit_exceeded());
        assert!(exceeded.is_none_or(|exceeded| exceeded.limit == Limit::Total));
        exceeded.is_none()
    });
    assert!((1..500).contains(&compiled.count()));
}
