//! Sorting by one function for all types: `std` compiles five to ten kilobytes for each type that is sorted.

use core::cmp::Ordering;

use crate::text::prelude::*;

/// Sorts a list; equal elements keep their order.
pub fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let Some(mut order) = order(list.len(), &|one, other| compare(&list[one], &list[other])) else { return };
    for start in 0..list.len() {
        let mut at = start;
        while order[at] != start {
            let from = order[at];
            list.swap(at, from);
            order[at] = at;
            at = from;
        }
        order[at] = at;
    }
}

/// Sorts a list by the order of its elements.
pub(crate) fn sort<T: Ord>(list: &mut [T]) {
    sort_by(list, T::cmp);
}

/// The places of the elements in their order, unless they are in order: merges pairs of sorted parts, which get longer.
fn order(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Option<Vec<usize>> {
    if (1..len).all(|at| compare(at - 1, at).is_le()) {
        return None;
    }
    let mut order: Vec<usize> = (0..len).collect();
    let mut merged = order.clone();
    let mut part = 1;
    while part < len {
        for (from, to) in order.chunks(2 * part).zip(merged.chunks_mut(2 * part)) {
            let (mut left, mut right) = from.split_at(part.min(from.len()));
            for place in to {
                let next = match (left, right) {
                    ([one, ..], [other, ..]) if compare(*one, *other).is_gt() => &mut right,
                    ([], _) => &mut right,
                    _ => &mut left,
                };
                (*place, *next) = (next[0], &next[1..]);
            }
        }
        core::mem::swap(&mut order, &mut merged);
        part *= 2;
    }
    Some(order)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn equal_elements_keep_their_order(keys in prop::collection::vec(0_u8..20, 0..40)) {
            let mut list: Vec<(u8, usize)> = keys.into_iter().zip(0..).collect();
            let mut sorted = list.clone();
            sorted.sort_unstable();
            sort_by(&mut list, |one, other| one.0.cmp(&other.0));
            prop_assert_eq!(list, sorted);
        }
    }
}
