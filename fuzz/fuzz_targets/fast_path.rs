//! A URL; the body is `fuzz/bodies/src/fast_path.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| anyurl_fuzz_bodies::fast_path::run(data));
