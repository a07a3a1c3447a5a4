//! A scheme and components; the body is `fuzz/bodies/src/builder.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| anyurl_fuzz_bodies::builder::run(data));
