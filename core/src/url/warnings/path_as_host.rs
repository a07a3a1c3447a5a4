//! `path-as-host`: a path stands where the host of a file is: `file://../x` is the file `/x` of the host `..`.

use crate::syntax::escape;
use crate::syntax::idna::{self, reason};
use crate::text::span::{Slot, Span};
use crate::url::Parsed;

pub(super) const MESSAGE: &str = "what follows `//` is the host, and no host has this name: a path of this computer begins at the third slash; write `file:///`, and the whole path (RFC 8089 §2)";

/// A cheap check that is false for nearly every URL: one of a file with a host.
#[inline(always)]
pub(super) fn may_be(parsed: &Parsed<'_, '_>) -> bool {
    let has_host = parsed.spans.get(Slot::HOST).is_some_and(|host| !host.is_empty());
    has_host && parsed.registry.entry_at(parsed.entry).default_port().is_none()
}

/// The host of a file URL, if it is no name: `..`, `~joe`, `$HOME`, `C%3A`.
pub(super) fn host(parsed: &Parsed<'_, '_>) -> Option<Span> {
    let host = parsed.spans.get(Slot::HOST).filter(|host| !host.is_empty())?;
    let text = host.of(parsed.text);
    let is_file = parsed.registry.entry_at(parsed.entry).registration().local_host;
    // A name beyond US-ASCII is one, also if this program cannot convert it.
    let is_candidate = is_file && !text.starts_with('[') && escape::decode(text).is_ascii();
    let is_no_name = |why| why == reason::CHARACTER || why == reason::EMPTY;
    (is_candidate && idna::reachable(text).is_err_and(is_no_name)).then_some(host)
}
