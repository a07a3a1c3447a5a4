//! [`Columns`]: the components of the lines of a block, as columns of numbers.

use std::fmt;

use super::block::Block;
use super::grouped::{Count, Groups, PassLines, Sink};
use crate::diagnostics::error::Error;
use crate::registry::{EntryId, EntryIndex};
use crate::simd::LineMasks;
use crate::text::span::Slot;
use crate::url::{Parsed, Parser};

/// The places of chosen components in the lines of a block: columns of numbers, as columnar engines want them.
///
/// Every column has an element for each line. All numbers are byte offsets.
///
/// ```
/// use locator_core::batch::{Batch, Columns};
/// use locator_core::{Registry, Slot};
///
/// let registry = Registry::builder().build();
/// let source = "x-foo://h/a\nno URL\nx-bar://host.dom/\n";
/// let mut columns = Columns::new().slot(Slot::HOST).component("schemepart");
/// let mut blocks = Batch::new(source.as_bytes()).blocks();
/// while let Some(block) = blocks.next()? {
///     columns.read(block, registry.parser());
///     assert_eq!(columns.line_starts(), [0, 12, 19]);
///     let host = columns.column(0);
///     assert_eq!((host.starts(), host.ends()), (&[8, u32::MAX, 8][..], &[9, u32::MAX, 16][..]));
///     assert!(columns.entry(0).is_some() && columns.error(0).is_none());
///     assert!(columns.entry(1).is_none() && columns.error(1).is_some());
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Default)]
pub struct Columns {
    chosen: Vec<Column>,
    line_starts: Vec<usize>,
    line_ends: Vec<usize>,
    entries: Vec<Option<EntryId>>,
    /// The errors, by line.
    errors: Vec<(usize, Error)>,
}

/// The places of a component: that of the n-th line is `starts()[n]..ends()[n]`, counted from the beginning of the line.
#[derive(Debug)]
pub struct Column {
    wanted: Wanted,
    starts: Vec<u32>,
    ends: Vec<u32>,
    /// The slot of a named component in the scheme of the line before.
    known: Option<(EntryIndex, Option<Slot>)>,
}

/// What a column contains.
#[derive(Debug)]
enum Wanted {
    Slot(Slot),
    Component(Box<str>),
}

impl Columns {
    /// Creates a set of columns without any component.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a column with the component of a slot, such as [`Slot::HOST`].
    #[must_use]
    pub fn slot(self, slot: Slot) -> Self {
        self.with(Wanted::Slot(slot))
    }

    /// Adds a column with the component that has a name, such as `path`. Schemes without such a component have none.
    #[must_use]
    pub fn component(self, name: &str) -> Self {
        self.with(Wanted::Component(name.into()))
    }

    fn with(mut self, wanted: Wanted) -> Self {
        self.chosen.push(Column { wanted, starts: Vec::new(), ends: Vec::new(), known: None });
        self
    }

