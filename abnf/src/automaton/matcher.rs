//! Matches a text in one pass from left to right, without allocation.

use std::ops::Range;

use anyurl_core::Span;
use anyurl_core::internal::ByteMasks;

use super::dfa::{Dfa, Moves, RUN};

/// The maximum number of registers.
const REGISTERS: usize = 64;

/// The value of a register before the first write, beyond the longest offset.
const UNSET: u32 = u32::MAX;

/// Where a match begins: at the start of a text, or after a prefix such as `http:`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    row: u32,
    /// The length of the prefix.
    len: u32,
    /// The registers that the prefix sets, with offsets in the prefix.
    registers: Vec<(u8, u32)>,
}

/// A state of the automaton, which determines what can follow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StateId(pub(crate) u32);

/// The point where a text leaves the grammar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mismatch {
    /// The offset of the first byte that cannot follow, or of the end. Some text of the grammar begins with all bytes
    /// before it.
    pub at: usize,
    /// The state there; [`Labels::expected`](super::Labels::expected) says what could follow.
    pub state: StateId,
}

/// A match in progress, with `N` registers, a power of two.
///
/// [`Matcher::run`] reads many bytes, [`Matcher::step`] one. The byte of a step need not be in the text: a lenient
/// caller passes `%`, `2` and `0` at the offset of a space.
///
/// ```
/// use anyurl_abnf::{Capture, CompiledGrammar, GrammarSource};
///
/// let source = GrammarSource::new("t = \"x-t:\" name\nname = 1*( ALPHA / \"%\" 2HEXDIG )");
/// let captures = [Capture::new("name", "name")];
/// let grammar = CompiledGrammar::compile(&source.captures(&captures)).unwrap();
///
/// let text = b"x-t:a b";
/// let mut matcher = grammar.dfa().matcher(&grammar.dfa().start(), 0);
/// assert_eq!(matcher.run(text, 0), 5); // stops at the space
/// for byte in *b"%20" {
///     assert!(matcher.step(byte, 5));
/// }
/// assert_eq!(matcher.run(&text[6..], 6), 1);
/// let mut spans = [None];
/// assert!(matcher.finish(7, &mut spans));
/// assert_eq!(spans[0].unwrap().range(), 4..7);
/// ```
#[derive(Clone)]
pub struct Matcher<'g, const N: usize = REGISTERS> {
    dfa: &'g Dfa,
    row: u32,
    registers: [u32; N],
}

impl<'g, const N: usize> Matcher<'g, N> {
    /// A matcher at `start` whose first byte is at offset `at`.
    #[inline]
    pub(crate) fn new(dfa: &'g Dfa, start: &Start, at: usize) -> Self {
        let mut matcher = Self::in_row(dfa, start.row);
        matcher.enter(start, at);
        matcher
    }

    /// A matcher in a row.
    #[inline(always)]
    pub(crate) fn in_row(dfa: &'g Dfa, row: u32) -> Self {
        assert!(dfa.registers() <= N, "the matcher has fewer registers than the automaton");
        Self { dfa, row, registers: [UNSET; N] }
    }

    /// A matcher in a state.
    pub(crate) fn in_state(dfa: &'g Dfa, state: StateId) -> Self {
        Self::in_row(dfa, state.0)
    }

    /// Moves a matcher that has read nothing to the state after a prefix; the next byte is at offset `at`.
    #[inline(always)]
    pub fn enter(&mut self, start: &Start, at: usize) {
        self.row = start.row;
        let prefix = offset(at).saturating_sub(start.len);
        for (register, offset) in &start.registers {
            *self.register(*register) = prefix.saturating_add(*offset);
        }
    }

    /// Reads a byte that is at offset `at`, or replaces something there. Returns false and changes nothing if the byte
    /// cannot follow.
    #[inline]
    pub fn step(&mut self, byte: u8, at: usize) -> bool {
        let entry = self.dfa.entry(self.row, byte);
        if entry == 0 {
            return false;
        }
        self.write(entry, at);
        self.row = Dfa::row(entry);
        true
    }

    /// Reads the longest prefix of `bytes` that can follow, whose first byte is at offset `at`, and returns its length.
    #[inline]
    pub fn run(&mut self, bytes: &[u8], at: usize) -> usize {
        let mut masks = ByteMasks::NONE;
        self.read(bytes, 0..bytes.len(), at, &mut masks)
    }

    /// [`Matcher::run`] in a part of a text that `masks` belong to. Returns the offset after the bytes that were read.
    #[inline(always)]
    pub fn run_in(&mut self, text: &[u8], part: Range<usize>, masks: &mut ByteMasks) -> usize {
        self.read(text, part, 0, masks)
    }

