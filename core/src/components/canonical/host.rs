//! The canonical form of hosts, by the grammar of the scheme.

use alloc::borrow::Cow;
use core::net::Ipv6Addr;

use super::{CanonicalRules, text_of};
use crate::components::url_ref::UrlRef;
use crate::registration::Grammar;
use crate::syntax::class::Class;
use crate::syntax::escape;
use crate::text::prelude::*;
use crate::text::span::Span;

/// Characters of hosts that every grammar keeps.
static KEPT: Class = Class::none("host").and(b"abcdefghijklmnopqrstuvwxyz0123456789-._");

/// The canonical form of a host; borrowed if it is as written.
pub(super) fn host<'u>(url: &UrlRef<'u>, span: Span) -> Cow<'u, str> {
    let text: &'u str = span.of(url.text());
    match url.registration().grammar {
        Grammar::Rfc1738 => internet_host(text),
        Grammar::Rfc3986 if is_kept(text) => text.into(),
        Grammar::Rfc3986 if text.starts_with('[') => ip_literal(text).into(),
        Grammar::Rfc3986 => reg_name(url, span).into(),
    }
}

fn is_kept(host: &str) -> bool {
    KEPT.prefix_len(host.as_bytes()) == host.len()
}

/// The canonical form of a host of RFC 1738 (R-3.1-13): in lower case, address groups without leading zeros, and
/// without what lenient mode accepts: escapes (A-28) and the root dot (A-26).
///
/// ```
/// use anyurl_core::authors::canonical::internet_host;
///
/// assert_eq!(["H.Dom", "010.0.0.01", "h%2Edom."].map(internet_host), ["h.dom", "10.0.0.1", "h.dom"]);
/// ```
pub fn internet_host(text: &str) -> Cow<'_, str> {
    if is_kept(text) && !text.ends_with('.') && !has_padded_groups(text) {
        return text.into();
    }
    let decoded = escape::decode(text).to_ascii_lowercase();
    let text = String::from_utf8(decoded).unwrap_or_else(|_| text.to_ascii_lowercase());
    let name = text.strip_suffix('.').unwrap_or(&text);
    let is_group = |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    if name.split('.').all(is_group) {
        let groups: Vec<_> = name.split('.').map(without_zeros).collect();
        return groups.join(".").into();
    }
    name.to_owned().into()
}

/// Whether a host may be an address with leading zeros: it ends with a digit, and a part of it begins with a zero before
/// others.
fn has_padded_groups(host: &str) -> bool {
    let is_padded = |group: &str| matches!(group.as_bytes(), [b'0', b'0'..=b'9', ..]);
    host.ends_with(|last: char| last.is_ascii_digit()) && host.split('.').any(is_padded)
}

/// The canonical form of an address in brackets: that of RFC 5952 for IPv6.
fn ip_literal(text: &str) -> String {
    let address = text.trim_start_matches('[').trim_end_matches(']');
    address.parse::<Ipv6Addr>().map_or_else(|_| text.to_ascii_lowercase(), |address| format!("[{address}]"))
}

/// The canonical form of a host of RFC 3986: lower case, except for the digits of escapes (RFC 3986 §6.2.2.1).
fn reg_name(url: &UrlRef<'_>, span: Span) -> String {
    let text = text_of(&CanonicalRules::GENERAL, url, span, &[]);
    let mut pieces = text.split_inclusive('%');
    let mut host = pieces.next().unwrap_or_default().to_ascii_lowercase();
    for piece in pieces {
        let (digits, rest) = piece.split_at_checked(2).unwrap_or((piece, ""));
        host.push_str(digits);
        host.push_str(&rest.to_ascii_lowercase());
    }
    host
}

/// A number without leading zeros.
pub(super) fn without_zeros(digits: &str) -> &str {
    match digits.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::components::canonical::host_of;
    use crate::registry::Registry;
    use crate::syntax::options::Options;
    use crate::text::span::Slot;

    #[test]
    fn only_hosts_that_change_are_copied() {
        for (host, canonical) in [
            ("", ""),
            ("h-1.dom", "h-1.dom"),
            ("10.0.0.1", "10.0.0.1"),
            ("0.0.0.0", "0.0.0.0"),
            ("h.00", "h.00"),
            ("1..02", "1..02"),
        ] {
            assert_eq!(internet_host(host), canonical);
        }
        assert!(matches!(internet_host("10.0.0.1"), Cow::Borrowed(_)));
        for (host, canonical) in [("010.0.0.1", "10.0.0.1"), ("00", "0"), ("1.2.", "1.2"), ("H", "h"), ("H.00", "h.00")]
        {
            assert_eq!(internet_host(host), canonical);
        }
    }

    #[test]
    fn names_and_addresses() {
        for (host, canonical) in
            [("h%2Edom.", "h.dom"), ("%48", "h"), ("H%FF", "h%ff"), ("1..02", "1..02"), ("01.a", "01.a"), (".", "")]
        {
            assert_eq!(internet_host(host), canonical);
        }
        for host in ["00.h", "h-1.dom", "1.2.3.4", "0.0", ""] {
            assert!(matches!(internet_host(host), Cow::Borrowed(_)), "{host}");
        }
        assert_eq!(["0", "00", "010", "1"].map(without_zeros), ["0", "0", "10", "1"]);
    }

    #[test]
    fn hosts_by_the_grammar_of_the_profile() {
        let registry = Registry::builder().build();
        for (text, general, current) in [
            ("x-foo://H.Dom/", Some("h.dom"), Some("h.dom")),
            ("x-foo://010.0.0.1/", Some("10.0.0.1"), Some("010.0.0.1")),
            ("x-foo://[::A]/", None, Some("[::a]")),
            ("x-foo://[0:0:0::1]/", None, Some("[::1]")),
            ("x-foo://[v1.AB]/", None, Some("[v1.ab]")),
            ("x-foo://H%2f%7eX%c3%a9B/", None, Some("h%2F~x%C3%A9b")),
            ("x-foo:a", None, None),
        ] {
            for (options, expect) in [(Options::new().rfc1738(), general), (Options::new(), current)] {
                let Ok(url) = registry.parser().options(options).parse(text) else { continue };
                assert_eq!(host_of(&url.as_url_ref()).as_deref(), expect, "{text} {options:?}");
            }
        }
        let url = registry.parser().parse("x-foo://h-1.dom/").unwrap();
        assert!(matches!(host_of(&url.as_url_ref()), Some(Cow::Borrowed("h-1.dom"))));
    }

    proptest! {
        #[test]
        fn kept_names_are_canonical(name in "[a-z0-9._-]{1,9}") {
            let text = format!("x-foo://{name}/");
            let registry = Registry::builder().build();
            let url = registry.parser().parse(&text).unwrap();
            prop_assert!(is_kept(&name));
            prop_assert_eq!(reg_name(&url.as_url_ref(), url.span(Slot::HOST).unwrap()), name);
        }
    }
}
