//! gopher: the Gopher protocol, and Gopher+ (RFC 1738 §3.4).
//!
//! # Grammar
//!
//! ```text
//! gopherurl      = "gopher://" hostport [ "/" [ gtype [ selector
//!                  [ "%09" search [ "%09" gopher+_string ] ] ] ] ]
//! gtype          = xchar
//! selector       = *xchar
//! gopher+_string = *xchar
//! ```
//!
//! # Access
//!
//! 1. Connect to host and port (70) by TCP.
//! 2. Send the decoded selector, a TAB and the search, another TAB and the Gopher+ string, and CR LF.
//! 3. For the Gopher+ string `?` retrieve the attribute `+ASK` first, ask the user, and send the answers.
//!
//! # Deviations
//!
//! * `*xchar` also derives `%09`, so the BNF is ambiguous about the end of the selector: the first two `%09` are
//!   delimiters (A-10). No other escape is a delimiter.
//! * No character is reserved: `/ ? ; : @ = &` are data everywhere in the path; browsers split at `?`, the BNF does not.
//! * The bytes 09, 0A and 0D are rejected as type (A-11), and 0A and 0D in the selector (A-12), as in §3.4.3 but not in
//!   the BNF. Lenient mode leaves the selector to the access, and treats a missing type before `%09` as `1` (A-11).

use anyurl_core::authors::{
    Class, Component, Cursor, Example, Fix, LineBuilder, PlanBuilder, Registration, RegistrationBuilder, Reject,
    Requirement, Scheme, Status, Text, UrlRef, authority, canonical, escape, example, reject, text,
};
use anyurl_core::internal::common;
use anyurl_core::plan::{Need, Prompt, Transport};
use anyurl_core::{Error, ErrorKind, PlanError, Slot, Span, Url, View, rows};

use crate::gopher_form;
pub use crate::gopher_form::FormData;
use crate::prelude::*;
use crate::rules;

/// The scheme gopher.
#[derive(Debug)]
struct Gopher;

/// The scheme gopher, version 1: RFC 1738.
pub const GOPHER: &dyn Scheme = &Gopher;

/// The components of a gopher URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GopherUrl<'a> {
    /// The server.
    pub host: &'a str,
    /// Its port, as written.
    pub port: Option<u16>,
    /// The gophertype: one byte, by default `1`.
    pub item_type: u8,
    /// The selector, as written.
    pub selector: &'a str,
    /// The search string, as written; empty in `gopher://h/0s%09%09+`.
    pub search: Option<&'a str>,
    /// The Gopher+ string, as written.
    pub gopher_plus_string: Option<&'a str>,
}

impl GopherUrl<'_> {
    /// The request in the Gopher+ string, decoded.
    pub fn plus(&self) -> Option<Plus> {
        self.gopher_plus_string.map(|text| Plus::from_bytes(&escape::decode(text)))
    }
}

impl<'a> View<'a> for GopherUrl<'a> {
    const SCHEMES: &'static [&'static str] = &["gopher"];
    const COMPONENTS: &'static [&'static str] = &["type", "selector", "search"];

    fn from_url(url: Url<'a>) -> Self {
        let text = |name| url.component(name).map(|part| part.text());
        let item_type = text("type").and_then(|text| escape::bytes(text).next());
        Self {
            host: url.host().unwrap_or_default(),
            port: url.port(),
            item_type: item_type.map_or(b'1', |(_, byte)| byte),
            selector: text("selector").unwrap_or_default(),
            search: text("search"),
            gopher_plus_string: text("gopher_plus_string"),
        }
    }
}

/// The request in a Gopher+ string, in the order of §3.4.6 to §3.4.9.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Plus {
    /// `+`, `+view` or `+view language`: a view of the item, by default its default view.
    View {
        /// The view, such as `application/postscript`.
        view: Option<Vec<u8>>,
        /// The language, such as `Es_ES`.
        language: Option<Vec<u8>>,
    },
    /// `?`: the item has a form that the user fills in before it is retrieved.
    Form,
    /// `!`: the named attributes of the item, or all.
    ItemAttributes(Vec<Vec<u8>>),
    /// `$`: the named attributes of every item of a directory, or all.
    DirectoryAttributes(Vec<Vec<u8>>),
    /// The answers to a form, one per question.
    FormData(FormData),
    /// A string that the RFC does not describe.
    Other(Vec<u8>),
}

