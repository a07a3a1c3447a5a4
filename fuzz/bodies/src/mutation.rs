//! Mutations of inputs for the tests, the same in every run.

use anyurl_testkit::{Rng, mutate};

/// Returns a mutation of one of the inputs: an edit of a text, changed bytes, or parts of two inputs.
pub fn mutated(inputs: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let input: &Vec<u8> = rng.pick(inputs);
    match rng.below(8) {
        0..5 => match str::from_utf8(input) {
            Ok(text) => mutate(text, rng).into_bytes(),
            Err(_) => changed(input, rng),
        },
        5 | 6 => changed(input, rng),
        _ => {
            let other: &Vec<u8> = rng.pick(inputs);
            joined(input, other, rng)
        }
    }
}

/// An input with one to four other bytes.
fn changed(input: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=rng.below(4) {
        let byte = u8::try_from(rng.below(256)).unwrap_or_default();
        let at = rng.below(bytes.len() + 1);
        match bytes.get_mut(at) {
            Some(old) => *old = byte,
            None => bytes.push(byte),
        }
    }
    bytes
}

/// The beginning of one input with the end of another.
fn joined(one: &[u8], other: &[u8], rng: &mut Rng) -> Vec<u8> {
    let (head, tail) = (rng.below(one.len() + 1), rng.below(other.len() + 1));
    [&one[..head], &other[tail..]].concat()
}
