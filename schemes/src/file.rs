//! file: a file on a particular host (RFC 1738 §3.10).
//!
//! # Grammar
//!
//! ```text
//! fileurl  = "file://" [ host | "localhost" ] "/" fpath
//! fpath    = fsegment *[ "/" fsegment ]
//! fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
//! ```
//!
//! # Access
//!
//! 1. If the host is empty, `localhost` or this machine: open the file whose path is the decoded segments.
//! 2. No protocol is defined for files on other hosts.
//!
//! # Deviations
//!
//! * The host may be empty, as in the RFC but not in its drafts; login and port are not allowed.
//! * `?` is an ordinary character, and `;` is not allowed. Lenient mode accepts `;`, `file:/p` and a missing slash
//!   (A-22), and the `|` of drive letters (A-42).

use anyurl_core::authors::canonical::CanonicalRules;
use anyurl_core::authors::{
    Component, Cursor, Delimiter, Example, Fix, PlanBuilder, Registration, RegistrationBuilder, Reject, Requirement,
    Role, Scheme, Status, Text, UrlRef, authority, canonical, example, host, reject, text, uri,
};
use anyurl_core::components::value;
use anyurl_core::{Error, ErrorKind, PlanError, Slot, Span, Url, View, rows};

use crate::prelude::*;
use crate::rules::{FPATH, FSEGMENT};

/// The scheme file.
#[derive(Debug)]
struct File;

/// The scheme file, version 1: RFC 1738.
pub const FILE: &dyn Scheme = &File;

/// The components of a file URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FileUrl<'a> {
    /// The host; empty or `localhost` for the machine on which the URL is interpreted.
    pub host: &'a str,
    /// The path, without the slash before it.
    pub path: &'a str,
}

impl<'a> FileUrl<'a> {
    /// The segments of the path, as written; the last one is empty for a directory.
    pub fn segments(&self) -> impl Iterator<Item = &'a str> + Clone {
        value::list(self.path, Delimiter::Between(b'/'))
    }

    /// Whether the host name denotes the machine on which the URL is interpreted.
    pub fn is_local(&self) -> bool {
        is_local(self.host)
    }
}

impl<'a> View<'a> for FileUrl<'a> {
    const SCHEMES: &'static [&'static str] = &["file"];
    const COMPONENTS: &'static [&'static str] = &["segments"];

    fn from_url(url: Url<'a>) -> Self {
        let text = |name| url.component(name).map(|part| part.text());
        Self { host: url.host().unwrap_or_default(), path: text("segments").unwrap_or_default() }
    }
}

const PATH: Slot = Slot::own(0);
const SEGMENTS: Slot = Slot::own(1);

const COMPONENTS: &[Component] = &[
    Component::HOST,
    Component::whole("path", PATH),
    Component::new("segments", SEGMENTS, Role::List(Delimiter::Between(b'/'))).with_class(&FSEGMENT),
];

impl Scheme for File {
    fn registration(&self) -> &Registration {
        &REGISTRATION
    }

    /// `fileurl = "file://" [ host | "localhost" ] "/" fpath`
    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        if at.rest().starts_with(b"/") && !at.rest().starts_with(b"//") {
            return path_alone(at);
        }
        authority::slashes(at)?;
        let host = if matches!(at.peek(), None | Some(b'/')) { at.since(at.position()) } else { host::host(at)? };
        at.set(Slot::HOST, host);
        if !at.take("/") {
            match at.peek() {
                None => at.tolerate(at.mismatch("fileurl", "path", &SLASH))?,
                Some(b':' | b'@') => return Err(at.mismatch("fileurl", "host", &HOST_ONLY)),
                Some(_) => return Err(at.mismatch("fileurl", "path", &SLASH)),
            }
        }
        fpath(at)
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        let segments = to.url().elements(SEGMENTS, Delimiter::Between(b'/'));
        to.open(segments)
    }

    fn canonicalize(&self, url: &UrlRef<'_>, to: &mut String) {
        let local = url.get(Slot::HOST).is_some_and(is_local);
        let mut edits = Vec::new();
        if !url.text()[url.schemepart().start()..].starts_with("//") {
            edits.push((Span::at(url.schemepart().start()), "//"));
        } else if let Some(host) = url.span(Slot::HOST).filter(|_| local) {
            edits.push((host, ""));
        }
        canonical::write_by(&CanonicalRules::SLASH, url, &edits, to);
    }
}

/// A simple URL of version 2 (RFC 8089 §2), whose path begins with its slash.
pub(crate) fn simple(at: &mut Cursor<'_>) -> bool {
    if !at.take("//") {
        return false;
    }
    let host = if at.peek() == Some(b'/') { Ok(at.since(at.position())) } else { host::host(at) };
    let Ok(host) = host else { return false };
    at.set(Slot::HOST, host);
    if !at.take("/") || at.peek() == Some(b'/') {
        return false;
    }
    let Ok(segments) = at.run(&uri::PATH, "path") else { return false };
    at.set(PATH, Span::new(host.end(), segments.end()));
    at.set(SEGMENTS, segments);
    at.peek().is_none()
}

/// `file:/p`, which lenient mode parses as `file:///p` (A-22).
#[cold]
fn path_alone(at: &mut Cursor<'_>) -> Result<(), Error> {
    let host = Span::at(at.position());
    let missing = at.error(ErrorKind::Missing, "ip-schemepart", "schemepart", host, &NO_HOST);
    at.tolerate(missing.found(None))?;
    at.set(Slot::HOST, host);
    at.take("/");
    fpath(at)
}

