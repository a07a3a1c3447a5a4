//! Random grammars and texts: verdicts, spans, ambiguities and differences agree with the oracle.

use std::fmt::Write as _;

use anyurl_core::Span;
use anyurl_testkit::Rng;

use super::oracle::{Oracle, Reading};
use crate::{AbnfErrorKind, Budget, Capture, CompiledGrammar, GrammarSource, Limits, difference};

/// The bytes of all texts: few, so that rules overlap.
const BYTES: [u8; 3] = *b"abc";

/// The maximum length of a text.
const MAX_LEN: usize = 5;

/// A grammar whose rules use only later ones.
fn grammar_text(rng: &mut Rng) -> String {
    let count = 2 + rng.below(4);
    let mut text = String::new();
    for rule in 0..count {
        let _ = writeln!(text, "r{rule} = {}", choice(rng, rule, count, 1));
    }
    text
}

fn choice(rng: &mut Rng, rule: usize, count: usize, depth: usize) -> String {
    let alternatives: Vec<String> = (0..=rng.below(3))
        .map(|_| {
            let elements = (0..=rng.below(3)).map(|_| element(rng, rule, count, depth));
            elements.collect::<Vec<_>>().join(" ")
        })
        .collect();
    alternatives.join(" / ")
}

fn element(rng: &mut Rng, rule: usize, count: usize, depth: usize) -> String {
    let repeat = *rng.pick(&["", "", "", "*", "1*", "*2", "2", "1*2"]);
    let element = match rng.below(7) {
        0 | 1 if rule + 1 < count => format!("r{}", rule + 1 + rng.below(count - rule - 1)),
        2 if depth > 0 => format!("( {} )", choice(rng, rule, count, depth - 1)),
        3 if depth > 0 => format!("[ {} ]", choice(rng, rule, count, depth - 1)),
        4 => "%x61-62".to_owned(),
        5 => format!("%s\"{0}{0}\"", char::from(*rng.pick(&BYTES))),
        _ => format!("%s\"{}\"", char::from(*rng.pick(&BYTES))),
    };
    format!("{repeat}{element}")
}

/// All texts up to [`MAX_LEN`].
pub(super) fn texts() -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> = vec![Vec::new()];
    let mut at = 0;
    while texts[at].len() < MAX_LEN {
        for byte in BYTES {
            let text = [texts[at].as_slice(), &[byte]].concat();
            texts.push(text);
        }
        at += 1;
    }
    texts
}

