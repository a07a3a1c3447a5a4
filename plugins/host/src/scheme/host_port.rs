//! Parses host and port, which a plugin only locates, by the rules of every scheme.

use anyurl_core::authors::{Class, Cursor, Grammar, Requirement, authority, escape, host};
use anyurl_core::internal::common;
use anyurl_core::{Error, ErrorKind, Slot, Span};

use super::PluginScheme;

/// Parses `span`, from the start of the host to the end of the port, and sets both.
pub(super) fn parse(scheme: &PluginScheme, span: Span, at: &mut Cursor<'_>) -> Result<(), Error> {
    if scheme.registration.grammar == Grammar::Rfc3986 {
        return at.within(span, rfc3986_host_port);
    }
    // The plugin has parsed the login, or there is no slot for the unwanted login that lenient mode would keep.
    let is_without_login = scheme.has_login || at.is_lenient() && !scheme.keeps_login;
    let outcome = at.within(span, |at| {
        if is_without_login {
            let host = host::host(at)?;
            at.set(Slot::HOST, host);
            authority::port(at)?;
        } else {
            authority::host_port(at)?;
        }
        at.end("hostport", "host", &common::HOST_CHAR)
    });
    if outcome.is_ok() || is_without_login {
        return outcome;
    }
    // An unwanted login may extend beyond what the plugin took for the host.
    let rest = Span::new(span.start(), at.limit());
    at.within(rest, authority::host_port).and(outcome)
}

/// `reg-name` without its escapes (RFC 3986 §3.2.2).
static REG_NAME: Class = Class::rfc3986("host");

/// The text between the brackets of an IP literal (RFC 3986 §3.2.2).
static IP_LITERAL: Class = Class::rfc3986("host").and(b":");

/// Parses `host [ ":" port ]` (RFC 3986 §3.2). Deviations in it have been reported already.
fn rfc3986_host_port(at: &mut Cursor<'_>) -> Result<(), Error> {
    let start = at.position();
    if at.peek() == Some(b'[') {
        let len = IP_LITERAL.prefix_len(&at.rest()[1..]);
        at.skip_to(start + 1 + len);
        if !at.take("]") {
            return Err(invalid_byte(at));
        }
    } else {
        reg_name(at);
    }
    let span = at.since(start);
    if !matches!(at.peek(), None | Some(b':')) {
        return Err(invalid_byte(at));
    }
    authority::check_host(at, span, Grammar::Rfc3986)?;
    at.set(Slot::HOST, span);
    if !at.take(":") {
        return Ok(());
    }
    let port = at.run_unescaped(&authority::DIGITS);
    at.end("port", "port", &common::PORT_DIGITS)?;
    if port.is_empty() {
        // An empty port is the default port.
        return Ok(());
    }
    if authority::port_number(at.text(port)).is_none() {
        return Err(at.error(ErrorKind::OutOfRange, "port", "port", port, &common::PORT_RANGE));
    }
    at.set(Slot::PORT, port);
    Ok(())
}

fn reg_name(at: &mut Cursor<'_>) {
    loop {
        let run = REG_NAME.prefix_len(at.rest());
        at.skip_to(at.position() + run);
        let rest = at.text(Span::new(at.position(), at.limit()));
        let width = match rest.chars().next() {
            Some('%') if escape::byte(rest.as_bytes()).is_some() => 3,
            Some('[' | ']') | None => return,
            Some(found) if at.is_lenient() && (found == '%' || anyurl_core::internal::is_tolerated(found)) => {
                found.len_utf8()
            }
            Some(_) => return,
        };
        at.skip_to(at.position() + width);
    }
}

fn invalid_byte(at: &Cursor<'_>) -> Error {
    let is_ascii = at.rest().first().is_none_or(u8::is_ascii);
    let requirement: &'static Requirement = if is_ascii { &common::HOST_CHAR } else { &common::HOST_NON_ASCII };
    at.mismatch("host", "host", requirement)
}
