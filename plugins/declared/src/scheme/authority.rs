//! The common Internet syntax that a grammar begins with, read by the core as the built-in schemes have it read: once, by one code,
//! with one set of errors and remarks.

use locator_core::diagnostics::requirement::common;
use locator_core::{Cursor, Error, ErrorKind, Slot, Span, syntax::authority, syntax::host};

use locator_abnf::AuthorityPrefix;

/// Reads `//` and the head, and sets its components.
#[inline]
pub(super) fn read(head: AuthorityPrefix, at: &mut Cursor<'_>) -> Result<(), Error> {
    if matches!(head, AuthorityPrefix::OptionalHost | AuthorityPrefix::EmptyHost) {
        return optional_host(head, at);
    }
    authority::slashes(at)?;
    match head {
        AuthorityPrefix::Login => authority::login(at),
        AuthorityPrefix::HostPort => authority::host_port(at),
        AuthorityPrefix::Host | AuthorityPrefix::OptionalHost | AuthorityPrefix::EmptyHost => {
            let host = host::host(at)?;
            at.set(Slot::HOST, host);
            Ok(())
        }
    }
}

/// `"//" [ host ]`, and a slash must follow.
#[inline]
fn optional_host(head: AuthorityPrefix, at: &mut Cursor<'_>) -> Result<(), Error> {
    if matches!(at.rest(), [b'/', second, ..] if *second != b'/') || at.rest() == b"/" {
        return Err(slash_of_path(at));
    }
    authority::slashes(at)?;
    if matches!(at.peek(), None | Some(b'/')) {
        if head == AuthorityPrefix::EmptyHost {
            at.set(Slot::HOST, Span::at(at.position()));
        }
        return Ok(());
    }
    let host = host::host(at)?;
    at.set(Slot::HOST, host);
    Ok(())
}

/// `x:/path`: where nothing need stand between, a single slash is the one behind the host, and both before it are missing.
#[cold]
fn slash_of_path(at: &Cursor<'_>) -> Error {
    let here = Span::at(at.position());
    at.error(ErrorKind::Missing, "ip-schemepart", "schemepart", here, &common::SLASHES).found(None)
}
