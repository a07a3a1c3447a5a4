//! The canonical text of a table and its hash, which `expect` and `registry.lock` compare.
//!
//! The canonical text is JSON in the form of RFC 8785: members sorted by key, no white space, minimal escapes. It does not
//! depend on the TOML notation: inline tables or headers, quotes, order of keys, comments.
//!
//! * Text keeps every character.
//! * Numbers and booleans are unchanged, and a date is text: `"2027-06-30"`.
//! * Arrays keep their order, which can have a meaning.
//! * Missing keys are not filled in.
//!
//! The hash of a facet is the SHA-256 of these bytes without the keys that only document it ([`behaviour`]), written as
//! `sha256:` and 64 lower-case hexadecimal digits.

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::io;

use sha2::{Digest, Sha256};
use toml::de::{DeTable, DeValue};

use super::keywords::Facet;

/// A value of a file without its span. `Display` writes the canonical text.
///
/// ```
/// use anyurl_declared::format::{Hash, CanonicalValue};
///
/// let port = CanonicalValue::table([("transport", CanonicalValue::from(vec!["tcp"])), ("default", CanonicalValue::from(70))]);
/// assert_eq!(port.to_string(), r#"{"default":70,"transport":["tcp"]}"#);
/// assert!(Hash::new(port.to_string()).to_string().starts_with("sha256:"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CanonicalValue {
    /// Text or a date.
    Text(String),
    /// A number.
    Integer(i64),
    /// A boolean.
    Flag(bool),
    /// An array.
    List(Vec<CanonicalValue>),
    /// A table, inline or not.
    Table(BTreeMap<String, CanonicalValue>),
}

impl CanonicalValue {
    /// Creates a table.
    pub fn table<'k>(members: impl IntoIterator<Item = (&'k str, Self)>) -> Self {
        let mut table = BTreeMap::new();
        table.extend(members.into_iter().map(|(key, value)| (key.to_owned(), value)));
        Self::Table(table)
    }

    /// The value for people: without the quotation marks of the canonical text.
    pub fn plain(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::List(rows) if rows.iter().any(|row| matches!(row, Self::List(_))) => {
                let row = |row: &Self| match row {
                    Self::List(list) => joined(list, " and "),
                    value => value.plain(),
                };
                rows.iter().map(row).collect::<Vec<_>>().join("; ")
            }
            Self::List(list) => joined(list, ", "),
            value => value.to_string(),
        }
    }

    /// Converts a TOML table.
    pub(super) fn from_table(table: &DeTable<'_>) -> BTreeMap<String, Self> {
        // `collect` would sort first, with four kilobytes of code.
        let mut members = BTreeMap::new();
        members.extend(table.iter().map(|(key, value)| (key.get_ref().to_string(), Self::from_toml(value.get_ref()))));
        members
    }

    /// Converts a TOML value.
    pub(super) fn from_toml(value: &DeValue<'_>) -> Self {
        match value {
            DeValue::String(text) => Self::Text(text.to_string()),
            DeValue::Integer(integer) => match i64::from_str_radix(integer.as_str(), integer.radix()) {
                Ok(integer) => Self::Integer(integer),
                Err(_) => Self::Text(integer.to_string()),
            },
            DeValue::Float(float) => Self::Text(float.to_string()),
            DeValue::Boolean(flag) => Self::Flag(*flag),
            DeValue::Datetime(date) => Self::Text(date.to_string()),
            DeValue::Array(list) => Self::List(list.iter().map(|one| Self::from_toml(one.get_ref())).collect()),
            DeValue::Table(table) => Self::Table(Self::from_table(table)),
        }
    }
}

/// The values of a list for people.
fn joined(list: &[CanonicalValue], between: &str) -> String {
    list.iter().map(CanonicalValue::plain).collect::<Vec<_>>().join(between)
}

/// Returns the canonical text of what a facet means for URLs, without its documentation: the hash of this text does not
/// change with the wording of an algorithm or of an error, or the source of a port.
pub(crate) fn behaviour(facet: Facet, table: &BTreeMap<String, CanonicalValue>) -> String {
    let is_kept = |key: &str| match facet {
        Facet::Name => true,
        Facet::Syntax => key != "mistake",
        Facet::Access => !["algorithm", "name_properties"].contains(&key),
        Facet::Port => key != "source",
        Facet::Metadata => ["alias", "status"].contains(&key),
    };
    let kept = table.iter().filter(|(key, _)| is_kept(key));
    CanonicalValue::Table(kept.map(|(key, value)| (key.clone(), value.clone())).collect()).to_string()
}

