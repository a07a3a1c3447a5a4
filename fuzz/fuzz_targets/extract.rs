//! A stream; the body is `fuzz/bodies/src/extract.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| anyurl_fuzz_bodies::extract::run(data));
