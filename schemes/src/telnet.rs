//! telnet: an interactive session (RFC 1738 §3.8).
//!
//! # Grammar
//!
//! ```text
//! telneturl = "telnet://" login [ "/" ]
//! ```
//!
//! # Access
//!
//! 1. Connect to host and port (23) by TCP, and hand the session to the user.
//! 2. Show the user name and password, if any: they are advisory and never sent.
//!
//! # Deviations
//!
//! * Lenient mode ignores a path (A-36).

use core::fmt;

use anyurl_core::authors::{
    Class, Component, Cursor, Example, Fix, PlanBuilder, Registration, RegistrationBuilder, Reject, Requirement,
    Scheme, Status, Text, UrlRef, authority, canonical, escape, example, reject, text,
};
use anyurl_core::internal::MASK;
use anyurl_core::plan::Transport;
use anyurl_core::{Error, ErrorKind, PlanError, Span, Url, View, rows};

use crate::prelude::*;
use crate::rules;

/// The scheme telnet.
#[derive(Debug)]
struct Telnet;

/// The scheme telnet, version 1: RFC 1738.
pub const TELNET: &dyn Scheme = &Telnet;

/// The components of a telnet URL.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct TelnetUrl<'a> {
    /// The suggested user name.
    pub user: Option<&'a str>,
    /// The suggested password.
    pub password: Option<&'a str>,
    /// The server.
    pub host: &'a str,
    /// Its port, as written.
    pub port: Option<u16>,
}

/// Shows no password.
impl fmt::Debug for TelnetUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("TelnetUrl");
        shown.field("user", &self.user.map(|_| MASK)).field("password", &self.password.map(|_| MASK));
        shown.field("host", &self.host).finish_non_exhaustive()
    }
}

impl<'a> View<'a> for TelnetUrl<'a> {
    const SCHEMES: &'static [&'static str] = &["telnet"];
    const COMPONENTS: &'static [&'static str] = &[];

    fn from_url(url: Url<'a>) -> Self {
        Self { user: url.user(), password: url.password(), host: url.host().unwrap_or_default(), port: url.port() }
    }
}

const COMPONENTS: &[Component] = &[Component::USER, Component::PASSWORD, Component::HOST, Component::PORT];

/// The text that lenient mode ignores after the slash.
static PATH: Class = Class::xchar("url-path");

impl Scheme for Telnet {
    fn registration(&self) -> &Registration {
        &REGISTRATION
    }

    /// `telneturl = "telnet://" login [ "/" ]`
    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        authority::slashes(at)?;
        authority::login(at)?;
        if at.take("/") && at.peek().is_some() {
            path(at)?;
        }
        at.end("telneturl", "url-path", &NO_PATH)
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        to.connect(Transport::Tcp)?;
        to.advise_login()
    }

    fn canonicalize(&self, url: &UrlRef<'_>, to: &mut String) {
        let path = url.hostport_end().map(|end| Span::new(end, url.schemepart().end()));
        canonical::write(url, path.map(|path| (path, "/")).as_slice(), to);
    }
}

/// A simple URL of version 2 (RFC 4248 §2).
pub(crate) fn simple(at: &mut Cursor<'_>) -> bool {
    let is_read = rules::login_simple(at);
    at.take("/");
    is_read && at.peek().is_none()
}

/// Text after the slash, which lenient mode ignores (A-36).
#[cold]
fn path(at: &mut Cursor<'_>) -> Result<(), Error> {
    let rest = at.text(Span::new(at.position(), at.limit()));
    let first = Span::new(at.position(), at.position() + escape::unit_len(rest));
    at.tolerate(at.error(ErrorKind::Unexpected, "telneturl", "url-path", first, &NO_PATH))?;
    at.run(&PATH, "url-path").map(drop)
}

static REGISTRATION: Registration = RegistrationBuilder::new("telnet", [1, 0, 0], Status::Permanent)
    .rfc1738()
    .description("Reference to interactive sessions")
    .port(23)
    .command_line()
    .components(COMPONENTS, "//[{user}[:{password}]@]{host}[:{port}]/")
    .syntax(r#"telneturl = "telnet://" login [ "/" ]"#, "/:@")
    .access(ACCESS)
    .no_data_object("names an interactive service, not a data object")
    .demonstration("RFC 854 servers and clients")
    .references(REFERENCES)
    .rows(rows!(EXAMPLES, REJECTS))
    .build();

const ACCESS: &[Text] = &[
    text("connect to host:port (23) by TCP and hand the session to the user"),
    text("show the user name and password to the user, if given; send neither"),
];

const REFERENCES: &[Text] = &[text("RFC 1738 §3.8"), text("RFC 854")];

const EXAMPLES: &[Example] = &[
    example("telnet://h", "host=h"),
    example("telnet://h:23/", "host=h port=23"),
    example("telnet://guest:%70w@melvyl.ucop.edu/", "user=guest password=%70w host=melvyl.ucop.edu"),
    example("telnet://a;b?c&d=e@h/", "user=a;b?c&d=e host=h"),
    example("telnet://:@h", "user= password= host=h"),
];

const REJECTS: &[Reject] = &[
    reject("telnet://", ErrorKind::Missing, "host", (9, 9)),
    reject("telnet://u@", ErrorKind::Missing, "host", (11, 11)),
    reject("telnet://h/x", ErrorKind::Unexpected, "telneturl", (11, 12)),
    reject("telnet://h/;x", ErrorKind::Unexpected, "telneturl", (11, 12)),
    reject("telnet://h?x", ErrorKind::Unexpected, "telneturl", (10, 11)),
    reject("telnet://h:65536/", ErrorKind::OutOfRange, "port", (11, 16)),
    reject("telnet://u:p:q@h/", ErrorKind::Unexpected, "password", (12, 13)),
    reject("telnet://a@b@h/", ErrorKind::Unexpected, "user", (10, 11)),
    reject("telnet://u:p~@h/", ErrorKind::Unexpected, "password", (12, 13)),
];

/// `telnet://h/x`.
static NO_PATH: Requirement = Requirement::new(
    "A-36",
    "RFC 1738 §3.8",
    "nothing may follow the slash: a session has no path",
    "omit what follows the slash",
    Fix::Unknown,
);

anyurl_core::register_scheme!(Telnet);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conforms() {
        anyurl_testkit::check(TELNET);
    }

    #[test]
    fn view() {
        let registry = anyurl_testkit::registry(TELNET);
        let url = registry.parse("telnet://u:p@h:24/").unwrap();
        let view = TelnetUrl { user: Some("u"), password: Some("p"), host: "h", port: Some(24) };
        assert!(url.view() == Some(view));
    }

    #[test]
    fn lenient() {
        let rows = [
            ("telnet://h/x/y", true),
            ("telnet://h/;x", true),
            ("telnet://a@b@h/", true),
            ("telnet://h:/", true),
            ("telnet://h?x", false),
            ("telnet://", false),
            ("telnet://h:65536/", false),
        ];
        anyurl_testkit::check_lenient(TELNET, &rows);
    }
}
