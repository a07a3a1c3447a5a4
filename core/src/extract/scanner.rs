//! Scans text in constant memory for URLs in brackets and in running text.

use alloc::collections::VecDeque;

use super::candidate::CandidateParser;
use super::matches::Match;
use super::running_text::RunningText;
use super::undelimited::Kinds;
use super::{MAX_URL_LEN, delimited};
use crate::registry::Registry;
use crate::syntax::options::Options;
use crate::text::prelude::*;

/// Reads a text in parts of any size. Its offsets are those of the text, from which escape sequences are removed.
pub(super) struct Scanner {
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

impl Scanner {
    pub(super) fn new(registry: &Registry, options: Options) -> Self {
        let parser = CandidateParser::new(registry, options);
        let mut scanner = Self { parser, position: 0, bracketed: None, running_text: None, found: VecDeque::new() };
        scanner.set_suspects(false);
        scanner
    }

    pub(super) fn set_suspects(&mut self, suspects: bool) {
        let kinds = Kinds { registered: self.parser.options().is_lenient(), suspects };
        self.running_text = (kinds.registered || suspects).then(|| RunningText::new(&self.parser, kinds));
    }

    pub(super) fn options(&self) -> Options {
        self.parser.options()
    }

    pub(super) fn bytes_scanned(&self) -> u64 {
        self.parser.bytes_scanned
    }

    /// The number of bytes read.
    pub(super) fn position(&self) -> u64 {
        self.position
    }

    /// The offset at which the text begins that can still be part of a match.
    pub(super) fn open(&self) -> u64 {
        match (&self.bracketed, &self.running_text) {
            (Some(bracketed), _) => bracketed.start - 1,
            (None, Some(running_text)) => running_text.settled(self.position),
            (None, None) => self.position,
        }
    }

    /// The matches so far, in order, for the caller to take.
    pub(super) fn found(&mut self) -> &mut VecDeque<Match> {
        &mut self.found
    }

    /// Reads the next part of the text.
    pub(super) fn read(&mut self, text: &[u8]) {
        let mut rest = text;
        while !rest.is_empty() {
            let used = match self.bracketed.take() {
                Some(bracketed) => self.read_inside(bracketed, rest),
                None => self.read_outside(rest),
            };
            rest = &rest[used..];
        }
    }

    /// Finds the URLs of a text that is no part of the text around it; their places begin at `start`.
    pub(super) fn search_apart(&mut self, text: &[u8], start: u64) -> VecDeque<Match> {
        let mut found = VecDeque::new();
        if let Some(around) = &self.running_text {
            let mut apart = around.restarted(&self.parser);
            apart.feed(text, start, &mut self.parser, &mut found);
            apart.end_run(&mut self.parser, &mut found);
        }
        found
    }

    /// Ends the text. An unclosed wrapper is not a match.
    pub(super) fn finish(&mut self) {
        self.abandon();
        if let Some(running_text) = &mut self.running_text {
            running_text.end_run(&mut self.parser, &mut self.found);
        }
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
