//! Characters that lenient mode rejects because browsers would read another host in the URL.
//!
//! A browser reads a backslash as a slash, so `https://example.com\@evil.com/` leads to `example.com` there, but to
//! `evil.com` if the backslash is part of the user name. The check applies to all schemes, so that none can omit it.

use crate::diagnostics::error::{Error, ErrorKind};
use crate::diagnostics::requirement::{Requirement, common};
use crate::registration::Registration;
use crate::syntax::class;
use crate::syntax::cursor::Cursor;
use crate::text::span::{Slot, Span};

/// Rejects unsafe characters in the login or the host of a URL of lenient mode; `start` is the offset after its colon.
///
/// # Errors
/// [`ErrorKind::Unexpected`] at a backslash in the login, in the host or in the place of the slashes before it, and at
/// any other unsafe US-ASCII character in a host.
#[cold]
pub(crate) fn check(at: &Cursor<'_>, start: usize, registration: &Registration, is_generic: bool) -> Result<(), Error> {
    let part = at.bytes_from(start);
    let is_slash = |byte: &u8| matches!(byte, b'/' | b'\\');
    let has_slashes = part.len() > 1 && part[..2].iter().all(is_slash);
    // The schemepart of an unregistered scheme may begin with any characters: `x-foo:\a`.
    if has_slashes && !is_generic && registration.has_host() {
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

/// The length of login, host and port: to the first slash, `?` or `#` after the last `@` before a slash, because a
/// login of RFC 1738 may contain a `?`.
fn authority_len(rest: &[u8]) -> usize {
    let slash = memchr::memchr(b'/', rest).unwrap_or(rest.len());
    let host = memchr::memrchr(b'@', &rest[..slash]).map_or(0, |at_sign| at_sign + 1);
    let end = memchr::memchr2(b'?', b'#', &rest[host..slash]);
    host + end.unwrap_or(slash - host)
}

fn reject_backslash(at: &Cursor<'_>, span: Span) -> Result<(), Error> {
    reject(at, span, |found| found == '\\', &common::BACKSLASH)
}

/// Rejects unsafe characters in a host. One that begins with a bracket is an address, which its grammar has checked.
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
    requirement: &'static Requirement,
) -> Result<(), Error> {
    let Some((offset, found)) = at.text(span).char_indices().find(|(_, found)| is_rejected(*found)) else {
        return Ok(());
    };
    let start = span.start() + offset;
    let span = Span::new(start, start + found.len_utf8());
    Err(at.error(ErrorKind::Unexpected, "authority", component(at, span), span, requirement))
}

/// The name of the component that contains a span.
fn component(at: &Cursor<'_>, inner: Span) -> &'static str {
    let contains =
        |slot| at.get(slot).is_some_and(|span: Span| span.start() <= inner.start() && inner.end() <= span.end());
    match () {
        () if contains(Slot::PASSWORD) => "password",
        () if contains(Slot::USER) => "user",
        () if contains(Slot::HOST) => "host",
        () => "schemepart",
    }
}
