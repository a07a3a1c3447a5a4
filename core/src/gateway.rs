//! Gateways: indirect access through URLs of other schemes (RFC 1738 §4).
//!
//! > It is likewise recommended that, where a protocol allows for retrieval by URL, that the client software have provision
//! > for being configured to use specific gateway locators for indirect access through new naming schemes.
//!
//! A [`Gateway`] is such a provision (R-4-7): the schemes it serves, and a template for the URLs that reach their objects.
//! [`Gateways`] is the configuration of one client, checked as a whole; [`Gateways::locate`] makes a gateway locator.
//!
//! ```
//! use locator_core::Registry;
//! use locator_core::gateway::{Gateway, Gateways, Expansion};
//! # use locator_core::registration::{Component, Grammar, List, Registration, Status, Text, text};
//! # use locator_core::{Class, Cursor, Error, PlanBuilder, PlanError, Scheme};
//! # struct Any;
//! # static ANY: Any = Any;
//! # const ACCESS: &[Text] = &[text("ask whoever knows")];
//! # static REGISTRATION: Registration = Registration {
//! #     name: text("x-gw"), version: semver::Version::new(1, 0, 0), status: Status::Experimental,
//! #     grammar: Grammar::Rfc1738, rfc1738: false, description: text("a gateway"), default_port: None,
//! #     components: List::Borrowed(&[]), reserved: text(""), syntax: text("*xchar"), template: text(""), access: List::Borrowed(ACCESS),
//! #     hierarchical: false, data_object: true, name_properties: text(""), demonstration: text(""),
//! #     references: List::Borrowed(&[]), examples: List::Borrowed(&[]), rejects: List::Borrowed(&[]),
//! # };
//! # impl Scheme for Any {
//! #     fn registration(&self) -> &Registration { &REGISTRATION }
//! #     fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
//! #         static XCHAR: Class = Class::xchar("xchar");
//! #         at.run(&XCHAR, "xchar")?;
//! #         at.finish(&XCHAR, "xchar")
//! #     }
//! #     fn plan(&self, _: &mut PlanBuilder<'_>) -> Result<(), PlanError> { Ok(()) }
//! # }
//!
//! // `x-gw` is registered; about `x-foo` nothing need be known.
//! let registry = Registry::builder().add(&ANY)?.build();
//! let gateway = Gateway::new("lab", Expansion::Url, "x-gw://gw.dom/get?{url}", ["x-foo"]);
//! let gateways = Gateways::new(&registry, [gateway])?;
//!
//! let url = registry.parse("X-Foo://joe:secret@h/a?b")?;
//! let locator = gateways.locate(&url)?.expect("there is a gateway for x-foo");
//! assert_eq!(locator.as_str(), "x-gw://gw.dom/get?x-foo%3A%2F%2Fh%2Fa%3Fb");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::borrow::Cow;
use std::fmt;

use crate::diagnostics::redact::Redaction;
use crate::plan::{Environment, Plan, PlanError};
use crate::registration::{Component, Registration};
use crate::registry::Registry;
use crate::text::span::{Slot, Span};
use crate::url::{OwnedUrl, Url};

mod check;
mod error;
mod strip;
mod template;

pub use error::GatewayError;
use template::UriTemplate;

/// What a template's variables stand for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Expansion {
    /// The one variable `{url}`: the whole URL as it was written, with its scheme in lower case.
    Url,
    /// The components of the URL, by name: `{host}`, `{group}`.
    Parts,
}

/// One gateway, as it is configured. Nothing is checked before [`Gateways::new`].
///
/// The template is one of RFC 6570, level 1: text, and `{name}` for a value of which everything is encoded but letters,
/// digits, `-`, `.` and `_`. That is stricter than level 1 by one character: `~` becomes `%7E`, which is the same to RFC
/// 3986, and the only thing that RFC 1738 allows.
///
/// In [`Expansion::Parts`] a variable is the name of a component, with `_` for a `-` (`{url_path}`), which no variable can have.
/// Its value is decoded once before it is encoded. What must be split before it can be decoded (R-2.2-12), such as a list,
/// is put in as it was written, so that the gateway, which decodes it once, can still tell a delimiter from data. An absent
/// component is empty, unless it has a default.
///
/// `Debug` hides a password in the template.
///
/// ```
/// use locator_core::gateway::{Gateway, Expansion};
///
/// let gateway = Gateway::new("lab", Expansion::Parts, "http://gw/{database}?{search}", ["wais"]);
/// assert_eq!(gateway.strip(["port"]).strip, ["port"]);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Gateway {
    /// By what name registrations and errors speak of it.
    pub id: String,
    /// The schemes it serves, registered or not.
    pub schemes: Vec<String>,
    /// What the variables of the template stand for.
    pub mode: Expansion,
    /// The locators it is reached by, as a template.
    pub template: String,
    /// The names of components that are never sent. User and password never are, listed or not.
    pub strip: Vec<String>,
}

