//! Bytes that are perhaps no text: as text, and as digits.

use std::borrow::Cow;
use std::fmt::Write as _;

use locator::syntax::escape;

/// Bytes as text: those that are not UTF-8 as `\xE9`.
pub(crate) fn readable(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02X}");
        }
    }
    Cow::Owned(text)
}

/// Bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The bytes as text, with escapes for all that are not ASCII.
pub(crate) fn encoded(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for byte in bytes {
        if byte.is_ascii() {
            text.push(char::from(*byte));
        } else {
            escape::push_escape(*byte, &mut text);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_readable() {
        assert_eq!(readable(b"a\xE9\xFFb"), "a\\xE9\\xFFb");
        assert_eq!(hex(b"\xE9\x00"), "e900");
    }
}
