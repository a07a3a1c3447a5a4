//! URLs in a run of characters, without brackets: lenient mode alone.

use std::collections::VecDeque;
use std::ops::Range;

use super::found::{Alternative, Found};
use super::reader::Reader;
use super::word::Word;
use crate::registry::Entry;

/// After so many beginnings of a URL in one run of characters that turned out to be none, the rest of the run is left
/// alone.
pub const TRIES: usize = 8;

/// Finds the URLs of a run, which begins with a scheme and a colon.
pub(super) fn search(
    octets: &[u8],
    start: u64,
    is_declared: bool,
    reader: &mut Reader,
    found: &mut VecDeque<Found>,
) {
    let mut search = Search {
        reader,
        found,
        tries: TRIES,
    };
    let mut first = Some((0, is_declared));
    let mut at = start;
    // An octet that is not UTF-8 ends a URL, as a quotation mark does.
    for chunk in octets.utf8_chunks() {
        search.text(chunk.valid(), at, first.take());
        at += (chunk.valid().len() + chunk.invalid().len()) as u64;
    }
}

struct Search<'r> {
    reader: &'r mut Reader,
    found: &'r mut VecDeque<Found>,
    tries: usize,
}

impl Search<'_> {
    /// Finds the URLs of a text without whitespace that stands at `start`; the first beginning may be known.
    fn text(&mut self, text: &str, start: u64, first: Option<(usize, bool)>) {
        let mut next = first.or_else(|| self.beginning(text, 0));
        while let Some((from, is_declared)) = next.filter(|_| self.tries > 0) {
            let to = if let Some((reading, len)) = self.find(&text[from..], is_declared) {
                let span = start + from as u64..start + (from + len) as u64;
                self.found.push_back(found(span, reading));
                from + len
            } else {
                self.tries -= 1;
                from + text[from..].find(':').map_or(1, |colon| colon + 1)
            };
            next = self.beginning(text, to);
        }
    }

    /// The next scheme before a colon, and whether `URL:` stands before it.
    fn beginning(&mut self, text: &str, from: usize) -> Option<(usize, bool)> {
        let mut word = Word::new(self.reader.longest_name());
        let (before, rest) = text.as_bytes().split_at(from);
        word.note(before);
        let mut at = from;
        for colon in memchr::memchr_iter(b':', rest).map(|colon| from + colon) {
            word.read(&text.as_bytes()[at..colon]);
            if word.is_scheme(self.reader) {
                self.reader.look(colon - from);
                return Some((colon - word.name().len(), word.is_declared()));
            }
            word.read(b":");
            at = colon + 1;
        }
        self.reader.look(rest.len());
        None
    }

    /// The URL that a text begins with, and its length, if it is meant as one and can be read.
    fn find(&mut self, text: &str, is_declared: bool) -> Option<(Alternative, usize)> {
        let rough = &text[..rough_len(text)];
        let url = rough.trim_end_matches(is_punctuation);
        self.reader.look(2 * rough.len());
        let (scheme, rest) = url.split_once(':')?;
        let rest = rest.split('#').next()?.as_bytes();
        let entry = self.reader.entry(scheme.as_bytes())?;
        if !is_declared && !is_meant(entry, rest) {
            return None;
        }
        let reading = self.reader.read(url.as_bytes());
        reading.is_valid().then_some((reading, url.len()))
    }
}

fn found(span: Range<u64>, reading: Alternative) -> Found {
    Found {
        url: reading.url,
        fragment: reading.fragment,
        span,
        error: None,
        alternatives: Vec::new(),
    }
}

/// Whether what stands behind a scheme and its colon looks as if a URL was meant, rather than a word of prose or of XML
/// that is the name of a scheme too.
pub(super) fn is_meant(entry: &Entry, rest: &[u8]) -> bool {
    if entry.registration().has_host() {
        return rest.first() == Some(&b'/') && rest.iter().any(|octet| *octet != b'/');
    }
    rest == b"*" || !rest.iter().all(|octet| is_of_word(*octet))
}

/// Letters of any alphabet, and the marks that stand in prose and in names of elements without a space.
fn is_of_word(octet: u8) -> bool {
    octet.is_ascii_alphabetic() || !octet.is_ascii() || b"-_'!*(),;".contains(&octet)
}

/// Where the URL that a run of characters begins with ends, or the sentence's punctuation behind it.
fn rough_len(text: &str) -> usize {
    let mut brackets = Brackets::default();
    text.char_indices()
        .find(|(_, found)| ends_url(*found) || !brackets.take(*found))
        .map_or(text.len(), |(end, _)| end)
}

/// Brackets that a URL has opened and not closed yet.
#[derive(Default)]
struct Brackets([usize; 3]);

impl Brackets {
    /// Reads one character; false where it closes what was not opened.
    fn take(&mut self, found: char) -> bool {
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

/// Whitespace, control characters and quotation marks beyond US-ASCII, and the punctuation of scripts that put no space
/// behind it.
fn ends_url(found: char) -> bool {
    if found.is_ascii() {
        return false;
    }
    found.is_whitespace()
        || found.is_control()
        || matches!(
            found,
            '«' | '»' | '‹' | '›' | '“' | '”' | '„' | '‟' | '\u{200B}' | '\u{FEFF}'
        )
        || matches!(found, '、'..='。' | '〈'..='】' | '〔'..='〟')
        || matches!(
            found,
            '！' | '（' | '）' | '，' | '：' | '；' | '？' | '［' | '］'
        )
}

/// What stands at the end of a URL is the sentence's. Brackets that close something are the URL's.
fn is_punctuation(found: char) -> bool {
    matches!(
        found,
        '.' | ','
            | ';'
            | ':'
            | '!'
            | '?'
            | '\''
            | '`'
            | '('
            | '['
            | '{'
            | '‘'
            | '’'
            | '…'
            | '–'
            | '—'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn punctuation_is_the_sentences_and_brackets_are_balanced() {
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
        ] {
            let rough = &text[..rough_len(text)];
            assert_eq!(rough.trim_end_matches(is_punctuation), url, "{text}");
        }
    }
}
