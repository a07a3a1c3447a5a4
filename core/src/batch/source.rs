//! Reading a source: a block of whole lines after the other.

use std::fmt;
use std::io::{self, Read};

use super::block::{Block, HEAD_LEN};

/// A source of lines.
pub(super) struct Source<R> {
    from: R,
    /// How much is read at once.
    size: usize,
    /// The max_line_len line that is read.
    max_line_len: usize,
    /// What was read behind the last line that has ended: less than one block.
    rest: Vec<u8>,
    /// Where it stands in the source.
    offset: u64,
}

impl<R: Read> Source<R> {
    pub(super) fn new(from: R, size: usize, max_line_len: usize) -> Self {
        Self { from, size, max_line_len, rest: Vec::new(), offset: 0 }
    }

    /// How many bytes a block has that no long line has made longer.
    pub(super) const fn size(&self) -> usize {
        self.size
    }

    /// A block is read while less than this has been read and not handed over.
    pub(super) fn bound(&self) -> usize {
        self.max_line_len.max(self.size)
    }

    /// Reads until a line has ended, and gives what there is up to the last end; false at the end of the source.
    pub(super) fn fill(&mut self, block: &mut Block) -> io::Result<bool> {
        self.begin(block);
        let mut searched = 0;
        let mut held = self.rest.len();
        loop {
            let fresh = &block.bytes[searched..held];
            if let Some(found) = memchr::memrchr(b'\n', fresh) {
                self.end(block, searched + found + 1, held);
                return Ok(true);
            }
            // One byte more may be the CR of a line end.
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

    /// A block that begins with what is left.
    fn begin(&mut self, block: &mut Block) {
        // What one long line has asked for is given back.
        block.bytes.resize(self.size, 0);
        block.bytes.shrink_to(self.size);
        block.bytes[..self.rest.len()].copy_from_slice(&self.rest);
        block.offset = self.offset;
        block.max_line_len = self.max_line_len;
        block.is_head = false;
    }

    /// The block ends behind `len` bytes; what was read behind that is kept.
    fn end(&mut self, block: &mut Block, len: usize, held: usize) {
        self.rest.clear();
        self.rest.extend_from_slice(&block.bytes[len..held]);
        self.offset += len as u64;
        block.len = len;
        block.end = self.offset;
    }

    /// Skips the rest of a line that is too long: its head is the block.
    fn skip(&mut self, block: &mut Block, held: usize) -> io::Result<bool> {
        let kept = self.max_line_len.min(HEAD_LEN);
        self.offset += held as u64;
        self.rest.clear();
        loop {
            let read = self.read(&mut block.bytes, kept)?;
            let fresh = &block.bytes[kept..kept + read];
            let found = memchr::memchr(b'\n', fresh);
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

    /// Reads behind what is held, at most one block; 0 at the end of the source.
    fn read(&mut self, to: &mut Vec<u8>, held: usize) -> io::Result<usize> {
        if to.len() == held {
            // Never more than the max_line_len line and one block, whatever the source holds.
            let most = self.max_line_len.saturating_add(1 + self.size);
            let len = (2 * held).clamp(self.size, most.max(held + 1));
            to.reserve_exact(len - held);
            to.resize(len, 0);
        }
        let end = to.len().min(held + self.size);
        loop {
            match self.from.read(&mut to[held..end]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => return other,
            }
        }
    }
}

/// Blocks of lines, one after the other, in one buffer: made by [`Batch::blocks`](super::Batch::blocks).
///
/// No `Iterator`, because a block is lent until the next one is read.
///
/// ```
/// use locator_core::batch::{Batch, Content};
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

    /// The next block, which has one line at least; as soon as a line has ended, and not only when the block is full.
    ///
    /// # Errors
    /// That of the source.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot lend what it has read")]
    pub fn next(&mut self) -> io::Result<Option<&Block>> {
        let is_there = self.source.fill(&mut self.block)?;
        Ok(is_there.then_some(&self.block))
    }
}

impl<R> fmt::Debug for Blocks<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Blocks(byte {})", self.source.offset)
    }
}
