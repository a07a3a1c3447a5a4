//! WebAssembly modules.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use anyurl::plugins::PluginPolicy;
use anyurl::wasm;
use anyurl::wasm::ModuleLimits;
use anyurl::{Layer, RegistryBuilder};
use anyurl_declared::layers::Resolved;

use super::config::{ModulePermission, Plugins};
use crate::error::CliError;
use crate::output::plugin_error::PluginFault;

/// Whether a file begins as a module does. A file that cannot be read is none: loading a library explains why.
pub(crate) fn is_module(file: &Path) -> bool {
    let mut start = [0; 4];
    // Opening a pipe would wait for a writer.
    let is_file = fs::metadata(file).is_ok_and(|found| found.is_file());
    is_file && File::open(file).and_then(|mut file| file.read_exact(&mut start)).is_ok() && wasm::is_module(&start)
}

/// Whether the configuration allows the modules of registry files.
pub(super) fn are_allowed(config: &Plugins) -> bool {
    config.wasm == ModulePermission::Allow
}

/// The policy for a module named on the command line: no hash is required.
pub(crate) fn command_line_policy(config: &Plugins) -> PluginPolicy {
    PluginPolicy::new().allow_modules(true).require_sha256(false).limits(limits(config))
}

pub(super) fn add(builder: RegistryBuilder, file: &Path, config: &Plugins) -> Result<RegistryBuilder, CliError> {
    let policy = command_line_policy(config);
    let module = wasm::load(file, &policy)?;
    Ok(module.add_to(builder, Layer::CommandLine)?)
}

/// The layers with the modules they name, if the configuration allows that.
pub(super) fn add_declared(
    layers: &'static Resolved,
    config: &Plugins,
    to: &mut Vec<(String, PluginFault)>,
) -> &'static Resolved {
    let mut entries = layers.layers().flat_map(|placed| placed.layer().schemes());
    if !are_allowed(config) || entries.all(|entry| entry.plugin.is_none()) {
        return layers;
    }
    let policy = PluginPolicy::new().allow_modules(true).limits(limits(config));
    let (loaded, errors) = wasm::load_modules(layers, &policy);
    to.extend(errors.into_iter().map(|(name, error)| (name, error.into())));
    Box::leak(Box::new(loaded))
}

fn limits(config: &Plugins) -> ModuleLimits {
    let limits = ModuleLimits::new();
    let limits = config.fuel.map_or(limits, |fuel| limits.fuel(fuel.get()));
    let memory = config.memory.map(|bytes| usize::try_from(bytes.get()).unwrap_or(usize::MAX));
    memory.map_or(limits, |bytes| limits.memory(bytes))
}
