//! Blocks of whole lines, and the lines in a block.

use std::fmt;

use crate::diagnostics::secrets::Secrets;
use crate::text::prelude::*;

/// The number of bytes kept of a line that is too long, which show its scheme.
pub(super) const HEAD_LEN: usize = 64;

/// Whole lines of a source, with their line ends; numbered from 0, because the lines before the block may not be
/// counted.
#[derive(Default)]
pub struct Block {
    /// The bytes that were read, and spare capacity.
    pub(super) bytes: Vec<u8>,
    /// The length of the lines.
    pub(super) len: usize,
    /// The offset of the block in the source.
    pub(super) offset: u64,
    /// The offset of the next block.
    pub(super) end: u64,
    /// The limit on the length of a line.
    pub(super) max_line_len: usize,
    /// The byte that ends a line.
    pub(super) line_end: u8,
    /// Whether the block is the head of one line whose rest was skipped.
    pub(super) is_head: bool,
}

impl Block {
    /// Returns the lines, in order.
    pub fn lines(&self) -> Lines<'_> {
        let feeds = memchr::memchr_iter(self.line_end, self.bytes());
        Lines { block: self, text: self.text(), feeds, start: 0, number: 0 }
    }

    /// Returns the content of the line that begins at the byte `start` of the block ([`InputLine::start`]).
    ///
    /// # Panics
    /// If `start` is after the end of the block.
    // Inline, since a call would copy every returned value through memory.
    #[inline]
    pub fn content(&self, start: usize) -> Content<'_> {
        let bytes = &self.bytes()[start..];
        let end = memchr::memchr(self.line_end, bytes);
        let line = match end {
            Some(end) => self.without_cr(&bytes[..end]),
            None => bytes,
        };
        if self.is_head || line.len() > self.max_line_len {
            return Content::TooLong(&line[..self.max_line_len.min(HEAD_LEN)]);
        }
        line.into()
    }

    /// A line without the CR that is a part of its end.
    #[inline]
    fn without_cr<'b>(&self, line: &'b [u8]) -> &'b [u8] {
        line.strip_suffix(b"\r").filter(|_| self.line_end == b'\n').unwrap_or(line)
    }

    /// The offset of the block in the source, in bytes.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// The offset of the next block in the source, in bytes.
    pub const fn end(&self) -> u64 {
        self.end
    }

    /// Processes every line; returns the value and the number of lines.
    pub(super) fn fold<T: Default>(&self, process: impl Fn(&mut T, &InputLine<'_>)) -> (T, u64) {
        let mut value = T::default();
        let mut lines = self.lines();
        for line in &mut lines {
            process(&mut value, &line);
        }
        (value, lines.number)
    }

    /// The whole block, if it is UTF-8. Validating it once is faster than validating each line.
    fn text(&self) -> Option<&str> {
        let bytes = self.bytes();
        std::str::from_utf8(bytes).ok().filter(|_| !self.is_head)
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

impl fmt::Debug for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Block({}..{})", self.offset, self.end)
    }
}

/// One line, without its line end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct InputLine<'b> {
    /// The number in the block, from 0.
    pub number: u64,
    /// The offset in the block, in bytes.
    pub start: usize,
    /// The content.
    pub content: Content<'b>,
}

impl<'b> InputLine<'b> {
    /// The text, if the line is valid UTF-8 within the length limit.
    #[inline]
    pub fn text(&self) -> Option<&'b str> {
        match self.content {
            Content::Text(text) => Some(text),
            Content::Bytes(..) | Content::TooLong(_) => None,
        }
    }
}

/// The content of a line. `Debug` hides passwords.
#[derive(Clone, Copy, PartialEq, Eq)]
#[expect(clippy::exhaustive_enums, reason = "a program that reads lines handles each of these")]
pub enum Content<'b> {
    /// UTF-8.
    Text(&'b str),
    /// Bytes that are not UTF-8, and the offset of the first invalid one.
    Bytes(&'b [u8], usize),
    /// A line over the length limit: its first bytes, at most 64.
    TooLong(&'b [u8]),
}

impl<'b> From<&'b [u8]> for Content<'b> {
    /// The content of a line within the length limit.
    #[inline]
    fn from(bytes: &'b [u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Text(text),
            Err(error) => Self::Bytes(bytes, error.valid_up_to()),
        }
    }
}

impl fmt::Debug for Content<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "Text({:?})", Secrets::new().mask(text)),
            Self::Bytes(bytes, at) => write!(f, "Bytes({} bytes, {at})", bytes.len()),
            Self::TooLong(_) => f.write_str("TooLong"),
        }
    }
}

/// The lines of a [`Block`], in order.
#[derive(Clone)]
pub struct Lines<'b> {
    block: &'b Block,
    /// The whole block, if it is UTF-8.
    text: Option<&'b str>,
    /// The ends of the lines from `start` on.
    feeds: memchr::Memchr<'b>,
    /// The offset of the next line.
    start: usize,
    /// The number of the next line.
    number: u64,
}

impl<'b> Iterator for Lines<'b> {
    type Item = InputLine<'b>;

    #[inline]
    fn next(&mut self) -> Option<InputLine<'b>> {
        let (bytes, start, number) = (self.block.bytes(), self.start, self.number);
        if start == bytes.len() {
            return None;
        }
        let feed = self.feeds.next();
        let end = feed.map_or(bytes.len(), |feed| start + self.block.without_cr(&bytes[start..feed]).len());
        self.start = feed.map_or(bytes.len(), |feed| feed + 1);
        self.number += 1;
        let content = match self.text {
            Some(text) if end - start <= self.block.max_line_len => Content::Text(&text[start..end]),
            _ => self.block.content(start),
        };
        Some(InputLine { number, start, content })
    }
}

impl fmt::Debug for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lines({} of {} bytes)", self.start, self.block.len)
    }
}
