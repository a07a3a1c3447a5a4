//! The conformance cases of `testdata/spec_cases.jsonl`, read by the ten schemes of RFC 1738.
//!
//! `docs/conformance.md` lists the ids of requirements and ambiguities.

mod access;
mod parsing;

use std::sync::LazyLock;

use locator_core::Registry;
use serde_json::Value;

const CASES: &str = include_str!("../../../testdata/spec_cases.jsonl");

/// All cases, of all shapes.
fn cases() -> impl Iterator<Item = Value> {
    CASES.lines().map(|line| serde_json::from_str(line).expect("a case is JSON"))
}

/// The ten schemes. The cases expect the reserved names of RFC 1738 to be undefined.
fn registry() -> &'static Registry {
    static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
        let schemes = locator_schemes::submissions(&locator_schemes::RFC1738);
        Registry::builder().add_builtin(schemes).build()
    });
    &REGISTRY
}
