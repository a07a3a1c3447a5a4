//! Reads lines with masks that are computed for all of them at once, grouped by scheme.
//!
//! Where schemes are mixed, much of the time goes into mispredicted jumps to the next scheme. Lines of the same scheme
//! are therefore read one after the other; their results have the numbers of the lines.
//!
//! Where nearly all lines are links, it goes into mispredicted branches within the lines. If numbers suffice, a first look
//! at the lines of a scheme with a shape therefore tells without such a branch which are *plain*: URLs without warnings.
//! Only the others are read.

use std::ops::Range;

use crate::diagnostics::error::Error;
use crate::registry::{EntryIndex, PrefixIndex, Prefixed, Registry};
use crate::simd::{ByteMasks, LineMasks, MAX_LINES};
use crate::syntax::options::Profile;
use crate::syntax::shape::Shape;
use crate::url::Parsed;

/// Takes the results of reading lines, in any order.
pub(super) trait Sink {
    /// Whether it takes plain lines by their number. Otherwise all lines are read.
    const COUNTS_PLAIN: bool;

    /// Whether a plain line may be counted with others. Otherwise it is read.
    #[inline(always)]
    fn counts<'l>(&self, _line: impl FnOnce() -> PlainLine<'l>) -> bool {
        true
    }

    /// Lines are URLs of a scheme without warnings.
    fn plain(&mut self, entry: EntryIndex, lines: Count);

    /// A line is a URL.
    fn url(&mut self, line: usize, parsed: &Parsed<'_, '_>);

    /// A line is no URL.
    fn error(&mut self, line: usize, error: Error);
}

/// A line that is a plain link: a URL without warnings, `scheme://host/path`, perhaps with a query. The host is a host name
/// by RFC 1738 §3.1; path and query have only the bytes that a [`Shape`](crate::Shape) allows, so no escape.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use locator_core::Registry;
/// use locator_core::batch::Batch;
///
/// let registry = Registry::builder().add(&locator_schemes::http::HTTP)?.build();
/// let end = Batch::new("http://h.dom/a\n".as_bytes()).tally_where(
///     registry.parser(),
///     |line| {
///         assert_eq!((line.text(), line.host(), line.path_and_query()), ("http://h.dom/a", "h.dom", "/a"));
///         true
///     },
///     |_: &mut (), _| {},
///     |_| ControlFlow::<()>::Continue(()),
/// )?;
/// assert!(end.is_continue());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PlainLine<'l> {
    text: &'l str,
    host: usize,
    path: usize,
}

impl<'l> PlainLine<'l> {
    /// The whole line.
    #[inline]
    pub const fn text(&self) -> &'l str {
        self.text
    }

    /// The host.
    #[inline]
    pub fn host(&self) -> &'l str {
        &self.text[self.host..self.path]
    }

    /// The path, which begins with a slash, and the query.
    #[inline]
    pub fn path_and_query(&self) -> &'l str {
        &self.text[self.path..]
    }
}

/// A number of lines, and the first of them.
#[derive(Clone, Copy, Default)]
pub(super) struct Count {
    pub(super) count: u64,
    pub(super) first: usize,
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
    /// The lines that [`LineMasks::read`] returned.
    pub(super) fn new(text: &'l str, masks: &'l LineMasks) -> Self {
        Self { text, masks, has_cr: masks.has_returns() }
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

    /// What [`LineMasks::specials`] counts in a line, without its line end.
    #[inline(always)]
    fn specials(&self, line: usize) -> u16 {
        let specials = self.masks.specials(line);
        let cr = usize::from(self.has_cr) * (self.start(line + 1) - 1 - self.range(line).end);
        specials - 2 * u16::from(cr > 0)
    }

    /// The text of a line, without its line end.
    #[inline(always)]
    pub(super) fn line(&self, line: usize) -> &'l str {
        &self.text[self.range(line)]
    }
}

/// The numbers of lines by group: a list for each row of the index of names, and one for all other lines.
pub(super) struct Groups {
    first: Vec<u16>,
    /// The next line in the list of a line, and one more, for the list that is being made.
    next: Box<[u16; MAX_LINES + 1]>,
    /// The groups that have lines.
    used: Vec<u16>,
}

/// The end of a list.
const NONE: u16 = u16::MAX;

impl Groups {
    pub(super) fn new() -> Self {
        Self { first: Vec::new(), next: Box::new([NONE; MAX_LINES + 1]), used: Vec::new() }
    }

