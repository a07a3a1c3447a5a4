//! Bytes that may not be UTF-8, as text.

use std::borrow::Cow;
use std::fmt::Write as _;

use anyurl::authors::escape;
use serde_json::{Value, json};

/// Bytes as text, with `\xE9` for each that is not part of a UTF-8 character.
pub(crate) fn escape_non_utf8(bytes: &[u8]) -> Cow<'_, str> {
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

/// Bytes as text, with `%E9` for each that is not US-ASCII.
pub(crate) fn escape_non_ascii(bytes: &[u8]) -> String {
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

/// Bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A JSON string if the bytes are UTF-8, or else `{"hex": "e9"}`.
pub(crate) fn to_json(bytes: &[u8]) -> Value {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => json!({ "hex": hex(bytes) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_escaped() {
        assert_eq!(escape_non_utf8(b"a\xE9\xFFb"), "a\\xE9\\xFFb");
        assert_eq!(escape_non_ascii(b"a\xE9b"), "a%E9b");
        assert_eq!(hex(b"\xE9\x00"), "e900");
    }
}
