//! The corpus of texts that rulebooks read differently, `testdata/confusion.jsonl`.

mod consensus;

use std::collections::BTreeMap;
use std::fs;

use anyurl::compare::{Comparer, Comparison, ComparisonVerdict, Part, Reading, Rulebook};
use serde_json::Value;

use crate::browsers::Dice;
use consensus::{assert_host_of_all, assert_unmistakable};

/// A row of the corpus.
struct Row {
    number: usize,
    value: Value,
}

fn rows() -> Vec<Row> {
    let text =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/confusion.jsonl")).expect("the corpus");
    let rows = text.lines().enumerate().map(|(n, line)| Row {
        number: n + 1,
        value: serde_json::from_str(line).unwrap_or_else(|error| panic!("line {}: {error}", n + 1)),
    });
    rows.collect()
}

impl Row {
    fn text(&self, key: &str) -> &str {
        self.value[key].as_str().unwrap_or_else(|| panic!("line {}: no `{key}`", self.number))
    }

    fn compare(&self) -> Comparison {
        let comparer = Comparer::new(anyurl::registry());
        let comparer = match self.value["base"].as_str() {
            Some(base) => comparer.base(base),
            None => comparer,
        };
        comparer.compare(self.text("text"))
    }

    fn part(&self) -> Part {
        let name = self.text("component");
        Part::ALL.into_iter().find(|part| part.id() == name).expect("a component")
    }
}

/// What a rulebook says, in the form of the corpus.
fn said(reading: &Reading, part: Part) -> Value {
    match reading {
        Reading::Accepted(parts) => match parts.normalized(part) {
            Some(digits) if part == Part::Port => digits.parse::<u64>().expect("digits").into(),
            value => value.into(),
        },
        Reading::Rejected(_) => serde_json::json!({ "rejected": true }),
        _ => serde_json::json!({ "not-covered": true }),
    }
}

