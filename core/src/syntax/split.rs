//! Splits a URL into its main parts: `genericurl = scheme ":" schemepart` (RFC 1738 §2.1, §5).

use crate::diagnostics::error::{Error, ErrorKind};
use crate::diagnostics::requirement::common;
use crate::text::span::Span;

/// A text split at its first colon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Split {
    /// The name of the scheme, as written.
    pub scheme: Span,
    /// Everything after the colon.
    pub schemepart: Span,
    /// The key with which the name is looked up.
    pub(crate) key: Key,
}

/// The lookup key of a scheme name: its first eight bytes in lower case, and its length. The further bytes of a longer
/// name are hashed in, so that thousands of names with a common prefix have different keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    pub(crate) head: u64,
    pub(crate) len: u32,
}

impl Key {
    /// The number of bytes that the key holds unhashed; longer names must be compared as well.
    pub(crate) const HEAD: usize = 8;

    /// 2^64 divided by the golden ratio: spreads names that differ in one letter (Fibonacci hashing).
    pub(crate) const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

    /// Returns the key of the bytes before the first colon, or `None` if the slow path is needed: there are more than
    /// eight, or the text is shorter than eight. The bytes need not be scheme characters, but if a name has this key,
    /// they are that name.
    ///
    /// All eight bytes are processed at once, because every later offset depends on the position of the colon.
    #[inline(always)]
    pub(crate) fn short(text: &[u8]) -> Option<Self> {
        const EACH: u64 = u64::from_ne_bytes([1; Key::HEAD]);
        let head = u64::from_le_bytes(*text.first_chunk()?);
        // Colons become zero bytes; the high bit of the lowest zero byte is set in `colons`.
        let colon_is_zero = head ^ u64::from_ne_bytes([b':'; Key::HEAD]);
        let colons = colon_is_zero.wrapping_sub(EACH) & !colon_is_zero & EACH << 7;
        let len = if colons == 0 { Self::HEAD } else { colons.trailing_zeros() as usize / 8 };
        if text.get(len) != Some(&b':') {
            return None;
        }
        let before_colon = ((colons & colons.wrapping_neg()) >> 7).wrapping_sub(1);
        let folded = Self::fold(head);
        #[expect(clippy::cast_possible_truncation, reason = "at most eight")]
        Some(Self { head: folded & before_colon, len: len as u32 })
    }

    /// The key of a name of two to eight bytes. They need not be scheme characters, but if a registered name has this
    /// key, they are that name.
    #[inline]
    pub(crate) fn of_short_name(name: &str) -> Option<Self> {
        let bytes = name.as_bytes();
        // Two reads that overlap, instead of a loop.
        let head = match bytes.len() {
            2..=3 => {
                let (first, last) = (bytes.first_chunk()?, bytes.last_chunk()?);
                u64::from(u16::from_le_bytes(*first)) | u64::from(u16::from_le_bytes(*last)) << (8 * (bytes.len() - 2))
            }
            4..=7 => {
                let (first, last) = (bytes.first_chunk()?, bytes.last_chunk()?);
                u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << (8 * (bytes.len() - 4))
            }
            8 => u64::from_le_bytes(*bytes.first_chunk()?),
            _ => return None,
        };
        #[expect(clippy::cast_possible_truncation, reason = "at most eight")]
        Some(Self { head: Self::fold(head), len: bytes.len() as u32 })
    }

    /// Sets the bit that makes letters lower case and that digits, `+`, `-` and `.` have already; no other byte becomes
    /// one of these.
    #[inline(always)]
    const fn fold(head: u64) -> u64 {
        head | (head & u64::from_ne_bytes([0x40; Self::HEAD])) >> 1
    }

    /// The key of a name, if all its bytes are scheme characters.
    pub(crate) fn new(name: &str) -> Option<Self> {
        let (key, colon) = key(name.as_bytes());
        (colon == name.len()).then_some(key)
    }
}

/// `lowalpha | digit | "+" | "-" | "."`: maps scheme characters to lower case and other bytes to 0 (R-2.1-3, R-2.1-4).
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

/// Whether a name is not empty and consists of scheme characters.
pub fn is_scheme(name: &str) -> bool {
    !name.is_empty() && Key::new(name).is_some()
}

/// Whether a text can be registered as a name: that of a scheme, of a family or of a subscheme.
pub(crate) fn is_registrable(name: &str) -> bool {
    match subscheme(name) {
        Some((scheme, value)) => is_scheme(scheme) && is_scheme(value),
        None => is_scheme(family_stem(name).unwrap_or(name)),
    }
}

/// The scheme and the value that selects the subscheme: `urn` and `isbn` of `urn:isbn`. `None` for other names.
pub fn subscheme(name: &str) -> Option<(&str, &str)> {
    name.split_once(':')
}

