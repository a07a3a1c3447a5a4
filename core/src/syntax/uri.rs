//! The authority of RFC 3986 §3.2, and the classes of its other parts.
//!
//! ```text
//! authority     = [ userinfo "@" ] host [ ":" port ]
//! userinfo      = *( unreserved / pct-encoded / sub-delims / ":" )
//! host          = IP-literal / IPv4address / reg-name
//! IP-literal    = "[" ( IPv6address / IPvFuture ) "]"
//! IPvFuture     = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
//! reg-name      = *( unreserved / pct-encoded / sub-delims )
//! port          = *DIGIT
//! pchar         = unreserved / pct-encoded / sub-delims / ":" / "@"
//! path-abempty  = *( "/" *pchar )
//! query         = *( pchar / "/" / "?" )
//! ```

use core::net::Ipv6Addr;

use crate::diagnostics::error::{Error, ErrorKind};
use crate::diagnostics::requirement::modern;
use crate::syntax::authority::{DIGITS, port_number, user_password};
use crate::syntax::class::Class;
use crate::syntax::cursor::Cursor;
use crate::text::span::{Slot, Span};

/// `unreserved / pct-encoded / sub-delims`: the part of userinfo before the `:`
pub static USER: Class = Class::rfc3986("userinfo");

/// `userinfo = *( unreserved / pct-encoded / sub-delims / ":" )`
pub static PASSWORD: Class = Class::rfc3986("userinfo").and(b":");

/// `reg-name = *( unreserved / pct-encoded / sub-delims )`
pub static REG_NAME: Class = Class::rfc3986("reg-name");

/// `path-abempty = *( "/" segment )`, `segment = *pchar`
pub static PATH: Class = Class::rfc3986("path-abempty").and(b":@/");

/// `query = *( pchar / "/" / "?" )`
pub static QUERY: Class = Class::rfc3986("query").and(b":@/?");

/// `unreserved / sub-delims / ":"`, the characters of an `IPvFuture`
static IPV_FUTURE: Class = Class::rfc3986("IPvFuture").and(b":");

/// The offset of the `@` that ends a userinfo, if there is one.
pub fn userinfo_end(at: &mut Cursor<'_>) -> Option<usize> {
    at.rfind_before(b'@', b"/?")
}

/// Reads `userinfo "@"`, whose `@` is at `end`; lenient mode reads a further `@` as data (A-30).
///
/// # Errors
/// The first character that `userinfo` does not allow.
#[cold]
pub fn userinfo(at: &mut Cursor<'_>, end: usize) -> Result<(), Error> {
    user_password(at, (&USER, &PASSWORD), end)
}

/// Reads `host = IP-literal / IPv4address / reg-name`, which may be empty; sets the host.
///
/// # Errors
/// The first character that no host allows, and [`ErrorKind::Missing`] for a `[` without `]`.
pub fn host(at: &mut Cursor<'_>) -> Result<Span, Error> {
    let host = if at.peek() == Some(b'[') { ip_literal(at)? } else { reg_name(at)? };
    at.set(Slot::HOST, host);
    Ok(host)
}

/// `reg-name = *( unreserved / pct-encoded / sub-delims )`, which includes `IPv4address`
fn reg_name(at: &mut Cursor<'_>) -> Result<Span, Error> {
    let start = at.position();
    at.skip(&REG_NAME);
    // Elsewhere lenient mode tolerates a backslash or a space; in a host their meaning would be ambiguous.
    if at.peek() == Some(b'%') || at.rest().first().is_some_and(|byte| !byte.is_ascii()) {
        at.run(&REG_NAME, "host")?;
    }
    match at.peek() {
        None | Some(b'/' | b'?' | b':') => Ok(at.since(start)),
        Some(_) => Err(at.mismatch("reg-name", "host", &modern::HOST)),
    }
}

/// `IP-literal = "[" ( IPv6address / IPvFuture ) "]"`
fn ip_literal(at: &mut Cursor<'_>) -> Result<Span, Error> {
    let start = at.position();
    let inside = Span::new(start + 1, start + at.rest().len());
    let Some(close) = at.text(inside).find(']') else {
        let end = Span::at(inside.end());
        return Err(at.error(ErrorKind::Missing, "IP-literal", "host", end, &modern::BRACKET).found(None));
    };
    let inside = Span::new(inside.start(), inside.start() + close);
    let address = at.text(inside);
    if address.parse::<Ipv6Addr>().is_err() && !is_ipv_future(address) {
        let has_zone = address.split_once('%').is_some_and(|(address, _)| address.parse::<Ipv6Addr>().is_ok());
        let requirement = if has_zone { &modern::ZONE } else { &modern::IP_LITERAL };
        return Err(at.error(ErrorKind::Unexpected, "IP-literal", "host", inside, requirement).found(None));
    }
    at.skip_to(inside.end() + 1);
    Ok(at.since(start))
}

/// `IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )`
fn is_ipv_future(address: &str) -> bool {
    let Some((version, rest)) = address.strip_prefix(['v', 'V']).and_then(|address| address.split_once('.')) else {
        return false;
    };
    let hexdig = |byte: u8| byte.is_ascii_hexdigit();
    !version.is_empty()
        && version.bytes().all(hexdig)
        && !rest.is_empty()
        && IPV_FUTURE.prefix_len(rest.as_bytes()) == rest.len()
}

/// Reads `[ ":" port ]` up to the end of the authority; sets the port. An empty port is an absent one.
///
/// # Errors
/// [`ErrorKind::Unexpected`] for anything but digits.
pub fn port(at: &mut Cursor<'_>) -> Result<(), Error> {
    if at.take(":") {
        let port = at.run_unescaped(&DIGITS);
        if !port.is_empty() {
            at.set(Slot::PORT, port);
        }
    }
    match at.peek() {
        None | Some(b'/' | b'?') => Ok(()),
        Some(_) if at.get(Slot::HOST).is_some_and(|host| host.end() == at.position()) => {
            Err(at.mismatch("authority", "host", &modern::HOST))
        }
        Some(_) => Err(at.mismatch("port", "port", &modern::PORT)),
    }
}

/// Checks that a port is at most 65535, for schemes that use TCP or UDP.
///
/// # Errors
/// [`ErrorKind::OutOfRange`] above 65535 (A-24).
pub fn check_port(at: &Cursor<'_>) -> Result<(), Error> {
    match at.get(Slot::PORT) {
        Some(port) if port_number(at.text(port)).is_none() => {
            Err(at.error(ErrorKind::OutOfRange, "port", "port", port, &modern::PORT_RANGE))
        }
        _ => Ok(()),
    }
}