    /// Parses the lines of a block, and replaces the contents of all columns. Allocates only if a block has more lines than
    /// those before.
    ///
    /// With the default options, the bytes of many lines are classified in one pass, and lines of the same scheme are
    /// parsed one after the other.
    ///
    /// ```
    /// use locator_core::batch::{Batch, Columns};
    /// use locator_core::{Registry, Slot};
    ///
    /// let registry = Registry::builder().build();
    /// let (mut columns, mut hosts) = (Columns::new().slot(Slot::HOST), 0);
    /// let mut blocks = Batch::new("x-foo://h/a\nx-foo:b\n".as_bytes()).blocks();
    /// while let Some(block) = blocks.next()? {
    ///     columns.read(block, registry.parser());
    ///     hosts += columns.column(0).ends().iter().filter(|end| **end != u32::MAX).count();
    /// }
    /// assert_eq!(hosts, 1);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn read(&mut self, block: &Block, parser: Parser<'_>) {
        self.clear();
        let (mut masks, mut groups) = (LineMasks::new(), Groups::new());
        let mut start = 0;
        while start < block.len() {
            start = match block.pass(start, &mut masks, parser.registry().backend()) {
                Ok(lines) => {
                    self.read_pass(start, &lines, parser, &mut groups);
                    start + lines.start(lines.len())
                }
                Err(end) => {
                    for line in block.lines_between(start, end, 0) {
                        let first = self.add_lines([(line.start, line.start + line.content.len())]);
                        if let Some(text) = line.text() {
                            self.parse(first, text, parser);
                        }
                    }
                    end
                }
            };
        }
        self.errors.sort_unstable_by_key(|(line, _)| *line);
    }

    fn clear(&mut self) {
        self.line_starts.clear();
        self.line_ends.clear();
        self.entries.clear();
        self.errors.clear();
        for column in &mut self.chosen {
            column.starts.clear();
            column.ends.clear();
            column.known = None;
        }
    }

    /// Adds lines without components; returns the number of the first.
    fn add_lines(&mut self, lines: impl IntoIterator<Item = (usize, usize)>) -> usize {
        let first = self.line_starts.len();
        for (start, end) in lines {
            self.line_starts.push(start);
            self.line_ends.push(end);
        }
        let count = self.line_starts.len();
        self.entries.resize(count, None);
        for column in &mut self.chosen {
            column.starts.resize(count, u32::MAX);
            column.ends.resize(count, u32::MAX);
        }
        first
    }

    /// Reads the lines of one pass, which begins at `start`.
    fn read_pass(&mut self, start: usize, lines: &PassLines<'_>, parser: Parser<'_>, groups: &mut Groups) {
        let places = (0..lines.len()).map(|n| (start + lines.start(n), start + lines.start(n) + lines.line(n).len()));
        let first = self.add_lines(places);
        if parser.is_default() {
            groups.read(parser.registry(), lines, &mut Rows { columns: self, first });
        } else {
            for n in 0..lines.len() {
                self.parse(first + n, lines.line(n), parser);
            }
        }
    }

    fn parse(&mut self, line: usize, text: &str, parser: Parser<'_>) {
        match parser.parse(text) {
            Ok(url) => self.set(line, &url.parsed()),
            Err(error) => self.errors.push((line, error)),
        }
    }

    #[inline]
    fn set(&mut self, line: usize, parsed: &Parsed<'_, '_>) {
        self.entries[line] = Some(EntryId::new(parsed.registry.snapshot(), parsed.entry));
        for column in &mut self.chosen {
            column.set(line, parsed);
        }
    }

    /// The number of lines.
    pub fn len(&self) -> usize {
        self.line_starts.len()
    }

    /// Whether the block had no line.
    pub fn is_empty(&self) -> bool {
        self.line_starts.is_empty()
    }

    /// The offsets in the block at which the lines begin.
    pub fn line_starts(&self) -> &[usize] {
        &self.line_starts
    }

    /// The offsets in the block at which the lines end, before their line ends.
    pub fn line_ends(&self) -> &[usize] {
        &self.line_ends
    }

    /// The [`Url::entry_id`](crate::Url::entry_id) of a line; `None` if it is no URL.
    ///
    /// # Panics
    /// If there are fewer lines.
    pub fn entry(&self, line: usize) -> Option<EntryId> {
        self.entries[line]
    }

    /// The error of a line; `None` if it is a URL, or [not a text](super::Content).
    pub fn error(&self, line: usize) -> Option<&Error> {
        let at = self.errors.binary_search_by_key(&line, |(line, _)| *line).ok()?;
        Some(&self.errors[at].1)
    }

    /// The n-th column, in the order in which they were added.
    ///
    /// # Panics
    /// If there are fewer columns.
    pub fn column(&self, n: usize) -> &Column {
        &self.chosen[n]
    }
}

impl Column {
    #[inline]
    fn set(&mut self, line: usize, parsed: &Parsed<'_, '_>) {
        let Some(slot) = self.slot(parsed) else { return };
        if let Some(span) = parsed.spans.get(slot) {
            #[expect(clippy::cast_possible_truncation, reason = "a span holds 32 bits")]
            let (start, end) = (span.start() as u32, span.end() as u32);
            (self.starts[line], self.ends[line]) = (start, end);
        }
    }

    /// The slot of the component in the scheme of a URL.
    #[inline]
    fn slot(&mut self, parsed: &Parsed<'_, '_>) -> Option<Slot> {
        match (&self.wanted, self.known) {
            (Wanted::Slot(slot), _) => Some(*slot),
            (_, Some((entry, slot))) if entry == parsed.entry => slot,
            (Wanted::Component(name), _) => {
                let components = &parsed.registry.entry(parsed.entry).registration().components;
                let slot = components.iter().find(|component| component.name == **name).map(|component| component.slot);
                self.known = Some((parsed.entry, slot));
                slot
            }
        }
    }

    /// Where the component begins in each line; `u32::MAX` if it is absent.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// Where the component ends in each line; `u32::MAX` if it is absent.
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }
}

/// The lines of one pass, the first of which has the number `first`.
struct Rows<'c> {
    columns: &'c mut Columns,
    first: usize,
}

impl Sink for Rows<'_> {
    const COUNTS_PLAIN: bool = false;

    fn plain(&mut self, _: EntryIndex, _: Count) {
        unreachable!("all lines are read");
    }

    #[inline(always)]
    fn url(&mut self, line: usize, parsed: &Parsed<'_, '_>) {
        self.columns.set(self.first + line, parsed);
    }

    #[cold]
    fn error(&mut self, line: usize, error: Error) {
        self.columns.errors.push((self.first + line, error));
    }
}

impl fmt::Debug for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Columns({} of {} lines)", self.chosen.len(), self.len())
    }
}