/// The name that URLs begin with: `urn` for the subscheme `urn:isbn`.
pub fn scheme_of(name: &str) -> &str {
    subscheme(name).map_or(name, |(scheme, _)| scheme)
}

/// The beginning of all names of a family: `git+` for `git+*`. `None` if the name is that of one scheme, or invalid.
pub(crate) fn family_stem(name: &str) -> Option<&str> {
    name.strip_suffix('*').filter(|stem| stem.ends_with('+') && is_scheme(stem))
}

/// Whether a name, in any case, is that of a family with this beginning, or of one of its members.
pub(crate) fn is_in_family(name: &str, stem: &str) -> bool {
    name.len() > stem.len() && name.as_bytes()[..stem.len()].eq_ignore_ascii_case(stem.as_bytes())
}

/// Splits a text at its first colon, which ends the scheme name.
///
/// ```
/// use anyurl_core::split;
///
/// let parts = split("x-foo:a:b")?;
/// assert_eq!(parts.scheme.of("x-foo:a:b"), "x-foo");
/// assert_eq!(parts.schemepart.of("x-foo:a:b"), "a:b");
/// # Ok::<(), anyurl_core::Error>(())
/// ```
///
/// # Errors
/// A text without a colon, with an empty scheme or with other characters in it (R-2.1-1, R-2.1-3, R-2.1-5), or longer
/// than [`Span::LONGEST`] bytes.
#[inline]
pub fn split(text: &str) -> Result<Split, Error> {
    split_within(text, Span::new(0, checked_len(text.len())?))
}

/// [`split`] for the bytes `within` a text.
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

/// The length of a text, if spans can point into all of it.
#[inline]
pub(crate) fn checked_len(len: usize) -> Result<usize, Error> {
    if len > Span::LONGEST {
        return Err(Error::too_long());
    }
    Ok(len)
}

/// Returns the key of the leading scheme characters, and their number.
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

/// The most specific error for a text that does not begin with a scheme and a colon.
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
        // With a colon later on, the character is the error; without one there is no scheme at all.
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
    fn spans_point_into_the_longest_text() {
        for (len, fits) in [(0, true), (1, true), (Span::LONGEST, true), (Span::LONGEST + 1, false)] {
            let found = checked_len(len);
            assert_eq!(found.as_ref().ok(), fits.then_some(&len), "{len}");
            assert!(found.is_ok() || found.is_err_and(|error| error.kind() == ErrorKind::TooLong), "{len}");
        }
    }

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
            ("ht\u{FEFF}tp://h/", ErrorKind::Unexpected, 2..5, "R-2.1-3"),
            ("x/y:z", ErrorKind::Unexpected, 1..2, "R-2.1-3"),
            ("//h:80/", ErrorKind::Unexpected, 0..1, "R-2.1-3"),
            ("  ", ErrorKind::Missing, 0..0, "R-2.1-1"),
        ];
        for (text, kind, span, id) in rows {
            let error = split(text).expect_err(text);
            assert_eq!((error.kind(), error.span().range(), error.requirement().id()), (kind, span, id), "{text:?}");
            let is_mark = error.requirement().text() == common::BYTE_ORDER_MARK.text();
            assert_eq!(is_mark, text.starts_with('\u{FEFF}'), "{text:?}");
        }
    }

    #[test]
    fn names_with_a_common_prefix_have_different_keys() {
        let name = |n: u32| format!("com.example.scheme{n:05}");
        let keys: HashSet<u64> = (0..100_000).filter_map(|n| Some(Key::new(&name(n))?.head)).collect();
        assert_eq!(keys.len(), 100_000);
    }

    /// Bytes that are not scheme characters never have the key of a name.
    #[test]
    fn only_a_name_has_its_short_key() {
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
            let key = Key::new(name).filter(|_| len <= Key::HEAD);
            assert_eq!(Key::short(format!("{name}:a:bcdefg").as_bytes()), key);
            assert_eq!(Key::short(format!("{name}/abcdefghi").as_bytes()), None);
        }
        assert_eq!(Key::short(b"x:abcde"), None, "the slow path is needed");
    }

    #[test]
    fn short_names_have_the_same_key() {
        for len in 0..=10 {
            let name = &"aB9+-.zYxw"[..len];
            let key = Key::new(name).filter(|_| (2..=Key::HEAD).contains(&len));
            assert_eq!(Key::of_short_name(name), key, "{name}");
        }
    }

    #[test]
    fn keys_fold_ascii_and_nothing_else() {
        assert_eq!(Key::new("HTTP"), Key::new("http"));
        assert_ne!(Key::new("http"), Key::new("https"));
        assert_eq!(Key::new("htt\u{FF50}"), None);
        assert_eq!(Key::new("prospero-long").map(|key| key.len), Some(13));
        assert_eq!(Key::new("com.EXAMPLE.a"), Key::new("com.example.A"));
    }
}
