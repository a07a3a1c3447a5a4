//! [`Batch::check`]: the lines of a block, checked together.

use std::cmp::Reverse;
use std::io::{self, Read};
use std::ops::ControlFlow;

use super::block::{Block, Content, InputLine};
use super::grouped::{Count, Groups, PassLines, Sink};
use super::{Batch, BlockResult};
use crate::diagnostics::error::Error;
use crate::registry::EntryIndex;
use crate::simd::{LineMasks, MAX_LINES};
use crate::url::{Checked, Parsed, Parser, UrlWarnings};

impl<R: Read> Batch<R> {
    /// [`Batch::fold`] with the result of [`Parser::check`] for each line; `None` if the line is too long or not UTF-8.
    ///
    /// It is faster than calling that function for each line: it classifies the bytes of many lines in one pass, and
    /// reads the lines of the same scheme one after the other. `process` still gets the lines in their order.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use locator_core::Registry;
    /// use locator_core::batch::Batch;
    ///
    /// let registry = Registry::builder().build();
    /// let mut valid = 0;
    /// let end = Batch::new("x-foo:a\nno URL\nx-foo:b\n".as_bytes()).check(
    ///     registry.parser(),
    ///     |count: &mut u64, _, checked| *count += u64::from(checked.is_some_and(|checked| checked.is_ok())),
    ///     |block| {
    ///         valid += block.value;
    ///         ControlFlow::<()>::Continue(())
    ///     },
    /// )?;
    /// assert!(end.is_continue());
    /// assert_eq!(valid, 2);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Batch::fold`].
    ///
    /// # Panics
    /// As [`Batch::fold`].
    pub fn check<T, B>(
        self,
        parser: Parser<'_>,
        process: impl Fn(&mut T, &InputLine<'_>, Option<Result<Checked, &Error>>) + Sync,
        deliver: impl FnMut(BlockResult<'_, T>) -> ControlFlow<B>,
    ) -> io::Result<ControlFlow<B>>
    where
        R: Send,
        T: Default + Send,
    {
        self.fold_blocks(|block| block.check(parser, &process), deliver)
    }
}

impl Block {
    /// Checks every line; returns the value and the number of lines.
    fn check<T: Default>(
        &self,
        parser: Parser<'_>,
        process: impl Fn(&mut T, &InputLine<'_>, Option<Result<Checked, &Error>>),
    ) -> (T, u64) {
        let mut value = T::default();
        let (mut masks, mut groups, mut results) = (LineMasks::new(), Groups::new(), Results::new(parser));
        let (mut start, mut number) = (0, 0);
        while start < self.len {
            let end = match self.pass(start, &mut masks, parser.registry().backend()) {
                Ok(lines) => {
                    results.read(&lines, &mut groups);
                    for n in 0..lines.len() {
                        let (start, content) = (start + lines.start(n), Content::Text(lines.line(n)));
                        process(&mut value, &InputLine { number, start, content }, Some(results.next(n)));
                        number += 1;
                    }
                    start + lines.start(lines.len())
                }
                Err(end) => {
                    for line in self.lines_between(start, end, number) {
                        let checked = line.text().map(|text| parser.check(text));
                        process(&mut value, &line, checked.as_ref().map(|checked| checked.as_ref().map(|url| *url)));
                        number += 1;
                    }
                    end
                }
            };
            start = end;
        }
        (value, number)
    }
}

/// The results of the lines of one pass.
struct Results<'r> {
    parser: Parser<'r>,
    /// Entry and warnings of each URL; `None` is an error.
    urls: Box<[Option<(EntryIndex, UrlWarnings)>; MAX_LINES]>,
    /// The errors with the numbers of their lines, the first one last.
    errors: Vec<(usize, Error)>,
    /// The error of the line before.
    last: Option<Error>,
}

impl<'r> Results<'r> {
    fn new(parser: Parser<'r>) -> Self {
        Self { parser, urls: Box::new([None; MAX_LINES]), errors: Vec::new(), last: None }
    }

    /// Checks all lines.
    fn read(&mut self, lines: &PassLines<'_>, groups: &mut Groups) {
        if self.parser.is_default() {
            groups.read(self.parser.registry(), lines, self);
        } else {
            for n in 0..lines.len() {
                let checked = self.parser.check(lines.line(n));
                self.urls[n] = checked.map(Checked::parts).map_err(|error| self.errors.push((n, error))).ok();
            }
        }
        self.errors.sort_unstable_by_key(|(line, _)| Reverse(*line));
    }

    /// Returns the result of a line. Must be called for each line, in their order.
    #[inline(always)]
    fn next(&mut self, line: usize) -> Result<Checked, &Error> {
        match self.urls[line] {
            Some(parts) => Ok(Checked::from_parts(self.parser.registry(), parts)),
            None => Err(self.next_error()),
        }
    }

    #[cold]
    fn next_error(&mut self) -> &Error {
        let (_, error) = self.errors.pop().expect("a line is a URL or has an error");
        self.last.insert(error)
    }
}

impl Sink for Results<'_> {
    const COUNTS_PLAIN: bool = false;

    fn plain(&mut self, _: EntryIndex, _: Count) {
        unreachable!("all lines are read");
    }

    #[inline(always)]
    fn url(&mut self, line: usize, parsed: &Parsed<'_, '_>) {
        self.urls[line] = Some((parsed.entry, UrlWarnings::new(parsed)));
    }

    #[cold]
    fn error(&mut self, line: usize, error: Error) {
        self.urls[line] = None;
        self.errors.push((line, error));
    }
}
