//! The automaton packed for speed.
//!
//! The table has a row for each state, a column for each byte class, and four more columns. A run of bytes that neither
//! leaves a state nor changes a register is skipped in a separate loop, together with the byte that enters the state.

mod bytes;
mod live;

use std::fmt;
use std::sync::OnceLock;

use super::encoding::index;
use super::runs::RunSets;

/// The state without transitions.
#[cfg(feature = "compiler")]
pub(crate) const DEAD: u32 = 0;
/// The start state.
pub(crate) const FIRST: u32 = 1;

/// The register that holds the offset of the current byte, or of the end.
pub(crate) const NOW: u8 = 62;
/// A temporary register for cyclic copies.
#[cfg(feature = "compiler")]
pub(crate) const SPARE: u8 = 61;

/// The bits of an entry that hold the next row.
pub(crate) const ROW: u32 = (1 << RUN_BIT) - 1;
const RUN_BIT: u32 = 19;
/// The bit of an entry whose next row has a run.
pub(crate) const RUN: u32 = 1 << RUN_BIT;
/// The first of the bits that say which registers are written.
pub(crate) const MOVES_BIT: u32 = RUN_BIT + 1;
/// The first number of a list of copies. The numbers from 1 on before it store the offset in one register, as nearly all
/// writes do.
pub(crate) const FIRST_LIST: u32 = 1 + NOW as u32;

/// The columns after those of the classes: set of the first byte of a run, its entry, set of the other bytes; place of the
/// end.
pub(crate) const COLUMNS: usize = 4;

/// The automaton of a grammar: a deterministic one whose registers hold where the
/// captures begin and end. It matches texts without the grammar, which only describes what could follow.
///
/// ```
/// use anyurl_abnf::{Capture, CompiledGrammar, Dfa, GrammarSource};
///
/// let source = GrammarSource::new("t = \"x-t:\" number\nnumber = 1*DIGIT");
/// let grammar = CompiledGrammar::compile(&source.captures(&[Capture::new("number", "number")])).unwrap();
///
/// // Compiling takes milliseconds, reading the result some microseconds.
/// let bytes = grammar.dfa().to_bytes();
/// let dfa = Dfa::from_bytes(&bytes).unwrap();
/// let mut spans = [None];
/// dfa.scan(&dfa.start_after(b"x-t:").unwrap(), b"42", 4, &mut spans).unwrap();
/// assert_eq!(spans[0].unwrap().range(), 4..6);
/// ```
pub struct Dfa {
    pub(crate) class_of: [u8; 256],
    pub(crate) runs: RunSets,
    pub(crate) rows: Vec<u32>,
    pub(crate) classes: usize,
    /// The copies of all lists, and the end of each list.
    pub(crate) copies: Vec<(u8, u8)>,
    pub(crate) copy_ends: Vec<u32>,
    /// For each end, the registers of the begin and the end of each capture.
    pub(crate) ends: Vec<[u8; 2]>,
    pub(crate) captures: usize,
    pub(crate) registers: u8,
    /// For each state, the registers that are read later, as bits. Computed when it is first asked for.
    pub(crate) live: OnceLock<Vec<u64>>,
}

/// What an entry writes to the registers.
pub(crate) enum Moves<'t> {
    Nothing,
    /// The offset of the byte, to this register.
    Now(u8),
    /// Copies between registers, in this order, as pairs of target and source.
    Copies(&'t [(u8, u8)]),
}

impl Dfa {
    /// The number of registers that a matcher needs.
    pub fn registers(&self) -> usize {
        usize::from(self.now()) + 2
    }

    /// The number of captures.
    pub fn captures(&self) -> usize {
        self.captures
    }

    /// The bytes of the table.
    pub fn size(&self) -> usize {
        4 * self.rows.len()
    }

    /// The packed number of [`NOW`].
    #[inline]
    pub(crate) fn now(&self) -> u8 {
        self.registers
    }

    pub(crate) fn stride(&self) -> usize {
        self.classes + COLUMNS
    }

    /// The row of the start state.
    pub(crate) fn first(&self) -> u32 {
        FIRST * index(self.stride())
    }

    /// The class of a byte: bytes of one class have the same entries.
    #[cfg(feature = "compiler")]
    pub(crate) fn class(&self, byte: u8) -> u8 {
        self.class_of[usize::from(byte)]
    }

    /// The entry of a byte in a row; 0 if the byte cannot follow.
    #[inline]
    pub(crate) fn entry(&self, row: u32, byte: u8) -> u32 {
        let class = self.class_of[usize::from(byte)];
        self.rows[row as usize + usize::from(class)]
    }

    /// The next row of an entry.
    #[inline]
    pub(crate) fn row(entry: u32) -> u32 {
        entry & ROW
    }

    /// What an entry writes.
    #[inline(always)]
    pub(crate) fn moves(&self, entry: u32) -> Moves<'_> {
        match entry >> MOVES_BIT {
            0 => Moves::Nothing,
            #[expect(clippy::cast_possible_truncation, reason = "there are at most 64 registers")]
            number @ 1..FIRST_LIST => Moves::Now((number - 1) as u8),
            number => Moves::Copies(self.copies(number - FIRST_LIST)),
        }
    }

    /// The `n`-th list of copies.
    fn copies(&self, n: u32) -> &[(u8, u8)] {
        let n = n as usize;
        let begin = n.checked_sub(1).map_or(0, |before| self.copy_ends[before]);
        &self.copies[begin as usize..self.copy_ends[n] as usize]
    }

    /// The run that begins in a row: the set of its first byte, the entry of that byte, and the set of the others.
    #[inline(always)]
    pub(crate) fn run(&self, row: u32) -> [u32; 3] {
        let at = row as usize + self.classes;
        let columns = &self.rows[at..at + 3];
        [columns[0], columns[1], columns[2]]
    }

    /// The two registers of each capture, if a text can end in this row.
    #[inline]
    pub(crate) fn end(&self, row: u32) -> Option<&[[u8; 2]]> {
        let place = *self.rows.get(row as usize + self.classes + 3)? as usize;
        let begin = place.checked_sub(1)?;
        self.ends.get(begin..begin + self.captures)
    }

    /// The number of the state of a row.
    pub(crate) fn state(&self, row: u32) -> usize {
        row as usize / self.stride()
    }
}

impl fmt::Debug for Dfa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dfa").field("captures", &self.captures).field("size", &self.size()).finish_non_exhaustive()
    }
}
