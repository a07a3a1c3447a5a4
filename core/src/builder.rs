//! From components to a URL: decoded bytes in, each escaped as its component asks, and what comes out is a URL or an
//! error, never something else.
//!
//! A [`UrlBuilder`] fills the [`template`](crate::registration::template) of a scheme, reads the text by that very scheme, and compares
//! what it reads with what was given. So it can produce neither an invalid URL nor another one than was meant, whatever a
//! scheme's tables say.

mod assemble;
mod error;
mod input;
mod setters;

use std::fmt;
use std::net::Ipv6Addr;

use crate::diagnostics::error::Error;
use crate::diagnostics::redact::Redaction;
use crate::registration::template::Template;
use crate::registration::{Component, Grammar, Registration, Role};
use crate::registry::{Entry, EntryId, Registry};
use crate::syntax::options::{Mode, Options};
use crate::syntax::split::Key;
use crate::text::span::Slot;
use crate::url::parse::takes_fragment;
use crate::url::{OwnedUrl, Url};

pub use error::BuildError;
use input::{ComponentInput, InputText};

/// The fragment, which follows a URL of any scheme.
static FRAGMENT: Component = Component::FRAGMENT;

/// Builds a URL from decoded bytes.
///
/// What must be escaped in a component is escaped (R-2.2-4, R-2.2-5, R-2.2-7): give a file name or a query as it is. The
/// first thing that goes wrong is kept and told by [`UrlBuilder::build`]. `Debug` shows names and no values.
///
/// ```
/// use locator_core::Registry;
///
/// let registry = Registry::builder().build();
/// let url = registry.build("x-foo")?.set("schemepart", "caf\u{e9} #1").build()?;
/// assert_eq!(url.as_str(), "x-foo:caf%C3%A9%20%231");
///
/// // A scheme that nothing is registered under may have the common Internet syntax.
/// let url = registry.build("x-foo")?.user("a@b").host("h.dom").port(70).build()?;
/// assert_eq!(url.as_str(), "x-foo://a%40b@h.dom:70");
///
/// let error = registry.build("x-foo")?.host("a b").build().unwrap_err();
/// assert_eq!((error.component(), error.offset()), ("host", Some(1)));
/// # Ok::<(), locator_core::BuildError>(())
/// ```
#[derive(Clone)]
#[must_use = "`build` makes the URL"]
pub struct UrlBuilder {
    home: Registry,
    entry: EntryId,
    /// The name of the scheme, in lower case.
    scheme: String,
    options: Options,
    /// For each component of the registration, and the fragment behind them.
    given: Vec<Option<ComponentInput>>,
    /// What went wrong first.
    fault: Option<BuildError>,
}

impl Registry {
    /// A builder for URLs of a scheme, by RFC 1738; `name` in any case.
    ///
    /// A name that nothing is registered under is built by the generic syntax: of a `schemepart`, or of `user`,
    /// `password`, `host`, `port` and `url-path`.
    ///
    /// # Errors
    /// [`BuildError::Scheme`] where `name` cannot name a scheme.
    pub fn build(&self, name: &str) -> Result<UrlBuilder, BuildError> {
        self.build_with(name, Options::new())
    }

    /// A builder for URLs of a scheme: the profile chooses its version, and the mode is that in which the text is read
    /// again. In lenient mode, what has no escapes may be what that mode accepts there: the host `h_1`.
    ///
    /// # Errors
    /// As [`Registry::build`].
    pub fn build_with(&self, name: &str, options: Options) -> Result<UrlBuilder, BuildError> {
        // Who hands over a whole URL by mistake may hand over a password.
        let no_scheme = || BuildError::Scheme(Redaction::of_name(name).apply(name).into_owned());
        let key = Key::of(name).filter(|_| !name.is_empty()).ok_or_else(no_scheme)?;
        let entry = self.find(key, name, options.profile);
        let scheme = name.to_ascii_lowercase();
        Ok(self.start(entry.unwrap_or(EntryId::GENERIC), scheme, options))
    }

    /// A builder for URLs of one entry of this registry, such as a certain version of its scheme that
    /// [`Registry::select`] found.
    ///
    /// # Errors
    /// [`BuildError::Scheme`] where the entry is not of this registry.
    pub fn build_as(&self, entry: &Entry, options: Options) -> Result<UrlBuilder, BuildError> {
        let name = entry.name();
        let id = self
            .id_of(entry)
            .filter(|id| *id != EntryId::GENERIC)
            .ok_or_else(|| BuildError::Scheme(name.to_owned()))?;
        Ok(self.start(id, name.to_owned(), options))
    }

    fn start(&self, entry: EntryId, scheme: String, options: Options) -> UrlBuilder {
        let components = self.entry(entry).registration().components.len();
        UrlBuilder { home: self.clone(), entry, scheme, options, given: vec![None; components + 1], fault: None }
    }
}

