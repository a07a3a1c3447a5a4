//! prospero: the Prospero directory service (RFC 1738 §3.11).
//!
//! # Grammar
//!
//! ```text
//! prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]
//! ppath       = psegment *[ "/" psegment ]
//! psegment    = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
//! fieldspec   = ";" fieldname "=" fieldvalue
//! fieldname   = *[ uchar | "?" | ":" | "@" | "&" ]
//! fieldvalue  = *[ uchar | "?" | ":" | "@" | "&" ]
//! ```
//!
//! # Access
//!
//! 1. Connect to host and port (1525) by UDP, according to the draft of 1993; the RFC names no transport.
//! 2. Ask the directory server to resolve the host-specific object name with its fields.
//! 3. Use one of the access methods in the answer; each may be another URL.
//!
//! # Deviations
//!
//! * The host-specific object name is opaque: its slashes have no meaning, and a name that begins with a slash has two
//!   after the host. Fields keep their order and their duplicates (A-38).
//! * Lenient mode accepts a semicolon at the end and an `=` in a value, and treats the text after `%00` in the name as
//!   the version of the object, as in the draft of 1993 (A-38).

use anyurl_core::authors::{
    Class, Component, Cursor, Example, FieldSyntax, Fix, PlanBuilder, Registration, RegistrationBuilder, Reject,
    Requirement, Role, Scheme, Status, Text, UrlRef, authority, canonical, example, reject, text,
};
use anyurl_core::components::value;
use anyurl_core::plan::{ArgumentFraming, Transport};
use anyurl_core::{Error, ErrorKind, PlanError, Slot, Span, Url, View, rows};

use crate::prelude::*;

/// The scheme prospero.
#[derive(Debug)]
struct Prospero;

/// The scheme prospero, version 1: RFC 1738.
pub const PROSPERO: &dyn Scheme = &Prospero;

/// The components of a prospero URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ProsperoUrl<'a> {
    /// The directory server.
    pub host: &'a str,
    /// Its port, as written.
    pub port: Option<u16>,
    /// The host-specific object name, opaque.
    pub hsoname: &'a str,
    /// All fields, with their semicolons.
    fieldspecs: &'a str,
}

impl<'a> ProsperoUrl<'a> {
    /// The fields in their order, names and values as written.
    pub fn fields(&self) -> impl Iterator<Item = (&'a str, &'a str)> + Clone {
        value::fields(self.fieldspecs, FieldSyntax::SEMICOLON).map(|(name, value)| (name, value.unwrap_or_default()))
    }
}

impl<'a> View<'a> for ProsperoUrl<'a> {
    const SCHEMES: &'static [&'static str] = &["prospero"];
    const COMPONENTS: &'static [&'static str] = &["hsoname", "fields"];

    fn from_url(url: Url<'a>) -> Self {
        let text = |name| url.component(name).map(|part| part.text());
        Self {
            host: url.host().unwrap_or_default(),
            port: url.port(),
            hsoname: text("hsoname").unwrap_or_default(),
            fieldspecs: text("fields").unwrap_or_default(),
        }
    }
}

const HSONAME: Slot = Slot::own(0);
const FIELDS: Slot = Slot::own(1);
const OBJECT_VERSION: Slot = Slot::own(2);

const COMPONENTS: &[Component] = &[
    Component::UNWANTED_USER,
    Component::UNWANTED_PASSWORD,
    Component::HOST,
    Component::PORT,
    Component::text("hsoname", HSONAME).with_class(&PPATH),
    Component::new("fields", FIELDS, Role::Fields(FieldSyntax::SEMICOLON)).with_class(&FIELDNAME),
    Component::lenient("OBJECT-VERSION", OBJECT_VERSION, Role::Text),
];

/// `ppath = psegment *[ "/" psegment ]`
static PPATH: Class = Class::uchar("psegment").and(b"?:@&=/");

/// `fieldname = *[ uchar | "?" | ":" | "@" | "&" ]`
static FIELDNAME: Class = Class::uchar("fieldname").and(b"?:@&");

/// `fieldvalue = *[ uchar | "?" | ":" | "@" | "&" ]`
static FIELDVALUE: Class = Class::uchar("fieldvalue").and(b"?:@&");

impl Scheme for Prospero {
    fn registration(&self) -> &Registration {
        &REGISTRATION
    }

