//! Escapes: `escape = "%" hex hex` (RFC 1738 §2.2, §5).
//!
//! A URL is split first, decoded second, and decoded once (R-2.2-12): the functions here are for single components.
//! Decoding gives bytes, not characters (R-2.2-2): `%E9` is one byte in no particular encoding.

use alloc::borrow::Cow;

use crate::syntax::class::Class;
use crate::text::prelude::*;

const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// The byte of the escape that `text` begins with, if any.
///
/// `hex = digit | "A" | … | "F" | "a" | … | "f"`
///
/// ```
/// use anyurl_core::authors::escape::byte;
///
/// assert_eq!((byte(b"%2Fa"), byte(b"%2"), byte(b"a%2F")), (Some(b'/'), None, None));
/// ```
#[inline]
pub fn byte(text: &[u8]) -> Option<u8> {
    match *text {
        [b'%', high, low, ..] => Some(hex(high)? << 4 | hex(low)?),
        _ => None,
    }
}

#[inline]
const fn hex(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

/// Whether `is` holds for the byte of any escape in `text`.
///
/// ```
/// use anyurl_core::authors::escape::any;
///
/// assert!(any("a%0Ab", |byte| byte == b'\n'));
/// assert!(!any("a%250A", |byte| byte == b'\n')); // decoded once (R-2.2-12)
/// ```
#[inline]
pub fn any(text: &str, is: impl Fn(u8) -> bool) -> bool {
    let text = text.as_bytes();
    memchr::memchr_iter(b'%', text).any(|at| byte(&text[at..]).is_some_and(&is))
}

/// Decodes a component: replaces each escape by its byte, once.
///
/// A `%` without two hexadecimal digits, which lenient mode accepts (A-31), stays as it is. Allocates only for a `%`.
///
/// ```
/// use anyurl_core::authors::escape::decode;
///
/// assert_eq!(decode("a%2Fb").as_ref(), b"a/b");
/// assert_eq!(decode("a%252Fb").as_ref(), b"a%2Fb"); // once (R-2.2-12)
/// assert_eq!(decode("%E9").as_ref(), [0xE9]); // a byte, not a character
/// ```
pub fn decode(text: &str) -> Cow<'_, [u8]> {
    if memchr::memchr(b'%', text.as_bytes()).is_none() {
        return Cow::Borrowed(text.as_bytes());
    }
    Cow::Owned(bytes(text).map(|(_, byte)| byte).collect())
}

/// Returns an iterator over the bytes of a decoded component, each with the offset in `text` at which it is written.
///
/// Unlike [`decode`], it never allocates.
///
/// ```
/// use anyurl_core::authors::escape::bytes;
///
/// assert_eq!(bytes("a%2Fb").collect::<Vec<_>>(), [(0, b'a'), (1, b'/'), (4, b'b')]);
/// ```
pub fn bytes(text: &str) -> impl Iterator<Item = (usize, u8)> + '_ {
    let text = text.as_bytes();
    let mut at = 0;
    core::iter::from_fn(move || {
        let from = at;
        let &unescaped = text.get(from)?;
        let (byte, length) = match byte(&text[from..]) {
            Some(byte) => (byte, 3),
            None => (unescaped, 1),
        };
        at += length;
        Some((from, byte))
    })
}

/// The length of the escape or else the character that `text` begins with; 0 for the empty text.
///
/// ```
/// use anyurl_core::authors::escape::unit_len;
///
/// assert_eq!(["%41b", "%4", "\u{e9}b", ""].map(unit_len), [3, 1, 2, 0]);
/// ```
pub fn unit_len(text: &str) -> usize {
    match byte(text.as_bytes()) {
        Some(_) => 3,
        None => text.chars().next().map_or(0, char::len_utf8),
    }
}

/// Encodes bytes: writes those of `class` as they are, and all others as escapes in upper case.
///
/// ```
/// use anyurl_core::authors::Class;
/// use anyurl_core::authors::escape::encode;
///
/// static FSEGMENT: Class = Class::uchar("fsegment").and(b"?:@&=");
/// let mut text = String::new();
/// encode(b"/etc/motd", &FSEGMENT, &mut text);
/// assert_eq!(text, "%2Fetc%2Fmotd");
/// ```
pub fn encode(bytes: &[u8], class: &Class, to: &mut String) {
    for &byte in bytes {
        if class.has(byte) {
            to.push(char::from(byte));
        } else {
            push_escape(byte, to);
        }
    }
}

/// Defines which bytes of a component are written as they are, and which as escapes (R-2.2-7).
///
/// Unlike [`Class`], it can be made at run time, for schemes that are declared in a file.
///
/// ```
/// use anyurl_core::authors::Class;
/// use anyurl_core::authors::escape::Escaping;
///
/// static FSEGMENT: Class = Class::uchar("fsegment").and(b"?:@&=");
/// let mut text = String::new();
/// Escaping::outside(&FSEGMENT).write(b"a/b?;\xE9", &mut text);
/// assert_eq!(text, "a%2Fb?%3B%E9");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Escaping {
    /// A bit for each byte that is written as it is.
    unescaped: [u128; 2],
    /// A byte whose last occurrence is written as it is too.
    last: Option<u8>,
}

