//! The host side of anyurl plugins, whether a plugin is a shared library or a WebAssembly module: what it says of its
//! schemes becomes registrations, and every answer of its functions is checked before any of it is used.
//!
//! ```text
//! plugin ──facts──▶ PluginFacts ──registration──▶ PluginScheme ──▶ Registry
//!        ◀──functions── PluginScheme::parse ──check──▶ components, errors
//! ```
//!
//! Two loaders make a [`PluginScheme`] of each scheme, so that a scheme behaves in the same way however it was loaded:
//! `dynamic` of those in shared libraries, and `wasm` of those in WebAssembly modules. Each is a feature.
//!
//! | module | contents |
//! |---|---|
//! | `names` | the scheme names that a plugin may provide |
//! | `module_limits` | [`ModuleLimits`]: the fuel and the memory that modules may use |
//! | `policy` | [`PluginPolicy`]: which plugins an application loads |
//! | `facts` | [`PluginFacts`], [`SchemeFacts`]: what a plugin says of itself and of its schemes, unchecked |
//! | `violation` | [`Violation`]s of the contract by a plugin |
//! | `error` | [`PluginError`] and [`PluginErrorKind`], each with a remedy |
//! | `functions` | [`Functions`]: the functions of a scheme, which a loader calls, and their unchecked [`Answer`] |
//! | `registration` | checks the facts of a scheme, and converts them |
//! | `scheme` | [`PluginScheme`]: a scheme that checks every answer of its plugin |
//! | `registered` | registers the schemes of a plugin |
//! | `registry_files` | an entry of a registry file that a plugin implements |
//! | `dynamic` | shared libraries (feature `dynamic`) |
//! | `wasm` | WebAssembly modules (feature `wasm`) |

// Without either kind of plugin there is nothing to host.
#![cfg_attr(not(any(feature = "dynamic", feature = "wasm")), allow(dead_code))]
#![deny(unsafe_code)]
#![warn(clippy::exhaustive_enums)]

mod names;

mod facts;

mod violation;

mod error;

mod module_limits;

mod policy;

mod functions;

mod registration;

mod scheme;

#[cfg(any(feature = "dynamic", feature = "wasm"))]
mod registered;

#[cfg(any(feature = "dynamic", feature = "wasm"))]
mod registry_files;

#[cfg(feature = "dynamic")]
pub mod dynamic;

#[cfg(feature = "wasm")]
pub mod wasm;

pub use anyurl_declared::format::Hash;
pub use error::{PluginError, PluginErrorKind};
pub use facts::{ComponentFacts, ExampleFacts, FactsError, PluginFacts, RejectFacts, RequirementFacts, SchemeFacts};
pub use functions::{Answer, Functions, OnEdit, OnStep, UNWRITTEN, message};
pub use module_limits::ModuleLimits;
pub use policy::PluginPolicy;
pub use scheme::PluginScheme;
pub use violation::Violation;
