//! Parses a lock.

use std::str::FromStr;

use semver::Version;
use toml::{Table, Value};

use super::{Facet, Hash, LockedLayer, LockedPlugin, LockedScheme, RegistryLock, Shadow};
use crate::format::Keyword as _;

/// An error of parsing a lock.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// The text is not TOML, or `layer`, `scheme` or `plugin` is not an array of tables.
    #[error("the lock cannot be parsed: {0}")]
    Toml(String),
    /// The lock was written under the former name of this project.
    #[error("the lock was written by `locator`, the former name of anyurl: write it again (`registry lock`)")]
    FormerName,
    /// The schema version is not supported.
    #[error("the lock has the schema {0}, but this version supports 1: write it again (`registry lock`)")]
    Schema(String),
    /// A key is missing, unknown, or has an invalid value.
    #[error("the lock, `[[{table}]]` number {number}: {problem} `{key}`; write it again (`registry lock`)")]
    Key {
        /// The table.
        table: &'static str,
        /// The number of the table, from 1.
        number: usize,
        /// The key.
        key: String,
        /// The problem, as in `unknown key`.
        problem: &'static str,
    },
}

impl FromStr for RegistryLock {
    type Err = LockError;

    fn from_str(text: &str) -> Result<Self, LockError> {
        if text.starts_with("# Written by `locator ") {
            return Err(LockError::FormerName);
        }
        let table: Table = text.parse().map_err(|error: toml::de::Error| LockError::Toml(error.to_string()))?;
        match table.get("schema") {
            Some(Value::Integer(1)) => {}
            schema => {
                return Err(LockError::Schema(schema.map_or("none".to_owned(), ToString::to_string)));
            }
        }
        let known = ["schema", "layer", "scheme", "plugin"];
        if let Some(key) = table.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(LockTable { table: "", number: 0, keys: &table }.error(key, "unknown key"));
        }
        Ok(Self {
            layers: rows(&table, "layer", layer)?,
            schemes: rows(&table, "scheme", scheme)?,
            plugins: rows(&table, "plugin", plugin)?,
        })
    }
}

/// A table to parse.
struct LockTable<'t> {
    table: &'static str,
    number: usize,
    keys: &'t Table,
}

fn rows<T>(
    table: &Table,
    key: &'static str,
    read: impl Fn(&LockTable<'_>) -> Result<T, LockError>,
) -> Result<Vec<T>, LockError> {
    let list = match table.get(key) {
        None => return Ok(Vec::new()),
        Some(Value::Array(list)) => list,
        Some(_) => return Err(LockError::Toml(format!("`{key}` is not an array of tables"))),
    };
    let row = |(n, value): (usize, &Value)| match value {
        Value::Table(row) => read(&LockTable { table: key, number: n + 1, keys: row }),
        _ => Err(LockError::Toml(format!("`{key}` is not an array of tables"))),
    };
    list.iter().enumerate().map(row).collect()
}

fn layer(row: &LockTable<'_>) -> Result<LockedLayer, LockError> {
    row.only(&["id", "version", "serial", "sha256", "source"])?;
    let serial = row.keys.get("serial").and_then(Value::as_integer);
    let serial = serial.and_then(|serial| u64::try_from(serial).ok());
    Ok(LockedLayer {
        id: row.text("id")?,
        version: row.version()?,
        serial: serial.ok_or_else(|| row.error("serial", "expected a number in"))?,
        sha256: row.hash("sha256")?,
        source: row.text("source")?,
    })
}

fn scheme(row: &LockTable<'_>) -> Result<LockedScheme, LockError> {
    row.only(&["name", "version", "layer", "shadows", "syntax", "access", "port", "metadata"])?;
    let facets = crate::layers::facets::ALL.into_iter();
    let facets = facets.filter(|facet| row.keys.contains_key(facet.as_str()));
    let facet = |facet: Facet| Ok((facet, row.hash(facet.as_str())?));
    Ok(LockedScheme {
        name: row.text("name")?,
        version: row.version()?,
        layer: row.text("layer")?,
        shadows: row.keys.contains_key("shadows").then(|| row.shadow()).transpose()?,
        facets: facets.map(facet).collect::<Result<_, _>>()?,
    })
}

fn plugin(row: &LockTable<'_>) -> Result<LockedPlugin, LockError> {
    row.only(&["scheme", "library", "version", "target", "sha256"])?;
    Ok(LockedPlugin {
        scheme: row.text("scheme")?,
        library: row.text("library")?,
        target: row.text("target")?,
        version: row.version()?,
        sha256: row.hash("sha256")?,
    })
}

impl LockTable<'_> {
    fn error(&self, key: &str, problem: &'static str) -> LockError {
        let (table, number) = (self.table, self.number);
        let key = key.to_owned();
        LockError::Key { table, number, key, problem }
    }

    /// Rejects unknown keys.
    fn only(&self, known: &[&str]) -> Result<(), LockError> {
        let mut keys = self.keys.keys();
        match keys.find(|key| !known.contains(&key.as_str())) {
            Some(key) => Err(self.error(key, "unknown key")),
            None => Ok(()),
        }
    }

    fn text(&self, key: &str) -> Result<String, LockError> {
        let text = self.keys.get(key).and_then(Value::as_str);
        text.map(str::to_owned).ok_or_else(|| self.error(key, "expected a string in"))
    }

    fn shadow(&self) -> Result<Shadow, LockError> {
        let shadow = self.text("shadows")?.parse();
        shadow.map_err(|()| self.error("shadows", "expected `syntax of LAYER`, or `name of LAYER`, in"))
    }

    fn version(&self) -> Result<Version, LockError> {
        let version = self.text("version")?.parse();
        version.map_err(|_| self.error("version", "expected a version in"))
    }

    fn hash(&self, key: &str) -> Result<Hash, LockError> {
        let text = self.text(key)?;
        // Earlier locks have the digits alone.
        let hash = text.parse().or_else(|_| Hash::from_hex(&text));
        hash.map_err(|_| self.error(key, "expected a hash (`sha256:` and 64 digits) in"))
    }
}
