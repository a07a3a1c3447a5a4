//! Owned, typed URLs of one scheme: [`typed!`](crate::typed!).

mod declaration;
#[cfg(feature = "serde")]
mod serde_impls;

#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde;

use std::borrow::Cow;

use anyurl_core::components::value::{ComponentValue, list};
use anyurl_core::registration::Role;
use anyurl_core::syntax::escape;
use anyurl_core::{BuildError, Error, OwnedUrl, Registry, Url, UrlBuilder};

/// The error of a type that [`typed!`](crate::typed!) declares.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TypedError {
    /// The text is not a URL of the scheme.
    Parse(Error),
    /// The builder cannot build a URL.
    Build(BuildError),
    /// The URL lacks a component that the type requires, or it was not set.
    Missing {
        /// The component.
        component: &'static str,
    },
    /// The component has no value of the type of its getter.
    Value {
        /// The component.
        component: &'static str,
        /// The expected value, in words.
        expected: &'static str,
    },
}

impl std::fmt::Display for TypedError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Parse(error) => error.fmt(f),
            Self::Build(error) => error.fmt(f),
            Self::Missing { component } => {
                write!(f, "the component `{component}` is missing: every URL of this type has it")
            }
            Self::Value { component, expected } => write!(f, "the component `{component}` is not {expected}"),
        }
    }
}

impl std::error::Error for TypedError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Parse(error) => Some(error),
            Self::Build(error) => Some(error),
            Self::Missing { .. } | Self::Value { .. } => None,
        }
    }
}

impl From<Error> for TypedError {
    fn from(error: Error) -> Self {
        Self::Parse(error)
    }
}

impl From<BuildError> for TypedError {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

/// Whether a component has the name of a field, or that name with `-` for each `_`.
fn is_named(component: &str, field: &str) -> bool {
    let field = field.strip_prefix("r#").unwrap_or(field);
    let mut bytes = component.bytes().zip(field.bytes());
    component.len() == field.len() && bytes.all(|(ours, theirs)| ours == theirs || (ours, theirs) == (b'-', b'_'))
}

/// The component of a field.
fn component<'a>(url: Url<'a>, field: &str) -> Option<ComponentValue<'a>> {
    url.components().find(|one| is_named(one.name(), field))
}

/// The text of a component, as written.
#[doc(hidden)]
pub fn written<'a>(url: &Url<'a>, field: &str) -> Option<&'a str> {
    component(*url, field).map(|one| one.text())
}

/// The number in a component.
#[doc(hidden)]
pub fn number(url: &Url<'_>, field: &str) -> Option<u16> {
    number_of(&component(*url, field)?)
}

fn number_of(one: &ComponentValue<'_>) -> Option<u16> {
    one.text().parse().ok()
}

/// The decoded text of a component. A component that must be split before it is decoded stays as written.
#[doc(hidden)]
pub fn text<'a>(url: &Url<'a>, field: &str) -> Option<Cow<'a, str>> {
    let one = component(*url, field)?;
    let text = one.decoded().map_or(Some(Cow::Borrowed(one.text())), utf8);
    // A type is made only after `check`, which finds this.
    Some(text.unwrap_or(Cow::Borrowed(one.text())))
}

/// The decoded elements of a list component.
#[doc(hidden)]
pub fn elements<'a>(url: &Url<'a>, field: &str) -> Vec<Cow<'a, str>> {
    let Some(one) = component(*url, field) else {
        return Vec::new();
    };
    let Role::List(delimiter) = one.role() else {
        return Vec::new();
    };
    let decoded = |text: &'a str| utf8(escape::decode(text)).unwrap_or(Cow::Borrowed(text));
    list(one.text(), delimiter).map(decoded).collect()
}