impl UrlBuilder {
    /// A text component, in decoded bytes; what was given before is replaced.
    ///
    /// An IPv6 address as host gets its brackets where the scheme's grammar is that of RFC 3986.
    pub fn set(self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let bytes = bytes.as_ref();
        self.change(name, |grammar, component, given| {
            let instead = match component.role {
                Role::List(_) => "give its elements one by one: `push`",
                Role::Fields => "give its fields one by one: `field`",
                Role::Flag => "say that it is there: `flag`",
                Role::Host if is_bare_ipv6(grammar, bytes) => {
                    *given = Some(ComponentInput::Text(InputText::Decoded(bracketed(bytes))));
                    return Ok(());
                }
                _ => {
                    *given = Some(ComponentInput::Text(InputText::Decoded(bytes.to_vec())));
                    return Ok(());
                }
            };
            Err(instead)
        })
    }

    /// One more element of a list, behind those it has.
    pub fn push(self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        self.change(name, |_, component, given| {
            if !matches!(component.role, Role::List(_)) {
                return Err("it is no list");
            }
            let element = InputText::Decoded(bytes.as_ref().to_vec());
            match given {
                Some(ComponentInput::List(elements)) => elements.push(element),
                _ => *given = Some(ComponentInput::List(vec![element])),
            }
            Ok(())
        })
    }

    /// One more field of the component that has fields, behind those it has.
    pub fn field(self, name: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> Self {
        let has_fields = |one: &&Component| one.role == Role::Fields;
        let component = self.registration().components.iter().find(has_fields);
        let component = component.map_or_else(|| "fields".to_owned(), |one| one.name.to_string());
        let piece = |bytes: &[u8]| InputText::Decoded(bytes.to_vec());
        let field = (piece(name.as_ref()), piece(value.as_ref()));
        self.change(&component, |_, component, given| {
            match given {
                _ if component.role != Role::Fields => return Err("it has no fields"),
                Some(ComponentInput::Fields(fields)) => fields.push(field),
                _ => *given = Some(ComponentInput::Fields(vec![field])),
            }
            Ok(())
        })
    }

    /// A component whose presence is all it says.
    pub fn flag(self, name: &str) -> Self {
        self.change(name, |_, component, given| {
            if component.role != Role::Flag {
                return Err("it is no flag, and has a value");
            }
            *given = Some(ComponentInput::Flag);
            Ok(())
        })
    }

    /// The user name.
    pub fn user(self, bytes: impl AsRef<[u8]>) -> Self {
        self.set("user", bytes)
    }

    /// The password. A user name belongs to it; without one, the empty one is written (R-3.1-4).
    pub fn password(self, bytes: impl AsRef<[u8]>) -> Self {
        self.set("password", bytes)
    }

    /// The host, of which nothing is escaped in RFC 1738 (A-28).
    pub fn host(self, bytes: impl AsRef<[u8]>) -> Self {
        self.set("host", bytes)
    }

    /// The port.
    pub fn port(self, port: u16) -> Self {
        self.set("port", port.to_string())
    }

    /// The fragment, where one may follow.
    pub fn fragment(self, bytes: impl AsRef<[u8]>) -> Self {
        self.set("fragment", bytes)
    }

    /// Takes a component away; with the user name its password, which cannot be without one (R-3.1-4).
    pub fn without(mut self, name: &str) -> Self {
        match self.place(name) {
            Ok(place) => {
                self.given[place] = None;
                if self.component(place).slot == Slot::USER {
                    self.clear(Slot::PASSWORD);
                }
            }
            Err(error) => self.fail(error),
        }
        self
    }

    /// The URL, read by its scheme.
    ///
    /// # Errors
    /// What went wrong first, with the name of the component.
    pub fn build(mut self) -> Result<OwnedUrl, BuildError> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        let first = match self.attempt() {
            Err(error) => error,
            built => return built,
        };
        // A grammar can take a byte in one place of a component and divide at it in another, as sip does with the `;`
        // between parameters: there the byte has to be an escape.
        let mut error = first.clone();
        while self.encode_blamed(&error) {
            error = match self.attempt() {
                Err(error) => error,
                built => return built,
            };
        }
        Err(first)
    }

    /// Has the component that an error is about encoded wherever its bytes may mean something; `false` where that has
    /// been done, or cannot be.
    fn encode_blamed(&mut self, error: &BuildError) -> bool {
        let (BuildError::Refused { component, .. } | BuildError::Differs { component, .. }) = error else {
            return false;
        };
        let Ok(place) = self.place(component) else {
            return false;
        };
        let given = self.given[place].as_ref();
        let encoded = given.and_then(|given| given.encoded(self.component(place)));
        let is_new = encoded.is_some();
        self.given[place] = encoded.or(self.given[place].take());
        is_new
    }

