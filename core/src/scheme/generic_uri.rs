//! The generic syntax of RFC 3986, for names without a syntax of their own in the profile `current`.
//!
//! ```text
//! URI       = scheme ":" hier-part [ "?" query ]
//! hier-part = "//" authority path-abempty / path-absolute / path-rootless / path-empty
//! ```

use alloc::borrow::Cow;

use crate::components::canonical::{self, CanonicalRules};
use crate::components::url_ref::UrlRef;
use crate::diagnostics::error::Error;
use crate::plan::{PlanBuilder, PlanError};
use crate::registration::{Component, Registration, RegistrationBuilder, Status, Text, text};
use crate::scheme::Scheme;
use crate::scheme::generic::{Fact, no_access};
use crate::syntax::cursor::Cursor;
use crate::syntax::uri;
use crate::text::prelude::*;
use crate::text::span::Slot;

const PATH: Slot = Slot::own(0);
const QUERY: Slot = Slot::own(1);

const COMPONENTS: &[Component] = &[
    Component::USER.with_class(&uri::USER),
    Component::PASSWORD.with_class(&uri::PASSWORD),
    Component::HOST.with_class(&uri::REG_NAME),
    Component::PORT,
    Component::text("path", PATH).with_class(&uri::PATH),
    Component::text("query", QUERY).with_class(&uri::QUERY),
];

const REFERENCES: &[Text] = &[text("RFC 3986 §3")];

/// The generic syntax.
#[derive(Debug)]
pub(crate) struct GenericUri {
    registration: Cow<'static, Registration>,
}

/// The scheme of all names that are not registered.
pub(crate) static GENERIC_URI: GenericUri = GenericUri { registration: Cow::Borrowed(&REGISTRATION) };

impl GenericUri {
    /// The scheme of a name of which only metadata is registered.
    pub(crate) fn from_fact(fact: Fact) -> Self {
        Self { registration: Cow::Owned(fact.into_registration(GENERIC_FACTS)) }
    }
}

static REGISTRATION: Registration = GENERIC_FACTS;

const GENERIC_FACTS: Registration = RegistrationBuilder::new("", [1, 0, 0], Status::Reserved)
    .rfc3986()
    .description("a URI of a scheme that nothing is registered under")
    .components(COMPONENTS, "{path}[?{query}]|//[{user}[:{password}]@]{host}[:{port}]{path}[?{query}]")
    .syntax(
        "URI = scheme \":\" hier-part [ \"?\" query ]\n\
         hier-part = \"//\" authority path-abempty / path-absolute / path-rootless / path-empty",
        "",
    )
    .hierarchical()
    .no_data_object("")
    .references(REFERENCES)
    .build();

impl Scheme for GenericUri {
    fn registration(&self) -> &Registration {
        &self.registration
    }

    /// `hier-part [ "?" query ]`
    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        if at.take("//") {
            authority(at)?;
        }
        let path = at.run(&uri::PATH, "path")?;
        at.set(PATH, path);
        if at.take("?") {
            let query = at.run(&uri::QUERY, "query")?;
            at.set(QUERY, query);
            return at.finish(&uri::QUERY, "query");
        }
        at.finish(&uri::PATH, "path")
    }

    /// Fails: the generic syntax defines no access (R-2.1-7).
    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        no_access(to)
    }

    fn canonicalize(&self, url: &UrlRef<'_>, to: &mut String) {
        canonical::write_by(&CanonicalRules::URI, url, &[], to);
    }
}

/// `authority = [ userinfo "@" ] host [ ":" port ]`
fn authority(at: &mut Cursor<'_>) -> Result<(), Error> {
    if let Some(end) = uri::userinfo_end(at) {
        uri::userinfo(at, end)?;
    }
    uri::host(at)?;
    uri::port(at)
}
