//! Modules that registry files name: `kind = "wasm"` in `[scheme.plugin]`.
//!
//! A module is inline in its artifact, or a file in the folder of its layer, and must have the hash that the artifact pins.
//! A registry file narrows the policy of the application, and never widens it.

use std::sync::Arc;

use crate::registry_files::{PluginEntry, load_plugins};
use crate::{PluginError, PluginErrorKind, PluginPolicy};
use anyurl_core::Registry;
use anyurl_declared::format::PluginKind;
use anyurl_declared::layers::Resolved;

use crate::wasm::module::LoadedModule;

/// Returns resolved layers with the modules loaded that their entries name, in the registry and for the gateways, and the
/// names whose module is not loaded, with the reason: it does not exist, is not what the file pins, or is not listed in `allow_wasm`. URLs of
/// their schemes are refused ([`Resolved::refused`]), and other schemes can be used.
///
/// ```
/// use anyurl_core::Registry;
/// use anyurl_declared::layers::Stack;
/// use anyurl_host::PluginPolicy;
/// use anyurl_host::wasm::load_modules;
///
/// let resolved = Stack::new().resolve(&Registry::builder().build(), None)?;
/// let (_, errors) = load_modules(&resolved, &PluginPolicy::new());
/// assert!(errors.is_empty());
/// # Ok::<(), anyurl_declared::layers::LayerError>(())
/// ```
pub fn load_modules(resolved: &Resolved, policy: &PluginPolicy) -> (Resolved, Vec<(String, PluginError)>) {
    let load = |found: &PluginEntry<'_>, registry: &Registry| {
        load(resolved, found, registry, policy).map_err(|kind| PluginError::new(module_name(found), kind))
    };
    load_plugins(resolved, PluginKind::Wasm, load)
}

/// The name of a module in messages: that of the registry file, and its own.
fn module_name(entry: &PluginEntry<'_>) -> String {
    format!("{}: {}.wasm", entry.placed.layer().main().document.name(), *entry.table.library)
}

/// Loads the module, and replaces the entry by its scheme.
fn load(
    resolved: &Resolved,
    entry: &PluginEntry<'_>,
    registry: &Registry,
    policy: &PluginPolicy,
) -> Result<Registry, PluginErrorKind> {
    entry.check_allowed(resolved, policy)?;
    let artifact = entry.table.module();
    let artifact = artifact.ok_or_else(|| artifact_error("the registry file has no artifact of the module"))?;
    let policy = entry.narrow(artifact, policy)?;
    let bytes = entry.placed.layer().module_bytes(entry.table);
    let bytes = bytes.ok_or_else(|| PluginErrorKind::Missing(format!("{}.wasm", *entry.table.library)))?;
    let bytes = bytes.map_err(|error| artifact_error(&error))?;
    let module = LoadedModule::new(&module_name(entry), &bytes, &policy)?;
    let scheme = entry.wanted(module.schemes())?;
    let replaced = entry.replace(registry, Arc::clone(scheme), &module.origin())?;
    module.start().map(|()| replaced.build())
}

fn artifact_error(problem: &(impl std::fmt::Display + ?Sized)) -> PluginErrorKind {
    PluginErrorKind::Artifact(problem.to_string())
}
