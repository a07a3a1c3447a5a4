//! Entries of registry files that plugins implement.

use std::borrow::Borrow;

use anyurl_core::authors::{Handle, Origin, Scheme as _};
use anyurl_core::{Entry, RegisterError, Registry, RegistryBuilder};
use anyurl_declared::format::{Artifact, PluginKind, PluginTable, SchemeEntry};
use anyurl_declared::layers::{PlacedLayer, RefusedName, Resolved, ResolvedName};
use anyurl_plugin::abi;

use crate::PluginScheme;
use crate::error::{PluginError, PluginErrorKind};
use crate::facts::FactsError;
use crate::policy::PluginPolicy;
use crate::registered::Source;

/// A scheme entry of a layer that names a plugin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PluginEntry<'r> {
    /// The layer.
    pub(crate) placed: &'r PlacedLayer,
    /// The entry.
    pub(crate) entry: &'r SchemeEntry,
    /// Its `[scheme.plugin]`.
    pub(crate) table: &'r PluginTable,
}

/// Returns resolved layers with the plugins of a kind loaded that their entries name, in the registry and for the gateways, and
/// the names whose plugin is not loaded, with the reason. URLs of their schemes are refused.
///
/// `load` returns the registry with the scheme of an entry.
pub(crate) fn load_plugins(
    resolved: &Resolved,
    kind: PluginKind,
    load: impl Fn(&PluginEntry<'_>, &Registry) -> Result<Registry, PluginError>,
) -> (Resolved, Vec<(String, PluginError)>) {
    let mut registry = resolved.registry().clone();
    let (mut refused, mut errors) = (Vec::new(), Vec::new());
    for found in plugin_entries(resolved, kind) {
        match load(&found, &registry) {
            Ok(with) => registry = with,
            Err(error) => {
                let why = RefusedName::of_plugin(found.placed, found.entry, &error, error.remedy());
                refused.push((found.entry.key(), why));
                errors.push((found.entry.key(), error));
            }
        }
    }
    (resolved.clone().with_plugins(registry, refused), errors)
}

/// Iterates over the entries that name a plugin of a kind, that the registry uses, and that no other one replaces.
fn plugin_entries(resolved: &Resolved, kind: PluginKind) -> impl Iterator<Item = PluginEntry<'_>> {
    resolved.layers().flat_map(move |placed| {
        let entries = placed.layer().schemes().filter(|entry| is_in_use(resolved, placed, entry));
        entries.filter_map(move |entry| {
            let table = entry.plugin.as_deref().filter(|table| *table.kind == kind)?;
            Some(PluginEntry { placed, entry, table })
        })
    })
}

fn is_in_use(resolved: &Resolved, placed: &PlacedLayer, entry: &SchemeEntry) -> bool {
    let name = resolved.name(&entry.key());
    let mut definitions = name.into_iter().flat_map(ResolvedName::visible);
    definitions.any(|one| one.version == *entry.version && one.by.layer == placed.id())
}

impl PluginEntry<'_> {
    /// Checks that the application and the registry files allow a plugin for the scheme.
    ///
    /// # Errors
    /// One of them does not, or the plugin has another generation of the ABI.
    pub(crate) fn check_allowed(&self, resolved: &Resolved, policy: &PluginPolicy) -> Result<(), PluginErrorKind> {
        let (name, kind, generation) = (self.entry.key(), *self.table.kind, *self.table.abi);
        let is_listed = match kind {
            PluginKind::Wasm => resolved.allows_module(&name),
            _ => resolved.allows_library(&name),
        };
        if !policy.loads(kind) {
            Err(PluginErrorKind::NotAllowed(kind))
        } else if !is_listed {
            Err(PluginErrorKind::NotListed { name, kind })
        } else if !policy.allows(&name) {
            Err(PluginErrorKind::NameNotAllowed(name))
        } else if u32::from(abi::MAJOR) != generation {
            let plugin = u16::try_from(generation).unwrap_or(u16::MAX);
            Err(FactsError::Major { plugin, host: abi::MAJOR }.into())
        } else {
            Ok(())
        }
    }

    /// Returns the policy for an artifact of the entry.
    ///
    /// # Errors
    /// The artifact has another hash than those that are pinned, or none that can be read.
    pub(crate) fn narrow(&self, artifact: &Artifact, policy: &PluginPolicy) -> Result<PluginPolicy, PluginErrorKind> {
        policy.narrowed(*self.table.kind, artifact, self.table.version.as_deref())
    }

    /// Returns the scheme of a plugin that has the name and the version of the entry.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn wanted<'p, S: Borrow<PluginScheme>>(&self, schemes: &'p [S]) -> Result<&'p S, PluginErrorKind> {
        let (name, version) = (self.entry.key(), &*self.entry.version);
        let named = |scheme: &S| {
            let registration = scheme.borrow().registration();
            format!("`{}` {}", registration.name, registration.version)
        };
        let wanted = schemes.iter().find(|scheme| (*scheme).borrow().is(&name, version));
        wanted.ok_or_else(|| PluginErrorKind::NoScheme {
            wanted: format!("`{name}` {version}"),
            found: schemes.iter().map(named).collect::<Vec<_>>().join(", "),
        })
    }

    /// Replaces the entry by the scheme of a plugin. Other versions of the scheme stay.
    ///
    /// # Errors
    /// The registry rejects the scheme.
    pub(crate) fn replace(
        &self,
        registry: &Registry,
        scheme: impl Into<Handle>,
        source: &Source<'_>,
    ) -> Result<RegistryBuilder, PluginErrorKind> {
        let replaced = self.replaced(registry, scheme, source);
        replaced.map_err(|error| source.error(error))
    }

    fn replaced(
        &self,
        registry: &Registry,
        scheme: impl Into<Handle>,
        source: &Source<'_>,
    ) -> Result<RegistryBuilder, RegisterError> {
        let (name, version) = (self.entry.key(), &*self.entry.version);
        let others = registry.versions(&name).filter(|one| one.registration().version != *version);
        let others: Vec<Entry> = others.cloned().collect();
        let mut builder = registry.to_builder().remove(&name).allow_reserved(&name);
        for other in others {
            let (layer, implementation, origin) = (other.layer(), other.implementation(), other.origin().clone());
            builder = builder.add_from(other.handle().clone(), layer, implementation, origin)?;
        }
        let (version, file) = (source.facts.version.to_string(), source.file.clone());
        let origin = Origin::new(self.placed.id().to_owned(), version, file, 0);
        builder.add_from(scheme, self.placed.rank(), source.implementation, origin)
    }
}
