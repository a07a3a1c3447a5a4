//! What lenient mode never forgives: marks that would give a URL another host in a browser.
//!
//! A browser reads a backslash as a slash, so that `https://example.com\@evil.com/` leads to `example.com`, and to
//! `evil.com` where the backslash is taken for a character of the user name. The rule is one for all schemes: no scheme
//! has to know it, and none can forget it.

use crate::diagnostics::error::{Error, ErrorKind};
use crate::diagnostics::requirement::common;
use crate::registration::Registration;
use crate::syntax::class;
use crate::syntax::cursor::Cursor;
use crate::text::span::{Slot, Span};

/// Refuses what lenient mode has let pass in the login or the host of a URL that was read; `start` is the offset behind
/// its colon.
///
/// # Errors
/// [`ErrorKind::Unexpected`] at a backslash in the login, in the host, or where the slashes before a host stand, and at any
/// other unsafe character of US-ASCII in a host.
#[cold]
pub(crate) fn check(at: &Cursor<'_>, start: usize, facts: &Registration, is_generic: bool) -> Result<(), Error> {
    let part = at.bytes_from(start);
    let is_slash = |byte: &u8| matches!(byte, b'/' | b'\\');
    let has_slashes = part.len() > 1 && part[..2].iter().all(is_slash);
    // Where nothing is known of a scheme, `x-foo:\a` is a text like any other.
    if has_slashes && !is_generic && facts.has_host() {
        reject_backslash(at, Span::new(start, start + 2))?;
    }
    if part.starts_with(b"//") {
        reject_backslash(at, Span::new(start + 2, start + 2 + authority_len(&part[2..])))?;
    }
    for slot in [Slot::USER, Slot::PASSWORD, Slot::HOST] {
        at.get(slot).map_or(Ok(()), |span| reject_backslash(at, span))?;
    }
    at.get(Slot::HOST).map_or(Ok(()), |host| reject_unsafe(at, host))
}

/// How far login, host and port reach: to the first slash, `?` or `#`, but behind the last `@` before a slash, because a
/// login of RFC 1738 may hold a `?`.
fn authority_len(rest: &[u8]) -> usize {
    let slash = memchr::memchr(b'/', rest).unwrap_or(rest.len());
    let sign = memchr::memrchr(b'@', &rest[..slash]).map_or(0, |sign| sign + 1);
    let end = memchr::memchr2(b'?', b'#', &rest[sign..slash]);
    sign + end.unwrap_or(slash - sign)
}

fn reject_backslash(at: &Cursor<'_>, span: Span) -> Result<(), Error> {
    reject(at, span, |found| found == '\\', &common::BACKSLASH)
}

/// Brackets are those of an address.
fn reject_unsafe(at: &Cursor<'_>, host: Span) -> Result<(), Error> {
    if at.text(host).starts_with('[') {
        return Ok(());
    }
    let is_unsafe = |found: char| found.is_ascii() && found != '~' && class::is_tolerated(found);
    reject(at, host, is_unsafe, &common::HOST_UNSAFE)
}

fn reject(
    at: &Cursor<'_>,
    span: Span,
    is_rejected: impl Fn(char) -> bool,
    requirement: &'static crate::diagnostics::requirement::Requirement,
) -> Result<(), Error> {
    let Some((place, found)) = at.text(span).char_indices().find(|(_, found)| is_rejected(*found)) else {
        return Ok(());
    };
    let place = Span::new(span.start() + place, span.start() + place + found.len_utf8());
    let component = component(at, place);
    Err(at.error(ErrorKind::Unexpected, "authority", component, place, requirement))
}

/// In what it stands.
fn component(at: &Cursor<'_>, place: Span) -> &'static str {
    let holds =
        |slot| at.get(slot).is_some_and(|span: Span| span.start() <= place.start() && place.end() <= span.end());
    match () {
        () if holds(Slot::PASSWORD) => "password",
        () if holds(Slot::USER) => "user",
        () if holds(Slot::HOST) => "host",
        () => "schemepart",
    }
}
