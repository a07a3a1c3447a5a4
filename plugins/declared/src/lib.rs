//! Schemes without code: the registry file, its grammars, and the layers over each other.
//!
//! ```text
//! registry.toml ──format──▶ RegistryFile ──layers──▶ Resolved ──scheme──▶ dyn Scheme ──▶ Registry
//!                              └──grammar──▶ automaton ──┘
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`mod@format`] | what stands in a file, with its place, and the lint rules that need the file alone |
//! | [`grammar`] | from ABNF to an automaton |
//! | `scheme` | an entry as a [`Scheme`](locator_core::Scheme): [`Declared`]; the language of [`Steps`] |
//! | [`lint`] | the lint rules that compile grammars and run examples |
//! | [`layers`] | one registry out of several files |

#![forbid(unsafe_code)]

pub mod format;
pub use locator_abnf as grammar;

mod scheme;

pub mod lint;

pub mod layers;

#[cfg(test)]
mod tests;

pub use scheme::{AccessError, DeclareError, Declared, FormError, Steps};
