//! Text for terminals: escape sequences neither hide a URL nor end it.

use anyurl::extract::{Extractor, MAX_URL_LEN, Match};
use anyurl::{Options, Span};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::{LENIENT, STRICT, lines, options, text};

fn find(text: &[u8], options: Options, suspects: bool) -> Vec<Match> {
    let mut extractor = Extractor::new(anyurl::registry(), options).suspects(suspects);
    let mut found: Vec<_> = extractor.feed(text).collect();
    found.extend(extractor.finish());
    found
}

#[rustfmt::skip]
const ROWS: &[(&str, &[&str])] = &[
    ("\x1B[34mhttp://h/a\x1B[0m",                                   &["http://h/a"]),
    ("Local: \x1B[36mhttp://localhost:\x1B[1m5173\x1B[22m/\x1B[39m", &["http://localhost:5173/"]),
    ("\x1B[01;31m\x1B[Kht\x1B[m\x1B[Ktp://h/a, b",                  &["http://h/a"]),
    ("a\x1B[38:2::1:2:3m http://h/\x1B[>4;2mx",                     &["http://h/x"]),
    ("\u{9B}34mhttp://h/a\u{9B}m",                                  &["http://h/a"]),
    ("\x1B(B\x1B[mhttp://h/a\x1B(B\x1B[m",                          &["http://h/a"]),
    // Links: the address is a URL of its own, and so is the text.
    ("\x1B]8;;http://h/a\x1B\\here\x1B]8;;\x1B\\",                  &["http://h/a"]),
    ("\x1B]8;id=1;http://h/a\x07http://h/b\x1B]8;;\x07",            &["http://h/a", "http://h/b"]),
    ("\x1B]8;;http://h/a\u{9C}http://h/b\u{9D}8;;\u{9C}",           &["http://h/a", "http://h/b"]),
    ("http://h/\x1B]8;;http://i/1\x1B\\1\x1B]8;;\x1B\\",            &["http://h/1", "http://i/1"]),
    ("http://h/\x1B]133;A\x07a",                                    &["http://h/a"]),
    // What does not end is text.
    ("\x1B]8;;http://h/a http://h/b",                               &["http://h/a", "http://h/b"]),
    ("\x1B]8;;http://h/a\nhttp://h/b\x07",                          &["http://h/a", "http://h/b"]),
    ("\x1B]8;;http://h/a \x1B[1mhttp://h/b",                        &["http://h/a", "http://h/b"]),
    ("http://h/a\x1B[1",                                            &["http://h/a"]),
    ("http://h/a\x1B\x1B[1mb",                                      &["http://h/a"]),
    ("http://h/°a\x1Bhttp://h/b",                                   &["http://h/°a", "http://h/b"]),
    // Between brackets.
    ("<URL:http://h/\x1B[1ma\x1B[m\n  b#\x1B[1mc\x1B[m>",           &["http://h/ab#c"]),
    ("<URL:http://h/a-\x1B[m\nb>",                                  &["http://h/a-b"]),
];

#[test]
fn sequences_are_no_text() {
    for (text, expect) in ROWS {
        assert_eq!(lines(&find(text.as_bytes(), LENIENT, false)), *expect, "{text:?}");
        let in_brackets = |text: &&str| text.starts_with("<URL:");
        let strict = lines(&find(text.as_bytes(), STRICT, false));
        assert_eq!(strict, if in_brackets(text) { *expect } else { &[] }, "{text:?}");
    }
    // Suspects are found in the same way, valid or not.
    let text = b"\x1B[31mhttp://h:\x1B[1m99999/\x1B[m \x1B]8;;x-a://h/\x07";
    assert_eq!(lines(&find(text, STRICT, true)), ["http://h:99999/ !", "x-a://h/"]);
    assert_eq!(lines(&find(b"\x1B[m<URL:-\n>", STRICT, true)), ["- !"]);
    assert_eq!(find(b"<URL:http://h/a-\x1B[m\nb>", STRICT, false)[0].alternatives()[0].as_str(), "http://h/ab");
}

#[test]
fn places_are_those_of_the_stream() {
    let text = b"\x1B[36mhttp://localhost:\x1B[1m5173\x1B[22m/";
    let found = &find(text, LENIENT, false)[0];
    let places: Vec<_> = found.places(Span::new(0, found.as_str().len())).collect();
    assert_eq!((found.span(), places), (5..36, vec![5..22, 26..30, 35..36]));
}

/// Also a text of nothing but sequences is read in constant memory and linear time.
#[test]
fn sequences_cost_their_length() {
    for piece in ["\x1B[m", "\x1B", "\x1B[", "\x1B]", "\x1B]8;;http:\x07", "http://h/\x1B[m", "\x1B]8;;\x1B", "\u{9D}°"]
    {
        let text = piece.repeat(2 * MAX_URL_LEN / piece.len());
        let mut extractor = Extractor::new(anyurl::registry(), LENIENT);
        extractor.feed(text.as_bytes()).for_each(drop);
        assert!(extractor.bytes_scanned() <= 40 * text.len() as u64, "{piece:?}: {}", extractor.bytes_scanned());
    }
}

proptest! {
    #![proptest_config(crate::property(1738))]

    /// Sequences anywhere in a text change the places of its matches, and nothing else.
    #[test]
    fn sequences_change_places_only(
        text in text(),
        sequences in prop::collection::vec((any::<Index>(), select(vec!["\x1B[m", "\x1B[1;31m", "\x1B]8;;\x1B\\", "\x1B(B"])), 0..6),
        options in options(),
        suspects in any::<bool>(),
    ) {
        let text: Vec<u8> = text.into_iter().filter(|byte| !matches!(byte, 0x1B | 0xC2)).collect();
        let mut places: Vec<_> = sequences.iter().map(|(at, sequence)| (at.index(text.len() + 1), *sequence)).collect();
        places.sort_unstable();
        let (mut stream, mut from) = (Vec::new(), 0);
        for (at, sequence) in places {
            stream.extend_from_slice(&text[from..at]);
            stream.extend_from_slice(sequence.as_bytes());
            from = at;
        }
        stream.extend_from_slice(&text[from..]);
        let (plain, styled) = (find(&text, options, suspects), find(&stream, options, suspects));
        let texts = |found: &[Match]| -> Vec<_> {
            let parts = |found: &Match| (found.as_str().to_owned(), found.error().cloned(), found.alternatives().len());
            found.iter().map(parts).collect()
        };
        prop_assert_eq!(texts(&styled), texts(&plain), "{:?}", String::from_utf8_lossy(&stream));
    }
}