    fn attempt(&self) -> Result<OwnedUrl, BuildError> {
        let assembled = self.write()?;
        let url = match self.read(&assembled.text) {
            Ok(url) => url,
            Err(error) => return Err(self.refused(&assembled, error)),
        };
        self.compare(&assembled, &url)?;
        Ok(url.to_owned())
    }

    fn read<'u>(&'u self, text: &'u str) -> Result<Url<'u>, Error> {
        let entry = (self.entry != EntryId::GENERIC).then(|| self.home.entry(self.entry));
        self.home.read(text, self.options, entry, None)
    }

    fn registration(&self) -> &Registration {
        self.home.entry(self.entry).registration()
    }

    /// The component at a place of the list; behind all others, the fragment.
    fn component(&self, place: usize) -> &Component {
        self.registration().components.get(place).unwrap_or(&FRAGMENT)
    }

    /// The place of the component of this name.
    fn place(&self, name: &str) -> Result<usize, BuildError> {
        let components = &self.registration().components;
        let place = components.iter().position(|one| one.name == name);
        match place {
            Some(place) => Ok(place),
            None if name == FRAGMENT.name => Ok(components.len()),
            None => Err(self.unknown(name)),
        }
    }

    /// Changes what is given of a component that can be built.
    fn change(
        mut self,
        name: &str,
        change: impl FnOnce(Grammar, &Component, &mut Option<ComponentInput>) -> Result<(), &'static str>,
    ) -> Self {
        let outcome = self.place(name).and_then(|place| {
            self.buildable(place)?;
            let registration = self.home.entry(self.entry).registration();
            let component = registration.components.get(place).unwrap_or(&FRAGMENT);
            change(registration.grammar, component, &mut self.given[place])
                .map_err(|help| BuildError::Role { component: name.to_owned(), help })
        });
        if let Err(error) = outcome {
            self.fail(error);
        }
        self
    }

    /// Keeps the first error.
    fn fail(&mut self, error: BuildError) {
        self.fault.get_or_insert(error);
    }

    fn clear(&mut self, slot: Slot) {
        let components = &self.home.entry(self.entry).registration().components;
        for (one, given) in components.iter().zip(&mut self.given) {
            if one.slot == slot {
                *given = None;
            }
        }
    }

    /// Whether a component can be built at all.
    fn buildable(&self, place: usize) -> Result<(), BuildError> {
        let registration = self.registration();
        let component = self.component(place);
        let name = || component.name.to_string();
        if place == registration.components.len() {
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
            return Err(BuildError::Whole { component: name(), parts: self.own_parts(&template) });
        }
        Ok(())
    }

    fn template(&self) -> Result<Template<'_>, BuildError> {
        let template = &self.registration().template;
        // A registry refuses a template that cannot be read.
        match Template::parse(template) {
            Ok(parsed) if !template.is_empty() => Ok(parsed),
            _ => Err(BuildError::NoTemplate(self.scheme.clone())),
        }
    }

    /// The components of the scheme's own that a template names.
    fn own_parts(&self, template: &Template<'_>) -> Vec<String> {
        let common = [Slot::USER, Slot::PASSWORD, Slot::HOST, Slot::PORT];
        let is_own = |name: &&str| {
            let component = self.registration().component(name);
            component.is_some_and(|one| !common.contains(&one.slot))
        };
        let names = template.names().into_iter().filter(is_own);
        names.map(str::to_owned).collect()
    }

    fn unknown(&self, name: &str) -> BuildError {
        let strict = self.registration().components.iter();
        let known: Vec<&str> = strict.filter(|one| !one.lenient).map(|one| &*one.name).collect();
        let scheme = match self.entry {
            EntryId::GENERIC => self.home.did_you_mean(&self.scheme),
            _ => None,
        };
        BuildError::unknown(name, &self.scheme, &known, scheme)
    }
}

/// Whether a byte sequence is an address that lacks the brackets of RFC 3986.
fn is_bare_ipv6(grammar: Grammar, bytes: &[u8]) -> bool {
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    grammar == Grammar::Rfc3986 && text.parse::<Ipv6Addr>().is_ok()
}

fn bracketed(bytes: &[u8]) -> Vec<u8> {
    [b"[", bytes, b"]"].concat()
}

/// What is given may hold a password: only names are shown.
impl fmt::Debug for UrlBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.given.iter().enumerate().filter(|(_, one)| one.is_some());
        let names: Vec<_> = names.map(|(place, _)| &self.component(place).name).collect();
        let lenient = self.options.mode == Mode::Lenient;
        f.debug_struct("UrlBuilder")
            .field("scheme", &self.scheme)
            .field("given", &names)
            .field("lenient", &lenient)
            .finish_non_exhaustive()
    }
}
