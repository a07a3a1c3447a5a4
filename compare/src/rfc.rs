//! The readings by RFC 1738 and RFC 3986: those of a registry.

use anyurl_core::authors::Grammar;
use anyurl_core::authors::canonical::internet_host;
use anyurl_core::reference::ReferenceRules;
use anyurl_core::{Parser, Profile, Registry, Span, Url};

use crate::base::Base;
use crate::parts::Parts;
use crate::reading::{Reading, Rejection};
use crate::rulebook::Rulebook;
use crate::special::default_port;
use crate::split;

/// The schemes of RFC 1738.
const TEN: [&str; 10] = ["file", "ftp", "gopher", "http", "mailto", "news", "nntp", "prospero", "telnet", "wais"];

/// Reads a text by one of the RFCs.
pub(crate) fn read(registry: &Registry, rulebook: Rulebook, base: Option<&Base>, text: &str) -> Reading {
    let parser = match rulebook {
        Rulebook::Rfc1738 => registry.parser().strict().profile(Profile::Rfc1738),
        Rulebook::Rfc1738Lenient => registry.parser().lenient().profile(Profile::Rfc1738),
        _ => registry.parser().strict().profile(Profile::Current),
    };
    let is_rfc1738 = rulebook != Rulebook::Rfc3986;
    match (scheme(text), base) {
        (Some(scheme), _) if is_rfc1738 && !TEN.contains(&scheme.as_str()) => Reading::NotCovered,
        // Relative forms are not in RFC 1738.
        (None, Some(_)) if is_rfc1738 => Reading::NotCovered,
        (None, Some(base)) => (base.resolve)(parser, &base.text, text),
        _ => accept(parser, text),
    }
}

/// The scheme of a text, without the whitespace around the text that lenient mode skips. In RFC 1738 §2.1 it may begin with
/// a digit.
fn scheme(text: &str) -> Option<String> {
    let scheme = split::split(text.trim_start()).scheme?;
    let is_name_byte = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
    scheme.bytes().all(is_name_byte).then_some(scheme)
}

/// Reads a reference against a base.
pub(crate) fn resolve(parser: Parser<'_>, base: &str, text: &str) -> Reading {
    let registry = parser.registry();
    let base = match parser.parse(base) {
        Ok(base) => base,
        Err(error) => return Reading::Rejected(Rejection::of_base(registry, base, error)),
    };
    match base.resolve(text, ReferenceRules::Rfc3986) {
        Ok(reference) => match accept(parser, reference.as_str()) {
            // The places are those of the resolved text.
            Reading::Rejected(rejection) => Reading::Rejected(rejection.without_span()),
            accepted => accepted,
        },
        Err(error) => Reading::Rejected(Rejection::new("RFC 3986 §5.2", &error.to_string(), None)),
    }
}

/// Reads the components of a URL.
fn accept(parser: Parser<'_>, text: &str) -> Reading {
    match parser.parse(text) {
        Ok(url) => Reading::Accepted(parts(&url)),
        Err(error) => Reading::Rejected(Rejection::of_error(parser.registry(), text, error)),
    }
}

fn parts(url: &Url<'_>) -> Parts {
    let own = |text: &str| text.to_owned();
    // A scheme may name a user and a host in its path: `mailto:user@host`.
    let has_authority = url.schemepart().starts_with("//");
    let userinfo = url.user().filter(|_| has_authority).map(|user| match url.password() {
        Some(password) => format!("{user}:{password}"),
        None => own(user),
    });
    let host = url.host().filter(|_| has_authority);
    let registration = url.registration();
    let scheme = url.scheme().to_ascii_lowercase();
    let default = registration.default_port.map(|port| port.to_string());
    let default = default.or_else(|| default_port(&scheme).map(own)).filter(|_| host.is_some());
    let port = url.port().filter(|_| has_authority).map(|port| port.to_string());
    let path = &url.text()[url.path_span().range()];
    let headers = url.component("headers").filter(|headers| headers.span().is_some() && path.contains('?'));
    let parts = Parts {
        scheme: Some(scheme),
        userinfo,
        host: host.map(|host| self::host(host, registration.grammar)),
        port: port.or(default),
        path: own(headers.and_then(|_| Some(path.split_once('?')?.0)).unwrap_or(path)),
        // The header fields of mailto are the query of RFC 6068.
        query: url.query().map(own).or_else(|| headers.map(|headers| own(headers.text()))),
        fragment: url.fragment().map(own),
        ..Parts::default()
    };
    let authority =
        split::split(url.text()).authority.filter(|authority| has_authority && divides(url, authority.len()));
    with_authority(parts, authority)
}

/// Whether the scheme has components in the authority, which begins after the slashes: in `mailto://joe@host/`, the address
/// is a component, and the authority a part of it.
fn divides(url: &Url<'_>, len: usize) -> bool {
    let start = url.text().find("//").map_or(0, |slashes| slashes + 2);
    let is_inside = |span: Span| start <= span.start() && span.end() <= start + len && !span.is_empty();
    url.components().any(|component| component.span().is_some_and(is_inside))
}

/// If a scheme has no host in its authority, but a list of them, or a bucket, the text of the authority is what programs
/// that know the scheme read.
fn with_authority(mut parts: Parts, authority: Option<String>) -> Parts {
    parts.has_own_authority = parts.host.is_none() && authority.is_some();
    parts.authority = authority;
    if parts.has_own_authority {
        parts.by_authority();
    }
    parts
}

/// The groups of an address of RFC 1738 are decimal, with leading zeros or without.
fn host(host: &str, grammar: Grammar) -> String {
    let is_number = host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    match grammar {
        Grammar::Rfc1738 if is_number => internet_host(host).into_owned(),
        _ => host.to_owned(),
    }
}