impl Gateway {
    /// A gateway that strips nothing but user and password.
    pub fn new<'s>(id: &str, mode: Expansion, template: &str, schemes: impl IntoIterator<Item = &'s str>) -> Self {
        Self {
            id: id.to_owned(),
            schemes: schemes.into_iter().map(str::to_owned).collect(),
            mode,
            template: template.to_owned(),
            strip: Vec::new(),
        }
    }

    /// The same, and does not send these components either.
    #[must_use]
    pub fn strip<'s>(mut self, components: impl IntoIterator<Item = &'s str>) -> Self {
        self.strip.extend(components.into_iter().map(str::to_owned));
        self
    }

    /// Whether it serves a scheme, in any case.
    fn serves(&self, scheme: &str) -> bool {
        self.schemes.iter().any(|served| served.eq_ignore_ascii_case(scheme))
    }

    /// Whether a component is never sent.
    fn strips(&self, component: &Component) -> bool {
        component.slot == Slot::USER
            || component.slot == Slot::PASSWORD
            || self.strip.iter().any(|name| *name == component.name)
    }
}

impl fmt::Debug for Gateway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, schemes, mode, template, strip } = self;
        f.debug_struct("Gateway")
            .field("id", id)
            .field("schemes", schemes)
            .field("mode", mode)
            .field("template", &Redaction::guess(template).apply(template))
            .field("strip", strip)
            .finish()
    }
}

/// The gateways of a client: at most one for each scheme, and no way round in circles.
///
/// ```
/// use locator_core::gateway::{Gateway, GatewayError, Gateways, Expansion};
/// use locator_core::Registry;
///
/// let registry = Registry::builder().build();
/// let gateway = Gateway::new("lab", Expansion::Url, "http://gw/?u={url}", ["x-foo"]);
/// let error = Gateways::new(&registry, [gateway]).unwrap_err();
/// assert!(matches!(error, GatewayError::Unregistered { target, .. } if target == "http"));
/// // Without gateways nothing is located.
/// let none = Gateways::new(&registry, [])?;
/// assert_eq!(none.locate(&registry.parse("x-foo:a").unwrap())?, None);
/// # Ok::<(), GatewayError>(())
/// ```
#[derive(Clone)]
pub struct Gateways {
    registry: Registry,
    all: Vec<Ready>,
}

/// A gateway that was checked.
#[derive(Clone)]
struct Ready {
    gateway: Gateway,
    template: UriTemplate,
    /// The scheme of its locators, in lower case.
    target: String,
}

impl Gateways {
    /// Checks gateways, each by itself and all together, for the schemes of a registry.
    ///
    /// # Errors
    /// The first fault, with the gateway and the way to fix it: [`GatewayError`].
    pub fn new(registry: &Registry, gateways: impl IntoIterator<Item = Gateway>) -> Result<Self, GatewayError> {
        let ready = |gateway| check::alone(gateway, registry);
        let all: Vec<Ready> = gateways.into_iter().map(ready).collect::<Result<_, _>>()?;
        check::together(&all)?;
        let registry = registry.clone();
        Ok(Self { registry, all })
    }

    /// Every gateway, in the order in which they were given.
    pub fn iter(&self) -> impl Iterator<Item = &Gateway> {
        self.all.iter().map(|ready| &ready.gateway)
    }

    /// The gateway of this id, as a registration names the one that it is accessed by.
    pub fn get(&self, id: &str) -> Option<&Gateway> {
        self.iter().find(|gateway| gateway.id == id)
    }

    /// The gateway for a scheme, whose name may be in any case.
    pub fn serving(&self, scheme: &str) -> Option<&Gateway> {
        self.iter().find(|gateway| gateway.serves(scheme))
    }

