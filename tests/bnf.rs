//! The parser against the RFC's own grammar: the oracle is compiled from the text of Section 5.
//!
//! Whatever the grammar derives the parser accepts, and nothing else; the only differences are texts that the prose
//! forbids, each with its id.

mod oracle;

use std::collections::BTreeMap;
use std::io::Write as _;

use locator::Error;
use locator_testkit::{Rng, mutate};
use oracle::{Grammar, RFC1738, Recogniser};

/// The rule of each scheme.
const RULES: [(&str, &str); 10] = [
    ("ftp", "ftpurl"),
    ("http", "httpurl"),
    ("gopher", "gopherurl"),
    ("mailto", "mailtourl"),
    ("news", "newsurl"),
    ("nntp", "nntpurl"),
    ("telnet", "telneturl"),
    ("wais", "waisurl"),
    ("file", "fileurl"),
    ("prospero", "prosperourl"),
];

/// What the prose forbids although the BNF derives it: id, and the rule at which the parser refuses.
const PROSE: [(&str, &[&str]); 4] = [
    // Ports above 65535.
    ("A-24", &["port"]),
    // Address groups above 255; labels above 63 and names above 255 bytes.
    ("A-25", &["hostnumber", "domainlabel", "hostname"]),
    // 09, 0A and 0D as gophertype, 0A and 0D in a selector.
    ("A-11", &["gtype"]),
    ("A-12", &["selector"]),
];

/// RFC 822 is prose to RFC 1738, under the one id A-37.
const ADDRESS: &str = "A-37";

/// How many texts are generated from each rule, and how many mutants are made of each.
const SAMPLES: usize = 3_000;
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

/// Compares parser and oracle on a text; gives the id of the prose that parts them, if any.
fn compare(oracle: &mut Oracle, text: &str) -> Result<Option<&'static str>, String> {
    match (oracle.derives(text), locator::rfc1738().parse(text)) {
        (true, Ok(_)) | (false, Err(_)) => Ok(None),
        (true, Err(error)) => {
            forbidden(&error).map(Some).ok_or_else(|| format!("{text:?} is derivable, and refused: {error:?}"))
        }
        (false, Ok(_)) => Err(format!("{text:?} is accepted, and not derivable")),
    }
}

/// The id of the prose by which a derivable text is refused.
fn forbidden(error: &Error) -> Option<&'static str> {
    let id = error.requirement().id();
    if id == ADDRESS {
        return Some(ADDRESS);
    }
    PROSE.iter().find(|(own, rules)| *own == id && rules.contains(&error.rule())).map(|(id, _)| *id)
}

/// Runs the comparison, and gives how often each id parted them.
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
    let cases = include_str!("../testdata/spec_cases.jsonl")
        .lines()
        .map(|line| -> serde_json::Value { serde_json::from_str(line).unwrap() });
    let texts: Vec<String> = cases.filter_map(|case| case["input"].as_str().map(str::to_owned)).collect();
    assert!(texts.len() > 200);
    run(texts.into_iter());
}

/// The examples and rejects of the ten schemes.
fn rows() -> Vec<String> {
    let builtins = locator::rfc1738().entries().map(locator::Entry::registration);
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
    let grammar = Grammar::read(RFC1738);
    let mut rng = Rng::new(1738);
    let rules: Vec<&str> = RULES.iter().map(|(_, rule)| *rule).chain(["genericurl"]).collect();
    let mut seeds: Vec<String> = Vec::new();
    for rule in rules {
        seeds.extend((0..SAMPLES).map(|_| grammar.sample(rule, &mut rng)));
    }
    // Random hosts and addresses are refused often; the rows of the built-in schemes get past them.
    for row in rows() {
        seeds.extend(std::iter::repeat_n(row, SAMPLES / 10));
    }
    let mut texts = Vec::new();
    for seed in seeds {
        texts.extend((0..MUTANTS).map(|_| mutate(&seed, &mut rng)));
        texts.push(seed);
    }
    assert!(texts.len() >= 100_000, "{}", texts.len());
    let count = texts.len();
    let ids = run(texts.into_iter());
    println!("{count} texts; refused by prose alone: {ids:?}");
    // A comparison in which some prose refusal did not occur would not have tried it.
    assert!(PROSE.iter().map(|(id, _)| *id).chain([ADDRESS]).all(|id| ids.contains_key(id)), "{ids:?}");
}

/// The rules in the repository are those of the RFC, where it is at hand.
#[test]
fn the_grammar_is_the_rfcs() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/spec/rfc1738.txt");
    let Ok(rfc) = std::fs::read_to_string(path) else {
        // Past the test runner, which keeps back what a passing test prints.
        let _ = writeln!(std::io::stderr(), "skipped: the text of RFC 1738 is not here");
        return;
    };
    let section = rfc.split("\n5. BNF").last().and_then(|text| text.split("\n6. Security").next()).unwrap();
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let rfc_lines: Vec<_> = section.lines().map(words).collect();
    for line in RFC1738.lines().filter(|line| !line.trim().is_empty()) {
        let line = words(line);
        assert!(rfc_lines.iter().any(|rfc| rfc.starts_with(&line)), "{line:?} does not stand in Section 5");
    }
}
