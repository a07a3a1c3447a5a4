//! The main parts: `genericurl = scheme ":" schemepart` (RFC 1738 §2.1, §5). This module knows no scheme.

use crate::diagnostics::error::{Error, ErrorKind};
use crate::diagnostics::requirement::common;
use crate::text::span::Span;

/// A text taken apart at its first colon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Split {
    /// The name of the scheme, as written.
    pub scheme: Span,
    /// What follows the colon, up to the end of the text.
    pub schemepart: Span,
    /// The name in lower case, as a number to look it up by.
    pub(crate) key: Key,
}

/// A scheme name in lower case, as its first eight bytes and its length: enough to tell nearly all names apart. Of a
/// longer name the other bytes are mixed in, so that ten thousand names which begin alike do not have one key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    pub(crate) head: u64,
    pub(crate) len: u32,
}

impl Key {
    /// How many bytes of a name the key holds; longer names need one comparison more.
    pub(crate) const HEAD: usize = 8;

    /// 2^64 divided by the golden ratio: spreads names that differ in one letter over all numbers.
    pub(crate) const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

    /// The key of what stands before the first colon, where that is at most eight bytes. They need not be scheme characters,
    /// but where a name has this key, they are that name. `None` where somebody has to look more closely.
    ///
    /// The eight bytes are looked at together: all that is read later on has to wait for where the colon is.
    #[inline(always)]
    pub(crate) fn short(text: &[u8]) -> Option<Self> {
        const EACH: u64 = u64::from_ne_bytes([1; Key::HEAD]);
        let head = u64::from_le_bytes(*text.first_chunk()?);
        // A colon becomes zero, and of what is zero the lowest has its high bit set here.
        let colon_is_zero = head ^ u64::from_ne_bytes([b':'; Key::HEAD]);
        let colons = colon_is_zero.wrapping_sub(EACH) & !colon_is_zero & EACH << 7;
        let len = if colons == 0 { Self::HEAD } else { colons.trailing_zeros() as usize / 8 };
        if text.get(len) != Some(&b':') {
            return None;
        }
        let before_colon = ((colons & colons.wrapping_neg()) >> 7).wrapping_sub(1);
        // Letters become small, by the bit that digits, `+`, `-` and `.` have already, and nothing else becomes one of these.
        let folded = head | (head & EACH << 6) >> 1;
        #[expect(clippy::cast_possible_truncation, reason = "at most eight")]
        Some(Self { head: folded & before_colon, len: len as u32 })
    }

    /// The key of a name whose bytes are all scheme characters.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let (key, colon) = key(name.as_bytes());
        (colon == name.len()).then_some(key)
    }
}

/// `lowalpha | digit | "+" | "-" | "."`, upper case folded: the folded byte, or 0 for any other (R-2.1-3, R-2.1-4).
///
/// Only ASCII folds: U+212A KELVIN SIGN is not a `k`.
const FOLDED: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte: u8 = 0;
    while byte.is_ascii() {
        let lower = byte.to_ascii_lowercase();
        if matches!(lower, b'a'..=b'z' | b'0'..=b'9' | b'+' | b'-' | b'.') {
            table[byte as usize] = lower;
        }
        byte += 1;
    }
    table
};

/// Whether every byte of a name may stand in a scheme.
pub fn is_scheme(name: &str) -> bool {
    !name.is_empty() && Key::of(name).is_some()
}

/// Takes a text apart: the first colon ends the scheme, and whatever follows belongs to the scheme.
///
/// ```
/// use locator_core::split;
///
/// let parts = split("x-foo:a:b")?;
/// assert_eq!(parts.scheme.of("x-foo:a:b"), "x-foo");
/// assert_eq!(parts.schemepart.of("x-foo:a:b"), "a:b");
/// # Ok::<(), locator_core::Error>(())
/// ```
///
/// # Errors
/// A text without a colon, with an empty scheme or with other characters in it (R-2.1-1, R-2.1-3, R-2.1-5), or longer
/// than [`Span::LONGEST`] bytes.
#[inline]
pub fn split(text: &str) -> Result<Split, Error> {
    split_within(text, Span::new(0, checked_len(text)?))
}

/// The same for the bytes `within` of a text.
#[inline]
pub(crate) fn split_within(text: &str, within: Span) -> Result<Split, Error> {
    let bytes = &text.as_bytes()[within.range()];
    let (key, colon) = key(bytes);
    if colon == 0 || bytes.get(colon) != Some(&b':') {
        return Err(no_scheme(text, within, colon));
    }
    let colon = within.start() + colon;
    Ok(Split { scheme: Span::new(within.start(), colon), schemepart: Span::new(colon + 1, within.end()), key })
}

/// The length of a text that spans can point into.
#[inline]
pub(crate) fn checked_len(text: &str) -> Result<usize, Error> {
    if text.len() > Span::LONGEST {
        return Err(Error::new(ErrorKind::TooLong, "url", "url", Span::at(Span::LONGEST), &common::TOO_LONG));
    }
    Ok(text.len())
}

/// Reads scheme characters into a key; gives how many there were.
#[inline]
fn key(bytes: &[u8]) -> (Key, usize) {
    let mut head = 0;
    let mut len = 0;
    while let Some(&byte) = bytes.get(len) {
        let folded = FOLDED[usize::from(byte)];
        if folded == 0 {
            break;
        }
        if len < Key::HEAD {
            head |= u64::from(folded) << (8 * len);
        } else {
            head = (head ^ u64::from(folded)).wrapping_mul(Key::SPREAD).rotate_left(23);
        }
        len += 1;
    }
    #[expect(clippy::cast_possible_truncation, reason = "no text is longer than a span can count")]
    (Key { head, len: len as u32 }, len)
}

