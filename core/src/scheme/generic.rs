//! The generic syntax, for names that nothing is registered under (R-2.1-7, A-01, A-02).
//!
//! ```text
//! genericurl    = scheme ":" schemepart
//! schemepart    = *xchar | ip-schemepart
//! ip-schemepart = "//" login [ "/" urlpath ]
//! ```
//!
//! `ip-schemepart` is derivable from `*xchar` too, so a text that does not have that form is still accepted. If it has,
//! the components of the login are set in addition to the schemepart.

use alloc::borrow::Cow;

use crate::components::canonical;
use crate::components::url_ref::UrlRef;
use crate::diagnostics::error::Error;
use crate::plan::{PlanBuilder, PlanError};
use crate::registration::{Component, Deprecation, List, Registration, RegistrationBuilder, Status, Text, text};
use crate::scheme::Scheme;
use crate::syntax::authority;
use crate::syntax::class::Class;
use crate::syntax::cursor::Cursor;
use crate::text::prelude::*;
use crate::text::span::{Slot, Span};

/// The whole schemepart.
const SCHEMEPART: Slot = Slot::own(0);
/// The part after the slash after host and port.
const URL_PATH: Slot = Slot::own(1);

const COMPONENTS: &[Component] = &[
    Component::text("schemepart", SCHEMEPART).with_class(&XCHAR),
    Component::USER,
    Component::PASSWORD,
    Component::HOST,
    Component::PORT,
    Component::whole("url-path", URL_PATH).with_class(&XCHAR),
];

const REFERENCES: &[Text] = &[text("RFC 1738 §2.1")];

/// `schemepart = *xchar`
static XCHAR: Class = Class::xchar("schemepart");

/// The generic syntax.
#[derive(Debug)]
pub(crate) struct Generic {
    registration: Cow<'static, Registration>,
}

/// The scheme of all names that are not registered.
pub(crate) static GENERIC: Generic = Generic { registration: Cow::Borrowed(&REGISTRATION) };

impl Generic {
    /// The scheme of a name of which only metadata is registered.
    pub(crate) fn from_fact(fact: Fact) -> Self {
        Self { registration: Cow::Owned(fact.into_registration(GENERIC_FACTS)) }
    }
}

/// The metadata of a scheme without a syntax: its URLs are parsed with the generic syntax.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Fact {
    /// The name, in lower case.
    pub name: Text,
    /// The registration status.
    pub status: Status,
    /// What a URL of it locates, in a few words.
    pub description: Text,
    /// The default port.
    pub default_port: Option<u16>,
    /// The documents, the defining one first.
    pub references: List<Text>,
    /// The notice that the scheme is to be used no more, if it is deprecated.
    pub deprecated: Option<Deprecation>,
}

impl Fact {
    /// Metadata without description, port and references: set what is known.
    pub fn new(name: impl Into<Text>, status: Status) -> Self {
        let (description, references) = (Text::Borrowed(""), List::Borrowed(&[]));
        Self { name: name.into(), status, description, default_port: None, references, deprecated: None }
    }

    /// The metadata in a registration.
    pub(crate) fn from_registration(registration: &Registration) -> Self {
        Self {
            name: registration.name.clone(),
            status: registration.status,
            description: registration.description.clone(),
            default_port: registration.default_port,
            references: registration.references.clone(),
            deprecated: registration.deprecated.clone(),
        }
    }

    /// The registration of the name, with the components of a generic syntax.
    pub(crate) fn into_registration(self, generic: Registration) -> Registration {
        Registration {
            name: self.name,
            status: self.status,
            description: self.description,
            default_port: self.default_port,
            references: self.references,
            deprecated: self.deprecated,
            ..generic
        }
    }
}

static REGISTRATION: Registration = GENERIC_FACTS;

/// A constant, so that the registrations of names without a syntax need no clone of it, which few programs link.
const GENERIC_FACTS: Registration = RegistrationBuilder::new("", [1, 0, 0], Status::Reserved)
    .description("a URL of a scheme that nothing is registered under")
    .components(COMPONENTS, "{schemepart}|//[{user}[:{password}]@]{host}[:{port}][/{url-path}]")
    .syntax("genericurl = scheme \":\" schemepart\nschemepart = *xchar | ip-schemepart", "")
    .no_data_object("")
    .references(REFERENCES)
    .build();

impl Scheme for Generic {
    fn registration(&self) -> &Registration {
        &self.registration
    }

    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        at.trial(ip_schemepart);
        let schemepart = at.run(&XCHAR, "schemepart")?;
        at.set(SCHEMEPART, schemepart);
        at.finish(&XCHAR, "schemepart")
    }

    /// Fails: the generic syntax defines no access (R-2.1-7).
    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        no_access(to)
    }

    /// Only scheme and escapes change: what looks like a host may be something else.
    fn canonicalize(&self, url: &UrlRef<'_>, to: &mut String) {
        canonical::escapes(url, to);
    }
}

/// Why a URL of a generic syntax has no plan.
pub(crate) fn no_access(to: &PlanBuilder<'_>) -> Result<(), PlanError> {
    Err(PlanError::NoAccessMethod {
        what: format!("the scheme `{}`", to.url().scheme().to_ascii_lowercase()),
        help: "register a scheme of this name, or configure a gateway for it (RFC 1738 §4)",
        span: to.url().scheme_span(),
    })
}

/// `ip-schemepart = "//" login [ "/" urlpath ]`, without a look at the urlpath, which is read with the schemepart.
fn ip_schemepart(at: &mut Cursor<'_>) -> Result<(), Error> {
    authority::slashes(at)?;
    authority::login(at)?;
    if at.take("/") {
        at.set(URL_PATH, Span::new(at.position(), at.limit()));
        return Ok(());
    }
    at.finish(&XCHAR, "url-path")
}
