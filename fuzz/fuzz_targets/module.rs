//! A WebAssembly module; the body is `fuzz/bodies/src/module.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| anyurl_fuzz_bodies::module::run(data));
