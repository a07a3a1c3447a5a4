//! The file of a library; the body is `fuzz/bodies/src/elf.rs`.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| locator_fuzz_bodies::elf::run(data));