    /// The URL by which the gateway of its scheme reaches the object of a URL: one hop, even where the locator is itself
    /// of a scheme that has a gateway. `None` where the scheme has none.
    ///
    /// The locator is strictly valid for its scheme. Neither the credentials of the URL are in it (RFC 1738 §6) nor its
    /// fragment, which is the client's own affair (R-P-2).
    ///
    /// # Errors
    /// What could not be seen before there was a URL: [`GatewayError::Secret`], [`GatewayError::Strip`],
    /// [`GatewayError::UnknownVariable`] and [`GatewayError::Locator`].
    pub fn locate(&self, url: &Url<'_>) -> Result<Option<OwnedUrl>, GatewayError> {
        let scheme = url.scheme();
        let ready = self.all.iter().find(|ready| ready.gateway.serves(&scheme));
        ready.map(|ready| ready.locate(url, &self.registry)).transpose()
    }

    /// How the resource of a URL is accessed: by the gateway of its scheme, or else as the scheme itself plans it.
    ///
    /// # Errors
    /// [`PlanError::NoLocator`] where the gateway gives none; and those of [`Url::plan`].
    pub fn plan(&self, url: &Url<'_>, environment: &Environment) -> Result<Plan, PlanError> {
        match self.locate(url) {
            Ok(Some(locator)) => {
                // The template of a gateway may bring a password of its own.
                let redaction = self.registry.guess_secrets(locator.as_str());
                Ok(Plan::from_gateway(locator.as_str(), redaction, url.whole()))
            }
            Ok(None) => url.plan(environment),
            Err(error) => Err(PlanError::NoLocator(error.to_string())),
        }
    }
}

impl fmt::Debug for Gateways {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Ready {
    fn locate(&self, url: &Url<'_>, registry: &Registry) -> Result<OwnedUrl, GatewayError> {
        let gateway = || self.gateway.id.clone();
        let text = strip::stripped(url, &self.gateway);
        let stripped =
            strip::read_again(url, &text).map_err(|error| GatewayError::Strip { gateway: gateway(), error })?;
        let is_clean = strip::takes_all_secrets(url, &self.gateway);
        let locator = match self.gateway.mode {
            Expansion::Url => self.by_url(&stripped, is_clean)?,
            Expansion::Parts => self.by_parts(&stripped, is_clean)?,
        };
        registry.parse_owned(&locator).map_err(|error| GatewayError::Locator { gateway: gateway(), error })
    }

    /// The template with the whole of a URL that holds no credentials.
    fn by_url(&self, url: &Url<'_>, is_clean: bool) -> Result<String, GatewayError> {
        self.refuse_secret(url, Span::new(0, url.text().len()), is_clean)?;
        let bytes = url.text().as_bytes();
        Ok(self.template.expand(|_| bytes.into()))
    }

    /// The template with components of a URL that holds no credentials.
    fn by_parts(&self, url: &Url<'_>, is_clean: bool) -> Result<String, GatewayError> {
        let known = [url.registration()];
        for variable in self.template.variables() {
            let Some(component) = component(known[0], &variable.name) else {
                return Err(GatewayError::unknown(&self.gateway, variable, &url.scheme(), &known));
            };
            if let Some(span) = url.span(component.slot) {
                self.refuse_secret(url, span, is_clean)?;
            }
        }
        Ok(self.template.expand(|name| value(url, name)))
    }

    /// Refuses to send a password that is not the URL's own, which would have been stripped: one of a URL within it, or one
    /// that stands where its scheme has no place for a login. `is_clean` says that the URL had no such secret before its
    /// login was taken out.
    fn refuse_secret(&self, url: &Url<'_>, span: Span, is_clean: bool) -> Result<(), GatewayError> {
        if is_clean || url.redaction().hidden_in(span).is_none() {
            return Ok(());
        }
        Err(GatewayError::Secret { gateway: self.gateway.id.clone(), scheme: url.scheme().into_owned() })
    }
}

/// The bytes of the component that a variable names; none where it is absent.
fn value<'a>(url: &Url<'a>, variable: &str) -> Cow<'a, [u8]> {
    let mut parts = url.components();
    let Some(part) = parts.find(|part| names(variable, part.name())) else {
        return Cow::Borrowed(b"");
    };
    // What is decoded in its pieces only stays as it was written: the gateway decodes once, and then splits.
    part.decoded().unwrap_or(Cow::Borrowed(part.text().as_bytes()))
}

/// The component that a variable names.
fn component<'r>(registration: &'r Registration, variable: &str) -> Option<&'r Component> {
    let mut components = registration.components.iter();
    components.find(|component| names(variable, &component.name))
}

/// Whether a variable, which cannot have a `-`, names the component.
fn names(variable: &str, component: &str) -> bool {
    variable.len() == component.len()
        && variable
            .bytes()
            .zip(component.bytes())
            .all(|(ours, theirs)| ours == theirs || (ours, theirs) == (b'_', b'-'))
}
