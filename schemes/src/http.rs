//! http: hypertext transfer, as RFC 1738 defines it (RFC 1738 §3.3). [`web`](crate::web) has the current version.
//!
//! # Grammar
//!
//! ```text
//! httpurl  = "http://" hostport [ "/" hpath [ "?" search ]]
//! hpath    = hsegment *[ "/" hsegment ]
//! hsegment = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
//! search   = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
//! ```
//!
//! # Access
//!
//! 1. Connect to host and port (80) by TCP.
//! 2. Send `GET /`, the path and the search part as written: escapes stay escapes (§6).
//!
//! # Deviations
//!
//! * A literal `/` or `?` in the search part is rejected, as in the BNF; the prose merely reserves them (A-07).
//! * Lenient mode accepts them as data (A-07), inserts the slash of `http://h?x` (A-08), and stores a user name and
//!   password, which are never sent silently (A-09).

use anyurl_core::authors::canonical::CanonicalRules;
use anyurl_core::authors::{
    Class, Component, Cursor, Example, Fix, PlanBuilder, Registration, RegistrationBuilder, Reject, Requirement,
    Scheme, Shape, Status, Text, UrlRef, authority, canonical, example, reject, text,
};
use anyurl_core::plan::Transport;
use anyurl_core::{Error, ErrorKind, PlanError, Slot, Span, Url, View, rows};

use crate::prelude::*;
use crate::rules;

/// The scheme http, version 1.
#[derive(Debug)]
struct Http;

/// The scheme http, version 1: RFC 1738.
pub const HTTP: &dyn Scheme = &Http;

/// The components of an http URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HttpUrl<'a> {
    /// The server.
    pub host: &'a str,
    /// Its port, as written.
    pub port: Option<u16>,
    /// The path, without the slash before it; absent in `http://h`.
    pub path: Option<&'a str>,
    /// The search part; empty in `http://h/?`.
    pub searchpart: Option<&'a str>,
}

impl<'a> View<'a> for HttpUrl<'a> {
    const SCHEMES: &'static [&'static str] = &["http"];
    const COMPONENTS: &'static [&'static str] = &["path", "searchpart"];

    fn from_url(url: Url<'a>) -> Self {
        let text = |name| url.component(name).map(|part| part.text());
        Self {
            host: url.host().unwrap_or_default(),
            port: url.port(),
            path: text("path"),
            searchpart: text("searchpart"),
        }
    }
}

const PATH: Slot = Slot::own(0);
const SEARCHPART: Slot = Slot::own(1);

const COMPONENTS: &[Component] = &[
    Component::UNWANTED_USER,
    Component::UNWANTED_PASSWORD,
    Component::HOST,
    Component::PORT,
    Component::text("path", PATH).with_class(&HPATH),
    Component::text("searchpart", SEARCHPART).with_class(&rules::SEARCH),
];

/// `hpath = hsegment *[ "/" hsegment ]`
static HPATH: Class = Class::uchar("hsegment").and(b";:@&=/");

impl Scheme for Http {
    fn registration(&self) -> &Registration {
        &REGISTRATION
    }

    /// `httpurl = "http://" hostport [ "/" hpath [ "?" search ]]`
    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        authority::slashes(at)?;
        authority::host_port(at)?;
        if at.take("/") {
            let path = at.run(&HPATH, "path")?;
            at.set(PATH, path);
        } else if at.peek() == Some(b'?') {
            no_slash(at)?;
        }
        if at.take("?") {
            return rules::search(at, SEARCHPART, "searchpart");
        }
        at.finish(&HPATH, "path")
    }

    fn shape(&self) -> Option<Shape> {
        Some(Shape::RFC1738)
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        to.connect(Transport::Tcp)?;
        let question = to.url().get(SEARCHPART).map_or("", |_| "?");
        to.request("GET /").component(PATH).text(question).component(SEARCHPART).text(" HTTP/1.0\r\n").send()
    }

    fn canonicalize(&self, url: &UrlRef<'_>, to: &mut String) {
        canonical::write_by(&CanonicalRules::SLASH, url, &[], to);
    }
}

/// `http://h?x`, which lenient mode parses as `http://h/?x` (A-08).
#[cold]
fn no_slash(at: &mut Cursor<'_>) -> Result<(), Error> {
    let here = Span::at(at.position());
    at.tolerate(at.error(ErrorKind::Missing, "hpath", "path", here, &SLASH).found(None))?;
    at.set(PATH, here);
    Ok(())
}

