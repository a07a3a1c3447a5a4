//! A registry file; the body is `fuzz/bodies/src/registry_file.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| anyurl_fuzz_bodies::registry_file::run(data));
