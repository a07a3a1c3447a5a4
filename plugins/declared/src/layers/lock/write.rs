//! Writes a lock: in one order, in one way.

use std::fmt;

use super::{Hash, Lock, LockedLayer, LockedPlugin, LockedScheme, Word};

impl fmt::Display for Lock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "# Written by `locator registry lock`, compared by `locator registry lock --check`."
        )?;
        writeln!(f, "schema = 1")?;
        for LockedLayer {
            id,
            version,
            serial,
            sha256,
            source,
        } in &self.layers
        {
            writeln!(f, "\n[[layer]]")?;
            text(f, "id", id)?;
            text(f, "version", &version.to_string())?;
            writeln!(f, "serial = {serial}")?;
            digits(f, "sha256", *sha256)?;
            text(f, "source", source)?;
        }
        for LockedScheme {
            name,
            version,
            layer,
            facets,
        } in &self.schemes
        {
            writeln!(f, "\n[[scheme]]")?;
            text(f, "name", name)?;
            text(f, "version", &version.to_string())?;
            text(f, "layer", layer)?;
            facets
                .iter()
                .try_for_each(|(facet, hash)| digits(f, facet.as_str(), *hash))?;
        }
        for LockedPlugin {
            scheme,
            library,
            target,
            version,
            sha256,
        } in &self.plugins
        {
            writeln!(f, "\n[[plugin]]")?;
            text(f, "scheme", scheme)?;
            text(f, "library", library)?;
            text(f, "version", &version.to_string())?;
            text(f, "target", target)?;
            digits(f, "sha256", *sha256)?;
        }
        Ok(())
    }
}

fn text(f: &mut fmt::Formatter<'_>, key: &str, value: &str) -> fmt::Result {
    // The strings of JSON are strings of TOML.
    writeln!(f, "{key} = {}", crate::format::Value::from(value))
}

fn digits(f: &mut fmt::Formatter<'_>, key: &str, hash: Hash) -> fmt::Result {
    let hash = hash.to_string();
    writeln!(
        f,
        "{key} = \"{}\"",
        hash.strip_prefix("sha256:").unwrap_or(&hash)
    )
}
