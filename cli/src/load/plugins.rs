//! Plugins, which are libraries and modules: those named on the command line, and those that registry files name.

use std::any::Any;
use std::path::{self, Path, PathBuf};

use anyurl::authors::Scheme;
use anyurl::declared::format::Hash;
use anyurl::plugins::PluginScheme;
use anyurl::{Implementation, Registry};
use anyurl_declared::layers::Resolved;

use super::config::{Config, Plugins};
use super::{faults, libraries, modules};
use crate::args::Global;
use crate::error::{CliError, report};
use crate::exit::Exit;
use crate::input;

/// Whether this run may load a library, which needs a process of its own: one is named, or the configuration allows
/// those of registry files. A module cannot harm the process.
pub(crate) fn need_supervision(global: &Global, config: Option<&Config>) -> bool {
    global.plugins.iter().any(|file| !modules::is_module(file)) || config.is_some_and(|config| config.plugins.allow)
}

/// Whether this run may have loaded a plugin.
pub(crate) fn may_be_loaded(global: &Global, config: &Plugins) -> bool {
    !global.plugins.is_empty() || config.allow || modules::are_allowed(config)
}

/// Reports each plugin scheme that broke its contract where it could not return an error: in a canonical form.
pub(crate) fn report_violations(registry: &Registry) -> Exit {
    let mut exit = Exit::Success;
    let is_plugin = |kind: Implementation| matches!(kind, Implementation::Dynamic | Implementation::Module);
    for entry in registry.entries().filter(|one| is_plugin(one.implementation())) {
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

/// The absolute path of a plugin, so that messages name the file in full.
pub(crate) fn absolute(file: &Path) -> Result<PathBuf, CliError> {
    path::absolute(file).map_err(|error| CliError::File(input::name(file), error))
}

/// Adds the plugins named on the command line to a registry.
pub(crate) fn add_named(
    base: &'static Registry,
    files: &[PathBuf],
    config: &Plugins,
) -> Result<&'static Registry, CliError> {
    if files.is_empty() {
        return Ok(base);
    }
    let mut builder = base.to_builder();
    for file in files {
        let file = absolute(file)?;
        builder = if modules::is_module(&file) {
            modules::add(builder, &file, config)?
        } else {
            libraries::add(builder, &file)?
        };
    }
    // One registry, for the lifetime of the process.
    Ok(Box::leak(Box::new(builder.build())))
}

/// The layers with the plugins they name, if the configuration allows that; a registry file cannot. URLs of a scheme whose
/// plugin cannot be loaded are refused. Prints the faults of the layers and of their plugins, unless `is_quiet`.
pub(crate) fn add_declared(layers: &'static Resolved, config: &Plugins, is_quiet: bool) -> &'static Resolved {
    let mut errors = Vec::new();
    let layers = libraries::add_declared(layers, config, &mut errors);
    let layers = modules::add_declared(layers, config, &mut errors);
    if !is_quiet {
        faults::warn(layers, &errors);
    }
    layers
}

/// The digits of a hash, as a registry file writes them.
pub(crate) fn digits(hash: &Hash) -> String {
    hash.to_string().replace("sha256:", "")
}
