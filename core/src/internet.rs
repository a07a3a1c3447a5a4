//! The common Internet syntax: `ip-schemepart = "//" login [ "/" urlpath ]` (RFC 1738 §3.1, §5).
//!
//! ```text
//! login       = [ user [ ":" password ] "@" ] hostport
//! hostport    = host [ ":" port ]
//! host        = hostname | hostnumber
//! hostname    = *[ domainlabel "." ] toplabel
//! domainlabel = alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit
//! toplabel    = alpha | alpha *[ alphadigit | "-" ] alphadigit
//! hostnumber  = digits "." digits "." digits "." digits
//! port        = digits
//! user        = *[ uchar | ";" | "?" | "&" | "=" ]
//! password    = *[ uchar | ";" | "?" | "&" | "=" ]
//! ```

use crate::chars::Class;
use crate::clause::{Clause, common};
use crate::cursor::Cursor;
use crate::error::{Error, Kind};
use crate::escape;
use crate::span::{Slot, Span};

/// `user = *[ uchar | ";" | "?" | "&" | "=" ]`
pub static USER: Class = Class::uchar("user").and(b";?&=");

/// `password = *[ uchar | ";" | "?" | "&" | "=" ]`
pub static PASSWORD: Class = Class::uchar("password").and(b";?&=");

/// `digits = 1*digit`
pub static DIGITS: Class = Class::none("digits").and(b"0123456789");

/// What a hostname and a hostnumber are made of.
static HOST: Class = Class::alphadigit("host").and(b"-.");

/// Longest label of a host name, in octets (RFC 1034 §3.1; R-3.1-8).
const LONGEST_LABEL: usize = 63;

/// Longest host name, in octets (RFC 1034 §3.1; R-3.1-8).
const LONGEST_NAME: usize = 255;

/// `"//"`, which marks compliance with the common Internet syntax (R-3.1-1).
///
/// # Errors
/// [`Kind::Missing`] where one or both slashes are.
#[inline]
pub fn slashes(at: &mut Cursor<'_>) -> Result<(), Error> {
    if at.take("//") {
        Ok(())
    } else {
        Err(no_slashes(at))
    }
}

#[cold]
fn no_slashes(at: &mut Cursor<'_>) -> Error {
    let clause = if at.take("/") {
        &common::SECOND_SLASH
    } else {
        &common::SLASHES
    };
    at.error(
        Kind::Missing,
        "ip-schemepart",
        "schemepart",
        Span::at(at.position()),
        clause,
    )
}

/// `login = [ user [ ":" password ] "@" ] hostport`; sets user, password, host and port.
///
/// Empty and absent are different (R-3.1-4): `//@h` has the user `""`, `//h` has none.
///
/// # Errors
/// Those of user, password, host and port.
#[inline]
pub fn login(at: &mut Cursor<'_>) -> Result<(), Error> {
    if let Some(end) = at_sign(at.rest()) {
        user_password(at, at.position() + end)?;
    }
    host_port_after_login(at)
}

/// `hostport = host [ ":" port ]`, in a scheme that has no login; sets host and port.
///
/// # Errors
/// Those of host and port, and [`Kind::Forbidden`] where a user name or password stands before the host: lenient mode
/// keeps it, with a remark (A-09).
#[inline]
pub fn host_port(at: &mut Cursor<'_>) -> Result<(), Error> {
    let start = at.position();
    if at.is_lenient() {
        return unwanted_login(at).and_then(|()| host_port_after_login(at));
    }
    let outcome = host_port_after_login(at);
    if outcome.is_ok() && at.peek() != Some(b'@') {
        return Ok(());
    }
    // Only now, where something is wrong anyway, look whether it is a login.
    no_login(at, start).and(outcome)
}

/// Lenient mode keeps a login where none is allowed, with a remark (A-09).
#[cold]
fn unwanted_login(at: &mut Cursor<'_>) -> Result<(), Error> {
    no_login(at, at.position()).or_else(|refusal| {
        let end = refusal.span().end() - 1;
        at.depart(refusal)?;
        user_password(at, end)
    })
}

