//! The tests of the web platform for the URL Standard: `data/urltestdata.jsonl` has the rows of
//! `url/resources/urltestdata.json` about special schemes (web-platform-tests, BSD-3-Clause, as of the crate `url` 2.5.8).

use locator_compare::whatwg::{WhatwgError, WhatwgUrl};
use serde_json::Value;

fn read(base: Option<&str>, input: &str) -> Result<String, WhatwgError> {
    let url = match base {
        Some(base) => WhatwgUrl::parse(base)?.join(input)?,
        None => WhatwgUrl::parse(input)?,
    };
    Ok(url.href().to_owned())
}

#[test]
fn the_web_platform_tests_pass() {
    let rows = include_str!("data/urltestdata.jsonl");
    let (mut passed, mut failures) = (0, Vec::new());
    for line in rows.lines() {
        let row: Value = serde_json::from_str(line).expect("JSON");
        let (input, base) = (row["input"].as_str().expect("a text"), row["base"].as_str());
        let found = read(base, input);
        let is_right = match row["href"].as_str() {
            Some(href) => found.as_deref() == Ok(href),
            None => found.is_err(),
        };
        if is_right {
            passed += 1;
        } else {
            failures.push(format!("{input:?} against {base:?}: {found:?}, not {}", row["href"]));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(passed > 500, "{passed}");
}
