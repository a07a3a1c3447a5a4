//! A base and a reference; the body is `fuzz/bodies/src/resolve.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| anyurl_fuzz_bodies::resolve::run(data));