const CAPTURES: [Capture<'static>; 3] =
    [Capture::implied("r1", "r1", &[]), Capture::implied("r2", "r2", &[]), Capture::implied("r3", "r3", &[])];

/// Random small grammars with their oracles, without grammars whose components can occur twice.
pub(super) fn grammars(seed: u64, count: usize) -> impl Iterator<Item = (String, CompiledGrammar, Oracle)> {
    let mut rng = Rng::new(seed);
    let texts = std::iter::repeat_with(move || grammar_text(&mut rng));
    let small = texts.filter(|text| text.len() < 200).take(count);
    small.filter_map(|text| {
        let source = GrammarSource::new(&text).captures(&CAPTURES);
        match CompiledGrammar::compile(&source) {
            Ok(grammar) => {
                let oracle = Oracle::new(&source);
                Some((text, grammar, oracle))
            }
            Err(error) => {
                assert!(matches!(error.kind(), AbnfErrorKind::Repeats { .. }), "{text}{error}");
                None
            }
        }
    })
}

fn scan(grammar: &CompiledGrammar, text: &[u8]) -> Option<Reading> {
    let mut spans = vec![None; CAPTURES.len()];
    grammar.dfa().scan(&grammar.dfa().start(), text, 0, &mut spans).ok().map(|()| spans)
}

#[test]
fn scans_give_the_preferred_reading() {
    let texts = texts();
    let (mut derived, mut rejected, mut grammars_seen) = (0, 0, 0);
    for (text, grammar, oracle) in grammars(1738, 2_000) {
        grammars_seen += 1;
        for url in &texts {
            let reading = scan(&grammar, url);
            let context = format!("{text}{:?} {reading:?}", url.escape_ascii().to_string());
            assert_eq!(reading.is_some(), oracle.derives(url), "{context}");
            assert!(reading.as_ref().is_none_or(|reading| oracle.is_preferred(url, reading)), "{context}");
            *(if reading.is_some() { &mut derived } else { &mut rejected }) += 1;
        }
    }
    assert!(grammars_seen > 200 && derived > 2_000 && rejected > 2_000, "{grammars_seen} {derived} {rejected}");
}

/// The components of a reading that are not empty.
fn claimed(reading: &Reading) -> Vec<Option<Span>> {
    reading.iter().map(|span| span.filter(|span| !span.is_empty())).collect()
}

/// Whether a text has two readings that claim different bytes.
fn is_ambiguous(readings: &[Reading]) -> bool {
    readings.iter().any(|reading| claimed(reading) != claimed(&readings[0]))
}

#[test]
fn ambiguities_are_found_exactly() {
    let texts = texts();
    let (mut found, mut none) = (0, 0);
    for (text, grammar, oracle) in grammars(5118, 2_500) {
        let first = texts.iter().find(|url| is_ambiguous(&oracle.readings(url)));
        let ambiguity = grammar.ambiguity(&mut Budget::new(Limits::STANDARD)).unwrap();
        match (first, ambiguity) {
            (None, None) => none += 1,
            (None, Some(longer)) => assert!(longer.text.len() > MAX_LEN, "{text}{longer}"),
            (Some(first), None) => panic!("{text}{first:?} is ambiguous"),
            (Some(first), Some(ambiguity)) => {
                found += 1;
                assert_eq!(first.len(), ambiguity.text.len(), "{text}{ambiguity}");
                let named = |reading: &Reading| -> Vec<(String, Span)> {
                    let parts = CAPTURES.iter().zip(reading);
                    parts.filter_map(|(capture, span)| Some((capture.name.to_owned(), (*span)?))).collect()
                };
                let readings = oracle.readings(&ambiguity.text);
                let preferred = scan(&grammar, &ambiguity.text).expect("a text of the grammar");
                assert_eq!(ambiguity.preferred, named(&preferred), "{text}{ambiguity}");
                assert!(oracle.is_preferred(&ambiguity.text, &preferred), "{text}{ambiguity}");
                let others: Vec<_> = readings.iter().map(named).collect();
                assert!(others.contains(&ambiguity.other), "{text}{ambiguity}");
                assert!(!ambiguity.components().is_empty(), "{text}{ambiguity}");
            }
        }
    }
    assert!(found > 50 && none > 100, "{found} {none}");
}

#[test]
fn differences_are_shortest() {
    let texts = texts();
    let mut budget = Budget::new(Limits::STANDARD);
    let all: Vec<_> = grammars(3986, 400).collect();
    let (mut some, mut none) = (0, 0);
    for pair in all.windows(2) {
        let [(a, one, oracle), (b, two, other_oracle)] = pair else { continue };
        let first = texts.iter().find(|url| oracle.derives(url) && !other_oracle.derives(url));
        match (first, difference(one, two, &mut budget).unwrap()) {
            (None, None) => none += 1,
            (None, Some(longer)) => assert!(longer.len() > MAX_LEN),
            (Some(first), witness) => {
                let witness = witness.unwrap_or_else(|| panic!("{a}{b}{first:?}"));
                assert_eq!(first.len(), witness.len(), "{a}{b}");
                assert!(one.dfa().derives(&witness) && !two.dfa().derives(&witness));
                some += 1;
            }
        }
        assert_eq!(difference(one, one, &mut budget), Ok(None));
    }
    assert!(some > 20 && none > 0, "{some} {none}");
}

/// Steps, runs and matches after a prefix give the same spans.
#[test]
fn steps_and_runs_agree() {
    for (text, grammar, _) in grammars(822, 150) {
        for url in texts().iter().filter(|url| url.len() == MAX_LEN) {
            let reading = scan(&grammar, url);
            for at in 0..=url.len() {
                let mut matcher = grammar.dfa().matcher(&grammar.dfa().start(), 0);
                let mut spans = vec![None; CAPTURES.len()];
                let stepped = url[..at].iter().zip(0..).all(|(byte, at)| matcher.step(*byte, at));
                let read = stepped && matcher.run(&url[at..], at) == url.len() - at;
                let ended = read && matcher.finish(url.len(), &mut spans);
                assert_eq!(ended.then_some(spans), reading, "{text}{url:?} from {at}");

                let Some(start) = grammar.dfa().start_after(&url[..at]) else {
                    continue;
                };
                let mut spans = vec![None; CAPTURES.len()];
                // The text is at offset 10 of a longer one.
                let outcome = grammar.dfa().scan(&start, &url[at..], 10 + at, &mut spans);
                let moved = |span: &Option<Span>| span.map(|span| Span::new(span.start() - 10, span.end() - 10));
                let spans = spans.iter().map(moved).collect();
                assert_eq!(outcome.ok().map(|()| spans), reading, "{text}{url:?} after {at}");
            }
        }
    }
}
