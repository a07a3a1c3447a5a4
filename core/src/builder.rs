//! Building URLs from decoded components.
//!
//! A [`UrlBuilder`] fills the [`template`](crate::registration::template) of a scheme, escapes each component, parses
//! the text with the same scheme, and compares the result with the input. It therefore returns neither an invalid URL
//! nor one with other components than the caller set, even if the tables of a scheme are wrong.

mod access;
mod assemble;
mod attempt;
mod change;
mod compare;
mod draft;
mod edit;
mod error;
mod given;
mod input;
mod lookup;
mod named;
mod owned;
mod setters;

use core::fmt;
use core::marker::PhantomData;
use core::net::{IpAddr, Ipv6Addr};

use crate::registration::{Component, Grammar, Role};
use crate::registry::{Entry, EntryIndex, Registry};
use crate::syntax::options::{Mode, Options};
use crate::syntax::split::Key;
use crate::text::prelude::*;
use crate::url::{AnyRegistry, DefaultParser};

pub use error::BuildError;
use input::Inputs;
use named::Change;

/// Builds a URL from decoded bytes.
///
/// The builder escapes each component as required (R-2.2-4, R-2.2-5, R-2.2-7), so pass file names and queries
/// unescaped. It keeps the first error, which [`UrlBuilder::build`] returns. `Debug` shows the names of components, not
/// their values.
///
/// ```
/// use anyurl_core::Registry;
///
/// let registry = Registry::builder().build();
/// let url = registry.build("x-foo")?.set("path", "caf\u{e9} #1").build()?;
/// assert_eq!(url.as_str(), "x-foo:caf%C3%A9%20%231");
///
/// // URLs of an unregistered scheme may use the common Internet syntax.
/// let url = registry.build("x-foo")?.user("a@b").host("h.dom").port(70).build()?;
/// assert_eq!(url.as_str(), "x-foo://a%40b@h.dom:70");
///
/// let error = registry.build("x-foo")?.host("h").path_segments(["a", ".."]).build().unwrap_err();
/// assert_eq!(error.component(), "path");
/// # Ok::<(), anyurl_core::BuildError>(())
/// ```
#[must_use = "`build` returns the URL"]
pub struct UrlBuilder<D = AnyRegistry> {
    inputs: Box<Inputs>,
    default: PhantomData<fn() -> D>,
}

impl Registry {
    /// Returns a builder for URLs of the scheme `name` (ASCII case-insensitive), with the default options of the registry.
    ///
    /// URLs of an unregistered scheme have the generic syntax: `user`, `password`, `host`, `port`, `path`, `query` and
    /// `fragment`.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.build("X-Foo")?.host("h.dom").set("path", "/a b").build()?;
    /// assert_eq!(url.as_str(), "x-foo://h.dom/a%20b");
    /// # Ok::<(), anyurl_core::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// [`BuildError::Scheme`] if `name` is not a valid scheme name.
    pub fn build(&self, name: &str) -> Result<UrlBuilder, BuildError> {
        self.build_with(name, self.options())
    }

    /// Returns a builder for URLs of the scheme `name`, with options: the profile selects the version of the scheme,
    /// and the mode is that of the final parse.
    ///
    /// ```
    /// use anyurl_core::{Options, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// let builder = registry.build_with("x-foo", Options::new())?;
    /// let url = builder.set("path", "a").set("fragment", "b").build()?;
    /// assert_eq!(url.as_str(), "x-foo:a#b"); // RFC 1738 has no fragments
    /// # Ok::<(), anyurl_core::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Registry::build`].
    pub fn build_with(&self, name: &str, options: Options) -> Result<UrlBuilder, BuildError> {
        let known = Key::of_short_name(name).and_then(|key| self.entry_by_short_name(key, options.profile));
        match known {
            Some((entry, _)) => Ok(self.start(entry, name, options)),
            None => self.build_slow(name, options),
        }
    }

    /// Slow path of [`Registry::build_with`], for names that are long, very short, loaded lazily, not registered, or
    /// invalid.
    #[inline(never)]
    fn build_slow(&self, name: &str, options: Options) -> Result<UrlBuilder, BuildError> {
        let no_scheme = || BuildError::scheme(name);
        let key = Key::new(name).filter(|_| !name.is_empty()).ok_or_else(no_scheme)?;
        let entry = self.index_by_name(Some(key), name, options.profile);
        Ok(self.start(entry.unwrap_or(EntryIndex::generic(options.profile)), name, options))
    }

