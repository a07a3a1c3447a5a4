//! The conformance cases of `testdata/spec_cases.jsonl`, read by the ten schemes of RFC 1738.
//!
//! `docs/conformance.md` lists the ids of requirements and ambiguities.

mod access;
mod parsing;

use std::sync::LazyLock;

use anyurl_core::{Options, Registry};
use serde_json::Value as Json;

const CASES: &str = include_str!("../../../testdata/spec_cases.jsonl");

/// All cases, of all shapes.
fn cases() -> impl Iterator<Item = Json> {
    CASES.lines().map(|line| serde_json::from_str(line).expect("a case is JSON"))
}

/// The ten schemes in the profile `rfc1738`. The cases expect the reserved names of RFC 1738 to be undefined.
fn registry() -> &'static Registry {
    static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
        let schemes = anyurl_schemes::submissions(&anyurl_schemes::RFC1738);
        Registry::builder().options(Options::new().rfc1738()).add_builtin(schemes).build()
    });
    &REGISTRY
}

/// Runs a check on all cases, reports all failures, and requires that it applies to some.
fn each(least: usize, check: impl Fn(&Json) -> Result<bool, String>) {
    let outcomes: Vec<_> =
        cases().map(|case| check(&case).map_err(|failure| format!("{}: {failure}", case["id"]))).collect();
    let failures: Vec<_> = outcomes.iter().filter_map(|outcome| outcome.as_ref().err().cloned()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let ran = outcomes.iter().filter(|outcome| **outcome == Ok(true)).count();
    assert!(ran >= least, "only {ran} cases apply");
}
