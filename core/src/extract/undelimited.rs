//! URLs without brackets, in a run of characters (in lenient mode, A-41, or suspects).

use alloc::collections::VecDeque;

use super::candidate::{self, CandidateParser};
use super::matches::Match;
use super::places::StreamPlaces;
use super::url_end::{self, Around};
use super::url_start::{Preceding, SchemeWord, looks_like_url, sentence_len};
use crate::text::prelude::*;

/// The limit on false starts of a URL in one run of characters; after these the rest of the run is skipped.
pub const MAX_FALSE_STARTS: usize = 8;

/// The length up to which names that are not registered are recognised.
const MAX_NAME_LEN: usize = 64;

/// Which URLs without brackets are found.
#[derive(Clone, Copy)]
pub(super) struct Kinds {
    /// Valid URLs of registered schemes.
    pub(super) registered: bool,
    /// Every `name://…`, valid or not.
    pub(super) suspects: bool,
}

impl Kinds {
    /// The length of the longest name that can begin a URL.
    pub(super) fn longest_name(self, parser: &CandidateParser) -> usize {
        let longest = if self.suspects { MAX_NAME_LEN } else { 0 };
        longest.max(parser.longest_name())
    }

    /// Whether a word, which a colon and other bytes follow, may begin a URL; `None` if that depends on further bytes.
    pub(super) fn begins(self, word: &SchemeWord, after: &[u8], parser: &CandidateParser) -> Option<bool> {
        let may_be_suspect = self.suspects && word.is_name();
        if may_be_suspect && after.starts_with(b"//") || self.registered && word.is_scheme(parser) {
            return Some(true);
        }
        if may_be_suspect && b"//".starts_with(after) { None } else { Some(false) }
    }
}

/// Finds the URLs in a run that begins with a scheme and a colon.
pub(super) fn search(
    bytes: &[u8],
    start: u64,
    preceding: Preceding,
    kinds: Kinds,
    parser: &mut CandidateParser,
    found: &mut VecDeque<Match>,
) {
    let mut search = Search { parser, found, kinds, false_starts_left: MAX_FALSE_STARTS, in_list: false };
    let mut first = Some((0, preceding));
    let mut at = start;
    if let Ok(text) = core::str::from_utf8(bytes) {
        return search.text(text, at, first);
    }
    // Invalid UTF-8 ends a URL, as a quotation mark does.
    for chunk in bytes.utf8_chunks() {
        search.text(chunk.valid(), at, first.take());
        at += (chunk.valid().len() + chunk.invalid().len()) as u64;
    }
}

struct Search<'r> {
    parser: &'r mut CandidateParser,
    found: &'r mut VecDeque<Match>,
    kinds: Kinds,
    false_starts_left: usize,
    /// Whether a `,` or `;` before another URL has ended one that was no URL with it, so that it separates all others.
    in_list: bool,
}

