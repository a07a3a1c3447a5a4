//! A template and a URL; the body is `fuzz/bodies/src/gateways.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| anyurl_fuzz_bodies::gateways::run(data));