    /// Returns a builder for URLs of one entry of this registry, such as the version that [`Registry::select`]
    /// returned.
    ///
    /// # Errors
    /// [`BuildError::Scheme`] if the entry does not belong to this registry.
    pub fn build_as(&self, entry: &Entry, options: Options) -> Result<UrlBuilder, BuildError> {
        let name = entry.name();
        let id =
            self.index_of(entry).filter(|id| !id.is_generic()).ok_or_else(|| BuildError::Scheme(name.to_owned()))?;
        Ok(self.start(id, entry.scheme_name(), options))
    }

    #[inline]
    fn start(&self, entry: EntryIndex, scheme: &str, options: Options) -> UrlBuilder {
        UrlBuilder::from_inputs(Inputs::new(self, entry, options, scheme))
    }
}

impl<D: DefaultParser> UrlBuilder<D> {
    /// Returns a builder for URLs of the scheme `name`, with the registry and the options of the parser of `D`.
    ///
    /// # Errors
    /// As [`Registry::build`].
    pub fn new(name: &str) -> Result<Self, BuildError> {
        let parser = D::parser();
        parser.registry().build_with(name, parser.chosen_options()).map(UrlBuilder::with_default)
    }
}

impl<D> UrlBuilder<D> {
    fn from_inputs(inputs: Inputs) -> Self {
        Self { inputs: Box::new(inputs), default: PhantomData }
    }

    /// The same builder with another parameter.
    pub(crate) fn with_default<E>(self) -> UrlBuilder<E> {
        UrlBuilder { inputs: self.inputs, default: PhantomData }
    }

