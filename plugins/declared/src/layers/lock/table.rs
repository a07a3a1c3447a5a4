//! The tables of a lock as data: the one place that says which keys they have, for whoever writes or compares them.

use super::{Lock, LockedLayer, LockedPlugin, LockedScheme};
use crate::format::{CanonicalValue, Hash, Keyword};

/// A table, whose keys stand in the order in which they are written: those that tell it from others first.
pub(super) struct Table {
    /// `layer`, `scheme` or `plugin`.
    pub(super) kind: &'static str,
    /// What it is of, in words: ``the layer `com.example` ``.
    pub(super) of: String,
    /// What tells it from others.
    pub(super) keys: Vec<(&'static str, CanonicalValue)>,
    /// What is locked.
    pub(super) values: Vec<(&'static str, CanonicalValue)>,
}

impl Lock {
    /// Its tables, in the order in which they are written.
    pub(super) fn tables(&self) -> impl Iterator<Item = Table> {
        let layers = self.layers.iter().map(LockedLayer::table);
        let schemes = self.schemes.iter().map(LockedScheme::table);
        let plugins = self.plugins.iter().map(LockedPlugin::table);
        layers.chain(schemes).chain(plugins)
    }
}

impl LockedLayer {
    fn table(&self) -> Table {
        // A number that TOML cannot write is no serial that was read from a file.
        let serial = i64::try_from(self.serial).unwrap_or(i64::MAX);
        Table {
            kind: "layer",
            of: format!("the layer `{}`", self.id),
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
        Table {
            kind: "scheme",
            of: format!("`{}` {}", self.name, self.version),
            keys: vec![("name", text(&self.name)), ("version", text(&self.version))],
            values: [("layer", text(&self.layer))].into_iter().chain(facets).collect(),
        }
    }
}

impl LockedPlugin {
    fn table(&self) -> Table {
        let Self { scheme, library, target, version, sha256 } = self;
        Table {
            kind: "plugin",
            of: format!("the library `{library}` of `{scheme}` {version} for {target}"),
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
