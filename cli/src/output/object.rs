//! JSON objects that are serialized without building a tree of values: the tree of a long list would need a hundred
//! times the memory of its text.

use std::borrow::Cow;

use anyurl::PairList;
use anyurl::components::value::Number;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::Value;

use super::components::{Fields, List, decoded};
use crate::encoding;

/// Keys and values, in the order of the output.
#[derive(Default)]
pub(crate) struct Object<'a>(pub(super) Vec<(Cow<'a, str>, Field<'a>)>);

/// The value of a key.
pub(crate) enum Field<'a> {
    Value(Value),
    Text(Cow<'a, str>),
    Number(Number<'a>),
    Object(Object<'a>),
    List(List<'a>, Spelling),
    Fields(Fields<'a>, Spelling),
    /// The pairs of a query with this separator.
    Params {
        query: Cow<'a, str>,
        separator: char,
        is_form: bool,
    },
}

/// Whether the elements of a list are decoded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    AsWritten,
    Decoded,
}

impl<'a> Object<'a> {
    pub(crate) fn insert(&mut self, key: impl Into<Cow<'a, str>>, field: impl Into<Field<'a>>) {
        self.0.push((key.into(), field.into()));
    }
}

impl FromIterator<(String, Value)> for Object<'_> {
    fn from_iter<T: IntoIterator<Item = (String, Value)>>(members: T) -> Self {
        Self(members.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}

impl<T: Into<Value>> From<T> for Field<'_> {
    fn from(value: T) -> Self {
        Self::Value(value.into())
    }
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for (key, field) in &self.0 {
            map.serialize_entry(key, field)?;
        }
        map.end()
    }
}

impl Serialize for Field<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Value(value) => value.serialize(to),
            Self::Text(text) => text.serialize(to),
            Self::Number(number) => number.serialize(to),
            Self::Object(object) => object.serialize(to),
            Self::List(list, spelling) => {
                let mut all = to.serialize_seq(None)?;
                for element in list.iter() {
                    all.serialize_element(&Element(element, *spelling))?;
                }
                all.end()
            }
            Self::Params { query, separator, is_form } => {
                let mut all = to.serialize_seq(None)?;
                let pairs = PairList::separated_by(*separator, query).of_form(*is_form);
                let decoded = |text: &str| encoding::to_json(&pairs.decode(text));
                for (name, value) in pairs.iter() {
                    all.serialize_element(&(decoded(name), value.map(decoded)))?;
                }
                all.end()
            }
            Self::Fields(fields, spelling) => {
                let mut all = to.serialize_seq(None)?;
                for (name, value) in fields.iter() {
                    let pair = (Element(name, *spelling), value.map(|value| Element(value, *spelling)));
                    all.serialize_element(&pair)?;
                }
                all.end()
            }
        }
    }
}

/// An element of a list.
struct Element<'e>(&'e str, Spelling);

impl Serialize for Element<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self(text, spelling) = self;
        match spelling {
            Spelling::AsWritten => text.serialize(to),
            Spelling::Decoded => encoding::to_json(&decoded(text)).serialize(to),
        }
    }
}
