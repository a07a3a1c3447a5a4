//! `login-cut`: the authority ends within what may be a password.
//!
//! A `/`, `?` or `#` ends the authority, also if the person who wrote it meant a part of a password:
//! `ftp://user:12/ss@h/x` has the host `user`, the port 12, and never asks `h`. The same characters are usual after a
//! port, and so is an `@`: `https://h:8080/@user`, `https://h:8080/?m=a@b`. What tells them apart is the port:
//!
//! * without a port, or with an empty one, the text before the delimiter is a host;
//! * the default port of the scheme, and a port that anyone may use (from 1024 on), is a port;
//! * a reserved port of another protocol (below 1024), before an `@` with a host after it, is the beginning of a
//!   password. Nothing else makes a client connect there.
//!
//! A text that is no port is an error of every scheme. In schemes whose clients read a `#` as a part of a password,
//! which declare that they have no fragment, a `#` there is an error, too.

use crate::syntax::authority;
use crate::syntax::host;
use crate::text::span::{Slot, Span};
use crate::url::Parsed;

pub(super) const MESSAGE: &str = "the host ends before a `/`, `?` or `#`, but an `@` follows: if that is in the password, the URL names another host; write `%2F`, `%3F` or `%23` (RFC 3986 §3.2)";

/// Ports below this are reserved (RFC 1738 §6).
const RESERVED_PORTS: u16 = 1024;

/// The host and port that may be the user name and the beginning of the password.
pub(super) fn login(parsed: &Parsed<'_, '_>) -> Option<Span> {
    let (host, port) = (parsed.spans.get(Slot::HOST)?, parsed.spans.get(Slot::PORT)?);
    let number = authority::port_number(port.of(parsed.text))?;
    let is_port = number >= RESERVED_PORTS || Some(number) == parsed.registry.entry_at(parsed.entry).default_port();
    let after = &parsed.text[port.end()..];
    let is_cut = !is_port && port.start() == host.end() + 1 && after.starts_with(['/', '?', '#']) && names_host(after);
    is_cut.then(|| Span::new(host.start(), port.end()))
}

/// Whether a host follows the last `@` of a text.
fn names_host(text: &str) -> bool {
    let after = text.rsplit_once('@').map_or("", |(_, after)| after);
    let end = after.find(['/', '?', '#']).unwrap_or(after.len());
    let (name, _) = authority::split_port(&after[..end]);
    host::is_hostname(name) || name.parse::<core::net::Ipv4Addr>().is_ok()
}