impl Plus {
    /// Parses decoded bytes.
    ///
    /// ```
    /// use anyurl_schemes::gopher::Plus;
    ///
    /// assert_eq!(Plus::from_bytes(b"!+ABSTRACT +SMELL"), Plus::ItemAttributes(vec![b"+ABSTRACT".to_vec(), b"+SMELL".to_vec()]));
    /// assert!(matches!(Plus::from_bytes(b"+\t1\r\n+-1\r\nyes\r\n.\r\n"), Plus::FormData(block) if block.answers == [b"yes"]));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let has_controls = bytes.iter().any(|byte| matches!(byte, b'\t' | b'\r' | b'\n'));
        match bytes {
            _ if has_controls => FormData::parse(bytes).map_or_else(|| Self::Other(bytes.to_vec()), Self::FormData),
            b"?" => Self::Form,
            [b'+', rest @ ..] => view(rest).unwrap_or_else(|| Self::Other(bytes.to_vec())),
            [b'!', names @ ..] => Self::ItemAttributes(words(names)),
            [b'$', names @ ..] => Self::DirectoryAttributes(words(names)),
            _ => Self::Other(bytes.to_vec()),
        }
    }

    /// Returns the decoded bytes, from which a URL can be built. `None` for answers that would end their line or the
    /// form.
    ///
    /// ```
    /// use anyurl_schemes::gopher::{FormData, Plus};
    ///
    /// let answers = Plus::FormData(FormData::new(vec![b"yes".to_vec()]));
    /// assert_eq!(answers.bytes().unwrap(), b"+\t1\r\n+-1\r\nyes\r\n.\r\n");
    /// ```
    pub fn bytes(&self) -> Option<Vec<u8>> {
        let spaced = |sign: &[u8], words: &[Vec<u8>]| [sign, &words.join(&b' ')].concat();
        Some(match self {
            Self::View { view, language } => {
                let words: Vec<_> = view.iter().chain(language).cloned().collect();
                spaced(b"+", &words)
            }
            Self::Form => b"?".to_vec(),
            Self::ItemAttributes(names) => spaced(b"!", names),
            Self::DirectoryAttributes(names) => spaced(b"$", names),
            Self::FormData(block) => block.to_bytes()?,
            Self::Other(bytes) => bytes.clone(),
        })
    }
}

/// `[ view [ " " language ] ]`
fn view(bytes: &[u8]) -> Option<Plus> {
    let mut words = words(bytes).into_iter();
    let (view, language) = (words.next(), words.next());
    words.next().is_none().then_some(Plus::View { view, language })
}

/// The words between coded spaces.
fn words(bytes: &[u8]) -> Vec<Vec<u8>> {
    bytes.split(|byte| *byte == b' ').filter(|word| !word.is_empty()).map(<[u8]>::to_vec).collect()
}

const TYPE: Slot = Slot::own(0);
const SELECTOR: Slot = Slot::own(1);
const SEARCH: Slot = Slot::own(2);
const GOPHER_PLUS_STRING: Slot = Slot::own(3);

const COMPONENTS: &[Component] = &[
    Component::UNWANTED_USER,
    Component::UNWANTED_PASSWORD,
    Component::HOST,
    Component::PORT,
    Component::defaulting("type", TYPE, "1").with_class(&XCHAR),
    Component::defaulting("selector", SELECTOR, "").with_class(&XCHAR),
    Component::text("search", SEARCH).with_class(&XCHAR),
    Component::text("gopher_plus_string", GOPHER_PLUS_STRING).with_class(&XCHAR),
];

/// `gtype = xchar`, `selector = *xchar`, `gopher+_string = *xchar`
static XCHAR: Class = Class::xchar("xchar");

/// The escape between selector, search and Gopher+ string.
const TAB: &str = "%09";

impl Scheme for Gopher {
    fn registration(&self) -> &Registration {
        &REGISTRATION
    }

    /// `"gopher://" hostport [ "/" [ gtype [ selector [ "%09" search [ "%09" gopher+_string ] ] ] ] ]`
    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        authority::slashes(at)?;
        authority::host_port(at)?;
        if !at.take("/") || at.peek().is_none() {
            return at.finish(&XCHAR, "type");
        }
        gtype(at)?;
        selector(at)?;
        if at.take(TAB) {
            let search = until_tab(at, "search")?;
            at.set(SEARCH, search);
        }
        if at.take(TAB) {
            let string = at.run(&XCHAR, "gopher_plus_string")?;
            at.set(GOPHER_PLUS_STRING, string);
        }
        at.finish(&XCHAR, "selector")
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        to.connect(Transport::Tcp)?;
        let plus = to.url().get(GOPHER_PLUS_STRING);
        match plus.map(|text| Plus::from_bytes(&escape::decode(text))) {
            None => request(to),
            Some(Plus::Form) => ask(to),
            Some(Plus::FormData(_)) => form_data(to),
            Some(_) => {
                let compact = to.environment().is_compact();
                gopher_plus(to, compact).component(GOPHER_PLUS_STRING).send()
            }
        }
    }

    fn canonicalize(&self, url: &UrlRef<'_>, to: &mut String) {
        let end = url.hostport_end().unwrap_or(url.schemepart().end());
        match url.span(TYPE) {
            None if url.schemepart().end() <= end + 1 => {
                canonical::write(url, &[(Span::new(end, url.schemepart().end()), "/1")], to);
            }
            None => canonical::write(url, &[(Span::at(end + 1), "1")], to),
            Some(_) => canonical::general(url, to),
        }
    }
}

