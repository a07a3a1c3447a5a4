//! web: the current http, https, ws and wss (RFC 9110 §4.2, RFC 6455 §3, based on RFC 3986).
//!
//! # Grammar
//!
//! ```text
//! http-URI      = "http" "://" authority path-abempty [ "?" query ]
//! https-URI     = "https" "://" authority path-abempty [ "?" query ]
//! ws-URI        = "ws:" "//" host [ ":" port ] path [ "?" query ]
//! wss-URI       = "wss:" "//" host [ ":" port ] path [ "?" query ]
//! authority     = [ userinfo "@" ] host [ ":" port ]
//! userinfo      = *( unreserved / pct-encoded / sub-delims / ":" )
//! host          = IP-literal / IPv4address / reg-name
//! IP-literal    = "[" ( IPv6address / IPvFuture ) "]"
//! IPvFuture     = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
//! reg-name      = *( unreserved / pct-encoded / sub-delims )
//! port          = *DIGIT
//! path-abempty  = *( "/" segment )
//! segment       = *pchar
//! pchar         = unreserved / pct-encoded / sub-delims / ":" / "@"
//! query         = *( pchar / "/" / "?" )
//! ```
//!
//! # Access
//!
//! 1. Connect to host and port (80; 443 for https and wss) by TCP; for https and wss start TLS.
//! 2. Send `GET`, the path and the query as written; for ws and wss, request an upgrade to the WebSocket protocol.
//!
//! # Deviations
//!
//! * The host may not be empty (RFC 9110 §4.2.1), and the port is at most 65535, the limit of TCP.
//! * A user name and password are accepted, with an access warning for the password; ws and wss have none (RFC 6455 §3).
//! * http and https allow a fragment, ws and wss do not (RFC 6455 §3); lenient mode splits it off.
//! * Lenient mode accepts unsafe characters (A-42), spaces and characters outside US-ASCII (A-43) and a bare `%` (A-31).

use core::fmt;

use anyurl_core::authors::canonical::CanonicalRules;
use anyurl_core::authors::{
    Component, Cursor, Example, Fix, PlanBuilder, Registration, RegistrationBuilder, Reject, Requirement, Scheme,
    Shape, Status, Text, UrlRef, canonical, example, reject, text, uri,
};
use anyurl_core::internal::{MASK, Rows, common};
use anyurl_core::plan::{Need, Transport};
use anyurl_core::{Error, ErrorKind, PlanError, Slot, Span, Url, View, rows};

use crate::prelude::*;

/// One of the four schemes of the web.
#[derive(Debug)]
struct WebScheme {
    registration: Registration,
    kind: Web,
    transport: Transport,
}

/// The two families of web schemes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Web {
    /// http and https.
    Http,
    /// ws and wss: neither userinfo nor fragment.
    Socket,
}

/// The scheme http, version 2: RFC 9110. Version 1 is [`http`](crate::http).
pub const HTTP: &dyn Scheme = {
    static SCHEME: WebScheme = WebScheme::new(HTTP_FACTS);
    &SCHEME
};

/// The scheme https: RFC 9110.
pub const HTTPS: &dyn Scheme = {
    static SCHEME: WebScheme = WebScheme::new(HTTPS_FACTS);
    &SCHEME
};

/// The scheme ws: RFC 6455.
pub const WS: &dyn Scheme = {
    static SCHEME: WebScheme = WebScheme::new(WS_FACTS);
    &SCHEME
};

/// The scheme wss: RFC 6455.
pub const WSS: &dyn Scheme = {
    static SCHEME: WebScheme = WebScheme::new(WSS_FACTS);
    &SCHEME
};

/// The components of a web URL.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct WebUrl<'a> {
    /// The user name.
    pub user: Option<&'a str>,
    /// The password.
    pub password: Option<&'a str>,
    /// The host; an IP-literal with its brackets.
    pub host: &'a str,
    /// The port, as written.
    pub port: Option<u16>,
    /// The path, with its leading slash; empty in `https://h`.
    pub path: &'a str,
    /// The query; empty in `https://h/?`.
    pub query: Option<&'a str>,
}

/// Shows no password.
impl fmt::Debug for WebUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("WebUrl");
        shown.field("user", &self.user.map(|_| MASK)).field("password", &self.password.map(|_| MASK));
        shown.field("host", &self.host).finish_non_exhaustive()
    }
}

impl<'a> View<'a> for WebUrl<'a> {
    const SCHEMES: &'static [&'static str] = &["http", "https", "ws", "wss"];
    const COMPONENTS: &'static [&'static str] = &["path", "query"];

    fn from_url(url: Url<'a>) -> Self {
        let text = |name| url.component(name).map(|part| part.text());
        Self {
            user: url.user(),
            password: url.password(),
            host: url.host().unwrap_or_default(),
            port: url.port(),
            path: text("path").unwrap_or_default(),
            query: text("query"),
        }
    }
}

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

