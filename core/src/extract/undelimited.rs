//! URLs without brackets, in a run of characters (lenient mode only, A-41).

use std::collections::VecDeque;
use std::ops::Range;

use super::candidate::CandidateParser;
use super::matches::{Alternative, Match};
use super::url_start::{Preceding, SchemeWord, looks_like_url};

/// The limit on false starts of a URL in one run of characters; after these the rest of the run is skipped.
pub const MAX_FALSE_STARTS: usize = 8;

/// Finds the URLs in a run that begins with a scheme and a colon.
pub(super) fn search(
    bytes: &[u8],
    start: u64,
    preceding: Preceding,
    parser: &mut CandidateParser,
    found: &mut VecDeque<Match>,
) {
    let mut search = Search { parser, found, false_starts_left: MAX_FALSE_STARTS };
    let mut first = Some((0, preceding));
    let mut at = start;
    // Invalid UTF-8 ends a URL, as a quotation mark does.
    for chunk in bytes.utf8_chunks() {
        search.text(chunk.valid(), at, first.take());
        at += (chunk.valid().len() + chunk.invalid().len()) as u64;
    }
}

struct Search<'r> {
    parser: &'r mut CandidateParser,
    found: &'r mut VecDeque<Match>,
    false_starts_left: usize,
}

impl Search<'_> {
    /// Finds the URLs of a text without whitespace at the offset `start`; `first` is the first URL start, if it is
    /// known.
    fn text(&mut self, text: &str, start: u64, first: Option<(usize, Preceding)>) {
        let mut next = first.or_else(|| self.next_start(text, 0));
        while let Some((from, preceding)) = next.filter(|_| self.false_starts_left > 0) {
            let to = if let Some((reading, len)) = self.parse_start(&text[from..], preceding) {
                let span = start + from as u64..start + (from + len) as u64;
                self.found.push_back(found(span, reading));
                from + len
            } else {
                self.false_starts_left -= 1;
                from + text[from..].find(':').map_or(1, |colon| colon + 1)
            };
            next = self.next_start(text, to);
        }
    }

    /// The next scheme before a colon, and the characters before it.
    fn next_start(&mut self, text: &str, from: usize) -> Option<(usize, Preceding)> {
        let mut word = SchemeWord::new(self.parser.longest_name());
        let (before, rest) = text.as_bytes().split_at(from);
        word.note(before);
        let mut at = from;
        for colon in memchr::memchr_iter(b':', rest).map(|colon| from + colon) {
            word.read(&text.as_bytes()[at..colon]);
            if word.is_scheme(self.parser) {
                self.parser.count_scanned(colon - from);
                return Some((colon - word.name().len(), word.preceding()));
            }
            word.read(b":");
            at = colon + 1;
        }
        self.parser.count_scanned(rest.len());
        None
    }

    /// The URL at the start of a text, and its length, if the text looks like a URL and can be parsed.
    fn parse_start(&mut self, text: &str, preceding: Preceding) -> Option<(Alternative, usize)> {
        let rough = &text[..rough_len(text)];
        let url = preceding.emphasis.trim(rough);
        self.parser.count_scanned(2 * rough.len());
        let (scheme, rest) = url.split_once(':')?;
        let rest = rest.split('#').next()?.as_bytes();
        let entry = self.parser.entry(scheme.as_bytes())?;
        if !preceding.has_prefix && !looks_like_url(entry, rest) {
            return None;
        }
        let reading = self.parser.parse(url.as_bytes());
        let is_find = reading.is_valid() || self.parser.is_url_in_other_profile(url);
        is_find.then_some((reading, url.len()))
    }
}

fn found(span: Range<u64>, reading: Alternative) -> Match {
    Match { url: reading.url, fragment: reading.fragment, span, error: reading.error, alternatives: Vec::new() }
}

/// The length of the URL at the start of a text, including punctuation of the sentence after it.
fn rough_len(text: &str) -> usize {
    let mut brackets = Brackets::default();
    text.char_indices()
        .find(|(_, found)| ends_url(*found) || !brackets.count(*found))
        .map_or(text.len(), |(end, _)| end)
}

/// The number of open brackets of each kind.
#[derive(Default)]
struct Brackets([usize; 3]);

impl Brackets {
    /// Counts one character; returns `false` if it closes a bracket that is not open.
    fn count(&mut self, found: char) -> bool {
        const OPENING: &str = "([{";
        const CLOSING: &str = ")]}";
        if let Some(kind) = OPENING.find(found) {
            self.0[kind] += 1;
        } else if let Some(kind) = CLOSING.find(found) {
            let Some(left) = self.0[kind].checked_sub(1) else {
                return false;
            };
            self.0[kind] = left;
        }
        true
    }
}

/// Whether a non-ASCII character ends a URL: whitespace, control characters, quotation marks, and punctuation of
/// scripts that use no space after it.
fn ends_url(found: char) -> bool {
    if found.is_ascii() {
        return false;
    }
    found.is_whitespace()
        || found.is_control()
        || matches!(found, '…' | '«' | '»' | '‹' | '›' | '“' | '”' | '„' | '‟' | '\u{200B}' | '\u{FEFF}')
        || matches!(found, '、'..='。' | '〈'..='】' | '〔'..='〟')
        || matches!(found, '！' | '（' | '）' | '，' | '：' | '；' | '？' | '［' | '］')
}

#[cfg(test)]
mod tests {
    use super::super::url_start::Emphasis;
    use super::*;

    #[test]
    fn punctuation_is_excluded_and_brackets_are_balanced() {
        for (text, url) in [
            ("x:a", "x:a"),
            ("x:a.", "x:a"),
            ("x:a.b,", "x:a.b"),
            ("x:a?!...", "x:a"),
            ("x:a/", "x:a/"),
            ("x:a).", "x:a"),
            ("x:a(b)", "x:a(b)"),
            ("x:a(b).)", "x:a(b)"),
            ("x:a(b)).", "x:a(b)"),
            ("x:a(", "x:a"),
            ("x:a(b", "x:a(b"),
            ("x:[1]/}", "x:[1]/"),
            ("x:a)[b](x:c)", "x:a"),
            ("x:a'", "x:a"),
            ("x:a'b", "x:a'b"),
            ("x:a”—b", "x:a"),
            ("x:a’", "x:a"),
            ("x:é…", "x:é"),
            ("x:a\u{A0}b", "x:a"),
            ("x:a，b", "x:a"),
            ("x:a…b", "x:a"),
            ("x:a...b", "x:a...b"),
            ("x:a_", "x:a_"),
        ] {
            let rough = &text[..rough_len(text)];
            assert_eq!(Emphasis::default().trim(rough), url, "{text}");
        }
    }

    /// As many emphasis characters as precede a URL are excluded at its end.
    #[test]
    fn markdown_emphasis_is_excluded() {
        for (before, text, url) in [
            ("**", "x:a**", "x:a"),
            ("**", "x:a**.", "x:a"),
            ("**", "x:a.**", "x:a"),
            ("**", "x:a*", "x:a"),
            ("*", "x:a**", "x:a*"),
            ("_**", "x:a**_!", "x:a"),
            ("~~", "x:a~~,", "x:a"),
            ("_", "x:a_b_", "x:a_b"),
            ("_", "x:a_b", "x:a_b"),
            ("_", "x:a*", "x:a*"),
            ("* ", "x:a*", "x:a*"),
            ("*(", "x:a)*", "x:a"),
            ("b_", "x:a_", "x:a"),
        ] {
            let rough = &text[..rough_len(text)];
            assert_eq!(Emphasis::before(before.as_bytes()).trim(rough), url, "{before}{text}");
        }
    }
}