/// `gdelims / unreserved`, all data by RFC 4266
static GCHAR: Class = Class::alphadigit("gchar").and(b"-._~!$&'()*+,;=:@/?");

/// A simple URL of version 2 (RFC 4266 §2.1): with `%09`, or with other escapes, not with both.
pub(crate) fn simple(at: &mut Cursor<'_>) -> bool {
    if !rules::login_simple(at) || at.get(Slot::USER).is_some() {
        return false;
    }
    if !at.take("/") || at.peek().is_none() {
        return at.peek().is_none();
    }
    let path = if has_control_escapes(at) { at.run_fast(&GCHAR, b"%") } else { at.run(&GCHAR, "selector").ok() };
    // An escape may be the type, which the grammar reads.
    let Some(path) = path.filter(|path| !path.is_empty() && !at.text(*path).starts_with('%')) else { return false };
    let selector = path.start() + 1;
    at.set(TYPE, Span::new(path.start(), selector));
    at.set(SELECTOR, Span::new(selector, path.end()));
    for slot in [SEARCH, GOPHER_PLUS_STRING] {
        if at.take(TAB) {
            let part = Span::new(at.position(), at.run_end(&GCHAR));
            at.set(slot, part);
            at.skip_to(part.end());
        }
    }
    at.peek().is_none()
}

/// `gtype = xchar`: one character or one escape.
fn gtype(at: &mut Cursor<'_>) -> Result<(), Error> {
    let start = at.position();
    if at.peek().is_some_and(|byte| XCHAR.has(byte)) {
        at.skip_to(start + 1);
        at.set(TYPE, at.since(start));
        return Ok(());
    }
    if let Some(b'\t' | b'\r' | b'\n') = escape::byte(at.rest()) {
        let span = Span::new(start, start + 3);
        // Lenient mode parses `/%09search` with the type `1` and an empty selector.
        return at.tolerate(at.error(ErrorKind::Forbidden, "gtype", "type", span, &GTYPE).found(None));
    }
    // A type is one byte, so it cannot be a character outside US-ASCII.
    if at.peek().is_some_and(|byte| !byte.is_ascii()) {
        return Err(at.mismatch("gtype", "type", &common::NON_ASCII));
    }
    let rest = at.text(Span::new(start, start + at.rest().len()));
    let end = start + escape::unit_len(rest);
    let gtype = at.run_to(end, &XCHAR, "type")?;
    at.set(TYPE, gtype);
    Ok(())
}

/// `selector = *xchar`, without the bytes 0A and 0D (A-12); 09 ends it.
fn selector(at: &mut Cursor<'_>) -> Result<(), Error> {
    if !has_control_escapes(at) {
        let selector = at.run(&XCHAR, "selector")?;
        at.set(SELECTOR, selector);
        return Ok(());
    }
    let selector = until_tab(at, "selector")?;
    at.set(SELECTOR, selector);
    no_line_end(at, selector)
}

/// Whether one of the bytes 09, 0A and 0D is escaped in what follows.
fn has_control_escapes(at: &Cursor<'_>) -> bool {
    let rest = Span::new(at.position(), at.limit());
    at.may_have_percent() && escape::any(at.text(rest), |byte| matches!(byte, b'\t' | b'\r' | b'\n'))
}

/// Rejects a selector with a byte 0A or 0D (A-12), which would end the request line.
fn no_line_end(at: &mut Cursor<'_>, selector: Span) -> Result<(), Error> {
    for (offset, byte) in escape::bytes(at.text(selector)) {
        if matches!(byte, b'\r' | b'\n') {
            let start = selector.start() + offset;
            let span = Span::new(start, start + 3);
            at.tolerate(at.error(ErrorKind::Forbidden, "selector", "selector", span, &LINE_END).found(None))?;
        }
    }
    Ok(())
}

