//! Compares the parser with the grammar of RFC 1738, using an oracle compiled from the text of Section 5.
//!
//! The parser must accept exactly the texts that the grammar derives, except for those that the prose forbids, each under
//! its id.

use std::collections::BTreeMap;

use crate::oracle::{Grammar, RFC1738, RULES, Recogniser};
use anyurl::Error;
use anyurl_testkit::{Rng, mutate};

/// Texts that the BNF derives but the prose forbids: id, and the rules at which the parser rejects them.
const PROSE: [(&str, &[&str]); 4] = [
    // Ports above 65535.
    ("A-24", &["port"]),
    // Address groups above 255; labels above 63 and names above 255 bytes.
    ("A-25", &["hostnumber", "domainlabel", "hostname"]),
    // 09, 0A and 0D as gophertype, 0A and 0D in a selector.
    ("A-11", &["gtype"]),
    ("A-12", &["selector"]),
];

/// The syntax of RFC 822 addresses, which RFC 1738 requires in prose.
const ADDRESS: &str = "A-37";

/// The number of mutants of each generated text.
const MUTANTS: usize = 5;

/// The recognisers of the ten rules and of the generic one.
struct Oracle(BTreeMap<&'static str, Recogniser>, Recogniser);

impl Oracle {
    fn new(grammar: &Grammar) -> Self {
        let rules = RULES.iter().map(|(scheme, rule)| (*scheme, grammar.recogniser(rule))).collect();
        Self(rules, grammar.recogniser("genericurl"))
    }

    /// Whether the grammar derives the text by the rule of its scheme, whose name may be in upper case.
    fn derives(&mut self, text: &str) -> bool {
        let Some((scheme, rest)) = text.split_once(':') else {
            return false;
        };
        let scheme = scheme.to_ascii_lowercase();
        let text = format!("{scheme}:{rest}");
        self.0.get_mut(scheme.as_str()).unwrap_or(&mut self.1).matches(&text)
    }
}

/// Compares parser and oracle; returns the id of the prose that explains a difference, if any.
fn compare(oracle: &mut Oracle, text: &str) -> Result<Option<&'static str>, String> {
    match (oracle.derives(text), anyurl::rfc1738().parse(text)) {
        (true, Ok(_)) | (false, Err(_)) => Ok(None),
        (true, Err(error)) => {
            forbidden(&error).map(Some).ok_or_else(|| format!("{text:?} is derivable but rejected: {error:?}"))
        }
        (false, Ok(_)) => Err(format!("{text:?} is accepted but not derivable")),
    }
}

/// The id of the prose that forbids a derivable text.
fn forbidden(error: &Error) -> Option<&'static str> {
    let id = error.requirement().id();
    if id == ADDRESS {
        return Some(ADDRESS);
    }
    PROSE.iter().find(|(own, rules)| *own == id && rules.contains(&error.rule())).map(|(id, _)| *id)
}

/// Compares all texts; returns the number of differences per id.
fn run(texts: impl Iterator<Item = String>) -> BTreeMap<&'static str, usize> {
    let mut oracle = Oracle::new(&Grammar::read(RFC1738));
    let mut ids = BTreeMap::new();
    let mut failures = Vec::new();
    for text in texts {
        match compare(&mut oracle, &text) {
            Ok(None) => {}
            Ok(Some(id)) => *ids.entry(id).or_default() += 1,
            Err(failure) => failures.push(failure),
        }
    }
    failures.truncate(20);
    assert!(failures.is_empty(), "parser and grammar differ:\n{}", failures.join("\n"));
    ids
}

#[test]
fn on_every_case() {
    let cases = include_str!("../../testdata/spec_cases.jsonl")
        .lines()
        .map(|line| -> serde_json::Value { serde_json::from_str(line).unwrap() });
    let texts: Vec<String> = cases.filter_map(|case| case["input"].as_str().map(str::to_owned)).collect();
    assert!(texts.len() > 200);
    run(texts.into_iter());
}

/// The examples and rejects of the ten schemes.
fn rows() -> Vec<String> {
    let builtins = anyurl::rfc1738().entries().map(anyurl::Entry::registration);
    let urls = builtins.flat_map(|scheme| {
        let examples = scheme.examples.iter().map(|example| &example.url);
        examples.chain(scheme.rejects.iter().map(|reject| &reject.url))
    });
    urls.map(ToString::to_string).collect()
}

#[test]
fn on_every_example_and_reject() {
    run(rows().into_iter());
}

#[test]
fn on_generated_and_mutated_texts() {
    let samples = crate::cases(150, 3_000);
    let grammar = Grammar::read(RFC1738);
    let mut rng = Rng::new(1738);
    let rules: Vec<&str> = RULES.iter().map(|(_, rule)| *rule).chain(["genericurl"]).collect();
    let mut seeds: Vec<String> = Vec::new();
    for rule in rules {
        seeds.extend((0..samples).map(|_| grammar.sample(rule, &mut rng)));
    }
    // Random hosts and addresses are often invalid, so add the rows of the built-in schemes.
    for row in rows() {
        seeds.extend(std::iter::repeat_n(row, samples / 10));
    }
    let mut texts = Vec::new();
    for seed in seeds {
        texts.extend((0..MUTANTS).map(|_| mutate(&seed, &mut rng)));
        texts.push(seed);
    }
    assert!(texts.len() >= 100 * samples, "{}", texts.len());
    let count = texts.len();
    let ids = run(texts.into_iter());
    println!("{count} texts; rejected only by prose: {ids:?}");
    // Each rule of the prose must have been tested.
    assert!(PROSE.iter().map(|(id, _)| *id).chain([ADDRESS]).all(|id| ids.contains_key(id)), "{ids:?}");
}
