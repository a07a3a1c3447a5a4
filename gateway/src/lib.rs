//! Gateways: indirect access through URLs of other schemes (RFC 1738 §4).
//!
//! > It is likewise recommended that, where a protocol allows for retrieval by URL, that the client software have provision
//! > for being configured to use specific gateway locators for indirect access through new naming schemes.
//!
//! A [`Gateway`] (R-4-7) has the schemes it serves and a template for the URLs that reach their objects.
//! [`Gateways`] is the checked configuration of one client; [`Gateways::locate`] returns a gateway locator.
//!
//! ```
//! use anyurl_core::Registry;
//! use anyurl_gateway::{Gateway, Gateways, Expansion};
//!
//! let registry = Registry::builder().add(anyurl_schemes::http::HTTP)?.build();
//! let gateway = Gateway::new("lab", Expansion::Url, "http://gw.dom/get?{url}", ["x-foo"]); // need not be registered
//! let gateways = Gateways::new(&registry, [gateway])?;
//!
//! let url = registry.parse("X-Foo://joe:secret@h/a?b")?;
//! let locator = gateways.locate(&url)?.expect("there is a gateway for x-foo");
//! assert_eq!(locator.as_str(), "http://gw.dom/get?x-foo%3A%2F%2Fh%2Fa%3Fb");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(clippy::exhaustive_enums, clippy::exhaustive_structs)]

use std::borrow::Cow;
use std::fmt;

use anyurl_core::authors::{Component, Registration};
use anyurl_core::{AsUrl, Environment, OwnedUrl, Plan, PlanError, Registry, Secrets, Span, Url};

mod check;
mod error;
mod strip;
mod template;

pub use error::GatewayError;
use strip::Stripped;
use template::UriTemplate;

/// The meaning of a template's variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Expansion {
    /// The only variable is `{url}`: the whole URL as written, with its scheme in lower case.
    Url,
    /// Variables are components of the URL, by name: `{host}`, `{group}`.
    Parts,
}

/// The configuration of one gateway; [`Gateways::new`] checks it.
///
/// The template is an RFC 6570 template of level 1: literal text, and `{name}` for a value in which every byte except
/// letters, digits, `-`, `.` and `_` is percent-encoded. This is stricter than level 1 by one character: `~` becomes
/// `%7E`, which is equivalent in RFC 3986 and required by RFC 1738.
///
/// In [`Expansion::Parts`], a variable is the name of a component with `_` in place of `-` (`{url_path}`), because a
/// variable name cannot contain `-`. The value is decoded once and then encoded. A component that must be split before
/// it is decoded (R-2.2-12), such as a list, is inserted as written: the gateway decodes once and can still distinguish
/// delimiters from data. An absent component is empty unless it has a default.
///
/// `Debug` masks a password in the template.
///
/// ```
/// use anyurl_gateway::{Gateway, Expansion};
///
/// let gateway = Gateway::new("lab", Expansion::Parts, "http://gw/{database}?{search}", ["wais"]);
/// assert_eq!(gateway.strip(["port"]).strip, ["port"]);
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Gateway {
    /// The id, by which registrations and errors refer to the gateway.
    pub id: String,
    /// The schemes the gateway serves, registered or not.
    pub schemes: Vec<String>,
    /// The meaning of the template's variables.
    pub mode: Expansion,
    /// The template of the gateway's locators.
    pub template: String,
    /// Names of components that are never sent. User and password are never sent, listed or not.
    pub strip: Vec<String>,
}

impl Gateway {
    /// Creates a gateway that strips only user and password.
    pub fn new<'s>(id: &str, mode: Expansion, template: &str, schemes: impl IntoIterator<Item = &'s str>) -> Self {
        Self {
            id: id.to_owned(),
            schemes: schemes.into_iter().map(str::to_owned).collect(),
            mode,
            template: template.to_owned(),
            strip: Vec::new(),
        }
    }

    /// Adds components that are never sent.
    #[must_use]
    pub fn strip<'s>(mut self, components: impl IntoIterator<Item = &'s str>) -> Self {
        self.strip.extend(components.into_iter().map(str::to_owned));
        self
    }

    /// Returns whether the gateway serves a scheme, in any case.
    fn serves(&self, scheme: &str) -> bool {
        self.schemes.iter().any(|served| served.eq_ignore_ascii_case(scheme))
    }
}

