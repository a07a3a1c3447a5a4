//! The tables of a lock as data, for writing and comparing.

use super::{LockedLayer, LockedPlugin, LockedScheme, RegistryLock};
use crate::format::{CanonicalValue, Hash, Keyword};

/// A table with its keys in the order of writing.
pub(super) struct Table {
    /// `layer`, `scheme` or `plugin`.
    pub(super) kind: &'static str,
    /// The subject, in words: ``the layer `com.example` ``.
    pub(super) subject: String,
    /// The identifying keys.
    pub(super) keys: Vec<(&'static str, CanonicalValue)>,
    /// The locked values.
    pub(super) values: Vec<(&'static str, CanonicalValue)>,
}

impl RegistryLock {
    /// Returns the tables in the order of writing.
    pub(super) fn tables(&self) -> impl Iterator<Item = Table> {
        let layers = self.layers.iter().map(LockedLayer::table);
        let schemes = self.schemes.iter().map(LockedScheme::table);
        let plugins = self.plugins.iter().map(LockedPlugin::table);
        layers.chain(schemes).chain(plugins)
    }
}

impl LockedLayer {
    fn table(&self) -> Table {
        // A serial from a file fits in `i64`, because TOML integers do.
        let serial = i64::try_from(self.serial).unwrap_or(i64::MAX);
        Table {
            kind: "layer",
            subject: format!("the layer `{}`", self.id),
            keys: vec![("id", text(&self.id))],
            values: vec![
                ("version", text(&self.version)),
                ("serial", serial.into()),
                ("sha256", hash(self.sha256)),
                ("source", text(&self.source)),
            ],
        }
    }
}

impl LockedScheme {
    fn table(&self) -> Table {
        let facets = self.facets.iter();
        let facets = facets.map(|(facet, value)| (facet.as_str(), hash(*value)));
        let shadows = self.shadows.iter().map(|shadow| ("shadows", text(shadow)));
        Table {
            kind: "scheme",
            subject: format!("`{}` {}", self.name, self.version),
            keys: vec![("name", text(&self.name)), ("version", text(&self.version))],
            values: [("layer", text(&self.layer))].into_iter().chain(shadows).chain(facets).collect(),
        }
    }
}

impl LockedPlugin {
    fn table(&self) -> Table {
        let Self { scheme, library, target, version, sha256 } = self;
        Table {
            kind: "plugin",
            subject: format!("the library `{library}` of `{scheme}` {version} for {target}"),
            keys: vec![
                ("scheme", text(scheme)),
                ("library", text(library)),
                ("version", text(version)),
                ("target", text(target)),
            ],
            values: vec![("sha256", hash(*sha256))],
        }
    }
}

fn text(value: &impl ToString) -> CanonicalValue {
    value.to_string().as_str().into()
}

fn hash(hash: Hash) -> CanonicalValue {
    text(&hash)
}
