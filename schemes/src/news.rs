//! news: a newsgroup or an article, on any news server (RFC 1738 §3.6).
//!
//! # Grammar
//!
//! ```text
//! newsurl   = "news:" grouppart
//! grouppart = "*" | group | article
//! group     = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]
//! article   = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
//! ```
//!
//! # Access
//!
//! 1. Connect to the configured news server (119): the URL names none.
//! 2. Send `GROUP` with the group, `ARTICLE` with the message-id between `<` and `>`, or `LIST` for `*`.
//!
//! # Deviations
//!
//! * A URL is a message-id if, and only if, it contains a literal `@` (R-3.6-2).
//! * Lenient mode accepts groups that begin with a digit and wildcards such as `comp.*` (A-33), escapes in a group (A-32),
//!   `%3C` and `%3E` around a message-id, and `news://host/` before a group (A-34). Texts that are
//!   valid in strict mode keep their meaning: `news://h/a@b` is a message-id.

use anyurl_core::authors::escape::Escaping;
use anyurl_core::authors::{
    Class, Component, Cursor, Example, Fix, PlanBuilder, Registration, RegistrationBuilder, Reject, Relative,
    Requirement, Role, Scheme, Status, Text, UrlRef, authority, canonical, escape, example, host, reject, text,
};
use anyurl_core::plan::{Need, Transport};
use anyurl_core::{Error, ErrorKind, PlanError, Slot, Span, Url, View, rows};

use crate::prelude::*;
use crate::rules::{self, GROUP_BEGINS};

/// The scheme news.
#[derive(Debug)]
struct News;

/// The scheme news, version 1: RFC 1738.
pub const NEWS: &dyn Scheme = &News;

/// The object that a news URL names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::exhaustive_enums, reason = "the grammar has these forms")]
pub enum NewsUrl<'a> {
    /// `*`: all available groups.
    Wildcard,
    /// A newsgroup.
    Group(&'a str),
    /// The message-id of an article, without angle brackets.
    Article(&'a str),
}

impl<'a> View<'a> for NewsUrl<'a> {
    const SCHEMES: &'static [&'static str] = &["news"];
    const COMPONENTS: &'static [&'static str] = &["group", "message_id"];

    fn from_url(url: Url<'a>) -> Self {
        let text = |name| url.component(name).map(|part| part.text());
        match (text("message_id"), text("group")) {
            (Some(id), _) => Self::Article(id),
            (None, Some(group)) => Self::Group(group),
            (None, None) => Self::Wildcard,
        }
    }
}

const GROUP: Slot = Slot::own(0);
const WILDCARD: Slot = Slot::own(1);
const MESSAGE_ID: Slot = Slot::own(2);

const COMPONENTS: &[Component] = &[
    Component::lenient("host", Slot::HOST, Role::Host),
    Component::lenient("port", Slot::PORT, Role::Port),
    Component::text("group", GROUP).unescaped(),
    // The last `@` precedes the host and marks a message-id; every other one is escaped.
    Component::text("message_id", MESSAGE_ID).escaped(Escaping::outside(&UNIQUE).but_last(b'@')),
    Component::new("wildcard", WILDCARD, Role::Flag),
];

/// `uchar | ";" | "/" | "?" | ":" | "&" | "="`: the part of an article before the `@`
static UNIQUE: Class = Class::uchar("article").and(b";/?:&=");

/// The characters of a wildcard, in lenient mode.
static WILDMAT: Class = Class::alphadigit("group").and(b"-.+_*");

impl Scheme for News {
    fn registration(&self) -> &Registration {
        &REGISTRATION
    }

    /// `newsurl = "news:" grouppart`, `grouppart = "*" | group | article`
    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        if article_fast(at) {
            return Ok(());
        }
        if at.find("@") < at.limit() {
            no_raw_brackets(at)?;
            return message_id(at);
        }
        if at.is_lenient() && at.take("//") {
            server(at)?;
        }
        match at.rest() {
            b"*" => {
                wildcard(at, 1);
                Ok(())
            }
            rest if at.is_lenient() && escape::byte(rest) == Some(b'*') && rest.len() == 3 => {
                at.warn(&WILDCARD_ESCAPE, Span::new(at.position(), at.position() + 3));
                wildcard(at, 3);
                Ok(())
            }
            rest if at.is_lenient() && rest.contains(&b'*') => wildmat(at),
            _ => group(at),
        }
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        match to.url().get(Slot::HOST) {
            // Lenient mode treats `news://host/` like nntp.
            Some(_) => to.connect_with_default(Transport::Tcp, NNTP)?,
            None => to.connect_to(Transport::Tcp, Need::NewsServer, NNTP)?,
        }
        match (to.url().get(MESSAGE_ID), to.url().get(GROUP)) {
            (Some(_), _) => to.message_id("ARTICLE <").component(MESSAGE_ID).text(">").send(),
            (None, Some(group)) if is_wildmat(group) => to.line("LIST ACTIVE ").component(GROUP).send(),
            (None, Some(_)) => to.line("GROUP ").component(GROUP).send(),
            (None, None) => to.line("LIST").send(),
        }
    }

    fn canonicalize(&self, url: &UrlRef<'_>, to: &mut String) {
        // Lenient mode accepts brackets around a message-id.
        let part = url.schemepart();
        let id = url.span(MESSAGE_ID).unwrap_or(part);
        let around = [Span::new(part.start(), id.start()), Span::new(id.end(), part.end())];
        canonical::write(url, &around.map(|span| (span, "")), to);
    }

    /// "Within an article, a reference to a news group or to another article will be a valid URL (in the partial form)"
    /// (draft of 1993, R-P-8).
    fn relative(&self) -> Relative {
        Relative::Name
    }
}