impl Search<'_> {
    /// Finds the URLs of a text without whitespace at the offset `start`; `first` is the first URL start, if it is
    /// known.
    fn text(&mut self, text: &str, start: u64, first: Option<(usize, Preceding)>) {
        if has_escaped_slashes(text) {
            self.parser.count_scanned(text.len());
            let (plain, places) = without_escapes(text, start);
            let before = self.found.len();
            self.text(&plain, 0, first);
            let found = self.found.split_off(before);
            return self.found.extend(found.into_iter().map(|found| found.moved(&places)));
        }
        let mut next = first.or_else(|| self.next_start(text, 0));
        while let Some((word, preceding)) = next {
            let from = word + self.sentence_len(&text[word..]);
            let to = if let Some((found, len)) = self.parse_start(&text[from..], start + from as u64, preceding) {
                self.found.push_back(found);
                from + len
            } else {
                from + memchr::memchr(b':', &text.as_bytes()[from..]).map_or(1, |colon| colon + 1)
            };
            next = self.next_start(text, to);
        }
    }

    /// The next scheme before a colon, and the characters before it.
    fn next_start(&mut self, text: &str, from: usize) -> Option<(usize, Preceding)> {
        if self.false_starts_left == 0 && !self.kinds.suspects {
            return None;
        }
        let mut word = SchemeWord::new(self.kinds.longest_name(self.parser));
        let (before, rest) = text.as_bytes().split_at(from);
        word.note(before);
        let mut at = from;
        for colon in memchr::memchr_iter(b':', rest).map(|colon| from + colon) {
            word.read(&text.as_bytes()[at..colon]);
            let is_suspect = self.kinds.suspects && word.is_name() && text[colon..].starts_with("://");
            if is_suspect || self.kinds.registered && self.false_starts_left > 0 && word.is_scheme(self.parser) {
                self.parser.count_scanned(colon - from);
                return Some((colon - word.name().len(), word.preceding()));
            }
            word.read(b":");
            at = colon + 1;
        }
        self.parser.count_scanned(rest.len());
        None
    }

    /// The length of what is before the name of a scheme that slashes follow, at the start of a text.
    fn sentence_len(&self, text: &str) -> usize {
        let (word, rest) = text.split_once(':').unwrap_or_default();
        if rest.starts_with("//") { sentence_len(word.as_bytes(), self.parser) } else { 0 }
    }

    /// The URL at the start of a text, and its length, if the text looks like a URL and can be parsed, or is a suspect.
    fn parse_start(&mut self, text: &str, place: u64, preceding: Preceding) -> Option<(Match, usize)> {
        let colon = memchr::memchr(b':', text.as_bytes())?;
        let is_suspect = self.kinds.suspects && text[colon..].starts_with("://");
        let entry = self.parser.entry(&text.as_bytes()[..colon]).filter(|_| self.kinds.registered);
        if !is_suspect && (entry.is_none() || self.false_starts_left == 0) {
            return None;
        }
        let around = Around { list: self.in_list, link: preceding.in_link, quotes: preceding.in_quotes };
        let rough = &text[..url_end::rough_len(text, around)];
        let url = preceding.emphasis.trim(rough);
        let url_len = candidate::url_len(url);
        let rest = url.as_bytes().get(colon + 1..url_len).unwrap_or_default();
        let looks_like_url = entry.is_some_and(|entry| preceding.has_prefix || looks_like_url(entry, rest));
        self.parser.count_scanned(2 * rough.len());
        // Slashes alone are no suspect: `the http:// scheme`.
        let is_suspect = is_suspect && rest.iter().any(|byte| *byte != b'/');
        if is_suspect || looks_like_url {
            let parsed = self.parser.parse_url(&url[..url_len]);
            if parsed.is_err() && self.begins_list(rough) {
                return self.parse_start(text, place, preceding);
            }
            if let Some(found) = parsed.is_err().then(|| self.parse_host(&url[..url_len], place)).flatten() {
                return Some(found);
            }
            if is_suspect || parsed.is_ok() || self.parser.is_url_in_other_profile(&url[..url_len]) {
                return Some((self.parser.parsed(url, parsed, url_len, place), url.len()));
            }
        }
        self.false_starts_left = self.false_starts_left.saturating_sub(1);
        None
    }

    /// The URL that ends where its host or port cannot go on, if a text is none. A password may hold anything, and is not to
    /// be cut into what looks like a host.
    fn parse_host(&mut self, text: &str, place: u64) -> Option<(Match, usize)> {
        let (url, rest) = text.split_at(url_end::host_len(text));
        // A port that is no number is rather an error.
        if rest.is_empty() || rest.starts_with(':') || rest.contains('@') || url_end::is_defanged(rest) {
            return None;
        }
        let parsed = self.parser.parse_url(url);
        parsed.is_ok().then(|| (self.parser.parsed(url, parsed, url.len(), place), url.len()))
    }

    /// Whether a text is the beginning of a list, not known to be one.
    fn begins_list(&mut self, rough: &str) -> bool {
        if self.in_list {
            return false;
        }
        self.parser.count_scanned(rough.len());
        self.in_list = url_end::rough_len(rough, Around { list: true, ..Around::default() }) < rough.len();
        self.in_list
    }
}

/// Whether a text may have a URL in a string literal that escapes slashes: `https:\/\/`.
fn has_escaped_slashes(text: &str) -> bool {
    let mut backslashes = memchr::memchr_iter(b'\\', text.as_bytes());
    backslashes.any(|at| text[..at].ends_with(':') && slash_len(&text[at..]).is_some())
}

/// The length of the escape of a slash in a string literal at the start of a text: `\/`, as JSON may have it, or `\u002F`.
fn slash_len(text: &str) -> Option<usize> {
    ["\\/", "\\u002f"].iter().find(|escape| url_end::begins_with(text, escape)).map(|escape| escape.len())
}

/// A text with the slashes of a string literal unescaped, and the places of its bytes, which begin at `place`.
fn without_escapes(text: &str, place: u64) -> (String, StreamPlaces) {
    let (mut plain, mut places) = (String::with_capacity(text.len()), StreamPlaces::default());
    let mut at = 0;
    places.skip(0, place);
    for backslash in memchr::memchr_iter(b'\\', text.as_bytes()) {
        let Some(len) = slash_len(&text[backslash..]) else { continue };
        plain.push_str(&text[at..backslash]);
        at = backslash + len;
        places.skip(plain.len() as u64, place + at as u64 - 1);
        plain.push('/');
    }
    plain.push_str(&text[at..]);
    (plain, places)
}
