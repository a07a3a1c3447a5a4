//! An automaton as bytes, which are read in less time than the grammar is compiled.
//!
//! Numbers are LEB128. Most entries of a row repeat the one before it, and most states go to one beside them:
//!
//! | part | contents |
//! |---|---|
//! | header | version; numbers of registers, captures, classes and states |
//! | bytes | the class of each byte, then its sets, as values that repeat |
//! | lists of copies | their number; for each, its length and its pairs |
//! | states | for each, whether it has a run and an end |
//! | rows | entries that repeat; the run; the registers of the end |

use std::sync::OnceLock;

use super::{COLUMNS, Dfa, FIRST_LIST, MOVES_BIT, ROW, RUN};
use crate::automaton::encoding::{Reader, Writer, index, unzigzag, zigzag};
use crate::automaton::runs::RunSets;

/// Changes with the format.
const VERSION: u8 = 1;

/// The bits of a state that say what it has.
const HAS_RUN: u8 = 1;
const HAS_END: u8 = 2;

/// The lowest bits of a number that says how often an entry repeats.
const IS_LIVE: u32 = 1;
const HAS_MOVES: u32 = 2;
const COUNT_BIT: u32 = 2;

/// The maximum number of captures, and that of registers without those that the matcher adds.
const MAX_CAPTURES: usize = 32;
const MAX_REGISTERS: u8 = 62;

impl Dfa {
    /// The automaton as bytes, for [`Dfa::from_bytes`] of this version of the crate.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut to = Writer(vec![VERSION, self.registers]);
        let states = self.rows.len() / self.stride();
        for number in [self.captures, self.classes, states] {
            to.number(index(number));
        }
        to.repeated(&self.class_of.map(u32::from));
        to.repeated(self.runs.by_byte());
        to.number(index(self.copy_ends.len()));
        for n in 0..index(self.copy_ends.len()) {
            let copies = self.copies(n);
            to.number(index(copies.len()));
            for (target, source) in copies {
                to.0.extend([*target, *source]);
            }
        }
        let rows = || (0..index(self.rows.len())).step_by(self.stride());
        to.0.extend(rows().map(|row| self.parts(row)));
        rows().for_each(|row| self.write_row(row, &mut to));
        to.0
    }

    /// What a state has, besides transitions.
    fn parts(&self, row: u32) -> u8 {
        let has_run = if self.run(row)[0] == 0 { 0 } else { HAS_RUN };
        let has_end = if self.end(row).is_none() { 0 } else { HAS_END };
        has_run | has_end
    }

    fn write_row(&self, row: u32, to: &mut Writer) {
        let begin = row as usize;
        for same in self.rows[begin..begin + self.classes].chunk_by(|a, b| a == b) {
            self.write_entry(row, same[0], index(same.len()), to);
        }
        if self.parts(row) & HAS_RUN != 0 {
            let [first_set, entry, set] = self.run(row);
            to.number(RunSets::bit(first_set));
            self.write_entry(row, entry, 1, to);
            to.number(RunSets::bit(set));
        }
        self.end(row).into_iter().flatten().for_each(|pair| to.0.extend(pair));
    }

    /// An entry of a row, and how often it repeats.
    fn write_entry(&self, row: u32, entry: u32, count: u32, to: &mut Writer) {
        let moves = entry >> MOVES_BIT;
        let is_live = if entry == 0 { 0 } else { IS_LIVE };
        let has_moves = if moves == 0 { 0 } else { HAS_MOVES };
        to.number(count << COUNT_BIT | has_moves | is_live);
        if entry != 0 {
            to.number(zigzag(index(self.state(Self::row(entry))).wrapping_sub(index(self.state(row)))));
        }
        if moves != 0 {
            to.number(moves);
        }
    }

    /// The automaton of [`Dfa::to_bytes`]; `None` for other bytes, such as those of another version. No bytes make it
    /// panic, but altered ones may be an automaton of other texts.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut from = Reader(bytes);
        (from.byte()? == VERSION).then_some(())?;
        let registers = from.byte().filter(|registers| *registers <= MAX_REGISTERS)?;
        let [captures, classes, states] = [from.number()?, from.number()?, from.number()?].map(|n| n as usize);
        let is_size = (1..=256).contains(&classes) && states > 1 && captures <= MAX_CAPTURES;
        is_size.then_some(())?;
        let cells = (classes + COLUMNS).checked_mul(states).filter(|cells| *cells < ROW as usize)?;
        let class_of = from.repeated(index(classes) - 1)?;
        let mut dfa = Self {
            #[expect(clippy::cast_possible_truncation, reason = "there are at most 256 classes")]
            class_of: class_of.map(|class| class as u8),
            runs: RunSets::from_bytes(&from.repeated(u32::MAX)?),
            rows: vec![0; cells],
            classes,
            copies: Vec::new(),
            copy_ends: Vec::new(),
            ends: Vec::new(),
            captures,
            registers,
            live: OnceLock::new(),
        };
        dfa.read_copies(&mut from)?;
        let parts = from.take(states)?;
        let sets = dfa.runs.numbers();
        for state in 0..states {
            dfa.read_row(state, (parts, &sets), &mut from)?;
        }
        from.0.is_empty().then_some(dfa)
    }

    fn read_copies(&mut self, from: &mut Reader<'_>) -> Option<()> {
        for _ in 0..from.number()? {
            for _ in 0..from.number()? {
                self.copies.push((from.byte()?, from.byte()?));
            }
            self.copy_ends.push(index(self.copies.len()));
        }
        Some(())
    }

    /// Reads a row of a state, with what each state has and the numbers of the sets.
    fn read_row(&mut self, state: usize, (parts, sets): (&[u8], &[u32]), from: &mut Reader<'_>) -> Option<()> {
        let mut at = state * self.stride();
        let columns = at + self.classes;
        while at < columns {
            let (entry, count) = self.read_entry(state, parts, from)?;
            let next = (at + count).min(columns);
            if entry != 0 {
                self.rows[at..next].fill(entry);
            }
            at = next;
        }
        let run = match parts[state] & HAS_RUN {
            0 => [0; 3],
            _ => [
                *sets.get(from.number()? as usize)?,
                self.read_entry(state, parts, from)?.0,
                *sets.get(from.number()? as usize)?,
            ],
        };
        self.rows[columns..columns + run.len()].copy_from_slice(&run);
        if parts[state] & HAS_END != 0 {
            self.rows[columns + run.len()] = index(self.ends.len()) + 1;
            let registers = from.take(2 * self.captures)?;
            self.ends.extend(registers.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
        }
        Some(())
    }

    /// An entry, and how often it repeats.
    fn read_entry(&self, state: usize, parts: &[u8], from: &mut Reader<'_>) -> Option<(u32, usize)> {
        let token = from.number()?;
        let count = (token >> COUNT_BIT).max(1) as usize;
        if token & IS_LIVE == 0 {
            return Some((0, count));
        }
        let to = index(state).wrapping_add(unzigzag(from.number()?));
        let run = if parts.get(to as usize)? & HAS_RUN == 0 { 0 } else { RUN };
        let moves = if token & HAS_MOVES == 0 { 0 } else { from.number()? };
        let is_known = moves < FIRST_LIST + index(self.copy_ends.len());
        let row = to * index(self.stride());
        is_known.then_some((row | run | moves << MOVES_BIT, count))
    }
}