/// Refuses the login that begins at `start`, if there is one.
#[cold]
fn no_login(at: &Cursor<'_>, start: usize) -> Result<(), Error> {
    let Some(end) = at_sign(at.octets_from(start)) else {
        return Ok(());
    };
    let span = Span::new(start, start + end + 1);
    Err(at
        .error(Kind::Forbidden, "hostport", "user", span, &common::NO_LOGIN)
        .found(None))
}

/// Where the login ends: at the last `@` before the first slash (A-30).
#[inline]
fn at_sign(rest: &[u8]) -> Option<usize> {
    let slash = memchr::memchr2(b'/', b'#', rest).unwrap_or(rest.len());
    memchr::memrchr(b'@', &rest[..slash])
}

/// `user [ ":" password ] "@"`, of which the `@` stands at `end`.
fn user_password(at: &mut Cursor<'_>, end: usize) -> Result<(), Error> {
    let user = user_or_password(at, &USER, Some(b':'), end)?;
    at.set(Slot::USER, user);
    if at.take(":") {
        let password = user_or_password(at, &PASSWORD, None, end)?;
        at.set(Slot::PASSWORD, password);
    }
    at.skip_to(end + 1);
    Ok(())
}

/// `*[ uchar | ";" | "?" | "&" | "=" ]`, up to `stop` or to the `@` at `end`.
///
/// Strict mode refuses a further `@` or `:` on the way; lenient mode takes it as data (A-30).
fn user_or_password(
    at: &mut Cursor<'_>,
    class: &'static Class,
    stop: Option<u8>,
    end: usize,
) -> Result<Span, Error> {
    let start = at.position();
    loop {
        at.run(class, class.rule())?;
        let clause: &'static Clause = match at.peek() {
            _ if at.position() == end => return Ok(at.since(start)),
            next if next == stop => return Ok(at.since(start)),
            Some(b'@') => &common::LOGIN_AT,
            Some(b':') => &common::LOGIN_COLON,
            _ => return Err(at.unexpected(class, class.rule())),
        };
        at.depart(at.misfit(class.rule(), class.rule(), clause))?;
        at.skip_to(at.position() + 1);
    }
}

/// `host [ ":" port ]`
#[inline]
fn host_port_after_login(at: &mut Cursor<'_>) -> Result<(), Error> {
    let host = host(at)?;
    at.set(Slot::HOST, host);
    port(at)
}

/// `host = hostname | hostnumber`: a domain name of labels, or four decimal groups; never empty.
///
/// # Errors
/// [`Kind::Missing`] where the host is empty (A-29), [`Kind::Unexpected`] at the character or label that cannot stand
/// in a host (R-3.1-5, R-3.1-6), [`Kind::OutOfRange`] for a group above 255 or a label or name too long (A-25).
#[inline]
pub fn host(at: &mut Cursor<'_>) -> Result<Span, Error> {
    let start = at.position();
    host_characters(at);
    let span = at.since(start);
    match at.peek() {
        None | Some(b'/' | b':' | b'@' | b'?' | b';') if span.is_empty() => {
            return Err(at
                .error(Kind::Missing, "host", "host", span, &common::HOST_MISSING)
                .found(None));
        }
        // What may follow a host in some scheme is that scheme's affair.
        None | Some(b'/' | b':' | b'@' | b'?' | b';') => {}
        Some(_) => return Err(foreign_to_host(at)),
    }
    let text = at.text(span);
    if text.contains('%') {
        labels(at, span, escape::octets(text))?;
    } else {
        labels(at, span, text.bytes().enumerate())?;
    }
    Ok(span)
}

/// Why the next character is none of a host: an underscore and an escape have clauses of their own.
#[cold]
fn foreign_to_host(at: &Cursor<'_>) -> Error {
    match at.rest() {
        [b'_', ..] => at.misfit("host", "host", &common::UNDERSCORE),
        rest @ [b'%', ..] if escape::octet(rest).is_some() => {
            let span = Span::new(at.position(), at.position() + 3);
            at.error(Kind::Unexpected, "host", "host", span, &common::HOST_ESCAPE)
        }
        _ => at.misfit("host", "host", &common::HOST_CHAR),
    }
}

