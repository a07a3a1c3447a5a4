//! The character classes of RFC 1738 §2.2 and §5 as tables, and the scans over runs of them.
//!
//! | rule         | bytes                                             |
//! |--------------|----------------------------------------------------|
//! | `safe`       | `"$" \| "-" \| "_" \| "." \| "+"`                  |
//! | `extra`      | `"!" \| "*" \| "'" \| "(" \| ")" \| ","`           |
//! | `reserved`   | `";" \| "/" \| "?" \| ":" \| "@" \| "&" \| "="`    |
//! | `unreserved` | `alpha \| digit \| safe \| extra`                  |
//! | `uchar`      | `unreserved \| escape`                             |
//! | `xchar`      | `unreserved \| reserved \| escape`                 |
//!
//! A [`Class`] holds the single bytes of a rule; the alternative `escape` is read by the
//! [`Cursor`](crate::authors::Cursor), because it is three bytes long.

use crate::diagnostics::requirement::{Requirement, common, modern};
use crate::simd::{self, ByteMasks, StopSet};
use crate::text::span::Span;

/// `safe = "$" | "-" | "_" | "." | "+"` (RFC 1738 §5)
pub(crate) const SAFE: &[u8] = b"$-_.+";

/// `extra = "!" | "*" | "'" | "(" | ")" | ","` (RFC 1738 §5)
pub(crate) const EXTRA: &[u8] = b"!*'(),";

/// `reserved = ";" | "/" | "?" | ":" | "@" | "&" | "="` (RFC 1738 §5); no scheme may reserve any other (R-2.2-8).
pub(crate) const RESERVED: &[u8] = b";/?:@&=";

/// The rule `national`: unsafe characters that are common in practice, so that lenient mode accepts them (A-42).
pub(crate) const NATIONAL: &[u8] = b"{}|\\^~[]`";

/// `user = *[ uchar | ";" | "?" | "&" | "=" ]` (RFC 1738 §5)
pub static USER: Class = Class::uchar("user").and(b";?&=");

/// `password = *[ uchar | ";" | "?" | "&" | "=" ]` (RFC 1738 §5)
pub static PASSWORD: Class = Class::uchar("password").and(b";?&=");

/// `fragment = *( pchar / "/" / "?" )` (RFC 3986 §3.5): RFC 1738 does not define fragments.
pub static FRAGMENT: Class = Class::rfc3986("fragment").and(b":@/?");

/// The characters that mean the same encoded and unencoded, in every component of every scheme.
pub(crate) static UNRESERVED_EVERYWHERE: Class = Class::alphadigit("unreserved").and(b"-._");

/// `*[ alphadigit | "-" | "." ]`: the characters of host names ([`simd::is_host_byte`]).
pub(crate) static HOST_BYTES: Class = Class::alphadigit("host").and(b"-.");

/// `hex = digit | "A" | … | "F" | "a" | … | "f"` (RFC 1738 §5)
static HEX: Class = Class::none("hex").digits().and(b"ABCDEFabcdef");

/// The requirements of a document that characters outside a class break, by kind of character.
#[derive(Debug)]
pub struct CharRequirements {
    unsafe_char: &'static Requirement,
    space: &'static Requirement,
    non_ascii: &'static Requirement,
    control: &'static Requirement,
    reserved: &'static Requirement,
    pub(crate) bad_escape: &'static Requirement,
    /// Broken by an `@` in a user name or password.
    pub(crate) login_at: &'static Requirement,
}

pub(crate) static RFC1738: CharRequirements = CharRequirements {
    unsafe_char: &common::UNSAFE,
    space: &common::SPACE,
    non_ascii: &common::NON_ASCII,
    control: &common::CONTROL,
    reserved: &common::RESERVED,
    bad_escape: &common::BAD_ESCAPE,
    login_at: &common::LOGIN_AT,
};

pub(crate) static RFC3986: CharRequirements = CharRequirements {
    unsafe_char: &modern::UNSAFE,
    space: &modern::SPACE,
    non_ascii: &modern::NON_ASCII,
    control: &modern::CONTROL,
    reserved: &modern::RESERVED,
    bad_escape: &modern::BAD_ESCAPE,
    login_at: &modern::LOGIN_AT,
};

