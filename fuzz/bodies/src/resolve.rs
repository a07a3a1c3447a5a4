//! A relative reference: the first line is the base, the rest is the reference.

#[path = "../../../tests/anyurl/reference/laws.rs"]
mod laws;

use anyurl::reference::ReferenceRules;

use crate::{input, seeds};

/// Resolves by both rules, in both modes and both profiles.
///
/// # Panics
/// If the result is neither a URL nor an error with advice, or changes when it is resolved again.
pub fn run(data: &[u8]) {
    let Some(text) = input::text(data) else { return };
    let (base, partial) = input::line(text);
    for options in input::OPTIONS {
        let Ok(base) = anyurl::registry().parser().options(options).parse(base) else { continue };
        laws::assert_resolves(&base, partial);
        let resolve = |partial: &str| base.resolve(partial, ReferenceRules::Rfc3986);
        // A reference without a path keeps the dot segments of the base (RFC 3986 §5.2.2).
        if let Ok(once) = resolve(partial).and_then(|first| resolve(first.as_str())) {
            assert_eq!(resolve(once.as_str()).as_ref(), Ok(&once), "{text:?} {options:?}");
        }
    }
}

/// Examples with references of all kinds.
pub fn seeds() -> Vec<Vec<u8>> {
    const PARTIALS: [&str; 12] =
        ["", "x", "../x", "./", "//k/y", "/a/../b", "?q", "#f", "http://h/", "a:b", "..//x", "%2e%2E/;x=1?y#z"];
    let texts = seeds::texts();
    let pairs = texts.iter().enumerate().map(|(n, base)| format!("{base}\n{}", PARTIALS[n % PARTIALS.len()]));
    pairs.map(String::into_bytes).collect()
}