/// `*[ alphadigit | "-" | "." ]`; leniently also `_` (A-27) and escapes (A-28).
#[inline]
fn host_characters(at: &mut Cursor<'_>) {
    loop {
        let run = HOST.prefix_len(at.rest());
        at.skip_to(at.position() + run);
        let (clause, width) = match at.rest() {
            [b'_', ..] => (&common::UNDERSCORE, 1),
            rest @ [b'%', ..] if escape::octet(rest).is_some() => (&common::HOST_ESCAPE, 3),
            _ => return,
        };
        if !at.is_lenient() {
            return;
        }
        let span = Span::new(at.position(), at.position() + width);
        at.remark(clause, span);
        at.skip_to(span.end());
    }
}

/// One label of a host while it is read.
#[derive(Clone, Copy)]
struct Label {
    start: usize,
    len: usize,
    first: u8,
    last: u8,
    /// Its value as a decimal group; `None` as soon as another character was seen.
    group: Option<u32>,
}

impl Label {
    const fn begin(start: usize) -> Self {
        Self {
            start,
            len: 0,
            first: 0,
            last: 0,
            group: Some(0),
        }
    }

    #[inline]
    fn push(&mut self, octet: u8) {
        if self.len == 0 {
            self.first = octet;
        }
        self.last = octet;
        self.len += 1;
        self.group = match self.group {
            Some(value) if octet.is_ascii_digit() => Some(
                value
                    .saturating_mul(10)
                    .saturating_add(u32::from(octet - b'0')),
            ),
            _ => None,
        };
    }
}

/// Checks the labels of a host: `*[ domainlabel "." ] toplabel`, or four groups of digits.
#[inline]
fn labels(
    at: &mut Cursor<'_>,
    host: Span,
    octets: impl Iterator<Item = (usize, u8)>,
) -> Result<(), Error> {
    let mut label = Label::begin(0);
    let (mut count, mut groups, mut total) = (0, 0, 0);
    let mut too_big = None;
    for (offset, octet) in octets {
        total += 1;
        if octet != b'.' {
            if !HOST.has(octet) && !(octet == b'_' && at.is_lenient()) {
                let span = Span::new(host.start() + offset, host.end());
                return Err(at.error(Kind::Unexpected, "host", "host", span, &common::HOST_CHAR));
            }
            label.push(octet);
            continue;
        }
        let span = Span::new(host.start() + label.start, host.start() + offset);
        domainlabel(at, span, label)?;
        count += 1;
        if let Some(value) = label.group {
            groups += 1;
            too_big = too_big.or((value > 255).then_some(span));
        }
        label = Label::begin(offset + 1);
    }
    let span = Span::new(host.start() + label.start, host.end());
    if label.len == 0 && count > 0 && groups < count {
        let dot = Span::new(host.end() - 1, host.end());
        return at.depart(at.error(
            Kind::Unexpected,
            "toplabel",
            "host",
            dot,
            &common::TRAILING_DOT,
        ));
    }
    domainlabel(at, span, label)?;
    if label.first.is_ascii_digit() {
        if count != 3 || groups != 3 || label.group.is_none() {
            return Err(at.error(
                Kind::Unexpected,
                "toplabel",
                "host",
                span,
                &common::TOPLABEL,
            ));
        }
        too_big = too_big.or((label.group > Some(255)).then_some(span));
        if let Some(span) = too_big {
            at.depart(at.error(
                Kind::OutOfRange,
                "hostnumber",
                "host",
                span,
                &common::GROUP_RANGE,
            ))?;
        }
    }
    if total > LONGEST_NAME {
        at.depart(at.error(
            Kind::OutOfRange,
            "hostname",
            "host",
            host,
            &common::NAME_LONG,
        ))?;
    }
    Ok(())
}