/// `fpath = fsegment *[ "/" fsegment ]`
fn fpath(at: &mut Cursor<'_>) -> Result<(), Error> {
    let start = at.position();
    at.run(&FPATH, "path")?;
    while at.peek() == Some(b';') {
        at.tolerate(at.mismatch("fsegment", "path", &SEMICOLON))?;
        at.skip_to(at.position() + 1);
        at.run(&FPATH, "path")?;
    }
    let path = at.since(start);
    at.set(PATH, path);
    at.set(SEGMENTS, path);
    at.finish(&FPATH, "path")
}

/// Whether the host denotes the machine on which the URL is interpreted (R-3.10-2).
fn is_local(host: &str) -> bool {
    matches!(&*canonical::internet_host(host), "" | "localhost")
}

static REGISTRATION: Registration = RegistrationBuilder::new("file", [1, 0, 0], Status::Permanent)
    .rfc1738()
    .description("Host-specific file names")
    .components(COMPONENTS, "//{host}/{segments}")
    .syntax(
        r#"fileurl  = "file://" [ host | "localhost" ] "/" fpath
fpath    = fsegment *[ "/" fsegment ]
fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]"#,
        "/;",
    )
    .access(ACCESS)
    .hierarchical()
    .local_host()
    .demonstration("every browser")
    .references(REFERENCES)
    .rows(rows!(EXAMPLES, REJECTS))
    .build();

const ACCESS: &[Text] = &[
    text("on this machine (host empty, localhost or its own name): open the decoded segments as a path"),
    text("on another host: no access method is defined"),
];

const REFERENCES: &[Text] = &[text("RFC 1738 §3.10")];

const EXAMPLES: &[Example] = &[
    example("file:///", "host= path= segments="),
    example("file://localhost/etc/motd", "host=localhost path=etc/motd segments=etc/motd"),
    example("file:////a/", "host= path=/a/ segments=/a/"),
    example(
        "file://vms.host.edu/disk$user/a:b@c&d=e?",
        "host=vms.host.edu path=disk$user/a:b@c&d=e? segments=disk$user/a:b@c&d=e?",
    ),
];

const REJECTS: &[Reject] = &[
    reject("file:/p", ErrorKind::Missing, "ip-schemepart", (5, 5)),
    reject("file://h", ErrorKind::Missing, "fileurl", (8, 8)),
    reject("file://", ErrorKind::Missing, "fileurl", (7, 7)),
    reject("file://h:80/a", ErrorKind::Unexpected, "fileurl", (8, 9)),
    reject("file://u@h/a", ErrorKind::Unexpected, "fileurl", (8, 9)),
    reject("file://h./a", ErrorKind::Unexpected, "toplabel", (8, 9)),
    reject("file:///a;b", ErrorKind::Unexpected, "fsegment", (9, 10)),
    reject("file:///c|/dos", ErrorKind::Unexpected, "fsegment", (9, 10)),
    reject("file:///a%", ErrorKind::BadEscape, "fsegment", (9, 10)),
];

/// `file://h`.
static SLASH: Requirement = Requirement::new(
    "A-22",
    "RFC 1738 §3.10",
    "a `/` must follow the host, even if the path is empty",
    "insert the slash",
    Fix::replace("/"),
);

/// `file:/p`.
static NO_HOST: Requirement = Requirement::new(
    "A-22",
    "RFC 1738 §3.10",
    "`//` and a host, which may be empty, must come before the path",
    "write `file:///`",
    Fix::replace("//"),
);

/// `file://h:80/a`.
static HOST_ONLY: Requirement = Requirement::new(
    "R-3.10-3",
    "RFC 1738 §3.10",
    "a file URL has no port, user name or password",
    "write only the host, or nothing, between `//` and the path",
    Fix::Unknown,
);

/// `;` in a segment.
static SEMICOLON: Requirement =
    Requirement::new("A-22", "RFC 1738 §5", "a `;` in a path must be encoded", "encode it as `%3B`", Fix::Encode);

anyurl_core::register_scheme!(File);

#[cfg(test)]
mod tests {
    use anyurl_core::Options;

    use super::*;

    #[test]
    fn conforms() {
        anyurl_testkit::check(FILE);
    }

    #[test]
    fn view() {
        let registry = anyurl_testkit::registry(FILE);
        let url = registry.parse("file://LOCALHOST/a//b").unwrap();
        let view: FileUrl<'_> = url.view().unwrap();
        assert!(view.is_local());
        assert_eq!(view.segments().collect::<Vec<_>>(), ["a", "", "b"]);
    }

    #[test]
    fn lenient() {
        let rows = [
            ("file:/p", true),
            ("file://h", true),
            ("file://", true),
            ("file:///a;type=i", true),
            ("file:///c|/dos", true),
            ("file://h./a", true),
            ("file://localhost./a", true),
            ("file:///a%", true),
            ("file:p", false),
            ("file://h:80/a", false),
            ("file://u@h/a", false),
        ];
        anyurl_testkit::check_lenient(FILE, &rows);
        let registry = anyurl_testkit::registry(FILE);
        let lenient = Options::new().lenient();
        for text in ["file://localhost./a", "file://%4Cocalhost/a", "file:/a"] {
            let url = registry.parser().options(lenient).parse(text).unwrap();
            assert_eq!(url.to_canonical(), "file:///a", "{text}");
        }
    }
}
