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
    let all: Vec<_> = (0..states.len()).collect();
    let expected = all.iter().map(|state| (0, states[*state].expected.into()));
    let (mut block, mut count) = number(&expected.collect::<Vec<_>>(), |a, b| shows(a).cmp(&shows(b)));
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
        let keys = all.iter().map(|state| (block[*state], mixed(leads(*state))));
        let (finer, more) = number(&keys.collect::<Vec<_>>(), |a, b| leads(a).cmp(leads(b)));
        block = finer;
        if more == count {
            break;
        }
        count = more;
    }
    merge(automaton, &block);
    Ok(())
}

/// Where a state leads to as one number, which is the same for the same.
fn mixed(leads: impl Iterator<Item = (u32, u32)>) -> u64 {
    leads.fold(0, |mixed: u64, (to, moves)| {
        let next = u64::from(to) << 32 | u64::from(moves);
        (mixed.rotate_left(5) ^ next).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    })
}

/// Numbers for things in the order of first appearance, the same for equal ones; and how many there are.
///
/// Things with different keys are different; others are compared. By sorting, and not by a map, so that no file can choose
/// things for which this gets slow.
fn number(keys: &[(u32, u64)], compare: impl Fn(usize, usize) -> Ordering) -> (Vec<u32>, usize) {
    let mut sorted: Vec<usize> = (0..keys.len()).collect();
    sorted.sort_unstable_by_key(|one| (keys[*one], *one));
    // For each thing the first that is equal.
    let mut first = vec![0; keys.len()];
    for alike in sorted.chunk_by_mut(|a, b| keys[*a] == keys[*b]) {
        let are_equal = alike[1..].iter().all(|one| compare(alike[0], *one).is_eq());
        if are_equal {
            for one in &*alike {
                first[*one] = alike[0];
            }
            continue;
        }
        alike.sort_unstable_by(|a, b| compare(*a, *b).then(a.cmp(b)));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_in_the_order_of_first_appearance() {
        let things = [7, 3, 7, 5, 3, 3, 5];
        let compare = |a: usize, b: usize| things[a].cmp(&things[b]);
        let expect = (vec![0, 1, 0, 2, 1, 1, 2], 3);
        // Whether keys tell all things apart, some of them, or none.
        for shared in [1, 2, 8] {
            let keys = things.map(|thing| (0, thing / shared));
            assert_eq!(number(&keys, compare), expect, "{shared}");
        }
        assert_eq!(number(&[], compare), (Vec::new(), 0));
    }
}