impl From<&str> for CanonicalValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<i64> for CanonicalValue {
    fn from(integer: i64) -> Self {
        Self::Integer(integer)
    }
}

impl From<bool> for CanonicalValue {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl<T: Into<CanonicalValue>> From<Vec<T>> for CanonicalValue {
    fn from(list: Vec<T>) -> Self {
        Self::List(list.into_iter().map(T::into).collect())
    }
}

impl CanonicalValue {
    /// Appends the canonical text.
    pub(super) fn write(&self, to: &mut String) {
        match self {
            Self::Text(text) => write_text(text, to),
            // Writing to a `String` does not fail.
            Self::Integer(integer) => drop(write!(to, "{integer}")),
            Self::Flag(flag) => to.push_str(if *flag { "true" } else { "false" }),
            Self::List(list) => {
                to.push('[');
                for (n, one) in list.iter().enumerate() {
                    to.push_str(if n == 0 { "" } else { "," });
                    one.write(to);
                }
                to.push(']');
            }
            Self::Table(table) => {
                to.push('{');
                for (n, (key, value)) in table.iter().enumerate() {
                    to.push_str(if n == 0 { "" } else { "," });
                    write_text(key, to);
                    to.push(':');
                    value.write(to);
                }
                to.push('}');
            }
        }
    }
}

/// The canonical text.
impl fmt::Display for CanonicalValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(&mut text);
        f.write_str(&text)
    }
}

/// Writes a JSON string (RFC 8785 §3.2.2.2).
pub(super) fn write_text(text: &str, to: &mut String) {
    to.push('"');
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
        let (before, escaped) = rest.split_at(at);
        to.push_str(before);
        match escaped.as_bytes()[0] {
            b'"' => to.push_str("\\\""),
            b'\\' => to.push_str("\\\\"),
            0x08 => to.push_str("\\b"),
            b'\t' => to.push_str("\\t"),
            b'\n' => to.push_str("\\n"),
            0x0C => to.push_str("\\f"),
            b'\r' => to.push_str("\\r"),
            // Writing to a `String` does not fail.
            control => drop(write!(to, "\\u{control:04x}")),
        }
        rest = &escaped[1..];
    }
    to.push_str(rest);
    to.push('"');
}

/// A SHA-256 hash, written as `sha256:` and 64 hexadecimal digits.
///
/// ```
/// use anyurl_declared::format::Hash;
///
/// let hash = Hash::new("");
/// assert_eq!(hash.to_string(), "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
/// assert_eq!(hash.to_string().parse(), Ok(hash));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hash([u8; 32]);

/// The text is not a hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a hash is written `sha256:` and 64 digits of 0-9 a-f")]
#[non_exhaustive]
pub struct HashError;

impl Hash {
    /// Hashes bytes.
    pub fn new(bytes: impl AsRef<[u8]>) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// Hashes everything from a reader, in constant memory.
    ///
    /// # Errors
    /// Returns the errors of the reader.
    pub fn from_reader(mut from: impl io::Read) -> io::Result<Self> {
        let mut hash = Sha256::new();
        let mut block = [0; 16 * 1024];
        loop {
            match from.read(&mut block) {
                Ok(0) => return Ok(Self(hash.finalize().into())),
                Ok(len) => hash.update(&block[..len]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Parses 64 digits of 0-9 a-f, the notation of `sha256` in an artifact.
    ///
    /// # Errors
    /// Returns [`HashError`] for any other text.
    pub fn from_hex(digits: &str) -> Result<Self, HashError> {
        let mut bytes = [0; 32];
        let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if digits.len() != 64 || !digits.as_bytes().iter().all(is_digit) {
            return Err(HashError);
        }
        for (byte, pair) in bytes.iter_mut().zip(digits.as_bytes().chunks_exact(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_| HashError)?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| HashError)?;
        }
        Ok(Self(bytes))
    }
}

impl std::str::FromStr for Hash {
    type Err = HashError;

    fn from_str(text: &str) -> Result<Self, HashError> {
        Self::from_hex(text.strip_prefix("sha256:").ok_or(HashError)?)
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sha256:")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
