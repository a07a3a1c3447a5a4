//! Decodes the escapes that a text format wraps around a URL: those of JSON and programming languages, and character
//! references of HTML, and leaves out the escape sequences of terminals (ECMA-48 §5). Percent-encoding belongs to the URL,
//! and stays.

use core::ops::Range;

use crate::text::escape_sequence::{self, ESC};
use crate::text::prelude::*;
use crate::text::span::Span;

/// The character that ends a command to a terminal.
pub(super) const BELL: u8 = 0x07;

/// A decoded text, and where each of its bytes is in the original text.
pub(super) struct Unescaped {
    pub(super) text: Vec<u8>,
    /// The start and the end of each byte.
    places: Vec<(usize, usize)>,
    /// What the commands to a terminal contain, such as the target of a link.
    pub(super) links: Vec<Range<usize>>,
}

/// How often a text is decoded: JSON in JSON in JSON in HTML.
const MAX_DEPTH: usize = 4;

/// Named character references of the characters that divide URLs, and of those that end them.
const NAMED: [(&[u8], u8); 13] = [
    (b"amp", b'&'),
    (b"apos", b'\''),
    (b"bsol", b'\\'),
    (b"colon", b':'),
    (b"commat", b'@'),
    (b"equals", b'='),
    (b"gt", b'>'),
    (b"lt", b'<'),
    (b"num", b'#'),
    (b"percnt", b'%'),
    (b"quest", b'?'),
    (b"quot", b'"'),
    (b"sol", b'/'),
];

/// Decodes a text repeatedly. `None` if nothing is escaped.
pub(super) fn unescape(text: &[u8]) -> Option<Unescaped> {
    memchr::memchr3(b'\\', b'&', ESC, text)?;
    let places = (0..text.len()).map(|at| (at, at + 1)).collect();
    let mut unescaped = Unescaped { text: text.to_vec(), places, links: Vec::new() };
    unescaped.leave_out_sequences();
    for _ in 0..MAX_DEPTH {
        if !unescaped.replace(|text, _| escape(text).map(|(byte, used)| (Some(byte), used))) {
            break;
        }
    }
    (unescaped.text.len() < text.len()).then_some(unescaped)
}

impl Unescaped {
    /// The span in the original text of a span that is not empty.
    pub(super) fn original(&self, span: Span) -> Span {
        Span::new(self.places[span.start()].0, self.places[span.end() - 1].1)
    }

    fn leave_out_sequences(&mut self) {
        let mut links = Vec::new();
        self.replace(|text, at| {
            let (len, link) = sequence(text)?;
            links.extend(link.map(|link| at + link.start..at + link.end));
            Some((None, len))
        });
        self.links = links;
    }

    /// Replaces what `read` finds at the beginning of a text, and the number of bytes, by a byte or nothing. Returns
    /// whether it has found anything.
    fn replace(&mut self, mut read: impl FnMut(&[u8], usize) -> Option<(Option<u8>, usize)>) -> bool {
        let len = self.text.len();
        let (mut from, mut to) = (0, 0);
        while from < len {
            let (byte, used) = read(&self.text[from..], from).unwrap_or((Some(self.text[from]), 1));
            if let Some(byte) = byte {
                self.text[to] = byte;
                self.places[to] = (self.places[from].0, self.places[from + used - 1].1);
                to += 1;
            }
            from += used;
        }
        self.text.truncate(to);
        self.places.truncate(to);
        to < len
    }
}

/// The length of an escape sequence of a terminal at the beginning of a text, and what a command contains.
fn sequence(text: &[u8]) -> Option<(usize, Option<Range<usize>>)> {
    let (len, is_string) = escape_sequence::sequence(text).filter(|_| text[0] == ESC)?;
    let end = len - if text[len - 1] == BELL { 1 } else { 2 };
    Some((len, is_string.then_some(2..end)))
}

/// The character that an escape at the beginning of a text stands for, and the length of the escape.
fn escape(text: &[u8]) -> Option<(u8, usize)> {
    match *text {
        [b'\\', b'u', b'0', b'0', high, low, ..] => hex(&[high, low]).map(|byte| (byte, 6)),
        [b'\\', b'x', high, low, ..] => hex(&[high, low]).map(|byte| (byte, 4)),
        [b'\\', byte @ (b'/' | b'\\' | b'"' | b'\'' | b':' | b'=' | b'@' | b'&' | b'?' | b'#' | b';' | b'%'), ..] => {
            Some((byte, 2))
        }
        [b'&', b'#', ..] => numeric(text),
        [b'&', ..] => named(text),
        _ => None,
    }
}

/// `&#64;` or `&#x40;`
fn numeric(text: &[u8]) -> Option<(u8, usize)> {
    let end = text.iter().take(12).position(|byte| *byte == b';')?;
    let byte = match &text[2..end] {
        [b'x' | b'X', digits @ ..] => hex(digits)?,
        digits => number(digits, 10)?,
    };
    Some((byte, end + 1))
}

/// `&amp;`
fn named(text: &[u8]) -> Option<(u8, usize)> {
    let end = text.iter().take(8).position(|byte| *byte == b';')?;
    let found = NAMED.iter().find(|(name, _)| text[1..end].eq_ignore_ascii_case(name));
    found.map(|(_, byte)| (*byte, end + 1))
}

fn hex(digits: &[u8]) -> Option<u8> {
    number(digits, 16)
}

/// The printable ASCII character with a number.
fn number(digits: &[u8], radix: u32) -> Option<u8> {
    let digits = core::str::from_utf8(digits).ok().filter(|digits| !digits.starts_with('+'))?;
    let number = u32::from_str_radix(digits, radix).ok()?;
    u8::try_from(number).ok().filter(|byte| (b' '..=b'~').contains(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_decoded() {
        for (text, decoded) in [
            (r"https:\/\/h", Some("https://h")),
            (r"https:\\\/\\\/h", Some("https://h")),
            (r"a\u0026b\u003Dc\x40d", Some("a&b=c@d")),
            ("a&amp;b&#38;c&#x26;d&QUOT;", Some("a&b&c&d\"")),
            ("a&amp;amp;b", Some("a&b")),
            (r"a\\u0026", Some("a&")),
            (r"a\nb\u00e9\x07&eacute;&#233;&#;&#x;&;", None),
            ("a&b=c;d", None),
            (r"a\", None),
            ("a\x1b[1mb\x1b[0;31mc\x1b[m", Some("abc")),
            ("\x1b]8;;x://h\x07a\x1b]8;;\x1b\\", Some("a")),
            ("\x1b(Ba", Some("a")),
            ("\x1b[", None),
            ("\x1b]8;;x", None),
            ("&#+64;", None),
            ("", None),
        ] {
            let unescaped = unescape(text.as_bytes());
            let is = unescaped.as_ref().map(|one| String::from_utf8_lossy(&one.text).into_owned());
            assert_eq!(is.as_deref(), decoded, "{text}");
        }
    }

    #[test]
    fn offsets_are_those_of_the_text() {
        let text = r"a\\\/b&amp;c";
        let unescaped = unescape(text.as_bytes()).unwrap();
        assert_eq!(unescaped.text, b"a/b&c");
        assert_eq!(unescaped.places, [(0, 1), (1, 5), (5, 6), (6, 11), (11, 12)]);
    }
}
