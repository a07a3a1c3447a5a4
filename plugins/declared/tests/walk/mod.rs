//! Random texts by a grammar.

use locator_abnf::{CompiledGrammar, Start};
use locator_testkit::Rng;

/// Where a grammar goes on behind the name of its scheme.
pub(crate) fn start(grammar: &CompiledGrammar, scheme: &str) -> Start {
    let start = grammar.start_after(format!("{scheme}:").as_bytes());
    start.unwrap()
}

/// A random text that a grammar derives, or most of one.
pub(crate) fn walk(grammar: &CompiledGrammar, scheme: &str, rng: &mut Rng) -> String {
    let prefix = format!("{scheme}:");
    let mut scan = grammar.matcher(&start(grammar, scheme), prefix.len());
    let mut text = prefix.into_bytes();
    while text.len() < 60 {
        let expected = grammar.expected(scan.state());
        let bytes: Vec<u8> = expected.bytes().iter().collect();
        if bytes.is_empty() || expected.ends() && rng.one_in(12) {
            break;
        }
        // ByteMasks decide, so they are drawn as often as all letters and digits.
        let marks: Vec<u8> = bytes.iter().copied().filter(u8::is_ascii_punctuation).collect();
        let pool = if marks.is_empty() || rng.one_in(2) { &bytes } else { &marks };
        let byte = *rng.pick(pool);
        assert!(scan.step(byte, text.len()));
        text.push(byte);
    }
    String::from_utf8(text).unwrap()
}
