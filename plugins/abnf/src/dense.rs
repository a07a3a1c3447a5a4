//! The automaton packed for speed: what a text is scanned with.
//!
//! One row for each state, one column for each class of bytes, and three columns more. Runs of bytes that neither leave
//! a state nor touch a register are read in a loop of their own.

use std::ops::Range;

use locator_core::simd::{ByteMasks, StopSet, is_host_byte, is_path_byte};

use super::byte_classes::Classes;
use super::byte_set::ByteSet;
use super::determinize::{Automaton, DEAD, FIRST, NOW, SPARE, State};
use super::limits::{Budget, Cap, Over};

/// Bits of an entry that say which row comes next.
const ROW: u32 = (1 << RUN_BIT) - 1;
const RUN_BIT: u32 = 19;
/// Set where the next row has a run.
pub(super) const RUN: u32 = 1 << RUN_BIT;
/// The bits above say which copies are made on the way.
const MOVES_BIT: u32 = RUN_BIT + 1;

/// Columns behind those of the classes: the bit of the run, the number of the end, the number of the expectations.
const COLUMNS: usize = 3;

/// How many sets of bytes have a bit of their own.
const RUNS: usize = 32;

/// A set with fewer bytes does not make runs.
const RUN_LEAST: u32 = 10;

pub(super) struct DenseTables {
    class_of: [u8; 256],
    /// For each byte, the runs it belongs to.
    runs_of: [u32; 256],
    /// The runs that every plain byte belongs to, and those that every broad one does.
    plain_runs: u32,
    broad_runs: u32,
    rows: Vec<u32>,
    classes: usize,
    /// Copies, and where those of each number end.
    copies: Vec<(u8, u8)>,
    copy_ends: Vec<u32>,
    /// For each end, two registers for each capture.
    ends: Vec<u8>,
    captures: usize,
    expected: Vec<Vec<u32>>,
    registers: u8,
}

impl DenseTables {
    pub(super) fn pack(automaton: Automaton, captures: usize, budget: &Budget) -> Result<Self, Over> {
        let Automaton { classes, states, moves, expected, registers } = automaton;
        let stride = classes.len() + COLUMNS;
        let bytes = 4 * stride as u64 * states.len() as u64;
        budget.check(Cap::Table, bytes)?;
        // What the bits of an entry can say is more than the standard caps let through.
        let fits = stride * states.len() < ROW as usize && moves.len() < 1 << (32 - MOVES_BIT);
        let limit = budget.limits().table as u64;
        let cap = Cap::Table;
        fits.then_some(()).ok_or(Over { cap, limit })?;
        let mut tables = Self {
            class_of: classes.of,
            runs_of: [0; 256],
            plain_runs: 0,
            broad_runs: 0,
            rows: Vec::with_capacity(stride * states.len()),
            classes: classes.len(),
            copy_ends: Vec::new(),
            copies: Vec::new(),
            ends: Vec::new(),
            captures,
            expected,
            registers,
        };
        for list in moves {
            let list = list.into_iter();
            let packed = list.map(|(to, from)| (tables.packed(to), tables.packed(from)));
            let packed: Vec<_> = packed.collect();
            tables.copies.extend(packed);
            tables.copy_ends.push(super::nfa::index(tables.copies.len()));
        }
        tables.rows(&states, &classes);
        Ok(tables)
    }

    fn rows(&mut self, states: &[State], classes: &Classes) {
        let stride = super::nfa::index(self.stride());
        let runs = self.runs(states, classes);
        for (state, run) in states.iter().zip(&runs) {
            let entries = state.next.iter().map(|(to, moves)| {
                let run = if runs[*to as usize] == 0 { 0 } else { RUN };
                (to * stride) | run | moves << MOVES_BIT
            });
            self.rows.extend(entries);
            let end = self.number_of_end(state);
            self.rows.extend([*run, end, state.expected]);
        }
    }

    /// The number of a register, where those that all automata have stand behind the others.
    fn packed(&self, register: u8) -> u8 {
        match register {
            NOW => self.now(),
            SPARE => self.now() + 1,
            own => own,
        }
    }

    /// The register that holds the offset of the byte that is read, or of the end.
    #[inline]
    pub(super) fn now(&self) -> u8 {
        self.registers
    }

    /// How many registers there are.
    pub(super) fn width(&self) -> usize {
        usize::from(self.now()) + 2
    }

    /// The number of a state's end, from 1; 0 where the text may not end.
    fn number_of_end(&mut self, state: &State) -> u32 {
        let Some(end) = &state.end else {
            return 0;
        };
        let size = end.len().max(1);
        self.ends.extend(end.iter().map(|register| self.packed(*register)).collect::<Vec<_>>());
        // Without captures all ends are alike, and one byte stands for each.
        self.ends.extend(end.is_empty().then_some(0));
        super::nfa::index(self.ends.len() / size)
    }

