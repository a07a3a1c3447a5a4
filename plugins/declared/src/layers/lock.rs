//! `registry.lock`: what was resolved, written down, so that any difference is seen.

use std::collections::BTreeMap;
use std::sync::Arc;

use semver::Version;

use super::names::Definition;
use super::{ByName, Name, Placed};
use crate::format::{Facet, Hash, SchemeEntry};

mod compare;
mod read;
mod table;
mod write;

pub use compare::Difference;
pub use read::LockError;

/// The layers, schemes and libraries of one resolution.
///
/// Schemes are those that can be used, with the built-in schemes; facts are locked with the layer that they stand in. `Display`
/// writes the file; the same lock always writes the same bytes.
///
/// ```
/// use locator_declared::layers::Lock;
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
/// let lock: Lock = text.parse()?;
/// assert_eq!(lock.layers[0].serial, 42);
/// assert!(lock.to_string().ends_with(text));
/// assert!(lock.differences(&lock).is_empty());
/// # Ok::<(), locator_declared::layers::LockError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lock {
    /// `[[layer]]`, rising.
    pub layers: Vec<LockedLayer>,
    /// `[[scheme]]`, by name and version.
    pub schemes: Vec<LockedScheme>,
    /// `[[plugin]]`, by scheme, target and version.
    pub plugins: Vec<LockedPlugin>,
}

/// A layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LockedLayer {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: Version,
    /// Its serial.
    pub serial: u64,
    /// Of its files.
    pub sha256: Hash,
    /// Where it was taken from, or its file.
    pub source: String,
}

/// A version of a scheme.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LockedScheme {
    /// The name.
    pub name: String,
    /// The version.
    pub version: Version,
    /// The layer that added it.
    pub layer: String,
    /// Of its facets.
    pub facets: BTreeMap<Facet, Hash>,
}

/// A library for one target.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LockedPlugin {
    /// The scheme that it is for.
    pub scheme: String,
    /// Its base name.
    pub library: String,
    /// The target triple.
    pub target: String,
    /// Its version.
    pub version: Version,
    /// Of its bytes.
    pub sha256: Hash,
}

impl Lock {
    /// What there is to lock of layers, and of what stands behind the names.
    pub(super) fn of(layers: &[Arc<Placed>], names: &ByName<Name>) -> Self {
        let mut lock = Self { layers: layers.iter().map(|placed| locked_layer(placed)).collect(), ..Self::default() };
        for (key, name) in names {
            for definition in name.visible().filter(|one| !one.is_fact()) {
                lock.add(key, definition);
            }
        }
        lock.plugins.sort();
        lock
    }

    fn add(&mut self, name: &str, definition: &Definition) {
        let hash = |(facet, value): (&Facet, &super::FacetValue)| (*facet, value.hash);
        self.schemes.push(LockedScheme {
            name: name.to_owned(),
            version: definition.version.clone(),
            layer: definition.by.layer.clone(),
            facets: definition.facets.iter().map(hash).collect(),
        });
        self.plugins.extend(definition.entry().into_iter().flat_map(|entry| plugins(name, entry)));
    }

    /// What differs in `found`: layers, then schemes, then libraries, by name.
    pub fn differences(&self, found: &Self) -> Vec<Difference> {
        compare::differences(self, found)
    }
}

/// A layer, with where it was taken from. Of a file the name alone: where it lies is the affair of the machine.
fn locked_layer(placed: &Placed) -> LockedLayer {
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

/// The artifacts of an entry; lint asks for their hashes.
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
