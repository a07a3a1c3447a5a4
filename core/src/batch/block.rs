//! A block of whole lines, and the lines in it.

use std::fmt;

use crate::marks::LineEnds;
use crate::redact::Redaction;

/// How much of a line that is too long is kept, to tell its scheme.
pub(super) const HEAD: usize = 64;

/// Some lines of a source, with their ends.
///
/// Lines are numbered from 0 within their block, because blocks are worked on before it is known how many lines stand
/// before them.
#[derive(Default)]
pub struct Block {
    /// What has been read, and room for more.
    pub(super) octets: Vec<u8>,
    /// How many octets the lines have.
    pub(super) len: usize,
    /// Where they begin in the source.
    pub(super) offset: u64,
    /// Where the next block begins.
    pub(super) end: u64,
    /// The longest line that is read, in octets.
    pub(super) longest: usize,
    /// Whether this is the head of one line, the rest of which was skipped.
    pub(super) is_head: bool,
}

impl Block {
    /// Its lines, in order.
    pub fn lines(&self) -> Lines<'_> {
        let octets = self.octets();
        Lines { block: self, octets, text: self.text(), ends: LineEnds::new(octets), start: 0, number: 0 }
    }

    /// The line that begins at the octet `start` of the block: another look at a [`Line`] that was met before.
    ///
    /// # Panics
    /// If `start` is behind the end of the block.
    // Inline, because what a call returns would be copied through memory for every line that needs none.
    #[inline]
    pub fn content(&self, start: usize) -> Content<'_> {
        let octets = &self.octets()[start..];
        let end = memchr::memchr(b'\n', octets);
        let line = match end {
            Some(end) => without_cr(&octets[..end]),
            None => octets,
        };
        if self.is_head || line.len() > self.longest {
            return Content::TooLong(&line[..self.longest.min(HEAD)]);
        }
        line.into()
    }

    /// Where it begins in the source, in octets.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Where the next block begins in the source, in octets.
    pub const fn end(&self) -> u64 {
        self.end
    }

    /// Works on every line; what came of it, and how many there were.
    pub(super) fn fold<T: Default>(&self, work: impl Fn(&mut T, &Line<'_>)) -> (T, u64) {
        let mut value = T::default();
        let mut lines = self.lines();
        for line in &mut lines {
            work(&mut value, &line);
        }
        (value, lines.number)
    }

    /// All of it, where it is UTF-8: asked once for all lines, which is quicker than for each.
    fn text(&self) -> Option<&str> {
        let octets = self.octets();
        std::str::from_utf8(octets).ok().filter(|_| !self.is_head)
    }

    fn octets(&self) -> &[u8] {
        &self.octets[..self.len]
    }
}

impl fmt::Debug for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Block({}..{})", self.offset, self.end)
    }
}

/// One line, without its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line<'b> {
    /// Its number in its block, from 0.
    pub number: u64,
    /// The octet of its block at which it begins.
    pub start: usize,
    /// What it holds.
    pub content: Content<'b>,
}

impl<'b> Line<'b> {
    /// The text, where it is one.
    #[inline]
    pub fn text(&self) -> Option<&'b str> {
        match self.content {
            Content::Text(text) => Some(text),
            Content::Octets(..) | Content::TooLong(_) => None,
        }
    }
}

/// What a line holds. `Debug` hides passwords.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Content<'b> {
    /// UTF-8.
    Text(&'b str),
    /// Something else: the octets, and the offset of the first that is part of no character.
    Octets(&'b [u8], usize),
    /// More octets than a line may have: the first of them, at most 64.
    TooLong(&'b [u8]),
}

impl<'b> From<&'b [u8]> for Content<'b> {
    /// What octets hold that are not too long.
    #[inline]
    fn from(octets: &'b [u8]) -> Self {
        match std::str::from_utf8(octets) {
            Ok(text) => Self::Text(text),
            Err(error) => Self::Octets(octets, error.valid_up_to()),
        }
    }
}

impl fmt::Debug for Content<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "Text({:?})", Redaction::guess(text).apply(text)),
            Self::Octets(octets, at) => write!(f, "Octets({} octets, {at})", octets.len()),
            Self::TooLong(_) => f.write_str("TooLong"),
        }
    }
}

/// The lines of a [`Block`], in order.
#[derive(Clone)]
pub struct Lines<'b> {
    block: &'b Block,
    octets: &'b [u8],
    /// The whole block, where all of it is UTF-8.
    text: Option<&'b str>,
    ends: LineEnds<'b>,
    /// Where the next line begins.
    start: usize,
    /// The number of the next line.
    number: u64,
}

impl<'b> Iterator for Lines<'b> {
    type Item = Line<'b>;

    #[inline(always)]
    fn next(&mut self) -> Option<Line<'b>> {
        let Self { octets, start, .. } = *self;
        let end = match self.ends.next() {
            Some(feed) => {
                self.start = feed + 1;
                start + without_cr(&octets[start..feed]).len()
            }
            None if start < octets.len() => {
                self.start = octets.len();
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
        Some(Line { number, start, content })
    }
}

impl fmt::Debug for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lines({} of {} octets)", self.start, self.block.len)
    }
}

#[inline]
fn without_cr(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}
