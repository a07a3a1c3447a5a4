//! The words of a text that may contain a secret, found by a fast search for bytes without which there is none.
//!
//! A secret is a login after slashes, the value of a field, a part of the path of a known host, or what a scheme declares.
//! So a word is a candidate if it has an `@`, a colon after slashes that is not that of a port, a known host, a `=` after
//! the name of a secret field, the name of a scheme that declares secrets, an escape sequence of a terminal, or an escape
//! or a look-alike of one of the characters that divide URLs. [`word`](super::word) decides.

use memchr::memmem;

use super::separator::{is_separator, separator_after, separator_before};
use super::value;
use crate::diagnostics::redact::declared::name_before;
use crate::diagnostics::redact::look_alike;
use crate::diagnostics::secrets::{Rules, Search, known};
use crate::text::escape_sequence::ESC;

/// The limit on the length of a text before an `@` that is searched here.
const MAX_LOGIN_LEN: usize = 1024;

/// The places of a text that may belong to a secret.
pub(super) struct Candidates<'t> {
    text: &'t [u8],
    search_by: Search<'t>,
    slashes: memmem::FindIter<'t, 'static>,
    /// `=`, `%` and backslashes.
    escapes: memchr::Memchr3<'t>,
    /// `@`, and the first bytes of characters that look like a delimiter.
    signs: memchr::Memchr3<'t>,
    /// Numeric character references of HTML.
    references: memmem::FindIter<'t, 'static>,
    colons: memchr::Memchr<'t>,
    /// Escape sequences of terminals.
    sequences: memchr::Memchr<'t>,
    /// The next place that each of the searches has found.
    next: [Option<usize>; 6],
}

impl<'t> Candidates<'t> {
    pub(super) fn new(text: &'t [u8], search_by: Search<'t>) -> Self {
        let mut candidates = Self {
            text,
            search_by,
            slashes: memmem::find_iter(text, b"//"),
            escapes: memchr::memchr3_iter(b'=', b'%', b'\\', text),
            signs: memchr::memchr3_iter(b'@', 0xE2, 0xEF, text),
            references: memmem::find_iter(text, b"&#"),
            colons: memchr::memchr_iter(b':', text),
            sequences: memchr::memchr_iter(ESC, text),
            next: [None; 6],
        };
        candidates.next = [0, 1, 2, 3, 4, 5].map(|search| candidates.search(search, 0));
        candidates
    }

    /// The next word at or after an offset that may contain a secret.
    pub(super) fn next_word(&mut self, from: usize) -> Option<(usize, usize)> {
        for search in 0..self.next.len() {
            if self.next[search].is_some_and(|at| at < from) {
                self.next[search] = self.search(search, from);
            }
        }
        let at = self.next.iter().flatten().min()?;
        Some((separator_before(self.text, from, *at), separator_after(self.text, *at)))
    }

    /// The next place of one search at or after an offset.
    fn search(&mut self, search: usize, from: usize) -> Option<usize> {
        let (text, search_by) = (self.text, self.search_by);
        let rules = search_by.rules;
        let is_behind = |at: &usize| *at >= from;
        match search {
            0 => self.slashes.by_ref().find(|at| is_behind(at) && has_login_or_path(&text[at + 2..], rules)),
            1 => self.escapes.by_ref().find(|at| {
                let is_candidate = match text[*at] {
                    b'=' => value::may_begin(&text[..*at], rules),
                    b'%' => is_escaped_delimiter(&text[at + 1..]),
                    _ => is_backslash_escape(&text[at + 1..]),
                };
                is_behind(at) && is_candidate
            }),
            2 => self.signs.by_ref().find(|at| is_behind(at) && is_sign(text, *at)),
            3 => self.references.by_ref().find(is_behind),
            4 => self.colons.by_ref().find(|at| is_behind(at) && is_colon(text, *at, search_by)),
            _ => self.sequences.by_ref().find(is_behind),
        }
    }
}

/// Whether the text after slashes is not a host with an optional port, or a host that has secrets in its paths.
fn has_login_or_path(text: &[u8], rules: &Rules) -> bool {
    let text = text.strip_prefix(b"/").unwrap_or(text);
    let mut port = None;
    for (at, byte) in text.iter().enumerate() {
        match *byte {
            b':' if port.is_none() => port = Some(at),
            b'/' => return rules.may_have_paths(&text[..port.unwrap_or(at)]),
            b'\\' if rules.may_have_paths(&text[..port.unwrap_or(at)]) => return true,
            b'?' | b'#' => return false,
            byte if is_separator(byte) => return false,
            b'0'..=b'9' => {}
            _ if port.is_some() => return true,
            // A colon may look like another character, or an escape sequence may be between.
            128.. | ESC => return true,
            _ => {}
        }
    }
    false
}

