//! What is loaded before a command runs: arguments, configuration, registry files, the lock and plugins.

pub(crate) mod arguments;
pub(crate) mod config;
mod faults;
pub(crate) mod former_name;
pub(crate) mod layers;
pub(crate) mod libraries;
pub(crate) mod lock;
pub(crate) mod modules;
pub(crate) mod plugins;
pub(crate) mod profile;
pub(crate) mod registry_files;
pub(crate) mod sources;
