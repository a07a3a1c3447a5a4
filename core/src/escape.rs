//! Escapes: `escape = "%" hex hex` (RFC 1738 §2.2, §5).
//!
//! A URL is split first, decoded second, and decoded once (R-2.2-12): the functions here are for single components.
//! What comes out are octets, not characters (R-2.2-2): `%E9` is one octet, of whatever meaning.

use std::borrow::Cow;

use crate::chars::Class;

const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// The octet for the escape that `text` begins with, if it begins with one.
///
/// `hex = digit | "A" | … | "F" | "a" | … | "f"`
#[inline]
pub fn octet(text: &[u8]) -> Option<u8> {
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

/// Whether an escape stands for such an octet.
///
/// ```
/// use locator_core::escape::any;
///
/// assert!(any("a%0Ab", |octet| octet == b'\n'));
/// assert!(!any("a%250A", |octet| octet == b'\n')); // decoded once (R-2.2-12)
/// ```
#[inline]
pub fn any(text: &str, is: impl Fn(u8) -> bool) -> bool {
    let text = text.as_bytes();
    memchr::memchr_iter(b'%', text).any(|at| octet(&text[at..]).is_some_and(&is))
}

/// The octets that a component stands for: each escape once replaced by its octet.
///
/// A `%` without two hexadecimal digits, which lenient mode lets pass (A-31), stands for itself.
/// Allocates only where there is an escape.
///
/// ```
/// use locator_core::escape::decode;
///
/// assert_eq!(decode("a%2Fb").as_ref(), b"a/b");
/// assert_eq!(decode("a%252Fb").as_ref(), b"a%2Fb"); // once (R-2.2-12)
/// assert_eq!(decode("%E9").as_ref(), [0xE9]); // an octet, not a character
/// ```
pub fn decode(text: &str) -> Cow<'_, [u8]> {
    if memchr::memchr(b'%', text.as_bytes()).is_none() {
        return Cow::Borrowed(text.as_bytes());
    }
    Cow::Owned(octets(text).map(|(_, octet)| octet).collect())
}

/// The octets that a component stands for, one by one, each with the offset in `text` where it is written.
///
/// The same as [`decode`] without allocation.
pub fn octets(text: &str) -> impl Iterator<Item = (usize, u8)> + '_ {
    let text = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        let from = at;
        let &plain = text.get(from)?;
        let (octet, length) = match octet(&text[from..]) {
            Some(octet) => (octet, 3),
            None => (plain, 1),
        };
        at += length;
        Some((from, octet))
    })
}

/// The length of what `text` begins with: one escape, or else one character; 0 for the empty text.
///
/// ```
/// use locator_core::escape::unit_len;
///
/// assert_eq!(["%41b", "%4", "\u{e9}b", ""].map(unit_len), [3, 1, 2, 0]);
/// ```
pub fn unit_len(text: &str) -> usize {
    match octet(text.as_bytes()) {
        Some(_) => 3,
        None => text.chars().next().map_or(0, char::len_utf8),
    }
}

/// Writes octets as text of a component: those of `class` as they are, every other as an escape in upper case.
///
/// ```
/// use locator_core::{chars::Class, escape::encode};
///
/// static FSEGMENT: Class = Class::uchar("fsegment").and(b"?:@&=");
/// let mut text = String::new();
/// encode(b"/etc/motd", &FSEGMENT, &mut text);
/// assert_eq!(text, "%2Fetc%2Fmotd");
/// ```
pub fn encode(octets: &[u8], class: &Class, to: &mut String) {
    for &octet in octets {
        if class.has(octet) {
            to.push(char::from(octet));
        } else {
            push_escape(octet, to);
        }
    }
}

/// Which octets of a component are written as they are, and which as escapes (R-2.2-7).
///
/// What it says is plain data, so that a scheme that is declared, and not written in Rust, has it too.
///
/// ```
/// use locator_core::chars::Class;
/// use locator_core::escape::Escaping;
///
/// static FSEGMENT: Class = Class::uchar("fsegment").and(b"?:@&=");
/// let mut text = String::new();
/// Escaping::outside(&FSEGMENT).write(b"a/b?;\xE9", &mut text);
/// assert_eq!(text, "a%2Fb?%3B%E9");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Escaping {
    /// A bit for each octet that stands for itself.
    plain: [u128; 2],
    /// An octet that, where it comes last, stands for itself too.
    last: Option<u8>,
}