/// `domainlabel = alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit`, of at most 63 octets
#[inline]
fn domainlabel(at: &mut Cursor<'_>, span: Span, label: Label) -> Result<(), Error> {
    let Label {
        len, first, last, ..
    } = label;
    if len == 0 {
        let dot = Span::new(span.start(), (span.start() + 1).min(at.position()));
        return Err(at.error(
            Kind::Unexpected,
            "domainlabel",
            "host",
            dot,
            &common::LABEL_EMPTY,
        ));
    }
    if first == b'-' || last == b'-' {
        let hyphen = if first == b'-' {
            span.start()
        } else {
            span.end() - 1
        };
        let span = Span::new(hyphen, hyphen + 1);
        return Err(at.error(
            Kind::Unexpected,
            "domainlabel",
            "host",
            span,
            &common::LABEL_HYPHEN,
        ));
    }
    if len > LONGEST_LABEL {
        at.depart(at.error(
            Kind::OutOfRange,
            "domainlabel",
            "host",
            span,
            &common::LABEL_LONG,
        ))?;
    }
    Ok(())
}

/// `[ ":" port ]`, `port = digits`, at most 65535.
///
/// # Errors
/// [`Kind::Missing`] for a colon without digits (A-24), [`Kind::Unexpected`] for anything but digits (R-3.1-10),
/// [`Kind::OutOfRange`] above 65535 (A-24).
#[inline]
pub fn port(at: &mut Cursor<'_>) -> Result<(), Error> {
    let colon = at.position();
    if !at.take(":") {
        return Ok(());
    }
    let span = at.plain(&DIGITS);
    match at.peek() {
        None | Some(b'/' | b'?' | b';') if span.is_empty() => {
            let span = at.since(colon);
            return at.depart(
                at.error(Kind::Missing, "port", "port", span, &common::PORT_EMPTY)
                    .found(None),
            );
        }
        None | Some(b'/' | b'?' | b';' | b'@') => {}
        Some(_) => return Err(at.misfit("port", "port", &common::PORT_DIGITS)),
    }
    if port_number(at.text(span)).is_none() {
        return Err(at.error(Kind::OutOfRange, "port", "port", span, &common::PORT_RANGE));
    }
    at.set(Slot::PORT, span);
    Ok(())
}

/// The number that a port's digits stand for; leading zeros do not count (A-24).
pub fn port_number(text: &str) -> Option<u16> {
    let mut value: u16 = 0;
    for (_, digit) in escape::octets(text) {
        let digit = digit.checked_sub(b'0').filter(|digit| *digit < 10)?;
        value = value.checked_mul(10)?.checked_add(u16::from(digit))?;
    }
    (!text.is_empty()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Mode;
    use crate::span::Spans;

    fn read(text: &str, mode: Mode) -> Result<Spans, Error> {
        let mut spans = Spans::NONE;
        let mut at = Cursor::new(text, Span::new(0, text.len()), mode, &mut spans, None);
        login(&mut at)?;
        at.finish(&DIGITS, "port")?;
        Ok(spans)
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

    #[test]
    fn hosts_and_ports() {
        // text, id of the clause that refuses it strictly, whether lenient mode accepts it
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
            ("a_b", Some("A-27"), true),
            ("a%2Ecom", Some("A-28"), true),
            ("a%2Fcom", Some("A-28"), false),
            ("h:", Some("A-24"), true),
            ("h:65536", Some("A-24"), false),
            ("h:+80", Some("R-3.1-10"), false),
            ("h:%38", Some("A-32"), true),
            ("a@b@h", Some("A-30"), true),
            ("u:p:q@h", Some("A-30"), true),
        ];
        for (text, id, lenient) in rows {
            assert_eq!(
                read(text, Mode::Strict)
                    .err()
                    .map(|error| error.clause().id),
                id,
                "{text}"
            );
            assert_eq!(
                read(text, Mode::Lenient).is_ok(),
                lenient,
                "{text} leniently"
            );
        }
    }
}
