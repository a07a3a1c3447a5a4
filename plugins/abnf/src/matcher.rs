//! Reads a text: one pass from left to right, without allocation.

use std::ops::Range;

use locator_core::{ByteMasks, Span};

use super::dense::{DenseTables, RUN};

/// How many registers any automaton has scheme for.
const REGISTERS: usize = 64;

/// What a register holds before it is written: beyond the longest offset.
const NOTHING: u32 = u32::MAX;

/// Where a scan begins: at the start of the text, or behind a prefix such as `http:`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    row: u32,
    /// How many bytes have been read.
    len: u32,
    /// Registers that were written on the way, with offsets in the prefix.
    registers: Vec<(u8, u32)>,
}

/// The state of a scan: what may come next depends on nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State(pub(super) u32);

/// A text that the grammar does not derive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Failure {
    /// The offset of the first byte that cannot continue, or of the end: everything before it can be continued.
    pub at: usize,
    /// What could have come.
    pub state: State,
}

/// A scan on its way through a text, with scheme for `N` registers, a power of two.
///
/// Whole runs of bytes are read by [`Matcher::run`]; [`Matcher::step`] reads one, also one that does not stand in the text:
/// whoever forgives a space feeds `%`, `2` and `0` at its offset.
///
/// ```
/// use locator_abnf::{Capture, Grammar, Source};
///
/// let source = Source::new("t = \"x-t:\" name\nname = 1*( ALPHA / \"%\" 2HEXDIG )");
/// let captures = [Capture::new("name", "name")];
/// let grammar = Grammar::compile(&source.captures(&captures)).unwrap();
///
/// let text = b"x-t:a b";
/// let mut scan = grammar.begin(&grammar.start(), 0);
/// assert_eq!(scan.run(text, 0), 5); // the space stops it
/// for byte in *b"%20" {
///     assert!(scan.step(byte, 5));
/// }
/// assert_eq!(scan.run(&text[6..], 6), 1);
/// let mut spans = [None];
/// assert!(scan.finish(7, &mut spans));
/// assert_eq!(spans[0].unwrap().range(), 4..7);
/// ```
#[derive(Clone)]
pub struct Matcher<'g, const N: usize = REGISTERS> {
    tables: &'g DenseTables,
    row: u32,
    registers: [u32; N],
}

impl<'g, const N: usize> Matcher<'g, N> {
    /// A scan that begins with the byte at `at`.
    #[inline]
    pub(super) fn new(tables: &'g DenseTables, start: &Start, at: usize) -> Self {
        let mut scan = Self::first(tables);
        scan.enter(start, at);
        scan
    }

    /// A scan at the beginning of a text.
    #[inline]
    pub(super) fn first(tables: &'g DenseTables) -> Self {
        assert!(tables.width() <= N, "a scan has room for all registers");
        Self { tables, row: tables.first(), registers: [NOTHING; N] }
    }

    /// A scan that goes on from a state.
    pub(super) fn in_state(tables: &'g DenseTables, state: State) -> Self {
        Self { row: state.0, ..Self::first(tables) }
    }

    /// Goes on behind a prefix, with the byte at `at`. Nothing has been read before.
    #[inline]
    pub fn enter(&mut self, start: &Start, at: usize) {
        self.row = start.row;
        let prefix = offset(at).saturating_sub(start.len);
        for (register, offset) in &start.registers {
            *self.register(*register) = prefix.saturating_add(*offset);
        }
    }

    /// Reads one byte, which stands at the offset `at` or stands for something there. Nothing changes where it cannot
    /// come next.
    #[inline]
    pub fn step(&mut self, byte: u8, at: usize) -> bool {
        let entry = self.tables.entry(self.row, byte);
        if entry == 0 {
            return false;
        }
        if DenseTables::moves(entry) {
            self.copy(entry, at);
        }
        self.row = DenseTables::row(entry);
        true
    }

    /// Reads as many bytes as can come next; the first of them stands at the offset `at`. Gives how many that are.
    #[inline]
    pub fn run(&mut self, bytes: &[u8], at: usize) -> usize {
        let mut marks = ByteMasks::NONE;
        self.read(bytes, 0..bytes.len(), at, &mut marks)
    }

