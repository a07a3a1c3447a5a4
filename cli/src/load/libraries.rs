//! Shared libraries.

use std::path::Path;

use anyurl::dynamic::{AddLibrary, load_libraries};
use anyurl::plugins::PluginPolicy;
use anyurl::{Layer, RegistryBuilder};
use anyurl_declared::layers::Resolved;

use super::config::Plugins;
use crate::error::CliError;
use crate::output::plugin_error::PluginFault;

/// The policy for a library named on the command line: no hash is required. Its schemes have the names that every
/// plugin may register: experiments and reversed domains.
pub(crate) fn command_line_policy() -> PluginPolicy {
    PluginPolicy::new().allow_libraries(true).require_sha256(false)
}

pub(super) fn add(builder: RegistryBuilder, file: &Path) -> Result<RegistryBuilder, CliError> {
    Ok(builder.add_library_to(Layer::CommandLine, file, &command_line_policy())?)
}

pub(super) fn add_declared(
    layers: &'static Resolved,
    config: &Plugins,
    to: &mut Vec<(String, PluginFault)>,
) -> &'static Resolved {
    let mut entries = layers.layers().flat_map(|placed| placed.layer().schemes());
    if !config.allow || entries.all(|entry| entry.plugin.is_none()) {
        return layers;
    }
    let policy = PluginPolicy::new().allow_libraries(true);
    let policy = config.folders.iter().fold(policy, PluginPolicy::folder);
    let (loaded, errors) = load_libraries(layers, &policy);
    to.extend(errors.into_iter().map(|(name, error)| (name, error.into())));
    Box::leak(Box::new(loaded))
}
