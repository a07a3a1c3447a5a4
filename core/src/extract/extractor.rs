//! Extraction from a stream: removes the escape sequences of terminals from the text, and puts the matches in order.

use alloc::collections::VecDeque;
use core::fmt;

use super::MAX_URL_LEN;
use super::matches::Match;
use super::places::StreamPlaces;
use super::scanner::Scanner;
use crate::registry::Registry;
use crate::syntax::options::Options;
use crate::text::escape_sequence::{self, ESC, EscapeSequence, Step};
use crate::text::prelude::*;

/// The most bytes that are read before their matches are returned, so that these stay in the caches of the processor.
const WINDOW: usize = 8 * 1024;

/// Finds URLs in a stream of bytes that is fed in chunks of any size.
///
/// Holds at most three buffers of [`MAX_URL_LEN`] bytes, and the matches in them.
///
/// ```
/// use anyurl_core::extract::Extractor;
/// use anyurl_core::{Options, Registry};
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
    scanner: Scanner,
    /// The number of bytes read.
    position: u64,
    /// The escape sequence that is read.
    sequence: Option<EscapeSequence>,
    /// The bytes of that sequence, which are text if it does not end.
    pending: Vec<u8>,
    places: StreamPlaces,
    /// The matches by their place.
    found: VecDeque<Match>,
}

impl Extractor {
    /// Creates an extractor for a stream. It parses candidates with `registry` and `options`; lenient mode finds more
    /// ([table](super)).
    pub fn new(registry: &Registry, options: Options) -> Self {
        Self {
            scanner: Scanner::new(registry, options),
            position: 0,
            sequence: None,
            pending: Vec::new(),
            places: StreamPlaces::default(),
            found: VecDeque::new(),
        }
    }

