//! The corpus of texts that rulebooks read differently, `testdata/confusion.jsonl`.

use std::collections::BTreeMap;
use std::fs;

use locator::compare::{Comparer, Comparison, Part, Reading, Rulebook, Verdict};
use serde_json::Value;

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
        let comparer = Comparer::new(locator::registry());
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
            Some(port) if part == Part::Port => port.parse::<u64>().expect("digits").into(),
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
        if comparison.verdict().id() != row.text("verdict") {
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
    assert!(Verdict::ALL.iter().all(|verdict| verdicts.contains_key(verdict.id())), "{verdicts:?}");
}
