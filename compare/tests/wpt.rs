//! The tests of the web platform for the URL Standard: `data/urltestdata.jsonl` has `url/resources/urltestdata.json` of the
//! web-platform-tests (BSD-3-Clause, `data/LICENSE.urltestdata`) as the crate `ada-url` 4.0.0 has it, which is newer than the
//! copy of the crate `url`; of the components only the whole URL. `data/known_failures.jsonl` lists the rows that fail.

use std::collections::BTreeSet;

use anyurl_compare::whatwg::{WhatwgUrl, WhatwgViolation};
use serde_json::Value;

fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn read(base: Option<&str>, input: &str) -> Result<String, WhatwgViolation> {
    let url = match base {
        Some(base) => WhatwgUrl::parse(base)?.join(input)?,
        None => WhatwgUrl::parse(input)?,
    };
    Ok(url.href().to_owned())
}

/// Exactly the rows that are known to fail do so.
#[test]
fn the_web_platform_tests_pass() {
    let known: BTreeSet<_> = rows(include_str!("data/known_failures.jsonl")).iter().map(key).collect();
    let (mut failed, mut passed) = (BTreeSet::new(), 0);
    for row in rows(include_str!("data/urltestdata.jsonl")) {
        let found = read(row["base"].as_str(), row["input"].as_str().expect("a text"));
        if found.as_deref().ok() == row["href"].as_str() {
            passed += 1;
        } else {
            failed.insert(key(&row));
            let is_known = known.contains(&key(&row));
            println!("{}: {row}: {found:?}", if is_known { "known" } else { "new" });
        }
    }
    assert_eq!(failed, known, "the rows that fail, and those that are known to");
    assert!(passed > 850, "{passed}");
}

fn key(row: &Value) -> (String, String) {
    (row["input"].to_string(), row["base"].to_string())
}
