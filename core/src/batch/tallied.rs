//! [`Batch::tally`]: the lines of a block, counted by their results.

use std::io::{self, Read};
use std::ops::ControlFlow;

use super::block::{Block, Content, InputLine};
use super::grouped::{Count, Groups, PassLines, PlainLine, Sink};
use super::{Batch, BlockResult};
use crate::diagnostics::error::Error;
use crate::registry::EntryIndex;
use crate::simd::LineMasks;
use crate::url::{Checked, Parsed, Parser, UrlWarnings};

/// Lines with their result, as [`Batch::tally`] finds them.
#[derive(Debug)]
#[expect(clippy::exhaustive_enums, reason = "a program that counts lines handles each of these")]
pub enum Tallied<'t> {
    /// Lines of URLs of a registered scheme that have the same result.
    Alike {
        /// Their result.
        checked: Checked,
        /// Their number.
        count: u64,
        /// The first of them.
        first: InputLine<'t>,
    },
    /// Any other line with its result, which is `None` if the line is too long or not UTF-8. A URL of a registered scheme
    /// may be such a line, too.
    Line(InputLine<'t>, Option<Result<Checked, &'t Error>>),
}

impl<R: Read> Batch<R> {
    /// [`Batch::check`] for callers that count: `process` gets lines with the same result together.
    ///
    /// It gets them for each few kilobytes of lines: first those that are alike, in any order, then the others, in their
    /// order. With other options than the default ones, it gets every line by itself.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use locator_core::Registry;
    /// use locator_core::batch::{Batch, Tallied};
    ///
    /// let registry = Registry::builder().build();
    /// let (mut valid, mut invalid) = (0, 0);
    /// let end = Batch::new("x-foo:a\nno URL\nx-foo:b\n".as_bytes()).tally(
    ///     registry.parser(),
    ///     |(valid, invalid): &mut (u64, u64), tallied| match tallied {
    ///         Tallied::Alike { count, .. } => *valid += count,
    ///         Tallied::Line(_, Some(Ok(_))) => *valid += 1,
    ///         Tallied::Line(..) => *invalid += 1,
    ///     },
    ///     |block| {
    ///         valid += block.value.0;
    ///         invalid += block.value.1;
    ///         ControlFlow::<()>::Continue(())
    ///     },
    /// )?;
    /// assert!(end.is_continue());
    /// assert_eq!((valid, invalid), (2, 1));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Batch::fold`].
    ///
    /// # Panics
    /// As [`Batch::fold`].
    pub fn tally<T, B>(
        self,
        parser: Parser<'_>,
        process: impl Fn(&mut T, Tallied<'_>) + Sync,
        deliver: impl FnMut(BlockResult<'_, T>) -> ControlFlow<B>,
    ) -> io::Result<ControlFlow<B>>
    where
        R: Send,
        T: Default + Send,
    {
        self.fold_blocks(|block| block.tally(parser, All, &process), deliver)
    }

    /// [`Batch::tally`], in which only plain links for which `is_alike` returns `true` are counted together. Not every one is
    /// asked about: the first links of a scheme come as single lines.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use locator_core::Registry;
    /// use locator_core::batch::{Batch, Tallied};
    ///
    /// let registry = Registry::builder().add(&locator_schemes::http::HTTP)?.build();
    /// let (mut a, mut others) = (0, Vec::new());
    /// let end = Batch::new("http://a/\nhttp://b/\nhttp://a/c\n".as_bytes()).tally_where(
    ///     registry.parser(),
    ///     |line| line.host() == "a",
    ///     |(a, others): &mut (u64, Vec<String>), tallied| match tallied {
    ///         Tallied::Alike { count, .. } => *a += count,
    ///         Tallied::Line(line, _) => match line.text() {
    ///             Some(text) if text.starts_with("http://a/") => *a += 1,
    ///             text => others.extend(text.map(str::to_owned)),
    ///         },
    ///     },
    ///     |block| {
    ///         a += block.value.0;
    ///         others.extend(block.value.1);
    ///         ControlFlow::<()>::Continue(())
    ///     },
    /// )?;
    /// assert!(end.is_continue());
    /// assert_eq!((a, others), (2, vec!["http://b/".to_owned()]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Batch::fold`].
    ///
    /// # Panics
    /// As [`Batch::fold`].
    pub fn tally_where<T, B>(
        self,
        parser: Parser<'_>,
        is_alike: impl Fn(PlainLine<'_>) -> bool + Sync,
        process: impl Fn(&mut T, Tallied<'_>) + Sync,
        deliver: impl FnMut(BlockResult<'_, T>) -> ControlFlow<B>,
    ) -> io::Result<ControlFlow<B>>
    where
        R: Send,
        T: Default + Send,
    {
        self.fold_blocks(|block| block.tally(parser, Where(&is_alike), &process), deliver)
    }
}

impl Block {
    /// Checks every line; returns the value and the number of lines.
    fn tally<T: Default>(
        &self,
        parser: Parser<'_>,
        select: impl Select,
        process: impl Fn(&mut T, Tallied<'_>),
    ) -> (T, u64) {
        let mut value = T::default();
        let (mut masks, mut groups, mut counts) = (LineMasks::new(), Groups::new(), Counts::new(select));
        let (mut start, mut number) = (0, 0);
        while start < self.len() {
            start = match self.pass(start, &mut masks, parser.registry().backend()) {
                Ok(lines) if parser.is_default() => {
                    groups.read(parser.registry(), &lines, &mut counts);
                    counts.deliver(parser, |n| lines.input(n, start, number), |tallied| process(&mut value, tallied));
                    number += lines.len() as u64;
                    start + lines.start(lines.len())
                }
                Ok(lines) => {
                    let end = start + lines.start(lines.len());
                    number = self.tally_lines(start, end, number, parser, |tallied| process(&mut value, tallied));
                    end
                }
                Err(end) => {
                    number = self.tally_lines(start, end, number, parser, |tallied| process(&mut value, tallied));
                    end
                }
            };
        }
        (value, number)
    }

    /// Checks the lines of `start..end` one by one; returns the number of the line after them.
    fn tally_lines(
        &self,
        start: usize,
        end: usize,
        mut number: u64,
        parser: Parser<'_>,
        mut process: impl FnMut(Tallied<'_>),
    ) -> u64 {
        for line in self.lines_between(start, end, number) {
            let checked = line.text().map(|text| parser.check(text));
            process(Tallied::Line(line, checked.as_ref().map(|checked| checked.as_ref().map(|url| *url))));
            number += 1;
        }
        number
    }
}

/// The results of the lines of one pass.
struct Counts<S> {
    select: S,
    alike: Vec<Alike>,
    /// The results of single lines, by line.
    single: Vec<(usize, Result<Checked, Error>)>,
    /// The entry whose URLs are being counted.
    entry: Option<EntryIndex>,
    /// The URLs of that entry, by their warnings.
    by_warnings: [Count; UrlWarnings::FREQUENT],
    /// The sets of warnings that they have, as bits.
    used: u64,
}

const _: () = assert!(UrlWarnings::FREQUENT <= u64::BITS as usize);

/// Lines with the same result.
struct Alike {
    entry: EntryIndex,
    warnings: UrlWarnings,
    lines: Count,
}

impl<S: Select> Counts<S> {
    fn new(select: S) -> Self {
        let by_warnings = std::array::from_fn(|_| Count::default());
        Self { select, alike: Vec::new(), single: Vec::new(), entry: None, by_warnings, used: 0 }
    }

    /// Adds the counts of the current entry, and continues with another one.
    fn set_entry(&mut self, entry: Option<EntryIndex>) {
        if let Some(entry) = std::mem::replace(&mut self.entry, entry) {
            for (index, warnings) in UrlWarnings::frequent().enumerate().filter(|(n, _)| self.used & 1_u64 << n != 0) {
                let lines = std::mem::take(&mut self.by_warnings[index]);
                self.alike.push(Alike { entry, warnings, lines });
            }
            self.used = 0;
        }
    }

    /// Passes on all results, and forgets them.
    fn deliver<'l>(
        &mut self,
        parser: Parser<'_>,
        input: impl Fn(usize) -> InputLine<'l>,
        mut process: impl FnMut(Tallied<'_>),
    ) {
        self.set_entry(None);
        for Alike { entry, warnings, lines: Count { count, first } } in self.alike.drain(..) {
            let checked = Checked::from_parts(parser.registry(), (entry, warnings));
            process(Tallied::Alike { checked, count, first: input(first) });
        }
        self.single.sort_unstable_by_key(|(line, _)| *line);
        for (line, checked) in self.single.drain(..) {
            process(Tallied::Line(input(line), Some(checked.as_ref().copied())));
        }
    }
}

/// Which lines are counted with others.
trait Select {
    /// Whether those are that are no plain links.
    const COUNTS_OTHERS: bool;

    /// Whether a plain link is.
    fn counts<'l>(&self, line: impl FnOnce() -> PlainLine<'l>) -> bool;
}

/// All lines.
struct All;

impl Select for All {
    const COUNTS_OTHERS: bool = true;

    #[inline(always)]
    fn counts<'l>(&self, _: impl FnOnce() -> PlainLine<'l>) -> bool {
        true
    }
}

/// Plain links for which a function returns `true`.
struct Where<F>(F);

impl<F: Fn(PlainLine<'_>) -> bool> Select for Where<F> {
    const COUNTS_OTHERS: bool = false;

    #[inline(always)]
    fn counts<'l>(&self, line: impl FnOnce() -> PlainLine<'l>) -> bool {
        (self.0)(line())
    }
}

impl<S: Select> Sink for Counts<S> {
    const COUNTS_PLAIN: bool = true;

    #[inline(always)]
    fn counts<'l>(&self, line: impl FnOnce() -> PlainLine<'l>) -> bool {
        self.select.counts(line)
    }

    fn plain(&mut self, entry: EntryIndex, lines: Count) {
        if lines.count > 0 {
            self.alike.push(Alike { entry, warnings: UrlWarnings::NONE, lines });
        }
    }

    #[inline(always)]
    fn url(&mut self, line: usize, parsed: &Parsed<'_, '_>) {
        let counted = S::COUNTS_OTHERS && !parsed.entry.is_generic();
        let Some(warnings) = counted.then(|| UrlWarnings::new(parsed).index()).flatten() else {
            self.single.push((line, Ok(Checked::new(parsed))));
            return;
        };
        if self.entry != Some(parsed.entry) {
            self.set_entry(Some(parsed.entry));
        }
        let Count { count, first } = self.by_warnings[warnings];
        let first = if count == 0 { line } else { first.min(line) };
        self.by_warnings[warnings] = Count { count: count + 1, first };
        self.used |= 1 << warnings;
    }

    #[cold]
    fn error(&mut self, line: usize, error: Error) {
        self.single.push((line, Err(error)));
    }
}

impl<'l> PassLines<'l> {
    /// A line as callers get it, in a block in which the pass begins at `start` with the line `number`.
    fn input(&self, line: usize, start: usize, number: u64) -> InputLine<'l> {
        let content = Content::Text(self.line(line));
        InputLine { number: number + line as u64, start: start + self.start(line), content }
    }
}
