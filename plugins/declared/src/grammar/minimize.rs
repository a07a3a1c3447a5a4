//! Fewer states for the same answers.

use std::cmp::Ordering;

use super::determinize::{Automaton, DEAD, FIRST, State};
use super::limits::{Budget, Over};
use super::nfa::index;

/// Minimising is worth this many steps; where it takes more, the automaton stays as it is.
const WORTH: usize = 4_000_000;

/// Merges states that have the same ends, the same expectations and lead to the same, by the same copies.
pub(super) fn minimize(automaton: &mut Automaton, budget: &mut Budget) -> Result<(), Over> {
    let states = &automaton.states;
    let shows = |state: usize| (&states[state].end, states[state].expected);
    let (mut block, mut count) = number(states.len(), |a, b| shows(a).cmp(&shows(b)));
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
        let leads = |state: usize| {
            let next = states[state].next.iter();
            next.map(|(to, moves)| (block[*to as usize], *moves))
        };
        // States of different blocks are told apart at once, and nearly all others soon.
        let (finer, more) = number(states.len(), |a, b| {
            let own = block[a].cmp(&block[b]);
            own.then_with(|| leads(a).cmp(leads(b)))
        });
        block = finer;
        if more == count {
            break;
        }
        count = more;
    }
    merge(automaton, &block);
    Ok(())
}

/// Numbers for `len` things in the order of first appearance, the same for equal ones; and how many there are.
///
/// By sorting, and not by a map: things are compared no farther than to where they differ, and no file can choose them so
/// that the map gets slow.
fn number(len: usize, compare: impl Fn(usize, usize) -> Ordering) -> (Vec<u32>, usize) {
    let mut sorted: Vec<usize> = (0..len).collect();
    sorted.sort_unstable_by(|a, b| compare(*a, *b).then(a.cmp(b)));
    // For each thing the first that is equal.
    let mut first: Vec<usize> = (0..len).collect();
    for equal in sorted.chunk_by(|a, b| compare(*a, *b).is_eq()) {
        equal.iter().for_each(|one| first[*one] = equal[0]);
    }
    let mut count = 0;
    let mut numbers = vec![0; len];
    for (one, first) in first.into_iter().enumerate() {
        if one == first {
            numbers[one] = index(count);
            count += 1;
        } else {
            numbers[one] = numbers[first];
        }
    }
    (numbers, count)
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
