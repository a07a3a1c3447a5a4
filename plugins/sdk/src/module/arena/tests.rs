//! Pieces that are in use do not overlap, and memory is reused.

use super::*;

const BASE: usize = 1000;

fn arena() -> Arena {
    let mut arena = Arena::new();
    arena.start_at(BASE);
    arena
}

fn take(arena: &mut Arena, size: usize) -> usize {
    arena.take(size, 8, |_| true).unwrap()
}

#[test]
fn a_call_reuses_the_memory_of_the_call_before() {
    let mut arena = arena();
    for _ in 0..3 {
        arena.begin_call();
        let (first, second) = (take(&mut arena, 10), take(&mut arena, 1));
        assert_eq!((first, second), (BASE, BASE + 16));
        arena.give_back(first, 10);
        assert_eq!(take(&mut arena, 1), BASE + 24, "the second piece is in use");
        arena.give_back(second, 1);
        arena.give_back(BASE + 24, 1);
        assert_eq!(arena.next, BASE, "no piece is in use");
    }
}

#[test]
fn what_is_in_use_stays() {
    let mut arena = arena();
    arena.begin_call();
    let kept = take(&mut arena, 100);
    arena.begin_call();
    let temporary = take(&mut arena, 50);
    assert_eq!((kept, temporary), (1000, 1104));
    arena.give_back(temporary, 50);
    arena.begin_call();
    // It is the last piece that stays, so its memory is free again.
    arena.give_back(kept, 100);
    assert_eq!(take(&mut arena, 200), kept);
}

#[test]
fn a_piece_between_others_stays_until_the_call_ends() {
    let mut arena = arena();
    arena.begin_call();
    let (buffer, cache) = (take(&mut arena, 64), take(&mut arena, 64));
    arena.begin_call();
    arena.give_back(buffer, 64);
    let larger = take(&mut arena, 128);
    assert!(larger >= cache + 64, "{larger}");
}

#[test]
fn ends_outside_of_the_memory_are_refused() {
    let mut arena = arena();
    assert_eq!(arena.take(10, 8, |end| end <= BASE + 9), None);
    assert_eq!(arena.take(usize::MAX, 8, |_| true), None);
    assert_eq!(arena.take(10, 8, |end| end <= BASE + 10), Some(BASE));
}

/// Any order of calls, pieces and frees: no two pieces that are in use overlap.
#[test]
fn pieces_do_not_overlap() {
    let (mut arena, mut live, mut seed) = (arena(), Vec::<(usize, usize)>::new(), 1738_u32);
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as usize % below
    };
    for _ in 0..20_000 {
        match random(8) {
            0 => arena.begin_call(),
            1..4 if !live.is_empty() => {
                let (start, size) = live.swap_remove(random(live.len()));
                arena.give_back(start, size);
            }
            _ if live.len() < 20 => {
                let (size, align) = (1 + random(100), 1 << random(5));
                let start = arena.take(size, align, |_| true).unwrap();
                assert!(start >= BASE && start % align == 0);
                let overlapping = live.iter().find(|(other, len)| start < other + len && *other < start + size);
                assert_eq!(overlapping, None, "{start}..{}", start + size);
                live.push((start, size));
            }
            _ => {}
        }
    }
}
