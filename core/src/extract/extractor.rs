//! Extraction from a stream, in constant memory.

use std::collections::VecDeque;
use std::fmt;

use super::candidate::CandidateParser;
use super::matches::Match;
use super::running_text::RunningText;
use super::undelimited::Kinds;
use super::{MAX_URL_LEN, delimited};
use crate::registry::Registry;
use crate::syntax::options::Options;

/// Finds URLs in a stream of bytes that is fed in chunks of any size.
///
/// Holds at most two buffers of [`MAX_URL_LEN`] bytes, and the matches in them.
///
/// ```
/// use locator_core::extract::Extractor;
/// use locator_core::{Options, Registry};
///
/// let registry = Registry::builder().build();
/// let mut extractor = Extractor::new(&registry, Options::new());
/// let mut spans = Vec::new();
/// for chunk in ["see <UR", "L:x-foo:a", "bc> and <URL:"] {
///     spans.extend(extractor.feed(chunk.as_bytes()).map(|found| found.span()));
/// }
/// spans.extend(extractor.finish().map(|found| found.span()));
/// assert_eq!(spans, [9..18]);
/// ```
pub struct Extractor {
    parser: CandidateParser,
    /// The number of bytes read.
    position: u64,
    /// The text after a `<` that may begin a wrapper.
    bracketed: Option<Bracketed>,
    /// The text outside brackets; only in lenient mode, or with suspects.
    running_text: Option<RunningText>,
    found: VecDeque<Match>,
}

/// The text after a `<`, up to the `>`, without both.
struct Bracketed {
    /// The offset after the `<`.
    start: u64,
    /// Whether `URL=` is before the `<`.
    has_prefix: bool,
    bytes: Vec<u8>,
}

impl Extractor {
    /// Creates an extractor for a stream. It parses candidates with `registry` and `options`; lenient mode finds more
    /// ([table](super)).
    pub fn new(registry: &Registry, options: Options) -> Self {
        let parser = CandidateParser::new(registry, options);
        let extractor = Self { parser, position: 0, bracketed: None, running_text: None, found: VecDeque::new() };
        extractor.suspects(false)
    }

    /// Sets whether every `name://…` in running text is a match, in any mode: of a registered scheme or not, valid or
    /// not. To be set before the first [`Extractor::feed`].
    ///
    /// ```
    /// use locator_core::extract::Extractor;
    /// use locator_core::{Options, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// let mut extractor = Extractor::new(&registry, Options::new()).suspects(true);
    /// let found: Vec<_> = extractor.feed(b"at x-foo://h/#top, postgres://u:p@h/%zz.\n").collect();
    /// assert_eq!(found[0].as_str(), "x-foo://h/#top");
    /// assert_eq!(found[1].masked().to_string(), "postgres://u:***@h/%zz");
    /// assert!(found[1].error().is_some());
    /// ```
    #[must_use]
    pub fn suspects(mut self, suspects: bool) -> Self {
        let kinds = Kinds { registered: self.parser.options().is_lenient(), suspects };
        self.running_text = (kinds.registered || suspects).then(|| RunningText::new(&self.parser, kinds));
        self
    }

    /// Reads the next bytes of the stream and returns the matches. The iterator reads lazily; dropping it reads the
    /// rest, whose matches the next iterator returns.
    ///
    /// ```
    /// use locator_core::extract::Extractor;
    /// use locator_core::{Options, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// let mut extractor = Extractor::new(&registry, Options::new());
    /// let first = extractor.feed(b"<URL:x-foo:a> <URL:x-foo:b> <UR").next();
    /// assert_eq!(first.unwrap().as_str(), "x-foo:a");
    /// let others: Vec<_> = extractor.feed(b"L:x-foo:c>").map(|found| found.as_str().to_owned()).collect();
    /// assert_eq!(others, ["x-foo:b", "x-foo:c"]);
    /// ```
    pub fn feed<'e>(&'e mut self, chunk: &'e [u8]) -> Matches<'e> {
        Matches { extractor: self, rest: chunk }
    }

    /// Ends the stream, and returns the remaining matches. An unclosed wrapper is not a match.
    pub fn finish(mut self) -> impl Iterator<Item = Match> {
        self.abandon();
        if let Some(running_text) = &mut self.running_text {
            running_text.end_run(&mut self.parser, &mut self.found);
        }
        self.found.into_iter()
    }

    /// The number of bytes read from the stream.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// The offset in the stream before which nothing can change any more: all matches that begin before it were returned.
    /// A filter can write out the stream up to here.
    ///
    /// At most two buffers of [`MAX_URL_LEN`] bytes lie between it and [`Extractor::position`].
    ///
    /// ```
    /// use locator_core::extract::Extractor;
    /// use locator_core::{Options, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// let mut extractor = Extractor::new(&registry, Options::new()).suspects(true);
    /// extractor.feed(b"see x-foo://h/a").for_each(drop);
    /// assert_eq!(extractor.settled(), 4); // the URL may go on
    /// extractor.feed(b"bc, and").for_each(drop);
    /// assert_eq!(extractor.settled(), 19); // `and` may be a scheme
    /// ```
    pub fn settled(&self) -> u64 {
        let found = self.found.front().map(|found| found.span().start);
        let open = match (&self.bracketed, &self.running_text) {
            (Some(bracketed), _) => bracketed.start - 1,
            (None, Some(running_text)) => running_text.settled(self.position),
            (None, None) => self.position,
        };
        found.map_or(open, |found| found.min(open))
    }

