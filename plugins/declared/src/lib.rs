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

#[cfg_attr(
    not(feature = "reader"),
    allow(dead_code, unreachable_pub, reason = "tables have few of the words of a file")
)]
mod keywords;

mod scheme;

#[cfg(feature = "reader")]
pub mod format;

#[cfg(feature = "reader")]
mod declare;

#[cfg(feature = "reader")]
mod add_toml;

#[cfg(feature = "reader")]
pub mod scheme_lint;

#[cfg(feature = "reader")]
pub mod layers;

#[cfg(all(test, feature = "reader"))]
mod tests;

#[cfg(feature = "reader")]
pub use add_toml::{AddToml, AddTomlError};
#[cfg(feature = "reader")]
pub use declare::{AccessError, DeclareError, FormError, syntax_pattern, syntax_rules};
pub use scheme::{Declared, Steps, requirements};
