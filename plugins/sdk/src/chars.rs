//! Byte classes of RFC 1738 §5 and RFC 3986 §2.

/// The set of bytes that a grammar rule allows; [`Cursor::run`](crate::Cursor::run) allows escapes in addition.
///
/// ```
/// use anyurl_plugin::Class;
///
/// /// `user = *[ uchar | ";" | "?" | "&" | "=" ]`
/// static USER: Class = Class::uchar().and(b";?&=");
/// assert!(USER.has(b'a') && USER.has(b';') && !USER.has(b'@'));
/// ```
#[derive(Clone, Debug)]
pub struct Class {
    bytes: [bool; 256],
}

impl Class {
    /// The empty class.
    pub const fn none() -> Self {
        Self { bytes: [false; 256] }
    }

    /// `digit`
    pub const fn digit() -> Self {
        Self::none().and(b"0123456789")
    }

    /// `alphadigit = alpha | digit`
    pub const fn alphadigit() -> Self {
        Self::digit().and(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    }

    /// `uchar` without its escapes: `alpha | digit | safe | extra`.
    pub const fn uchar() -> Self {
        Self::alphadigit().and(b"$-_.+").and(b"!*'(),")
    }

    /// `xchar` without its escapes: `unreserved | reserved`.
    pub const fn xchar() -> Self {
        Self::uchar().and(b";/?:@&=")
    }

    /// `unreserved / sub-delims` of RFC 3986 §2.
    pub const fn rfc3986() -> Self {
        Self::alphadigit().and(b"-._~").and(b"!$&'()*+,;=")
    }

    /// All bytes except some.
    pub(crate) const fn all_except(bytes: &[u8]) -> Self {
        let mut class = Self { bytes: [true; 256] };
        let mut i = 0;
        while i < bytes.len() {
            class.bytes[bytes[i] as usize] = false;
            i += 1;
        }
        class
    }

    /// Adds bytes to the class.
    #[must_use]
    pub const fn and(mut self, bytes: &[u8]) -> Self {
        let mut i = 0;
        while i < bytes.len() {
            self.bytes[bytes[i] as usize] = true;
            i += 1;
        }
        self
    }

    /// Returns whether the class contains a byte.
    #[inline]
    pub const fn has(&self, byte: u8) -> bool {
        self.bytes[byte as usize]
    }

    /// Returns the offset of the first byte of `text` at or after `from` that is not in the class, or the length of the text.
    #[inline]
    pub(crate) fn run_end(&self, text: &[u8], from: usize) -> usize {
        (from..text.len()).find(|at| !self.has(text[*at])).unwrap_or(text.len())
    }
}

/// Returns whether a text begins with `%` and two hexadecimal digits.
pub(crate) fn is_escape(bytes: &[u8]) -> bool {
    escaped(bytes).is_some()
}

/// Returns the byte of the escape with which a text begins.
pub(crate) fn escaped(bytes: &[u8]) -> Option<u8> {
    let [b'%', high, low, ..] = bytes else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    Some(digit(*high)? << 4 | digit(*low)?)
}
