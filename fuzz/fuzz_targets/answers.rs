//! A plugin in process; the body is `fuzz/bodies/src/answers.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| anyurl_fuzz_bodies::answers::run(data));
