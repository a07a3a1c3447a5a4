//! Packing: from the automaton of the compiler to the table.

use std::sync::OnceLock;

use super::byte_classes::ByteClasses;
use super::determinize::{Automaton, State};
use super::find_runs;
use super::limits::{Budget, Charged, Limit, LimitExceeded};
use crate::automaton::runs::RunSets;
use crate::automaton::{COLUMNS, Dfa, FIRST_LIST, MOVES_BIT, NOW, ROW, RUN, SPARE, index};

impl Dfa {
    pub(super) fn pack(automaton: Automaton, captures: usize, budget: &Budget) -> Charged<Self> {
        let Automaton { classes, states, moves, registers, .. } = automaton;
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
        (self.runs, runs) = find_runs::find(states, classes);
        let entry = |(to, moves): (u32, u32)| {
            let run = if runs[to as usize].is_some() { RUN } else { 0 };
            (to * stride) | run | numbers[moves as usize] << MOVES_BIT
        };
        for (state, run) in states.iter().zip(&runs) {
            self.rows.extend(state.next.iter().map(|next| entry(*next)));
            let [begin, first, set] = run.map_or([0; 3], |run| [run.begin, entry(run.first), run.set]);
            let end = self.add_end(state);
            self.rows.extend([begin, first, set, end]);
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
}
