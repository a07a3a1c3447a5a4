//! Octets that are perhaps no text: as text, and as digits.

use std::borrow::Cow;
use std::fmt::Write as _;

use locator::escape;

/// Octets as text: those that are not UTF-8 as `\xE9`.
pub(crate) fn readable(octets: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(octets) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(octets.len());
    for chunk in octets.utf8_chunks() {
        text.push_str(chunk.valid());
        for octet in chunk.invalid() {
            let _ = write!(text, "\\x{octet:02X}");
        }
    }
    Cow::Owned(text)
}

/// Octets as lower-case hexadecimal digits.
pub(crate) fn hex(octets: &[u8]) -> String {
    octets.iter().fold(String::new(), |mut text, octet| {
        let _ = write!(text, "{octet:02x}");
        text
    })
}

/// The octets as text, with escapes for all that are not ASCII.
pub(crate) fn encoded(octets: &[u8]) -> String {
    let mut text = String::with_capacity(octets.len());
    for octet in octets {
        if octet.is_ascii() {
            text.push(char::from(*octet));
        } else {
            escape::push_escape(*octet, &mut text);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octets_are_readable() {
        assert_eq!(readable(b"a\xE9\xFFb"), "a\\xE9\\xFFb");
        assert_eq!(hex(b"\xE9\x00"), "e900");
    }
}
