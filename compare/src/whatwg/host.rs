//! Hosts (URL Standard, host parsing).

use std::borrow::Cow;

use anyurl_core::Span;
use anyurl_core::authors::escape;

use super::violation::{ViolationName, WhatwgViolation};
use crate::special::is_removed;

/// The host as it is parsed: without what the standard removes, decoded, in ASCII where that is possible.
pub(super) fn domain(text: &str, host: Span) -> String {
    let kept: String = host.of(text).chars().filter(|c| !is_removed(*c)).collect();
    let decoded = escape::decode(&kept).into_owned();
    idna::domain_to_ascii_cow(&decoded, idna::AsciiDenyList::EMPTY)
        .map_or_else(|_| String::from_utf8_lossy(&decoded).to_lowercase(), Cow::into_owned)
}

/// Whether a host must be an address (ends in a number checker).
pub(super) fn ends_in_number(text: &str, host: Span) -> bool {
    let domain = domain(text, host);
    let name = domain.strip_suffix('.').unwrap_or(&domain);
    let last = name.rsplit('.').next().unwrap_or_default();
    let is_decimal = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
    is_decimal || last.strip_prefix("0x").is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Why a name is not one.
pub(super) fn violation(text: &str, host: Span) -> WhatwgViolation {
    let domain = domain(text, host);
    match domain.chars().find(|c| is_forbidden(*c)) {
        Some(forbidden) => {
            let place = host.of(text).find(forbidden).map(|at| host.start() + at);
            let span = place.map_or(host, |at| Span::new(at, at + forbidden.len_utf8()));
            WhatwgViolation::new(ViolationName::DomainInvalidCodePoint, Some(span))
        }
        None => WhatwgViolation::new(ViolationName::DomainToAscii, Some(host)),
    }
}

/// Why the host of a scheme that is not special is not one.
pub(super) fn opaque_violation(text: &str, host: Span) -> WhatwgViolation {
    let is_forbidden = |c: char| is_forbidden(c) && c != '%' && (c > '\x1F' || c == '\0') && c != '\x7F';
    let found = host.of(text).char_indices().find(|(_, c)| is_forbidden(*c));
    let span = found.map_or(host, |(at, c)| Span::new(host.start() + at, host.start() + at + c.len_utf8()));
    WhatwgViolation::new(ViolationName::HostInvalidCodePoint, Some(span))
}

/// A forbidden domain code point.
const fn is_forbidden(c: char) -> bool {
    matches!(c, '\0'..=' ' | '#' | '%' | '/' | ':' | '<' | '>' | '?' | '@' | '[' | '\\' | ']' | '^' | '|' | '\x7F')
}
