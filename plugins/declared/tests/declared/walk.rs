//! Random texts that a grammar derives.

use anyurl_abnf::{CompiledGrammar, Start};
use anyurl_testkit::Rng;

/// The entry point of a grammar after `name:`.
pub(crate) fn start(grammar: &CompiledGrammar, scheme: &str) -> Start {
    let start = grammar.dfa().start_after(format!("{scheme}:").as_bytes());
    start.unwrap()
}

/// A random text that a grammar derives, or the beginning of one.
pub(crate) fn walk(grammar: &CompiledGrammar, scheme: &str, rng: &mut Rng) -> String {
    let prefix = format!("{scheme}:");
    let mut scan = grammar.dfa().matcher(&start(grammar, scheme), prefix.len());
    let mut text = prefix.into_bytes();
    while text.len() < 60 {
        let expected = grammar.expected(scan.state());
        let bytes: Vec<u8> = expected.bytes().iter().collect();
        if bytes.is_empty() || expected.ends() && rng.one_in(12) {
            break;
        }
        // Punctuation divides, so it is chosen as often as all letters and digits together.
        let punctuation: Vec<u8> = bytes.iter().copied().filter(u8::is_ascii_punctuation).collect();
        let pool = if punctuation.is_empty() || rng.one_in(2) { &bytes } else { &punctuation };
        let byte = *rng.pick(pool);
        assert!(scan.step(byte, text.len()));
        text.push(byte);
    }
    String::from_utf8(text).unwrap()
}
