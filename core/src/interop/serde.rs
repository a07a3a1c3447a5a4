//! URLs are serialised as their text, and validated when they are read.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{DeserializeSeed, Visitor};
use serde::ser::SerializeStruct as _;
#[doc(hidden)]
pub use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::components::value::Number;
use crate::diagnostics::error::Error;
use crate::diagnostics::warning::Warning;
use crate::text::prelude::*;
use crate::text::span::Span;
use crate::url::{CanonicalKey, DefaultParser, MaskedUrl, OwnedHost, OwnedUrl, Parser, Url};

impl<D> Serialize for Url<'_, D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<D> Serialize for OwnedUrl<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl Serialize for OwnedHost {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for OwnedHost {
    fn deserialize<R: Deserializer<'de>>(deserializer: R) -> Result<Self, R::Error> {
        deserializer.deserialize_str(Text::visitor())
    }
}

/// Reads the URL.
impl<'de, U: Deserialize<'de>> Deserialize<'de> for MaskedUrl<U> {
    fn deserialize<R: Deserializer<'de>>(deserializer: R) -> Result<Self, R::Error> {
        U::deserialize(deserializer).map(Self::new)
    }
}

/// Writes the number.
impl Serialize for Number<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.as_u64(), self.as_i64(), self.as_f64()) {
            (Some(number), ..) => serializer.serialize_u64(number),
            (_, Some(number), _) => serializer.serialize_i64(number),
            (.., Some(nearest)) if nearest.to_string() == self.as_str() => serializer.serialize_f64(nearest),
            // More digits than a number of the format may have.
            _ => serializer.serialize_str(self.as_str()),
        }
    }
}

/// Writes `start` and `end`.
impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Span", 2)?;
        fields.serialize_field("start", &self.start())?;
        fields.serialize_field("end", &self.end())?;
        fields.end()
    }
}

/// Writes the text, with its secrets.
impl Serialize for CanonicalKey {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Writes `kind`, `span`, `component`, `message` and `help`: what a log needs, without the text of the URL.
impl Serialize for Error {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Error", 5)?;
        fields.serialize_field("kind", &self.kind())?;
        fields.serialize_field("span", &self.span())?;
        fields.serialize_field("component", self.component())?;
        fields.serialize_field("message", &self.to_string())?;
        fields.serialize_field("help", self.requirement().help())?;
        fields.end()
    }
}

/// Writes `id`, `severity`, `span` and `message`.
impl Serialize for Warning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Warning", 4)?;
        fields.serialize_field("id", self.id())?;
        fields.serialize_field("severity", &self.severity())?;
        fields.serialize_field("span", &self.span())?;
        fields.serialize_field("message", &self.message())?;
        fields.end()
    }
}

/// Reads the text with the parser of `D`.
impl<'de, D: DefaultParser> Deserialize<'de> for OwnedUrl<D> {
    fn deserialize<R: Deserializer<'de>>(deserializer: R) -> Result<Self, R::Error> {
        deserializer.deserialize_str(UrlVisitor { parser: D::parser(), default: PhantomData })
    }
}

/// Reads the text with this parser.
///
/// ```
/// use anyurl_core::Registry;
/// use serde::de::DeserializeSeed;
/// use serde::de::value::{Error, StrDeserializer};
/// use serde::de::IntoDeserializer;
///
/// let registry = Registry::builder().build();
/// let text: StrDeserializer<'_, Error> = "x-foo:a".into_deserializer();
/// assert_eq!(registry.parser().deserialize(text)?.as_str(), "x-foo:a");
/// # Ok::<(), Error>(())
/// ```
impl<'de> DeserializeSeed<'de> for Parser<'_> {
    type Value = OwnedUrl;

    fn deserialize<R: Deserializer<'de>>(self, deserializer: R) -> Result<OwnedUrl, R::Error> {
        deserializer.deserialize_str(UrlVisitor { parser: self, default: PhantomData })
    }
}

/// Parses a string.
struct UrlVisitor<'r, D> {
    parser: Parser<'r>,
    default: PhantomData<fn() -> D>,
}

impl<D> Visitor<'_> for UrlVisitor<'_, D> {
    type Value = OwnedUrl<D>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a URL")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<OwnedUrl<D>, E> {
        self.parser.read(text).map(Url::into_owned).map_err(E::custom)
    }
}

/// Reads a string by its `FromStr`.
#[doc(hidden)]
#[derive(Debug)]
pub struct Text<T>(PhantomData<fn() -> T>);

impl<T> Text<T> {
    pub const fn visitor() -> Self {
        Self(PhantomData)
    }
}

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}
