//! URLs in a run of characters, without brackets: lenient mode alone.

use std::collections::VecDeque;
use std::ops::Range;

use super::candidate::CandidateParser;
use super::matches::{Alternative, Match};
use super::scheme_word::SchemeWord;
use crate::registration::Registration;
use crate::registry::{Entry, Implementation};

/// After so many beginnings of a URL in one run of characters that turned out to be none, the rest of the run is left
/// alone.
pub const MAX_FALSE_STARTS: usize = 8;

/// Finds the URLs of a run, which begins with a scheme and a colon.
pub(super) fn search(
    bytes: &[u8],
    start: u64,
    beginning: Preceding,
    parser: &mut CandidateParser,
    found: &mut VecDeque<Match>,
) {
    let mut search = Search { parser, found, tries: MAX_FALSE_STARTS };
    let mut first = Some((0, beginning));
    let mut at = start;
    // A byte that is not UTF-8 ends a URL, as a quotation mark does.
    for chunk in bytes.utf8_chunks() {
        search.text(chunk.valid(), at, first.take());
        at += (chunk.valid().len() + chunk.invalid().len()) as u64;
    }
}

/// What stands before a URL.
#[derive(Clone, Copy)]
pub(super) struct Preceding {
    /// Whether it is the prefix `URL:`.
    pub(super) has_prefix: bool,
    pub(super) marks: Emphasis,
}

struct Search<'r> {
    parser: &'r mut CandidateParser,
    found: &'r mut VecDeque<Match>,
    tries: usize,
}