const SOCKET_COMPONENTS: &[Component] = &[
    Component::UNWANTED_USER,
    Component::UNWANTED_PASSWORD,
    Component::HOST.with_class(&uri::REG_NAME),
    Component::PORT,
    Component::text("path", PATH).with_class(&uri::PATH),
    Component::text("query", QUERY).with_class(&uri::QUERY),
];

impl Scheme for WebScheme {
    fn registration(&self) -> &Registration {
        &self.registration
    }

    /// `"//" authority path-abempty [ "?" query ]`
    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        slashes(at)?;
        self.no_fragment(at)?;
        self.authority(at)?;
        let path = at.run(&uri::PATH, "path")?;
        at.set(PATH, path);
        if at.take("?") {
            let query = at.run(&uri::QUERY, "query")?;
            at.set(QUERY, query);
            return at.finish(&uri::QUERY, "query");
        }
        at.finish(&uri::PATH, "path")
    }

    fn shape(&self) -> Option<Shape> {
        Some(Shape::RFC3986.with_query())
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        to.connect(self.transport)?;
        if to.url().span(Slot::USER).is_some() {
            to.note("A-09", "user name and password are not sent unless the server asks for them");
        }
        let slash = to.url().get(PATH).map_or("", |path| if path.is_empty() { "/" } else { "" });
        let question = to.url().get(QUERY).map_or("", |_| "?");
        let request = to.request("GET ").text(slash).component(PATH).text(question).component(QUERY);
        let request = request.text(" HTTP/1.1\r\nHost: ").authority();
        match self.kind {
            Web::Http => request.text("\r\nConnection: close\r\n").send(),
            Web::Socket => {
                let request = request.text(HANDSHAKE).placeholder(Need::Nonce);
                request.text("\r\nSec-WebSocket-Version: 13\r\n").send()
            }
        }
    }

    fn canonicalize(&self, url: &UrlRef<'_>, to: &mut String) {
        canonical::write_by(&CanonicalRules::URI_SLASH, url, &[], to);
    }
}

/// The upgrade request to the WebSocket protocol (RFC 6455 §4.1), up to the nonce.
const HANDSHAKE: &str = "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ";

impl WebScheme {
    /// "Fragment identifiers … MUST NOT be used on these URIs" (RFC 6455 §3).
    fn no_fragment(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        if self.kind == Web::Http {
            return Ok(());
        }
        let Some(fragment) = at.get(Slot::FRAGMENT) else {
            return Ok(());
        };
        let span = Span::new(fragment.start() - 1, fragment.end());
        at.tolerate(at.error(ErrorKind::Forbidden, "ws-URI", "fragment", span, &SOCKET_FRAGMENT).found(None))
    }

    /// `authority = [ userinfo "@" ] host [ ":" port ]`
    fn authority(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        // Fast path: nearly every authority is only a name.
        if let Some(host) = at.run_fast(&uri::REG_NAME, b"/?") {
            at.set(Slot::HOST, host);
            return Ok(());
        }
        self.authority_slow(at)
    }

    /// Slow path of [`Self::authority`].
    #[inline(never)]
    fn authority_slow(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        if let Some(sign) = uri::userinfo_end(at) {
            self.userinfo(at, sign)?;
        }
        let host = uri::host(at)?;
        if host.is_empty() {
            return Err(at.error(ErrorKind::Missing, "host", "host", host, &HOST_MISSING).found(None));
        }
        uri::port(at)?;
        uri::check_port(at)
    }

    /// `userinfo = *( unreserved / pct-encoded / sub-delims / ":" )`, up to the `@` at `end`
    #[cold]
    fn userinfo(&self, at: &mut Cursor<'_>, end: usize) -> Result<(), Error> {
        if self.kind == Web::Socket {
            let span = Span::new(at.position(), end + 1);
            at.tolerate(at.error(ErrorKind::Forbidden, "ws-URI", "user", span, &SOCKET_LOGIN).found(None))?;
        }
        uri::userinfo(at, end)
    }
}

/// The `//` before the authority (RFC 9110 §4.2.1)
fn slashes(at: &mut Cursor<'_>) -> Result<(), Error> {
    if at.take("//") {
        return Ok(());
    }
    let requirement = if at.take("/") { &SECOND_SLASH } else { &SLASHES };
    let here = Span::at(at.position());
    Err(at.error(ErrorKind::Missing, "ip-schemepart", "schemepart", here, requirement))
}

/// The data of one web scheme that the others do not share.
#[derive(Clone, Copy)]
struct Facts {
    name: &'static str,
    major: u64,
    description: &'static str,
    default_port: u16,
    kind: Web,
    transport: Transport,
    syntax: &'static str,
    access: &'static [Text],
    references: &'static [Text],
    rows: &'static Rows,
}

