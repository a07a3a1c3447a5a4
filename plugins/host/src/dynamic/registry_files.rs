//! Libraries that registry files name: `kind = "dylib"` and `[scheme.plugin]`.
//!
//! A library must be in the folder that its registry file names, under the system's usual file name for a library, and must
//! have the hash that the file pins. A registry file narrows the policy of the application, and never widens it.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Component, Path, PathBuf};

use crate::registry_files::{PluginEntry, load_plugins};
use crate::{PluginError, PluginErrorKind, PluginPolicy, PluginScheme};
use anyurl_core::{Registry, RegistryBuilder};
use anyurl_declared::format::PluginKind;
use anyurl_declared::layers::Resolved;

use crate::dynamic::load;
use crate::dynamic::plugin::LoadedPlugin;
use crate::dynamic::trusted_path;

/// The target triple of this program. Selects the `artifact` of a registry file.
pub const TARGET: &str = env!("ANYURL_TARGET");

/// Returns resolved layers with the libraries loaded that their entries name, in the registry and for the gateways, and the
/// names whose library is not loaded, with the reason: it does not exist, is not what the file pins, or is not listed in `allow_dylib`. URLs of
/// their schemes are refused ([`Resolved::refused`]), and other schemes can be used.
///
/// ```
/// use anyurl_core::Registry;
/// use anyurl_declared::layers::Stack;
/// use anyurl_host::PluginPolicy;
/// use anyurl_host::dynamic::load_libraries;
///
/// let resolved = Stack::new().resolve(&Registry::builder().build(), None)?;
/// let (_, errors) = load_libraries(&resolved, &PluginPolicy::new());
/// assert!(errors.is_empty());
/// # Ok::<(), anyurl_declared::layers::LayerError>(())
/// ```
pub fn load_libraries(resolved: &Resolved, policy: &PluginPolicy) -> (Resolved, Vec<(String, PluginError)>) {
    let load =
        |found: &PluginEntry<'_>, registry: &Registry| LibraryEntry { resolved, found: *found }.load(registry, policy);
    load_plugins(resolved, PluginKind::Dylib, load)
}

/// A scheme entry that names a library.
struct LibraryEntry<'w> {
    resolved: &'w Resolved,
    found: PluginEntry<'w>,
}

impl LibraryEntry<'_> {
    /// Loads the library, and replaces the entry by its scheme.
    fn load(&self, registry: &Registry, policy: &PluginPolicy) -> Result<Registry, PluginError> {
        let file = Path::new(self.found.placed.layer().main().document.name());
        let in_file = |kind| PluginError::new(file, kind);
        self.found.check_allowed(self.resolved, policy).map_err(in_file)?;
        let library = self.library(file, policy).map_err(in_file)?;
        let in_library = |kind| PluginError::new(&library, kind);
        let policy = self.narrow(policy).map_err(in_library)?;
        let (plugin, scheme) = self.load_scheme(&library, &policy).map_err(in_library)?;
        let builder = self.replace_entry(registry, plugin, scheme);
        builder.map(RegistryBuilder::build).map_err(in_library)
    }

    /// Returns the path of the library. Checks that only trusted users can modify the registry file, because it holds the
    /// pins.
    fn library(&self, file: &Path, policy: &PluginPolicy) -> Result<PathBuf, PluginErrorKind> {
        let file = file.canonicalize().map_err(PluginErrorKind::open)?;
        let found = file.metadata().map_err(PluginErrorKind::open)?;
        trusted_path::check(&file, &found, policy)?;
        let plugins = &self.found.placed.layer().header.plugins;
        let folder = plugins.as_ref().ok_or(PluginErrorKind::NoFolder)?;
        let folder = Path::new(folder.as_str());
        let is_below = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        let library = &self.found.table.library;
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        if !folder.components().all(is_below) || !library.chars().all(is_name) {
            return Err(PluginErrorKind::NoFolder);
        }
        let base = file.parent().unwrap_or(Path::new("/"));
        Ok(base.join(folder).join(format!("{DLL_PREFIX}{}{DLL_SUFFIX}", library.as_str())))
    }

    /// Returns the policy restricted to the artifact of the registry file.
    fn narrow(&self, policy: &PluginPolicy) -> Result<PluginPolicy, PluginErrorKind> {
        let mut artifacts = self.found.table.artifacts.iter();
        let artifact = artifacts.find(|one| one.target.as_str() == TARGET);
        let artifact = artifact.ok_or_else(|| PluginErrorKind::NoArtifact(TARGET.to_owned()))?;
        self.found.narrow(artifact, policy)
    }

    /// Loads the library and returns its scheme of the name and version of the entry.
    fn load_scheme(
        &self,
        library: &Path,
        policy: &PluginPolicy,
    ) -> Result<(&'static LoadedPlugin, &'static PluginScheme), PluginErrorKind> {
        load::load_scheme(library, policy, |schemes| self.found.wanted(schemes))
    }

    /// Replaces the entry by the scheme. Other versions of the scheme stay.
    fn replace_entry(
        &self,
        registry: &Registry,
        plugin: &'static LoadedPlugin,
        scheme: &'static PluginScheme,
    ) -> Result<RegistryBuilder, PluginErrorKind> {
        self.found.replace(registry, scheme, &plugin.origin())
    }
}
