//! Starts of URLs in running text: the name of a scheme as a word of its own, and the characters before it.

use super::candidate::CandidateParser;
use super::emphasis::Emphasis;
use super::url_end::SCHEME;
use crate::registration::Registration;
use crate::registry::{Entry, Implementation};
use crate::text::prelude::*;

/// The prefix that distinguishes URLs from other data (R-A-1).
pub(super) const PREFIX: &str = "URL:";

/// The characters before a URL.
#[derive(Clone, Copy)]
pub(super) struct Preceding {
    /// Whether they are the prefix `URL:`.
    pub(super) has_prefix: bool,
    /// Whether a `'` is directly before the URL.
    pub(super) in_quotes: bool,
    /// Whether a bracket of a link is directly before the URL, so that the text of the link follows a `|`: Slack has
    /// `<URL|text>`, wikis have `[[URL|text]]` and `{{URL|text}}`. Or a `|`, as in the row of a table.
    pub(super) in_link: bool,
    pub(super) emphasis: Emphasis,
}

/// The word at the end of the text read so far, and the bytes before it.
pub(super) struct SchemeWord {
    /// The word, truncated to one character more than the longest name.
    name: Vec<u8>,
    longest: usize,
    /// The eight bytes before the word.
    before: u64,
    /// The last eight bytes of the text.
    last: u64,
}

impl SchemeWord {
    pub(super) fn new(longest: usize) -> Self {
        Self { name: Vec::new(), longest, before: 0, last: 0 }
    }

    /// Reads the next bytes. Keeps only the word at their end.
    pub(super) fn read(&mut self, bytes: &[u8]) {
        let start = bytes.iter().rposition(|byte| !SCHEME.has(*byte));
        let (before, word) = bytes.split_at(start.map_or(0, |start| start + 1));
        if !before.is_empty() {
            self.name.clear();
        }
        self.note(before);
        let word = self.skip_escape(word);
        // A dash before a word belongs to the sentence.
        let is_dash = |byte: &&u8| self.name.is_empty() && !byte.is_ascii_alphanumeric();
        let (dashes, word) = word.split_at(word.iter().take_while(is_dash).count());
        self.note(dashes);
        if self.name.is_empty() {
            self.before = self.last;
        }
        let room = self.longest + 1 - self.name.len();
        self.name.extend_from_slice(&word[..word.len().min(room)]);
        self.note(word);
    }

    /// The word without the letter of an escape of a string literal, such as `\n`, which is read as a line break.
    fn skip_escape<'w>(&mut self, word: &'w [u8]) -> &'w [u8] {
        match word {
            [b'n' | b'r' | b't', rest @ ..] if self.name.is_empty() && self.last.to_be_bytes()[7] == b'\\' => {
                self.note(b"\n");
                rest
            }
            _ => word,
        }
    }

    /// Records the last eight bytes.
    pub(super) fn note(&mut self, bytes: &[u8]) {
        self.last = match bytes.last_chunk() {
            Some(last) => u64::from_be_bytes(*last),
            None => bytes.iter().fold(self.last, |last, byte| last << 8 | u64::from(*byte)),
        };
    }

    /// Whether the word is a registered scheme at the beginning of a word, or ends with one.
    pub(super) fn is_scheme(&self, parser: &CandidateParser) -> bool {
        begins_word(&self.before.to_be_bytes())
            && parser.entry(&self.name[sentence_len(&self.name, parser)..]).is_some()
    }

    /// Whether the word can be the name of a scheme, registered or not. Longer names are not recognised.
    pub(super) fn is_name(&self) -> bool {
        !self.name.is_empty() && self.name.len() <= self.longest
    }

    /// The number of bytes at the end of the text that may be the beginning of a URL.
    pub(super) fn open_len(&self) -> usize {
        if self.name.len() <= self.longest { self.name.len() } else { 0 }
    }

    /// Whether the prefix is directly before the word.
    fn has_prefix(&self) -> bool {
        ends_with_word(&self.before.to_be_bytes(), PREFIX)
    }

    /// The characters before the word.
    pub(super) fn preceding(&self) -> Preceding {
        let before = self.before.to_be_bytes();
        Preceding {
            has_prefix: self.has_prefix(),
            in_quotes: before.ends_with(b"'"),
            in_link: matches!(before, [.., b'<' | b'[' | b'{' | b'|']),
            emphasis: Emphasis::before(&before),
        }
    }

    /// Whether the text ends with `mark` (four bytes, ASCII case-insensitive) as a word of its own.
    pub(super) fn ends_with(&self, mark: &str) -> bool {
        ends_with_word(&self.last.to_be_bytes(), mark)
    }

    /// The word, possibly truncated.
    pub(super) fn name(&self) -> &[u8] {
        &self.name
    }
}

