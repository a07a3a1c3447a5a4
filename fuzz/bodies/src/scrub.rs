//! Secrets in a stream of bytes, which is fed in chunks.

#[path = "../../../core/tests/scrub/laws.rs"]
mod laws;

use crate::{extract, redaction};

/// The longest stream that is worth the time.
const MAX_LEN: usize = 2048;

/// Scrubs in chunks of several lengths.
///
/// # Panics
/// If what is shown depends on the chunks.
pub fn run(data: &[u8]) {
    if data.len() > MAX_LEN {
        return;
    }
    for size in [1, 2, 7, 64] {
        laws::assert_laws(data, size);
    }
}

/// Cases of the tests, and texts with secrets.
pub fn seeds() -> Vec<Vec<u8>> {
    [extract::seeds(), redaction::seeds()].concat()
}
