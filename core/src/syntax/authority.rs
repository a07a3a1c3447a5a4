//! The common Internet syntax: `ip-schemepart = "//" login [ "/" urlpath ]` (RFC 1738 §3.1, §5).
//!
//! ```text
//! login       = [ user [ ":" password ] "@" ] hostport
//! hostport    = host [ ":" port ]
//! host        = hostname | hostnumber                    ; see host.rs
//! port        = digits
//! user        = *[ uchar | ";" | "?" | "&" | "=" ]
//! password    = *[ uchar | ";" | "?" | "&" | "=" ]
//! ```

mod located;

use crate::diagnostics::error::{Error, ErrorKind};
use crate::diagnostics::requirement::{Requirement, common};
pub use crate::syntax::authority::located::set_host_port_fast;
use crate::syntax::class::Class;
pub use crate::syntax::class::{PASSWORD, USER};
use crate::syntax::cursor::Cursor;
use crate::syntax::escape;
use crate::syntax::grammar::Grammar;
use crate::syntax::host::{HostLengths, LONGEST_LABEL, LONGEST_NAME, host, is_host_fast};
use crate::text::span::{Slot, Span};

/// `digits = 1*digit`
pub static DIGITS: Class = Class::none("digits").and(b"0123456789");

/// Reads `"//"`, which marks the common Internet syntax (R-3.1-1).
///
/// # Errors
/// [`ErrorKind::Missing`] if a slash is missing.
#[inline]
pub fn slashes(at: &mut Cursor<'_>) -> Result<(), Error> {
    if at.take("//") { Ok(()) } else { Err(missing_slashes(at)) }
}

#[cold]
fn missing_slashes(at: &mut Cursor<'_>) -> Error {
    let requirement = if at.take("/") { &common::SECOND_SLASH } else { &common::SLASHES };
    at.error(ErrorKind::Missing, "ip-schemepart", "schemepart", Span::at(at.position()), requirement)
}

/// Reads `login = [ user [ ":" password ] "@" ] hostport`; sets user, password, host and port.
///
/// Empty and absent are different (R-3.1-4): `//@h` has the user `""`, `//h` has none.
///
/// ```
/// use anyurl_core::authors::authority::login;
/// use anyurl_core::{Mode, Slot, Span};
/// use anyurl_core::authors::Cursor;
///
/// let mut at = Cursor::new("x-foo://joe:@h", Span::new(8, 14), Mode::Strict, None);
/// login(&mut at)?;
/// let text = |slot| at.get(slot).map(|span| at.text(span));
/// assert_eq!([Slot::USER, Slot::PASSWORD, Slot::HOST].map(text), [Some("joe"), Some(""), Some("h")]);
/// assert_eq!(text(Slot::PORT), None);
/// # Ok::<(), anyurl_core::Error>(())
/// ```
///
/// # Errors
/// Those of user, password, host and port.
#[inline]
pub fn login(at: &mut Cursor<'_>) -> Result<(), Error> {
    if login_fast(at) {
        return Ok(());
    }
    login_slow(at)
}

/// Fast path of [`login`], for parts of letters, digits, `-` and `.` only, which are valid by RFC 3986, too. Returns
/// `false` without advancing if the slow path is needed.
#[doc(hidden)]
#[inline]
pub fn login_fast(at: &mut Cursor<'_>) -> bool {
    let user = Pair::read(at, at.position());
    let has_user = at.byte(user.end) == Some(b'@');
    let host = if has_user { Pair::read(at, user.end + 1) } else { user };
    if !host_port_fast(at, host) {
        return false;
    }
    if has_user {
        at.set(Slot::USER, Span::known(user.start, user.colon));
        if user.colon < user.end {
            at.set(Slot::PASSWORD, Span::known(user.colon + 1, user.end));
        }
    }
    true
}

/// One or two runs of host bytes joined by a colon: `user ":" password` or `host ":" port`.
#[derive(Clone, Copy)]
struct Pair {
    start: usize,
    /// The offset of the colon; `end` if there is none.
    colon: usize,
    end: usize,
}

impl Pair {
    /// Finds the pair that begins at `start`, without advancing.
    #[inline(always)]
    fn read(at: &mut Cursor<'_>, start: usize) -> Self {
        let colon = at.host_run_end(start);
        let end = match at.byte(colon) {
            Some(b':') => at.host_run_end(colon + 1),
            _ => colon,
        };
        Self { start, colon, end }
    }
}

