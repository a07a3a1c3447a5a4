//! mailto: the address of a mailbox (RFC 1738 §3.5).
//!
//! # Grammar
//!
//! ```text
//! mailtourl      = "mailto:" encoded822addr
//! encoded822addr = 1*xchar               ; further defined in RFC 822
//! ```
//!
//! # Access
//!
//! 1. Compose a mail to the decoded address. Resolving the URL neither retrieves nor sends anything.
//!
//! # Deviations
//!
//! * The decoded text must be exactly one `addr-spec` of RFC 822, without comments or whitespace (A-37). [`ANY`] is the
//!   scheme without that check.
//! * `?`, `=` and `/` are ordinary characters of an atom: RFC 1738 has no header fields (R-3.5-2).
//! * Lenient mode follows RFC 2368: addresses separated by `,`, and header fields after a `?` (A-37). It also rejects a
//!   bare `%` (A-31), because gateways used addresses such as `user%host`.

use anyurl_core::authors::{
    Class, Component, Cursor, Example, Fix, PlanBuilder, Registration, RegistrationBuilder, Reject, Requirement, Role,
    Scheme, Status, Text, UrlRef, escape, example, reject, text,
};
use anyurl_core::{Error, ErrorKind, PlanError, Slot, Span, Url, View, rows};

use crate::prelude::*;
use crate::rfc822::{self, AddrSpecError};

/// The scheme mailto.
#[derive(Debug)]
struct Mailto {
    /// Whether the address must be an `addr-spec` of RFC 822.
    addr_spec: bool,
}

/// The scheme mailto, version 1: RFC 1738.
pub const MAILTO: &dyn Scheme = &Mailto { addr_spec: true };

/// The scheme mailto without the syntax of RFC 822: any text that matches the BNF is an address (A-37). Not
/// registered by default.
///
/// ```
/// use anyurl_core::{Conflict, Registry};
/// use anyurl_schemes::mailto;
///
/// let registry = Registry::builder().on_conflict(Conflict::Replace).add(mailto::MAILTO)?.add(mailto::ANY)?.build();
/// assert!(registry.parse("mailto:a,b").is_ok());
/// # Ok::<(), anyurl_core::RegisterError>(())
/// ```
pub const ANY: &dyn Scheme = &Mailto { addr_spec: false };

/// The components of a mailto URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MailtoUrl<'a> {
    /// The address, as written.
    pub addr_spec: &'a str,
    /// The header fields of RFC 2368, in lenient mode only.
    pub headers: Option<&'a str>,
}

impl<'a> View<'a> for MailtoUrl<'a> {
    const SCHEMES: &'static [&'static str] = &["mailto"];
    const COMPONENTS: &'static [&'static str] = &["addr_spec"];

    fn from_url(url: Url<'a>) -> Self {
        let text = |name| url.component(name).map(|part| part.text());
        Self { addr_spec: text("addr_spec").unwrap_or_default(), headers: text("headers") }
    }
}

const ADDR_SPEC: Slot = Slot::own(0);
const HEADERS: Slot = Slot::own(1);

const COMPONENTS: &[Component] = &[
    Component::text("addr_spec", ADDR_SPEC).with_class(&ENCODED822ADDR),
    Component::lenient("headers", HEADERS, Role::Text),
];

/// `encoded822addr = 1*xchar`
static ENCODED822ADDR: Class = Class::xchar("encoded822addr").without_bare_percent();

impl Scheme for Mailto {
    fn registration(&self) -> &Registration {
        &REGISTRATION
    }

    /// `mailtourl = "mailto:" encoded822addr`
    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        if at.peek().is_none() {
            return Err(at.mismatch("encoded822addr", "addr_spec", &EMPTY));
        }
        match headers_begin(at) {
            Some(question) => self.headers(at, question),
            None => self.encoded822addr(at),
        }
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        if to.url().get(HEADERS).is_some() {
            to.note("A-37", "the mail program interprets the header fields, further recipients among them");
        }
        check_headers(&to.url())?;
        let address = to.url().span(ADDR_SPEC).filter(|address| !address.is_empty());
        let address = address.or_else(|| headers(&to.url()).find(|(name, _)| name == "to").map(|(_, value)| value));
        match address.or(to.url().span(ADDR_SPEC)) {
            Some(address) => to.compose_message(address),
            None => Ok(()),
        }
    }
}

/// The names of the header fields, in lower case, and their values.
fn headers<'u>(url: &UrlRef<'u>) -> impl Iterator<Item = (String, Span)> + use<'u> {
    let headers = url.span(HEADERS).unwrap_or(Span::at(0));
    let mut start = headers.start();
    headers.of(url.text()).split('&').map(move |field| {
        let end = start + field.len();
        let name_len = field.find('=').unwrap_or(field.len());
        let value = Span::new((start + name_len + 1).min(end), end);
        start = end + 1;
        (field[..name_len].to_ascii_lowercase(), value)
    })
}

