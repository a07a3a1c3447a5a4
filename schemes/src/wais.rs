//! wais: Wide Area Information Servers (RFC 1738 §3.9).
//!
//! # Grammar
//!
//! ```text
//! waisurl      = waisdatabase | waisindex | waisdoc
//! waisdatabase = "wais://" hostport "/" database
//! waisindex    = "wais://" hostport "/" database "?" search
//! waisdoc      = "wais://" hostport "/" database "/" wtype "/" wpath
//! database     = *uchar
//! wtype        = *uchar
//! wpath        = *uchar
//! ```
//!
//! # Access
//!
//! 1. Connect to host and port (210) by TCP.
//! 2. Database: ask the user for a query. Index: search the database for the query. Document: retrieve it from the
//!    database by its type and its document-id, the decoded wpath.
//!
//! # Deviations
//!
//! * Database, type and path contain reserved characters only as escapes, as in the BNF, although document-ids are full
//!   of them; lenient mode accepts all text after the type's slash as the path (A-21).
//! * Lenient mode accepts a literal `/` or `?` in the search (A-07).

use anyurl_core::authors::{
    CallBuilder, Class, Component, Cursor, Example, Fix, PlanBuilder, Registration, RegistrationBuilder, Reject,
    Relative, Requirement, Scheme, Status, Text, authority, example, reject, text,
};
use anyurl_core::plan::{ArgumentFraming, Transport};
use anyurl_core::{Error, ErrorKind, PlanError, Slot, Url, View, rows};

use crate::rules;

/// The scheme wais.
#[derive(Debug)]
struct Wais;

/// The scheme wais, version 1: RFC 1738.
pub const WAIS: &dyn Scheme = &Wais;

/// The components of a wais URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct WaisUrl<'a> {
    /// The server.
    pub host: &'a str,
    /// Its port, as written.
    pub port: Option<u16>,
    /// The database.
    pub database: &'a str,
    /// The part of the database that the URL locates.
    pub form: Form<'a>,
}

/// The three forms of a wais URL, in the order of §3.9.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::exhaustive_enums, reason = "the grammar has these forms")]
pub enum Form<'a> {
    /// The database itself, which is available for searching.
    Database,
    /// A search.
    Index {
        /// The query.
        search: &'a str,
    },
    /// A document.
    Document {
        /// Its type: clients need it before they retrieve.
        wtype: &'a str,
        /// Its document-id, opaque.
        wpath: &'a str,
    },
}

impl<'a> View<'a> for WaisUrl<'a> {
    const SCHEMES: &'static [&'static str] = &["wais"];
    const COMPONENTS: &'static [&'static str] = &["database", "search", "wtype", "wpath"];

    fn from_url(url: Url<'a>) -> Self {
        let text = |name| url.component(name).map(|part| part.text());
        let form = match (text("search"), text("wtype"), text("wpath")) {
            (Some(search), _, _) => Form::Index { search },
            (None, Some(wtype), Some(wpath)) => Form::Document { wtype, wpath },
            _ => Form::Database,
        };
        Self {
            host: url.host().unwrap_or_default(),
            port: url.port(),
            database: text("database").unwrap_or_default(),
            form,
        }
    }
}

const DATABASE: Slot = Slot::own(0);
const SEARCH: Slot = Slot::own(1);
const WTYPE: Slot = Slot::own(2);
const WPATH: Slot = Slot::own(3);

const COMPONENTS: &[Component] = &[
    Component::UNWANTED_USER,
    Component::UNWANTED_PASSWORD,
    Component::HOST,
    Component::PORT,
    Component::text("database", DATABASE).with_class(&UCHAR),
    Component::text("search", SEARCH).with_class(&rules::SEARCH),
    Component::text("wtype", WTYPE).with_class(&UCHAR),
    Component::text("wpath", WPATH).with_class(&UCHAR),
];

/// `*uchar`: database, wtype and wpath
static UCHAR: Class = Class::uchar("uchar");

/// The wpath of lenient mode.
static XCHAR: Class = Class::xchar("wpath");

impl Scheme for Wais {
    fn registration(&self) -> &Registration {
        &REGISTRATION
    }

    /// `waisurl = waisdatabase | waisindex | waisdoc`
    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        authority::slashes(at)?;
        authority::host_port(at)?;
        if !at.take("/") {
            return Err(at.mismatch("database", "database", &DATABASE_REQUIRED));
        }
        let database = at.run(&UCHAR, "database")?;
        at.set(DATABASE, database);
        if at.take("?") {
            return rules::search(at, SEARCH, "search");
        }
        if at.take("/") {
            return document(at);
        }
        at.finish(&UCHAR, "database")
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        to.connect(Transport::Tcp)?;
        let span = |slot| to.url().span(slot);
        let database = span(DATABASE).unwrap_or(to.url().schemepart());
        match (span(SEARCH), span(WTYPE), span(WPATH)) {
            (Some(query), _, _) => call(to, "search").argument("database", database).argument("query", query).send(),
            (None, Some(wtype), Some(wpath)) => {
                let call = call(to, "retrieve").argument("database", database);
                call.argument("wtype", wtype).argument("wpath", wpath).send()
            }
            _ => call(to, "open").argument("database", database).send(),
        }
    }

    /// "Within the WAIS world, names do … not need to be prefixed by `wais:`" (draft of 1993, R-P-8).
    fn relative(&self) -> Relative {
        Relative::Path
    }
}

