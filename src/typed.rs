//! Owned, typed URLs of one scheme: [`typed!`](crate::typed!).

mod declaration;
#[cfg(feature = "serde")]
mod serde_impls;

#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde;

use std::borrow::Cow;
use std::str::FromStr;
use std::sync::OnceLock;

use anyurl_core::authors::{Component, Registration, Role, escape};
use anyurl_core::components::value::{ComponentValue, Value, list};
use anyurl_core::{BuildError, Entry, Error, OwnedUrl, Registry, Url, UrlBuilder};

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
    /// The declaration of the type does not fit its schemes; `verify` reports it in a test.
    Declaration {
        /// What is wrong, and how to correct it.
        message: String,
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
            Self::Declaration { message } => f.write_str(message),
            Self::Value { component, expected } => write!(f, "the component `{component}` is not {expected}"),
        }
    }
}

impl std::error::Error for TypedError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Parse(error) => Some(error),
            Self::Build(error) => Some(error),
            Self::Missing { .. } | Self::Value { .. } | Self::Declaration { .. } => None,
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
pub fn number<N: FromStr>(url: &Url<'_>, field: &str) -> Option<N> {
    component(*url, field)?.text().parse().ok()
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

/// The decoded names and values of fields, or of the query.
#[doc(hidden)]
pub fn pairs<'a>(url: &Url<'a>, field: &str) -> Vec<(Cow<'a, str>, Cow<'a, str>)> {
    let Some(one) = component(*url, field) else {
        return Vec::new();
    };
    let Value::Fields(fields) = one.value() else {
        return url.query_pairs().collect();
    };
    let decoded = |text: &'a str| utf8(escape::decode(text)).unwrap_or(Cow::Borrowed(text));
    fields.into_iter().map(|(name, value)| (decoded(name), decoded(value.unwrap_or_default()))).collect()
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
    /// The name of the type, and its greatest value.
    Number(&'static str, u64),
    List,
    Pairs,
    Hosts,
}

impl FieldKind {
    /// Whether the getter can return what the component has.
    fn fits(self, component: &Component) -> bool {
        match (self, component.role) {
            (Self::Written, _) | (Self::List, Role::List(_)) | (Self::Pairs, Role::Fields(_)) => true,
            (Self::Text, role) => !matches!(role, Role::List(_) | Role::Fields(_) | Role::Flag),
            (Self::Number(..), role) => matches!(role, Role::Port | Role::Number | Role::Text | Role::Keyword),
            (Self::Pairs, Role::Text) => component.name == *"query",
            (Self::Hosts, role) => role == Role::Host || component.hosts.is_some(),
            (Self::List | Self::Pairs, _) => false,
        }
    }

    /// What a component must be, and is not.
    fn misses(self, one: &ComponentValue<'_>) -> Option<&'static str> {
        let is_text = |text: &str| std::str::from_utf8(&escape::decode(text)).is_ok();
        let (is_valid, expected) = match (self, one.value()) {
            (Self::Written | Self::Hosts, _) => return None,
            (Self::Text, _) => (one.decoded().is_none_or(|bytes| std::str::from_utf8(&bytes).is_ok()), "text in UTF-8"),
            (Self::Number(name, greatest), _) => {
                let number = one.text().parse::<u64>();
                (number.is_ok_and(|number| number <= greatest), name_of_range(name))
            }
            (Self::List, Value::List(_)) => {
                let Role::List(delimiter) = one.role() else { return None };
                (list(one.text(), delimiter).all(is_text), "a list of texts in UTF-8")
            }
            (Self::Pairs, Value::Fields(fields)) => {
                let is_valid = fields.iter().all(|(name, value)| is_text(name) && value.is_none_or(is_text));
                (is_valid, "pairs of texts in UTF-8")
            }
            (Self::Pairs, _) => (is_text(one.text()), "pairs of texts in UTF-8"),
            (Self::List, _) => (false, "a list"),
        };
        (!is_valid).then_some(expected)
    }
}

fn name_of_range(number: &str) -> &'static str {
    match number {
        "u16" => "a number from 0 to 65535",
        "u32" => "a number from 0 to 4294967295",
        _ => "a number from 0 to 18446744073709551615",
    }
}

/// The kind of a field that fits a component.
fn kind_of(component: &Component) -> &'static str {
    match component.role {
        Role::List(_) => "List",
        Role::Fields(_) => "Pairs",
        Role::Port => "u16",
        _ => "Text",
    }
}

/// What a type declares.
#[doc(hidden)]
#[derive(Debug)]
pub struct Declaration {
    name: &'static str,
    schemes: &'static [&'static str],
    fields: &'static [Field],
    /// The result of the first check.
    verified: OnceLock<Result<(), TypedError>>,
}

