//! Running text outside brackets: finds runs of characters that may contain URLs (in lenient mode, A-41, or suspects).

use std::collections::VecDeque;

use super::MAX_URL_LEN;
use super::candidate::CandidateParser;
use super::matches::Match;
use super::undelimited::{self, Kinds};
use super::url_start::{Preceding, SchemeWord};

/// The prefix before a bracket in the second draft.
const URL_EQUALS: &str = "URL=";

/// The state of reading running text.
pub(super) struct RunningText {
    word: SchemeWord,
    run: Run,
    kinds: Kinds,
}

/// The run of characters after a possible start of a URL, up to a character that no URL contains.
enum Run {
    None,
    /// The run may contain one or more URLs.
    Open {
        start: u64,
        preceding: Preceding,
        bytes: Vec<u8>,
    },
    /// The run is too long.
    Skipped,
}

impl RunningText {
    pub(super) fn new(parser: &CandidateParser, kinds: Kinds) -> Self {
        Self { word: SchemeWord::new(kinds.longest_name(parser)), run: Run::None, kinds }
    }

    /// The state at the beginning of another text.
    pub(super) fn restarted(&self, parser: &CandidateParser) -> Self {
        Self::new(parser, self.kinds)
    }

    /// The offset before which no URL begins or continues; `position` is that of the end of the text.
    pub(super) fn settled(&self, position: u64) -> u64 {
        match self.run {
            Run::None => position - self.word.open_len() as u64,
            Run::Open { start, .. } => start,
            Run::Skipped => position,
        }
    }

    /// Whether the last bytes are `URL=`.
    pub(super) fn ends_with_url_equals(&self) -> bool {
        self.word.ends_with(URL_EQUALS)
    }

    /// Reads the next bytes, whose offset is `start`.
    pub(super) fn feed(&mut self, bytes: &[u8], start: u64, parser: &mut CandidateParser, found: &mut VecDeque<Match>) {
        parser.count_scanned(bytes.len());
        let mut rest = bytes;
        let mut at = start;
        while !rest.is_empty() {
            let read = match self.run {
                Run::None => self.find_run(rest, at, parser),
                _ => self.read_run(rest, parser, found),
            };
            rest = &rest[read..];
            at += read as u64;
        }
    }

    /// Reads up to and including the next colon; returns the number of bytes.
    fn find_run(&mut self, bytes: &[u8], start: u64, parser: &CandidateParser) -> usize {
        let colon = memchr::memchr(b':', bytes);
        let text = &bytes[..colon.unwrap_or(bytes.len())];
        self.word.read(text);
        if colon.is_none() {
            return text.len();
        }
        if self.kinds.may_begin(&self.word, parser) {
            self.run = self.begin(start + text.len() as u64);
        }
        self.word.read(b":");
        text.len() + 1
    }

    /// The run that begins with the current word, followed by a colon at `colon`.
    fn begin(&self, colon: u64) -> Run {
        let name = self.word.name();
        Run::Open { start: colon - name.len() as u64, preceding: self.word.preceding(), bytes: [name, b":"].concat() }
    }

    /// Reads up to the byte that ends the run; returns the number of bytes.
    fn read_run(&mut self, bytes: &[u8], parser: &mut CandidateParser, found: &mut VecDeque<Match>) -> usize {
        let end = bytes.iter().position(|byte| ends_run(*byte));
        let text = &bytes[..end.unwrap_or(bytes.len())];
        self.word.read(text);
        match &mut self.run {
            Run::Open { bytes, .. } if bytes.len() + text.len() <= MAX_URL_LEN => {
                bytes.extend_from_slice(text);
            }
            run => *run = Run::Skipped,
        }
        if end.is_some() {
            self.end_run(parser, found);
        }
        text.len()
    }

    /// Ends the run and searches it.
    pub(super) fn end_run(&mut self, parser: &mut CandidateParser, found: &mut VecDeque<Match>) {
        let run = std::mem::replace(&mut self.run, Run::None);
        if let Run::Open { start, preceding, bytes } = run {
            undelimited::search(&bytes, start, preceding, self.kinds, parser, found);
        }
    }
}

/// Whether no URL contains this byte, even in lenient mode.
fn ends_run(byte: u8) -> bool {
    byte <= b' ' || matches!(byte, b'<' | b'>' | b'"' | 0x7F)
}