    /// `prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]`
    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        authority::slashes(at)?;
        authority::host_port(at)?;
        if !at.take("/") {
            return Err(at.mismatch("ppath", "hsoname", &SLASH));
        }
        let hsoname = at.run(&PPATH, "hsoname")?;
        at.set(HSONAME, hsoname);
        if at.is_lenient() {
            object_version(at, hsoname);
        }
        let fields = at.position();
        while at.take(";") {
            let start = at.position();
            fieldspec(at)?;
            // If nothing was read, lenient mode has tolerated a semicolon at the end.
            if at.position() > start {
                at.set(FIELDS, at.since(fields));
            }
        }
        at.finish(&PPATH, "hsoname")
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        to.connect(Transport::Udp)?;
        let hsoname = to.url().span(HSONAME).unwrap_or(to.url().schemepart());
        let version = to.url().span(OBJECT_VERSION);
        let fields = to.url();
        let mut call = to.call("prospero", "resolve", ArgumentFraming::Lines).argument("hsoname", hsoname);
        if let Some(version) = version {
            call = call.own_field("OBJECT-VERSION", version);
        }
        call.fields(fields.fields(FIELDS, FieldSyntax::SEMICOLON)).send()?;
        to.follow("access-methods");
        Ok(())
    }

    fn canonicalize(&self, url: &UrlRef<'_>, to: &mut String) {
        // Lenient mode accepts a semicolon at the end.
        let end = url.schemepart().end();
        let semicolon = url.schemepart().of(url.text()).ends_with(';').then(|| Span::new(end - 1, end));
        canonical::write(url, semicolon.map(|span| (span, "")).as_slice(), to);
    }
}

/// `fieldspec = ";" fieldname "=" fieldvalue`, after its semicolon
fn fieldspec(at: &mut Cursor<'_>) -> Result<(), Error> {
    let name = at.run(&FIELDNAME, "fields")?;
    if !at.take("=") {
        let error = at.mismatch("fieldspec", "fields", &EQUALS);
        return if name.is_empty() && at.peek().is_none() { at.tolerate(error) } else { Err(error) };
    }
    at.run(&FIELDVALUE, "fields")?;
    while at.peek() == Some(b'=') {
        at.tolerate(at.mismatch("fieldvalue", "fields", &EQUALS_IN_VALUE))?;
        at.skip_to(at.position() + 1);
        at.run(&FIELDVALUE, "fields")?;
    }
    if matches!(at.peek(), None | Some(b';')) { Ok(()) } else { at.finish(&FIELDVALUE, "fields") }
}

/// `hsoname%00version`, as in the draft of 1993 (A-38).
fn object_version(at: &mut Cursor<'_>, hsoname: Span) {
    if let Some(nul) = at.text(hsoname).find("%00") {
        let nul = Span::new(hsoname.start() + nul, hsoname.start() + nul + 3);
        at.warn(&NUL, nul);
        at.set(HSONAME, Span::new(hsoname.start(), nul.start()));
        at.set(OBJECT_VERSION, Span::new(nul.end(), hsoname.end()));
    }
}

static REGISTRATION: Registration = RegistrationBuilder::new("prospero", [1, 0, 0], Status::Historical)
    .rfc1738()
    .description("Prospero Directory Service")
    .port(1525)
    .components(COMPONENTS, "//{host}[:{port}]/{hsoname}{fields}")
    .syntax(
        r#"prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]
ppath       = psegment *[ "/" psegment ]
psegment    = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
fieldspec   = ";" fieldname "=" fieldvalue
fieldname   = *[ uchar | "?" | ":" | "@" | "&" ]
fieldvalue  = *[ uchar | "?" | ":" | "@" | "&" ]"#,
        "/;=",
    )
    .access(ACCESS)
    .demonstration("the Prospero directory servers and clients of ISI")
    .references(REFERENCES)
    .rows(rows!(EXAMPLES, REJECTS))
    .build();

const ACCESS: &[Text] = &[
    text("connect to host:port (1525) by UDP"),
    text("ask the directory server to resolve hsoname and fields"),
    text("use one of the access methods in the answer, which may be another URL"),
];

const REFERENCES: &[Text] = &[text("RFC 1738 §3.11")];

