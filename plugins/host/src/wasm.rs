//! Schemes from WebAssembly modules: plugins that can compute, and nothing else.
//!
//! ```text
//! bytes ──module_code──▶ checked module ──facts──▶ PluginScheme ──load──▶ RegistryBuilder
//!                              └──instance──▶ calls, within limits
//! ```
//!
//! A module has no imports, so it reaches neither files nor the network nor the memory of the process. It is interpreted,
//! with fuel for each call and a limit on its memory, so it cannot hang the program or exhaust its memory. But it decides
//! what the components of its URLs are, and can lie about a host: therefore a [policy](crate::PluginPolicy) loads
//! nothing by default.
//!
//! ```
//! use anyurl_core::Registry;
//! use anyurl_host::{PluginErrorKind, PluginPolicy};
//! use anyurl_host::wasm::AddModule;
//!
//! let error = Registry::builder().add_module("shelf.wasm", b"\0asm", &PluginPolicy::new()).unwrap_err();
//! assert!(matches!(error.kind(), PluginErrorKind::NotAllowed(_)));
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `engine` | the interpreter, as this crate sets it up |
//! | `locals` | the limit on local variables, which fuel does not count |
//! | `instance` | a running module: its memory, its buffer, and calls of its functions |
//! | `module_code` | the bytes of a module: checked once, and with an instance for each thread |
//! | `functions` | the functions of a scheme, as the rest of the crate calls them |
//! | `module` | [`LoadedModule`] |
//! | `load` | [`AddModule`], [`load`], [`load_bytes`], [`is_module`] |
//! | `registry_files` | modules that registry files name: [`load_modules`] |

#![forbid(unsafe_code)]

mod engine;

mod locals;

mod instance;

mod module_code;

mod functions;

mod module;

mod load;

mod registry_files;

pub use crate::ModuleLimits;
pub use load::{AddModule, is_module, load, load_bytes};
pub use module::LoadedModule;
pub use registry_files::load_modules;