    /// Reads all lines by strict RFC 1738.
    pub(super) fn read(&mut self, registry: &Registry, lines: &PassLines<'_>, sink: &mut impl Sink) {
        registry.backend().run(
            #[inline(always)]
            || {
                self.collect(registry.prefixes(), lines);
                while let Some(group) = self.used.pop() {
                    self.read_group(usize::from(group), registry, lines, sink);
                }
            },
        );
    }

    /// Reads the lines of a group, and empties its list.
    #[inline(always)]
    fn read_group<S: Sink>(&mut self, group: usize, registry: &Registry, lines: &PassLines<'_>, sink: &mut S) {
        let names = registry.prefixes();
        let found = (group < names.len()).then(|| names.at(group));
        let shaped = found.and_then(|found| Some((found, found.shape.get()?)));
        let all = std::mem::replace(&mut self.first[group], NONE);
        match shaped {
            Some((found, shape)) if S::COUNTS_PLAIN => {
                let (plain, others) = self.skim(all, found, shape, lines, sink);
                sink.plain(found.index, plain);
                self.read_list(others, registry, Some(found), None, lines, sink);
            }
            _ => self.read_list(all, registry, found, shaped, lines, sink),
        }
    }

    /// Puts each line into the list of its group.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer rows and lines")]
    fn collect(&mut self, names: &PrefixIndex, lines: &PassLines<'_>) {
        self.first.resize(names.len() + 1, NONE);
        // From the last line to the first, so that each list is in the order of the lines.
        for line in (0..lines.len()).rev() {
            // No name contains a line end, so the end of the line does not matter.
            let group = names.find_row(&lines.text.as_bytes()[lines.start(line)..]).unwrap_or(names.len());
            let first = &mut self.first[group];
            if *first == NONE {
                self.used.push(group as u16);
            }
            self.next[line] = std::mem::replace(first, line as u16);
        }
    }

    /// Counts the plain lines of a list, and returns the list of the others. No branch depends on a line, if the sink counts
    /// all: the links of the list are always written, and overwritten if the line is plain.
    #[inline(always)]
    fn skim(
        &mut self,
        first: u16,
        scheme: &Prefixed,
        shape: Shape,
        lines: &PassLines<'_>,
        sink: &impl Sink,
    ) -> (Count, u16) {
        let (text, colon) = (lines.text.as_bytes(), usize::from(scheme.colon));
        let mut plain = Count::default();
        let (mut line, mut last) = (first, MAX_LINES);
        while line != NONE {
            let n = usize::from(line);
            let start = lines.start(n);
            let host = lines.masks.host(start + colon + "://".len());
            let is_plain = shape.is_plain(&text[start..], colon, host, lines.specials(n))
                && sink.counts(
                    #[inline(always)]
                    || PlainLine {
                        text: lines.line(n),
                        host: colon + "://".len(),
                        path: colon + "://".len() + host.len,
                    },
                );
            plain.first = if plain.count == 0 { n } else { plain.first };
            plain.count += u64::from(is_plain);
            let following = self.next[n];
            self.next[last] = line;
            last = if is_plain { last } else { n };
            line = following;
        }
        self.next[last] = NONE;
        (plain, self.next[MAX_LINES])
    }

    /// Reads the lines of a list.
    #[inline(always)]
    fn read_list(
        &self,
        first: u16,
        registry: &Registry,
        found: Option<&Prefixed>,
        shaped: Option<(&Prefixed, Shape)>,
        lines: &PassLines<'_>,
        sink: &mut impl Sink,
    ) {
        let mut line = first;
        while line != NONE {
            let n = usize::from(line);
            let (text, masks) = (lines.line(n), lines.masks.masks(lines.start(n)));
            if let Some((found, shape)) = shaped
                && let Some(spans) = shape.read(text.as_bytes(), usize::from(found.colon), &masks)
            {
                sink.url(n, &Parsed::strict(text, registry, Profile::Rfc1738, found.index, &spans));
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
        Some(found) => registry.parse_general(text, masks, Profile::Rfc1738, found, |parsed| sink.url(line, parsed)),
        None => registry.parse_unindexed(text, Profile::Rfc1738, |parsed| sink.url(line, parsed)),
    };
    if let Err(error) = outcome {
        sink.error(line, error);
    }
}