/// Why the text does not begin with a scheme and a colon, as exactly as can be said.
#[cold]
fn no_scheme(text: &str, within: Span, len: usize) -> Error {
    let error = |kind, span, requirement| Error::new(kind, "scheme", "scheme", span, requirement);
    let inner = within.of(text);
    let at = within.start() + len;
    let blank = inner.len() - inner.trim_start_matches(crate::syntax::class::is_whitespace).len();
    match inner[len..].chars().next() {
        Some('\u{FEFF}') if len == 0 => {
            let span = Span::new(at, at + '\u{FEFF}'.len_utf8());
            error(ErrorKind::Unexpected, span, &common::BYTE_ORDER_MARK).found(Some('\u{FEFF}'))
        }
        Some('/') if len > 0 && inner[len..].starts_with("//") => {
            error(ErrorKind::Missing, Span::at(at), &common::NO_COLON)
        }
        _ if blank > 0 && blank < inner.len() => {
            let span = Span::new(within.start(), within.start() + blank);
            error(ErrorKind::Unexpected, span, &common::AROUND).found(inner.chars().next())
        }
        Some(':') => error(ErrorKind::Missing, Span::at(at), &common::SCHEME_EMPTY),
        // With a colon later on, the character is what is wrong; without one there is no scheme at all.
        Some(found) if inner[len..].contains(':') => {
            error(ErrorKind::Unexpected, Span::new(at, at + found.len_utf8()), &common::SCHEME_CHAR).found(Some(found))
        }
        _ => error(ErrorKind::Missing, Span::at(within.start()), &common::NO_SCHEME),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_ascii_character_in_a_scheme() {
        for c in (0..128_u8).map(char::from) {
            let allowed = c.is_ascii_alphanumeric() || "+-.".contains(c);
            assert_eq!(split(&format!("x{c}y:z")).is_ok(), allowed || c == ':', "{c:?} in the middle");
            assert_eq!(split(&format!("{c}:x")).is_ok(), allowed, "{c:?} first");
        }
    }

    #[test]
    fn errors_point() {
        let rows = [
            ("", ErrorKind::Missing, 0..0, "R-2.1-1"),
            ("foo", ErrorKind::Missing, 0..0, "R-2.1-1"),
            ("/p", ErrorKind::Missing, 0..0, "R-2.1-1"),
            (":", ErrorKind::Missing, 0..0, "R-2.1-5"),
            ("foo_bar:x", ErrorKind::Unexpected, 3..4, "R-2.1-3"),
            ("K\u{212A}:bar", ErrorKind::Unexpected, 1..4, "R-2.1-3"),
            ("  http://h/", ErrorKind::Unexpected, 0..2, "A-44"),
            ("https//h/", ErrorKind::Missing, 5..5, "R-2.1-1"),
            ("\u{FEFF}http://h/", ErrorKind::Unexpected, 0..3, "R-2.1-3"),
        ];
        for (text, kind, span, id) in rows {
            let error = split(text).expect_err(text);
            assert_eq!((error.kind(), error.span().range(), error.requirement().id()), (kind, span, id), "{text:?}");
        }
    }

    #[test]
    fn names_that_begin_alike_have_keys_of_their_own() {
        let name = |n: u32| format!("com.example.scheme{n:05}");
        let keys: HashSet<u64> = (0..100_000).filter_map(|n| Some(Key::of(&name(n))?.head)).collect();
        assert_eq!(keys.len(), 100_000);
    }

    /// Whatever the bytes: what has the key of a name is that name.
    #[test]
    fn short_keys_are_those_of_names_alone() {
        for byte in 0..=u8::MAX {
            let text = [&[byte], ":abcdefg".as_bytes()].concat();
            let key = Key::short(&text).expect("eight bytes, and a colon among them");
            let [folded, ..] = key.head.to_le_bytes();
            match FOLDED[usize::from(byte)] {
                _ if byte == b':' => assert_eq!(key.len, 0),
                0 => assert_eq!(FOLDED[usize::from(folded)], 0, "{byte:#x} is no letter"),
                lower => assert_eq!((folded, key.len), (lower, 1), "{byte:#x}"),
            }
        }
        for len in 1..=10 {
            let name = &"aB9+-.zYxw"[..len];
            let key = Key::of(name).filter(|_| len <= Key::HEAD);
            assert_eq!(Key::short(format!("{name}:a:bcdefg").as_bytes()), key);
            assert_eq!(Key::short(format!("{name}/abcdefghi").as_bytes()), None);
        }
        assert_eq!(Key::short(b"x:abcde"), None, "somebody else looks at it");
    }

    #[test]
    fn keys_fold_ascii_and_nothing_else() {
        assert_eq!(Key::of("HTTP"), Key::of("http"));
        assert_ne!(Key::of("http"), Key::of("https"));
        assert_eq!(Key::of("htt\u{FF50}"), None);
        assert_eq!(Key::of("prospero-long").map(|key| key.len), Some(13));
        assert_eq!(Key::of("com.EXAMPLE.a"), Key::of("com.example.A"));
    }
}
