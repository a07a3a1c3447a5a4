//! Batch processing of lines: blocks of input, several threads, ordered results, bounded memory.
//!
//! [`Batch::fold`] processes lines on several threads and delivers one result for each block of lines, in input order.
//! The results and their order do not depend on the number of threads or on the block size. [`Blocks`] yields the same
//! lines on one thread.
//!
//! A line ends with LF or CR LF; the last line may have no end. Lines that are not UTF-8 or too long are reported as
//! such ([`Content`]) and processing continues. Memory use does not depend on the length of the source
//! ([`Batch::fold`]).
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use anyurl_core::Registry;
//! use anyurl_core::batch::Batch;
//!
//! let registry = Registry::builder().build();
//! let source = "x-foo:a\nno URL\r\nx-foo:b".as_bytes();
//! let mut wrong = Vec::new();
//! let end = Batch::new(source).jobs(2).fold(
//!     // On any thread: collects the lines of a block that are not URLs.
//!     |found: &mut Vec<u64>, line| {
//!         if line.text().is_none_or(|text| registry.parse(text).is_err()) {
//!             found.push(line.number);
//!         }
//!     },
//!     // On this thread, block by block.
//!     |result| {
//!         wrong.extend(result.value.iter().map(|number| result.first_line + number));
//!         ControlFlow::<()>::Continue(())
//!     },
//! )?;
//! assert!(end.is_continue());
//! assert_eq!(wrong, [2]);
//! # Ok::<(), std::io::Error>(())
//! ```

mod block;
mod source;
mod workers;

use std::io::{self, Read};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::thread;

pub use block::{Block, Content, InputLine, Lines};
pub use source::Blocks;
use source::Source;

/// The number of bytes per read: a block fits into the L2 cache.
const BLOCK_SIZE: usize = 256 * 1024;

/// The default limit on the length of a line, in bytes.
pub const MAX_LINE_LEN: usize = 16 * 1024 * 1024;

/// The default limit on the number of threads. Reading takes about a tenth of the total time, so more would be idle.
const MAX_JOBS: usize = 8;

/// The number of blocks that are processed before threads are started, which costs more than processing these blocks.
const SINGLE_THREADED_BLOCKS: usize = 4;

/// A source of lines, with the options of reading it.
#[derive(Debug)]
pub struct Batch<R> {
    source: R,
    jobs: usize,
    block: usize,
    max_line_len: usize,
    line_end: u8,
}

/// The result of processing the lines of one block.
#[derive(Debug)]
#[non_exhaustive]
pub struct BlockResult<'d, T> {
    /// The number of the first line in the source, from 1; a line has the number `first_line + line.number`.
    pub first_line: u64,
    /// The block, for access to its lines.
    pub block: &'d Block,
    /// The value.
    pub value: T,
}

impl<R: Read> Batch<R> {
    /// Creates a batch: lines of at most 16 MiB, blocks of 256 KiB, and a thread per available processor, at most
    /// eight.
    pub fn new(source: R) -> Self {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        Self { source, jobs: processors.min(MAX_JOBS), block: BLOCK_SIZE, max_line_len: MAX_LINE_LEN, line_end: b'\n' }
    }

    /// Sets the number of threads, including the calling thread; 0 counts as 1.
    #[must_use]
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = jobs.max(1);
        self
    }

    /// Sets the number of bytes per read; 0 counts as 1. A block with a longer line grows to the length of the line.
    #[must_use]
    pub fn block_size(mut self, bytes: usize) -> Self {
        self.block = bytes.max(1);
        self
    }

    /// Sets the limit on the length of a line, in bytes; 0 counts as 1. A longer line is [`Content::TooLong`] and
    /// skipped.
    #[must_use]
    pub fn max_line_len(mut self, bytes: usize) -> Self {
        self.max_line_len = bytes.max(1);
        self
    }

    /// Reads records that end with NUL instead of lines, as `find -print0` writes them. A line end is then like any other
    /// character.
    ///
    /// ```
    /// use anyurl_core::batch::{Batch, Content};
    ///
    /// let mut blocks = Batch::new(&b"x-foo:a\0x-foo:b\0"[..]).null_terminated().blocks();
    /// let texts = blocks.next()?.unwrap().lines().map(|line| line.content);
    /// assert!(texts.eq([Content::Text("x-foo:a"), Content::Text("x-foo:b")]));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn null_terminated(mut self) -> Self {
        self.line_end = 0;
        self
    }

    /// Returns the blocks of lines, for a loop on one thread.
    pub fn blocks(self) -> Blocks<R> {
        Blocks::new(Source::new(self.source, self.block, self.max_line_len, self.line_end))
    }

    /// Calls `process` for every line on several threads, and `deliver` for every block, in input order, on the calling
    /// thread.
    ///
    /// `process` gets the lines of a block in order, with a value that belongs to the block and starts as the default.
    /// If `deliver` breaks, no more blocks are read.
    ///
    /// A block is read only while less than [the maximum line length](Self::max_line_len) of input has been read and
    /// not delivered. Memory is therefore limited to that, one more line and one more block, and the values of their
    /// lines.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use anyurl_core::batch::Batch;
    ///
    /// let mut counts = Vec::new();
    /// let end = Batch::new("a\nb\nc\nd\n".as_bytes()).block_size(4).fold(
    ///     |lines: &mut u32, _| *lines += 1,
    ///     |block| {
    ///         counts.push((block.first_line, block.value));
    ///         if block.first_line < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break("enough") }
    ///     },
    /// )?;
    /// assert_eq!(counts, [(1, 2), (3, 2)]);
    /// assert_eq!(end, ControlFlow::Break("enough"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// The error of the source, after all complete lines before it have been delivered.
    ///
    /// # Panics
    /// If `process` or `deliver` panics.
    pub fn fold<T, B>(
        self,
        process: impl Fn(&mut T, &InputLine<'_>) + Sync,
        deliver: impl FnMut(BlockResult<'_, T>) -> ControlFlow<B>,
    ) -> io::Result<ControlFlow<B>>
    where
        R: Send,
        T: Default + Send,
    {
        self.fold_blocks(|block| block.fold(&process), deliver)
    }

    /// [`Batch::fold`] with a function that processes a whole block, and returns its value and the number of its lines.
    fn fold_blocks<T, B>(
        self,
        process: impl Fn(&Block) -> (T, u64) + Sync,
        mut deliver: impl FnMut(BlockResult<'_, T>) -> ControlFlow<B>,
    ) -> io::Result<ControlFlow<B>>
    where
        R: Send,
        T: Send,
    {
        let Self { source, jobs, block: size, max_line_len, line_end } = self;
        let mut source = Source::new(source, size, max_line_len, line_end);
        let mut block = Block::default();
        let mut first_line = 1;
        let mut remaining = if jobs == 1 { usize::MAX } else { SINGLE_THREADED_BLOCKS };
        while remaining > 0 {
            if !source.fill(&mut block)? {
                return Ok(ControlFlow::Continue(()));
            }
            let (value, lines) = process(&block);
            let result = BlockResult { first_line, block: &block, value };
            if let ControlFlow::Break(with) = deliver(result) {
                return Ok(ControlFlow::Break(with));
            }
            first_line += lines;
            remaining -= 1;
        }
        workers::fold(source, first_line, jobs, &process, &mut deliver)
    }
}

#[cfg(test)]
mod tests;
