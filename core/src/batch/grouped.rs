//! Reads lines with masks that are computed for all of them at once, grouped by scheme.
//!
//! Where schemes are mixed, much of the time goes into mispredicted jumps to the next scheme. Lines of the same scheme
//! are therefore read one after the other; their results have the numbers of the lines.
//!
//! Where nearly all lines are links, it goes into mispredicted branches within the lines. So grouping also tells, without
//! such a branch, which lines are *plain*: URLs without warnings, by the shape of their scheme. They make groups of
//! their own, which need no reading at all if their number suffices.

use std::ops::Range;

use crate::diagnostics::error::Error;
use crate::registry::{EntryIndex, PrefixIndex, Prefixed, Registry};
use crate::simd::{ByteMasks, LineMasks, MAX_LINES};
use crate::url::Parsed;

/// Takes the results of reading lines, in any order.
pub(super) trait Sink {
    /// Whether it takes plain lines by their number; otherwise all lines are read.
    const COUNTS_PLAIN: bool;

    /// As many lines are URLs of a scheme without warnings; the first of them.
    fn plain(&mut self, entry: EntryIndex, count: usize, first: usize);

    /// A line is a URL.
    fn url(&mut self, line: usize, parsed: &Parsed<'_, '_>);

    /// A line is no URL.
    fn error(&mut self, line: usize, error: Error);
}

/// The lines of one pass.
#[derive(Clone, Copy)]
pub(super) struct PassLines<'l> {
    text: &'l str,
    masks: &'l LineMasks,
    /// Whether a line may end with CR LF.
    has_cr: bool,
}

impl<'l> PassLines<'l> {
    /// The lines of bytes that were classified, if they are UTF-8.
    pub(super) fn new(bytes: &'l [u8], masks: &'l LineMasks) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        Some(Self { text, masks, has_cr: memchr::memchr(b'\r', bytes).is_some() })
    }

    /// The number of lines.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.masks.len()
    }

    /// Where a line begins.
    #[inline]
    pub(super) fn start(&self, line: usize) -> usize {
        self.masks.start(line)
    }

    /// Where a line begins, and where it ends, without its line end.
    #[inline(always)]
    fn range(&self, line: usize) -> Range<usize> {
        let (start, feed) = (self.start(line), self.start(line + 1) - 1);
        let has_cr = self.has_cr && feed > start && self.text.as_bytes()[feed - 1] == b'\r';
        start..feed - usize::from(has_cr)
    }

    /// The number of special bytes in a line, as [`LineMasks::specials`] counts them, without its line end.
    #[inline(always)]
    fn specials(&self, line: usize) -> u16 {
        let in_line_end = self.start(line + 1) - 1 - self.range(line).end;
        self.masks.specials(line) - 2 * u16::from(in_line_end > 0)
    }

    /// Whether a line, which begins with the name of a scheme, is a URL without warnings by the shape of that scheme.
    #[inline(always)]
    fn is_plain(&self, line: usize, scheme: &Prefixed) -> bool {
        let (start, colon) = (self.start(line), usize::from(scheme.colon));
        let host = self.masks.host(start + colon + "://".len());
        let text = &self.text.as_bytes()[start..];
        scheme.shape.get().is_some_and(|shape| shape.is_plain(text, colon, host, self.specials(line)))
    }

    /// The text of a line, without its line end.
    #[inline(always)]
    pub(super) fn line(&self, line: usize) -> &'l str {
        &self.text[self.range(line)]
    }
}

/// The numbers of lines by group: a list for each row of the index of names, one for lines without such a name, and one
/// for the plain lines of each row.
pub(super) struct Groups {
    lists: Vec<List>,
    next: Box<[u16; MAX_LINES]>,
    /// The groups that have lines.
    used: Vec<u16>,
}

/// The lines of a group.
#[derive(Clone, Copy)]
struct List {
    first: u16,
    count: u16,
}

/// The end of a list.
const NONE: u16 = u16::MAX;

impl List {
    const EMPTY: Self = Self { first: NONE, count: 0 };
}

impl Groups {
    pub(super) fn new() -> Self {
        Self { lists: Vec::new(), next: Box::new([NONE; MAX_LINES]), used: Vec::new() }
    }

    /// Reads all lines by strict RFC 1738.
    pub(super) fn read<S: Sink>(&mut self, registry: &Registry, lines: &PassLines<'_>, sink: &mut S) {
        registry.backend().run(
            #[inline(always)]
            || {
                let names = registry.prefixes();
                self.collect::<S>(names, lines);
                while let Some(group) = self.used.pop() {
                    let group = usize::from(group);
                    let list = std::mem::replace(&mut self.lists[group], List::EMPTY);
                    if let Some(row) = group.checked_sub(names.len() + 1) {
                        sink.plain(names.at(row).index, usize::from(list.count), usize::from(list.first));
                    } else {
                        let found = (group < names.len()).then(|| names.at(group));
                        self.read_list(list, registry, found, lines, sink);
                    }
                }
            },
        );
    }

    /// Puts each line into the list of its group.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer rows and lines")]
    fn collect<S: Sink>(&mut self, names: &PrefixIndex, lines: &PassLines<'_>) {
        let unnamed = names.len();
        self.lists.resize(2 * unnamed + 1, List::EMPTY);
        // From the last line to the first, so that each list is in the order of the lines.
        for line in (0..lines.len()).rev() {
            // No name contains a line end, so the end of the line does not matter.
            let group = match names.find_row(&lines.text.as_bytes()[lines.start(line)..]) {
                Some(row) if S::COUNTS_PLAIN => row + (unnamed + 1) * usize::from(lines.is_plain(line, names.at(row))),
                found => found.unwrap_or(unnamed),
            };
            let list = &mut self.lists[group];
            if list.first == NONE {
                self.used.push(group as u16);
            }
            self.next[line] = list.first;
            *list = List { first: line as u16, count: list.count + 1 };
        }
    }

    /// Reads the lines of a list.
    #[inline(always)]
    fn read_list(
        &mut self,
        list: List,
        registry: &Registry,
        found: Option<&Prefixed>,
        lines: &PassLines<'_>,
        sink: &mut impl Sink,
    ) {
        let shape = found.and_then(|found| Some((found, found.shape.get()?)));
        let mut line = list.first;
        while line != NONE {
            let n = usize::from(line);
            let (text, masks) = (lines.line(n), lines.masks.masks(lines.start(n)));
            if let Some((found, shape)) = shape
                && let Some(spans) = shape.read(text.as_bytes(), usize::from(found.colon), &masks)
            {
                sink.url(n, &Parsed::strict(text, registry, found.index, &spans));
            } else {
                read_line(registry, text, masks, found, n, sink);
            }
            line = self.next[n];
        }
    }
}

/// Reads a line without a shape.
#[inline(always)]
fn read_line(
    registry: &Registry,
    text: &str,
    masks: ByteMasks,
    found: Option<&Prefixed>,
    line: usize,
    sink: &mut impl Sink,
) {
    let outcome = match found {
        Some(found) => registry.parse_general(text, masks, found, |parsed| sink.url(line, parsed)),
        None => registry.parse_unindexed(text, |parsed| sink.url(line, parsed)),
    };
    if let Err(error) = outcome {
        sink.error(line, error);
    }
}