impl WebScheme {
    const fn new(facts: Facts) -> Self {
        let builder = RegistrationBuilder::new(facts.name, [facts.major, 0, 0], Status::Permanent)
            .rfc3986()
            .description(facts.description)
            .port(facts.default_port)
            .syntax(facts.syntax, "")
            .access(facts.access)
            .hierarchical()
            .origin()
            .demonstration("the servers and browsers of the World Wide Web")
            .references(facts.references)
            .rows(facts.rows);
        let builder = match facts.kind {
            Web::Http => {
                builder.components(COMPONENTS, "//[{user}[:{password}]@]{host}[:{port}]{path}[?{query}]").form_query()
            }
            Web::Socket => builder
                .components(SOCKET_COMPONENTS, "//{host}[:{port}]{path}[?{query}]")
                .no_data_object("names a bidirectional service, not a data object"),
        };
        Self { registration: builder.build(), kind: facts.kind, transport: facts.transport }
    }
}

const GET: Text = text("send GET, the path (a slash if it is empty) and, after a `?`, the query, all as written");
const TCP: Text = text("connect to host:port (80) by TCP");
const TLS: Text = text("connect to host:port (443) by TCP and start TLS for the host");
const UPGRADE: Text = text("request an upgrade to the WebSocket protocol, with the path and query as written");

const HTTP_FACTS: Facts = Facts {
    name: "http",
    major: 2,
    description: "Hypertext Transfer Protocol",
    default_port: 80,
    kind: Web::Http,
    transport: Transport::Tcp,
    syntax: r#"http-URI = "http" "://" authority path-abempty [ "?" query ]"#,
    access: HTTP_ACCESS,
    references: HTTP_REFERENCES,
    rows: rows!(HTTP_EXAMPLES, HTTP_REJECTS),
};

const HTTP_ACCESS: &[Text] = &[TCP, GET];

const HTTP_REFERENCES: &[Text] = &[text("RFC 9110 §4.2.1"), text("RFC 3986 §3")];

const HTTP_EXAMPLES: &[Example] = &[
    example("http://h", "host=h path="),
    example("http://h/~joe#top", "host=h path=/~joe fragment=top"),
    example("http://h?x", "host=h path= query=x"),
    example(
        "http://u:p:q@exa_mple.:080/a//b?c/d?e",
        "user=u password=p:q host=exa_mple. port=080 path=/a//b query=c/d?e",
    ),
    example("http://[2001:db8::7]:/", "host=[2001:db8::7] path=/"),
    example("http://[v1.fe:x]/", "host=[v1.fe:x] path=/"),
];

const HTTP_REJECTS: &[Reject] = &[
    reject("http:h", ErrorKind::Missing, "ip-schemepart", (5, 5)),
    reject("http://", ErrorKind::Missing, "host", (7, 7)),
    reject("http:///p", ErrorKind::Missing, "host", (7, 7)),
    reject("http://[::1/", ErrorKind::Missing, "IP-literal", (12, 12)),
    reject("http://[1::2::3]/", ErrorKind::Unexpected, "IP-literal", (8, 15)),
    reject("http://[::1]x/", ErrorKind::Unexpected, "authority", (12, 13)),
    reject("http://h:8o/", ErrorKind::Unexpected, "port", (10, 11)),
    reject("http://h:65536/", ErrorKind::OutOfRange, "port", (9, 14)),
    reject("http://h\\a/", ErrorKind::Unexpected, "reg-name", (8, 9)),
    reject("http://h/a b", ErrorKind::Unexpected, "path-abempty", (10, 11)),
    reject("http://h/%zz", ErrorKind::BadEscape, "path-abempty", (9, 10)),
    reject("http://h/#a#b", ErrorKind::Unexpected, "fragment", (11, 12)),
];

const HTTPS_FACTS: Facts = Facts {
    name: "https",
    major: 1,
    description: "Hypertext Transfer Protocol Secure",
    default_port: 443,
    kind: Web::Http,
    transport: Transport::Tls,
    syntax: r#"https-URI = "https" "://" authority path-abempty [ "?" query ]"#,
    access: HTTPS_ACCESS,
    references: HTTPS_REFERENCES,
    rows: rows!(HTTPS_EXAMPLES, HTTPS_REJECTS),
};

const HTTPS_ACCESS: &[Text] = &[TLS, GET];

const HTTPS_REFERENCES: &[Text] = &[text("RFC 9110 §4.2.2"), text("RFC 3986 §3")];