/// `*xchar` up to the next `%09` or the end.
fn until_tab(at: &mut Cursor<'_>, component: &'static str) -> Result<Span, Error> {
    let end = at.find(TAB);
    at.run_to(end, &XCHAR, component)
}

/// `<selector>` or `<selector> TAB <search>` (R-3.4-6).
fn request(to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
    let tab = to.url().get(SEARCH).map_or("", |_| "\t");
    to.tab_separated().component(SELECTOR).text(tab).component(SEARCH).send()
}

/// `<selector> TAB <search> TAB`, before a Gopher+ string (R-3.4-8). `compact` omits an empty search with its TAB (A-13).
fn gopher_plus<'b, 'p>(to: &'b mut PlanBuilder<'p>, compact: bool) -> LineBuilder<'b, 'p> {
    let is_omitted = compact && to.url().get(SEARCH).is_none_or(str::is_empty);
    let tab = if is_omitted { "" } else { "\t" };
    to.tab_separated().component(SELECTOR).text("\t").component(SEARCH).text(tab)
}

/// Retrieves the form, asks the user, and sends the answers with the selector (R-3.4-10). The RFC does not specify the
/// request; `!+ASK` retrieves the form.
fn ask(to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
    let compact = to.environment().is_compact();
    gopher_plus(to, compact).text("!+ASK").send()?;
    to.prompt(Prompt::AskForm, None);
    to.connect(Transport::Tcp)?;
    let answers = gopher_plus(to, true).text("+").text(gopher_form::HEAD);
    answers.placeholder(Need::Answers).text(gopher_form::END).send_unended()
}

/// Sends answers in the URL: §3.4.9 has no TAB for an empty search, and the block has its own line ends (A-13, A-16).
fn form_data(to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
    gopher_plus(to, true).block(GOPHER_PLUS_STRING, |bytes| FormData::parse(bytes).is_some()).send_unended()
}

static REGISTRATION: Registration = RegistrationBuilder::new("gopher", [1, 0, 0], Status::Permanent)
    .rfc1738()
    .description("The Gopher Protocol")
    .port(70)
    .components(COMPONENTS, "//{host}[:{port}][/{type}{selector}[%09{search}[%09{gopher_plus_string}]]]")
    .syntax(
        r#"gopherurl      = "gopher://" hostport [ "/" [ gtype [ selector
                 [ "%09" search [ "%09" gopher+_string ] ] ] ] ]
gtype          = xchar
selector       = *xchar
search         = *xchar
gopher+_string = *xchar"#,
        "",
    )
    .access(ACCESS)
    .demonstration("RFC 1436 and Gopher+ servers and clients")
    .references(REFERENCES)
    .rows(rows!(EXAMPLES, REJECTS))
    .build();

const ACCESS: &[Text] = &[
    text("connect to host:port (70) by TCP"),
    text("send the decoded selector, TAB and search if given, TAB and Gopher+ string if given, CR LF"),
    text("for the Gopher+ string ? retrieve +ASK first, ask the user, and send the answers"),
];

const REFERENCES: &[Text] = &[text("RFC 1738 §3.4"), text("RFC 1436")];

const EXAMPLES: &[Example] = &[
    example("gopher://h", "host=h"),
    example("gopher://h/", "host=h"),
    example("gopher://h/11", "host=h type=1 selector=1"),
    example("gopher://h:7070/7sel%09a/b?c", "host=h port=7070 type=7 selector=sel search=a/b?c"),
    example(
        "gopher://h/0a%00b%09%09+application/postscript%20Es_ES",
        "host=h type=0 selector=a%00b search= gopher_plus_string=+application/postscript%20Es_ES",
    ),
    example("gopher://h/%3B/", "host=h type=%3B selector=/"),
];

const REJECTS: &[Reject] = &[
    reject("gopher:h", ErrorKind::Missing, "ip-schemepart", (7, 7)),
    reject("gopher://h:/1", ErrorKind::Missing, "port", (10, 11)),
    reject("gopher://u@h/1", ErrorKind::Forbidden, "hostport", (9, 11)),
    reject("gopher://h/ 1", ErrorKind::Unexpected, "xchar", (11, 12)),
    reject("gopher://h/~", ErrorKind::Unexpected, "xchar", (11, 12)),
    reject("gopher://h/%09s", ErrorKind::Forbidden, "gtype", (11, 14)),
    reject("gopher://h/0~x", ErrorKind::Unexpected, "xchar", (12, 13)),
    reject("gopher://h/1%", ErrorKind::BadEscape, "xchar", (12, 13)),
    reject("gopher://h/0a%0Db", ErrorKind::Forbidden, "selector", (13, 16)),
    reject("gopher://h/0a\tb", ErrorKind::Unexpected, "xchar", (13, 14)),
    reject("gopher://h/7a%09b\"", ErrorKind::Unexpected, "xchar", (17, 18)),
    reject("gopher://h?x", ErrorKind::Unexpected, "xchar", (10, 11)),
];

