//! Schemes from shared libraries: a loader that checks files before it loads them, and a host that checks every answer of a
//! plugin.
//!
//! ```text
//! path ──trusted_path, library_file──▶ bytes ──elf──▶ checked file ──dlopen──▶ entry point
//!      ──descriptor──▶ LoadedPlugin ──load──▶ RegistryBuilder
//! ```
//!
//! A plugin exports one function of the C ABI, which the crate `anyurl-plugin` describes. A plugin is code: once loaded, it
//! has all rights of the process, and no check changes that. Therefore a [policy](crate::PluginPolicy) loads nothing by default, and
//! the checks before loading only ensure that the file is the intended one.
//!
//! ```
//! use anyurl_core::Registry;
//! use anyurl_host::{PluginErrorKind, PluginPolicy};
//! use anyurl_host::dynamic::AddLibrary;
//!
//! let error = Registry::builder().add_library("/lib/libshelf.so", &PluginPolicy::new()).unwrap_err();
//! assert!(matches!(error.kind(), PluginErrorKind::NotAllowed(_)));
//! ```
//!
//! | module | contents |
//! |---|---|
//! | `process` | user id and page size of the process |
//! | `trusted_path` | checks of a path: who may write to the file and its folders |
//! | `library_file` | the file: opened once, hashed |
//! | `elf` | checks of an ELF file before any of its code runs |
//! | `dlopen` | maps a library and finds its entry point |
//! | `ffi_read` | bounded reads of a plugin's memory |
//! | `ffi_call` | calls into a plugin |
//! | `descriptor` | copies the plugin's structs; the rest of the crate checks them, and every answer |
//! | `plugin` | [`LoadedPlugin`] |
//! | `load` | the loading sequence: [`AddLibrary`], [`describe`], [`sha256_of`] |
//! | `in_process` | a plugin that is linked into the program: [`in_process()`] |
//! | `registry_files` | libraries that registry files name: [`load_libraries`] |
//!
//! A library is never unloaded.

#[cfg(unix)]
mod process;

mod trusted_path;

mod library_file;

#[cfg(elf)]
mod elf;

mod dlopen;

mod ffi_read;

mod ffi_call;

mod descriptor;

mod plugin;

mod load;

mod in_process;

mod registry_files;

pub use in_process::in_process;
pub use load::{AddLibrary, describe, load, sha256_of};
pub use plugin::LoadedPlugin;
pub use registry_files::{TARGET, load_libraries};
