//! Two URLs; the body is `fuzz/bodies/src/same.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| anyurl_fuzz_bodies::same::run(data));
