//! Libraries that bring schemes: those that were named, and those that registry files name.

use std::any::Any;
use std::path::{self, Path, PathBuf};

use locator::declared::layers::Resolved;
use locator::dynamic::{AddLibrary, Dynamic, Hash, LoadError, LoadErrorKind, LoadPolicy, load_libraries};
use locator::report::visible;
use locator::{Implementation, Layer, Registry, Scheme};
use serde_json::{Value, json};

use crate::args::Global;
use crate::config::{Config, Plugins};
use crate::exit::{Exit, Trouble, complain};
use crate::input;
use crate::secrets;

/// What a library may that a person has named: that is trust enough, and no pin is asked for. Its names are those that
/// every library may bring, experiments and reversed domains.
pub(crate) fn trusting() -> LoadPolicy {
    LoadPolicy::new().allow_dynamic(true).require_sha256(false)
}

/// Whether this run may load a library: one was named, or registry files may name some.
pub(crate) fn may_be_loaded(global: &Global) -> bool {
    !global.plugins.is_empty() || Config::load().is_ok_and(|config| config.plugins.allow)
}

/// Reports each scheme of a library that broke its contract where no error could say so: in a canonical form.
pub(crate) fn violations(registry: &Registry) -> Exit {
    let mut exit = Exit::Well;
    for entry in registry.entries().filter(|one| one.implementation() == Implementation::Dynamic) {
        let scheme: &dyn Scheme = entry.scheme();
        let scheme: &dyn Any = scheme.inner().unwrap_or(scheme);
        let violation = scheme.downcast_ref().and_then(Dynamic::violation);
        if let Some(violation) = violation {
            let says = violation.requirement().text();
            complain(format_args!("{}: {says}; the general rules were applied", entry.name()));
            exit = Exit::Invalid;
        }
    }
    exit
}

/// The path from the root, so that what is loaded is told in full.
pub(crate) fn absolute(file: &Path) -> Result<PathBuf, Trouble> {
    path::absolute(file).map_err(|error| Trouble::File(input::name(file), error))
}

/// A registry with the schemes of the libraries that were named.
pub(crate) fn named(base: &'static Registry, files: &[PathBuf]) -> Result<&'static Registry, Trouble> {
    if files.is_empty() {
        return Ok(base);
    }
    let mut builder = base.to_builder();
    for file in files {
        builder = builder.add_library_to(Layer::CommandLine, absolute(file)?, &trusting())?;
    }
    // It lives as long as the command runs, which is once.
    Ok(Box::leak(Box::new(builder.build())))
}

/// The registry of the layers, with the libraries that they name where a person has allowed that. Nothing in a registry
/// file can.
pub(crate) fn of_layers(layers: &'static Resolved, settled: &Plugins) -> Result<&'static Registry, Trouble> {
    let mut entries = layers.layers().flat_map(|placed| placed.layer().schemes());
    if !settled.allow || entries.all(|entry| entry.plugin.is_none()) {
        return Ok(layers.registry());
    }
    let policy = LoadPolicy::new().allow_dynamic(true);
    let policy = settled.folders.iter().fold(policy, LoadPolicy::folder);
    Ok(Box::leak(Box::new(load_libraries(layers, &policy)?)))
}

/// The digits of a hash, as a registry file writes them.
pub(crate) fn digits(hash: &Hash) -> String {
    hash.to_string().replace("sha256:", "")
}

/// Why a library is not loaded, for people.
pub(crate) fn drawn(error: &LoadError) -> String {
    let (fault, remedy) = (error.kind().to_string(), remedy(error));
    let (fault, remedy) = (visible(&fault), visible(&remedy));
    format!("{}: {fault}\n  help: {remedy}", input::name(error.path()))
}

/// The same for programs.
pub(crate) fn json(error: &LoadError) -> Value {
    json!({
        "kind": "plugin",
        "file": secrets::in_path(error.path()),
        "message": secrets::in_words(&error.kind().to_string()),
        "help": remedy(error),
    })
}

/// How it is fixed, in words of this command where the library speaks to programs.
fn remedy(error: &LoadError) -> String {
    let remedy = match error.kind() {
        LoadErrorKind::Elsewhere => "add its folder to `folders` under `[plugins]` in config.toml",
        LoadErrorKind::TooLarge { .. } => "strip it: `strip -x`",
        LoadErrorKind::Needed(_) | LoadErrorKind::NotLoaded(_) => "link that statically",
        LoadErrorKind::NameNotAllowed(_) => "rename it: `x-…`, or a domain of yours in reverse",
        LoadErrorKind::Taken { .. } => "omit one of the two",
        _ => return error.remedy(),
    };
    remedy.to_owned()
}