impl Search<'_> {
    /// Finds the URLs of a text without whitespace that stands at `start`; the first beginning may be known.
    fn text(&mut self, text: &str, start: u64, first: Option<(usize, Preceding)>) {
        let mut next = first.or_else(|| self.beginning(text, 0));
        while let Some((from, beginning)) = next.filter(|_| self.tries > 0) {
            let to = if let Some((reading, len)) = self.find(&text[from..], beginning) {
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

    /// The next scheme before a colon, and what stands before it.
    fn beginning(&mut self, text: &str, from: usize) -> Option<(usize, Preceding)> {
        let mut word = SchemeWord::new(self.parser.longest_name());
        let (before, rest) = text.as_bytes().split_at(from);
        word.note(before);
        let mut at = from;
        for colon in memchr::memchr_iter(b':', rest).map(|colon| from + colon) {
            word.read(&text.as_bytes()[at..colon]);
            if word.is_scheme(self.parser) {
                self.parser.count_scanned(colon - from);
                return Some((colon - word.name().len(), word.beginning()));
            }
            word.read(b":");
            at = colon + 1;
        }
        self.parser.count_scanned(rest.len());
        None
    }

    /// The URL that a text begins with, and its length, if it is meant as one and can be read.
    fn find(&mut self, text: &str, beginning: Preceding) -> Option<(Alternative, usize)> {
        let rough = &text[..rough_len(text)];
        let url = beginning.marks.trim(rough);
        self.parser.count_scanned(2 * rough.len());
        let (scheme, rest) = url.split_once(':')?;
        let rest = rest.split('#').next()?.as_bytes();
        let entry = self.parser.entry(scheme.as_bytes())?;
        if !beginning.has_prefix && !looks_like_url(entry, rest) {
            return None;
        }
        let reading = self.parser.read(url.as_bytes());
        let is_find = reading.is_valid() || self.parser.is_url_elsewhere(url);
        is_find.then_some((reading, url.len()))
    }
}

fn found(span: Range<u64>, reading: Alternative) -> Match {
    Match { url: reading.url, fragment: reading.fragment, span, error: reading.error, alternatives: Vec::new() }
}

/// Whether what follows a scheme and its colon bytes_scanned as if a URL was meant, rather than a word of prose or of XML that is
/// the name of a scheme too.
pub(super) fn looks_like_url(entry: &Entry, rest: &[u8]) -> bool {
    let facts = entry.registration();
    if rest.iter().all(|byte| *byte == b'/') {
        return false;
    }
    // Of a name without a syntax of its own only the form with a host is known.
    let is_fact = matches!(entry.implementation(), Implementation::Fact | Implementation::Generic);
    if is_fact || facts.has_host() && facts.template.starts_with("//") {
        return rest.first() == Some(&b'/');
    }
    // `<news:title/>` is an element of XML.
    let word = rest.strip_suffix(b"/").unwrap_or(rest);
    let is_word = if facts.has_host() {
        word.iter().all(|byte| is_of_word(*byte) || byte.is_ascii_digit())
    } else {
        word.iter().all(|byte| is_of_word(*byte))
    };
    !is_word || rest == b"*" || is_example(facts, rest)
}

/// Whether it is one of the URLs that the registration gives as examples: `about:blank` is no word of prose.
fn is_example(facts: &Registration, rest: &[u8]) -> bool {
    let mut urls = facts.examples.iter().map(|example| &example.url);
    urls.any(|url| url.split_once(':').is_some_and(|(_, part)| part.as_bytes() == rest))
}

/// Letters of any alphabet, and the marks that stand in prose and in names of elements without a space.
fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || !byte.is_ascii() || b"-_'!*(),;".contains(&byte)
}

/// The marks of Markdown: emphasis and strikethrough.
const EMPHASIS: [u8; 3] = *b"*_~";

/// How many of each mark of Markdown stand directly before a URL: as many are around it, and the others are its own.
#[derive(Clone, Copy, Default)]
pub(super) struct Emphasis([usize; EMPHASIS.len()]);

impl Emphasis {
    /// Those that bytes end with.
    pub(super) fn before(bytes: &[u8]) -> Self {
        let mut marks = Self::default();
        for byte in bytes.iter().rev() {
            let Some(count) = marks.count(*byte) else {
                break;
            };
            *count += 1;
        }
        marks
    }

    /// A text without the punctuation and the marks around at its end.
    fn trim(mut self, text: &str) -> &str {
        let mut text = text.trim_end_matches(is_punctuation);
        while let Some(last) = text.as_bytes().last()
            && let Some(count) = self.count(*last)
            && *count > 0
        {
            *count -= 1;
            text = text[..text.len() - 1].trim_end_matches(is_punctuation);
        }
        text
    }

    fn count(&mut self, byte: u8) -> Option<&mut usize> {
        let place = EMPHASIS.iter().position(|mark| *mark == byte)?;
        self.0.get_mut(place)
    }
}

/// Where the URL that a run of characters begins with ends, or the sentence's punctuation behind it.
fn rough_len(text: &str) -> usize {
    let mut brackets = Brackets::default();
    text.char_indices().find(|(_, found)| ends_url(*found) || !brackets.take(*found)).map_or(text.len(), |(end, _)| end)
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
        || matches!(found, '…' | '«' | '»' | '‹' | '›' | '“' | '”' | '„' | '‟' | '\u{200B}' | '\u{FEFF}')
        || matches!(found, '、'..='。' | '〈'..='】' | '〔'..='〟')
        || matches!(found, '！' | '（' | '）' | '，' | '：' | '；' | '？' | '［' | '］')
}

/// What stands at the end of a URL is the sentence's. Brackets that close something are the URL's.
fn is_punctuation(found: char) -> bool {
    matches!(found, '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '`' | '(' | '[' | '{' | '‘' | '’' | '–' | '—')
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
            ("x:a…b", "x:a"),
            ("x:a...b", "x:a...b"),
            ("x:a_", "x:a_"),
        ] {
            let rough = &text[..rough_len(text)];
            assert_eq!(Emphasis::default().trim(rough), url, "{text}");
        }
    }

    /// As many marks as stand before a URL are around it.
    #[test]
    fn marks_around_are_markdowns() {
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
