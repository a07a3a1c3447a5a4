//! The SDK for anyurl plugins: shared libraries and WebAssembly modules, written in Rust or in C, that add schemes to a
//! program at run time.
//!
//! A scheme consists of a [`Definition`], which holds what RFC 1738 Section 4 requires of a submission, and of
//! [`Scheme::parse`], which parses its URLs. [`export_plugin!`] turns it into a library:
//!
//! ```
#![doc = include_str!("../testdata/finger.rs")]
//!
//! anyurl_plugin::export_plugin! { schemes: [Finger] }
//! ```
//!
//! The same code becomes a WebAssembly module when it is built for `wasm32-unknown-unknown`. A module without the standard
//! library is much smaller: `default-features = false` for this crate, which then brings a panic handler that traps and a
//! small allocator, and `#![cfg_attr(target_arch = "wasm32", no_std)]` in the crate of the plugin.
//!
//! No memory changes hands between a plugin and its host, no panic leaves a plugin, and this crate contains all `unsafe`
//! code. `docs/plugin-in-rust.md` is a tutorial for Rust, `docs/plugin-in-c.md` one for C, `docs/plugin-in-wasm.md` one for
//! modules, and `docs/plugin-abi.md` describes the ABI.
//!
//! [`abi`] is the C ABI as Rust types; `include/anyurl_plugin.h` declares it for C and C++.

#![cfg_attr(all(target_arch = "wasm32", not(feature = "std")), no_std)]

extern crate alloc;

pub mod abi;
mod chars;
#[cfg(doctest)]
mod compile_fail;
mod cursor;
mod definition;
mod error;
mod export;
mod facts;
mod host;
mod message;
mod module;
#[cfg_attr(all(target_arch = "wasm32", not(feature = "std")), path = "trap.rs")]
mod panic;
mod scheme;
mod span;
mod thunk;
mod url;

pub use chars::Class;
pub use cursor::Cursor;
pub use definition::ErrorKind;
pub use definition::{Component, Definition, Example, Fix, Grammar, Reject, Requirement, Shape, Status, Text};
pub use error::{Error, Failure};
pub use host::{Edits, Host, Steps, Until};
pub use scheme::{Canonicalize, Plan, Scheme};
pub use span::{Slot, Span};
pub use url::Url;

/// Implementation details of [`export_plugin!`].
#[doc(hidden)]
pub mod __private {
    pub use crate::export::{
        Constant, ExampleTables, NoCanonicalize, NoPlan, Probe, init, minor_needed, plugin, scheme,
    };
    pub use crate::facts::Facts;

    pub mod module {
        #[cfg(target_arch = "wasm32")]
        pub use crate::module::buffer;
        pub use crate::module::{Calls, canonicalize, parse};
    }
}

/// The text of `include/anyurl_plugin.h`, for build scripts and tests that compile C.
pub const HEADER: &str = include_str!("../include/anyurl_plugin.h");