/// Refuses a line break or NUL in a header field, which would begin another one; only the body has lines (RFC 6068 §5).
fn check_headers(url: &UrlRef<'_>) -> Result<(), PlanError> {
    for (_, value) in headers(url).filter(|(name, _)| name != "body") {
        let mut bytes = escape::bytes(value.of(url.text()));
        if let Some((at, byte)) = bytes.find(|(_, byte)| matches!(byte, b'\r' | b'\n' | 0)) {
            let start = value.start() + at;
            let span = Span::new(start, start + "%0A".len());
            return Err(PlanError::UnsafeByte { byte, component: "headers".to_owned(), span, step: "a header field" });
        }
    }
    Ok(())
}

/// The characters of atoms that are also `xchar`, and the dot.
static DOTTED_ATOMS: Class = Class::alphadigit("atom").and(b".!$&'*+-/=?_");

/// Returns the offset of the `?` before the header fields of RFC 2368, in lenient mode only, and only after addresses or
/// nothing, so that lenient mode accepts whatever strict mode accepts (A-37).
fn headers_begin(at: &Cursor<'_>) -> Option<usize> {
    if !at.is_lenient() {
        return None;
    }
    let question = at.rest().iter().position(|byte| *byte == b'?')?;
    let to = at.text(Span::new(at.position(), at.position() + question));
    let addresses = to.is_empty() || addr_spec(to).is_ok() || to.split(',').all(|one| addr_spec(one).is_ok());
    addresses.then_some(at.position() + question)
}

impl Mailto {
    /// `encoded822addr = 1*xchar`, further defined in RFC 822
    fn encoded822addr(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        if self.addr_spec && address_fast(at, &DOTTED_ATOMS) {
            return Ok(());
        }
        let address = at.run(&ENCODED822ADDR, "addr_spec")?;
        if matches!(at.peek(), Some(b'<' | b'>')) {
            return Err(at.mismatch("encoded822addr", "addr_spec", &BRACKETS));
        }
        at.finish(&ENCODED822ADDR, "addr_spec")?;
        if self.addr_spec {
            check_address(at, address)?;
        }
        at.set(ADDR_SPEC, address);
        Ok(())
    }

    /// `[ to ] "?" headers` of RFC 2368, in lenient mode only (A-37).
    #[cold]
    fn headers(&self, at: &mut Cursor<'_>, question: usize) -> Result<(), Error> {
        at.warn(&NO_HEADERS, Span::new(question, question + 1));
        if at.position() == question {
            at.set(ADDR_SPEC, Span::at(question));
        } else {
            at.until(question, |at| self.encoded822addr(at))?;
        }
        at.skip_to(question + 1);
        let headers = at.run(&ENCODED822ADDR, "headers")?;
        at.set(HEADERS, headers);
        at.finish(&ENCODED822ADDR, "headers")
    }
}

/// Checks that the decoded text is one `addr-spec`; lenient mode accepts several, separated by `,` (A-37).
fn check_address(at: &mut Cursor<'_>, address: Span) -> Result<(), Error> {
    let Err(error) = addr_spec(at.text(address)) else {
        return Ok(());
    };
    let error = not_an_address(at, address, error);
    if !at.is_lenient() || !at.text(address).contains(',') {
        return Err(error);
    }
    let mut start = address.start();
    for one in at.text(address).split(',') {
        let span = Span::new(start, start + one.len());
        addr_spec(one).map_err(|error| not_an_address(at, span, error))?;
        start = span.end() + 1;
    }
    at.tolerate(error)
}

/// Fast path for an address of atoms, without quotes and brackets, also with escapes. Parses all of it or nothing.
#[inline]
fn address_fast(at: &mut Cursor<'_>, atoms: &Class) -> bool {
    let address = Span::new(at.position(), at.limit());
    if at.may_have_percent() && !escapes_are_atoms(at.text(address)) {
        return false;
    }
    let Some(address) = at.dotted_pair_fast(atoms, b'@') else {
        return false;
    };
    at.set(ADDR_SPEC, address);
    true
}

/// A simple URL of version 2 (RFC 6068 §2): one address of atoms.
pub(crate) fn simple(at: &mut Cursor<'_>) -> bool {
    address_fast(at, &URI_ATOMS)
}

/// [`DOTTED_ATOMS`] that RFC 6068 allows without escapes.
static URI_ATOMS: Class = Class::alphadigit("atom").and(b"-._+!$&'*=~");

/// Whether all escapes are characters of an atom.
fn escapes_are_atoms(text: &str) -> bool {
    !escape::any(text, |byte| !rfc822::ATOM.has(byte))
}

fn addr_spec(text: &str) -> Result<(), AddrSpecError> {
    rfc822::addr_spec(escape::bytes(text))
}

/// The error at the unexpected byte of `address`, or at its escape.
#[cold]
fn not_an_address(at: &Cursor<'_>, address: Span, error: AddrSpecError) -> Error {
    let AddrSpecError { at: offset, rule } = error;
    let Some(offset) = offset else {
        return at.error(ErrorKind::Missing, rule, "addr_spec", Span::at(address.end()), &ADDRESS).found(None);
    };
    let text = &at.text(address)[offset..];
    let width = escape::unit_len(text);
    let start = address.start() + offset;
    at.error(ErrorKind::Unexpected, rule, "addr_spec", Span::new(start, start + width), &ADDRESS)
}

