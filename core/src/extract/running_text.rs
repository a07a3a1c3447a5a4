//! Running text, from bytes to runs of characters that may hold a URL: lenient mode alone.

use std::collections::VecDeque;

use super::MAX_URL_LEN;
use super::candidate::CandidateParser;
use super::matches::Match;
use super::scheme_word::SchemeWord;
use super::undelimited::{self, Preceding};

/// What the second draft writes before a bracket.
const DECLARATION: &str = "URL=";

/// Running text, byte by byte.
pub(super) struct RunningText {
    word: SchemeWord,
    run: Run,
}

/// What follows a beginning, up to a character that no URL holds.
enum Run {
    None,
    /// It may be a URL, and more than one.
    Open {
        start: u64,
        beginning: Preceding,
        bytes: Vec<u8>,
    },
    /// It is too long.
    Skipped,
}

impl RunningText {
    pub(super) fn new(parser: &CandidateParser) -> Self {
        Self { word: SchemeWord::new(parser.longest_name()), run: Run::None }
    }

    /// Whether `URL=` is what was read last.
    pub(super) fn ends_with_url_equals(&self) -> bool {
        self.word.was_last(DECLARATION)
    }

    /// Reads on: the bytes that stand at `start`.
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

    /// Reads up to the next colon; gives how much that was.
    fn find_run(&mut self, bytes: &[u8], start: u64, parser: &CandidateParser) -> usize {
        let colon = memchr::memchr(b':', bytes);
        let text = &bytes[..colon.unwrap_or(bytes.len())];
        self.word.read(text);
        if colon.is_none() {
            return text.len();
        }
        if self.word.is_scheme(parser) {
            self.run = self.begin(start + text.len() as u64);
        }
        self.word.read(b":");
        text.len() + 1
    }

    /// The run that begins with the word, where a colon follows at `colon`.
    fn begin(&self, colon: u64) -> Run {
        let name = self.word.name();
        Run::Open { start: colon - name.len() as u64, beginning: self.word.beginning(), bytes: [name, b":"].concat() }
    }

    /// Reads up to the end of the run, but not what ends it.
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

    /// Ends the run, because brackets or the end of the text follow.
    pub(super) fn end_run(&mut self, parser: &mut CandidateParser, found: &mut VecDeque<Match>) {
        let run = std::mem::replace(&mut self.run, Run::None);
        if let Run::Open { start, beginning, bytes } = run {
            undelimited::search(&bytes, start, beginning, parser, found);
        }
    }
}

/// Whether no URL holds this byte, even in lenient mode.
fn ends_run(byte: u8) -> bool {
    byte <= b' ' || matches!(byte, b'<' | b'>' | b'"' | 0x7F)
}
