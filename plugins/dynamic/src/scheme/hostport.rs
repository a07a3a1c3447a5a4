//! Host and port, wherever a plugin has found them, are read by the rules that every scheme has.

use locator_core::diagnostics::requirement::{Requirement, common};
use locator_core::registration::Grammar;
use locator_core::{
    Class, Cursor, Error, ErrorKind, Slot, Span, syntax::authority, syntax::class, syntax::escape, syntax::host,
};

use super::Dynamic;

/// Reads the text from the beginning of the host to the end of the port, and sets both.
pub(super) fn read(scheme: &Dynamic, region: Span, at: &mut Cursor<'_>) -> Result<(), Error> {
    if scheme.registration.grammar == Grammar::Rfc3986 {
        return at.within(region, modern);
    }
    // The plugin has read the login, or there is no place for one that lenient mode would keep.
    let is_alone = scheme.has_login || at.is_lenient() && !scheme.keeps_login;
    let outcome = at.within(region, |at| {
        if is_alone {
            let host = host::host(at)?;
            at.set(Slot::HOST, host);
            authority::port(at)?;
        } else {
            authority::host_port(at)?;
        }
        at.end("hostport", "host", &common::HOST_CHAR)
    });
    if outcome.is_ok() || is_alone {
        return outcome;
    }
    // A login that should not be there may reach beyond what the plugin took for the host.
    let rest = Span::new(region.start(), at.limit());
    at.within(rest, authority::host_port).and(outcome)
}

/// `reg-name`, but for its escapes (RFC 3986 §3.2.2).
static REG_NAME: Class = Class::rfc3986("host");

/// What stands between the brackets of an address (RFC 3986 §3.2.2).
static ADDRESS: Class = Class::rfc3986("host").and(b":");

/// `host [ ":" port ]` (RFC 3986 §3.2): what lenient mode forgives there has its remarks already.
fn modern(at: &mut Cursor<'_>) -> Result<(), Error> {
    let start = at.position();
    if at.peek() == Some(b'[') {
        let address = ADDRESS.prefix_len(&at.rest()[1..]);
        at.skip_to(start + 1 + address);
        if !at.take("]") {
            return Err(foreign(at));
        }
    } else {
        reg_name(at);
    }
    let span = at.since(start);
    if !matches!(at.peek(), None | Some(b':')) {
        return Err(foreign(at));
    }
    authority::check_host(at, span, Grammar::Rfc3986)?;
    at.set(Slot::HOST, span);
    if !at.take(":") {
        return Ok(());
    }
    let port = at.run_unescaped(&authority::DIGITS);
    at.end("port", "port", &common::PORT_DIGITS)?;
    if port.is_empty() {
        // Then it is the default one.
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
            Some(found) if at.is_lenient() && (found == '%' || class::is_tolerated(found)) => found.len_utf8(),
            Some(_) => return,
        };
        at.skip_to(at.position() + width);
    }
}

fn foreign(at: &Cursor<'_>) -> Error {
    let is_foreign = at.rest().first().is_some_and(|first| !first.is_ascii());
    let requirement: &'static Requirement = if is_foreign { &common::HOST_NON_ASCII } else { &common::HOST_CHAR };
    at.mismatch("host", "host", requirement)
}