    /// The same in a part of a text of which `marks` are. Gives the offset behind what was read.
    #[inline(always)]
    pub fn run_in(&mut self, text: &[u8], part: Range<usize>, marks: &mut ByteMasks) -> usize {
        self.read(text, part, 0, marks)
    }

    /// Reads bytes of a text whose first one stands at the offset `base`.
    #[inline(always)]
    fn read(&mut self, text: &[u8], part: Range<usize>, base: usize, marks: &mut ByteMasks) -> usize {
        let tables = self.tables;
        let until = &text[..part.end];
        let (mut row, mut at) = (self.row, part.start);
        while let Some(byte) = until.get(at) {
            let entry = tables.entry(row, *byte);
            if entry == 0 {
                break;
            }
            if DenseTables::moves(entry) {
                self.copy(entry, base + at);
            }
            row = DenseTables::row(entry);
            at += 1;
            if entry & RUN != 0 {
                at = tables.run(row, text, at..part.end, marks);
            }
        }
        self.row = row;
        at
    }

    #[inline]
    fn register(&mut self, number: u8) -> &mut u32 {
        &mut self.registers[usize::from(number) & (N - 1)]
    }

    #[inline]
    fn copy(&mut self, entry: u32, at: usize) {
        *self.register(self.tables.now()) = offset(at);
        for (to, from) in self.tables.copies(entry) {
            *self.register(*to) = *self.register(*from);
        }
    }

    /// Whether the text may end here, at the offset `end`; if so, the spans of the captures are in `spans`, in their
    /// order, as far as there is scheme.
    #[inline]
    pub fn finish(&mut self, end: usize, spans: &mut [Option<Span>]) -> bool {
        let Some(found) = self.end(end) else {
            return false;
        };
        spans.iter_mut().zip(found).for_each(|(place, span)| *place = span);
        true
    }

    /// The spans of the captures, in their order, if the text may end here, at the offset `end`.
    #[inline]
    pub fn end(&mut self, end: usize) -> Option<impl Iterator<Item = Option<Span>>> {
        let registers = self.tables.end(self.row)?;
        *self.register(self.tables.now()) = offset(end);
        let pairs = registers.chunks_exact(2);
        Some(pairs.map(|pair| self.span(pair[0], pair[1])))
    }

    #[inline]
    fn span(&self, begin: u8, end: u8) -> Option<Span> {
        let at = |register: u8| self.registers[usize::from(register) & (N - 1)];
        let (begin, end) = (at(begin), at(end));
        if begin == NOTHING || end == NOTHING {
            return None;
        }
        // Offsets that a caller feeds in the wrong order give an empty span and no panic.
        Some(Span::new(begin.min(end) as usize, end as usize))
    }

    /// That the byte at an offset cannot come, or the end.
    #[inline]
    pub fn failure(&self, at: usize) -> Failure {
        let state = self.state();
        Failure { at, state }
    }

    /// What may come next depends on this alone.
    #[inline]
    pub fn state(&self) -> State {
        State(self.row)
    }

    /// Whether everything that comes later is read in the same way, and gives the same spans.
    pub fn is_where(&self, other: &Self) -> bool {
        let own = usize::from(self.tables.now());
        self.row == other.row && self.registers[..own] == other.registers[..own]
    }

    /// The place behind what was read from the beginning of the text; the first `len` bytes are a prefix, behind which
    /// scans begin.
    pub(super) fn behind(&self, len: usize) -> Start {
        let written = (0..self.tables.now()).zip(self.registers);
        Start { row: self.row, len: offset(len), registers: written.filter(|(_, at)| *at != NOTHING).collect() }
    }
}

impl Start {
    /// That the byte at an offset cannot come there, or the end.
    pub fn failure(&self, at: usize) -> Failure {
        let state = State(self.row);
        Failure { at, state }
    }

    /// How many bytes have been read.
    pub(super) fn len(&self) -> usize {
        self.len as usize
    }

    /// The beginning of the text.
    pub(super) fn first(tables: &DenseTables) -> Self {
        Self { row: tables.first(), len: 0, registers: Vec::new() }
    }
}

/// An offset as registers hold it: `split` refuses longer texts.
#[inline]
fn offset(at: usize) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "the longest offset fits, and no other is left")]
    {
        at.min(Span::LONGEST) as u32
    }
}
