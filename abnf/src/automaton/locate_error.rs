//! Locates the error in a text that does not match. The automaton stops at the first byte that no text can have there;
//! the error is often earlier, at the start of the element that cannot be completed.

use std::cell::Cell;

use super::dfa::Dfa;
use super::expected::Expected;
use super::labels::{Label, Labels};
use super::matcher::{Mismatch, Start, StateId};

/// The maximum number of labels to examine. A state can have thousands of labels and a text millions of bytes; beyond
/// this number the error is located where the match stopped.
const MAX_LABELS: usize = 4_000_000;

/// Counts down from [`MAX_LABELS`].
struct Countdown(Cell<usize>);

impl Countdown {
    fn new() -> Self {
        Self(Cell::new(MAX_LABELS))
    }

    /// Counts one label; false if none was left.
    fn count(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left > 0
    }

    fn is_over(&self) -> bool {
        self.0.get() == 0
    }
}

/// The location of the error in a text that does not match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ErrorLocation {
    /// The offset of the first wrong byte, or of the end; at most that of the mismatch.
    pub at: usize,
    /// The state of the mismatch, or the state where the text left its last possible alternative.
    pub state: StateId,
    /// The offset of the `host` of RFC 1738 that contains the error; core has more specific errors for hosts.
    pub host: Option<usize>,
}

/// An automaton with the labels of its states.
struct Labelled<'g> {
    dfa: &'g Dfa,
    labels: &'g Labels,
}

impl Labels {
    /// What can follow in a state of the automaton.
    pub fn expected<'g>(&'g self, dfa: &'g Dfa, state: StateId) -> Expected<'g> {
        Expected::new(dfa, self, state)
    }

    /// Locates the error of a mismatch, as [`CompiledGrammar::locate_error`](crate::CompiledGrammar::locate_error).
    ///
    /// # Panics
    /// If `begin` or the offset of the mismatch is beyond the end of the text.
    #[cold]
    pub fn locate_error(
        &self,
        dfa: &Dfa,
        start: &Start,
        (text, begin): (&[u8], usize),
        mismatch: Mismatch,
    ) -> ErrorLocation {
        Labelled { dfa, labels: self }.locate_error(start, text, begin, mismatch)
    }
}

impl Labelled<'_> {
    fn expected(&self, state: StateId) -> Expected<'_> {
        Expected::new(self.dfa, self.labels, state)
    }

    fn locate_error(&self, start: &Start, text: &[u8], begin: usize, mismatch: Mismatch) -> ErrorLocation {
        let possible = self.possible_alternatives(start, text, begin);
        let Mismatch { at, state } = self.leaves_alternatives(start, text, begin, mismatch, possible);
        let is_host = self.possible_labels(state, possible).any(|label| label.is_host);
        let host = is_host.then(|| self.host_before(start, text, begin, at));
        let literal = self.literal_offset(state, possible).unwrap_or(0);
        // A literal that includes the scheme name does not start after `begin`.
        let at = at.checked_sub(literal).filter(|at| *at >= begin).unwrap_or(at);
        let at = before_escape(&text[begin..at]) + begin;
        ErrorLocation { at, state, host: host.flatten() }
    }

    /// The alternatives that the text can be, as bits.
    fn possible_alternatives(&self, start: &Start, text: &[u8], begin: usize) -> u64 {
        let possible = self.labels.alternatives.as_ref().and_then(|alternatives| {
            let from = (begin + alternatives.prefix_len).checked_sub(start.len())?;
            Some(alternatives.possible(text.get(from..)?))
        });
        possible.unwrap_or(!0)
    }

    /// The labels that can follow in a state, of possible alternatives only.
    fn possible_labels(&self, state: StateId, possible: u64) -> impl Iterator<Item = &Label> {
        self.expected(state).labels().filter(move |label| is_possible(label, possible))
    }

    /// The point where the text leaves the last possible alternative.
    fn leaves_alternatives(
        &self,
        start: &Start,
        text: &[u8],
        begin: usize,
        mismatch: Mismatch,
        possible: u64,
    ) -> Mismatch {
        if possible == !0 {
            return mismatch;
        }
        let mut matcher = self.dfa.matcher(start, begin);
        let countdown = Countdown::new();
        for (at, byte) in (begin..mismatch.at).zip(&text[begin..]) {
            let state = matcher.state();
            let expected = self.expected(state);
            let mut labels = expected.labels().take_while(|_| countdown.count());
            let continues = labels.any(|label| is_possible(label, possible) && label.set.has(*byte));
            if countdown.is_over() {
                return mismatch;
            }
            if !matcher.step(*byte, at) {
                // Lenient mode replaced this byte before the mismatch.
                return mismatch;
            }
            if !continues {
                return Mismatch { at, state };
            }
        }
        mismatch
    }

    /// The offset of the host that continues at `end`.
    fn host_before(&self, start: &Start, text: &[u8], begin: usize, end: usize) -> Option<usize> {
        let mut matcher = self.dfa.matcher(start, begin);
        let mut host = None;
        let countdown = Countdown::new();
        for (at, byte) in (begin..end).zip(&text[begin..]) {
            let expected = self.expected(matcher.state());
            let mut labels = expected.labels().take_while(|_| countdown.count());
            let is_host = labels.any(|label| label.is_host);
            if countdown.is_over() {
                return None;
            }
            host = is_host.then(|| host.unwrap_or(at));
            matcher.step(*byte, at).then_some(())?;
        }
        host.or(Some(end))
    }

    /// The offset in a literal, if only literals can continue.
    fn literal_offset(&self, state: StateId, possible: u64) -> Option<usize> {
        if self.expected(state).ends() {
            return None;
        }
        let literals = self.possible_labels(state, possible).map(|label| label.literal);
        literals.map(|literal| literal.map_or(0, |(_, offset)| offset as usize)).min()
    }
}

/// Whether a label belongs to a possible alternative.
fn is_possible(label: &Label, possible: u64) -> bool {
    label.alternative.is_none_or(|n| possible >> n & 1 == 1)
}

/// The offset of an incomplete escape at the end of a text, or of the end.
fn before_escape(text: &[u8]) -> usize {
    match text {
        [before @ .., b'%'] | [before @ .., b'%', _] => before.len(),
        _ => text.len(),
    }
}
