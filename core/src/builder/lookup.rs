//! Hosts that are looked up: a builder refuses what no program can connect to (RFC 3986 §3.2.2).
//!
//! A URL may have nearly any text as its host, in escapes: `https://evil.com%2Fpath`. A reader that decodes it first finds
//! another host, so a builder does not write it. Only schemes whose host is looked up are
//! checked. The host of others may be the name of a bucket or of a socket.

use alloc::borrow::Cow;
use core::net::IpAddr;

use super::BuildError;
use crate::registration::{InnerHosts, Registration};
use crate::syntax::authority;
use crate::syntax::host::is_hostname;
use crate::syntax::idna;
use crate::text::prelude::*;
use crate::text::span::Slot;

/// Checks the host that is set in a component, and returns it as it is looked up: an internationalised name in ASCII.
pub(super) fn checked<'h>(
    registration: &Registration,
    slot: Slot,
    host: &'h [u8],
) -> Result<Cow<'h, [u8]>, BuildError> {
    let as_given = Ok(Cow::Borrowed(host));
    let component = registration.components.iter().find(|one| one.slot == slot);
    let Some(component) = component.filter(|_| registration.looks_up_host()) else { return as_given };
    let is_list = component.hosts == Some(InnerHosts::List);
    if slot != Slot::HOST && !is_list {
        return as_given;
    }
    let error = |offset, why| Err(BuildError::NoHost { component: component.name.to_string(), offset, why });
    let Ok(text) = core::str::from_utf8(host) else { return error(None, idna::reason::CHARACTER) };
    let (name, port) = if is_list { authority::split_port(text) } else { (text, None) };
    // The default host of the client, a socket, and addresses, whose brackets are added or checked later.
    let is_other = name.is_empty() || is_list && name.starts_with('/') || is_bracketed(name.as_bytes());
    if is_other || is_hostname(name) || name.parse::<IpAddr>().is_ok() {
        return as_given;
    }
    if let Some(offset) = name.find(|found: char| found.is_ascii() && !is_host_character(found)) {
        return error(Some(offset), idna::reason::CHARACTER);
    }
    match idna::reachable(name) {
        Err(why) => error(None, why),
        Ok(_) if name.is_ascii() => as_given,
        Ok(ascii) => Ok(Cow::Owned(port.map_or(ascii.clone(), |port| format!("{ascii}:{port}")).into_bytes())),
    }
}

/// Whether a host is an IP literal in brackets (RFC 3986 §3.2.2).
pub(super) fn is_bracketed(host: &[u8]) -> bool {
    host.first() == Some(&b'[') && host.last() == Some(&b']')
}

/// The US-ASCII characters of names and addresses.
const fn is_host_character(found: char) -> bool {
    found.is_ascii_alphanumeric() || matches!(found, '-' | '.' | '_')
}