impl fmt::Debug for Gateway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, schemes, mode, template, strip } = self;
        f.debug_struct("Gateway")
            .field("id", id)
            .field("schemes", schemes)
            .field("mode", mode)
            .field("template", &Secrets::new().mask(template))
            .field("strip", strip)
            .finish()
    }
}

/// The checked gateways of a client: at most one per scheme, without cycles.
///
/// ```
/// use anyurl_gateway::{Gateway, GatewayError, Gateways, Expansion};
/// use anyurl_core::Registry;
///
/// let registry = Registry::builder().build();
/// let gateway = Gateway::new("lab", Expansion::Url, "http://gw/?u={url}", ["x-foo"]);
/// let error = Gateways::new(&registry, [gateway]).unwrap_err();
/// assert!(matches!(error, GatewayError::Unregistered { target, .. } if target == "http"));
/// // Without gateways there is no locator.
/// let none = Gateways::new(&registry, [])?;
/// assert_eq!(none.locate(&registry.parse("x-foo:a").unwrap())?, None);
/// # Ok::<(), GatewayError>(())
/// ```
#[derive(Clone)]
pub struct Gateways {
    registry: Registry,
    all: Vec<CheckedGateway>,
}

/// A gateway that has passed the checks.
#[derive(Clone)]
struct CheckedGateway {
    gateway: Gateway,
    template: UriTemplate,
    /// The scheme of its locators, in lower case.
    target: String,
}

impl Gateways {
    /// Checks each gateway, and all of them together, against the schemes of a registry.
    ///
    /// # Errors
    /// Returns a [`GatewayError`] for the first problem, with the gateway and a suggested fix.
    pub fn new(registry: &Registry, gateways: impl IntoIterator<Item = Gateway>) -> Result<Self, GatewayError> {
        let checked = |gateway| check::gateway(gateway, registry);
        let all: Vec<CheckedGateway> = gateways.into_iter().map(checked).collect::<Result<_, _>>()?;
        check::gateways(&all)?;
        let registry = registry.clone();
        Ok(Self { registry, all })
    }

    /// Returns the gateways in the given order.
    pub fn iter(&self) -> impl Iterator<Item = &Gateway> {
        self.all.iter().map(|checked| &checked.gateway)
    }

    /// Returns the gateway with an id, as used in registrations.
    pub fn get(&self, id: &str) -> Option<&Gateway> {
        self.iter().find(|gateway| gateway.id == id)
    }

    /// Returns the gateway that serves a scheme; the name is case-insensitive.
    pub fn serving(&self, scheme: &str) -> Option<&Gateway> {
        self.iter().find(|gateway| gateway.serves(scheme))
    }

