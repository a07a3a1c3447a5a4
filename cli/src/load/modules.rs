//! WebAssembly modules.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use locator::wasm::{self, ModuleLimits, ModulePolicy};
use locator::{Layer, RegistryBuilder};
use locator_declared::layers::Resolved;

use super::config::Plugins;
use crate::error::CliError;

/// Whether a file begins as a module does. A file that cannot be read is none: loading a library explains why.
pub(crate) fn is_module(file: &Path) -> bool {
    let mut start = [0; 4];
    // Opening a pipe would wait for a writer.
    let is_file = fs::metadata(file).is_ok_and(|found| found.is_file());
    is_file && File::open(file).and_then(|mut file| file.read_exact(&mut start)).is_ok() && wasm::is_module(&start)
}

/// Whether the configuration allows the modules of registry files.
pub(super) fn are_allowed(_config: &Plugins) -> bool {
    false
}

/// The policy for a module named on the command line: no hash is required.
pub(crate) fn command_line_policy(config: &Plugins) -> ModulePolicy {
    ModulePolicy::new().allow_modules(true).require_sha256(false).limits(limits(config))
}

pub(super) fn add(builder: RegistryBuilder, file: &Path, config: &Plugins) -> Result<RegistryBuilder, CliError> {
    let policy = command_line_policy(config);
    let module = wasm::load(file, &policy)?;
    Ok(module.add_to(builder, Layer::CommandLine)?)
}

pub(super) fn add_declared(layers: &'static Resolved, _config: &Plugins) -> Result<&'static Resolved, CliError> {
    Ok(layers)
}

fn limits(_config: &Plugins) -> ModuleLimits {
    ModuleLimits::new()
}
