//! A grammar; the body is `fuzz/bodies/src/abnf.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| anyurl_fuzz_bodies::abnf::run(data));
