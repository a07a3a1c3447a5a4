//! The library for C: from programs in C, and from Rust.

mod allocations;
mod programs;
