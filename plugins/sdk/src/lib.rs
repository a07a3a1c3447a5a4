//! What a Locator plugin is written with: a library, in Rust or in C, that brings schemes to a program which has never
//! heard of them.
//!
//! A scheme is a [`Definition`], which says what Section 4 of RFC 1738 asks of a submission, and a [`Scheme::parse`], which
//! reads its URLs. [`export_plugin!`] makes a library of it:
//!
//! ```
#![doc = include_str!("../testdata/finger.rs")]
//!
//! locator_plugin::export_plugin! { schemes: [Finger] }
//! ```
//!
//! No memory changes hands between a plugin and its host, no panic leaves it, and nothing in it is `unsafe` but what this
//! crate does. `docs/plugin-in-rust.md` builds one step by step, `docs/plugin-in-c.md` one in C, and `docs/plugin-abi.md`
//! says what lies between.
//!
//! [`abi`] is the C ABI as Rust types; `include/locator_plugin.h` is the same for C and C++.

pub mod abi;
mod chars;
mod cursor;
mod definition;
mod error;
mod export;
mod host;
mod panic;
#[cfg(doctest)]
mod refused;
mod scheme;
mod span;
mod thunk;
mod url;

pub use chars::Class;
pub use cursor::Cursor;
pub use definition::{Component, Definition, Example, Fix, Grammar, Reject, Requirement, Status, Text};
pub use error::{Error, ErrorKind, Failure};
pub use host::{Edits, Host, Steps, Until};
pub use scheme::{Canonicalize, Plan, Scheme};
pub use span::{Slot, Span};
pub use url::Url;

/// For [`export_plugin!`] alone.
#[doc(hidden)]
pub mod __private {
    pub use crate::export::{Constant, NoCanonicalize, NoPlan, Probe, init, plugin, scheme};
}

/// The text of `include/locator_plugin.h`, for whoever compiles C beside Rust.
pub const HEADER: &str = include_str!("../include/locator_plugin.h");
