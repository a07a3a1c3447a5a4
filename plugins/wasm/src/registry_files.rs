//! Modules that registry files name: `kind = "wasm"` in `[scheme.plugin]`.
//!
//! A module is inline in its artifact, or a file in the folder of its layer, and must have the hash that the artifact pins.
//! A registry file narrows the policy of the application, and never widens it.

use std::collections::BTreeSet;
use std::sync::Arc;

use locator_contract::{PluginEntry, PluginScheme, plugin_entries};
use locator_core::{Implementation, Registry, RegistryBuilder};
use locator_declared::format::{Artifact, Hash, PluginKind};
use locator_declared::layers::Resolved;

use crate::error::{ModuleError, ModuleErrorKind};
use crate::load::register_error;
use crate::module::LoadedModule;
use crate::policy::ModulePolicy;

/// Returns resolved layers with the modules loaded that their entries name, in the registry and for the gateways.
///
/// # Errors
/// The first module that cannot be loaded, or that no `allow_wasm` lists, and a gateway that is invalid with the schemes
/// of the modules.
pub fn load_modules(resolved: &Resolved, policy: &ModulePolicy) -> Result<Resolved, ModuleError> {
    let mut registry = resolved.registry().clone();
    let mut last = String::new();
    for entry in plugin_entries(resolved, PluginKind::Wasm) {
        last = module_name(&entry);
        registry = load_or_refuse(resolved, &entry, &registry, policy).map_err(|kind| ModuleError::new(&last, kind))?;
    }
    let gateway = |error: &dyn std::fmt::Display| ModuleError::new(&last, ModuleErrorKind::Gateway(error.to_string()));
    resolved.clone().with_registry(registry).map_err(|error| gateway(&error))
}

/// The name of a module in messages: that of the registry file, and its own.
fn module_name(entry: &PluginEntry<'_>) -> String {
    format!("{}: {}.wasm", entry.placed.layer().main().document.name(), *entry.table.library)
}

/// Loads the module. If it is not there, URLs of the scheme are refused, and other schemes can be used.
fn load_or_refuse(
    resolved: &Resolved,
    entry: &PluginEntry<'_>,
    registry: &Registry,
    policy: &ModulePolicy,
) -> Result<Registry, ModuleErrorKind> {
    let name = entry.entry.key();
    check_allowed(resolved, entry, policy)?;
    let artifact = entry.table.module();
    let artifact = artifact.ok_or_else(|| artifact_error("the registry file has no artifact of the module"))?;
    let policy = narrow(entry, artifact, policy)?;
    let Some(bytes) = entry.placed.layer().module_bytes(entry.table) else {
        let reason =
            format!("its module {}.wasm is not in the folder `plugins` of its registry file", *entry.table.library);
        let refused = registry.to_builder().refuse(&name, &reason);
        return refused.map(RegistryBuilder::build).map_err(|error| artifact_error(&error));
    };
    let bytes = bytes.map_err(|error| artifact_error(&error))?;
    let module = LoadedModule::new(&module_name(entry), &bytes, &policy)?;
    let scheme = wanted(entry, &module)?;
    let origin = (module.version().to_string(), module.source().to_owned());
    let replaced = entry.replace(registry, scheme, Implementation::Module, origin).map_err(register_error)?;
    module.start().map(|()| replaced.build())
}

/// Checks that the application and the registry files allow a module for this scheme.
fn check_allowed(resolved: &Resolved, entry: &PluginEntry<'_>, policy: &ModulePolicy) -> Result<(), ModuleErrorKind> {
    let name = entry.entry.key();
    policy.check_size(0)?;
    if !resolved.allows_module(&name) {
        Err(ModuleErrorKind::NotListed(name))
    } else if !policy.allows(&name) {
        Err(ModuleErrorKind::NameNotAllowed(name))
    } else if u32::from(locator_plugin::abi::MAJOR) != *entry.table.abi {
        let host = locator_plugin::abi::MAJOR;
        Err(artifact_error(&format!("`abi` is {}, but this program supports ABI {host}", *entry.table.abi)))
    } else {
        Ok(())
    }
}

/// Returns the policy restricted to the artifact of the registry file.
fn narrow(
    entry: &PluginEntry<'_>,
    artifact: &Artifact,
    policy: &ModulePolicy,
) -> Result<ModulePolicy, ModuleErrorKind> {
    let mut policy = policy.clone();
    if let Some(size) = &artifact.size {
        policy.largest = policy.largest.min(size.value);
    }
    if let Some(version) = &entry.table.version {
        policy.version = Some(version.value.clone());
    }
    let Some(digits) = &artifact.sha256 else {
        return Ok(policy);
    };
    let pin = Hash::from_hex(digits).map_err(|error| artifact_error(&format!("`sha256`: {error}")))?;
    match policy.hashes.first() {
        Some(&expected) if !policy.hashes.contains(&pin) => Err(ModuleErrorKind::Hash { expected, found: pin }),
        _ => {
            policy.hashes = BTreeSet::from([pin]);
            Ok(policy)
        }
    }
}

/// Returns the scheme of the name and version of the entry.
fn wanted(entry: &PluginEntry<'_>, module: &LoadedModule) -> Result<Arc<PluginScheme>, ModuleErrorKind> {
    let scheme = module.schemes().iter().find(|scheme| entry.is_for(scheme));
    let (name, version) = (entry.entry.key(), (*entry.entry.version).clone());
    scheme.cloned().ok_or(ModuleErrorKind::NoScheme { name, version })
}

fn artifact_error(problem: &(impl std::fmt::Display + ?Sized)) -> ModuleErrorKind {
    ModuleErrorKind::Artifact(problem.to_string())
}
