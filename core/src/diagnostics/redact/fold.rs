//! A text as its delimiters can be read: escapes decoded however often they were encoded, look-alikes as what they look
//! like.
//!
//! It is read once from front to back, with a fixed amount of memory: an escape that is not complete yet is held back, and
//! nothing else.

/// One byte of the decoded text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) byte: u8,
    /// Where it is written in the text.
    pub(super) start: usize,
    pub(super) end: usize,
    /// How often it was encoded; a look-alike counts as encoded once.
    pub(super) depth: u8,
}

/// More bytes than this are never held back: an escape that is taken to pieces further than that is not put together.
const HELD: usize = 32;

/// The tokens of a text.
#[derive(Clone)]
pub(super) struct Fold<'t> {
    text: &'t [u8],
    at: usize,
    /// What may be the beginning of an escape or of a look-alike.
    held: [Token; HELD],
    len: usize,
    /// How many of them were given out since it was clear that they begin nothing.
    given: Option<usize>,
    /// Whether line breaks and tabs are part of the text; browsers take them out of a URL.
    keeps_breaks: bool,
}

impl<'t> Fold<'t> {
    /// The tokens from an offset on.
    pub(super) fn new(text: &'t [u8], from: usize, keeps_breaks: bool) -> Self {
        let nothing = Token { byte: 0, start: 0, end: 0, depth: 0 };
        Self { text, at: from, held: [nothing; HELD], len: 0, given: None, keeps_breaks }
    }

    /// Takes in one byte, and gives it out at once where it begins nothing.
    fn take(&mut self, byte: u8) -> Option<Token> {
        let token = Token { byte, start: self.at, end: self.at + 1, depth: 0 };
        self.at += 1;
        if !self.keeps_breaks && matches!(byte, b'\t' | b'\n' | b'\r') {
            return None;
        }
        if self.len == 0 && !begins(byte) {
            return Some(token);
        }
        self.held[self.len] = token;
        self.len += 1;
        while self.reduce() {}
        if self.len == HELD || !self.is_open() {
            self.given = Some(0);
        }
        None
    }

    /// Puts the last tokens together to one, where they are an escape or a look-alike.
    fn reduce(&mut self) -> bool {
        let held = &self.held[..self.len];
        let Some((count, byte)) = escape(held).or_else(|| looks(held)) else {
            return false;
        };
        let parts = &held[held.len() - count..];
        let deepest = parts.iter().map(|part| part.depth).max().unwrap_or(0);
        let is_escape = parts[0].byte == b'%';
        let whole = Token {
            byte,
            start: parts[0].start,
            end: parts[count - 1].end,
            depth: if is_escape { deepest.saturating_add(1) } else { deepest.max(1) },
        };
        self.len -= count;
        if is_escape || byte != INVISIBLE {
            self.held[self.len] = whole;
            self.len += 1;
        }
        self.len > 0
    }

    /// Whether what is held back may still become something else.
    fn is_open(&self) -> bool {
        match self.held[..self.len] {
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
            if let Some(given) = self.given {
                if given < self.len {
                    self.given = Some(given + 1);
                    return Some(self.held[given]);
                }
                (self.given, self.len) = (None, 0);
            }
            match self.text.get(self.at) {
                Some(&byte) => {
                    if let Some(token) = self.take(byte) {
                        return Some(token);
                    }
                }
                None if self.len == 0 => return None,
                None => self.given = Some(0),
            }
        }
    }
}

/// How many of the last tokens are an escape, `%` and two digits, and of what.
fn escape(held: &[Token]) -> Option<(usize, u8)> {
    match *held {
        [.., Token { byte: b'%', .. }, high, low] => Some((3, hex(high.byte)? << 4 | hex(low.byte)?)),
        _ => None,
    }
}

/// How many of the last tokens are a look-alike, and of what.
fn looks(held: &[Token]) -> Option<(usize, u8)> {
    let three = match *held {
        [.., a, b, c] => look_alike(&[a.byte, b.byte, c.byte]),
        _ => None,
    };
    let two = match *held {
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

/// What characters become that cannot be seen at all: nothing.
const INVISIBLE: u8 = 0;

/// The byte that UTF-8 (be it longer than it may be) can be taken for.
///
/// These are the characters that compatibility decomposition makes ASCII of, and the slashes and colons of mathematics
/// and phonetics, which have the same shape.
fn look_alike(bytes: &[u8]) -> Option<u8> {
    let byte = match *bytes {
        // Two bytes for what needs one.
        [lead @ (0xC0 | 0xC1), tail] if is_continuation(tail) => (lead & 1) << 6 | tail & 0x3F,
        // A soft hyphen, zero-width characters, the joiner of words and the mark of a byte order.
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

    fn folded(text: &str) -> String {
        let bytes = Fold::new(text.as_bytes(), 0, false).map(|token| token.byte);
        String::from_utf8_lossy(&bytes.collect::<Vec<_>>()).into_owned()
    }

    #[test]
    fn escapes_are_decoded_however_often_they_were_encoded() {
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

    /// Whatever is held back comes out, in its order and each byte once.
    #[test]
    fn nothing_is_lost() {
        for piece in ["%", "%4", "%%4", "\u{FF20}%", "%EF", "%EF%BC", "%2525"] {
            for count in [1, 2, 31, 32, 33, 100] {
                let text = piece.repeat(count) + "x";
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
    fn a_token_knows_how_deep_it_was_encoded() {
        let depths: Vec<_> =
            Fold::new("a%41%2541%252541\u{FF21}".as_bytes(), 0, false).map(|token| token.depth).collect();
        assert_eq!(depths, [0, 1, 2, 3, 1]);
    }
}