/// Whether a colon ends the name of a scheme whose URLs have secrets without a sign of them.
fn is_colon(text: &[u8], at: usize, search: Search<'_>) -> bool {
    let name = name_before(&text[..at]);
    if name.is_empty() {
        return false;
    }
    if known::needs_no_slashes(name) {
        return at + 1 < text.len() && !text[at + 1..].starts_with(b"//");
    }
    name.eq_ignore_ascii_case("token")
        || search.schemes.is_some_and(|schemes| schemes.declares(name))
        || known::has_slash_login(name)
}

/// Whether the text after a `%` makes it the escape of a delimiter or dot, of another escape, or of a look-alike.
fn is_escaped_delimiter(after: &[u8]) -> bool {
    let is_delimiter = matches!(
        *after,
        [b'2', b'3' | b'5' | b'6' | b'E' | b'e' | b'F' | b'f', ..]
            | [b'3', b'A' | b'a' | b'B' | b'b' | b'D' | b'd' | b'F' | b'f', ..]
            | [b'4', b'0', ..]
            | [b'5', b'C' | b'c', ..]
    );
    let is_look_alike = matches!(*after, [b'C' | b'c', b'0' | b'1', ..] | [b'E' | b'e', b'2' | b'F' | b'f', ..]);
    // A digit may be escaped, too.
    let is_nested = matches!(*after, [b'%', ..] | [b'2'..=b'5' | b'C' | b'c' | b'E' | b'e', b'%', ..]);
    is_delimiter || is_look_alike || is_nested
}

/// Whether the text after a backslash makes it the escape of an ASCII character, other than of a control character.
fn is_backslash_escape(after: &[u8]) -> bool {
    matches!(after, [b'/' | b'\\' | b':' | b'=' | b'@' | b'&' | b'?' | b'#' | b';' | b'%', ..])
        || matches!(after, [b'u', b'0', b'0', ..] | [b'x', b'2'..=b'7', ..])
}

/// Whether there is an `@` after something like a slash, or a character that looks like an `@`, a slash or a `=`.
fn is_sign(text: &[u8], at: usize) -> bool {
    match text[at..] {
        [b'@', ..] => follows_slash(&text[..at]),
        [a, b, c, ..] => look_alike(&[a, b, c]).is_some_and(|byte| matches!(byte, b'@' | b'/' | b'\\' | b'=' | b'%')),
        _ => false,
    }
}

/// Whether the word at the end of a text may contain a slash, or is too long to know.
fn follows_slash(before: &[u8]) -> bool {
    let mut word = before.iter().rev().take_while(|byte| !is_separator(**byte));
    let mut start = word.by_ref().take(MAX_LOGIN_LEN);
    start.any(|byte| matches!(byte, b'/' | b'\\' | b'%' | b'&' | 128..)) || word.next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::secrets::DEFAULT;
    use crate::text::prelude::*;

    #[test]
    fn candidates_are_words() {
        let words = |text: &'static str| {
            let mut candidates = Candidates::new(text.as_bytes(), Search { rules: &DEFAULT, schemes: None });
            let mut words = Vec::new();
            let mut at = 0;
            while let Some((start, end)) = candidates.next_word(at) {
                words.push(&text[start..end]);
                at = end;
            }
            words
        };
        for (text, found) in [
            ("", &[][..]),
            ("https://h:80/a?b=c&d=%20 path/x // a=b key=c", &[]),
            ("a=b x://u:p@h \"x://u:p/\" <joe@h> //joe@h", &["x://u:p@h", "x://u:p/", "//joe@h"]),
            ("/?page=1&token=2 ;x=1 /?%74oken=1", &["/?page=1&token=2", "/?%74oken=1"]),
            ("a%2Fb a%20b a%%33%41", &["a%2Fb", "a%%33%41"]),
            (r"a\/b a\nb a\u0040 a\x3d", &[r"a\/b", r"a\u0040", r"a\x3d"]),
            ("a&#64;b a&amp;b ／ ，", &["a&#64;b", "／"]),
        ] {
            assert_eq!(words(text), found, "{text}");
        }
    }
}
