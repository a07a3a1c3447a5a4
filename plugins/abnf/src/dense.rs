//! The automaton packed for speed.
//!
//! The table has a row for each state, a column for each byte class, and three more columns. A run of bytes that
//! neither leaves a state nor changes a register is skipped in a separate loop.

use std::ops::Range;
use std::sync::OnceLock;

use locator_core::simd::{ByteMasks, StopSet, is_host_byte, is_path_byte};

use super::byte_classes::ByteClasses;
use super::byte_set::ByteSet;
use super::determinize::{Automaton, DEAD, FIRST, NOW, SPARE, State};
use super::limits::{Budget, Charged, Limit, LimitExceeded};
use super::nfa::index;

/// The bits of an entry that hold the next row.
const ROW: u32 = (1 << RUN_BIT) - 1;
const RUN_BIT: u32 = 19;
/// The bit of an entry whose next row has a run.
pub(super) const RUN: u32 = 1 << RUN_BIT;
/// The first of the bits that hold the index of the copies.
const MOVES_BIT: u32 = RUN_BIT + 1;

/// The columns after those of the classes: run bit, index of the end, index of the expected labels.
const COLUMNS: usize = 3;

/// The maximum number of distinct sets of run bytes: each has a bit.
const MAX_RUNS: usize = 32;

/// The minimum size of a set of run bytes.
const MIN_RUN_BYTES: u32 = 10;

pub(super) struct DenseTables {
    class_of: [u8; 256],
    /// For each byte, the runs that contain it, as bits.
    runs_of: [u32; 256],
    /// The runs that contain all host bytes, and those that contain all path bytes, as bits: SIMD finds their ends.
    host_runs: u32,
    path_runs: u32,
    rows: Vec<u32>,
    classes: usize,
    /// The copies of all lists, and the end of each list.
    copies: Vec<(u8, u8)>,
    copy_ends: Vec<u32>,
    /// For each end, two registers per capture.
    ends: Vec<u8>,
    captures: usize,
    expected: Vec<Vec<u32>>,
    registers: u8,
    /// For each state, the registers that are read later, as bits. Computed when it is first asked for.
    live: OnceLock<Vec<u64>>,
}

/// The size of a compiled grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// States of the automaton.
    pub states: usize,
    /// Byte classes, which are the columns of the table.
    pub classes: usize,
    /// Bytes of the table.
    pub bytes: usize,
    /// Registers for the components.
    pub registers: usize,
}

impl DenseTables {
    pub(super) fn pack(automaton: Automaton, captures: usize, budget: &Budget) -> Charged<Self> {
        let Automaton { classes, states, moves, expected, registers } = automaton;
        let stride = classes.len() + COLUMNS;
        let bytes = 4 * stride as u64 * states.len() as u64;
        budget.check(Limit::Table, bytes)?;
        // Unreachable within the standard limits: the bits of an entry hold more.
        if stride * states.len() >= ROW as usize || moves.len() >= 1 << (32 - MOVES_BIT) {
            return Err(LimitExceeded { limit: Limit::Table, max: budget.limits().table as u64 });
        }
        let mut tables = Self {
            class_of: classes.class_of,
            runs_of: [0; 256],
            host_runs: 0,
            path_runs: 0,
            rows: Vec::with_capacity(stride * states.len()),
            classes: classes.len(),
            copy_ends: Vec::new(),
            copies: Vec::new(),
            ends: Vec::new(),
            captures,
            expected,
            registers,
            live: OnceLock::new(),
        };
        for list in moves {
            let packed: Vec<_> = list.into_iter().map(|(to, from)| (tables.packed(to), tables.packed(from))).collect();
            tables.copies.extend(packed);
            tables.copy_ends.push(index(tables.copies.len()));
        }
        tables.fill_rows(&states, &classes);
        Ok(tables)
    }

    fn fill_rows(&mut self, states: &[State], classes: &ByteClasses) {
        let stride = index(self.stride());
        let runs = self.find_runs(states, classes);
        for (state, run) in states.iter().zip(&runs) {
            let entries = state.next.iter().map(|(to, moves)| {
                let run = if runs[*to as usize] == 0 { 0 } else { RUN };
                (to * stride) | run | moves << MOVES_BIT
            });
            self.rows.extend(entries);
            let end = self.add_end(state);
            self.rows.extend([*run, end, state.expected]);
        }
    }

    /// The packed number of a register: [`NOW`] and [`SPARE`] follow the automaton's own.
    fn packed(&self, register: u8) -> u8 {
        match register {
            NOW => self.now(),
            SPARE => self.now() + 1,
            own => own,
        }
    }

    /// The packed number of [`NOW`].
    #[inline]
    pub(super) fn now(&self) -> u8 {
        self.registers
    }

    /// The number of registers, with [`NOW`] and [`SPARE`].
    pub(super) fn width(&self) -> usize {
        usize::from(self.now()) + 2
    }

    /// Stores the end of a state and returns its index plus one; 0 if the text cannot end here.
    fn add_end(&mut self, state: &State) -> u32 {
        let Some(end) = &state.end else {
            return 0;
        };
        let size = end.len().max(1);
        self.ends.extend(end.iter().map(|register| self.packed(*register)).collect::<Vec<_>>());
        // Without captures an end has no registers; one byte keeps the indices distinct from 0.
        self.ends.extend(end.is_empty().then_some(0));
        index(self.ends.len() / size)
    }

