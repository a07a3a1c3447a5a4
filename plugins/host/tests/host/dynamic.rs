//! Loads libraries that are compiled from `testdata/plugin.c` with different flags, and plugins in Rust.
//!
//! One binary, so that it is linked once. Tests that need a process of their own run this binary again.

mod allocations;
mod answers;
mod descriptor_leaks;
mod descriptors;
mod faults;
mod file_checks;
mod generated;
mod panics;
mod registry_files;
mod support;
mod threads;
