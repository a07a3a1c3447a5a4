//! What the layers of a run are made from.

use std::fs;
use std::path::{Path, PathBuf};

use anyurl::Registry;

/// What the registry of the run is made from.
#[derive(Clone, Debug)]
pub(crate) struct LayerSources {
    /// The built-in schemes and those of libraries named on the command line; also the shipped layer, without
    /// `--no-default-registry`.
    pub(crate) base: &'static Registry,
    /// Whether the registry file shipped with anyurl is used.
    pub(crate) shipped: bool,
    /// The registry files of the configuration, then those that were named, lowest first.
    pub(crate) registries: Vec<PathBuf>,
    /// The path of the lock.
    pub(crate) lock: PathBuf,
    /// Whether the layers must equal the lock.
    pub(crate) is_locked: bool,
}

impl LayerSources {
    /// These sources without a file.
    pub(crate) fn without(&self, file: Option<&Path>) -> Self {
        let file = file.and_then(|file| fs::canonicalize(file).ok());
        let is_other = |other: &&PathBuf| file.is_none() || fs::canonicalize(other).ok() != file;
        let registries = self.registries.iter().filter(is_other).cloned().collect();
        Self { registries, ..self.clone() }
    }
}