fn utf8(bytes: Cow<'_, [u8]>) -> Option<Cow<'_, str>> {
    match bytes {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
        Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
    }
}

/// A field of a declaration.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_structs, reason = "the macro writes literals")]
pub struct Field {
    pub name: &'static str,
    pub is_required: bool,
    pub kind: FieldKind,
}

/// What the getter of a field returns.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
#[expect(clippy::exhaustive_enums, reason = "hidden, and read only here")]
pub enum FieldKind {
    Written,
    Text,
    Number,
    List,
}

impl FieldKind {
    /// What a component must be, and is not.
    fn misses(self, one: &ComponentValue<'_>) -> Option<&'static str> {
        let is_utf8 = |bytes: Cow<'_, [u8]>| std::str::from_utf8(&bytes).is_ok();
        let (is_valid, expected) = match (self, one.role()) {
            (Self::Written, _) => return None,
            (Self::Text, _) => (one.decoded().is_none_or(is_utf8), "text in UTF-8"),
            (Self::Number, _) => (number_of(one).is_some(), "a number from 0 to 65535"),
            (Self::List, Role::List(delimiter)) => {
                let mut elements = list(one.text(), delimiter);
                (elements.all(|element| is_utf8(escape::decode(element))), "a list of texts in UTF-8")
            }
            (Self::List, _) => (false, "a list"),
        };
        (!is_valid).then_some(expected)
    }
}

/// Checks that the getters of all fields have a value to return.
#[doc(hidden)]
pub fn check(url: &Url<'_>, fields: &[Field]) -> Result<(), TypedError> {
    for Field { name, is_required, kind } in fields {
        let Some(one) = component(*url, name) else {
            if *is_required {
                return Err(TypedError::Missing { component: name });
            }
            continue;
        };
        if let Some(expected) = kind.misses(&one) {
            return Err(TypedError::Value { component: name, expected });
        }
    }
    Ok(())
}

/// Parses a URL of one scheme.
#[doc(hidden)]
pub fn parse(registry: &Registry, scheme: &str, text: &str, fields: &[Field]) -> Result<OwnedUrl, TypedError> {
    let url = registry.parser().parse_only(scheme, text)?;
    check(&url, fields)?;
    Ok(url.into_owned())
}

/// A URL that is being built, field by field.
#[doc(hidden)]
#[derive(Clone, Debug)]
#[must_use]
pub struct Draft {
    builder: Result<UrlBuilder, BuildError>,
    /// The components of the scheme.
    names: Vec<String>,
    /// The fields that are set.
    set: Vec<&'static str>,
}

impl Draft {
    pub fn new(registry: &Registry, scheme: &str) -> Self {
        let entry = registry.get(scheme, registry.options().profile);
        let components = entry.into_iter().flat_map(|entry| entry.registration().components.iter());
        Self {
            builder: registry.build(scheme),
            names: components.map(|component| component.name.to_string()).collect(),
            set: Vec::new(),
        }
    }

    pub fn set(self, field: &'static str, bytes: &[u8]) -> Self {
        self.change(field, |builder, name| builder.set(name, bytes))
    }

    pub fn push(self, field: &'static str, bytes: &[u8]) -> Self {
        self.change(field, |builder, name| builder.push(name, bytes))
    }

    fn change(mut self, field: &'static str, change: impl FnOnce(UrlBuilder, &str) -> UrlBuilder) -> Self {
        let name = self.names.iter().find(|name| is_named(name, field));
        // For an unknown name the builder fails with the known ones.
        let name = name.map_or(field, String::as_str);
        self.builder = self.builder.map(|builder| change(builder, name));
        self.set.push(field);
        self
    }

    /// # Errors
    /// A required field was not set, or the scheme rejects a value.
    pub fn build(self, fields: &[Field]) -> Result<OwnedUrl, TypedError> {
        let mut required = fields.iter().filter(|field| field.is_required);
        if let Some(Field { name, .. }) = required.find(|field| !self.set.contains(&field.name)) {
            return Err(TypedError::Missing { component: name });
        }
        let url = self.builder?.build()?;
        check(&url.as_url(), fields)?;
        Ok(url)
    }
}