/// The length of what is before the name of a scheme in a word: the end of a sentence without a space after its full stop,
/// as in `end.https://h`.
pub(super) fn sentence_len(word: &[u8], parser: &CandidateParser) -> usize {
    let stop = memchr::memrchr(b'.', word).filter(|_| parser.entry(word).is_none());
    stop.map_or(0, |stop| stop + 1)
}

/// Whether a word can begin after these bytes, rather than continue.
fn begins_word(before: &[u8]) -> bool {
    match before {
        [.., b'_'] => begins_word(&before[..before.len() - 1]),
        [.., last] if last.is_ascii() => !last.is_ascii_alphanumeric(),
        // A letter without case belongs to a script without spaces, or to one whose words end where Latin letters
        // begin.
        _ => !last_char(before).is_some_and(|last| last.is_lowercase() || last.is_uppercase()),
    }
}

/// The last character, if the bytes end with valid UTF-8.
fn last_char(bytes: &[u8]) -> Option<char> {
    let start = bytes.iter().rposition(|byte| byte & 0xC0 != 0x80)?;
    core::str::from_utf8(&bytes[start..]).ok()?.chars().next()
}

/// Whether bytes end with `mark` (ASCII case-insensitive) as a word of its own.
fn ends_with_word(bytes: &[u8], mark: &str) -> bool {
    bytes
        .split_last_chunk::<4>()
        .is_some_and(|(before, last)| last.eq_ignore_ascii_case(mark.as_bytes()) && begins_word(before))
}

/// Whether the text after a scheme and its colon looks like a URL, rather than like prose or XML in which the name of a
/// scheme occurs as a word.
pub(super) fn looks_like_url(entry: &Entry, rest: &[u8]) -> bool {
    let registration = entry.registration();
    if rest.iter().all(|byte| *byte == b'/') {
        return false;
    }
    // Without a syntax of its own, a URL is recognised only by its authority.
    let is_fact = matches!(entry.implementation(), Implementation::Fact | Implementation::Generic);
    if is_fact || registration.has_host() && registration.template.starts_with("//") {
        return rest.first() == Some(&b'/');
    }
    // `<news:title/>` is an element of XML.
    let word = rest.strip_suffix(b"/").unwrap_or(rest);
    let is_word = if registration.has_host() {
        word.iter().all(|byte| is_word_byte(*byte) || byte.is_ascii_digit())
    } else {
        word.iter().all(|byte| is_word_byte(*byte))
    };
    !is_word || rest == b"*" || is_example(registration, rest)
}

/// Whether the URL is an example of the registration, such as `about:blank`.
fn is_example(registration: &Registration, rest: &[u8]) -> bool {
    let mut urls = registration.examples.iter().map(|example| &example.url);
    urls.any(|url| url.split_once(':').is_some_and(|(_, part)| part.as_bytes() == rest))
}

/// Whether a byte occurs in words of prose and in names of XML elements.
fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || !byte.is_ascii() || b"-_'!*(),;".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_begin() {
        for (before, begins) in [
            ("", true),
            (" ", true),
            ("(", true),
            ("=", true),
            ("a", false),
            ("7", false),
            ("_", true),
            ("a_", false),
            ("é", false),
            ("Я", false),
            ("“", true),
            ("请", true),
            ("e\u{301}", true),
        ] {
            assert_eq!(begins_word(before.as_bytes()), begins, "{before:?}");
        }
        assert!(begins_word(b"\xE9"), "no text");
        assert!(begins_word(&[0; 8]), "nothing yet");
    }

    #[test]
    fn marks_are_words() {
        for (text, follow) in [("    URL:", true), ("   (url:", true), ("   CURL:", false), ("URL:    ", false)] {
            assert_eq!(ends_with_word(text.as_bytes(), "URL:"), follow, "{text:?}");
        }
    }

    /// Long words, in chunks.
    #[test]
    fn long_words_are_truncated() {
        let mut word = SchemeWord::new(4);
        for _ in 0..1_000 {
            word.read(b"abc");
        }
        assert_eq!(word.name(), b"abcab");
        word.read(b"a --b-c");
        assert_eq!(word.name(), b"b-c");
        for part in [&br"a\"[..], b"n", b"to"] {
            word.read(part);
        }
        assert_eq!(word.name(), b"to");
    }
}