/// The single bytes of one grammar rule, with the rule's name.
///
/// ```
/// use anyurl_core::authors::Class;
///
/// /// `hsegment = *[ uchar | ";" | ":" | "@" | "&" | "=" ]`
/// static HSEGMENT: Class = Class::uchar("hsegment").and(b";:@&=");
/// assert!(HSEGMENT.has(b'~') == false && HSEGMENT.has(b'a') && HSEGMENT.has(b';'));
/// ```
#[derive(Debug)]
pub struct Class {
    rule: &'static str,
    /// A bit for each byte: a program has some fifty classes.
    bytes: [u64; 4],
    requirements: &'static CharRequirements,
    bare_percent: bool,
    /// The stop set with which a run is scanned; `None` if the class lacks a host byte, then it is scanned byte by
    /// byte.
    stops: Option<StopSet>,
}

impl Class {
    /// No bytes yet.
    pub const fn none(rule: &'static str) -> Self {
        Self { rule, bytes: [0; 4], requirements: &RFC1738, bare_percent: true, stops: None }
    }

    /// `alphadigit = alpha | digit`
    pub const fn alphadigit(rule: &'static str) -> Self {
        Self::none(rule).digits().alpha()
    }

    /// `uchar = unreserved | escape`, `unreserved = alpha | digit | safe | extra`
    pub const fn uchar(rule: &'static str) -> Self {
        Self::alphadigit(rule).and(SAFE).and(EXTRA)
    }

    /// `xchar = unreserved | reserved | escape`
    pub const fn xchar(rule: &'static str) -> Self {
        Self::uchar(rule).and(RESERVED)
    }

    /// `unreserved / sub-delims` (RFC 3986 §2), which all its components allow.
    pub const fn rfc3986(rule: &'static str) -> Self {
        let mut class = Self::alphadigit(rule).and(b"-._~").and(b"!$&'()*+,;=");
        class.requirements = &RFC3986;
        class
    }

    /// Adds bytes to the class.
    #[must_use]
    pub const fn and(mut self, bytes: &[u8]) -> Self {
        let mut i = 0;
        while i < bytes.len() {
            self.bytes[(bytes[i] >> 6) as usize] |= 1 << (bytes[i] & 63);
            i += 1;
        }
        self.stops = self.stops();
        self
    }

    /// Rejects a `%` that begins no escape in lenient mode too (A-31: mailto).
    #[must_use]
    pub const fn without_bare_percent(mut self) -> Self {
        self.bare_percent = false;
        self
    }

    const fn stops(&self) -> Option<StopSet> {
        let (mut stops, mut byte) = (Some(StopSet::NonPath), 0);
        while byte < 128 {
            if !self.has(byte) {
                if simd::is_host_byte(byte) {
                    return None;
                }
                if simd::is_path_byte(byte) {
                    stops = Some(StopSet::NonHost);
                }
            }
            byte += 1;
        }
        stops
    }

    /// `digit`
    const fn digits(self) -> Self {
        self.and(b"0123456789")
    }

    /// `alpha = lowalpha | hialpha`
    const fn alpha(self) -> Self {
        self.and(b"abcdefghijklmnopqrstuvwxyz").and(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    }

    /// The name of the rule, as the document writes it.
    pub const fn rule(&self) -> &'static str {
        self.rule
    }

    /// Whether the class contains the byte.
    #[inline]
    pub const fn has(&self, byte: u8) -> bool {
        self.bytes[(byte >> 6) as usize] >> (byte & 63) & 1 != 0
    }

    /// The number of bytes at the beginning of `bytes` that are of this class.
    #[inline]
    pub fn prefix_len(&self, bytes: &[u8]) -> usize {
        bytes.iter().position(|&byte| !self.has(byte)).unwrap_or(bytes.len())
    }

    /// Returns the offset of the first byte of `prefix` at or after `from` that is not of this class, or the length of
    /// `prefix`, which is `text` or a prefix of it. All long runs are scanned by this method or
    /// [`Class::run_end_with_escapes`].
    #[inline(always)]
    pub(crate) fn run_end(&self, text: &[u8], prefix: &[u8], from: usize, masks: &mut ByteMasks) -> usize {
        match self.stops {
            None => from + self.prefix_len(&prefix[from..]),
            Some(stops) => masks.first(text, prefix, from, stops, |_, byte| !self.has(byte)),
        }
    }