#[test]
fn the_corpus_is_read_as_it_says() {
    let mut failures = Vec::new();
    for row in rows() {
        let comparison = row.compare();
        let mut wrong = Vec::new();
        if comparison.verdict().as_str() != row.text("verdict") {
            wrong.push(format!("verdict {}, not {}", comparison.verdict(), row.text("verdict")));
        }
        for rulebook in Rulebook::ALL {
            let (found, expected) = (said(comparison.reading(rulebook), row.part()), &row.value[rulebook.id()]);
            if found != *expected && !(found.is_null() && expected.as_str() == Some("")) {
                wrong.push(format!("{} {found}, not {expected}", rulebook.id()));
            }
        }
        if !wrong.is_empty() {
            failures.push(format!(
                "line {}: {:?} ({}): {}",
                row.number,
                row.text("text"),
                row.part(),
                wrong.join("; ")
            ));
        }
    }
    assert!(failures.is_empty(), "{}:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn the_corpus_has_every_class_and_verdict() {
    let (mut classes, mut verdicts) = (BTreeMap::new(), BTreeMap::new());
    for row in rows() {
        *classes.entry(row.text("class").to_owned()).or_insert(0) += 1;
        *verdicts.entry(row.text("verdict").to_owned()).or_insert(0) += 1;
        assert!(!row.text("why").is_empty() && row.value["sections"].as_array().is_some_and(|all| !all.is_empty()));
    }
    assert!(classes.len() == 12 && classes.values().all(|count| *count >= 15), "{classes:?}");
    assert!(classes.values().sum::<i32>() >= 300, "{classes:?}");
    assert!(ComparisonVerdict::ALL.iter().all(|verdict| verdicts.contains_key(verdict.as_str())), "{verdicts:?}");
}

/// Parts of ordinary links, and of others that look like them.
const PIECES: [&[&str]; 5] = [
    &["http://", "https://", "https://", "http:/", "HTTP://", "ftp://", "ws://"],
    &[
        "example.com",
        "a-b.c.example",
        "h",
        "xn--a",
        "h.1",
        "1.h",
        "127.0.0.1",
        "a--b.c",
        "ab--c.d",
        "h.",
        "a_b.c",
        "H.Example",
        "127.0.0.1%2egood.com",
        "127.0.0.1;.good.com",
        "a!b.c",
        "1.2.3.0x7f",
    ],
    &["", "", "", ":80", ":443", ":", "@h"],
    &[
        "",
        "/",
        "/a",
        "/a/b.html",
        "/a/../b",
        "/a/.b",
        "/%2e/a",
        "/a%20b",
        "/~a",
        "/a;b=c",
        "/a:b@c",
        "/a,b!c'd(e)*f",
        "/a//b",
        "?q",
    ],
    &["", "", "?a=b&c", "?a'b", "#f", "?a/b?c", "#f/?g", "?%41%7e", ";type=a"],
];

/// What is inserted into them.
const ODD: &[&str] = &[
    "", "", "\\", "@", ":", "%", "%2e", "%2E", ".", "/", "/.", "#", "?", "\t", "\n", " ", "|", "^", "`", "{", "\"",
    "'", "<", "~", "_", "-", "--", "\u{e9}", "\u{ad}", "\u{ff0e}", "\u{202e}", "0x", "0", "1", "\0", "\u{7f}", "[",
    "]", ";", "&", "%00", "%ff", "%3b", "%7e", "..", "$", "(", "*", "+", ",", "=",
];

/// An odd text, or a link with perhaps an odd character in it.
fn text(dice: &mut Dice, n: usize) -> String {
    if n % 4 == 0 {
        return dice.text();
    }
    let mut text: String = PIECES.iter().map(|pieces| dice.roll(pieces)).collect();
    let places: Vec<_> = text.char_indices().map(|(place, _)| place).collect();
    let place = places[usize::try_from(dice.0 >> 32).unwrap_or_default() % places.len()];
    text.insert_str(place, dice.roll(ODD));
    text
}

/// The fast verdict is that of the comparison, for links, odd texts, and links with an odd character in them.
#[test]
fn the_fast_verdict_is_the_verdict() {
    let comparer = Comparer::new(anyurl::registry());
    let mut dice = Dice(0x2545_F491_4F6C_DD1D);
    let (mut ordinary, mut wrong) = (0, Vec::new());
    for n in 0..crate::cases(20_000, 600_000) {
        let text = text(&mut dice, n);
        let (fast, verdict) = (comparer.verdict(&text), comparer.compare(&text).verdict());
        ordinary += usize::from(fast == ComparisonVerdict::Same && text.len() > 20);
        if fast != verdict {
            wrong.push(format!("{text:?}: {fast}, not {verdict}"));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
    assert!(ordinary > 1_000, "{ordinary}");
}

/// The host of a consensus is that which the crate `url` and a plain split name, and one that no program misreads.
#[test]
fn the_consensus_is_the_host_of_all() {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let corpus = rows().into_iter().map(|row| row.text("text").to_owned());
    let (mut agreed, mut refused) = (0, 0);
    for text in corpus.chain((0..crate::cases(60_000, 600_000)).map(|n| text(&mut dice, n))) {
        let Ok(host) = anyurl::consensus_host(&text) else {
            refused += 1;
            continue;
        };
        agreed += 1;
        assert_host_of_all(&text, &host);
        assert_unmistakable(&text, &host);
    }
    assert!(agreed > 1_000 && refused > 1_000, "{agreed} {refused}");
}

/// A comparison is about rulebooks, whatever the profile of the registry is.
#[test]
fn the_profile_of_the_registry_has_no_effect() {
    for text in ["http://h/~a#b", "https://h/a b", "ftp://a?b@h/", "http://h_x/", "mailto:a@h?b=c", "x-foo://h/~"] {
        let [one, other] = [anyurl::registry(), crate::rfc1738()].map(|registry| {
            let comparison = anyurl::compare::Comparer::new(registry).compare(text);
            anyurl::compare::Rulebook::ALL.map(|rulebook| format!("{:?}", comparison.reading(rulebook)))
        });
        assert_eq!(one, other, "{text}");
    }
}

/// The command restores and completes such texts on request; the guard never does, because other programs do not.
#[test]
fn nothing_is_guessed_or_restored() {
    for text in [
        "example.com",
        "example.com/a",
        "localhost:8080",
        "user@h.example",
        "u:p@h.example",
        "git@h.example:o/r.git",
        "https://h[.]example/",
        "https://h(.)example/",
        "https://h[dot]example/",
        "https[:]//h.example/",
        "https[://]h.example/",
        "https://joe[@]h.example/",
        "hxxps://h[.]example/",
    ] {
        assert!(anyurl::consensus_host(text).is_err(), "{text}");
        let comparison = Comparer::new(anyurl::registry()).compare(text);
        for (rulebook, reading) in comparison.readings() {
            let host = match reading {
                Reading::Accepted(parts) => parts.get(Part::Host).unwrap_or_default(),
                _ => "",
            };
            assert!(!["h.example", "example.com", "localhost"].contains(&host), "{text}: {rulebook:?}");
        }
    }
}