    /// [`Inputs::change`]
    fn change(mut self, name: &str, change: impl FnOnce(Change<'_>) -> Result<(), &'static str>) -> Self {
        self.inputs.change(name, change);
        self
    }

    /// [`Inputs::change_host`]
    fn change_host(
        mut self,
        name: &str,
        bytes: &[u8],
        change: impl FnOnce(Change<'_>, &[u8]) -> Result<(), &'static str>,
    ) -> Self {
        self.inputs.change_host(name, bytes, change);
        self
    }

    /// Sets a text component to decoded bytes, which are escaped as the component requires.
    ///
    /// An IPv6 address as the host gets its brackets if the grammar of the scheme is that of RFC 3986.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().add(anyurl_schemes::web::HTTPS)?.build();
    /// let url = registry.build("https")?.set("host", "::1").set("path", "/100%").build()?;
    /// assert_eq!(url.as_str(), "https://[::1]/100%25");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set(self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        self.change_host(name, bytes.as_ref(), |Change { role, index, slot, inputs }, bytes| {
            match role {
                Role::List(_) => return Err("add the elements of the list one by one with `push`"),
                Role::Fields(_) => return Err("add the fields one by one with `field`"),
                Role::Flag => return Err("set the flag with `flag`"),
                Role::Host if is_bare_ipv6(inputs.grammar(), bytes) => {
                    inputs.set_decoded(index, slot, &bracketed(bytes));
                }
                _ if name == "path" && bytes.starts_with(b"/") && inputs.has_slash_before_path() => {
                    return Err("omit its first `/`: in RFC 1738 it is not a part of the path (§3.1)");
                }
                _ => inputs.set_decoded(index, slot, bytes),
            }
            Ok(())
        })
    }

    /// Sets a component to a text that is written as it is: with its escapes, and with the delimiters of a list. It is
    /// parsed, but not checked otherwise: the URL may be one that no client can access.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.build("x-foo")?.set_raw("path", "a%2Fb").build()?;
    /// assert_eq!(url.as_str(), "x-foo:a%2Fb");
    /// # Ok::<(), anyurl_core::BuildError>(())
    /// ```
    pub fn set_raw(self, name: &str, text: &str) -> Self {
        self.change(name, |Change { role, index, slot, inputs }| {
            inputs.set_written(index, slot, role, text);
            Ok(())
        })
    }

    /// Sets the host to an address; an IPv6 address gets its brackets.
    pub fn ip_host(self, address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => self.host(address.to_string()),
            IpAddr::V6(address) => self.host(format!("[{address}]")),
        }
    }

    /// Appends an element to a list component.
    pub fn push(self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        self.change_host(name, bytes.as_ref(), |Change { role, index, slot, inputs }, bytes| {
            if !matches!(role, Role::List(_)) {
                return Err("the component is not a list, so use `set`");
            }
            inputs.push(index, slot, role, bytes, None);
            Ok(())
        })
    }

    /// Appends a field to the first component with fields.
    pub fn field(self, name: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> Self {
        let has_fields = |component: &&Component| matches!(component.role, Role::Fields(_));
        let component = self.inputs.registration().components.iter().find(has_fields);
        let component = component.map_or_else(|| "fields".to_owned(), |component| component.name.to_string());
        self.push_field(&component, name, Some(value.as_ref()))
    }

    /// Appends a field, with or without a value, to a component with fields.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().add(anyurl_schemes::prospero::PROSPERO)?.build();
    /// let builder = registry.build("prospero")?.set("host", "h").set("hsoname", "a");
    /// let url = builder.push_field("fields", "b", Some(b"1=2")).build()?;
    /// assert_eq!(url.as_str(), "prospero://h/a;b=1%3D2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn push_field(self, component: &str, name: impl AsRef<[u8]>, value: Option<&[u8]>) -> Self {
        self.change(component, |Change { role, index, slot, inputs }| {
            if !matches!(role, Role::Fields(_)) {
                return Err("the component has no fields, so use `set`");
            }
            inputs.push(index, slot, role, name.as_ref(), value);
            Ok(())
        })
    }

    /// Sets a flag, a component without a value.
    pub fn flag(self, name: &str) -> Self {
        self.change(name, |Change { role, index, slot, inputs }| {
            if role != Role::Flag {
                return Err("the component has a value, so use `set`");
            }
            inputs.set_flag(index, slot);
            Ok(())
        })
    }

    /// Sets the user name.
    pub fn user(self, bytes: impl AsRef<[u8]>) -> Self {
        self.set("user", bytes)
    }

    /// Sets the password. Without a user name, an empty one is written (R-3.1-4).
    pub fn password(self, bytes: impl AsRef<[u8]>) -> Self {
        self.set("password", bytes)
    }

    /// Sets the host, which has no escapes in RFC 1738 (A-28).
    pub fn host(self, bytes: impl AsRef<[u8]>) -> Self {
        self.set("host", bytes)
    }

    /// Sets the port.
    pub fn port(self, port: u16) -> Self {
        self.set("port", port.to_string())
    }

    /// Sets the fragment, if the scheme and the options allow one.
    pub fn fragment(self, bytes: impl AsRef<[u8]>) -> Self {
        self.set("fragment", bytes)
    }

    /// Removes a component; removing the user name also removes the password (R-3.1-4).
    pub fn without(mut self, name: &str) -> Self {
        self.inputs.remove_named(name);
        self
    }
}

/// Whether bytes are an IPv6 address without the brackets of RFC 3986.
fn is_bare_ipv6(grammar: Grammar, bytes: &[u8]) -> bool {
    let text = core::str::from_utf8(bytes).unwrap_or_default();
    grammar == Grammar::Rfc3986 && text.parse::<Ipv6Addr>().is_ok()
}

fn bracketed(bytes: &[u8]) -> Vec<u8> {
    [b"[", bytes, b"]"].concat()
}

impl<D> Clone for UrlBuilder<D> {
    fn clone(&self) -> Self {
        Self { inputs: self.inputs.clone(), default: PhantomData }
    }
}

// Shows only names, since values may be passwords.
impl<D> fmt::Debug for UrlBuilder<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.inputs.given().iter().map(|index| &self.inputs.component(index).name).collect();
        let lenient = self.inputs.options().mode == Mode::Lenient;
        f.debug_struct("UrlBuilder")
            .field("scheme", &self.inputs.scheme())
            .field("components", &names)
            .field("lenient", &lenient)
            .finish_non_exhaustive()
    }
}
