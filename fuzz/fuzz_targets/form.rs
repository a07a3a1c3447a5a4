//! A form and texts; the body is `fuzz/bodies/src/form.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| anyurl_fuzz_bodies::form::run(data));
