//! Plugin libraries: those named on the command line, and those that registry files name.

use std::any::Any;
use std::path::{self, Path, PathBuf};

use locator::dynamic::{AddLibrary, Hash, LoadPolicy, PluginScheme, load_libraries};
use locator::{Implementation, Layer, Registry, Scheme};
use locator_declared::layers::Resolved;

use super::config::{Config, Plugins};
use crate::args::Global;
use crate::error::{CliError, report};
use crate::exit::Exit;
use crate::input;

/// The policy for a library named on the command line: no hash is required. Its schemes have the names that every
/// library may register: experiments and reversed domains.
pub(crate) fn command_line_policy() -> LoadPolicy {
    LoadPolicy::new().allow_dynamic(true).require_sha256(false)
}

/// Whether this run may load a library: one is named, or the configuration allows those of registry files.
pub(crate) fn may_be_loaded(global: &Global) -> bool {
    !global.plugins.is_empty() || Config::load().is_ok_and(|config| config.plugins.allow)
}

/// Reports each plugin scheme that broke its contract where it could not return an error: in a canonical form.
pub(crate) fn report_violations(registry: &Registry) -> Exit {
    let mut exit = Exit::Success;
    for entry in registry.entries().filter(|one| one.implementation() == Implementation::Dynamic) {
        let scheme: &dyn Scheme = entry.scheme();
        let scheme: &dyn Any = scheme.inner().unwrap_or(scheme);
        let violation = scheme.downcast_ref().and_then(PluginScheme::violation);
        if let Some(violation) = violation {
            let message = violation.requirement().text();
            report(format_args!("{}: {message}; the general rules were applied", entry.name()));
            exit = Exit::Invalid;
        }
    }
    exit
}

/// The absolute path of a library, so that messages name the file in full.
pub(crate) fn absolute(file: &Path) -> Result<PathBuf, CliError> {
    path::absolute(file).map_err(|error| CliError::File(input::name(file), error))
}

/// Adds the libraries named on the command line to a registry.
pub(crate) fn add_named(base: &'static Registry, files: &[PathBuf]) -> Result<&'static Registry, CliError> {
    if files.is_empty() {
        return Ok(base);
    }
    let mut builder = base.to_builder();
    for file in files {
        builder = builder.add_library_to(Layer::CommandLine, absolute(file)?, &command_line_policy())?;
    }
    // One registry, for the lifetime of the process.
    Ok(Box::leak(Box::new(builder.build())))
}

/// The layers with the libraries they name, if the configuration allows that. A registry file cannot.
pub(crate) fn add_declared(layers: &'static Resolved, config: &Plugins) -> Result<&'static Resolved, CliError> {
    let mut entries = layers.layers().flat_map(|placed| placed.layer().schemes());
    if !config.allow || entries.all(|entry| entry.plugin.is_none()) {
        return Ok(layers);
    }
    let policy = LoadPolicy::new().allow_dynamic(true);
    let policy = config.folders.iter().fold(policy, LoadPolicy::folder);
    Ok(Box::leak(Box::new(load_libraries(layers, &policy)?)))
}

/// The digits of a hash, as a registry file writes them.
pub(crate) fn digits(hash: &Hash) -> String {
    hash.to_string().replace("sha256:", "")
}
