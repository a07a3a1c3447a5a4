//! A block of whole lines, and the lines in it.

use std::fmt;

use crate::diagnostics::redact::Redaction;
use crate::simd::LineEnds;

/// How much of a line that is too long is kept, to tell its scheme.
pub(super) const HEAD: usize = 64;

/// Some lines of a source, with their ends.
///
/// Lines are numbered from 0 within their block, because blocks are worked on before it is known how many lines stand
/// before them.
#[derive(Default)]
pub struct Block {
    /// What has been read, and room for more.
    pub(super) bytes: Vec<u8>,
    /// How many bytes the lines have.
    pub(super) len: usize,
    /// Where they begin in the source.
    pub(super) offset: u64,
    /// Where the next block begins.
    pub(super) end: u64,
    /// The longest line that is read, in bytes.
    pub(super) longest: usize,
    /// Whether this is the head of one line, the rest of which was skipped.
    pub(super) is_head: bool,
}

impl Block {
    /// Its lines, in order.
    pub fn lines(&self) -> Lines<'_> {
        let bytes = self.bytes();
        Lines { block: self, bytes, text: self.text(), ends: LineEnds::new(bytes), start: 0, number: 0 }
    }

    /// The line that begins at the byte `start` of the block: another look at a [`InputLine`] that was met before.
    ///
    /// # Panics
    /// If `start` is behind the end of the block.
    // Inline, because what a call returns would be copied through memory for every line that needs none.
    #[inline]
    pub fn content(&self, start: usize) -> Content<'_> {
        let bytes = &self.bytes()[start..];
        let end = memchr::memchr(b'\n', bytes);
        let line = match end {
            Some(end) => without_cr(&bytes[..end]),
            None => bytes,
        };
        if self.is_head || line.len() > self.longest {
            return Content::TooLong(&line[..self.longest.min(HEAD)]);
        }
        line.into()
    }

    /// Where it begins in the source, in bytes.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Where the next block begins in the source, in bytes.
    pub const fn end(&self) -> u64 {
        self.end
    }

    /// Works on every line; what came of it, and how many there were.
    pub(super) fn fold<T: Default>(&self, work: impl Fn(&mut T, &InputLine<'_>)) -> (T, u64) {
        let mut value = T::default();
        let mut lines = self.lines();
        for line in &mut lines {
            work(&mut value, &line);
        }
        (value, lines.number)
    }

    /// All of it, where it is UTF-8: asked once for all lines, which is quicker than for each.
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

/// One line, without its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputLine<'b> {
    /// Its number in its block, from 0.
    pub number: u64,
    /// The byte of its block at which it begins.
    pub start: usize,
    /// What it holds.
    pub content: Content<'b>,
}

impl<'b> InputLine<'b> {
    /// The text, where it is one.
    #[inline]
    pub fn text(&self) -> Option<&'b str> {
        match self.content {
            Content::Text(text) => Some(text),
            Content::Bytes(..) | Content::TooLong(_) => None,
        }
    }
}

/// What a line holds. `Debug` hides passwords.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Content<'b> {
    /// UTF-8.
    Text(&'b str),
    /// Something else: the bytes, and the offset of the first that is part of no character.
    Bytes(&'b [u8], usize),
    /// More bytes than a line may have: the first of them, at most 64.
    TooLong(&'b [u8]),
}

impl<'b> From<&'b [u8]> for Content<'b> {
    /// What bytes hold that are not too long.
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
            Self::Text(text) => write!(f, "Text({:?})", Redaction::guess(text).apply(text)),
            Self::Bytes(bytes, at) => write!(f, "Bytes({} bytes, {at})", bytes.len()),
            Self::TooLong(_) => f.write_str("TooLong"),
        }
    }
}

/// The lines of a [`Block`], in order.
#[derive(Clone)]
pub struct Lines<'b> {
    block: &'b Block,
    bytes: &'b [u8],
    /// The whole block, where all of it is UTF-8.
    text: Option<&'b str>,
    ends: LineEnds<'b>,
    /// Where the next line begins.
    start: usize,
    /// The number of the next line.
    number: u64,
}

impl<'b> Iterator for Lines<'b> {
    type Item = InputLine<'b>;

    #[inline(always)]
    fn next(&mut self) -> Option<InputLine<'b>> {
        let Self { bytes, start, .. } = *self;
        let end = match self.ends.next() {
            Some(feed) => {
                self.start = feed + 1;
                start + without_cr(&bytes[start..feed]).len()
            }
            None if start < bytes.len() => {
                self.start = bytes.len();
                self.start
            }
            None => return None,
        };
        let number = self.number;
        self.number += 1;
        let content = match self.text {
            Some(text) if end - start <= self.block.longest => Content::Text(&text[start..end]),
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

#[inline]
fn without_cr(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}
