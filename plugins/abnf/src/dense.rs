//! The automaton packed for speed.
//!
//! The table has a row for each state, a column for each byte class, and five more columns. A run of bytes that neither
//! leaves a state nor changes a register is skipped in a separate loop, together with the byte that enters the state.

use std::sync::OnceLock;

use super::byte_classes::ByteClasses;
use super::determinize::{Automaton, FIRST, NOW, SPARE, State};
use super::limits::{Budget, Charged, Limit, LimitExceeded};
use super::nfa::index;
use super::runs::{self, RunSets};

/// The bits of an entry that hold the next row.
const ROW: u32 = (1 << RUN_BIT) - 1;
const RUN_BIT: u32 = 19;
/// The bit of an entry whose next row has a run.
pub(super) const RUN: u32 = 1 << RUN_BIT;
/// The first of the bits that say which registers are written.
const MOVES_BIT: u32 = RUN_BIT + 1;
/// The first number of a list of copies. The numbers from 1 on before it store the offset in one register, as nearly all
/// writes do.
const FIRST_LIST: u32 = 1 + NOW as u32;

/// The columns after those of the classes: set of the first byte of a run, its entry, set of the other bytes; place of the
/// end; index of the expected labels.
const COLUMNS: usize = 5;

pub(super) struct DenseTables {
    class_of: [u8; 256],
    pub runs: RunSets,
    rows: Vec<u32>,
    classes: usize,
    /// The copies of all lists, and the end of each list.
    copies: Vec<(u8, u8)>,
    copy_ends: Vec<u32>,
    /// For each end, the registers of the begin and the end of each capture.
    ends: Vec<[u8; 2]>,
    captures: usize,
    expected: Vec<Vec<u32>>,
    registers: u8,
    /// For each state, the registers that are read later, as bits. Computed when it is first asked for.
    live: OnceLock<Vec<u64>>,
}

/// What an entry writes to the registers.
pub(super) enum Moves<'t> {
    Nothing,
    /// The offset of the byte, to this register.
    Now(u8),
    /// Copies between registers, in this order, as pairs of target and source.
    Copies(&'t [(u8, u8)]),
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
        if stride * states.len() >= ROW as usize || moves.len() >= (1 << (32 - MOVES_BIT)) - FIRST_LIST as usize {
            return Err(LimitExceeded { limit: Limit::Table, max: budget.limits().table as u64 });
        }
        let mut tables = Self {
            class_of: classes.class_of,
            runs: RunSets::default(),
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
        let moves: Vec<u32> = moves.into_iter().map(|list| tables.add_moves(&list)).collect();
        tables.fill_rows(&states, &classes, &moves);
        Ok(tables)
    }

    /// Stores a list of copies and returns its number.
    fn add_moves(&mut self, list: &[(u8, u8)]) -> u32 {
        match list {
            [] => 0,
            [(register, NOW)] => u32::from(*register) + 1,
            _ => {
                let packed: Vec<_> = list.iter().map(|(to, from)| (self.packed(*to), self.packed(*from))).collect();
                self.copies.extend(packed);
                self.copy_ends.push(index(self.copies.len()));
                FIRST_LIST + index(self.copy_ends.len() - 1)
            }
        }
    }

    /// Fills the rows; `numbers` are those of the lists of copies.
    fn fill_rows(&mut self, states: &[State], classes: &ByteClasses, numbers: &[u32]) {
        let stride = index(self.stride());
        let runs;
        (self.runs, runs) = runs::find(states, classes);
        let entry = |(to, moves): (u32, u32)| {
            let run = if runs[to as usize].is_some() { RUN } else { 0 };
            (to * stride) | run | numbers[moves as usize] << MOVES_BIT
        };
        for (state, run) in states.iter().zip(&runs) {
            self.rows.extend(state.next.iter().map(|next| entry(*next)));
            let [begin, first, set] = run.map_or([0; 3], |run| [run.begin, entry(run.first), run.set]);
            let end = self.add_end(state);
            self.rows.extend([begin, first, set, end, state.expected]);
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

    /// Stores the end of a state and returns its place plus one; 0 if the text cannot end here.
    fn add_end(&mut self, state: &State) -> u32 {
        let Some(end) = &state.end else {
            return 0;
        };
        let place = index(self.ends.len()) + 1;
        let pairs = end.chunks_exact(2).map(|pair| [self.packed(pair[0]), self.packed(pair[1])]);
        self.ends.extend(pairs.collect::<Vec<_>>());
        place
    }

    fn stride(&self) -> usize {
        self.classes + COLUMNS
    }

    /// The row of the start state.
    pub(super) fn first(&self) -> u32 {
        FIRST * index(self.stride())
    }

    /// The class of a byte: bytes of one class have the same entries.
    pub(super) fn class(&self, byte: u8) -> u8 {
        self.class_of[usize::from(byte)]
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

    /// What an entry writes.
    #[inline(always)]
    pub(super) fn moves(&self, entry: u32) -> Moves<'_> {
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
    pub(super) fn run(&self, row: u32) -> [u32; 3] {
        let at = row as usize + self.classes;
        let columns = &self.rows[at..at + 3];
        [columns[0], columns[1], columns[2]]
    }

    /// The two registers of each capture, if a text can end in this row.
    #[inline]
    pub(super) fn end(&self, row: u32) -> Option<&[[u8; 2]]> {
        let place = *self.rows.get(row as usize + self.classes + 3)? as usize;
        let begin = place.checked_sub(1)?;
        self.ends.get(begin..begin + self.captures)
    }

    /// The labels that can follow; none for a row of another table.
    pub(super) fn expected(&self, row: u32) -> &[u32] {
        let id = self.rows.get(row as usize + self.classes + 4);
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
        let ends = |row| self.end(row).into_iter().flatten().flatten().fold(0, |live, register| live | 1 << register);
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
        let copies = match self.moves(entry) {
            Moves::Nothing => return live,
            Moves::Now(register) => return live & !(1 << register),
            Moves::Copies(copies) => copies,
        };
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
