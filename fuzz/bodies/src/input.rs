//! What an input of bytes means: a text, several texts, or choices.

use anyurl::Options;

/// The longest text that is worth the time.
const MAX_LEN: usize = 4096;

/// Strict and lenient, by the current documents and by RFC 1738.
pub const OPTIONS: [Options; 4] =
    [Options::new(), Options::new().lenient(), Options::new().rfc1738(), Options::new().rfc1738().lenient()];

/// Returns the input as a text, unless it is none.
pub fn text(data: &[u8]) -> Option<&str> {
    if data.len() > MAX_LEN {
        return None;
    }
    str::from_utf8(data).ok()
}

/// Returns the first line of a text, and the rest.
pub fn line(text: &str) -> (&str, &str) {
    text.split_once('\n').unwrap_or((text, ""))
}

/// Choices that the bytes of an input make. When they are used up, all are 0.
pub struct Choices<'d>(&'d [u8]);

impl<'d> Choices<'d> {
    /// Begins with the first byte.
    pub fn new(data: &'d [u8]) -> Self {
        Self(data)
    }

    /// Returns whether all bytes are used up.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// Returns the next four bytes as a number.
    pub fn number(&mut self) -> u32 {
        u32::from_le_bytes([(); 4].map(|()| self.byte()))
    }

    /// Returns a number below `count`, which is at most 256.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count
    }

    /// Returns one of several items.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Returns bytes, whose count is the next byte.
    pub fn bytes(&mut self) -> &'d [u8] {
        let count = usize::from(self.byte()).min(self.0.len());
        let (bytes, rest) = self.0.split_at(count);
        self.0 = rest;
        bytes
    }

    /// Returns all bytes that are left.
    pub fn rest(self) -> &'d [u8] {
        self.0
    }
}