    /// Reads bytes of a text whose first byte is at offset `base`.
    #[inline(always)]
    fn read(&mut self, text: &[u8], part: Range<usize>, base: usize, masks: &mut ByteMasks) -> usize {
        let dfa = self.dfa;
        let until = &text[..part.end];
        let (mut row, mut at) = (self.row, part.start);
        while let Some(byte) = until.get(at) {
            let entry = dfa.entry(row, *byte);
            if entry == 0 {
                break;
            }
            self.write(entry, base + at);
            row = Dfa::row(entry);
            at += 1;
            if entry & RUN != 0 {
                let [begin, first, set] = dfa.run(row);
                if until.get(at).is_some_and(|byte| dfa.runs.has(begin, *byte)) {
                    self.write(first, base + at);
                    row = Dfa::row(first);
                    at = dfa.runs.end(set, text, at + 1..part.end, masks);
                }
            }
        }
        self.row = row;
        at
    }

    #[inline]
    fn register(&mut self, number: u8) -> &mut u32 {
        &mut self.registers[usize::from(number) & (N - 1)]
    }

    /// Writes the registers that an entry writes, for a byte at offset `at`.
    #[inline(always)]
    fn write(&mut self, entry: u32, at: usize) {
        match self.dfa.moves(entry) {
            Moves::Nothing => {}
            Moves::Now(register) => *self.register(register) = offset(at),
            Moves::Copies(copies) => self.copy(copies, at),
        }
    }

    fn copy(&mut self, copies: &[(u8, u8)], at: usize) {
        *self.register(self.dfa.now()) = offset(at);
        for (to, from) in copies {
            *self.register(*to) = *self.register(*from);
        }
    }

    /// Returns whether the text can end here, at offset `end`, and if so stores the spans of the captures in their
    /// order, as many as `spans` holds.
    #[inline]
    pub fn finish(&mut self, end: usize, spans: &mut [Option<Span>]) -> bool {
        let Some(found) = self.end(end) else {
            return false;
        };
        spans.iter_mut().zip(found).for_each(|(slot, span)| *slot = span);
        true
    }

    /// The spans of the captures in their order, if the text can end here, at offset `end`.
    #[inline]
    pub fn end(&mut self, end: usize) -> Option<impl Iterator<Item = Option<Span>>> {
        let pairs = self.dfa.end(self.row)?;
        *self.register(self.dfa.now()) = offset(end);
        Some(pairs.iter().map(|[begin, end]| self.span(*begin, *end)))
    }

    #[inline]
    fn span(&self, begin: u8, end: u8) -> Option<Span> {
        let at = |register: u8| self.registers[usize::from(register) & (N - 1)];
        let (begin, end) = (at(begin), at(end));
        if begin.max(end) == UNSET {
            return None;
        }
        // A caller that passes offsets in the wrong order gets an empty span instead of a panic.
        Some(Span::new(begin.min(end) as usize, end as usize))
    }

    /// The error for the byte or the end at an offset.
    #[inline]
    pub fn mismatch(&self, at: usize) -> Mismatch {
        Mismatch { at, state: self.state() }
    }

    /// The current state.
    #[inline]
    pub fn state(&self) -> StateId {
        StateId(self.row)
    }

    /// Whether both matchers read every continuation in the same way, with the same spans.
    pub fn is_equivalent(&self, other: &Self) -> bool {
        let own = usize::from(self.dfa.now());
        let differ = |register: &usize| self.registers[*register] != other.registers[*register];
        self.row == other.row && (0..own).filter(differ).all(|register| self.dfa.live(self.row) >> register & 1 == 0)
    }

    /// The state after the bytes read from the start of a text, of which the first `len` are the prefix of later texts.
    pub(crate) fn to_start(&self, len: usize) -> Start {
        let written = (0..self.dfa.now()).zip(self.registers);
        Start { row: self.row, len: offset(len), registers: written.filter(|(_, at)| *at != UNSET).collect() }
    }
}

impl Start {
    /// The error for the byte or the end at an offset, directly after the prefix.
    pub fn mismatch(&self, at: usize) -> Mismatch {
        Mismatch { at, state: StateId(self.row) }
    }

    /// The row of the state.
    pub(crate) fn row(&self) -> u32 {
        self.row
    }

    /// The registers that the prefix sets.
    pub(crate) fn registers(&self) -> impl Iterator<Item = u8> {
        self.registers.iter().map(|(register, _)| *register)
    }

    /// The length of the prefix.
    pub(crate) fn len(&self) -> usize {
        self.len as usize
    }

    /// The start of a text.
    pub(crate) fn new(dfa: &Dfa) -> Self {
        Self { row: dfa.first(), len: 0, registers: Vec::new() }
    }
}

/// Converts an offset to a register value; core rejects texts beyond `Span::LONGEST`.
#[inline]
fn offset(at: usize) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "`Span::LONGEST` fits")]
    {
        at.min(Span::LONGEST) as u32
    }
}