/// Fast path of [`host_port`], for a name or an address that a slash or the limit follows. Returns `false` without
/// advancing if the slow path is needed.
#[inline(always)]
fn host_port_fast(at: &mut Cursor<'_>, pair: Pair) -> bool {
    let host = Span::known(pair.start, pair.colon);
    if !matches!(at.byte(pair.end), None | Some(b'/')) || !is_host_fast(at, host) {
        return false;
    }
    if pair.colon < pair.end {
        let port = Span::known(pair.colon + 1, pair.end);
        let value = at.number(port);
        if value.is_none_or(|value| u16::try_from(value).is_err()) {
            return false;
        }
        at.set(Slot::PORT, port);
    }
    at.set(Slot::HOST, host);
    at.advance_to(pair.end);
    true
}

/// Slow path of [`login`].
#[inline(never)]
fn login_slow(at: &mut Cursor<'_>) -> Result<(), Error> {
    // A user name may contain a `?`, so it does not end the search.
    if let Some(at_sign) = at.rfind_before(b'@', b"/#") {
        user_password(at, (&USER, &PASSWORD), at_sign)?;
    }
    host_port_after_login(at)
}

/// Reads `hostport = host [ ":" port ]` of a scheme without a login; sets host and port.
///
/// # Errors
/// Those of host and port, and [`ErrorKind::Forbidden`] for a user name or password before the host; lenient mode keeps
/// it, with a warning (A-09).
#[inline]
pub fn host_port(at: &mut Cursor<'_>) -> Result<(), Error> {
    let pair = Pair::read(at, at.position());
    if host_port_fast(at, pair) {
        return Ok(());
    }
    host_port_slow(at)
}

/// Slow path of [`host_port`].
#[inline(never)]
fn host_port_slow(at: &mut Cursor<'_>) -> Result<(), Error> {
    let start = at.position();
    if at.is_lenient() {
        return tolerate_login(at).and_then(|()| host_port_after_login(at));
    }
    let outcome = host_port_after_login(at);
    if outcome.is_ok() && at.peek() != Some(b'@') {
        return Ok(());
    }
    // Searching for a login costs time, so it is done only if there is an error anyway.
    reject_login(at, start).and(outcome)
}

/// Reads a login where none is allowed, with a warning (A-09).
#[cold]
fn tolerate_login(at: &mut Cursor<'_>) -> Result<(), Error> {
    reject_login(at, at.position()).or_else(|error| {
        let end = error.span().end() - 1;
        at.tolerate(error)?;
        user_password(at, (&USER, &PASSWORD), end)
    })
}

/// Rejects a login that begins at `start`: it reaches to the last `@` (A-30) before a slash or a `?`, so that lenient
/// mode finds the same host in `http://h?x@y` as browsers do (A-08).
#[cold]
fn reject_login(at: &Cursor<'_>, start: usize) -> Result<(), Error> {
    let rest = at.bytes_from(start);
    let end = memchr::memchr3(b'/', b'?', b'#', rest).unwrap_or(rest.len());
    let Some(at_sign) = memchr::memrchr(b'@', &rest[..end]) else {
        return Ok(());
    };
    let span = Span::new(start, start + at_sign + 1);
    Err(at.error(ErrorKind::Forbidden, "hostport", "user", span, &common::NO_LOGIN).found(None))
}

/// Reads `user [ ":" password ] "@"`, whose `@` is at `end`.
pub(super) fn user_password(
    at: &mut Cursor<'_>,
    (user, password): (&'static Class, &'static Class),
    end: usize,
) -> Result<(), Error> {
    let user = user_or_password(at, user, "user", Some(b':'), end)?;
    at.set(Slot::USER, user);
    if at.take(":") {
        let password = user_or_password(at, password, "password", None, end)?;
        at.set(Slot::PASSWORD, password);
    }
    at.skip_to(end + 1);
    Ok(())
}

/// Reads characters of `class` up to `stop` or to the `@` at `end`.
///
/// Strict mode rejects a further `@` or `:` before that; lenient mode reads it as data (A-30).
fn user_or_password(
    at: &mut Cursor<'_>,
    class: &'static Class,
    component: &'static str,
    stop: Option<u8>,
    end: usize,
) -> Result<Span, Error> {
    let start = at.position();
    loop {
        at.run(class, component)?;
        let requirement: &'static Requirement = match at.peek() {
            _ if at.position() == end => return Ok(at.since(start)),
            next if next == stop => return Ok(at.since(start)),
            Some(b'@') => class.requirements().login_at,
            Some(b':') => &common::LOGIN_COLON,
            _ => return Err(at.unexpected(class, component)),
        };
        at.tolerate(at.mismatch(class.rule(), component, requirement))?;
        at.skip_to(at.position() + 1);
    }
}

