//! Texts of many lines, each to be read as a URL: in blocks, on several threads, in order, within bounds.
//!
//! [`Batch::fold`] has every line read by some thread, and hands over what was made of each block of lines in the order of
//! the source: whatever the number of threads and the size of the blocks, the same things are handed over in the same
//! order. [`Blocks`] are the same lines for one thread and a loop.
//!
//! A line ends with LF or CR LF; the last one may have no end. A line is [`Content::Text`], or bytes that are no UTF-8, or
//! too long: the last two are told, and do not end anything. What is held at once does not depend on how long the source
//! is ([`Batch::fold`]).
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use locator_core::Registry;
//! use locator_core::batch::Batch;
//!
//! let registry = Registry::builder().build();
//! let source = "x-foo:a\nno URL\r\nx-foo:b".as_bytes();
//! let mut wrong = Vec::new();
//! let end = Batch::new(source).jobs(2).fold(
//!     // On any thread: of each block, the lines that are no URLs.
//!     |found: &mut Vec<u64>, line| {
//!         if line.text().is_none_or(|text| registry.parse(text).is_err()) {
//!             found.push(line.number);
//!         }
//!     },
//!     // On this thread, block after block.
//!     |done| {
//!         wrong.extend(done.value.iter().map(|number| done.first_line + number));
//!         ControlFlow::<()>::Continue(())
//!     },
//! )?;
//! assert!(end.is_continue());
//! assert_eq!(wrong, [2]);
//! # Ok::<(), std::io::Error>(())
//! ```

mod block;
mod source;
#[cfg(test)]
mod tests;
mod workers;

use std::io::{self, Read};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::thread;

pub use block::{Block, Content, InputLine, Lines};
pub use source::Blocks;
use source::Source;

/// How much is read at once, in bytes: what the second cache of a processor can hold beside other things.
const BLOCK: usize = 256 * 1024;

/// The longest line that is read, in bytes, unless a [`Batch`] says otherwise: 16 MiB.
pub const LONGEST: usize = 16 * 1024 * 1024;

/// Reading a source takes about a tenth of the time of what is done with its lines: more threads would wait for it.
const MOST_JOBS: usize = 8;

/// How many blocks are worked on before other threads are asked to help: to start them costs more than these do.
const ALONE: usize = 4;

/// How a source of lines is read.
#[derive(Debug)]
pub struct Batch<R> {
    source: R,
    jobs: usize,
    block: usize,
    longest: usize,
}

/// What was made of the lines of one block.
#[derive(Debug)]
pub struct Done<'d, T> {
    /// The number of its first line in the source, from 1: that of a line is `done.first_line + line.number`.
    pub first_line: u64,
    /// The block, for another look at a line.
    pub block: &'d Block,
    /// What was made.
    pub value: T,
}

impl<R: Read> Batch<R> {
    /// Reads lines of at most 16 MiB in blocks of 256 KiB, on as many threads as the machine has processors for this
    /// process; on eight at most, because more would wait for the one that reads.
    pub fn new(source: R) -> Self {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        Self { source, jobs: processors.min(MOST_JOBS), block: BLOCK, longest: LONGEST }
    }

    /// On how many threads, the calling one among them; 0 counts as 1.
    #[must_use]
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = jobs.max(1);
        self
    }

    /// How many bytes are read at once; 0 counts as 1. A longer line makes its block as long as it is.
    #[must_use]
    pub fn block(mut self, bytes: usize) -> Self {
        self.block = bytes.max(1);
        self
    }

    /// How many bytes a line may have; a longer one is [`Content::TooLong`], and skipped; 0 counts as 1.
    #[must_use]
    pub fn longest(mut self, bytes: usize) -> Self {
        self.longest = bytes.max(1);
        self
    }

    /// The blocks of lines, one after the other, for one thread.
    pub fn blocks(self) -> Blocks<R> {
        Blocks::new(Source::new(self.source, self.block, self.longest))
    }

    /// Works on every line, on several threads; hands over what was made of each block, in the order of the source, on the
    /// calling thread.
    ///
    /// `work` is called with each line of a block in order, and with a value that is its block's own; it should be quick to
    /// say nothing. `hand` may break, and no more blocks are read.
    ///
    /// A block is only read while less than 16 MiB have been read and not handed over. So no more is held than these, one
    /// line of greatest length and one block, with what `work` makes of them; with [other lengths](Self::longest) of lines,
    /// that length instead of 16 MiB.
    ///
    /// # Errors
    /// That of the source. What stood before it has been handed over, but for a line that had not ended.
    ///
    /// # Panics
    /// If `work` or `hand` does.
    pub fn fold<T, B>(
        self,
        work: impl Fn(&mut T, &InputLine<'_>) + Sync,
        mut hand: impl FnMut(Done<'_, T>) -> ControlFlow<B>,
    ) -> io::Result<ControlFlow<B>>
    where
        R: Send,
        T: Default + Send,
    {
        let Self { source, jobs, block: size, longest } = self;
        let mut source = Source::new(source, size, longest);
        let mut block = Block::default();
        let mut first_line = 1;
        let mut alone = if jobs == 1 { usize::MAX } else { ALONE };
        while alone > 0 {
            if !source.fill(&mut block)? {
                return Ok(ControlFlow::Continue(()));
            }
            let (value, lines) = block.fold(&work);
            let done = Done { first_line, block: &block, value };
            if let ControlFlow::Break(with) = hand(done) {
                return Ok(ControlFlow::Break(with));
            }
            first_line += lines;
            alone -= 1;
        }
        workers::fold(source, first_line, jobs, &work, &mut hand)
    }
}
