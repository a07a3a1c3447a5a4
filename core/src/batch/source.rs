//! Reading a source in blocks of whole lines.

use std::fmt;
use std::io::{self, Read};

use super::block::{Block, HEAD_LEN};
use crate::text::prelude::*;

/// A source of lines.
pub(super) struct Source<R> {
    reader: R,
    /// The number of bytes per read.
    size: usize,
    /// The limit on the length of a line.
    max_line_len: usize,
    /// The byte that ends a line.
    line_end: u8,
    /// Bytes that were read after the last line end: less than one block.
    rest: Vec<u8>,
    /// The offset in the source.
    offset: u64,
}

impl<R: Read> Source<R> {
    pub(super) fn new(reader: R, size: usize, max_line_len: usize, line_end: u8) -> Self {
        Self { reader, size, max_line_len, line_end, rest: Vec::new(), offset: 0 }
    }

    /// The length of the buffer of a block without long lines.
    pub(super) const fn size(&self) -> usize {
        self.size
    }

    /// The limit on bytes that are read and not delivered.
    pub(super) fn max_pending(&self) -> usize {
        self.max_line_len.max(self.size)
    }

    /// Reads until a line ends, and fills the block up to the last line end; returns `false` at the end of the source.
    pub(super) fn fill(&mut self, block: &mut Block) -> io::Result<bool> {
        self.begin(block);
        let mut searched = 0;
        let mut held = self.rest.len();
        loop {
            let fresh = &block.bytes[searched..held];
            if let Some(found) = memchr::memrchr(self.line_end, fresh) {
                self.end(block, searched + found + 1, held);
                return Ok(true);
            }
            // One more byte can be the CR of a line end.
            if held > self.max_line_len.saturating_add(1) {
                return self.skip(block, held);
            }
            searched = held;
            held += self.read(&mut block.bytes, held)?;
            if held == searched {
                self.end(block, held, held);
                return Ok(held > 0);
            }
        }
    }

    /// Begins a block with the remaining bytes.
    fn begin(&mut self, block: &mut Block) {
        // Releases the memory that a long line required.
        block.bytes.resize(self.size, 0);
        block.bytes.shrink_to(self.size);
        block.bytes[..self.rest.len()].copy_from_slice(&self.rest);
        block.offset = self.offset;
        block.max_line_len = self.max_line_len;
        block.line_end = self.line_end;
        block.is_head = false;
    }

    /// Ends the block after `len` bytes, and keeps the bytes after them.
    fn end(&mut self, block: &mut Block, len: usize, held: usize) {
        self.rest.clear();
        self.rest.extend_from_slice(&block.bytes[len..held]);
        self.offset += len as u64;
        block.len = len;
        block.end = self.offset;
    }

    /// Skips the rest of a line that is too long; the block contains its head.
    fn skip(&mut self, block: &mut Block, held: usize) -> io::Result<bool> {
        let kept = self.max_line_len.min(HEAD_LEN);
        self.offset += held as u64;
        self.rest.clear();
        loop {
            let read = self.read(&mut block.bytes, kept)?;
            let fresh = &block.bytes[kept..kept + read];
            let found = memchr::memchr(self.line_end, fresh);
            self.offset += found.map_or(read, |found| found + 1) as u64;
            if let Some(found) = found {
                self.rest.extend_from_slice(&fresh[found + 1..]);
            }
            if found.is_some() || read == 0 {
                break;
            }
        }
        block.len = kept;
        block.end = self.offset;
        block.is_head = true;
        Ok(true)
    }

    /// Reads after the bytes held so far, at most one block; returns 0 at the end of the source.
    fn read(&mut self, to: &mut Vec<u8>, held: usize) -> io::Result<usize> {
        if to.len() == held {
            // At most the longest line and one block, whatever the source contains.
            let max_len = self.max_line_len.saturating_add(1 + self.size);
            let len = (2 * held).clamp(self.size, max_len.max(held + 1));
            to.reserve_exact(len - held);
            to.resize(len, 0);
        }
        let end = to.len().min(held + self.size);
        loop {
            match self.reader.read(&mut to[held..end]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => return other,
            }
        }
    }
}

/// Blocks of lines in one buffer, created by [`Batch::blocks`](super::Batch::blocks).
///
/// Not an `Iterator`, because each block borrows the buffer until the next one is read.
///
/// ```
/// use anyurl_core::batch::{Batch, Content};
///
/// let mut blocks = Batch::new("x-foo:a\nx-foo:\u{E9}\n".as_bytes()).blocks();
/// let mut lines = 0;
/// while let Some(block) = blocks.next()? {
///     for line in block.lines() {
///         assert!(matches!(line.content, Content::Text(_)));
///         lines += 1;
///     }
/// }
/// assert_eq!(lines, 2);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Blocks<R> {
    source: Source<R>,
    block: Block,
}

impl<R: Read> Blocks<R> {
    pub(super) fn new(source: Source<R>) -> Self {
        let block = Block::default();
        Self { source, block }
    }

    /// Returns the next block, with at least one line, as soon as a line has ended rather than when the buffer is full.
    ///
    /// # Errors
    /// The error of the source.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot lend what it has read")]
    pub fn next(&mut self) -> io::Result<Option<&Block>> {
        let is_filled = self.source.fill(&mut self.block)?;
        Ok(is_filled.then_some(&self.block))
    }
}

impl<R> fmt::Debug for Blocks<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Blocks(byte {})", self.source.offset)
    }
}