    /// The number of bytes scanned, counting repeated scans; for tests with hostile input.
    #[doc(hidden)]
    pub fn bytes_scanned(&self) -> u64 {
        self.parser.bytes_scanned
    }

    /// Reads up to the next bracket; returns the rest.
    fn step<'c>(&mut self, chunk: &'c [u8]) -> &'c [u8] {
        let used = match self.bracketed.take() {
            Some(bracketed) => self.read_inside(bracketed, chunk),
            None => self.read_outside(chunk),
        };
        &chunk[used..]
    }

    /// Text outside brackets, and the `<` that ends it.
    fn read_outside(&mut self, chunk: &[u8]) -> usize {
        // At most as much as fits into constant memory.
        let window = &chunk[..chunk.len().min(MAX_URL_LEN)];
        let bracket = memchr::memchr(b'<', window);
        let text = &window[..bracket.unwrap_or(window.len())];
        self.parser.count_scanned(text.len());
        self.read_running_text(text, self.position);
        self.position += text.len() as u64;
        if bracket.is_none() {
            return text.len();
        }
        self.position += 1;
        self.bracketed = Some(Bracketed {
            start: self.position,
            has_prefix: self.parser.options().is_lenient()
                && self.running_text.as_ref().is_some_and(RunningText::ends_with_url_equals),
            bytes: Vec::new(),
        });
        if let Some(running_text) = &mut self.running_text {
            running_text.end_run(&mut self.parser, &mut self.found);
        }
        text.len() + 1
    }

    /// Text after a `<`, and the bracket that ends it.
    fn read_inside(&mut self, mut bracketed: Bracketed, chunk: &[u8]) -> usize {
        let room = MAX_URL_LEN + 1 - bracketed.bytes.len();
        let window = &chunk[..chunk.len().min(room)];
        let bracket = memchr::memchr2(b'<', b'>', window);
        let text = &window[..bracket.unwrap_or(window.len())];
        self.parser.count_scanned(text.len());
        bracketed.bytes.extend_from_slice(text);
        self.position += text.len() as u64;
        let is_too_long = bracketed.bytes.len() > MAX_URL_LEN;
        match bracket.map(|bracket| window[bracket]) {
            Some(b'>') => {
                self.close(&bracketed);
                self.position += 1;
                text.len() + 1
            }
            None if !is_too_long => {
                self.bracketed = Some(bracketed);
                text.len()
            }
            // A `<` is never part of a URL, and begins another wrapper.
            _ => {
                self.bracketed = Some(bracketed);
                self.abandon();
                text.len()
            }
        }
    }

    /// Parses the text between brackets, before the `>` is counted.
    fn close(&mut self, bracketed: &Bracketed) {
        let Bracketed { start, has_prefix, ref bytes } = *bracketed;
        match delimited::find(&mut self.parser, bytes, start, has_prefix) {
            Some(found) => self.found.push_back(found),
            None => self.read_as_running_text(bracketed),
        }
        self.read_running_text(b">", self.position);
    }

    /// Reads an unclosed wrapper as running text.
    fn abandon(&mut self) {
        if let Some(bracketed) = self.bracketed.take() {
            self.read_as_running_text(&bracketed);
        }
    }

    fn read_as_running_text(&mut self, bracketed: &Bracketed) {
        self.read_running_text(b"<", bracketed.start - 1);
        self.read_running_text(&bracketed.bytes, bracketed.start);
    }

    /// Searches running text for URLs without brackets.
    fn read_running_text(&mut self, text: &[u8], start: u64) {
        if let Some(running_text) = &mut self.running_text {
            running_text.feed(text, start, &mut self.parser, &mut self.found);
        }
    }
}

impl fmt::Debug for Extractor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Buffers may hold passwords.
        f.debug_struct("Extractor")
            .field("options", &self.parser.options())
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}

/// The matches in a chunk, created by [`Extractor::feed`].
#[must_use = "matches that are not taken are returned by the next `feed` or by `finish`"]
#[derive(Debug)]
pub struct Matches<'e> {
    extractor: &'e mut Extractor,
    rest: &'e [u8],
}

impl Iterator for Matches<'_> {
    type Item = Match;

    fn next(&mut self) -> Option<Match> {
        loop {
            if let Some(found) = self.extractor.found.pop_front() {
                return Some(found);
            }
            if self.rest.is_empty() {
                return None;
            }
            self.rest = self.extractor.step(self.rest);
        }
    }
}

impl Drop for Matches<'_> {
    fn drop(&mut self) {
        while !self.rest.is_empty() {
            self.rest = self.extractor.step(self.rest);
        }
    }
}