const HTTPS_EXAMPLES: &[Example] = &[
    example(
        "https://en.wikipedia.org/wiki/Rust_(fungus)?action=edit#History",
        "host=en.wikipedia.org path=/wiki/Rust_(fungus) query=action=edit fragment=History",
    ),
    example("https://h:8443", "host=h port=8443 path="),
];

const HTTPS_REJECTS: &[Reject] = &[
    reject("https:/h", ErrorKind::Missing, "ip-schemepart", (7, 7)),
    reject("https://h/a|b", ErrorKind::Unexpected, "path-abempty", (11, 12)),
    reject("https://h/?a\"b", ErrorKind::Unexpected, "query", (12, 13)),
];

const WS_FACTS: Facts = Facts {
    name: "ws",
    major: 1,
    description: "WebSocket connections",
    default_port: 80,
    kind: Web::Socket,
    transport: Transport::Tcp,
    syntax: r#"ws-URI = "ws:" "//" host [ ":" port ] path [ "?" query ]
path = path-abempty"#,
    access: WS_ACCESS,
    references: WS_REFERENCES,
    rows: rows!(WS_EXAMPLES, WS_REJECTS),
};

const WS_ACCESS: &[Text] = &[TCP, UPGRADE];

const WS_REFERENCES: &[Text] = &[text("RFC 6455 §3"), text("RFC 3986 §3")];

const WS_EXAMPLES: &[Example] = &[example("ws://h:81/chat?scheme=1", "host=h port=81 path=/chat query=scheme=1")];

const WS_REJECTS: &[Reject] = &[
    reject("ws://h/#a", ErrorKind::Forbidden, "ws-URI", (7, 9)),
    reject("ws://u@h/", ErrorKind::Forbidden, "ws-URI", (5, 7)),
];

const WSS_FACTS: Facts = Facts {
    name: "wss",
    description: "Encrypted WebSocket connections",
    default_port: 443,
    transport: Transport::Tls,
    syntax: r#"wss-URI = "wss:" "//" host [ ":" port ] path [ "?" query ]
path = path-abempty"#,
    access: WSS_ACCESS,
    rows: rows!(WSS_EXAMPLES, WSS_REJECTS),
    ..WS_FACTS
};

const WSS_ACCESS: &[Text] = &[TLS, UPGRADE];

const WSS_EXAMPLES: &[Example] = &[example("wss://[::1]/chat", "host=[::1] path=/chat")];

const WSS_REJECTS: &[Reject] = &[reject("wss://h/#a", ErrorKind::Forbidden, "ws-URI", (8, 10))];

/// `http:h`.
static SLASHES: Requirement = common::slashes("RFC 9110 §4.2.1");

/// `http:/h`.
static SECOND_SLASH: Requirement = common::second_slash("RFC 9110 §4.2.1");

/// An empty host.
static HOST_MISSING: Requirement =
    Requirement::new("A-29", "RFC 9110 §4.2.1", "the host may not be empty", "name the host after `//`", Fix::Unknown);

/// A fragment in ws and wss.
static SOCKET_FRAGMENT: Requirement = Requirement::new(
    "A-40",
    "RFC 6455 §3",
    "a WebSocket URL has no fragment",
    "omit the fragment, or write `%23`",
    Fix::Remove,
);

/// A login in ws and wss.
static SOCKET_LOGIN: Requirement = Requirement::new(
    "A-09",
    "RFC 6455 §3",
    "a WebSocket URL has no user name and password",
    "omit everything up to and including the `@`",
    Fix::Remove,
);

anyurl_core::register_scheme!(*HTTP);
anyurl_core::register_scheme!(*HTTPS);
anyurl_core::register_scheme!(*WS);
anyurl_core::register_scheme!(*WSS);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conforms() {
        for scheme in [HTTP, HTTPS, WS, WSS] {
            anyurl_testkit::check(scheme);
        }
    }

    #[test]
    fn view() {
        let registry = anyurl_testkit::registry(HTTPS);
        let url = registry.parse("https://u@h:/?#").unwrap();
        let view: WebUrl<'_> = url.view().unwrap();
        assert_eq!((view.user, view.password, view.host, view.port), (Some("u"), None, "h", None));
        assert_eq!((view.path, view.query, url.fragment()), ("/", Some(""), Some("")));
    }

    #[test]
    fn lenient() {
        let rows = [
            ("https://h/a|b", true),
            ("https://h/a b?c d#e f", true),
            ("https://h/caf\u{e9}", true),
            ("https://m\u{fc}nchen.de/", true),
            ("https://h/%zz", true),
            ("https://h/#a#b", true),
            ("https://h\\a/", false),
            ("https://h h/", false),
            ("https://h/<", false),
            ("https:///p", false),
        ];
        anyurl_testkit::check_lenient(HTTPS, &rows);
        anyurl_testkit::check_lenient(WS, &[("ws://u:p@h/#f", true)]);
    }
}
