//! nntp: Usenet news by NNTP access (RFC 1738 §3.7).
//!
//! # Grammar
//!
//! ```text
//! nntpurl = "nntp://" hostport "/" group [ "/" digits ]
//! group   = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]
//! digits  = 1*digit
//! ```
//!
//! # Access
//!
//! 1. Connect to host and port (119) by TCP.
//! 2. Send `GROUP` with the group.
//! 3. Send `ARTICLE` with the number, if there is one.
//!
//! Most servers admit only local clients, so `news:` is better for a URL that is published (§3.7).
//!
//! # Deviations
//!
//! * The article number is optional, as in the BNF; the prose of §3.7 requires it (A-35).
//! * The number is stored as text, with leading zeros and of any length: the BNF does not limit its digits (A-35).
//! * Lenient mode accepts a slash without a number (A-35), a group that begins with a digit (A-33), and escapes in
//!   group and number (A-32).

use anyurl_core::authors::authority::DIGITS;
use anyurl_core::authors::{
    Component, Cursor, Example, Fix, PlanBuilder, Registration, RegistrationBuilder, Reject, Requirement, Scheme,
    Status, Text, UrlRef, authority, canonical, example, reject, text,
};
use anyurl_core::plan::Transport;
use anyurl_core::{Error, ErrorKind, PlanError, Slot, Span, Url, View, rows};

use crate::prelude::*;
use crate::rules;

/// The scheme nntp.
#[derive(Debug)]
struct Nntp;

/// The scheme nntp, version 1: RFC 1738.
pub const NNTP: &dyn Scheme = &Nntp;

/// The components of an nntp URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NntpUrl<'a> {
    /// The server.
    pub host: &'a str,
    /// Its port, as written.
    pub port: Option<u16>,
    /// The newsgroup.
    pub group: &'a str,
    /// The number of the article on this server, in digits.
    pub article_number: Option<&'a str>,
}

impl<'a> View<'a> for NntpUrl<'a> {
    const SCHEMES: &'static [&'static str] = &["nntp"];
    const COMPONENTS: &'static [&'static str] = &["group", "article_number"];

    fn from_url(url: Url<'a>) -> Self {
        let text = |name| url.component(name).map(|part| part.text());
        Self {
            host: url.host().unwrap_or_default(),
            port: url.port(),
            group: text("group").unwrap_or_default(),
            article_number: text("article_number"),
        }
    }
}

const GROUP: Slot = Slot::own(0);
const ARTICLE_NUMBER: Slot = Slot::own(1);

const COMPONENTS: &[Component] = &[
    Component::UNWANTED_USER,
    Component::UNWANTED_PASSWORD,
    Component::HOST,
    Component::PORT,
    Component::text("group", GROUP).unescaped(),
    Component::text("article_number", ARTICLE_NUMBER).unescaped(),
];

impl Scheme for Nntp {
    fn registration(&self) -> &Registration {
        &REGISTRATION
    }

    /// `nntpurl = "nntp://" hostport "/" group [ "/" digits ]`
    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        authority::slashes(at)?;
        authority::host_port(at)?;
        if !at.take("/") {
            return Err(at.mismatch("group", "group", &GROUP_REQUIRED));
        }
        let group = rules::group(at)?;
        at.set(GROUP, group);
        if !at.take("/") {
            return at.end("group", "group", &rules::GROUP_BEGINS);
        }
        digits(at)
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        to.connect(Transport::Tcp)?;
        to.line("GROUP ").component(GROUP).send()?;
        match to.url().get(ARTICLE_NUMBER) {
            Some(_) => to.line("ARTICLE ").component(ARTICLE_NUMBER).send(),
            None => Ok(()),
        }
    }

    fn canonicalize(&self, url: &UrlRef<'_>, to: &mut String) {
        // Lenient mode accepts a slash without a number.
        let slash = url.span(GROUP).filter(|_| url.span(ARTICLE_NUMBER).is_none());
        let edit = slash.map(|group| (Span::new(group.end(), url.schemepart().end()), ""));
        canonical::write(url, edit.as_slice(), to);
    }
}

/// A simple URL of version 2 (RFC 5538 §3): a group and at most eight digits.
pub(crate) fn simple(at: &mut Cursor<'_>) -> bool {
    if !rules::login_simple(at) || !at.take("/") {
        return false;
    }
    let Some(group) = at.run_fast(&rules::GROUP, b"/") else { return false };
    at.set(GROUP, group);
    if !at.take("/") {
        return true;
    }
    let rest = Span::new(at.position(), at.limit());
    at.set(ARTICLE_NUMBER, rest);
    at.skip_to(rest.end());
    at.number(rest).is_some()
}

