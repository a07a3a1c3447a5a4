//! Minimizes the automaton by partition refinement.

use std::cmp::Ordering;

use anyurl_core::internal::sort_by;

use super::determinize::{Automaton, State};
use super::limits::{Budget, Charged};
use crate::automaton::index;
use crate::automaton::{DEAD, FIRST};

/// The maximum number of steps; beyond it the automaton stays as it is.
const MAX_STEPS: usize = 4_000_000;

/// Merges states with the same end, the same expected labels, and transitions to the same states by the same copies.
pub(super) fn minimize(automaton: &mut Automaton, budget: &mut Budget) -> Charged<()> {
    let states = &automaton.states;
    let output = |state: usize| (&states[state].end, states[state].expected);
    let keys: Vec<_> = states.iter().map(|state| (0, state.expected.into())).collect();
    let (mut block, mut count) = number(&keys, &|a, b| output(a).cmp(&output(b)));
    // The dead state gets a block of its own, so that it and the first state keep their numbers.
    block.iter_mut().skip(1).for_each(|block| *block += 1);
    block[DEAD as usize] = 0;
    let mut steps_left = MAX_STEPS;
    loop {
        let round = states.len() * automaton.classes.len();
        budget.steps(round)?;
        let Some(left) = steps_left.checked_sub(round) else {
            return Ok(());
        };
        steps_left = left;
        let transitions = |state: usize| {
            let next = states[state].next.iter();
            next.map(|(to, moves)| (block[*to as usize], *moves))
        };
        let keys: Vec<_> = (0..states.len()).map(|state| (block[state], hash(transitions(state)))).collect();
        let (refined, refined_count) = number(&keys, &|a, b| transitions(a).cmp(transitions(b)));
        block = refined;
        if refined_count == count {
            break;
        }
        count = refined_count;
    }
    merge(automaton, &block);
    Ok(())
}

/// A hash of the transitions of a state.
fn hash(transitions: impl Iterator<Item = (u32, u32)>) -> u64 {
    transitions.fold(0, |hash: u64, (to, moves)| {
        let next = u64::from(to) << 32 | u64::from(moves);
        (hash.rotate_left(5) ^ next).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    })
}

/// Numbers equivalence classes of items in the order of first appearance, and returns the number of classes.
///
/// Items with different keys differ; items with equal keys are compared. Sorting instead of a hash map keeps the worst
/// case at `n log n` comparisons: a grammar can be built so that keys collide.
fn number(keys: &[(u32, u64)], compare: &dyn Fn(usize, usize) -> Ordering) -> (Vec<u32>, usize) {
    let mut sorted: Vec<usize> = (0..keys.len()).collect();
    sort_by(&mut sorted, |one, other| keys[*one].cmp(&keys[*other]));
    // For each item the first equal one.
    let mut first = vec![0; keys.len()];
    for alike in sorted.chunk_by_mut(|a, b| keys[*a] == keys[*b]) {
        // The usual case needs one comparison per item and no second sort.
        if alike[1..].iter().all(|one| compare(alike[0], *one).is_eq()) {
            for one in &*alike {
                first[*one] = alike[0];
            }
            continue;
        }
        sort_by(alike, |a, b| compare(*a, *b));
        for equal in alike.chunk_by(|a, b| compare(*a, *b).is_eq()) {
            for one in equal {
                first[*one] = equal[0];
            }
        }
    }
    let mut count = 0;
    let mut numbers = vec![0; keys.len()];
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

/// Keeps one state for each block.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_in_the_order_of_first_appearance() {
        let items = [7, 3, 7, 5, 3, 3, 5];
        let compare = |a: usize, b: usize| items[a].cmp(&items[b]);
        let expect = (vec![0, 1, 0, 2, 1, 1, 2], 3);
        // Keys that distinguish all items, some of them, or none.
        for shared in [1, 2, 8] {
            let keys = items.map(|item| (0, item / shared));
            assert_eq!(number(&keys, &compare), expect, "{shared}");
        }
        assert_eq!(number(&[], &compare), (Vec::new(), 0));
    }
}
