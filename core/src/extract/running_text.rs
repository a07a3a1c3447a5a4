//! Running text outside brackets: finds runs of characters that may contain URLs (in lenient mode, A-41, or suspects).

use alloc::collections::VecDeque;

use super::MAX_URL_LEN;
use super::candidate::CandidateParser;
use super::matches::Match;
use super::undelimited::{self, Kinds};
use super::url_end::ends_run;
use super::url_start::{Preceding, SchemeWord};
use crate::simd::{ByteMasks, StopSet};
use crate::text::prelude::*;

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
    /// After the colon of a name that is not registered: a run begins if two slashes follow, of which one may have been
    /// read.
    Undecided(Open),
    /// The run may contain one or more URLs.
    Open(Open),
    /// The run is too long.
    Skipped,
}

/// A run of which the end was not read yet.
struct Open {
    start: u64,
    preceding: Preceding,
    bytes: Vec<u8>,
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
            Run::Undecided(ref run) | Run::Open(ref run) => run.start,
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
                Run::None => self.find_run(rest, at, parser, found),
                Run::Undecided(_) => self.read_slash(rest[0]),
                _ => self.read_run(rest, parser, found),
            };
            rest = &rest[read..];
            at += read as u64;
        }
    }

    /// Reads up to and including the next colon, and the run around it if these bytes have all of it; returns the number
    /// of bytes.
    fn find_run(
        &mut self,
        bytes: &[u8],
        start: u64,
        parser: &mut CandidateParser,
        found: &mut VecDeque<Match>,
    ) -> usize {
        let Some(colon) = memchr::memchr(b':', bytes) else {
            self.word.read(bytes);
            return bytes.len();
        };
        let (before, after) = (&bytes[..colon], &bytes[colon + 1..]);
        self.word.read(before);
        let begins = self.kinds.begins(&self.word, after, parser);
        let first = colon.checked_sub(self.word.name().len()).filter(|_| begins == Some(true));
        if let Some((first, len)) = first.and_then(|first| Some((first, run_len(after)?))) {
            let end = colon + 1 + len;
            self.search(&bytes[first..end], start + first as u64, self.word.preceding(), parser, found);
            self.word.read(&bytes[colon..end]);
            return end;
        }
        self.run = match begins {
            Some(false) => Run::None,
            Some(true) => Run::Open(self.begin(start + colon as u64)),
            None => Run::Undecided(self.begin(start + colon as u64)),
        };
        self.word.read(b":");
        colon + 1
    }

    /// The run that begins with the current word, followed by a colon at `colon`.
    fn begin(&self, colon: u64) -> Open {
        let name = self.word.name();
        Open { start: colon - name.len() as u64, preceding: self.word.preceding(), bytes: [name, b":"].concat() }
    }

    /// Reads a slash after the colon of a name that is not registered; returns the number of bytes, which is 0 for another
    /// byte.
    fn read_slash(&mut self, byte: u8) -> usize {
        let Run::Undecided(mut run) = core::mem::replace(&mut self.run, Run::None) else {
            return 0;
        };
        if byte != b'/' {
            return 0;
        }
        self.word.read(b"/");
        run.bytes.push(byte);
        self.run = if run.bytes.ends_with(b"//") { Run::Open(run) } else { Run::Undecided(run) };
        1
    }

    /// Reads up to the byte that ends the run; returns the number of bytes.
    fn read_run(&mut self, bytes: &[u8], parser: &mut CandidateParser, found: &mut VecDeque<Match>) -> usize {
        let end = run_len(bytes);
        let text = &bytes[..end.unwrap_or(bytes.len())];
        self.word.read(text);
        match &mut self.run {
            Run::Open(run) if run.bytes.len() + text.len() <= MAX_URL_LEN => run.bytes.extend_from_slice(text),
            run => *run = Run::Skipped,
        }
        if end.is_some() {
            self.end_run(parser, found);
        }
        text.len()
    }

    /// Ends the run and searches it.
    pub(super) fn end_run(&mut self, parser: &mut CandidateParser, found: &mut VecDeque<Match>) {
        if let Run::Open(Open { start, preceding, bytes }) = core::mem::replace(&mut self.run, Run::None) {
            self.search(&bytes, start, preceding, parser, found);
        }
    }

    /// Searches a run, unless it is too long.
    fn search(
        &self,
        run: &[u8],
        start: u64,
        preceding: Preceding,
        parser: &mut CandidateParser,
        found: &mut VecDeque<Match>,
    ) {
        if run.len() <= MAX_URL_LEN {
            undelimited::search(run, start, preceding, self.kinds, parser, found);
        }
    }
}

/// The length of the run that ends in a text.
fn run_len(text: &[u8]) -> Option<usize> {
    let mut masks = ByteMasks::NONE;
    let end = masks.first(text, text, 0, StopSet::NonPath, |_, byte| ends_run(byte));
    (end < text.len()).then_some(end)
}