static REGISTRATION: Registration = RegistrationBuilder::new("http", [1, 0, 0], Status::Permanent)
    .rfc1738()
    .description("Hypertext Transfer Protocol")
    .port(80)
    .components(COMPONENTS, "//{host}[:{port}][/{path}[?{searchpart}]]")
    .syntax(
        r#"httpurl  = "http://" hostport [ "/" hpath [ "?" search ]]
hpath    = hsegment *[ "/" hsegment ]
hsegment = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
search   = *[ uchar | ";" | ":" | "@" | "&" | "=" ]"#,
        "/;?",
    )
    .access(ACCESS)
    .hierarchical()
    .origin()
    .demonstration("World Wide Web servers and browsers")
    .references(REFERENCES)
    .rows(rows!(EXAMPLES, REJECTS))
    .build();

const ACCESS: &[Text] = &[
    text("connect to host:port (80) by TCP"),
    text("send GET, a slash, the path and, after a `?`, the search part, all as written"),
];

const REFERENCES: &[Text] = &[text("RFC 1738 §3.3")];

const EXAMPLES: &[Example] = &[
    example("http://h", "host=h"),
    example("http://h/", "host=h path="),
    example("http://h/?", "host=h path= searchpart="),
    example(
        "http://www.dom:8080/a/b;c=d/%7Ejoe?x+y&z=:@",
        "host=www.dom port=8080 path=a/b;c=d/%7Ejoe searchpart=x+y&z=:@",
    ),
    example("http://h/a/../b/./c", "host=h path=a/../b/./c"),
];

const REJECTS: &[Reject] = &[
    reject("http:h", ErrorKind::Missing, "ip-schemepart", (5, 5)),
    reject("http:/h", ErrorKind::Missing, "ip-schemepart", (6, 6)),
    reject("http:///p", ErrorKind::Missing, "host", (7, 7)),
    reject("http://@h/", ErrorKind::Forbidden, "hostport", (7, 8)),
    reject("http://u:p@h/", ErrorKind::Forbidden, "hostport", (7, 11)),
    reject("http://exa_mple.com/", ErrorKind::Unexpected, "host", (10, 11)),
    reject("http://h?x", ErrorKind::Missing, "hpath", (8, 8)),
    reject("http://h/~joe", ErrorKind::Unexpected, "hsegment", (9, 10)),
    reject("http://h/a?b?c", ErrorKind::Unexpected, "search", (12, 13)),
    reject("http://h/a?b/c", ErrorKind::Unexpected, "search", (12, 13)),
    reject("http://h/a#b", ErrorKind::Unexpected, "hsegment", (10, 12)),
    reject("http://h/a b", ErrorKind::Unexpected, "hsegment", (10, 11)),
    reject("http://h/%zz", ErrorKind::BadEscape, "hsegment", (9, 10)),
    reject("http://h:/", ErrorKind::Missing, "port", (8, 9)),
    reject("http://h:65536/", ErrorKind::OutOfRange, "port", (9, 14)),
    reject("http://256.1.1.1/", ErrorKind::OutOfRange, "hostnumber", (7, 10)),
];

/// `http://h?x`.
static SLASH: Requirement = Requirement::new(
    "A-08",
    "RFC 1738 §3.3",
    "the slash after the host may be omitted only if path and search part are both absent",
    "insert the slash before the `?`",
    Fix::replace("/"),
);

anyurl_core::register_scheme!(Http);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conforms() {
        anyurl_testkit::check(HTTP);
    }

    #[test]
    fn view() {
        let registry = anyurl_testkit::registry(HTTP);
        let url = registry.parse("http://h/a?").unwrap();
        assert_eq!(url.view(), Some(HttpUrl { host: "h", port: None, path: Some("a"), searchpart: Some("") }));
    }

    #[test]
    fn lenient() {
        let rows = [
            ("http://h?x", true),
            ("http://h/a?b?c/d", true),
            ("http://u:p@h/", true),
            ("http://h/~joe|{x}", true),
            ("http://h/a b\u{e9}", true),
            ("http://h/%zz", true),
            ("http://h/a#b", true),
            ("http://h/\"", false),
            ("http://h/<", false),
            ("http://h/\t", true),
            ("http://h/\tx", false),
            ("http://h\\a/", false),
            ("http:///p", false),
        ];
        anyurl_testkit::check_lenient(HTTP, &rows);
    }
}
