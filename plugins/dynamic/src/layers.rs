//! Libraries that registry files name: `kind = "dylib"` and `[scheme.plugin]`.
//!
//! A library is looked for in the folder that its registry file names, and nowhere else; under the name that the system
//! gives a library; and it must have the hash that the file pins. What a file says narrows the policy of the application,
//! and never widens it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Component, Path, PathBuf};

use locator_core::registry::{Entry, Origin};
use locator_core::{Implementation, Registry, RegistryBuilder, Scheme};
use locator_declared::format::{Hash, PluginTable, SchemeEntry};
use locator_declared::layers::{PlacedLayer, Resolved, ResolvedName};

use crate::error::{Fault, LoadError};
use crate::load;
use crate::path;
use crate::plugin::Plugin;
use crate::policy::LoadPolicy;
use crate::scheme::Dynamic;

/// The target that this program is built for, as an `artifact` of a registry file names it: that one is taken.
pub const TARGET: &str = env!("LOCATOR_TARGET");

/// The registry of some layers, with the schemes that libraries bring in the place of what their entries alone could do.
///
/// Without such entries nothing is loaded, and the registry is that of the layers.
///
/// # Errors
/// The first library that cannot be loaded, or that no `allow_dylib` lists; then nothing has been registered.
pub fn load_libraries(resolved: &Resolved, policy: &LoadPolicy) -> Result<Registry, LoadError> {
    let mut registry = resolved.registry().clone();
    for placed in resolved.layers() {
        let entries = placed.layer().schemes();
        for entry in entries.filter(|entry| is_in_use(resolved, placed, entry)) {
            if let Some(table) = &entry.plugin {
                let wanted = Wanted { resolved, placed, entry, table };
                registry = wanted.load(&registry, policy)?;
            }
        }
    }
    Ok(registry)
}

/// Whether an entry stands behind its name, with nothing in its place.
fn is_in_use(resolved: &Resolved, placed: &PlacedLayer, entry: &SchemeEntry) -> bool {
    let name = resolved.name(&entry.key());
    let mut definitions = name.into_iter().flat_map(ResolvedName::visible);
    definitions.any(|one| one.version == *entry.version && one.by.layer == placed.id())
}

/// A library that a registry file names.
struct Wanted<'w> {
    resolved: &'w Resolved,
    placed: &'w PlacedLayer,
    entry: &'w SchemeEntry,
    table: &'w PluginTable,
}

