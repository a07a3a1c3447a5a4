//! Registers the schemes of a plugin, however it was loaded.

use std::path::Path;

use anyurl_core::authors::{Handle, Origin};
use anyurl_core::{Implementation, Layer, RegisterError, RegistryBuilder};
use anyurl_declared::format::Hash;

use crate::error::PluginErrorKind;
use crate::facts::PluginFacts;

/// Where the schemes of a plugin come from.
pub(crate) struct Source<'p> {
    pub(crate) facts: &'p PluginFacts,
    pub(crate) hash: Option<Hash>,
    /// The file, or the name of a text with the module.
    pub(crate) file: String,
    pub(crate) implementation: Implementation,
}

impl Source<'_> {
    /// Adds the schemes of the plugin.
    pub(crate) fn register(
        &self,
        mut builder: RegistryBuilder,
        layer: Layer,
        schemes: impl IntoIterator<Item = impl Into<Handle>>,
    ) -> Result<RegistryBuilder, PluginErrorKind> {
        for scheme in schemes {
            let added = builder.add_from(scheme, layer, self.implementation, self.origin());
            builder = added.map_err(|error| self.error(error))?;
        }
        Ok(builder)
    }

    fn origin(&self) -> Origin {
        let hash = self.hash.map(|hash| hash.to_string());
        let hash = hash.as_deref().and_then(|hash| hash.get(7..15));
        let package = format!("plugin {} ({})", self.facts.name, hash.unwrap_or("no file"));
        Origin::new(package, self.facts.version.to_string(), self.file.clone(), 0)
    }

    /// Why a scheme cannot be registered.
    pub(crate) fn error(&self, error: RegisterError) -> PluginErrorKind {
        match error {
            RegisterError::Taken { first, .. } if first.package == self.origin().package => {
                PluginErrorKind::Already(Path::new(&self.file).to_owned())
            }
            RegisterError::Taken { name, first, .. } => PluginErrorKind::Taken { name, owner: first.to_string() },
            error => PluginErrorKind::Refused(error),
        }
    }
}
