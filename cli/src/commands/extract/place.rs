//! The line and column of a byte in a stream, of which only the end is kept.

use crate::input::UTF_8_MARK;

/// A line and a column, both from 1; the column counts characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) line: u64,
    pub(super) column: u64,
}

/// Finds the places of bytes, asked in ascending order.
#[derive(Debug)]
pub(super) struct Places {
    /// The place of the first byte that was not passed.
    at: Place,
    /// The offset of that byte in the stream.
    offset: u64,
    /// The text before the end of the stream. What was passed is removed for each block, not for each place.
    text: Vec<u8>,
    /// The length of what was passed.
    passed: usize,
}

impl Places {
    pub(super) const fn new() -> Self {
        Self { at: Place { line: 1, column: 1 }, offset: 0, text: Vec::new(), passed: 0 }
    }

    /// Adds the next bytes of the stream.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        if self.offset == 0 && self.text.is_empty() && bytes.starts_with(UTF_8_MARK) {
            // The mark is a character that no editor counts.
            self.at.column = 0;
        }
        self.text.drain(..std::mem::take(&mut self.passed));
        self.text.extend_from_slice(bytes);
    }

    /// The place of a byte that is not before the last one that was asked for.
    pub(super) fn of(&mut self, offset: u64) -> Place {
        self.pass(offset);
        self.at
    }

    /// Forgets the bytes before an offset.
    pub(super) fn pass(&mut self, offset: u64) {
        let rest = &self.text[self.passed..];
        let len = usize::try_from(offset.saturating_sub(self.offset)).unwrap_or(usize::MAX).min(rest.len());
        let passed = &rest[..len];
        let of_line = match memchr::memrchr(b'\n', passed) {
            Some(last) => {
                self.at.line += memchr::memchr_iter(b'\n', passed).count() as u64;
                self.at.column = 1;
                &passed[last + 1..]
            }
            None => passed,
        };
        // The bytes that begin a character of UTF-8.
        self.at.column += of_line.iter().filter(|byte| **byte & 0xC0 != 0x80).count() as u64;
        self.offset += len as u64;
        self.passed += len;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_do_not_depend_on_the_blocks() {
        let text = "é\nab\r\n\ncd ü e".as_bytes();
        let expected: Vec<_> = (0..text.len())
            .map(|offset| {
                let before = String::from_utf8_lossy(&text[..offset]).into_owned();
                let line = before.matches('\n').count() as u64 + 1;
                (line, before.rsplit('\n').next().unwrap_or_default().chars().count() as u64 + 1)
            })
            .collect();
        for len in 1..text.len() {
            let mut places = Places::new();
            let mut found = Vec::new();
            for block in text.chunks(len) {
                places.feed(block);
            }
            for offset in 0..text.len() {
                let at = places.of(offset as u64);
                found.push((at.line, at.column));
            }
            for (n, (found, expected)) in found.iter().zip(&expected).enumerate() {
                if std::str::from_utf8(&text[..n]).is_ok() {
                    assert_eq!(found, expected, "byte {n} in blocks of {len}");
                }
            }
        }
    }
}
