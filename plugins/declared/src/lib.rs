//! Declared schemes: the TOML registry file, its grammars, and the layers that combine several files.
//!
//! ```text
//! registry.toml ──format──▶ RegistryFile ──layers──▶ Resolved ──scheme──▶ dyn Scheme ──▶ Registry
//!                                └──grammar──▶ automaton ──┘
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`mod@format`] | the contents of a file with their locations, and the lint rules that need only the file |
//! | crate `anyurl-abnf` | compiles ABNF to an automaton |
//! | `scheme` | implements [`Scheme`](anyurl_core::authors::Scheme) for an entry: [`Declared`]; the language of [`Steps`] |
//! | `add_toml` | the schemes of one file, without layers: [`AddToml`] |
//! | [`scheme_lint`] | the lint rules that compile grammars and run examples |
//! | [`layers`] | combines several files into one registry |

#![forbid(unsafe_code)]
#![expect(clippy::inline_always, reason = "on the parse path a call costs as much as the called code")]
#![warn(clippy::exhaustive_enums, clippy::exhaustive_structs)]

pub mod format;

mod scheme;

mod add_toml;

pub mod scheme_lint;

pub mod layers;

#[cfg(test)]
mod tests;

pub use add_toml::{AddToml, AddTomlError};
pub use scheme::{AccessError, Automata, DeclareError, Declared, FormError, Steps, syntax_rules};