    /// For each state the bit of its run, or 0.
    fn runs(&mut self, states: &[State], classes: &Classes) -> Vec<u32> {
        let mut sets: Vec<ByteSet> = Vec::new();
        let mut runs = Vec::with_capacity(states.len());
        for (n, state) in (0..).zip(states) {
            let stays = |byte: &u8| {
                let class = usize::from(classes.of[usize::from(*byte)]);
                state.next[class] == (n, 0)
            };
            let bytes = (0..=255).filter(stays).map(ByteSet::one);
            let set = bytes.fold(ByteSet::NONE, ByteSet::or);
            if n == DEAD || set.len() < RUN_LEAST {
                runs.push(0);
                continue;
            }
            let known = sets.iter().position(|known| *known == set);
            if known.is_none() && sets.len() < RUNS {
                sets.push(set);
            }
            let place = known.unwrap_or(sets.len() - 1);
            runs.push(if sets[place] == set { 1 << place } else { 0 });
        }
        for (n, set) in sets.iter().enumerate() {
            set.iter().for_each(|byte| self.runs_of[usize::from(byte)] |= 1 << n);
        }
        self.plain_runs = self.runs_of_all(is_host_byte);
        self.broad_runs = self.runs_of_all(is_path_byte);
        runs
    }

    /// The runs that all bytes of a kind belong to.
    fn runs_of_all(&self, is: impl Fn(u8) -> bool) -> u32 {
        let bytes = (0..=255).filter(|byte| is(*byte));
        bytes.fold(!0, |runs, byte| runs & self.runs_of[usize::from(byte)])
    }

    fn stride(&self) -> usize {
        self.classes + COLUMNS
    }

    /// The row of the beginning.
    pub(super) fn first(&self) -> u32 {
        FIRST * super::nfa::index(self.stride())
    }

    /// Where a byte leads from a row; 0 if nowhere.
    #[inline]
    pub(super) fn entry(&self, row: u32, byte: u8) -> u32 {
        let class = self.class_of[usize::from(byte)];
        self.rows[row as usize + usize::from(class)]
    }

    /// The next row of an entry.
    #[inline]
    pub(super) fn row(entry: u32) -> u32 {
        entry & ROW
    }

    /// Whether copies are made on the way.
    #[inline]
    pub(super) fn moves(entry: u32) -> bool {
        entry >> MOVES_BIT != 0
    }

    /// The copies on the way.
    #[inline]
    pub(super) fn copies(&self, entry: u32) -> &[(u8, u8)] {
        let id = (entry >> MOVES_BIT) as usize;
        let begin = self.copy_ends[id - 1] as usize;
        &self.copies[begin..self.copy_ends[id] as usize]
    }

    /// Where the bytes of a text end that stay in the row, from one byte on and before another; `marks` are of the text.
    #[inline(always)]
    pub(super) fn run(&self, row: u32, text: &[u8], part: Range<usize>, marks: &mut ByteMasks) -> usize {
        let bit = self.rows[row as usize + self.classes];
        let leaves = |byte: u8| self.runs_of[usize::from(byte)] & bit == 0;
        let stops = if self.broad_runs & bit != 0 {
            StopSet::NonPath
        } else if self.plain_runs & bit != 0 {
            StopSet::NonHost
        } else {
            let mut left = text[part.clone()].iter();
            return left.position(|byte| leaves(*byte)).map_or(part.end, |n| part.start + n);
        };
        let bytes = &text[..part.end];
        marks.first(text, bytes, part.start, stops, |_, byte| leaves(byte))
    }

    /// The registers of each capture, first and last, if a text may end in this row.
    #[inline]
    pub(super) fn end(&self, row: u32) -> Option<&[u8]> {
        let id = *self.rows.get(row as usize + self.classes + 1)? as usize;
        let size = (2 * self.captures).max(1);
        let begin = id.checked_sub(1)? * size;
        self.ends.get(begin..begin + 2 * self.captures)
    }

    /// The labels that may come next; none for a row of another table.
    pub(super) fn expected(&self, row: u32) -> &[u32] {
        let id = self.rows.get(row as usize + self.classes + 2);
        let list = id.and_then(|id| self.expected.get(*id as usize));
        list.map_or(&[], Vec::as_slice)
    }

    /// States without the dead one, classes, bytes of the table, registers.
    pub(super) fn size(&self) -> super::Size {
        super::Size {
            states: self.rows.len() / self.stride() - 1,
            classes: self.classes,
            bytes: 4 * self.rows.len(),
            registers: usize::from(self.registers),
        }
    }
}