    /// [`Class::run_end`] for a rule with escapes: they are part of the run. A class that is scanned byte by byte stops
    /// at them.
    #[inline(always)]
    pub(crate) fn run_end_with_escapes(&self, text: &[u8], prefix: &[u8], from: usize, masks: &mut ByteMasks) -> usize {
        // No branch between the two digits, because the bytes after a `%` are unpredictable.
        let is_escape = |at: usize| match prefix.get(at + 1..at + 3) {
            Some([high, low]) => HEX.has(*high) & HEX.has(*low),
            _ => false,
        };
        match self.stops {
            None => from + self.prefix_len(&prefix[from..]),
            Some(stops) => {
                masks.first(text, prefix, from, stops, |at, byte| !(self.has(byte) || byte == b'%' && is_escape(at)))
            }
        }
    }

    /// Whether lenient mode accepts a bare `%` as data.
    #[inline]
    pub(crate) const fn allows_bare_percent(&self) -> bool {
        self.bare_percent
    }

    /// The requirements of the document that defines the rule.
    #[inline]
    pub(crate) const fn requirements(&self) -> &'static CharRequirements {
        self.requirements
    }
}

impl CharRequirements {
    /// The requirement that a character outside its class breaks.
    pub(crate) fn for_char(&self, found: char) -> &'static Requirement {
        match found {
            ' ' => self.space,
            '%' => self.bad_escape,
            '"' | '<' | '>' => self.unsafe_char,
            _ if !found.is_ascii() => self.non_ascii,
            _ if found.is_ascii_control() => self.control,
            _ if is_national(found) => self.unsafe_char,
            _ => self.reserved,
        }
    }
}

/// Whether lenient mode accepts the character as data where escapes are allowed (A-42, A-43).
pub fn is_tolerated(found: char) -> bool {
    found == ' ' || !found.is_ascii() || is_national(found)
}

fn is_national(found: char) -> bool {
    u8::try_from(found).is_ok_and(|byte| NATIONAL.contains(&byte))
}

/// Whether a character is ignored around a URL: SP, TAB, CR, LF, VT or FF (A-44).
pub(crate) fn is_whitespace(found: char) -> bool {
    matches!(found, ' ' | '\t' | '\r' | '\n' | '\x0B' | '\x0C')
}

/// The span of a text without the whitespace around it; all of the text if it is nothing but whitespace.
pub(crate) fn trimmed(text: &str) -> Span {
    let inner = text.trim_matches(is_whitespace);
    if inner.is_empty() {
        return Span::new(0, text.len());
    }
    let start = text.len() - text.trim_start_matches(is_whitespace).len();
    Span::new(start, start + inner.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sets of §2.2 and §5, written out by hand.
    #[test]
    fn classes_are_the_literal_sets() {
        const LETTERS_DIGITS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
        for byte in 0..=255_u8 {
            let letter_digit = LETTERS_DIGITS.as_bytes().contains(&byte);
            let unreserved = letter_digit || b"$-_.+!*'(),".contains(&byte);
            assert_eq!(Class::uchar("u").has(byte), unreserved, "uchar {byte:#x}");
            let reserved = b";/?:@&=".contains(&byte);
            assert_eq!(Class::xchar("x").has(byte), unreserved || reserved, "xchar {byte:#x}");
            assert_eq!(Class::alphadigit("a").has(byte), letter_digit, "alphadigit {byte:#x}");
        }
    }

    #[test]
    fn prefix_ends_at_the_first_byte_outside_the_class() {
        let class = Class::uchar("u");
        assert_eq!(class.prefix_len(b""), 0);
        assert_eq!(class.prefix_len(b"abc"), 3);
        assert_eq!(class.prefix_len(b"ab%41"), 2);
        assert_eq!(class.prefix_len(b"/ab"), 0);
    }

    #[test]
    fn a_quote_is_never_tolerated() {
        for found in ['"', '<', '>', '#', '\t', '\0'] {
            assert!(!is_tolerated(found), "{found:?}");
        }
        for found in ['~', '|', ' ', 'é'] {
            assert!(is_tolerated(found), "{found:?}");
        }
    }
}