impl Escaping {
    /// For a rule without escapes: bytes are written as they are, and parsing rejects those that are not allowed.
    ///
    /// Bytes outside US-ASCII still become escapes, because a text could not hold them otherwise.
    ///
    /// ```
    /// use anyurl_core::authors::escape::Escaping;
    ///
    /// let mut text = String::new();
    /// Escaping::NONE.write("a b\u{e9}".as_bytes(), &mut text);
    /// assert_eq!(text, "a b%C3%A9");
    /// ```
    pub const NONE: Self = Self { unescaped: [u128::MAX, 0], last: None };

    /// Escapes the bytes outside `class`.
    pub const fn outside(class: &Class) -> Self {
        let mut unescaped = [0; 2];
        let mut byte = 0;
        while byte <= u8::MAX as usize {
            #[expect(clippy::cast_possible_truncation, reason = "the loop ends at 255")]
            if class.has(byte as u8) {
                unescaped[byte / 128] |= 1 << (byte % 128);
            }
            byte += 1;
        }
        Self { unescaped, last: None }
    }

    /// Does not escape the last `byte` of a text, such as the `@` of a message-id.
    #[must_use]
    pub const fn but_last(mut self, byte: u8) -> Self {
        self.last = Some(byte);
        self
    }

    /// Also escapes `byte`, such as the delimiter of a list whose element is written.
    #[must_use]
    pub const fn and(mut self, byte: u8) -> Self {
        self.unescaped[byte as usize / 128] &= !(1 << (byte % 128));
        self
    }

    /// Whether a byte is written as it is at every position.
    pub const fn leaves(&self, byte: u8) -> bool {
        self.unescaped[byte as usize / 128] >> (byte % 128) & 1 == 1
    }

    /// As this, and also escapes the bytes outside a class.
    pub(crate) const fn only(self, class: &Class) -> Self {
        let [low, high] = Self::outside(class).unescaped;
        Self { unescaped: [self.unescaped[0] & low, self.unescaped[1] & high], last: None }
    }

    /// Writes bytes as the text of a component.
    pub fn write(&self, bytes: &[u8], to: &mut String) {
        for (byte, is_unescaped) in self.each(bytes) {
            if is_unescaped {
                to.push(char::from(byte));
            } else {
                push_escape(byte, to);
            }
        }
    }

    /// The index of the byte whose written form contains `offset`.
    pub(crate) fn byte_at(&self, bytes: &[u8], offset: usize) -> usize {
        let mut end = 0;
        self.each(bytes)
            .take_while(|(_, is_unescaped)| {
                end += if *is_unescaped { 1 } else { 3 };
                end <= offset
            })
            .count()
    }

    /// Each byte, and whether it is written as it is.
    fn each<'o>(&self, bytes: &'o [u8]) -> impl Iterator<Item = (u8, bool)> + use<'o> {
        let escaping = *self;
        let last = self.last.and_then(|last| bytes.iter().rposition(|byte| *byte == last));
        let bytes = bytes.iter().copied().enumerate();
        bytes.map(move |(n, byte)| (byte, escaping.leaves(byte) || last == Some(n)))
    }
}

/// The escape of a byte, in upper case: `%` and two digits.
pub const fn escape(byte: u8) -> [u8; 3] {
    [b'%', HEX[(byte >> 4) as usize], HEX[(byte & 15) as usize]]
}

/// Writes one byte as an escape, in upper case.
pub fn push_escape(byte: u8, to: &mut String) {
    to.extend(escape(byte).map(char::from));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_survives_encode_and_decode() {
        let all: Vec<u8> = (0..=255).collect();
        let mut text = String::new();
        encode(&all, &Class::uchar("uchar"), &mut text);
        assert_eq!(decode(&text).as_ref(), all);
    }

    #[test]
    fn any_escape() {
        for (text, found) in [("a%0Ab", true), ("%41%0a", true), ("a%250A", false), ("\n%0%0", false), ("", false)] {
            assert_eq!(any(text, |byte| byte == b'\n'), found, "{text}");
        }
    }

    #[test]
    fn escaping_agrees_with_its_class() {
        let class = Class::uchar("uchar");
        let escaping = Escaping::outside(&class).but_last(b'@');
        let write = |bytes: &[u8]| {
            let mut text = String::new();
            escaping.write(bytes, &mut text);
            text
        };
        for byte in 0..=255 {
            assert_eq!(escaping.leaves(byte), class.has(byte), "{byte:#x}");
            assert_eq!(Escaping::NONE.leaves(byte), byte.is_ascii());
            assert!(!Escaping::NONE.and(byte).leaves(byte));
        }
        assert_eq!(write(b"a@b@c"), "a%40b@c");
        let indices: Vec<_> = (0..7).map(|n| escaping.byte_at(b"a@b@c", n)).collect();
        assert_eq!(indices, [0, 1, 1, 1, 2, 3, 4]);
    }

    #[test]
    fn escapes_need_two_digits() {
        for (text, expect) in
            [("%2F", Some(b'/')), ("%2f", Some(b'/')), ("%4", None), ("%", None), ("%%41", None), ("a", None)]
        {
            assert_eq!(byte(text.as_bytes()), expect, "{text}");
        }
        let digit = |byte: u8| char::from(byte).to_digit(16);
        for (high, low) in (0..=255).flat_map(|high| (0..=255).map(move |low| (high, low))) {
            let expect = digit(high).zip(digit(low)).map(|(high, low)| high * 16 + low);
            assert_eq!(byte(&[b'%', high, low]).map(u32::from), expect, "{high:#x} {low:#x}");
        }
    }

    #[test]
    fn a_bare_percent_is_kept() {
        assert_eq!(decode("50%-%zz%41").as_ref(), b"50%-%zzA");
    }
}
