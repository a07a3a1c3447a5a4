//! Reads a text: one pass from left to right, without allocation.

use std::ops::Range;

use locator_core::{Marks, Span};

use super::determinize::NOW;
use super::tables::{RUN, Tables};

/// How many registers there are room for; the numbers of registers are below.
const REGISTERS: usize = 64;

/// What a register holds before it is written: beyond the longest offset.
const NOTHING: u32 = u32::MAX;

/// Where a scan begins: at the start of the text, or behind a prefix such as `http:`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    row: u32,
    /// How many octets have been read.
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
    /// The offset of the first octet that cannot continue, or of the end: everything before it can be continued.
    pub at: usize,
    /// What could have come.
    pub state: State,
}

/// A scan on its way through a text.
///
/// Whole runs of octets are read by [`Scan::run`]; [`Scan::step`] reads one, also one that does not stand in the text:
/// whoever forgives a space feeds `%`, `2` and `0` at its offset.
///
/// ```
/// use locator_declared::grammar::{Capture, Grammar, Source};
///
/// let source = Source::new("t = \"x-t:\" name\nname = 1*( ALPHA / \"%\" 2HEXDIG )");
/// let captures = [Capture::new("name", "name")];
/// let grammar = Grammar::compile(&source.captures(&captures)).unwrap();
///
/// let text = b"x-t:a b";
/// let mut scan = grammar.begin(&grammar.start(), 0);
/// assert_eq!(scan.run(text, 0), 5); // the space stops it
/// for octet in *b"%20" {
///     assert!(scan.step(octet, 5));
/// }
/// assert_eq!(scan.run(&text[6..], 6), 1);
/// let mut spans = [None];
/// assert!(scan.finish(7, &mut spans));
/// assert_eq!(spans[0].unwrap().range(), 4..7);
/// ```
#[derive(Clone)]
pub struct Scan<'g> {
    tables: &'g Tables,
    row: u32,
    registers: [u32; REGISTERS],
}

impl<'g> Scan<'g> {
    /// A scan that begins with the octet at `at`.
    #[inline]
    pub(super) fn new(tables: &'g Tables, start: &Start, at: usize) -> Self {
        let mut scan = Self {
            tables,
            row: start.row,
            registers: [NOTHING; REGISTERS],
        };
        let prefix = offset(at).saturating_sub(start.len);
        for (register, offset) in &start.registers {
            scan.registers[usize::from(register & 63)] = prefix.saturating_add(*offset);
        }
        scan
    }

    /// Reads one octet, which stands at the offset `at` or stands for something there. Nothing changes where it cannot
    /// come next.
    #[inline]
    pub fn step(&mut self, octet: u8, at: usize) -> bool {
        let entry = self.tables.entry(self.row, octet);
        if entry == 0 {
            return false;
        }
        if Tables::moves(entry) {
            self.copy(entry, at);
        }
        self.row = Tables::row(entry);
        true
    }

    /// Reads as many octets as can come next; the first of them stands at the offset `at`. Gives how many that are.
    #[inline]
    pub fn run(&mut self, octets: &[u8], at: usize) -> usize {
        let mut marks = Marks::NONE;
        self.read(octets, 0..octets.len(), at, &mut marks)
    }

    /// The same in a part of a text of which `marks` are. Gives the offset behind what was read.
    #[inline]
    pub fn run_in(&mut self, text: &[u8], part: Range<usize>, marks: &mut Marks) -> usize {
        self.read(text, part, 0, marks)
    }

    /// Reads octets of a text whose first one stands at the offset `base`.
    #[inline]
    fn read(&mut self, text: &[u8], part: Range<usize>, base: usize, marks: &mut Marks) -> usize {
        let mut at = part.start;
        while at < part.end {
            let entry = self.tables.entry(self.row, text[at]);
            if entry == 0 {
                break;
            }
            if Tables::moves(entry) {
                self.copy(entry, base + at);
            }
            self.row = Tables::row(entry);
            at += 1;
            if entry & RUN != 0 {
                at = self.tables.run(self.row, text, at..part.end, marks);
            }
        }
        at
    }

    #[inline]
    fn copy(&mut self, entry: u32, at: usize) {
        self.registers[usize::from(NOW)] = offset(at);
        for (to, from) in self.tables.copies(entry) {
            self.registers[usize::from(to & 63)] = self.registers[usize::from(from & 63)];
        }
    }

    /// Whether the text may end here, at the offset `end`; if so, the spans of the captures are in `spans`, in their
    /// order, as far as there is room.
    #[inline]
    pub fn finish(&mut self, end: usize, spans: &mut [Option<Span>]) -> bool {
        self.finish_with(end, |n, span| {
            if let Some(place) = spans.get_mut(n) {
                *place = span;
            }
        })
    }

    /// The same, but `set` is told the span of each capture, by its number, also of those that are absent.
    #[inline]
    pub fn finish_with(&mut self, end: usize, mut set: impl FnMut(usize, Option<Span>)) -> bool {
        let Some(registers) = self.tables.end(self.row) else {
            return false;
        };
        self.registers[usize::from(NOW)] = offset(end);
        for (n, pair) in registers.chunks_exact(2).enumerate() {
            set(n, self.span(pair[0], pair[1]));
        }
        true
    }

    #[inline]
    fn span(&self, begin: u8, end: u8) -> Option<Span> {
        let begin = self.registers[usize::from(begin & 63)];
        let end = self.registers[usize::from(end & 63)];
        if begin == NOTHING || end == NOTHING {
            return None;
        }
        // Offsets that a caller feeds in the wrong order give an empty span and no panic.
        Some(Span::new(begin.min(end) as usize, end as usize))
    }

    /// What may come next depends on this alone.
    #[inline]
    pub fn state(&self) -> State {
        State(self.row)
    }

    /// The place behind a prefix that was read from the beginning of the text.
    pub(super) fn behind(&self, len: usize) -> Start {
        let written = (0..NOW).zip(self.registers);
        Start {
            row: self.row,
            len: offset(len),
            registers: written.filter(|(_, at)| *at != NOTHING).collect(),
        }
    }
}

impl Start {
    /// The beginning of the text.
    pub(super) fn first(tables: &Tables) -> Self {
        Self {
            row: tables.first(),
            len: 0,
            registers: Vec::new(),
        }
    }
}

/// An offset as registers hold it: `split` refuses longer texts.
#[inline]
fn offset(at: usize) -> u32 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the longest offset fits, and no other is left"
    )]
    {
        at.min(Span::LONGEST) as u32
    }
}
