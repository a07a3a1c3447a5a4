//! Liveness: which registers are read later, so that two matchers can be compared.

use super::{Dfa, Moves};

impl Dfa {
    /// The registers whose values in a row can be read later, as bits.
    pub(crate) fn live(&self, row: u32) -> u64 {
        let live = self.live.get_or_init(|| self.find_live());
        live[self.state(row)]
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
            for entry in &self.rows[row as usize..row as usize + self.classes] {
                let known = &mut before[self.state(Self::row(*entry))];
                if known.last() != Some(&(state, *entry)) {
                    known.push((state, *entry));
                }
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
}
