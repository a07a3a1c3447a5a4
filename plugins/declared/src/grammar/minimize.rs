//! Fewer states for the same answers.

use std::collections::HashMap;
use std::hash::Hash;

use super::determinize::{Automaton, DEAD, FIRST, State};
use super::limits::{Budget, Over};
use super::nfa::index;

/// Minimising is worth this many steps; where it takes more, the automaton stays as it is.
const WORTH: usize = 4_000_000;

/// Merges states that have the same ends, the same expectations and lead to the same, by the same copies.
pub(super) fn minimize(automaton: &mut Automaton, budget: &mut Budget) -> Result<(), Over> {
    let states = &automaton.states;
    let (mut block, mut count) = number(states.iter().map(|state| (&state.end, state.expected)));
    // The dead state and the first one keep their numbers, so the dead one needs a block of its own.
    block.iter_mut().skip(1).for_each(|block| *block += 1);
    block[DEAD as usize] = 0;
    let mut worth = WORTH;
    loop {
        let round = states.len() * automaton.classes.len();
        budget.steps(round)?;
        let Some(left) = worth.checked_sub(round) else {
            return Ok(());
        };
        worth = left;
        let leads = |state: &State, own: u32| -> Vec<(u32, u32)> {
            let next = state.next.iter();
            let next = next.map(|(to, moves)| (block[*to as usize], *moves));
            next.chain([(own, 0)]).collect()
        };
        let (finer, more) = number(
            states
                .iter()
                .zip(&block)
                .map(|(state, own)| leads(state, *own)),
        );
        block = finer;
        if more == count {
            break;
        }
        count = more;
    }
    merge(automaton, &block);
    Ok(())
}

/// Numbers in the order of first appearance, the same for equal keys; and how many there are.
fn number<K: Hash + Eq>(keys: impl Iterator<Item = K>) -> (Vec<u32>, usize) {
    let mut known = HashMap::new();
    let numbers = keys
        .map(|key| {
            let next = index(known.len());
            *known.entry(key).or_insert(next)
        })
        .collect();
    (numbers, known.len())
}

/// One state for each block.
fn merge(automaton: &mut Automaton, block: &[u32]) {
    debug_assert!(block[DEAD as usize] == DEAD && block[FIRST as usize] == FIRST);
    let mut merged: Vec<State> = Vec::new();
    for (state, block) in automaton.states.iter().zip(block) {
        if merged.len() == *block as usize {
            merged.push(state.clone());
        }
    }
    for state in &mut merged {
        for (to, _) in &mut state.next {
            *to = block.get(*to as usize).copied().unwrap_or(DEAD);
        }
    }
    automaton.states = merged;
}
