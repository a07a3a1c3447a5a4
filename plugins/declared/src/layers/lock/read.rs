//! Reads a lock.

use std::str::FromStr;

use semver::Version;
use toml::{Table, Value};

use super::{Facet, Hash, Lock, LockedLayer, LockedPlugin, LockedScheme};
use crate::format::Keyword as _;

/// Why a text is no lock.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// It is no TOML.
    #[error("the lock cannot be read: {0}")]
    Toml(String),
    /// It is of another schema.
    #[error("the lock has the schema {0}: this program reads 1; lock anew (`registry lock`)")]
    Schema(String),
    /// A key that is missing, unknown, or has something else than it should.
    #[error("the lock, `[[{table}]]` number {number}: {says} `{key}`; lock anew (`registry lock`)")]
    Key {
        /// The table.
        table: &'static str,
        /// Which of them, from 1.
        number: usize,
        /// The key.
        key: String,
        /// What is wrong with it.
        says: &'static str,
    },
}

impl FromStr for Lock {
    type Err = LockError;

    fn from_str(text: &str) -> Result<Self, LockError> {
        let table: Table = text.parse().map_err(|error: toml::de::Error| LockError::Toml(error.to_string()))?;
        match table.get("schema") {
            Some(Value::Integer(1)) => {}
            schema => {
                return Err(LockError::Schema(schema.map_or("none".to_owned(), ToString::to_string)));
            }
        }
        let known = ["schema", "layer", "scheme", "plugin"];
        if let Some(key) = table.keys().find(|key| !known.contains(&key.as_str())) {
            return Err(Row { table: "", number: 0, keys: &table }.wrong(key, "unknown key"));
        }
        Ok(Self {
            layers: rows(&table, "layer", layer)?,
            schemes: rows(&table, "scheme", scheme)?,
            plugins: rows(&table, "plugin", plugin)?,
        })
    }
}

/// One table, while it is read.
struct Row<'t> {
    table: &'static str,
    number: usize,
    keys: &'t Table,
}

fn rows<T>(
    table: &Table,
    key: &'static str,
    read: impl Fn(&Row<'_>) -> Result<T, LockError>,
) -> Result<Vec<T>, LockError> {
    let list = match table.get(key) {
        None => return Ok(Vec::new()),
        Some(Value::Array(list)) => list,
        Some(_) => return Err(LockError::Toml(format!("`{key}` is no list of tables"))),
    };
    let row = |(n, value): (usize, &Value)| match value {
        Value::Table(row) => read(&Row { table: key, number: n + 1, keys: row }),
        _ => Err(LockError::Toml(format!("`{key}` is no list of tables"))),
    };
    list.iter().enumerate().map(row).collect()
}

fn layer(row: &Row<'_>) -> Result<LockedLayer, LockError> {
    row.only(&["id", "version", "serial", "sha256", "source"])?;
    let serial = row.keys.get("serial").and_then(Value::as_integer);
    let serial = serial.and_then(|serial| u64::try_from(serial).ok());
    Ok(LockedLayer {
        id: row.text("id")?,
        version: row.version()?,
        serial: serial.ok_or_else(|| row.wrong("serial", "a number is missing in"))?,
        sha256: row.hash("sha256")?,
        source: row.text("source")?,
    })
}

fn scheme(row: &Row<'_>) -> Result<LockedScheme, LockError> {
    row.only(&["name", "version", "layer", "syntax", "access", "port", "metadata"])?;
    let facets = crate::layers::facets::ALL.into_iter();
    let facets = facets.filter(|facet| row.keys.contains_key(facet.as_str()));
    let facet = |facet: Facet| Ok((facet, row.hash(facet.as_str())?));
    Ok(LockedScheme {
        name: row.text("name")?,
        version: row.version()?,
        layer: row.text("layer")?,
        facets: facets.map(facet).collect::<Result<_, _>>()?,
    })
}

fn plugin(row: &Row<'_>) -> Result<LockedPlugin, LockError> {
    row.only(&["scheme", "library", "version", "target", "sha256"])?;
    Ok(LockedPlugin {
        scheme: row.text("scheme")?,
        library: row.text("library")?,
        target: row.text("target")?,
        version: row.version()?,
        sha256: row.hash("sha256")?,
    })
}

impl Row<'_> {
    fn wrong(&self, key: &str, says: &'static str) -> LockError {
        let (table, number) = (self.table, self.number);
        let key = key.to_owned();
        LockError::Key { table, number, key, says }
    }

    /// Refuses keys that are not known.
    fn only(&self, known: &[&str]) -> Result<(), LockError> {
        let mut keys = self.keys.keys();
        match keys.find(|key| !known.contains(&key.as_str())) {
            Some(key) => Err(self.wrong(key, "unknown key")),
            None => Ok(()),
        }
    }

    fn text(&self, key: &str) -> Result<String, LockError> {
        let text = self.keys.get(key).and_then(Value::as_str);
        text.map(str::to_owned).ok_or_else(|| self.wrong(key, "a text is missing in"))
    }

    fn version(&self) -> Result<Version, LockError> {
        let version = self.text("version")?.parse();
        version.map_err(|_| self.wrong("version", "no version stands in"))
    }

    fn hash(&self, key: &str) -> Result<Hash, LockError> {
        let text = self.text(key)?;
        // Locks were once written with the digits alone.
        let hash = text.parse().or_else(|_| Hash::from_hex(&text));
        hash.map_err(|_| self.wrong(key, "no hash, `sha256:` and 64 digits, stands in"))
    }
}
