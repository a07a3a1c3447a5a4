//! Schemes without code: the registry file, its grammars, and the layers over each other.
//!
//! ```text
//! registry.toml ──format──▶ Layer ──layers──▶ Resolved ──scheme──▶ dyn Scheme ──▶ Registry
//!                              └──grammar──▶ automaton ──┘
//! ```

#![forbid(unsafe_code)]

pub mod format;
pub mod grammar;
pub mod layers;

mod scheme;

pub use scheme::{AccessError, DeclareError, Declared};