/// `%09`, `%0A` or `%0D` as type.
static GTYPE: Requirement = Requirement::new(
    "A-11",
    "RFC 1738 §3.4",
    "a type is one character other than the bytes 09, 0A and 0D",
    "write the type after the slash, such as `1` for a menu",
    Fix::replace("1%09"),
);

/// `%0A` or `%0D` in a selector.
static LINE_END: Requirement = Requirement::new(
    "A-12",
    "RFC 1738 §3.4.3",
    "a selector cannot contain the bytes 09, 0A and 0D, which would end the request",
    "omit the byte",
    Fix::Unknown,
);

anyurl_core::register_scheme!(Gopher);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conforms() {
        anyurl_testkit::check(GOPHER);
    }

    #[test]
    fn view() {
        let registry = anyurl_testkit::registry(GOPHER);
        let url = registry.parse("gopher://h/%31s%09q%09!").unwrap();
        let view = GopherUrl {
            host: "h",
            port: None,
            item_type: b'1',
            selector: "s",
            search: Some("q"),
            gopher_plus_string: Some("!"),
        };
        assert_eq!(url.view(), Some(view));
        assert_eq!(view.plus(), Some(Plus::ItemAttributes(vec![])));
    }

    #[test]
    fn the_empty_path_is_a_menu() {
        let registry = anyurl_testkit::registry(GOPHER);
        for text in ["gopher://h", "gopher://h/", "gopher://h/1"] {
            let url = registry.parse(text).unwrap();
            let text = |name| url.component(name).map(|part| part.text());
            assert_eq!((text("type"), text("selector")), (Some("1"), Some("")));
        }
    }

    #[test]
    fn gopher_plus_strings() {
        let bytes = |text: &str| text.as_bytes().to_vec();
        let some = |text| Some(bytes(text));
        let form = |view, answers: &[&str]| {
            let answers = answers.iter().map(|answer| bytes(answer)).collect();
            Plus::FormData(FormData { view: bytes(view), answers })
        };
        for (string, plus) in [
            ("+", Plus::View { view: None, language: None }),
            ("+text/plain", Plus::View { view: some("text/plain"), language: None }),
            ("+text/plain Es_ES", Plus::View { view: some("text/plain"), language: some("Es_ES") }),
            ("+a b c", Plus::Other(bytes("+a b c"))),
            ("?", Plus::Form),
            ("!", Plus::ItemAttributes(vec![])),
            ("!+ABSTRACT", Plus::ItemAttributes(vec![bytes("+ABSTRACT")])),
            ("$", Plus::DirectoryAttributes(vec![])),
            ("$+VIEWS +ASK", Plus::DirectoryAttributes(vec![bytes("+VIEWS"), bytes("+ASK")])),
            ("+\t1\r\n+-1\r\n.\r\n", form("", &[])),
            ("+v\t1\r\n+-1\r\na\r\n\r\n.\r\n", form("v", &["a", ""])),
            ("+\t1\r\n+-1\r\na\r\n", Plus::Other(bytes("+\t1\r\n+-1\r\na\r\n"))),
            ("+\t1\r\n+-1\r\n.\r\nx", Plus::Other(bytes("+\t1\r\n+-1\r\n.\r\nx"))),
            ("+\t1\r\n+-1\r\na\rb\r\n.\r\n", Plus::Other(bytes("+\t1\r\n+-1\r\na\rb\r\n.\r\n"))),
            ("?x", Plus::Other(bytes("?x"))),
            ("", Plus::Other(vec![])),
        ] {
            assert_eq!(plus.bytes().as_deref(), Some(string.as_bytes()), "{string:?}");
            assert_eq!(Plus::from_bytes(string.as_bytes()), plus, "{string:?}");
        }
    }

    #[test]
    fn lenient() {
        let rows = [
            ("gopher://h/%09s", true),
            ("gopher://h/0a%0D%0Ab", true),
            ("gopher://h/0~x", true),
            ("gopher://h/~x", true),
            ("gopher://h:/1", true),
            ("gopher://u:p@h/1", true),
            ("gopher://h/1%", true),
            ("gopher://h/0a\tb", false),
            ("gopher://h?x", false),
        ];
        anyurl_testkit::check_lenient(GOPHER, &rows);
    }
}
