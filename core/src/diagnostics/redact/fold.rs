//! Normalises a text for the search for delimiters: decodes escapes repeatedly, and replaces look-alikes by the ASCII
//! characters that they resemble.
//!
//! The text is read once, with constant memory: only incomplete escapes are buffered.

/// One byte of the decoded text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) byte: u8,
    /// The bytes of the text that it stands for.
    pub(super) start: usize,
    pub(super) end: usize,
    /// The encoding depth; a look-alike counts as encoded once.
    pub(super) depth: u8,
}

/// The buffer size: escapes that are encoded in more tokens are not decoded.
const MAX_PENDING: usize = 32;

/// An iterator over the tokens of a text.
#[derive(Clone)]
pub(super) struct Fold<'t> {
    text: &'t [u8],
    at: usize,
    /// Tokens that may begin an escape or a look-alike.
    pending: [Token; MAX_PENDING],
    len: usize,
    /// The number of pending tokens already returned; `None` while they may still be combined.
    returned: Option<usize>,
    /// Whether line breaks and tabs are part of the text; browsers remove them from a URL.
    keeps_breaks: bool,
}

impl<'t> Fold<'t> {
    /// The tokens from an offset on.
    pub(super) fn new(text: &'t [u8], from: usize, keeps_breaks: bool) -> Self {
        let nothing = Token { byte: 0, start: 0, end: 0, depth: 0 };
        Self { text, at: from, pending: [nothing; MAX_PENDING], len: 0, returned: None, keeps_breaks }
    }

    /// Adds a byte; returns its token at once if it begins neither an escape nor a look-alike.
    fn take(&mut self, byte: u8) -> Option<Token> {
        let token = Token { byte, start: self.at, end: self.at + 1, depth: 0 };
        self.at += 1;
        if !self.keeps_breaks && matches!(byte, b'\t' | b'\n' | b'\r') {
            return None;
        }
        if self.len == 0 && !begins(byte) {
            return Some(token);
        }
        self.pending[self.len] = token;
        self.len += 1;
        while self.reduce() {}
        if self.len == MAX_PENDING || !self.is_open() {
            self.returned = Some(0);
        }
        None
    }

    /// Replaces the last tokens by one, if they are an escape or a look-alike.
    fn reduce(&mut self) -> bool {
        let pending = &self.pending[..self.len];
        let Some((count, byte)) = escape(pending).or_else(|| look_alike_of(pending)) else {
            return false;
        };
        let parts = &pending[pending.len() - count..];
        let deepest = parts.iter().map(|part| part.depth).max().unwrap_or(0);
        let is_escape = parts[0].byte == b'%';
        let token = Token {
            byte,
            start: parts[0].start,
            end: parts[count - 1].end,
            depth: if is_escape { deepest.saturating_add(1) } else { deepest.max(1) },
        };
        self.len -= count;
        if is_escape || byte != INVISIBLE {
            self.pending[self.len] = token;
            self.len += 1;
        }
        self.len > 0
    }

    /// Whether the pending tokens may still become an escape or a look-alike.
    fn is_open(&self) -> bool {
        match self.pending[..self.len] {
            [] => true,
            [.., before, last] if last.byte.is_ascii_hexdigit() => before.byte == b'%',
            [.., before, last] if is_continuation(last.byte) => begins(before.byte),
            [.., last] => begins(last.byte),
        }
    }
}

impl Iterator for Fold<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        loop {
            if let Some(returned) = self.returned {
                if returned < self.len {
                    self.returned = Some(returned + 1);
                    return Some(self.pending[returned]);
                }
                (self.returned, self.len) = (None, 0);
            }
            match self.text.get(self.at) {
                Some(&byte) => {
                    if let Some(token) = self.take(byte) {
                        return Some(token);
                    }
                }
                None if self.len == 0 => return None,
                None => self.returned = Some(0),
            }
        }
    }
}

/// The number of tokens of an escape at the end, `%` and two digits, and its byte.
fn escape(tokens: &[Token]) -> Option<(usize, u8)> {
    match *tokens {
        [.., Token { byte: b'%', .. }, high, low] => Some((3, hex(high.byte)? << 4 | hex(low.byte)?)),
        _ => None,
    }
}