/// `digits = 1*digit`
fn digits(at: &mut Cursor<'_>) -> Result<(), Error> {
    let rest = Span::new(at.position(), at.limit());
    if at.number(rest).is_some() {
        at.skip_to(rest.end());
        at.set(ARTICLE_NUMBER, rest);
        return Ok(());
    }
    let number = at.run_unescaped(&DIGITS);
    if !number.is_empty() {
        at.set(ARTICLE_NUMBER, number);
    } else if at.peek().is_none() {
        at.tolerate(at.mismatch("digits", "article_number", &NUMBER))?;
    }
    at.end("digits", "article_number", &NUMBER)
}

static REGISTRATION: Registration = RegistrationBuilder::new("nntp", [1, 0, 0], Status::Permanent)
    .rfc1738()
    .description("USENET news using NNTP access")
    .port(119)
    .components(COMPONENTS, "//{host}[:{port}]/{group}[/{article_number}]")
    .syntax(
        r#"nntpurl = "nntp://" hostport "/" group [ "/" digits ]
group   = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]"#,
        "/:",
    )
    .access(ACCESS)
    .demonstration("RFC 977 servers and newsreaders")
    .references(REFERENCES)
    .rows(rows!(EXAMPLES, REJECTS))
    .build();

const ACCESS: &[Text] = &[
    text("connect to host:port (119) by TCP"),
    text("send GROUP and the group"),
    text("send ARTICLE and the article number, if there is one"),
];

const REFERENCES: &[Text] = &[text("RFC 1738 §3.7"), text("RFC 977")];

const EXAMPLES: &[Example] = &[
    example("nntp://news.dom/comp.lang.c++/42", "host=news.dom group=comp.lang.c++ article_number=42"),
    example("nntp://h/alt.2600", "host=h group=alt.2600"),
    example("nntp://1.2.3.4:1119/a-b_c/007", "host=1.2.3.4 port=1119 group=a-b_c article_number=007"),
];

const REJECTS: &[Reject] = &[
    reject("nntp://h", ErrorKind::Missing, "group", (8, 8)),
    reject("nntp://h/", ErrorKind::Missing, "group", (9, 9)),
    reject("nntp://h/1a", ErrorKind::Unexpected, "group", (9, 10)),
    reject("nntp://h/a b/1", ErrorKind::Unexpected, "group", (10, 11)),
    reject("nntp://h/a/", ErrorKind::Missing, "digits", (11, 11)),
    reject("nntp://h/a/-1", ErrorKind::Unexpected, "digits", (11, 12)),
    reject("nntp://h/a/%31", ErrorKind::Unexpected, "digits", (11, 14)),
    reject("nntp://h/a/1/2", ErrorKind::Unexpected, "digits", (12, 13)),
    reject("nntp://u@h/a", ErrorKind::Forbidden, "hostport", (7, 9)),
    reject("nntp:a/1", ErrorKind::Missing, "ip-schemepart", (5, 5)),
];

/// `nntp://h`.
static GROUP_REQUIRED: Requirement = Requirement::new(
    "R-3.7-1",
    "RFC 1738 §3.7",
    "a `/` and the group must follow the host",
    "write the newsgroup after the host: `nntp://host/comp.lang.c`",
    Fix::Unknown,
);

/// `nntp://h/group/-1`.
static NUMBER: Requirement = Requirement::new(
    "A-35",
    "RFC 1738 §3.7",
    "an article number is written in decimal digits",
    "write the number, or omit the slash",
    Fix::Unknown,
);

anyurl_core::register_scheme!(Nntp);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conforms() {
        anyurl_testkit::check(NNTP);
    }

    #[test]
    fn view() {
        let registry = anyurl_testkit::registry(NNTP);
        let url = registry.parse("nntp://h:120/a/99999999999999999999999").unwrap();
        let expect =
            NntpUrl { host: "h", port: Some(120), group: "a", article_number: Some("99999999999999999999999") };
        assert_eq!(url.view(), Some(expect));
    }

    #[test]
    fn lenient() {
        let rows = [
            ("nntp://h/a/", true),
            ("nntp://h/%61/%31", true),
            ("nntp://h/2600", true),
            ("nntp://u@h/a", true),
            ("nntp://h", false),
            ("nntp://h/a b/1", false),
            ("nntp://h/a/-1", false),
        ];
        anyurl_testkit::check_lenient(NNTP, &rows);
    }
}
