//! The stream: chunks in, finds out, in constant memory.

use std::collections::VecDeque;
use std::fmt;

use super::candidate::CandidateParser;
use super::matches::Match;
use super::running_text::RunningText;
use super::{MAX_URL_LEN, delimited};
use crate::registry::Registry;
use crate::syntax::options::Options;

/// Finds URLs in a stream of bytes: push chunks of any size, and take out what is found.
///
/// It holds at most two buffers of [`MAX_URL_LEN`] bytes, and what was found in them.
///
/// ```
/// use locator_core::extract::Extractor;
/// use locator_core::{Options, Registry};
///
/// let registry = Registry::builder().build();
/// let mut extractor = Extractor::new(&registry, Options::new());
/// let mut spans = Vec::new();
/// for chunk in ["see <UR", "L:x-foo:a", "bc> and <URL:"] {
///     spans.extend(extractor.feed(chunk.as_bytes()).map(|found| found.span));
/// }
/// spans.extend(extractor.finish().map(|found| found.span));
/// assert_eq!(spans, [9..18]);
/// ```
pub struct Extractor {
    parser: CandidateParser,
    /// How many bytes were read.
    at: u64,
    /// What is read behind a `<` that may begin a wrapper.
    inside: Option<Inside>,
    /// Text outside brackets matters to lenient mode alone.
    prose: Option<RunningText>,
    found: VecDeque<Match>,
}

/// What follows a `<`, up to the `>`. It holds neither.
struct Inside {
    /// Offset behind the `<`.
    start: u64,
    /// Whether `URL=` stands before the `<`.
    has_prefix: bool,
    bytes: Vec<u8>,
}

impl Extractor {
    /// An extractor at the beginning of a stream. What it finds is read by `registry` with `options`; lenient mode also
    /// finds more ([the table](super)).
    pub fn new(registry: &Registry, options: Options) -> Self {
        let parser = CandidateParser::new(registry, options);
        let prose = options.is_lenient().then(|| RunningText::new(&parser));
        Self { parser, at: 0, inside: None, prose, found: VecDeque::new() }
    }

    /// Reads the next bytes of the stream, as far as the finds are taken out; what is left is read when the iterator is
    /// dropped, and what is found there comes out of the next one.
    pub fn feed<'e>(&'e mut self, chunk: &'e [u8]) -> Matches<'e> {
        Matches { extractor: self, rest: chunk }
    }

    /// Ends the stream. A wrapper that is open is none.
    pub fn finish(mut self) -> impl Iterator<Item = Match> {
        self.give_up();
        if let Some(prose) = &mut self.prose {
            prose.end_run(&mut self.parser, &mut self.found);
        }
        self.found.into_iter()
    }

    /// How many bytes of the stream were read.
    pub fn position(&self) -> u64 {
        self.at
    }

    /// How many bytes were looked at, each as often as it was: for tests of what hostile texts cost.
    #[doc(hidden)]
    pub fn bytes_scanned(&self) -> u64 {
        self.parser.bytes_scanned
    }

    /// Reads on, up to the next bracket; gives the rest.
    fn step<'c>(&mut self, chunk: &'c [u8]) -> &'c [u8] {
        let used = match self.inside.take() {
            Some(inside) => self.inside(inside, chunk),
            None => self.outside(chunk),
        };
        &chunk[used..]
    }

    /// Text outside brackets, and the `<` that ends it.
    fn outside(&mut self, chunk: &[u8]) -> usize {
        // No more at once than can be found in constant memory.
        let window = &chunk[..chunk.len().min(MAX_URL_LEN)];
        let bracket = memchr::memchr(b'<', window);
        let text = &window[..bracket.unwrap_or(window.len())];
        self.parser.count_scanned(text.len());
        self.read_prose(text, self.at);
        self.at += text.len() as u64;
        if bracket.is_none() {
            return text.len();
        }
        self.at += 1;
        self.inside = Some(Inside {
            start: self.at,
            has_prefix: self.prose.as_ref().is_some_and(RunningText::ends_with_url_equals),
            bytes: Vec::new(),
        });
        if let Some(prose) = &mut self.prose {
            prose.end_run(&mut self.parser, &mut self.found);
        }
        text.len() + 1
    }

    /// Text behind a `<`, and the bracket that ends it.
    fn inside(&mut self, mut inside: Inside, chunk: &[u8]) -> usize {
        let room = MAX_URL_LEN + 1 - inside.bytes.len();
        let window = &chunk[..chunk.len().min(room)];
        let bracket = memchr::memchr2(b'<', b'>', window);
        let text = &window[..bracket.unwrap_or(window.len())];
        self.parser.count_scanned(text.len());
        inside.bytes.extend_from_slice(text);
        self.at += text.len() as u64;
        let is_too_long = inside.bytes.len() > MAX_URL_LEN;
        match bracket.map(|bracket| window[bracket]) {
            Some(b'>') => {
                self.close(&inside);
                self.at += 1;
                text.len() + 1
            }
            None if !is_too_long => {
                self.inside = Some(inside);
                text.len()
            }
            // A `<` is never part of a URL, so that it begins anew.
            _ => {
                self.inside = Some(inside);
                self.give_up();
                text.len()
            }
        }
    }

    /// Reads what stands between brackets, before the `>` is counted.
    fn close(&mut self, inside: &Inside) {
        let Inside { start, has_prefix, ref bytes } = *inside;
        match delimited::find(&mut self.parser, bytes, start, has_prefix) {
            Some(found) => self.found.push_back(found),
            None => self.read_as_prose(inside),
        }
        self.read_prose(b">", self.at);
    }

    /// What is read behind a `<` is no wrapper.
    fn give_up(&mut self) {
        if let Some(inside) = self.inside.take() {
            self.read_as_prose(&inside);
        }
    }

    fn read_as_prose(&mut self, inside: &Inside) {
        self.read_prose(b"<", inside.start - 1);
        self.read_prose(&inside.bytes, inside.start);
    }

    /// Looks for URLs without brackets.
    fn read_prose(&mut self, text: &[u8], start: u64) {
        if let Some(prose) = &mut self.prose {
            prose.feed(text, start, &mut self.parser, &mut self.found);
        }
    }
}

impl fmt::Debug for Extractor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Buffers may hold passwords.
        f.debug_struct("Extractor")
            .field("options", &self.parser.options())
            .field("position", &self.at)
            .finish_non_exhaustive()
    }
}

/// What is found in one chunk: made by [`Extractor::feed`].
#[must_use = "what is not taken out comes out of the next `feed` or of `finish`"]
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