    /// For each state the bit of its run, or 0.
    fn find_runs(&mut self, states: &[State], classes: &ByteClasses) -> Vec<u32> {
        let mut sets: Vec<ByteSet> = Vec::new();
        let mut runs = Vec::with_capacity(states.len());
        for (n, state) in (0..).zip(states) {
            let stays = |byte: &u8| state.next[classes.get(*byte)] == (n, 0);
            let set = ByteSet::from_bytes(&(0..=255).filter(stays).collect::<Vec<_>>());
            if n == DEAD || set.len() < MIN_RUN_BYTES {
                runs.push(0);
                continue;
            }
            let known = sets.iter().position(|known| *known == set);
            if known.is_none() && sets.len() < MAX_RUNS {
                sets.push(set);
            }
            let bit = known.unwrap_or(sets.len() - 1);
            runs.push(if sets[bit] == set { 1 << bit } else { 0 });
        }
        for (n, set) in sets.iter().enumerate() {
            set.iter().for_each(|byte| self.runs_of[usize::from(byte)] |= 1 << n);
        }
        self.host_runs = self.runs_with_all(is_host_byte);
        self.path_runs = self.runs_with_all(is_path_byte);
        runs
    }

    /// The runs that contain all bytes of a class.
    fn runs_with_all(&self, is_member: impl Fn(u8) -> bool) -> u32 {
        let bytes = (0..=255).filter(|byte| is_member(*byte));
        bytes.fold(!0, |runs, byte| runs & self.runs_of[usize::from(byte)])
    }

    fn stride(&self) -> usize {
        self.classes + COLUMNS
    }

    /// The row of the start state.
    pub(super) fn first(&self) -> u32 {
        FIRST * index(self.stride())
    }

    /// The entry of a byte in a row; 0 if the byte cannot follow.
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

    /// Whether an entry has copies.
    #[inline]
    pub(super) fn moves(entry: u32) -> bool {
        entry >> MOVES_BIT != 0
    }

    /// The copies of an entry.
    #[inline]
    pub(super) fn copies(&self, entry: u32) -> &[(u8, u8)] {
        let id = (entry >> MOVES_BIT) as usize;
        let begin = self.copy_ends[id - 1] as usize;
        &self.copies[begin..self.copy_ends[id] as usize]
    }

    /// The end of the run of bytes in `part` of a text that stay in a row; `masks` belong to the text.
    #[inline(always)]
    pub(super) fn run(&self, row: u32, text: &[u8], part: Range<usize>, masks: &mut ByteMasks) -> usize {
        let bit = self.rows[row as usize + self.classes];
        let leaves = |byte: u8| self.runs_of[usize::from(byte)] & bit == 0;
        let stops = if self.path_runs & bit != 0 {
            StopSet::NonPath
        } else if self.host_runs & bit != 0 {
            StopSet::NonHost
        } else {
            let mut bytes = text[part.clone()].iter();
            return bytes.position(|byte| leaves(*byte)).map_or(part.end, |n| part.start + n);
        };
        let bytes = &text[..part.end];
        masks.first(text, bytes, part.start, stops, |_, byte| leaves(byte))
    }

    /// The two registers of each capture, if a text can end in this row.
    #[inline]
    pub(super) fn end(&self, row: u32) -> Option<&[u8]> {
        let id = *self.rows.get(row as usize + self.classes + 1)? as usize;
        let size = (2 * self.captures).max(1);
        let begin = id.checked_sub(1)? * size;
        self.ends.get(begin..begin + 2 * self.captures)
    }

    /// The labels that can follow; none for a row of another table.
    pub(super) fn expected(&self, row: u32) -> &[u32] {
        let id = self.rows.get(row as usize + self.classes + 2);
        let list = id.and_then(|id| self.expected.get(*id as usize));
        list.map_or(&[], Vec::as_slice)
    }

    /// The registers whose values in a row can be read later, as bits.
    pub(super) fn live(&self, row: u32) -> u64 {
        let live = self.live.get_or_init(|| self.find_live());
        live[row as usize / self.stride()]
    }

    /// The live registers of each state: those that its end reads, and those from which a state after it gets the
    /// values that are live there. Each change of a state is passed to the states before it.
    fn find_live(&self) -> Vec<u64> {
        let stride = self.stride();
        let rows = || (0_u32..).step_by(stride).take(self.rows.len() / stride);
        let ends = |row| self.end(row).into_iter().flatten().fold(0, |live, register| live | 1 << register);
        let mut live: Vec<u64> = rows().map(ends).collect();
        let mut before = vec![Vec::new(); live.len()];
        for (state, row) in rows().enumerate() {
            let mut entries = self.rows[row as usize..row as usize + self.classes].to_vec();
            entries.sort_unstable();
            entries.dedup();
            for entry in entries {
                before[Self::row(entry) as usize / stride].push((state, entry));
            }
        }
        let mut changed: Vec<usize> = (0..live.len()).filter(|state| live[*state] != 0).collect();
        while let Some(state) = changed.pop() {
            for (earlier, entry) in &before[state] {
                let needed = self.needed(live[state], *entry);
                if live[*earlier] | needed != live[*earlier] {
                    live[*earlier] |= needed;
                    changed.push(*earlier);
                }
            }
        }
        live
    }

    /// The registers that are read before an entry so that these are right after it.
    fn needed(&self, live: u64, entry: u32) -> u64 {
        let copies = if Self::moves(entry) { self.copies(entry) } else { &[] };
        copies.iter().rev().fold(live, |live, (to, from)| {
            let is_live = live >> to & 1 == 1;
            live & !(1 << to) | u64::from(is_live) << from
        })
    }

    /// The size, without the dead state.
    pub(super) fn size(&self) -> Size {
        Size {
            states: self.rows.len() / self.stride() - 1,
            classes: self.classes,
            bytes: 4 * self.rows.len(),
            registers: usize::from(self.registers),
        }
    }
}
