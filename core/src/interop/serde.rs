//! URLs are serialised as their text, and validated when they are read.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{DeserializeSeed, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::url::{DefaultParser, OwnedHost, OwnedUrl, Parser, Url};

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
        deserializer.deserialize_str(TextVisitor(PhantomData))
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
struct TextVisitor<T>(PhantomData<fn() -> T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}
