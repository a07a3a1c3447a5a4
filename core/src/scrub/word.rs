//! Finds the secrets of one word: a part of a text without whitespace, quotation marks and angle brackets.

use super::separator::{is_separator, trimmed};
use super::unescape::{BELL, unescape};
use super::value;
use crate::diagnostics::redact::quoted::Quoted;
use crate::diagnostics::redact::search::merge;
use crate::diagnostics::secrets::Search;
use crate::text::escape_sequence::ESC;
use crate::text::prelude::*;
use crate::text::span::Span;

/// Finds the secrets of a word, in ascending order and not overlapping. `is_whole` says that the word ends with the text.
pub(super) fn secrets(word: &[u8], is_whole: bool, search: Search<'_>, found: &mut Vec<Span>) {
    found.clear();
    match unescape(word) {
        None => parts(word, is_whole, search, &mut |start, end| part(&word[start..end], start, search, found)),
        Some(unescaped) => {
            let text = &unescaped.text[..];
            parts(text, is_whole, search, &mut |start, end| part(&text[start..end], start, search, found));
            for span in found.iter_mut() {
                *span = unescaped.original(*span);
            }
            for link in &unescaped.links {
                part(&word[link.clone()], link.start, search, found);
            }
        }
    }
    merge(found);
}

/// Finds the secrets of a part that begins at `start`.
fn part(text: &[u8], start: usize, search: Search<'_>, found: &mut Vec<Span>) {
    search.word(text, &mut |span| found.push(Span::new(start + span.start(), start + span.end())));
}

/// Divides a word at separators that were escaped, and at quotation marks. A `'` is one if it opens a quotation or
/// closes the one before; it is part of a word in `it's`, and of a URL that no `'` opened: `https://joe:'a@h/`.
fn parts(text: &[u8], is_whole: bool, search: Search<'_>, each: &mut dyn FnMut(usize, usize)) {
    let mut start = 0;
    let mut is_quoted = false;
    let mut values_end = 0;
    for (at, byte) in text.iter().enumerate() {
        let is_end = match byte {
            _ if at < values_end => false,
            b'\'' | b'"' if text[..at].ends_with(b"=") && value::may_begin(&text[start..at - 1], search.rules) => {
                match Quoted::read(&text[at..], None, true) {
                    Quoted::Until(len) => {
                        values_end = at + len;
                        false
                    }
                    _ => *byte == b'"' || !is_quoted && !is_in_url(&text[start..at]),
                }
            }
            b'\'' if is_quoted => true,
            b'\'' if is_in_url(&text[start..at]) => false,
            b'\'' => text[..at].last().is_none_or(|before| b"=:,;([{!".contains(before)),
            byte => is_separator(*byte) || matches!(*byte, ESC | BELL),
        };
        if is_end {
            is_quoted = *byte == b'\'' && !is_quoted;
            each(start, start + trimmed(&text[start..at]));
            start = at + 1;
        }
    }
    let end = if is_whole { start + trimmed(&text[start..]) } else { text.len() };
    each(start, end);
}

/// Whether what follows a part is in a URL that began in it.
fn is_in_url(part: &[u8]) -> bool {
    memchr::memmem::find(part, b"//").is_some()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::super::candidates::Candidates;
    use super::*;
    use crate::diagnostics::secrets::DEFAULT;

    const SEARCH: Search<'_> = Search { rules: &DEFAULT, schemes: None };

    #[test]
    fn words_are_divided_at_quotation_marks() {
        for (text, divided) in [
            ("", &[""][..]),
            ("a'b", &["a'b"]),
            ("'a'", &["", "a", ""]),
            ("x='a','b'", &["x=", "a", "", "b", ""]),
            ("f('a')", &["f(", "a", ""]),
            ("a\"b", &["a", "b"]),
            ("a.).", &["a"]),
            ("x://a:'b'@h,'c'", &["x://a:'b'@h,'c"]),
            ("u='x://a:'b", &["u=", "x://a", "b"]),
            ("x://a?sig=a='b", &["x://a?sig=a='b"]),
        ] {
            let mut found = Vec::new();
            parts(text.as_bytes(), true, SEARCH, &mut |start, end| found.push(&text[start..end]));
            assert_eq!(found, divided, "{text}");
        }
    }

    const PARTS: &[&str] = &[
        "x:",
        "//",
        "/",
        "u",
        ":",
        "pass",
        "@",
        "h",
        "?",
        "&",
        ";",
        "token",
        "=",
        "%3A",
        "%2F",
        "%40",
        "%3D",
        "%253D",
        "%74",
        "\\/",
        "\\u003d",
        "\\x40",
        "&amp;",
        "&#64;",
        "＠",
        "：",
        "／",
        "＝",
        "＆",
        "'",
        "80",
        "é",
        "jdbc:oracle:t:",
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

        /// The fast search finds every word with a secret, except a "port" after a single slash.
        #[test]
        fn candidates_include_every_secret(parts in prop::collection::vec(select(PARTS), 1..12)) {
            let text = parts.concat();
            let mut found = Vec::new();
            secrets(text.as_bytes(), true, SEARCH, &mut found);
            let is_candidate = Candidates::new(text.as_bytes(), SEARCH).next_word(0).is_some();
            prop_assert!(found.is_empty() || is_candidate, "{:?} in {}", found, text);
        }
    }
}
