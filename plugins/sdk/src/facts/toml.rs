//! A writer of TOML that runs at compile time, and therefore without memory of its own.

/// A text of at most `N` bytes. What does not fit is only counted: with `N = 0`, this is how its length is found.
pub(super) struct Toml<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

impl<const N: usize> Toml<N> {
    pub(super) const fn new() -> Self {
        Self { bytes: [0; N], len: 0 }
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    pub(super) const fn into_bytes(self) -> [u8; N] {
        assert!(self.len == N, "the text has a different length");
        self.bytes
    }

    const fn byte(&mut self, byte: u8) {
        if self.len < N {
            self.bytes[self.len] = byte;
        }
        self.len += 1;
    }

    pub(super) const fn raw(&mut self, text: &str) {
        let mut i = 0;
        while i < text.len() {
            self.byte(text.as_bytes()[i]);
            i += 1;
        }
    }

    /// Writes a basic string, with its quotation marks. The text is UTF-8.
    pub(super) const fn string(&mut self, text: &[u8]) {
        self.byte(b'"');
        let mut i = 0;
        while i < text.len() {
            self.character(text[i]);
            i += 1;
        }
        self.byte(b'"');
    }

    const fn character(&mut self, byte: u8) {
        match byte {
            b'\n' => self.raw("\\n"),
            b'\r' => self.raw("\\r"),
            b'\t' => self.raw("\\t"),
            b'"' | b'\\' => {
                self.byte(b'\\');
                self.byte(byte);
            }
            0x00..=0x1F | 0x7F => {
                self.raw("\\u00");
                self.byte(b'0' + (byte >> 4));
                self.byte(b"0123456789ABCDEF"[(byte & 0xF) as usize]);
            }
            _ => self.byte(byte),
        }
    }

    pub(super) const fn number(&mut self, number: u32) {
        if number > 9 {
            self.number(number / 10);
        }
        self.byte(b'0' + (number % 10) as u8);
    }

    /// Writes `key = `.
    pub(super) const fn key(&mut self, key: &str) {
        self.raw(key);
        self.raw(" = ");
    }

    /// Writes `key = "value"` and the end of the line.
    pub(super) const fn line(&mut self, key: &str, value: &str) {
        self.key(key);
        self.string(value.as_bytes());
        self.byte(b'\n');
    }

    pub(super) const fn line_if_any(&mut self, key: &str, value: &str) {
        if !value.is_empty() {
            self.line(key, value);
        }
    }

    /// Begins an array with one table on each line.
    pub(super) const fn begin_rows(&mut self, key: &str) {
        self.key(key);
        self.byte(b'[');
    }

    pub(super) const fn begin_row(&mut self, is_first: bool) {
        self.raw(if is_first { "\n  { " } else { ",\n  { " });
    }

    pub(super) const fn first_field(&mut self, key: &str, value: &[u8]) {
        self.key(key);
        self.string(value);
    }

    pub(super) const fn field(&mut self, key: &str, value: &[u8]) {
        self.raw(", ");
        self.first_field(key, value);
    }

    pub(super) const fn field_if_any(&mut self, key: &str, value: &[u8]) {
        if !value.is_empty() {
            self.field(key, value);
        }
    }

    pub(super) const fn end_row(&mut self) {
        self.raw(" }");
    }

    pub(super) const fn end_rows(&mut self) {
        self.raw("\n]\n");
    }
}
