//! Parses the common Internet syntax at the start of a grammar with the functions that built-in schemes use, so that errors
//! and warnings are the same.

use anyurl_core::authors::{Cursor, authority, host};
use anyurl_core::internal::common;
use anyurl_core::{Error, ErrorKind, Slot, Span};

use anyurl_abnf::AuthorityPrefix;

/// Parses `//` and the prefix, and sets its components.
#[inline]
pub(super) fn parse(head: AuthorityPrefix, at: &mut Cursor<'_>) -> Result<(), Error> {
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

/// `"//" [ host ]`, followed by a slash or the end.
#[inline]
fn optional_host(head: AuthorityPrefix, at: &mut Cursor<'_>) -> Result<(), Error> {
    if matches!(at.rest(), [b'/', second, ..] if *second != b'/') || at.rest() == b"/" {
        return Err(missing_slashes(at));
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

/// The error for `x:/path`. The host can be empty, so the single slash begins the path, and both slashes before the host are
/// missing.
#[cold]
fn missing_slashes(at: &Cursor<'_>) -> Error {
    let here = Span::at(at.position());
    at.error(ErrorKind::Missing, "ip-schemepart", "schemepart", here, &common::SLASHES).found(None)
}
