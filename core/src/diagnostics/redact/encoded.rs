//! The parts of a text that contain encoded URLs, decoded: `?u=x%3A%2F%2Fh`.

use super::fold::{Fold, Token};
use crate::text::prelude::*;
use crate::text::span::Span;

/// A part of a text with all escapes decoded, also repeated ones.
pub(super) struct Decoded {
    pub(super) text: Vec<u8>,
    /// The part of the text that each byte stands for.
    places: Vec<Span>,
}

impl Decoded {
    fn new(tokens: &[Token]) -> Self {
        let places = tokens.iter().map(|token| Span::new(token.start, token.end));
        Self { text: tokens.iter().map(|token| token.byte).collect(), places: places.collect() }
    }

    /// The part of the text that a span of the decoded text, which is not empty, stands for.
    pub(super) fn original(&self, span: Span) -> Span {
        Span::new(self.places[span.start()].start(), self.places[span.end() - 1].end())
    }
}

/// Decodes the parts of a text, from an offset on, that have an encoded colon. Parts are the values of fields, paths and the
/// like: what is between delimiters that are not encoded.
pub(super) fn each(text: &[u8], from: usize, found: &mut dyn FnMut(&Decoded)) {
    if !has_encoded_colon(&text[from..]) {
        return;
    }
    let mut part: Vec<Token> = Vec::new();
    let mut decode = |part: &mut Vec<Token>| {
        if part.iter().any(|token| token.byte == b':' && token.depth > 0) {
            found(&Decoded::new(part));
        }
        part.clear();
    };
    for token in Fold::new(text, from, false) {
        let is_delimiter = matches!(token.byte, b'?' | b'&' | b'#' | b'=' | b'/' | b' ' | b'"' | b'<' | b'>');
        if is_delimiter && token.depth == 0 {
            decode(&mut part);
        } else {
            part.push(token);
        }
    }
    decode(&mut part);
}

/// A quick check.
fn has_encoded_colon(text: &[u8]) -> bool {
    memchr::memchr_iter(b'%', text).any(|at| matches!(text[at + 1..], [b'3', b'A' | b'a', ..] | [b'2', b'5', ..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_with_encoded_colons() {
        for (text, parts) in [
            ("x://h/?u=a%3Ab%2Fc&v=%2F#d%253ae", &["a:b/c", "d:e"][..]),
            ("x://h/?u=a:b", &[]),
            ("%2525", &[]),
            ("a%3A", &["a:"]),
        ] {
            let mut found = Vec::new();
            each(text.as_bytes(), 0, &mut |decoded| {
                let whole = decoded.original(Span::new(0, decoded.text.len()));
                let part = String::from_utf8(decoded.text.clone()).unwrap();
                assert_eq!(part.starts_with(&text[whole.start()..=whole.start()]), part.is_ascii(), "{text}");
                found.push(part);
            });
            assert_eq!(found, parts, "{text}");
        }
        let mut spans = Vec::new();
        each(b"?u=a%3Ab%2Fc", 0, &mut |decoded| spans.push(decoded.original(Span::new(2, 4))));
        assert_eq!(spans, [Span::new(7, 11)]);
    }
}
