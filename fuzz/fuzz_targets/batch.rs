//! Lines; the body is `fuzz/bodies/src/batch.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| locator_fuzz_bodies::batch::run(data));