impl Declaration {
    pub const fn new(name: &'static str, schemes: &'static [&'static str], fields: &'static [Field]) -> Self {
        Self { name, schemes, fields, verified: OnceLock::new() }
    }

    /// # Errors
    /// The first mistake in the declaration.
    pub fn verify(&self, registry: &Registry) -> Result<(), TypedError> {
        let check = || {
            self.check(registry).map_err(|what| TypedError::Declaration { message: format!("`{}`: {what}", self.name) })
        };
        self.verified.get_or_init(check).clone()
    }

    fn check(&self, registry: &Registry) -> Result<(), String> {
        let found = |name: &&str| {
            let entry = registry.get(name, registry.options().profile);
            entry.map(Entry::registration).ok_or_else(|| {
                let hint = registry.did_you_mean(name).map(|hint| format!(": {hint}")).unwrap_or_default();
                format!("the scheme `{name}` is not registered{hint}")
            })
        };
        let schemes = self.schemes.iter().map(found).collect::<Result<Vec<_>, _>>()?;
        self.fields.iter().try_for_each(|field| field.check(&schemes))
    }

    /// # Errors
    /// The declaration is wrong, or the text is not a URL of the scheme with the components of the type.
    pub fn parse(&self, registry: &Registry, text: &str) -> Result<OwnedUrl, TypedError> {
        self.verify(registry)?;
        let url = registry.parser().parse_only(self.schemes, text)?;
        self.check_values(&url)?;
        Ok(url.into_owned())
    }

    pub fn draft(&'static self, registry: &Registry, scheme: &str) -> Draft {
        Draft::new(self, registry, scheme)
    }

    /// Checks that the getters of all fields have a value to return.
    fn check_values(&self, url: &Url<'_>) -> Result<(), TypedError> {
        for Field { name, is_required, kind } in self.fields {
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
}

impl Field {
    /// Checks that the schemes have a component of this name that the kind fits.
    fn check(&self, schemes: &[&Registration]) -> Result<(), String> {
        let mut is_found = false;
        for scheme in schemes {
            let Some(component) = self.component_in(scheme) else {
                if self.is_required {
                    return Err(self.missing_in(scheme));
                }
                continue;
            };
            is_found = true;
            if !self.kind.fits(component) {
                let (name, kind) = (&component.name, kind_of(component));
                return Err(format!("the component `{name}` of {} has another kind: write `{kind}`", scheme.name));
            }
        }
        if is_found { Ok(()) } else { Err(schemes.first().map(|scheme| self.missing_in(scheme)).unwrap_or_default()) }
    }

    fn component_in<'r>(&self, scheme: &'r Registration) -> Option<&'r Component> {
        let named = scheme.components.iter().find(|one| is_named(&one.name, self.name));
        let fragment = || (self.name == "fragment").then_some(const { &Component::FRAGMENT });
        // The hosts of a URL are in one of several components.
        let has_hosts = matches!(self.kind, FieldKind::Hosts) && matches!(self.name, "host" | "hosts");
        let hosts = || scheme.components.iter().find(|one| has_hosts && self.kind.fits(one));
        named.or_else(fragment).or_else(hosts)
    }

    fn missing_in(&self, scheme: &Registration) -> String {
        let names: Vec<&str> = scheme.components.iter().map(|one| &*one.name).collect();
        let name = self.name.strip_prefix("r#").unwrap_or(self.name);
        let similar = anyurl_core::internal::similar_names(name, names.iter().copied());
        let hint = match similar.first() {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => format!("it has {}", names.join(", ")),
        };
        format!("{} has no component `{name}`: {hint}", scheme.name)
    }
}

/// A URL that is being built, field by field.
#[doc(hidden)]
#[derive(Clone, Debug)]
#[must_use]
pub struct Draft {
    declaration: &'static Declaration,
    builder: Result<UrlBuilder, TypedError>,
    /// The components of the scheme.
    names: Vec<String>,
    /// The fields that are set.
    set: Vec<&'static str>,
}

impl Draft {
    fn new(declaration: &'static Declaration, registry: &Registry, scheme: &str) -> Self {
        let entry = registry.get(scheme, registry.options().profile);
        let components = entry.into_iter().flat_map(|entry| entry.registration().components.iter());
        let is_one = declaration.schemes.iter().any(|name| name.eq_ignore_ascii_case(scheme));
        let other = || {
            let schemes = declaration.schemes.join(" or ");
            let message = format!("a `{}` is a URL of {schemes}, not of `{scheme}`", declaration.name);
            TypedError::Declaration { message }
        };
        let builder = || if is_one { Ok(registry.build(scheme)?) } else { Err(other()) };
        Self {
            declaration,
            builder: declaration.verify(registry).and_then(|()| builder()),
            names: components.map(|component| component.name.to_string()).collect(),
            set: Vec::new(),
        }
    }

    pub fn set(self, field: &'static str, bytes: &[u8]) -> Self {
        self.change(field, |builder, name| builder.set(name, bytes))
    }

    pub fn set_raw(self, field: &'static str, text: &str) -> Self {
        let has = |name: &str| self.names.iter().any(|known| known == name);
        // Several hosts are in a component of their own.
        let name = if text.contains(',') && has("hosts") { "hosts" } else { "host" };
        self.change(field, |builder, _| builder.set_raw(name, text))
    }

    pub fn push(self, field: &'static str, bytes: &[u8]) -> Self {
        self.change(field, |builder, name| builder.push(name, bytes))
    }

    pub fn pairs<N: AsRef<[u8]>, V: AsRef<[u8]>>(
        self,
        field: &'static str,
        pairs: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        self.change(field, |builder, name| match name {
            "query" => builder.query_pairs(pairs),
            _ => pairs
                .into_iter()
                .fold(builder, |builder, (key, value)| builder.push_field(name, key, Some(value.as_ref()))),
        })
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
    pub fn build(self) -> Result<OwnedUrl, TypedError> {
        let builder = self.builder?;
        let mut required = self.declaration.fields.iter().filter(|field| field.is_required);
        if let Some(Field { name, .. }) = required.find(|field| !self.set.contains(&field.name)) {
            return Err(TypedError::Missing { component: name });
        }
        let url = builder.build()?;
        self.declaration.check_values(&url.as_url())?;
        Ok(url)
    }
}