/// Whether a group is a pattern for several (A-33), a wildmat of RFC 3977 §4.1, as in RFC 5538.
fn is_wildmat(group: &str) -> bool {
    escape::decode(group).iter().any(|byte| b"*?,!".contains(byte))
}

/// `"*"`
fn wildcard(at: &mut Cursor<'_>, width: usize) {
    let start = at.position();
    at.skip_to(start + width);
    at.set(WILDCARD, at.since(start));
}

/// `group`
fn group(at: &mut Cursor<'_>) -> Result<(), Error> {
    let group = rules::group(at)?;
    at.set(GROUP, group);
    at.end("group", "group", &GROUP_BEGINS)
}

/// A group with wildcards, such as `comp.*`, in lenient mode only (A-33).
#[cold]
fn wildmat(at: &mut Cursor<'_>) -> Result<(), Error> {
    let first = at.peek().filter(|first| first.is_ascii_alphanumeric() || *first == b'*');
    let group = at.run_unescaped(&WILDMAT);
    if first.is_none() || group.is_empty() {
        return Err(at.error(ErrorKind::Unexpected, "group", "group", group, &GROUP_BEGINS));
    }
    at.warn(&WILDCARDS, group);
    at.set(GROUP, group);
    at.end("group", "group", &GROUP_BEGINS)
}

/// `news://host/`, in lenient mode only (A-34).
#[cold]
fn server(at: &mut Cursor<'_>) -> Result<(), Error> {
    let start = at.position() - 2;
    authority::host_port(at)?;
    if !at.take("/") {
        return Err(at.mismatch("group", "group", &GROUP_BEGINS));
    }
    at.warn(&SERVER, at.since(start));
    Ok(())
}

/// Rejects `<a@b>`: the brackets of a mail header are not part of the URL.
fn no_raw_brackets(at: &Cursor<'_>) -> Result<(), Error> {
    let end = at.limit();
    let bracket = match at.rest() {
        [b'<', ..] => Span::new(at.position(), at.position() + 1),
        [.., b'>'] => Span::new(end - 1, end),
        _ => return Ok(()),
    };
    Err(at.error(ErrorKind::Unexpected, "article", "message_id", bracket, &BRACKETS))
}

/// `article`; lenient mode accepts it between `%3C` and `%3E` (A-34).
fn message_id(at: &mut Cursor<'_>) -> Result<(), Error> {
    if !at.is_lenient() {
        return article(at);
    }
    let rest = at.rest();
    let open = escape::byte(rest) == Some(b'<');
    let close = rest.len().checked_sub(3).is_some_and(|close| escape::byte(&rest[close..]) == Some(b'>'));
    if !(open && close) {
        return article(at);
    }
    let (start, end) = (at.position(), at.position() + rest.len());
    at.warn(&BRACKETS, Span::new(start, start + 3));
    at.warn(&BRACKETS, Span::new(end - 3, end));
    at.skip_to(start + 3);
    at.until(end - 3, article)?;
    at.skip_to(end);
    Ok(())
}

/// Fast path for an article without escapes, with a simple host. Parses all of it or nothing.
#[inline]
fn article_fast(at: &mut Cursor<'_>) -> bool {
    let (start, sign) = (at.position(), at.run_end(&UNIQUE));
    if sign == start || at.byte(sign) != Some(b'@') || !host::is_host_to_limit_fast(at, sign + 1) {
        return false;
    }
    at.skip_to(start + at.rest().len());
    at.set(MESSAGE_ID, at.since(start));
    true
}

/// A simple URL of version 2 (RFC 5538 §4): a group, or a message-id without escapes.
pub(crate) fn simple(at: &mut Cursor<'_>) -> bool {
    let start = at.position();
    let Some(word) = at.run_fast(&rules::GROUP, b"@") else { return false };
    if at.peek().is_none() {
        at.set(GROUP, word);
        return true;
    }
    at.take("@");
    let domain = at.run_fast(&rules::GROUP, b"");
    at.set(MESSAGE_ID, at.since(start));
    domain.is_some()
}

/// `article = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host`
fn article(at: &mut Cursor<'_>) -> Result<(), Error> {
    let start = at.position();
    let unique = at.run(&UNIQUE, "message_id")?;
    if unique.is_empty() && at.peek() == Some(b'@') {
        return Err(at.error(ErrorKind::Missing, "article", "message_id", unique, &NO_UNIQUE).found(None));
    }
    if !at.take("@") {
        return Err(at.unexpected(&UNIQUE, "message_id"));
    }
    host::host(at)?;
    at.set(MESSAGE_ID, at.since(start));
    at.end("article", "message_id", &AFTER_HOST)
}

