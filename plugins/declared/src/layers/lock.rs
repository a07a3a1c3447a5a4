//! `registry.lock`: what was resolved, written down, so that any difference is seen.

use std::collections::BTreeMap;
use std::fmt;

use semver::Version;

use super::Resolved;
use super::names::{Body, Definition};
use crate::format::{Facet, Hash, SchemeEntry, Word};

mod read;
mod write;

pub use read::LockError;

/// The layers, schemes and libraries of one resolution.
///
/// Schemes are those that a layer defines or changes, in the version that is used; of facts and untouched rooms there is
/// nothing to lock but the layer, or the program. `Display` writes the file; the same lock always writes the same octets.
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
/// sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
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
    /// Of its octets.
    pub sha256: Hash,
}

/// Something that is not as it was locked. `Display` is a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// What: ``the layer `com.example` ``.
    pub what: String,
    /// What was locked; none where it is new.
    pub locked: Option<String>,
    /// What there is; none where it is gone.
    pub found: Option<String>,
}

impl Lock {
    pub(super) fn of(resolved: &Resolved) -> Self {
        let mut lock = Self::default();
        for placed in resolved.layers() {
            let header = &placed.layer().header;
            let source = header
                .source
                .as_ref()
                .and_then(|source| source.url.as_ref());
            let source = source.map_or(placed.layer().main().document.name(), |url| url.as_str());
            lock.layers.push(LockedLayer {
                id: placed.id().to_owned(),
                version: header.version.value.clone(),
                serial: *header.serial,
                sha256: placed.layer().hash(),
                source: source.to_owned(),
            });
        }
        for (key, name) in resolved.names() {
            for definition in name.visible().filter(|one| one.is_in_use()) {
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
        self.plugins.extend(
            definition
                .entry()
                .into_iter()
                .flat_map(|entry| plugins(name, entry)),
        );
    }

    /// What differs in `found`.
    pub fn differences(&self, found: &Self) -> Vec<Difference> {
        let (locked, found) = (self.rows(), found.rows());
        let keys: std::collections::BTreeSet<_> = locked.keys().chain(found.keys()).collect();
        let differs = |what: &String| {
            let (locked, found) = (locked.get(what).cloned(), found.get(what).cloned());
            let what = what.clone();
            (locked != found).then_some(Difference {
                what,
                locked,
                found,
            })
        };
        keys.into_iter().filter_map(differs).collect()
    }

    /// Everything that is locked: what it is of, and its value.
    fn rows(&self) -> BTreeMap<String, String> {
        let mut rows = BTreeMap::new();
        for (
            n,
            LockedLayer {
                id,
                version,
                serial,
                sha256,
                source,
            },
        ) in self.layers.iter().enumerate()
        {
            let value = format!(
                "{version}, serial {serial}, {sha256}, from {source}, number {}",
                n + 1
            );
            rows.insert(format!("the layer `{id}`"), value);
        }
        for LockedScheme {
            name,
            version,
            layer,
            facets,
        } in &self.schemes
        {
            rows.insert(format!("the layer of `{name}` {version}"), layer.clone());
            for (facet, hash) in facets {
                rows.insert(
                    format!("the {} of `{name}` {version}", facet.as_str()),
                    hash.to_string(),
                );
            }
        }
        for LockedPlugin {
            scheme,
            library,
            target,
            version,
            sha256,
        } in &self.plugins
        {
            let what = format!("the library `{library}` of `{scheme}` {version} for {target}");
            rows.insert(what, sha256.to_string());
        }
        rows
    }
}

impl Definition {
    /// Whether a layer defines it or has changed it.
    fn is_in_use(&self) -> bool {
        match &self.body {
            Body::Base(_) => self.facets.values().any(|value| !value.hides.is_empty()),
            Body::Declared(_) => !self.is_fact(),
        }
    }
}

/// The artifacts of an entry; lint asks for their hashes.
fn plugins(name: &str, entry: &SchemeEntry) -> Vec<LockedPlugin> {
    let Some(plugin) = &entry.plugin else {
        return Vec::new();
    };
    let artifacts = plugin.artifacts.iter().filter_map(|artifact| {
        let sha256 = Hash::of_digits(artifact.sha256.as_ref()?).ok()?;
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

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, .. } = self;
        match (&self.locked, &self.found) {
            (Some(locked), Some(found)) => write!(f, "{what} was {locked}, and is {found}"),
            (Some(locked), None) => write!(f, "{what} is gone: it was {locked}"),
            (None, found) => write!(f, "{what} is new: {}", found.as_deref().unwrap_or_default()),
        }
    }
}