impl Escaping {
    /// The rule has no escapes: what is given is written, and parsing refuses what does not fit.
    ///
    /// Octets outside US-ASCII become escapes even so, because no text could hold them otherwise.
    pub const NONE: Self = Self { plain: [u128::MAX, 0], last: None };

    /// Octets outside of `class` become escapes.
    pub const fn outside(class: &Class) -> Self {
        let mut plain = [0; 2];
        let mut octet = 0;
        while octet <= u8::MAX as usize {
            #[expect(clippy::cast_possible_truncation, reason = "the loop ends at 255")]
            if class.has(octet as u8) {
                plain[octet / 128] |= 1 << (octet % 128);
            }
            octet += 1;
        }
        Self { plain, last: None }
    }

    /// The same, and the last `octet` of a text stands for itself: the `@` of a message-id.
    #[must_use]
    pub const fn but_last(mut self, octet: u8) -> Self {
        self.last = Some(octet);
        self
    }

    /// The same, and `octet` becomes an escape: a delimiter of the list that the text is an element of.
    #[must_use]
    pub const fn and(mut self, octet: u8) -> Self {
        self.plain[octet as usize / 128] &= !(1 << (octet % 128));
        self
    }

    /// Whether an octet is written as it is, wherever it stands.
    pub const fn leaves(&self, octet: u8) -> bool {
        self.plain[octet as usize / 128] >> (octet % 128) & 1 == 1
    }

    /// Writes octets as text of a component.
    pub fn write(&self, octets: &[u8], to: &mut String) {
        for (octet, plain) in self.each(octets) {
            if plain {
                to.push(char::from(octet));
            } else {
                push_escape(octet, to);
            }
        }
    }

    /// Which of the octets stands at `offset` of the text that they are written as.
    pub(crate) fn octet_at(&self, octets: &[u8], offset: usize) -> usize {
        let mut end = 0;
        self.each(octets)
            .take_while(|(_, plain)| {
                end += if *plain { 1 } else { 3 };
                end <= offset
            })
            .count()
    }

    /// Each octet, and whether it is written as it is.
    fn each<'o>(&self, octets: &'o [u8]) -> impl Iterator<Item = (u8, bool)> + use<'o> {
        let escaping = *self;
        let last = self.last.and_then(|last| octets.iter().rposition(|octet| *octet == last));
        let octets = octets.iter().copied().enumerate();
        octets.map(move |(n, octet)| (octet, escaping.leaves(octet) || last == Some(n)))
    }
}

/// The escape of an octet, in upper case: `%` and two digits.
pub const fn of(octet: u8) -> [u8; 3] {
    [b'%', HEX[(octet >> 4) as usize], HEX[(octet & 15) as usize]]
}

/// Writes one octet as an escape, in upper case.
pub fn push_escape(octet: u8, to: &mut String) {
    to.extend(of(octet).map(char::from));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_octet_survives_encode_and_decode() {
        let all: Vec<u8> = (0..=255).collect();
        let mut text = String::new();
        encode(&all, &Class::uchar("uchar"), &mut text);
        assert_eq!(decode(&text).as_ref(), all);
    }

    #[test]
    fn escaping_is_its_class() {
        let class = Class::uchar("uchar");
        let escaping = Escaping::outside(&class).but_last(b'@');
        let write = |octets: &[u8]| {
            let mut text = String::new();
            escaping.write(octets, &mut text);
            text
        };
        for octet in 0..=255 {
            assert_eq!(escaping.leaves(octet), class.has(octet), "{octet:#x}");
            assert_eq!(Escaping::NONE.leaves(octet), octet.is_ascii());
            assert!(!Escaping::NONE.and(octet).leaves(octet));
        }
        assert_eq!(write(b"a@b@c"), "a%40b@c");
        let places: Vec<_> = (0..7).map(|n| escaping.octet_at(b"a@b@c", n)).collect();
        assert_eq!(places, [0, 1, 1, 1, 2, 3, 4]);
    }

    #[test]
    fn escapes_need_two_digits() {
        for (text, expect) in [
            ("%2F", Some(b'/')),
            ("%2f", Some(b'/')),
            ("%4g", None),
            ("%4", None),
            ("%", None),
            ("%%41", None),
            ("a", None),
        ] {
            assert_eq!(octet(text.as_bytes()), expect, "{text}");
        }
    }

    #[test]
    fn a_bare_percent_stands_for_itself() {
        assert_eq!(decode("50%-%zz%41").as_ref(), b"50%-%zzA");
    }
}
