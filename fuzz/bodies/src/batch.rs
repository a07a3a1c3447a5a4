//! Lines that are read together, compared with single lines.

#[path = "../../../tests/locator/batch/alike.rs"]
mod alike;

use crate::{input, seeds};

/// The longest file that is worth the time.
const MAX_LEN: usize = 1 << 16;

/// Reads lines in both modes and both profiles, in blocks of a length that follows from the lines.
///
/// # Panics
/// If a line gives something else by itself.
pub fn run(data: &[u8]) {
    if data.len() > MAX_LEN {
        return;
    }
    let block = 1 + data.iter().map(|byte| usize::from(*byte)).sum::<usize>() % (data.len() + 64);
    for options in input::OPTIONS {
        alike::assert_alike(locator::registry(), data, block, options);
    }
}

/// Files of a few examples each.
pub fn seeds() -> Vec<Vec<u8>> {
    let texts = seeds::texts();
    texts.chunks(7).enumerate().map(|(n, lines)| lines.join(["\n", "\r\n"][n % 2]).into_bytes()).collect()
}