/// `wtype "/" wpath`
fn document(at: &mut Cursor<'_>) -> Result<(), Error> {
    let wtype = at.run(&UCHAR, "wtype")?;
    at.set(WTYPE, wtype);
    if !at.take("/") {
        return Err(at.mismatch("waisdoc", "wpath", &WPATH_REQUIRED));
    }
    let start = at.position();
    at.run(&UCHAR, "wpath")?;
    if at.peek().is_some() {
        at.tolerate(at.mismatch("uchar", "wpath", &WPATH_RESERVED))?;
        at.run(&XCHAR, "wpath")?;
    }
    at.set(WPATH, at.since(start));
    at.finish(&XCHAR, "wpath")
}

/// A request of Z39.50-1988, which carries every argument with its length.
fn call<'b, 'p>(to: &'b mut PlanBuilder<'p>, operation: &'static str) -> CallBuilder<'b, 'p> {
    to.call("wais", operation, ArgumentFraming::LengthPrefixed)
}

static REGISTRATION: Registration = RegistrationBuilder::new("wais", [1, 0, 0], Status::Historical)
    .rfc1738()
    .description("Wide Area Information Servers")
    .port(210)
    .components(COMPONENTS, "//{host}[:{port}]/{database}[?{search}|/{wtype}/{wpath}]")
    .syntax(
        r#"waisurl      = waisdatabase | waisindex | waisdoc
waisdatabase = "wais://" hostport "/" database
waisindex    = "wais://" hostport "/" database "?" search
waisdoc      = "wais://" hostport "/" database "/" wtype "/" wpath
database     = *uchar
wtype        = *uchar
wpath        = *uchar
search       = *[ uchar | ";" | ":" | "@" | "&" | "=" ]"#,
        "/?",
    )
    .access(ACCESS)
    .demonstration("RFC 1625 servers and clients")
    .references(REFERENCES)
    .rows(rows!(EXAMPLES, REJECTS))
    .build();

const ACCESS: &[Text] = &[
    text("connect to host:port (210) by TCP"),
    text("for a database: ask the user for a query"),
    text("for an index: search the database for the decoded query"),
    text("for a document: retrieve it from the database by wtype and decoded wpath"),
];

const REFERENCES: &[Text] = &[text("RFC 1738 §3.9"), text("RFC 1625")];

const EXAMPLES: &[Example] = &[
    example("wais://h/", "host=h database="),
    example("wais://h:8210/d%3Fb", "host=h port=8210 database=d%3Fb"),
    example(
        "wais://quake.think.com/wais-discussion-archives?lynch",
        "host=quake.think.com database=wais-discussion-archives search=lynch",
    ),
    example("wais://h/db/TEXT/0%3D1%3B2%2Fa", "host=h database=db wtype=TEXT wpath=0%3D1%3B2%2Fa"),
];

const REJECTS: &[Reject] = &[
    reject("wais://h", ErrorKind::Missing, "database", (8, 8)),
    reject("wais://h:/db", ErrorKind::Missing, "port", (8, 9)),
    reject("wais://h/d;b", ErrorKind::Unexpected, "uchar", (10, 11)),
    reject("wais://h/d b", ErrorKind::Unexpected, "uchar", (10, 11)),
    reject("wais://h/d/t", ErrorKind::Missing, "waisdoc", (12, 12)),
    reject("wais://h/d/t/p/q", ErrorKind::Unexpected, "uchar", (14, 15)),
    reject("wais://h/d?a/b", ErrorKind::Unexpected, "search", (12, 13)),
];

/// `wais://h`.
static DATABASE_REQUIRED: Requirement = Requirement::new(
    "A-21",
    "RFC 1738 §3.9",
    "a `/` and the database must follow the host",
    "write a slash and the name of the database after the host",
    Fix::Unknown,
);

/// `wais://h/database/type`.
static WPATH_REQUIRED: Requirement = Requirement::new(
    "A-21",
    "RFC 1738 §3.9",
    "a document has a type and a path after the database: `/wtype/wpath`",
    "write `/database/wtype/wpath`, or only `/database`",
    Fix::Unknown,
);

/// A reserved character in a document-id.
static WPATH_RESERVED: Requirement = Requirement::new(
    "A-21",
    "RFC 1738 §3.9",
    "every reserved character in a document-id must be encoded",
    "encode the character",
    Fix::Encode,
);

anyurl_core::register_scheme!(Wais);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conforms() {
        anyurl_testkit::check(WAIS);
    }

    #[test]
    fn view() {
        let registry = anyurl_testkit::registry(WAIS);
        let document = Form::Document { wtype: "t", wpath: "p" };
        for (text, form) in [
            ("wais://h/d", Form::Database),
            ("wais://h/d?s", Form::Index { search: "s" }),
            ("wais://h/d/t/p", document),
        ] {
            let view = registry.parse(text).unwrap().view();
            assert_eq!(view, Some(WaisUrl { host: "h", port: None, database: "d", form }));
        }
    }

    #[test]
    fn lenient() {
        let rows = [
            ("wais://h/d/t/p/q;a=b?c", true),
            ("wais://h/d?a/b?c", true),
            ("wais://h:/d", true),
            ("wais://h/d~", true),
            ("wais://h", false),
            ("wais://h/d;b", false),
            ("wais://h/d/t", false),
        ];
        anyurl_testkit::check_lenient(WAIS, &rows);
    }
}