/// Reads `host [ ":" port ]`.
#[inline]
fn host_port_after_login(at: &mut Cursor<'_>) -> Result<(), Error> {
    let host = host(at)?;
    at.set(Slot::HOST, host);
    port(at)
}

/// Reads `[ ":" port ]`, `port = digits`, at most 65535.
///
/// # Errors
/// [`ErrorKind::Missing`] for a colon without digits (A-24), [`ErrorKind::Unexpected`] for anything but digits
/// (R-3.1-10), [`ErrorKind::OutOfRange`] above 65535 (A-24).
#[inline]
pub fn port(at: &mut Cursor<'_>) -> Result<(), Error> {
    let colon = at.position();
    if !at.take(":") {
        return Ok(());
    }
    let span = at.run_unescaped(&DIGITS);
    match at.peek() {
        None | Some(b'/' | b'?' | b';') if span.is_empty() => {
            let span = at.since(colon);
            return at.tolerate(at.error(ErrorKind::Missing, "port", "port", span, &common::PORT_EMPTY).found(None));
        }
        None | Some(b'/' | b'?' | b';' | b'@') => {}
        Some(_) => return Err(at.mismatch("port", "port", &common::PORT_DIGITS)),
    }
    if port_number(at.text(span)).is_none() {
        return Err(at.error(ErrorKind::OutOfRange, "port", "port", span, &common::PORT_RANGE));
    }
    at.set(Slot::PORT, span);
    Ok(())
}

/// Checks a host that a grammar or a plugin has found: the whole rule `host` for RFC 1738, the lengths only for RFC
/// 3986. The caller must reject an empty host.
///
/// ```
/// use anyurl_core::authors::Grammar;
/// use anyurl_core::authors::authority::check_host;
/// use anyurl_core::{Mode, Span};
/// use anyurl_core::authors::Cursor;
///
/// let mut at = Cursor::new("x-foo:h_1", Span::new(6, 9), Mode::Strict, None);
/// assert!(check_host(&mut at, Span::new(6, 9), Grammar::Rfc1738).is_err()); // no underscore in a domain name
/// assert!(check_host(&mut at, Span::new(6, 9), Grammar::Rfc3986).is_ok());
/// ```
///
/// # Errors
/// Those of [`host`](crate::syntax::host::host()).
pub fn check_host(at: &mut Cursor<'_>, span: Span, grammar: Grammar) -> Result<(), Error> {
    if span.is_empty() {
        return Ok(());
    }
    if grammar == Grammar::Rfc3986 {
        return check_lengths(at, span);
    }
    at.within(span, |at| {
        host(at)?;
        at.end("host", "host", &common::HOST_CHAR)
    })
}

/// Checks the lengths of a name and its labels and the groups of an address, decoded. An address in brackets has none.
fn check_lengths(at: &mut Cursor<'_>, span: Span) -> Result<(), Error> {
    // A host by RFC 1738 of at most 63 bytes, as nearly all are.
    if at.host_run_end(span.start()) >= span.end() && is_host_fast(at, span) {
        return Ok(());
    }
    check_lengths_slow(at, span)
}

/// Slow path of [`check_lengths`].
#[cold]
fn check_lengths_slow(at: &Cursor<'_>, span: Span) -> Result<(), Error> {
    let text = at.text(span);
    if text.starts_with('[') {
        return Ok(());
    }
    let requirement = match HostLengths::new(text) {
        lengths if lengths.name > LONGEST_NAME => &common::NAME_LONG,
        lengths if lengths.label > LONGEST_LABEL => &common::LABEL_LONG,
        lengths if lengths.is_address() && lengths.group > u32::from(u8::MAX) => &common::GROUP_RANGE,
        _ => return Ok(()),
    };
    Err(at.error(ErrorKind::OutOfRange, "host", "host", span, requirement))
}

/// Divides `host [ ":" port ]`: the colons of an address in brackets belong to the host.
///
/// ```
/// use anyurl_core::authors::authority::split_port;
///
/// assert_eq!(split_port("h:70"), ("h", Some("70")));
/// assert_eq!(split_port("[::1]"), ("[::1]", None));
/// ```
pub fn split_port(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => (host, Some(port)),
        _ => (text, None),
    }
}

