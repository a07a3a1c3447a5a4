//! The fast path finds what the general one finds; see `tests/locator/fast_path.rs`.
#![no_main]

#[path = "../../tests/locator/fast_path/alike.rs"]
mod alike;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| alike::assert_alike(locator::registry(), text));
