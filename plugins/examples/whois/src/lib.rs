//! x-whois: the holder of a domain, an address or a handle (RFC 3912).
//!
//! A scheme in a crate: `anyurl::discover()` finds it in a program that depends on the crate.

#![forbid(unsafe_code)]

use anyurl::authors::{
    Class, Component, Cursor, Example, Fix, PlanBuilder, Registration, RegistrationBuilder, Reject, Requirement,
    Scheme, Status, Text, authority, example, reject, text,
};
use anyurl::plan::{Transport, Until};
use anyurl::{AnyUrl, Error, ErrorKind, PlanError, Slot, View};

/// The scheme x-whois.
pub struct Whois;

/// The registered instance.
pub static WHOIS: Whois = Whois;

/// The typed view of an x-whois URL.
#[derive(Debug, PartialEq)]
pub struct WhoisUrl<'a> {
    /// The server.
    pub host: &'a str,
    /// The query, as written: a domain, an address or a handle.
    pub query: &'a str,
}

impl<'a> View<'a> for WhoisUrl<'a> {
    const SCHEMES: &'static [&'static str] = &["x-whois"];
    const COMPONENTS: &'static [&'static str] = &["host", "query"];

    fn from_url(url: AnyUrl<'a>) -> Self {
        Self { host: url.host().unwrap_or_default(), query: url.slot(QUERY).unwrap_or_default() }
    }
}

const QUERY: Slot = Slot::own(0);

const COMPONENTS: &[Component] = &[
    Component::HOST,
    Component::PORT,
    Component::text("query", QUERY).with_class(&QCHAR),
    Component::UNWANTED_USER,
    Component::UNWANTED_PASSWORD,
];

/// `query = 1*[ uchar | ":" | "@" | "=" ]`, with colons for IPv6 addresses.
static QCHAR: Class = Class::uchar("query").and(b":@=");

impl Scheme for Whois {
    fn registration(&self) -> &Registration {
        &REGISTRATION
    }

    /// `whoisurl = "x-whois://" hostport "/" query`
    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        authority::slashes(at)?;
        authority::host_port(at)?;
        if !at.take("/") || at.rest().is_empty() {
            return Err(at.mismatch("query", "query", &QUERY_MISSING));
        }
        let query = at.run(&QCHAR, "query")?;
        at.set(QUERY, query);
        at.finish(&QCHAR, "query")
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        to.connect(Transport::Tcp)?;
        to.line("").component(QUERY).send()?;
        to.receive(Until::Close);
        Ok(())
    }
}

static REGISTRATION: Registration = RegistrationBuilder::new("x-whois", [1, 0, 0], Status::Experimental)
    .description("the holder of a domain, an address or a handle")
    .port(43)
    .components(COMPONENTS, "//{host}[:{port}]/{query}")
    .syntax(
        r#"whoisurl = "x-whois://" hostport "/" query
query    = 1*[ uchar | ":" | "@" | "=" ]"#,
        "/",
    )
    .access(ACCESS)
    .demonstration("any client of RFC 3912")
    .references(REFERENCES)
    .examples(EXAMPLES, REJECTS)
    .build();

const ACCESS: &[Text] = &[
    text("connect to host:port by TCP"),
    text("send the query, decoded, and a line end"),
    text("receive until the server closes the connection"),
];

const REFERENCES: &[Text] = &[text("RFC 3912 §2")];

const EXAMPLES: &[Example] = &[
    example("x-whois://whois.example.net/example.com", "host=whois.example.net query=example.com"),
    example("x-whois://whois.example.net:4343/2001:db8::1", "host=whois.example.net port=4343 query=2001:db8::1"),
    example("x-whois://h/-T%20dn%20a.example", "host=h query=-T%20dn%20a.example"),
];

const REJECTS: &[Reject] = &[
    reject("x-whois://h", ErrorKind::Missing, "query", (11, 11)),
    reject("x-whois://h/", ErrorKind::Missing, "query", (12, 12)),
    reject("x-whois://h/a/b", ErrorKind::Unexpected, "query", (13, 14)),
    reject("x-whois:a", ErrorKind::Missing, "ip-schemepart", (8, 8)),
];

static QUERY_MISSING: Requirement = Requirement::new(
    "x-whois-query",
    "RFC 3912 §2",
    "a query is required",
    "write a slash and the query, as in `x-whois://whois.example.net/example.com`",
    Fix::Unknown,
);

anyurl::register_scheme!(WHOIS);
