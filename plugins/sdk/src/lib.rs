//! What a Locator plugin is written with.
//!
//! [`abi`] is the C ABI as Rust types; `include/locator_plugin.h` is the same for C and C++.

pub mod abi;

/// The text of `include/locator_plugin.h`, for whoever compiles C beside Rust.
pub const HEADER: &str = include_str!("../include/locator_plugin.h");
