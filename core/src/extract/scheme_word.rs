//! Where a word begins and ends in running text: the name of a scheme is one.

use super::candidate::CandidateParser;
use super::delimited::PREFIX;
use super::undelimited::{Emphasis, Preceding};
use crate::syntax::class::Class;

/// What a scheme is made of (R-2.1-3).
static SCHEME: Class = Class::alphadigit("scheme").and(b"+-.");

/// The word that is being read, and what stands before it.
pub(super) struct SchemeWord {
    /// Its characters, as many as the longest scheme has, and one more.
    name: Vec<u8>,
    longest: usize,
    /// The eight bytes before it.
    before: u64,
    /// The last eight bytes.
    last: u64,
}

impl SchemeWord {
    pub(super) fn new(longest: usize) -> Self {
        Self { name: Vec::new(), longest, before: 0, last: 0 }
    }

    /// Reads on. Only the word at the end of the bytes is kept.
    pub(super) fn read(&mut self, bytes: &[u8]) {
        let start = bytes.iter().rposition(|byte| !SCHEME.has(*byte));
        let (behind, word) = bytes.split_at(start.map_or(0, |start| start + 1));
        if !behind.is_empty() {
            self.name.clear();
        }
        self.note(behind);
        // A dash before a word is the sentence's.
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

    /// Keeps the last eight bytes.
    pub(super) fn note(&mut self, bytes: &[u8]) {
        for &byte in &bytes[bytes.len().saturating_sub(8)..] {
            self.last = self.last << 8 | u64::from(byte);
        }
    }

    /// Whether it is the name of a scheme that a URL may begin with.
    pub(super) fn is_scheme(&self, parser: &CandidateParser) -> bool {
        begins_word(&self.before.to_be_bytes()) && parser.entry(&self.name).is_some()
    }

    /// Whether the prefix stands directly before it.
    fn has_prefix(&self) -> bool {
        follows(&self.before.to_be_bytes(), PREFIX)
    }

    /// What stands before it, for a URL that begins with it.
    pub(super) fn beginning(&self) -> Preceding {
        Preceding { has_prefix: self.has_prefix(), marks: Emphasis::before(&self.before.to_be_bytes()) }
    }

    /// Whether these four bytes, in any case, are what was read last, as a word of its own.
    pub(super) fn was_last(&self, mark: &str) -> bool {
        follows(&self.last.to_be_bytes(), mark)
    }

    /// As much of it as is kept.
    pub(super) fn name(&self) -> &[u8] {
        &self.name
    }
}

/// Whether a word can begin behind these bytes: not within another one.
fn begins_word(before: &[u8]) -> bool {
    match before {
        [.., b'_'] => begins_word(&before[..before.len() - 1]),
        [.., last] if last.is_ascii() => !last.is_ascii_alphanumeric(),
        // Alphabets without case write no spaces, or the words of other alphabets look foreign among theirs.
        _ => !last_char(before).is_some_and(|last| last.is_lowercase() || last.is_uppercase()),
    }
}

/// The character that bytes end with, if it is one.
fn last_char(bytes: &[u8]) -> Option<char> {
    let start = bytes.iter().rposition(|byte| byte & 0xC0 != 0x80)?;
    std::str::from_utf8(&bytes[start..]).ok()?.chars().next()
}

/// Whether bytes end with a mark, in any case, that stands as a word of its own.
fn follows(bytes: &[u8], mark: &str) -> bool {
    bytes
        .split_last_chunk::<4>()
        .is_some_and(|(before, last)| last.eq_ignore_ascii_case(mark.as_bytes()) && begins_word(before))
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
    fn marks_stand_by_themselves() {
        for (text, follow) in [("    URL:", true), ("   (url:", true), ("   CURL:", false), ("URL:    ", false)] {
            assert_eq!(follows(text.as_bytes(), "URL:"), follow, "{text:?}");
        }
    }

    /// However long a word is, and however it is cut.
    #[test]
    fn no_more_is_kept_than_the_longest_name() {
        let mut word = SchemeWord::new(4);
        for _ in 0..1_000 {
            word.read(b"abc");
        }
        assert_eq!(word.name(), b"abcab");
        word.read(b"a --b-c");
        assert_eq!(word.name(), b"b-c");
    }
}