impl Wanted<'_> {
    fn load(&self, registry: &Registry, policy: &LoadPolicy) -> Result<Registry, LoadError> {
        let file = Path::new(self.placed.layer().main().document.name());
        let told = |path: &Path| {
            let path = path.to_owned();
            move |fault| LoadError::new(&path, fault)
        };
        self.allowed(policy).map_err(told(file))?;
        let library = self.library(file, policy).map_err(told(file))?;
        let policy = self.narrowed(policy).map_err(told(&library))?;
        let (plugin, scheme) = self.found(&library, &policy).map_err(told(&library))?;
        let builder = self.replaced(registry, plugin, scheme);
        builder.map(RegistryBuilder::build).map_err(told(&library))
    }

    /// Whether the application and the registry files let a library bring this scheme.
    fn allowed(&self, policy: &LoadPolicy) -> Result<(), Fault> {
        let name = self.entry.key();
        if !policy.is_allowed {
            Err(Fault::NotAllowed)
        } else if !self.resolved.allows_library(&name) {
            Err(Fault::NotListed(name))
        } else if !policy.allows(&name) {
            Err(Fault::NameNotAllowed(name))
        } else if u32::from(locator_plugin::abi::MAJOR) != *self.table.abi {
            Err(Fault::Major {
                plugin: u16::try_from(*self.table.abi).unwrap_or(u16::MAX),
                host: locator_plugin::abi::MAJOR,
            })
        } else {
            Ok(())
        }
    }

    /// Where the library lies. The registry file must be as safe as the library, or its pins would mean nothing.
    fn library(&self, file: &Path, policy: &LoadPolicy) -> Result<PathBuf, Fault> {
        let file = file.canonicalize().map_err(Fault::Open)?;
        let found = file.metadata().map_err(Fault::Open)?;
        path::check(&file, &found, policy)?;
        let plugins = &self.placed.layer().header.plugins;
        let folder = plugins.as_ref().ok_or(Fault::NoFolder)?;
        let folder = Path::new(folder.as_str());
        let is_below = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        let base = &self.table.library;
        let is_plain = |found: char| found.is_ascii_alphanumeric() || matches!(found, '_' | '-');
        if !folder.components().all(is_below) || !base.chars().all(is_plain) {
            return Err(Fault::NoFolder);
        }
        let beside = file.parent().unwrap_or(Path::new("/"));
        let name = format!("{DLL_PREFIX}{}{DLL_SUFFIX}", base.as_str());
        Ok(beside.join(folder).join(name))
    }

    /// The policy, and what the registry file asks of the library.
    fn narrowed(&self, policy: &LoadPolicy) -> Result<LoadPolicy, Fault> {
        let mut artifacts = self.table.artifacts.iter();
        let artifact = artifacts.find(|one| one.target.as_str() == TARGET);
        let artifact = artifact.ok_or_else(|| Fault::NoArtifact(TARGET.to_owned()))?;
        let mut policy = policy.clone();
        if let Some(size) = &artifact.size {
            policy.largest = policy.largest.min(size.value);
        }
        if let Some(version) = &self.table.version {
            policy.version = Some(version.value.clone());
        }
        let Some(digits) = &artifact.sha256 else {
            return Ok(policy);
        };
        let wanted =
            Hash::from_hex(digits).map_err(|error| Fault::Descriptor(format!("its `sha256` in the file: {error}")))?;
        match policy.hashes.first() {
            Some(&known) if !policy.hashes.contains(&wanted) => Err(Fault::Hash { wanted: known, found: wanted }),
            _ => {
                policy.hashes = BTreeSet::from([wanted]);
                Ok(policy)
            }
        }
    }

    /// The scheme, in the library.
    fn found(&self, library: &Path, policy: &LoadPolicy) -> Result<(&'static Plugin, &'static Dynamic), Fault> {
        let (name, version) = (self.entry.key(), &*self.entry.version);
        let is_it = |one: &Dynamic| {
            let registration = one.registration();
            registration.name == name && registration.version == *version
        };
        load::scheme_of(library, policy, is_it)?
            .ok_or_else(|| Fault::NoScheme { name: name.clone(), version: version.clone() })
    }

    /// The registry with the scheme in the place of its entry; other versions of the name stay.
    fn replaced(
        &self,
        registry: &Registry,
        plugin: &'static Plugin,
        scheme: &'static Dynamic,
    ) -> Result<RegistryBuilder, Fault> {
        let (name, version) = (self.entry.key(), &*self.entry.version);
        let others = registry.versions(&name).filter(|one| one.registration().version != *version);
        let others: Vec<Entry> = others.cloned().collect();
        let mut builder = registry.to_builder().remove(&name).allow_reserved(&name);
        let refused = |error| load::refused(error, plugin);
        for other in others {
            let (layer, implementation, origin) = (other.layer(), other.implementation(), other.origin().clone());
            let added = builder.add_from(other.handle().clone(), layer, implementation, origin);
            builder = added.map_err(refused)?;
        }
        let origin = Origin {
            package: Cow::Owned(self.placed.id().to_owned()),
            version: Cow::Owned(plugin.version().to_string()),
            file: Cow::Owned(plugin.path().display().to_string()),
            line: 0,
        };
        let added = builder.add_from(scheme, self.placed.rank(), Implementation::Dynamic, origin);
        added.map_err(refused)
    }
}
