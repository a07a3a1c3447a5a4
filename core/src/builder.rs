//! Building URLs from decoded components.
//!
//! A [`UrlBuilder`] fills the [`template`](crate::registration::template) of a scheme, escapes each component, parses
//! the text with the same scheme, and compares the result with the input. It therefore returns neither an invalid URL
//! nor one with other components than the caller set, even if the tables of a scheme are wrong.

mod assemble;
mod edit;
mod error;
mod input;
mod setters;

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

use crate::diagnostics::error::Error;
use crate::diagnostics::redact::Redaction;
use crate::registration::template::Template;
use crate::registration::{Component, Grammar, Registration, Role};
use crate::registry::{Entry, EntryIndex, Registry};
use crate::syntax::options::{Mode, Options};
use crate::syntax::split::Key;
use crate::text::span::Slot;
use crate::url::parse::takes_fragment;
use crate::url::{OwnedUrl, Url};

use edit::Edit;
pub use error::BuildError;
use input::{ComponentInput, InputText};

/// The fragment, which no registration lists.
static FRAGMENT: Component = Component::FRAGMENT;

/// Builds a URL from decoded bytes.
///
/// The builder escapes each component as required (R-2.2-4, R-2.2-5, R-2.2-7), so pass file names and queries
/// unescaped. It keeps the first error, which [`UrlBuilder::build`] returns. `Debug` shows the names of components, not
/// their values.
///
/// ```
/// use locator_core::Registry;
///
/// let registry = Registry::builder().build();
/// let url = registry.build("x-foo")?.set("schemepart", "caf\u{e9} #1").build()?;
/// assert_eq!(url.as_str(), "x-foo:caf%C3%A9%20%231");
///
/// // URLs of an unregistered scheme may use the common Internet syntax.
/// let url = registry.build("x-foo")?.user("a@b").host("h.dom").port(70).build()?;
/// assert_eq!(url.as_str(), "x-foo://a%40b@h.dom:70");
///
/// let error = registry.build("x-foo")?.host("a b").build().unwrap_err();
/// assert_eq!((error.component(), error.offset()), ("host", Some(1)));
/// # Ok::<(), locator_core::BuildError>(())
/// ```
#[derive(Clone)]
#[must_use = "`build` returns the URL"]
pub struct UrlBuilder {
    registry: Registry,
    entry: EntryIndex,
    /// The name of the scheme, in lower case.
    scheme: String,
    options: Options,
    /// The input of each component of the registration, and of the fragment after them.
    inputs: Vec<Option<ComponentInput>>,
    /// Changes of the path and the query, after the components.
    edits: Vec<Edit>,
    /// The first error.
    error: Option<BuildError>,
}

impl Registry {
    /// Returns a builder for URLs of the scheme `name` (ASCII case-insensitive), with the default options of the registry.
    ///
    /// URLs of an unregistered scheme have the generic syntax: a `schemepart`, or `user`, `password`, `host`, `port`
    /// and `url-path`.
    ///
    /// ```
    /// use locator_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.build("X-Foo")?.host("h.dom").set("url-path", "a b").build()?;
    /// assert_eq!(url.as_str(), "x-foo://h.dom/a%20b");
    /// # Ok::<(), locator_core::BuildError>(())
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
    /// use locator_core::{Options, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// let builder = registry.build_with("x-foo", Options::new().current())?;
    /// let url = builder.set("path", "a").set("fragment", "b").build()?;
    /// assert_eq!(url.as_str(), "x-foo:a#b"); // RFC 1738 has no fragments
    /// # Ok::<(), locator_core::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Registry::build`].
    pub fn build_with(&self, name: &str, options: Options) -> Result<UrlBuilder, BuildError> {
        // A caller may pass a whole URL by mistake, with a password in it.
        let no_scheme = || BuildError::Scheme(Redaction::guess_name(name).apply(name).into_owned());
        let key = Key::new(name).filter(|_| !name.is_empty()).ok_or_else(no_scheme)?;
        let entry = self.find(key, name, options.profile);
        let scheme = name.to_ascii_lowercase();
        Ok(self.start(entry.unwrap_or(EntryIndex::generic(options.profile)), scheme, options))
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
        Ok(self.start(id, name.to_owned(), options))
    }

