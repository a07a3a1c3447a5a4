//! Schemes from shared libraries: a loader that looks before it loads, and a host that believes nothing it is told.
//!
//! ```text
//! path ──path, file──▶ bytes ──elf──▶ facts ──library──▶ entry ──descriptor──▶ Plugin ──load──▶ RegistryBuilder
//! ```
//!
//! A plugin exports one function of the C ABI that the crate `locator-plugin` describes. It is code: loaded, it has all
//! rights of the process, and no check changes that. So a [`LoadPolicy`] loads nothing unless the application says so, and what
//! is checked before is whether the file is the one that was meant.
//!
//! ```
//! use locator_core::Registry;
//! use locator_dynamic::{AddLibrary, Fault, LoadPolicy};
//!
//! let error = Registry::builder().add_library("/lib/libshelf.so", &LoadPolicy::new()).unwrap_err();
//! assert!(matches!(error.fault(), Fault::NotAllowed));
//! ```
//!
//! | module | what |
//! |---|---|
//! | `error` | [`LoadError`] and its [`Fault`]s, each with a remedy |
//! | `policy` | [`LoadPolicy`]: what an application lets libraries do |
//! | `own`, `path` | where a file lies, and who may write there |
//! | `file` | the file: opened once, hashed |
//! | `loaded` | which libraries the process has already |
//! | `elf` | what it says before any of its code runs |
//! | `library` | the system maps it |
//! | `memory` | a plugin's memory, read with every length bounded |
//! | `call` | calls into a plugin |
//! | `facts`, `descriptor` | what it says about itself, as a registration |
//! | `violation` | what it can answer that it may not |
//! | `scheme` | the scheme: every answer checked |
//! | `plugin` | [`Plugin`] |
//! | `load` | the order of it all: [`AddLibrary`], [`describe`], [`sha256_of`] |
//! | `in_process` | a plugin that is linked into the program: [`in_process()`] |
//! | `layers` | libraries that registry files name: [`load_libraries`] |
//!
//! A library is never unloaded.

#![deny(unsafe_code)]

mod error;

mod policy;

#[cfg(unix)]
mod own;

mod path;

mod file;

#[cfg(all(unix, not(target_vendor = "apple")))]
mod loaded;

#[cfg(all(unix, not(target_vendor = "apple")))]
mod elf;

mod library;

mod memory;

mod call;

mod facts;

mod descriptor;

mod violation;

mod scheme;

mod plugin;

mod load;

mod in_process;

mod layers;

pub use error::{Fault, LoadError};
pub use in_process::in_process;
pub use layers::{TARGET, load_libraries};
pub use load::{AddLibrary, describe, load, sha256_of};
pub use locator_declared::format::Hash;
pub use plugin::Plugin;
pub use policy::LoadPolicy;
pub use scheme::Dynamic;
pub use violation::Violation;