const EXAMPLES: &[Example] = &[
    example("prospero://host.dom//pros/name", "host=host.dom hsoname=/pros/name"),
    example("prospero://h/n;a=1;a=2", "host=h hsoname=n fields=;a=1;a=2"),
    example("prospero://h/;=", "host=h hsoname= fields=;="),
    example("prospero://h:1526/a=b?c;x%3D=y%3Dz", "host=h port=1526 hsoname=a=b?c fields=;x%3D=y%3Dz"),
];

const REJECTS: &[Reject] = &[
    reject("prospero:n", ErrorKind::Missing, "ip-schemepart", (9, 9)),
    reject("prospero:///n", ErrorKind::Missing, "host", (11, 11)),
    reject("prospero://h", ErrorKind::Missing, "ppath", (12, 12)),
    reject("prospero://h;a=b", ErrorKind::Unexpected, "ppath", (12, 13)),
    reject("prospero://u@h/n", ErrorKind::Forbidden, "hostport", (11, 13)),
    reject("prospero://h/n;", ErrorKind::Missing, "fieldspec", (15, 15)),
    reject("prospero://h/n;a", ErrorKind::Missing, "fieldspec", (16, 16)),
    reject("prospero://h/a;b/c", ErrorKind::Unexpected, "fieldspec", (16, 17)),
    reject("prospero://h/n;a=b/c", ErrorKind::Unexpected, "fieldvalue", (18, 19)),
    reject("prospero://h/n;a=b=c", ErrorKind::Unexpected, "fieldvalue", (18, 19)),
    reject("prospero://h/n~", ErrorKind::Unexpected, "psegment", (14, 15)),
];

/// `prospero://h;a=b`.
static SLASH: Requirement = Requirement::new(
    "R-3.11-1",
    "RFC 1738 §3.11",
    "a `/` and the host-specific object name must follow the host",
    "write a slash and the name after the host",
    Fix::Unknown,
);

/// `;name`.
static EQUALS: Requirement = Requirement::new(
    "A-38",
    "RFC 1738 §3.11",
    "a field is a name, `=` and a value; any other `;` must be encoded",
    "write `;name=value`, or encode the `;` as `%3B`",
    Fix::Unknown,
);

/// `;a=b=c`.
static EQUALS_IN_VALUE: Requirement = Requirement::new(
    "A-38",
    "RFC 1738 §3.11",
    "an `=` within the value of a field must be encoded",
    "encode it as `%3D`",
    Fix::Encode,
);

/// `hsoname%00version`.
static NUL: Requirement = Requirement::new(
    "A-38",
    "draft of 1993",
    "the text after the byte 00 is the version of the object",
    "write the version as a field: `;OBJECT-VERSION=…`",
    Fix::Unknown,
);

anyurl_core::register_scheme!(Prospero);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conforms() {
        anyurl_testkit::check(PROSPERO);
    }

    #[test]
    fn view() {
        let registry = anyurl_testkit::registry(PROSPERO);
        let url = registry.parse("prospero://h//a;b=1;b=2").unwrap();
        let view: ProsperoUrl<'_> = url.view().unwrap();
        assert_eq!((view.host, view.port, view.hsoname), ("h", None, "/a"));
        assert_eq!(view.fields().collect::<Vec<_>>(), [("b", "1"), ("b", "2")]);
    }

    #[test]
    fn lenient() {
        let rows = [
            ("prospero://h/n;", true),
            ("prospero://h/n;a=1;", true),
            ("prospero://h/n;a=b=c", true),
            ("prospero://u@h/n", true),
            ("prospero://h/n~", true),
            ("prospero://h/n;a", false),
            ("prospero://h/n;a=b/c", false),
            ("prospero://h;a=b", false),
        ];
        anyurl_testkit::check_lenient(PROSPERO, &rows);
    }

    #[test]
    fn version_of_1993() {
        let registry = anyurl_testkit::registry(PROSPERO);
        let options = anyurl_core::Options::new().lenient();
        let url = registry.parser().options(options).parse("prospero://h/n%002;a=1").unwrap();
        let text = |name| url.component(name).map(|part| part.text());
        assert_eq!((text("hsoname"), text("OBJECT-VERSION"), text("fields")), (Some("n"), Some("2"), Some(";a=1")));
    }
}
