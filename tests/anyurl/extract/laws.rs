//! Properties of extraction; the fuzz target `extract` uses them as well.

use anyurl::extract::{Extractor, Match, extract};
use anyurl::{Options, Span};

/// The matches do not depend on the chunks that end at `cuts`, which are sorted, down to single bytes.
pub(crate) fn assert_chunks_do_not_matter(text: &[u8], cuts: &[usize], options: Options, suspects: bool) {
    let extractor = || Extractor::new(anyurl::registry(), options).suspects(suspects);
    let mut whole = extractor();
    let mut found: Vec<_> = whole.feed(text).collect();
    found.extend(whole.finish());
    let (mut in_chunks, mut chunked, mut at) = (extractor(), Vec::new(), 0);
    for &cut in cuts.iter().chain([&text.len()]) {
        chunked.extend(in_chunks.feed(&text[at..cut]));
        at = cut;
    }
    chunked.extend(in_chunks.finish());
    assert_eq!(&chunked, &found);
    let (mut by_byte, mut bytes) = (extractor(), Vec::new());
    for byte in text.chunks(1) {
        let settled = by_byte.settled();
        let next: Vec<_> = by_byte.feed(byte).collect();
        assert!(next.iter().all(|found| settled <= found.span().start));
        assert!(settled <= by_byte.settled() && by_byte.settled() <= by_byte.position());
        bytes.extend(next);
    }
    let settled = by_byte.settled();
    let rest: Vec<_> = by_byte.finish().collect();
    assert!(rest.iter().all(|found| settled <= found.span().start));
    bytes.extend(rest);
    assert_eq!(bytes, found);
}

/// Every byte of a match is at its place in the stream, and the URL is the one that was parsed.
pub(crate) fn assert_places_lead_back(text: &[u8], options: Options, suspects: bool) {
    let mut extractor = Extractor::new(anyurl::registry(), options).suspects(suspects);
    let mut found: Vec<_> = extractor.feed(text).collect();
    found.extend(extractor.finish());
    for found in found.iter().flat_map(|found| found.alternatives().iter().chain([found])) {
        for (at, byte) in found.as_str().bytes().enumerate() {
            let place = usize::try_from(found.place(at)).unwrap();
            assert!(text[place] == byte || found.as_str().contains(char::REPLACEMENT_CHARACTER), "{found}");
        }
        let whole = Span::new(0, found.as_str().len());
        let places: Vec<_> = found.places(whole).collect();
        assert_eq!((places[0].start, places[places.len() - 1].end), (found.span().start, found.span().end));
        if found.as_str().contains(char::REPLACEMENT_CHARACTER) {
            continue;
        }
        let parsed = anyurl::registry().parser().options(options).parse(found.url_text());
        assert_eq!(
            parsed.as_ref().ok().map(|url| url.spans().collect::<Vec<_>>()),
            found.url().ok().map(|url| url.spans().collect::<Vec<_>>())
        );
    }
}

/// Matches are in order, and are what is written there without whitespace; a match is valid if it can be parsed. Of a
/// text without escape sequences.
pub(crate) fn assert_matches_are_quoted(text: &[u8], options: Options) {
    let text = &text.iter().copied().filter(|byte| !matches!(byte, 0x1B | 0xC2)).collect::<Vec<_>>()[..];
    let mut at = 0;
    for found in extract(anyurl::registry(), text, options) {
        let range = range(&found);
        assert!(at <= range.start && range.start < range.end && range.end <= text.len());
        at = range.end;
        let there = String::from_utf8_lossy(&text[range]).into_owned();
        if !there.contains(char::REPLACEMENT_CHARACTER) {
            assert_eq!(unescaped(squeezed(&there)), unescaped(full(&found)));
            let parsed = anyurl::registry().parser().options(options).parse(found.url_text());
            assert_eq!(parsed.is_ok(), found.is_valid(), "{found}");
        }
    }
}

/// A text without the backslashes before slashes, as JSON may escape these.
fn unescaped(mut text: String) -> String {
    while text.contains(r"\/") {
        text = text.replace(r"\/", "/");
    }
    text
}

pub(crate) fn range(found: &Match) -> std::ops::Range<usize> {
    let place = |offset| usize::try_from(offset).unwrap();
    place(found.span().start)..place(found.span().end)
}

pub(crate) fn full(found: &Match) -> String {
    found.as_str().to_owned()
}

pub(crate) fn squeezed(text: &str) -> String {
    let is_whitespace = |c: char| c.is_ascii_whitespace() || c == '\x0B';
    text.split(is_whitespace).collect()
}
