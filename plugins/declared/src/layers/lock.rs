//! `registry.lock`: a record of a resolution, to detect any difference.

use std::collections::BTreeMap;
use std::sync::Arc;

use semver::Version;

use super::names::SchemeDefinition;
use super::{ByName, PlacedLayer, ResolvedName, Shadow};
use crate::format::{Facet, Hash, SchemeEntry};

mod compare;
mod read;
mod table;
mod write;

pub use compare::LockDifference;
pub use read::LockError;

/// The layers, schemes and libraries of one resolution.
///
/// The schemes are the usable ones, including built-in schemes; the hash of a layer covers its facts. `Display` writes
/// the file, always with the same bytes for the same lock.
///
/// ```
/// use anyurl_declared::layers::RegistryLock;
///
/// let text = r#"schema = 1
///
/// [[layer]]
/// id = "com.example"
/// version = "3.2.0"
/// serial = 42
/// sha256 = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
/// source = "org.toml"
/// "#;
/// let lock: RegistryLock = text.parse()?;
/// assert_eq!(lock.layers[0].serial, 42);
/// assert!(lock.to_string().ends_with(text));
/// assert!(lock.differences(&lock).is_empty());
/// # Ok::<(), anyurl_declared::layers::LockError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct RegistryLock {
    /// `[[layer]]`, in ascending order.
    pub layers: Vec<LockedLayer>,
    /// `[[scheme]]`, by name and version.
    pub schemes: Vec<LockedScheme>,
    /// `[[plugin]]`, by scheme, target and version.
    pub plugins: Vec<LockedPlugin>,
}

/// A locked layer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LockedLayer {
    /// The id.
    pub id: String,
    /// The version.
    pub version: Version,
    /// The serial.
    pub serial: u64,
    /// The hash of its files.
    pub sha256: Hash,
    /// The URL it was imported from, or its file.
    pub source: String,
}

/// A locked version of a scheme.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LockedScheme {
    /// The name.
    pub name: String,
    /// The version.
    pub version: Version,
    /// The layer that added it.
    pub layer: String,
    /// What a lower layer has of the name: the definition of `layer` is in force because it was first.
    pub shadows: Option<Shadow>,
    /// The hashes of its facets.
    pub facets: BTreeMap<Facet, Hash>,
}

/// A locked library for one target.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub struct LockedPlugin {
    /// The scheme that uses it.
    pub scheme: String,
    /// The base name.
    pub library: String,
    /// The target triple.
    pub target: String,
    /// The version.
    pub version: Version,
    /// The hash of its bytes.
    pub sha256: Hash,
}

impl RegistryLock {
    /// Creates the lock of layers and resolved names.
    pub(super) fn new(layers: &[Arc<PlacedLayer>], names: &ByName<ResolvedName>) -> Self {
        let mut lock = Self { layers: layers.iter().map(|placed| locked_layer(placed)).collect(), ..Self::default() };
        for (key, name) in names {
            for definition in name.locked().filter(|one| !one.is_fact()) {
                lock.add(key, definition, name.shadows.as_ref());
            }
        }
        lock.plugins.sort();
        lock
    }

    fn add(&mut self, name: &str, definition: &SchemeDefinition, shadows: Option<&Shadow>) {
        let hash = |(facet, value): (&Facet, &super::FacetValue)| (*facet, value.hash);
        self.schemes.push(LockedScheme {
            name: name.to_owned(),
            version: definition.version.clone(),
            layer: definition.by.layer.clone(),
            shadows: shadows.cloned(),
            facets: definition.facets.iter().map(hash).collect(),
        });
        self.plugins.extend(definition.entry().into_iter().flat_map(|entry| plugins(name, entry)));
    }

    /// Returns the names of `found` that lower layers have registered since this lock was written, although another layer had
    /// them, with what they have. They are to be acknowledged before `found` is written.
    ///
    /// ```
    /// use anyurl_declared::layers::RegistryLock;
    ///
    /// let text = |shadows: &str| {
    ///     format!("schema = 1\n[[scheme]]\nname = \"acme\"\nversion = \"1.0.0\"\nlayer = \"com.example\"\n{shadows}")
    /// };
    /// let before: RegistryLock = text("").parse()?;
    /// let now: RegistryLock = text("shadows = \"syntax of public\"\n").parse()?;
    /// let gained: Vec<_> = before.gained(&now).map(|(name, shadow)| format!("{name}: {shadow}")).collect();
    /// assert_eq!(gained, ["acme: syntax of public"]);
    /// # Ok::<(), anyurl_declared::layers::LockError>(())
    /// ```
    pub fn gained<'f>(&self, found: &'f Self) -> impl Iterator<Item = (&'f str, &'f Shadow)> {
        let mut before: BTreeMap<_, Option<&Shadow>> = BTreeMap::new();
        for scheme in &self.schemes {
            let known = before.entry((scheme.name.clone(), scheme.layer.clone())).or_default();
            *known = (*known).max(scheme.shadows.as_ref());
        }
        found.schemes.iter().filter_map(move |scheme| {
            let shadow = scheme.shadows.as_ref()?;
            let known = before.get(&(scheme.name.clone(), scheme.layer.clone()))?;
            (*known < Some(shadow)).then_some((scheme.name.as_str(), shadow))
        })
    }

    /// Returns the differences of `found`: layers, then schemes, then libraries, sorted by name.
    pub fn differences(&self, found: &Self) -> Vec<LockDifference> {
        compare::differences(self, found)
    }
}

/// Locks a layer. A file is recorded by its name alone, because its folder depends on the machine.
fn locked_layer(placed: &PlacedLayer) -> LockedLayer {
    let header = &placed.layer().header;
    let source = header.source.as_ref();
    let url = source.and_then(|source| source.url.as_ref());
    let file = placed.layer().main().document.name();
    let file = file.rsplit(['/', '\\']).next().unwrap_or(file);
    LockedLayer {
        id: placed.id().to_owned(),
        version: header.version.value.clone(),
        serial: *header.serial,
        sha256: placed.layer().hash(),
        source: url.map_or(file, |url| url.as_str()).to_owned(),
    }
}

/// Locks the artifacts of an entry that have a hash; lint requires it.
fn plugins(name: &str, entry: &SchemeEntry) -> Vec<LockedPlugin> {
    let Some(plugin) = &entry.plugin else {
        return Vec::new();
    };
    let artifacts = plugin.artifacts.iter().filter_map(|artifact| {
        let sha256 = Hash::from_hex(artifact.sha256.as_ref()?).ok()?;
        Some(LockedPlugin {
            scheme: name.to_owned(),
            library: plugin.library.value.clone(),
            target: artifact.target.value.clone(),
            version: artifact.version.value.clone(),
            sha256,
        })
    });
    artifacts.collect()
}