    /// Returns the URL at which the gateway of a URL's scheme reaches its object, or `None` if no gateway serves the
    /// scheme.
    ///
    /// This is one hop, even if a gateway serves the scheme of the locator. The locator is strictly valid for its
    /// scheme. It contains neither the credentials of the URL (RFC 1738 §6) nor its fragment, which only the client
    /// uses (R-P-2).
    ///
    /// ```
    /// use anyurl_core::Registry;
    /// use anyurl_gateway::{Expansion, Gateway, Gateways};
    ///
    /// let registry = Registry::builder().add(anyurl_schemes::http::HTTP)?.build();
    /// let gateway = Gateway::new("lab", Expansion::Parts, "http://gw.dom/{host}?{path}", ["x-foo"]);
    /// let gateways = Gateways::new(&registry, [gateway])?;
    /// let locator = gateways.locate(&registry.parse("x-foo://joe:secret@h/a%2Fb")?)?;
    /// assert_eq!(locator.unwrap().as_str(), "http://gw.dom/h?%2Fa%252Fb"); // `path` is sent as written
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`GatewayError::Secret`], [`GatewayError::Strip`], [`GatewayError::UnknownVariable`] or
    /// [`GatewayError::Locator`]: the checks that need a URL.
    pub fn locate(&self, url: &impl AsUrl) -> Result<Option<OwnedUrl>, GatewayError> {
        let url = &url.as_any();
        let scheme = url.scheme();
        let checked = self.all.iter().find(|checked| checked.gateway.serves(&scheme));
        checked.map(|checked| checked.locate(url, &self.registry)).transpose()
    }

    /// Returns the access plan of a URL: through the gateway of its scheme if there is one, or the scheme's own plan.
    ///
    /// # Errors
    /// Returns [`PlanError::NoLocator`] if [`Gateways::locate`] fails, or an error of [`Url::plan`].
    pub fn plan(&self, url: &impl AsUrl, environment: &Environment) -> Result<Plan, PlanError> {
        let url = url.as_any();
        match self.locate(&url) {
            Ok(Some(locator)) => {
                // The template itself may contain a password.
                let redaction = self.registry.guess_secrets(locator.as_str());
                Ok(Plan::from_gateway(locator.as_str(), &redaction, url.url_span()))
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

impl CheckedGateway {
    fn locate(&self, url: &Url<'_>, registry: &Registry) -> Result<OwnedUrl, GatewayError> {
        let gateway = || self.gateway.id.clone();
        let stripped = Stripped::new(url, &self.gateway);
        let shown = strip::parse_again(url, &stripped.text)
            .map_err(|error| GatewayError::Strip { gateway: gateway(), error })?;
        let locator = match self.gateway.mode {
            Expansion::Url => self.expand_url(&shown, &stripped)?,
            Expansion::Parts => self.expand_parts(&shown, &stripped)?,
        };
        registry.parser().parse_owned(&locator).map_err(|error| GatewayError::Locator { gateway: gateway(), error })
    }

    /// Expands the template with a whole URL without credentials.
    fn expand_url(&self, url: &Url<'_>, stripped: &Stripped) -> Result<String, GatewayError> {
        self.refuse_secret(url, Span::new(0, url.text().len()), stripped)?;
        let bytes = url.text().as_bytes();
        Ok(self.template.expand(|_| bytes.into()))
    }

    /// Expands the template with the components of a URL without credentials.
    fn expand_parts(&self, url: &Url<'_>, stripped: &Stripped) -> Result<String, GatewayError> {
        let known = [url.registration()];
        for variable in self.template.variables() {
            let Some(component) = component(known[0], &variable.name) else {
                return Err(GatewayError::unknown(&self.gateway, variable, &url.scheme(), &known));
            };
            if let Some(span) = url.span(component.slot) {
                self.refuse_secret(url, span, stripped)?;
            }
        }
        Ok(self.template.expand(|name| value(url, name)))
    }

    /// Refuses to send a secret that stripping does not remove: one in a nested URL, or one in a login that the scheme
    /// does not define.
    fn refuse_secret(&self, url: &Url<'_>, span: Span, stripped: &Stripped) -> Result<(), GatewayError> {
        if !stripped.has_secret_in(span) {
            return Ok(());
        }
        Err(GatewayError::Secret { gateway: self.gateway.id.clone(), scheme: url.scheme().into_owned() })
    }
}

/// Returns the decoded bytes of the component that a variable names, or nothing if it is absent.
fn value<'a>(url: &Url<'a>, variable: &str) -> Cow<'a, [u8]> {
    let mut parts = url.components();
    let Some(part) = parts.find(|part| names(variable, part.name())) else {
        return Cow::Borrowed(b"");
    };
    // A component that must be split before it is decoded stays as written: the gateway decodes once and then splits.
    let decoded = part.decoded().filter(|_| url.decodes_as_whole(&part));
    decoded.unwrap_or(Cow::Borrowed(part.text().as_bytes()))
}

/// Returns the component that a variable names.
fn component<'r>(registration: &'r Registration, variable: &str) -> Option<&'r Component> {
    let mut components = registration.components.iter();
    components.find(|component| names(variable, &component.name))
}

/// Returns whether a variable names a component; `_` matches `-`, which a variable name cannot contain.
fn names(variable: &str, component: &str) -> bool {
    variable.len() == component.len()
        && variable
            .bytes()
            .zip(component.bytes())
            .all(|(ours, theirs)| ours == theirs || (ours, theirs) == (b'_', b'-'))
}