    /// Sets whether every `name://…` in running text is a match, in any mode: of a registered scheme or not, valid or
    /// not. To be set before the first [`Extractor::feed`].
    ///
    /// ```
    /// use anyurl_core::extract::Extractor;
    /// use anyurl_core::{Options, Registry};
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
        self.scanner.set_suspects(suspects);
        self
    }

    /// Reads the next bytes of the stream and returns the matches. The iterator reads lazily; dropping it reads the
    /// rest, whose matches the next iterator returns.
    ///
    /// ```
    /// use anyurl_core::extract::Extractor;
    /// use anyurl_core::{Options, Registry};
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
        self.read_pending_as_text();
        self.scanner.finish();
        self.take_found();
        self.found.into_iter()
    }

    /// The number of bytes read from the stream.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// The offset in the stream before which nothing can change any more: all matches that begin before it were returned.
    /// A filter can write out the stream up to here.
    ///
    /// At most three buffers of [`MAX_URL_LEN`] bytes of text lie between it and [`Extractor::position`].
    ///
    /// ```
    /// use anyurl_core::extract::Extractor;
    /// use anyurl_core::{Options, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// let mut extractor = Extractor::new(&registry, Options::new()).suspects(true);
    /// extractor.feed(b"see x-foo://h/a").for_each(drop);
    /// assert_eq!(extractor.settled(), 4); // the URL may go on
    /// extractor.feed(b"bc, and").for_each(drop);
    /// assert_eq!(extractor.settled(), 19); // `and` may be a scheme
    /// ```
    pub fn settled(&self) -> u64 {
        let open = self.open();
        self.found.front().map_or(open, |found| found.span().start.min(open))
    }

    /// The number of bytes scanned, counting repeated scans; for tests with hostile input.
    #[doc(hidden)]
    pub fn bytes_scanned(&self) -> u64 {
        self.scanner.bytes_scanned()
    }

    /// The place at which the text begins that can still be part of a match.
    fn open(&self) -> u64 {
        self.places.get(self.scanner.open())
    }

    /// Reads text, or an escape sequence; returns the rest.
    fn step<'c>(&mut self, chunk: &'c [u8]) -> &'c [u8] {
        match self.sequence.take() {
            Some(sequence) => self.read_sequence(sequence, chunk),
            None => self.read_text(chunk),
        }
    }

    /// Reads text up to the next escape sequence, and the first byte of that.
    fn read_text<'c>(&mut self, chunk: &'c [u8]) -> &'c [u8] {
        let window = &chunk[..chunk.len().min(WINDOW)];
        let end = escape_sequence::find(window);
        let text = &window[..end.unwrap_or(window.len())];
        self.position += text.len() as u64;
        self.scanner.read(text);
        self.take_found();
        let rest = &chunk[text.len()..];
        let Some((first, after)) = rest.split_first().filter(|_| end.is_some()) else {
            return rest;
        };
        self.sequence = EscapeSequence::begin(*first);
        self.pending.push(*first);
        self.position += 1;
        after
    }

    /// Reads the bytes of an escape sequence. If it does not end, they are text, and the rest of the chunk is read anew.
    fn read_sequence<'c>(&mut self, mut sequence: EscapeSequence, chunk: &'c [u8]) -> &'c [u8] {
        for (at, byte) in chunk.iter().enumerate() {
            match sequence.read(*byte) {
                Step::Within(next) if self.pending.len() < MAX_URL_LEN => sequence = next,
                Step::Last => {
                    self.take_byte(*byte);
                    self.end_sequence(sequence);
                    return &chunk[at + 1..];
                }
                _ => {
                    self.abandon_sequence(sequence);
                    return &chunk[at..];
                }
            }
            self.take_byte(*byte);
        }
        self.sequence = Some(sequence);
        &[]
    }

    fn take_byte(&mut self, byte: u8) {
        self.pending.push(byte);
        self.position += 1;
    }

    /// Skips a complete sequence. The text of a control string, such as a link, can hold URLs of its own.
    fn end_sequence(&mut self, sequence: EscapeSequence) {
        if sequence.is_string() {
            let start = self.position - self.pending.len() as u64;
            for found in self.scanner.search_apart(&self.pending, start) {
                self.insert(found);
            }
        }
        self.pending.clear();
        self.places.skip(self.scanner.position(), self.position);
    }

    /// Reads an incomplete sequence as text. An ESC that should end a control string begins another sequence.
    fn abandon_sequence(&mut self, sequence: EscapeSequence) {
        let is_next = sequence == EscapeSequence::StringEscape;
        if is_next {
            self.pending.pop();
        }
        self.read_pending_as_text();
        if is_next {
            self.sequence = EscapeSequence::begin(ESC);
            self.pending.push(ESC);
        }
    }

    fn read_pending_as_text(&mut self) {
        self.scanner.read(&self.pending);
        self.pending.clear();
        self.take_found();
    }

    /// Takes the matches of the scanner, and forgets sequences before what is still read.
    fn take_found(&mut self) {
        if self.found.is_empty() && self.places.is_identity() {
            core::mem::swap(&mut self.found, self.scanner.found());
        }
        while let Some(found) = self.scanner.found().pop_front() {
            self.insert(found.moved(&self.places));
        }
        self.places.forget_before(self.scanner.open());
    }

    /// Inserts a match by its place: a URL in a control string can be within another match.
    fn insert(&mut self, found: Match) {
        let is_before = |other: &Match| other.span().start <= found.span().start;
        if self.found.back().is_none_or(is_before) {
            return self.found.push_back(found);
        }
        let at = self.found.partition_point(is_before);
        self.found.insert(at, found);
    }

    /// The next match before which no other can begin.
    fn next_settled(&mut self) -> Option<Match> {
        let open = self.open();
        self.found.front().filter(|found| found.span().start < open)?;
        self.found.pop_front()
    }
}

impl fmt::Debug for Extractor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Buffers may hold passwords.
        f.debug_struct("Extractor")
            .field("options", &self.scanner.options())
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
            if let Some(found) = self.extractor.next_settled() {
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