/// The port of a news server (A-50).
const NNTP: u16 = 119;

static REGISTRATION: Registration = RegistrationBuilder::new("news", [1, 0, 0], Status::Permanent)
    .rfc1738()
    .description("USENET news")
    .components(COMPONENTS, "{group}|{message_id}|*{wildcard}")
    .syntax(
        r#"newsurl   = "news:" grouppart
grouppart = "*" | group | article
group     = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]
article   = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host"#,
        "@",
    )
    .access(ACCESS)
    .demonstration("RFC 1036 news and its readers")
    .references(REFERENCES)
    .rows(rows!(EXAMPLES, REJECTS))
    .build();

const ACCESS: &[Text] = &[
    text("connect to the configured news server (119) by TCP: the URL names none"),
    text("for a group: send GROUP and the group"),
    text("for an article: send ARTICLE and the decoded message-id in angle brackets"),
    text("for *: send LIST"),
];

const REFERENCES: &[Text] = &[text("RFC 1738 §3.6"), text("RFC 1036")];

const EXAMPLES: &[Example] = &[
    example("news:*", "wildcard=*"),
    example("news:comp.infosystems.www.misc", "group=comp.infosystems.www.misc"),
    example("news:alt.2600+x_y-z", "group=alt.2600+x_y-z"),
    example("news:a;/?:&=b@1.2.3.4", "message_id=a;/?:&=b@1.2.3.4"),
];

const REJECTS: &[Reject] = &[
    reject("news:", ErrorKind::Missing, "group", (5, 5)),
    reject("news:**", ErrorKind::Unexpected, "group", (5, 6)),
    reject("news:comp.*", ErrorKind::Unexpected, "group", (10, 11)),
    reject("news:.comp", ErrorKind::Unexpected, "group", (5, 6)),
    reject("news:2600", ErrorKind::Unexpected, "group", (5, 6)),
    reject("news:a%40b", ErrorKind::Unexpected, "group", (6, 9)),
    reject("news:@h", ErrorKind::Missing, "article", (5, 5)),
    reject("news:a@", ErrorKind::Missing, "host", (7, 7)),
    reject("news:<a@b>", ErrorKind::Unexpected, "article", (5, 6)),
    reject("news:%3Ca@b%3E", ErrorKind::Unexpected, "host", (11, 14)),
    reject("news:a@b/c", ErrorKind::Unexpected, "article", (8, 9)),
];

/// `news:@h`.
static NO_UNIQUE: Requirement = Requirement::new(
    "R-3.6-7",
    "RFC 1738 §3.6",
    "a message-id has at least one character before its `@`",
    "write the complete message-id",
    Fix::Unknown,
);

/// `news:a@b/c`.
static AFTER_HOST: Requirement = Requirement::new(
    "R-3.6-7",
    "RFC 1738 §3.6",
    "a message-id ends with its host",
    "omit what follows the host",
    Fix::Unknown,
);

/// `news:%3Ca@b%3E`.
static BRACKETS: Requirement =
    Requirement::new("A-34", "RFC 1738 §3.6", "a message-id has no angle brackets", "omit the brackets", Fix::Remove);

/// `news://host/group`.
static SERVER: Requirement = Requirement::new(
    "A-34",
    "RFC 1738 §3.6",
    "a news URL names no server, unlike nntp",
    "omit the server, or write `nntp:`",
    Fix::Remove,
);

/// `news:comp.*`.
static WILDCARDS: Requirement =
    Requirement::new("A-33", "RFC 1738 §3.6", "the only wildcard is `*` alone", "name one group", Fix::Unknown);

/// `news:%2A`.
static WILDCARD_ESCAPE: Requirement =
    Requirement::new("A-32", "RFC 1738 §5", "the wildcard is written `*`, not as an escape", "write `*`", Fix::Decode);

anyurl_core::register_scheme!(News);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conforms() {
        anyurl_testkit::check(NEWS);
    }

    #[test]
    fn view() {
        let registry = anyurl_testkit::registry(NEWS);
        for (text, view) in
            [("news:*", NewsUrl::Wildcard), ("news:a", NewsUrl::Group("a")), ("news:1@h", NewsUrl::Article("1@h"))]
        {
            assert_eq!(registry.parse(text).unwrap().view(), Some(view));
        }
    }

    #[test]
    fn lenient() {
        let rows = [
            ("news:2600", true),
            ("news:%61lt", true),
            ("news:comp.*", true),
            ("news:%2A", true),
            ("news:%3Ca@b%3E", true),
            ("news://h:119/comp.lang.c", true),
            ("news:.comp", false),
            ("news:<a@b>", false),
            ("news:@h", false),
            ("news:a%40b", false),
        ];
        anyurl_testkit::check_lenient(NEWS, &rows);
    }
}