static REGISTRATION: Registration = RegistrationBuilder::new("mailto", [1, 0, 0], Status::Permanent)
    .rfc1738()
    .description("Electronic mail address")
    .components(COMPONENTS, "{addr_spec}")
    .syntax("mailtourl      = \"mailto:\" encoded822addr\nencoded822addr = <1*xchar, an addr-spec of RFC 822>", "")
    .access(ACCESS)
    .no_data_object("names a mailbox; mail sent to it cannot be retrieved by the URL")
    .demonstration("RFC 822 mail and its user agents")
    .references(REFERENCES)
    .rows(rows!(EXAMPLES, REJECTS))
    .build();

const ACCESS: &[Text] = &[text("compose a mail to the decoded address; retrieve nothing")];

const REFERENCES: &[Text] = &[text("RFC 1738 §3.5"), text("RFC 822")];

const EXAMPLES: &[Example] = &[
    example("mailto:masinter@parc.xerox.com", "addr_spec=masinter@parc.xerox.com"),
    example("mailto:joe%25remote@gw", "addr_spec=joe%25remote@gw"),
    example("mailto:a@h?subject=x", "addr_spec=a@h?subject=x"),
    example("mailto:%22a%20b%22@%5B127.0.0.1%5D", "addr_spec=%22a%20b%22@%5B127.0.0.1%5D"),
    example("mailto:foo%40bar.com", "addr_spec=foo%40bar.com"),
];

const REJECTS: &[Reject] = &[
    reject("mailto:", ErrorKind::Missing, "encoded822addr", (7, 7)),
    reject("mailto:a", ErrorKind::Missing, "addr-spec", (8, 8)),
    reject("mailto:<a@h>", ErrorKind::Unexpected, "encoded822addr", (7, 8)),
    reject("mailto:.a@h", ErrorKind::Unexpected, "atom", (7, 8)),
    reject("mailto:a,b@h", ErrorKind::Unexpected, "addr-spec", (8, 9)),
    reject("mailto:a@h,b@h", ErrorKind::Unexpected, "domain", (10, 11)),
    reject("mailto:a~b@h", ErrorKind::Unexpected, "encoded822addr", (8, 9)),
    reject("mailto:joe%remote@gw", ErrorKind::BadEscape, "encoded822addr", (10, 11)),
    reject("mailto:a@h%0D%0ABcc:b@c", ErrorKind::Unexpected, "domain", (10, 13)),
    reject("mailto:a%0D%0ADATA@h", ErrorKind::Unexpected, "addr-spec", (8, 11)),
];

/// `mailto:`.
static EMPTY: Requirement = Requirement::new(
    "R-3.5-1",
    "RFC 1738 §3.5",
    "an address must follow the colon",
    "write the address: `mailto:joe@host.dom`",
    Fix::Unknown,
);

/// `<joe@host>`.
static BRACKETS: Requirement =
    Requirement::new("A-37", "RFC 1738 §3.5", "an address has no angle brackets", "omit the brackets", Fix::Remove);

/// Not an `addr-spec`.
static ADDRESS: Requirement = Requirement::new(
    "A-37",
    "RFC 822 §6.1",
    "the text must be exactly one address, `local-part@domain`, without comments or whitespace",
    "write one address, such as `joe@host.dom`; a local part with special characters must be quoted",
    Fix::Unknown,
);

/// `?subject=`.
static NO_HEADERS: Requirement = Requirement::new(
    "A-37",
    "RFC 1738 §3.5",
    "a mailto URL has no header fields, which RFC 2368 added",
    "omit the header fields",
    Fix::Unknown,
);

anyurl_core::register_scheme!(*MAILTO);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conforms() {
        anyurl_testkit::check(MAILTO);
    }

    #[test]
    fn view() {
        let registry = anyurl_testkit::registry(MAILTO);
        let url = registry.parse("mailto:a@h").unwrap();
        assert_eq!(url.view(), Some(MailtoUrl { addr_spec: "a@h", headers: None }));
    }

    #[test]
    fn lenient() {
        let rows = [
            ("mailto:a@h,b@h", true),
            ("mailto:a~b@h", true),
            ("mailto:", false),
            ("mailto:a,b@h", false),
            ("mailto:joe%remote@gw", false),
            ("mailto:a@h%0D%0ABcc:b@c", false),
        ];
        anyurl_testkit::check_lenient(MAILTO, &rows);
    }

    #[test]
    fn header_fields_of_rfc_2368() {
        let registry = anyurl_testkit::registry(MAILTO);
        let options = anyurl_core::Options::new().lenient();
        let url = registry.parser().options(options).parse("mailto:a@h?subject=x").unwrap();
        assert_eq!(url.view(), Some(MailtoUrl { addr_spec: "a@h", headers: Some("subject=x") }));
        assert_eq!(url.warnings()[0].id(), "A-37");
    }

    #[test]
    fn any_takes_what_the_bnf_takes() {
        let registry = anyurl_testkit::registry(ANY);
        assert!(registry.parse("mailto:a,b").is_ok());
        assert!(registry.parse("mailto:").is_err());
    }
}