/// The number of a port, with escapes decoded; leading zeros do not count (A-24). `None` if it is not a port number.
pub fn port_number(text: &str) -> Option<u16> {
    let mut value: u32 = 0;
    for (_, digit) in escape::bytes(text) {
        let digit = digit.wrapping_sub(b'0');
        value = 10 * value + u32::from(digit);
        if digit > 9 || value > u32::from(u16::MAX) {
            return None;
        }
    }
    u16::try_from(value).ok().filter(|_| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::options::Mode;
    use crate::text::span::Spans;

    fn read(text: &str, mode: Mode) -> Result<Spans, Error> {
        let mut at = Cursor::new(text, Span::new(0, text.len()), mode, None);
        login(&mut at)?;
        at.finish(&DIGITS, "port")?;
        Ok(*at.spans())
    }

    #[test]
    fn empty_is_not_absent() {
        let rows: [(&str, Option<&str>, Option<&str>); 5] = [
            ("h", None, None),
            ("@h", Some(""), None),
            (":@h", Some(""), Some("")),
            ("foo:@h", Some("foo"), Some("")),
            (":pw@h", Some(""), Some("pw")),
        ];
        for (text, user, password) in rows {
            let spans = read(text, Mode::Strict).expect(text);
            let part = |slot| spans.get(slot).map(|span: Span| span.of(text));
            assert_eq!(
                (part(Slot::USER), part(Slot::PASSWORD), part(Slot::HOST)),
                (user, password, Some("h")),
                "{text}"
            );
        }
    }

    /// Labels have at most 63 and names at most 255 bytes (R-3.1-8); lenient mode tolerates longer ones (A-25).
    #[test]
    fn lengths() {
        let label = |n| "a".repeat(n);
        let name = |n: usize| format!("{}{}", "a.".repeat((n - 1) / 2), &"aa"[..2 - n % 2]);
        assert_eq!((name(255).len(), name(256).len()), (255, 256));
        for (text, fits) in [(label(63), true), (label(64), false), (name(255), true), (name(256), false)] {
            let error = read(&text, Mode::Strict).err();
            assert_eq!(
                error.as_ref().map(|error| (error.kind(), error.requirement().id())),
                (!fits).then_some((ErrorKind::OutOfRange, "A-25"))
            );
            assert!(read(&text, Mode::Lenient).is_ok());
        }
    }

    #[test]
    fn hosts_and_ports() {
        // text, id of the requirement by which strict mode rejects it, whether lenient mode accepts it
        let rows = [
            ("z", None, true),
            ("1.2.3.4.com", None, true),
            ("255.255.255.255", None, true),
            ("010.0.0.1:0080", None, true),
            ("h:0000000000000000000000000000080", None, true),
            ("", Some("A-29"), false),
            ("256.1.1.1", Some("A-25"), true),
            ("1.2.3", Some("R-3.1-6"), false),
            ("1.2.3.4.5", Some("R-3.1-6"), false),
            ("1.2.3.4.", Some("R-3.1-5"), false),
            ("0x7f.0.0.1", Some("R-3.1-6"), false),
            ("a.1b", Some("R-3.1-6"), false),
            ("a..b", Some("R-3.1-5"), false),
            (".", Some("R-3.1-5"), false),
            ("-a", Some("R-3.1-5"), false),
            ("a-.b", Some("R-3.1-5"), false),
            ("a.", Some("A-26"), true),
            ("1.a.", Some("A-26"), true),
            ("a.1.", Some("R-3.1-5"), false),
            ("%61.%31", Some("A-28"), false),
            ("%31.2.3.4", Some("A-28"), true),
            ("a_b", Some("A-27"), true),
            ("a%2Ecom", Some("A-28"), true),
            ("a%2Fcom", Some("A-28"), false),
            ("h:", Some("A-24"), true),
            ("h:65536", Some("A-24"), false),
            ("h:+80", Some("R-3.1-10"), false),
            ("h:%38", Some("A-32"), true),
            ("a@b@h", Some("A-30"), true),
            ("a?b@h", None, true),
            ("u:p:q@h", Some("A-30"), true),
        ];
        for (text, id, lenient) in rows {
            assert_eq!(read(text, Mode::Strict).err().as_ref().map(|error| error.requirement().id()), id, "{text}");
            assert_eq!(read(text, Mode::Lenient).is_ok(), lenient, "{text} leniently");
        }
    }
}