/// The number of tokens of a look-alike at the end, and the byte that it resembles.
fn look_alike_of(tokens: &[Token]) -> Option<(usize, u8)> {
    let three = match *tokens {
        [.., a, b, c] => look_alike(&[a.byte, b.byte, c.byte]),
        _ => None,
    };
    let two = match *tokens {
        [.., a, b] => look_alike(&[a.byte, b.byte]),
        _ => None,
    };
    let three = three.map(|byte| (3, byte));
    three.or(two.map(|byte| (2, byte)))
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

/// Whether a byte may be the first of an escape or of a look-alike.
fn begins(byte: u8) -> bool {
    matches!(byte, b'%' | 0xC0..=0xC2 | 0xE2 | 0xEA | 0xEF)
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Marks invisible characters, which are removed.
const INVISIBLE: u8 = 0;

/// The ASCII byte that a UTF-8 sequence, even an overlong one, resembles.
///
/// Look-alikes are the characters whose compatibility decomposition is ASCII, and mathematical and phonetic slashes and
/// colons.
pub(crate) fn look_alike(bytes: &[u8]) -> Option<u8> {
    let byte = match *bytes {
        // Overlong encodings of ASCII.
        [lead @ (0xC0 | 0xC1), tail] if is_continuation(tail) => (lead & 1) << 6 | tail & 0x3F,
        // The soft hyphen, zero-width characters, the word joiner and the byte order mark.
        [0xC2, 0xAD] | [0xE2, 0x80, 0x8B..=0x8F] | [0xE2, 0x81, 0xA0] | [0xEF, 0xBB, 0xBF] => INVISIBLE,
        // Full-width forms, U+FF01 to U+FF5E.
        [0xEF, 0xBC, tail @ 0x81..=0xBF] => tail - 0x60,
        [0xEF, 0xBD, tail @ 0x80..=0x9E] => tail - 0x20,
        // U+FE55, U+FE13, U+2236 and U+A789.
        [0xEF, 0xB9, 0x95] | [0xEF, 0xB8, 0x93] | [0xE2, 0x88, 0xB6] | [0xEA, 0x9E, 0x89] => b':',
        // U+2044, U+2215 and U+29F8.
        [0xE2, 0x81, 0x84] | [0xE2, 0x88, 0x95] | [0xE2, 0xA7, 0xB8] => b'/',
        // U+FE68, U+2216, U+29F5 and U+29F9.
        [0xEF, 0xB9, 0xA8] | [0xE2, 0x88, 0x96] | [0xE2, 0xA7, 0xB5 | 0xB9] => b'\\',
        // U+FE56, U+FE5F, U+FE6A and U+FE6B.
        [0xEF, 0xB9, 0x96] => b'?',
        [0xEF, 0xB9, 0x9F] => b'#',
        [0xEF, 0xB9, 0xAA] => b'%',
        [0xEF, 0xB9, 0xAB] => b'@',
        _ => return None,
    };
    Some(byte)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::prelude::*;

    fn folded(text: &str) -> String {
        let bytes = Fold::new(text.as_bytes(), 0, false).map(|token| token.byte);
        String::from_utf8_lossy(&bytes.collect::<Vec<_>>()).into_owned()
    }

    /// What begins no escape is not held, so that it takes no place of one.
    #[test]
    fn an_escape_after_a_long_text() {
        for before in 0..2 * MAX_PENDING {
            let text = format!("%{}", "x".repeat(before));
            assert_eq!(folded(&(text.clone() + "%3a")), text + ":");
        }
    }

    #[test]
    fn escapes_are_decoded_repeatedly() {
        for (text, expect) in [
            ("", ""),
            ("a:b@c", "a:b@c"),
            ("%3a%3A", "::"),
            ("%253A%25253a", "::"),
            ("%%33%41", ":"),
            ("%%32%353A", ":"),
            ("%4%31", "A"),
            ("%zz%4", "%zz%4"),
            ("%%%41", "%%A"),
            ("%%34%31B", "AB"),
            ("\u{FF20}\u{FF1A}\u{FF0F}\u{FF3C}", "@:/\\"),
            ("\u{FF05}\u{FF13}\u{FF21}", ":"),
            ("%EF%BC%A0%25EF%25BC%259A", "@:"),
            ("%EF%BC%853A", ":"),
            ("%C0%BA%C1%80", ":@"),
            ("a\u{200B}\u{AD}b\tc\r\nd", "abcd"),
            ("\u{2215}\u{2236}\u{FE6B}", "/:@"),
            ("\u{e9}\u{20ac}\u{1F600}", "\u{e9}\u{20ac}\u{1F600}"),
            ("%EF\u{FF20}", "\u{FFFD}@"),
            ("%%C0%BA", "%:"),
        ] {
            assert_eq!(folded(text), expect, "{text}");
        }
    }

    #[test]
    fn look_alikes_and_no_others() {
        let named = [
            (':', "\u{FE55}\u{FE13}\u{2236}\u{A789}"),
            ('/', "\u{2044}\u{2215}\u{29F8}"),
            ('\\', "\u{FE68}\u{2216}\u{29F5}\u{29F9}"),
            ('?', "\u{FE56}"),
            ('#', "\u{FE5F}"),
            ('%', "\u{FE6A}"),
            ('@', "\u{FE6B}"),
            ('\0', "\u{AD}\u{200B}\u{200C}\u{200D}\u{200E}\u{200F}\u{2060}\u{FEFF}"),
        ];
        for one in '\u{80}'..='\u{10FFFF}' {
            let named = named.iter().find(|(_, all)| all.contains(one)).map(|(byte, _)| *byte as u8);
            let full_width = (b'!'..=b'~').find(|byte| one as u32 == u32::from(*byte) + 0xFEE0);
            let found = look_alike(one.encode_utf8(&mut [0; 4]).as_bytes());
            assert_eq!(found, named.or(full_width), "{one:?} {:x}", one as u32);
        }
        for byte in 0..0x80 {
            assert_eq!(look_alike(&[0xC0 | byte >> 6, 0x80 | byte & 0x3F]), Some(byte));
        }
    }

    /// The tokens cover the text without gaps, in order.
    #[test]
    fn tokens_cover_the_text() {
        for part in ["%", "%4", "%%4", "\u{FF20}%", "%EF", "%EF%BC", "%2525"] {
            for count in [1, 2, 31, 32, 33, 100] {
                let text = part.repeat(count) + "x";
                let tokens: Vec<_> = Fold::new(text.as_bytes(), 0, false).collect();
                let mut end = 0;
                for token in &tokens {
                    assert_eq!(token.start, end, "{text}");
                    end = token.end;
                }
                assert_eq!(end, text.len(), "{text}");
            }
        }
    }

    #[test]
    fn tokens_have_an_encoding_depth() {
        let depths: Vec<_> =
            Fold::new("a%41%2541%252541\u{FF21}".as_bytes(), 0, false).map(|token| token.depth).collect();
        assert_eq!(depths, [0, 1, 2, 3, 1]);
    }
}