    fn start(&self, entry: EntryIndex, scheme: String, options: Options) -> UrlBuilder {
        let components = self.entry(entry).registration().components.len();
        let inputs = vec![None; components + 1];
        UrlBuilder { registry: self.clone(), entry, scheme, options, inputs, edits: Vec::new(), error: None }
    }
}

impl UrlBuilder {
    /// Sets a text component to decoded bytes, which are escaped as the component requires.
    ///
    /// An IPv6 address as the host gets its brackets if the grammar of the scheme is that of RFC 3986.
    ///
    /// ```
    /// use locator_core::Registry;
    ///
    /// let registry = Registry::builder().add(&locator_schemes::web::HTTPS)?.build();
    /// let url = registry.build("https")?.set("host", "::1").set("path", "/100%").build()?;
    /// assert_eq!(url.as_str(), "https://[::1]/100%25");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set(self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let bytes = bytes.as_ref();
        self.change(name, |grammar, component, input| {
            let help = match component.role {
                Role::List(_) => "add the elements of the list one by one with `push`",
                Role::Fields(_) => "add the fields one by one with `field`",
                Role::Flag => "set the flag with `flag`",
                Role::Host if is_bare_ipv6(grammar, bytes) => {
                    *input = Some(ComponentInput::Text(InputText::Decoded(bracketed(bytes))));
                    return Ok(());
                }
                _ => {
                    *input = Some(ComponentInput::Text(InputText::Decoded(bytes.to_vec())));
                    return Ok(());
                }
            };
            Err(help)
        })
    }

    /// Sets a component to a text that is written as it is: with its escapes, and with the delimiters of a list.
    ///
    /// ```
    /// use locator_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.build("x-foo")?.set_raw("schemepart", "a%2Fb").build()?;
    /// assert_eq!(url.as_str(), "x-foo:a%2Fb");
    /// # Ok::<(), locator_core::BuildError>(())
    /// ```
    pub fn set_raw(self, name: &str, text: &str) -> Self {
        self.change(name, |_, component, input| {
            *input = Some(ComponentInput::from_written(component, text));
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
        self.change(name, |_, component, input| {
            if !matches!(component.role, Role::List(_)) {
                return Err("the component is not a list, so use `set`");
            }
            let element = InputText::Decoded(bytes.as_ref().to_vec());
            match input {
                Some(ComponentInput::List(elements)) => elements.push(element),
                _ => *input = Some(ComponentInput::List(vec![element])),
            }
            Ok(())
        })
    }

    /// Appends a field to the first component with fields.
    pub fn field(self, name: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> Self {
        let has_fields = |component: &&Component| matches!(component.role, Role::Fields(_));
        let component = self.registration().components.iter().find(has_fields);
        let component = component.map_or_else(|| "fields".to_owned(), |component| component.name.to_string());
        self.push_field(&component, name, Some(value.as_ref()))
    }

    /// Appends a field, with or without a value, to a component with fields.
    ///
    /// ```
    /// use locator_core::Registry;
    ///
    /// let registry = Registry::builder().add(&locator_schemes::prospero::PROSPERO)?.build();
    /// let builder = registry.build("prospero")?.set("host", "h").set("hsoname", "a");
    /// let url = builder.push_field("fields", "b", Some(b"1=2")).build()?;
    /// assert_eq!(url.as_str(), "prospero://h/a;b=1%3D2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn push_field(self, component: &str, name: impl AsRef<[u8]>, value: Option<&[u8]>) -> Self {
        let decoded = |bytes: &[u8]| InputText::Decoded(bytes.to_vec());
        let field = (decoded(name.as_ref()), value.map(decoded));
        self.change(component, |_, component, input| {
            match input {
                _ if !matches!(component.role, Role::Fields(_)) => {
                    return Err("the component has no fields, so use `set`");
                }
                Some(ComponentInput::Fields(fields)) => fields.push(field),
                _ => *input = Some(ComponentInput::Fields(vec![field])),
            }
            Ok(())
        })
    }

    /// Sets a flag, a component without a value.
    pub fn flag(self, name: &str) -> Self {
        self.change(name, |_, component, input| {
            if component.role != Role::Flag {
                return Err("the component has a value, so use `set`");
            }
            *input = Some(ComponentInput::Flag);
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
        match self.component_index(name) {
            Ok(index) => {
                self.inputs[index] = None;
                if self.component(index).slot == Slot::USER {
                    self.clear(Slot::PASSWORD);
                }
            }
            Err(error) => self.fail(error),
        }
        self
    }

    /// Builds and parses the URL.
    ///
    /// # Errors
    /// The first error, with the name of the component.
    pub fn build(mut self) -> Result<OwnedUrl, BuildError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let edits = std::mem::take(&mut self.edits);
        let built = self.build_components()?;
        edits.iter().try_fold(built, |url, edit| edit.apply(&url.as_url()))
    }

    /// Builds the URL from its components.
    fn build_components(mut self) -> Result<OwnedUrl, BuildError> {
        let first = match self.attempt() {
            Err(error) => error,
            built => return built,
        };
        // A byte can be data at one position of a component and a delimiter at another, such as the `;` between sip
        // parameters. If the text is rejected, try again with every special byte of the component escaped.
        let mut error = first.clone();
        while self.fully_encode_rejected(&error) {
            error = match self.attempt() {
                Err(error) => error,
                built => return built,
            };
        }
        Err(self.missing(&first).unwrap_or(first))
    }

    /// The error that a component was never set, if its absence is what the scheme rejects.
    fn missing(&self, error: &BuildError) -> Option<BuildError> {
        let BuildError::Rejected { component, error, .. } = error else { return None };
        let index = self.component_index(component).ok()?;
        let is_absent = self.inputs[index].is_none() && self.component(index).default.is_none();
        let missing = BuildError::Missing { component: component.clone(), error: error.clone() };
        is_absent.then_some(missing)
    }

    /// Escapes every special byte of the component that `error` is about; `false` if that is already done or
    /// impossible.
    fn fully_encode_rejected(&mut self, error: &BuildError) -> bool {
        let (BuildError::Rejected { component, .. } | BuildError::Differs { component, .. }) = error else {
            return false;
        };
        let Ok(index) = self.component_index(component) else {
            return false;
        };
        let input = self.inputs[index].as_ref();
        let encoded = input.and_then(|input| input.fully_encoded(self.component(index)));
        let is_new = encoded.is_some();
        self.inputs[index] = encoded.or(self.inputs[index].take());
        is_new
    }

    fn attempt(&self) -> Result<OwnedUrl, BuildError> {
        let assembled = self.assemble()?;
        let url = match self.read(&assembled.text) {
            Ok(url) => url,
            Err(error) => return Err(self.rejected(&assembled, error)),
        };
        self.compare(&assembled, &url)?;
        Ok(url.into_owned())
    }

    fn read<'u>(&'u self, text: &'u str) -> Result<Url<'u>, Error> {
        let entry = (!self.entry.is_generic()).then(|| self.registry.entry(self.entry));
        self.registry.parse_url(text, self.options, entry, None)
    }

    fn registration(&self) -> &Registration {
        self.registry.entry(self.entry).registration()
    }

    /// The component at an index of `inputs`; the last one is the fragment.
    fn component(&self, index: usize) -> &Component {
        self.registration().components.get(index).unwrap_or(&FRAGMENT)
    }

    /// The index of the component with this name.
    fn component_index(&self, name: &str) -> Result<usize, BuildError> {
        let components = &self.registration().components;
        let index = components.iter().position(|one| one.name == name);
        match index {
            Some(index) => Ok(index),
            None if name == FRAGMENT.name => Ok(components.len()),
            None => Err(self.unknown(name)),
        }
    }

    /// Changes the input of a component that can be built.
    fn change(
        mut self,
        name: &str,
        change: impl FnOnce(Grammar, &Component, &mut Option<ComponentInput>) -> Result<(), &'static str>,
    ) -> Self {
        let outcome = self.component_index(name).and_then(|index| {
            self.check_buildable(index)?;
            let registration = self.registry.entry(self.entry).registration();
            let component = registration.components.get(index).unwrap_or(&FRAGMENT);
            change(registration.grammar, component, &mut self.inputs[index])
                .map_err(|help| BuildError::Role { component: name.to_owned(), help })
        });
        if let Err(error) = outcome {
            self.fail(error);
        }
        self
    }

    /// Keeps the first error.
    fn fail(&mut self, error: BuildError) {
        self.error.get_or_insert(error);
    }

    fn clear(&mut self, slot: Slot) {
        let components = &self.registry.entry(self.entry).registration().components;
        for (component, input) in components.iter().zip(&mut self.inputs) {
            if component.slot == slot {
                *input = None;
            }
        }
    }

    /// Checks that a component can be built.
    fn check_buildable(&self, index: usize) -> Result<(), BuildError> {
        let registration = self.registration();
        let component = self.component(index);
        let name = || component.name.to_string();
        if index == registration.components.len() {
            return if takes_fragment(self.options, registration.grammar) {
                Ok(())
            } else {
                Err(BuildError::NoFragment)
            };
        }
        if component.lenient {
            return Err(BuildError::Lenient { component: name() });
        }
        let template = self.template()?;
        if !template.names().contains(&&*component.name) {
            return Err(BuildError::Composite { component: name(), parts: self.own_components(&template) });
        }
        Ok(())
    }

    fn template(&self) -> Result<Template<'_>, BuildError> {
        let template = &self.registration().template;
        // A registry rejects invalid templates.
        match Template::parse(template) {
            Ok(parsed) if !template.is_empty() => Ok(parsed),
            _ => Err(BuildError::NoTemplate(self.scheme.clone())),
        }
    }

    /// The components in a template that are specific to the scheme.
    fn own_components(&self, template: &Template<'_>) -> Vec<String> {
        let common = [Slot::USER, Slot::PASSWORD, Slot::HOST, Slot::PORT];
        let is_own = |name: &&str| {
            let component = self.registration().component(name);
            component.is_some_and(|component| !common.contains(&component.slot))
        };
        let names = template.names().into_iter().filter(is_own);
        names.map(str::to_owned).collect()
    }

    fn unknown(&self, name: &str) -> BuildError {
        let strict = self.registration().components.iter().filter(|component| !component.lenient);
        let known: Vec<&str> = strict.map(|component| &*component.name).collect();
        let scheme = match self.entry {
            entry if entry.is_generic() => self.registry.did_you_mean(&self.scheme),
            _ => None,
        };
        BuildError::unknown(name, &self.scheme, &known, scheme)
    }
}

/// Whether bytes are an IPv6 address without the brackets of RFC 3986.
fn is_bare_ipv6(grammar: Grammar, bytes: &[u8]) -> bool {
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    grammar == Grammar::Rfc3986 && text.parse::<Ipv6Addr>().is_ok()
}

fn bracketed(bytes: &[u8]) -> Vec<u8> {
    [b"[", bytes, b"]"].concat()
}

// Shows only names, since values may be passwords.
impl fmt::Debug for UrlBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.inputs.iter().enumerate().filter(|(_, input)| input.is_some());
        let names: Vec<_> = names.map(|(index, _)| &self.component(index).name).collect();
        let lenient = self.options.mode == Mode::Lenient;
        f.debug_struct("UrlBuilder")
            .field("scheme", &self.scheme)
            .field("components", &names)
            .field("lenient", &lenient)
            .finish_non_exhaustive()
    }
}
