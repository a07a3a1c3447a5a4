//! The fast path of a shape finds what the scheme finds; see `tests/anyurl/fast_path.rs`.

#[path = "../../../tests/anyurl/fast_path/alike.rs"]
mod alike;

use crate::{input, seeds};

/// Compares both for a URL.
pub fn run(data: &[u8]) {
    if let Some(text) = input::text(data) {
        alike::assert_alike(anyurl::registry(), text);
    }
}

/// Examples and rejects of all schemes.
pub fn seeds() -> Vec<Vec<u8>> {
    seeds::urls()
}
