//! A text; the body is `fuzz/bodies/src/redaction.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| anyurl_fuzz_bodies::redaction::run(data));
