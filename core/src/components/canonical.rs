//! The canonical form: one text for all ways to write the same URL (requirements C). It defines equality.
//!
//! It changes only what has no meaning under RFC 1738: scheme and host become lower case, address groups and ports lose
//! leading zeros, the default port is omitted, escapes of unreserved characters are decoded and all others become upper
//! case. The seven reserved characters are never decoded, nothing is collapsed or reordered, and user and path keep
//! their case.

use std::borrow::Cow;
use std::net::Ipv6Addr;

pub use crate::components::canonical_rules::{CanonicalRules, EscapeRule};
use crate::components::url_ref::UrlRef;
use crate::registration::{Grammar, Registration};
use crate::syntax::authority;
use crate::syntax::class::{self, Class};
use crate::syntax::dot_segments::remove_dot_segments;
use crate::syntax::escape;
use crate::text::span::{Slot, Span};

/// `unreserved` of RFC 1738: escaping these characters changes nothing in any scheme (R-2.2-9).
static UNRESERVED: Class = Class::uchar("unreserved");

/// `unreserved` of RFC 3986 §2.3.
static UNRESERVED_3986: Class = Class::alphadigit("unreserved").and(b"-._~");

/// Writes the canonical form by the general rules, which also fix what lenient mode tolerates.
pub fn general(url: &UrlRef<'_>, to: &mut String) {
    write(url, &[], to);
}

/// [`general`], with some spans replaced by other text. The spans must lie in the schemepart and not overlap.
pub fn write(url: &UrlRef<'_>, edits: &[(Span, &str)], to: &mut String) {
    write_by(&CanonicalRules::GENERAL, url, edits, to);
}

/// [`write()`], by other rules than the general ones.
pub fn write_by(rules: &CanonicalRules, url: &UrlRef<'_>, edits: &[(Span, &str)], to: &mut String) {
    write_keeping(rules, url, edits, &[], to);
}

/// [`write_by`], which keeps the escapes at the ascending offsets `kept`, whose characters the grammar rejects; not in a
/// host.
pub fn write_keeping(
    rules: &CanonicalRules,
    url: &UrlRef<'_>,
    edits: &[(Span, &str)],
    kept: &[usize],
    to: &mut String,
) {
    let writer = Writer { rules, url, kept };
    writer.around(to, |to| {
        let part = url.schemepart();
        let mut at = part.start();
        for (span, text) in writer.all_edits(edits) {
            writer.characters(Span::new(at, span.start()), to);
            to.push_str(&text);
            at = span.end();
        }
        writer.characters(Span::new(at, part.end()), to);
    });
}

/// Writes the canonical form of a URL of which only the generic syntax is known: only scheme and escapes change.
pub fn escapes(url: &UrlRef<'_>, to: &mut String) {
    let writer = Writer { rules: &CanonicalRules::GENERAL, url, kept: &[] };
    writer.around(to, |to| writer.characters(url.schemepart(), to));
}

/// The text of a span as [`write_keeping`] writes it without edits.
pub fn text_of(rules: &CanonicalRules, url: &UrlRef<'_>, span: Span, kept: &[usize]) -> String {
    Writer { rules, url, kept }.text_of(span)
}

/// The URL as written, with its scheme in lower case: for URLs of which nothing else may be changed.
pub(crate) fn minimal(url: &UrlRef<'_>) -> String {
    let mut text = url.scheme().to_ascii_lowercase();
    let fragment = url.span(Slot::FRAGMENT);
    let end = fragment.map_or(url.schemepart().end(), Span::end);
    text.push_str(&url.text()[url.scheme_span().end()..end]);
    text
}

/// Writes a URL by the rules of its scheme.
#[derive(Clone, Copy)]
struct Writer<'w, 'u> {
    rules: &'w CanonicalRules,
    url: &'w UrlRef<'u>,
    /// The offsets of escapes that are not decoded.
    kept: &'w [usize],
}

impl Writer<'_, '_> {
    /// Writes the scheme in lower case, calls `schemepart`, and writes the fragment.
    fn around(self, to: &mut String, schemepart: impl FnOnce(&mut String)) {
        to.push_str(&self.url.scheme().to_ascii_lowercase());
        to.push(':');
        schemepart(to);
        if let Some(fragment) = self.url.span(Slot::FRAGMENT) {
            to.push('#');
            self.characters(fragment, to);
        }
    }

    /// The edits of the scheme and those of authority and path, sorted.
    fn all_edits<'e>(self, edits: &[(Span, &'e str)]) -> Vec<(Span, Cow<'e, str>)> {
        let mut all: Vec<_> = edits.iter().map(|(span, text)| (*span, (*text).into())).collect();
        if let Some(span) = self.url.span(Slot::HOST) {
            all.extend((!all.iter().any(|(edit, _)| *edit == span)).then(|| (span, self.host(span).into())));
            all.extend(self.port(span));
        }
        all.extend(self.significant(edits));
        all.extend(self.missing_authority());
        all.extend(self.path().filter(|(path, _)| !edits.iter().any(|(edit, _)| overlap(*edit, *path))));
        all.sort_by_key(|(span, _): &(Span, _)| (span.start(), span.end()));
        all
    }

    /// The edits that remove characters that do not count from components without an edit of their own.
    fn significant<'e>(self, edits: &[(Span, &str)]) -> impl Iterator<Item = (Span, Cow<'e, str>)> {
        let components = self.url.registration().components.iter().filter(|one| !one.insignificant.is_empty());
        let components = components.filter_map(move |one| Some((self.url.span(one.slot)?, &one.insignificant)));
        let components = components.filter(|(span, _)| !edits.iter().any(|(edit, _)| edit == span));
        components
            .map(move |(span, skipped)| (span, self.text_of(span).replace(|one| skipped.contains(one), "").into()))
    }

    /// The canonical host; empty for the local one.
    fn host(self, span: Span) -> String {
        let host = host(self.url, span);
        if host == *self.rules.local_host { String::new() } else { host }
    }

    /// The edit that writes an empty authority before an absolute path, if the local host means the same.
    fn missing_authority<'e>(self) -> Option<(Span, Cow<'e, str>)> {
        let part = self.url.schemepart();
        let text = part.of(self.url.text());
        let is_missing = !self.rules.local_host.is_empty() && text.starts_with('/') && !text.starts_with("//");
        is_missing.then(|| (Span::at(part.start()), "//".into()))
    }

    /// The edit that writes `:port` without leading zeros, and removes it if it is empty, or the default and not kept.
    fn port<'e>(self, host: Span) -> Option<(Span, Cow<'e, str>)> {
        let (url, colon) = (self.url, host.end());
        // A declared scheme may have its port anywhere: a port that does not follow the host stays as it is.
        let follows_host = |number: &Span| {
            let between = url.text().get(colon..number.start());
            between == Some(":")
        };
        let number = url.span(Slot::PORT);
        if number.is_some_and(|number| !follows_host(&number)) {
            return None;
        }
        let empty = || url.text()[colon..].starts_with(':').then(|| Span::new(colon, colon + 1));
        let span = number.map(|number| Span::new(colon, number.end())).or_else(empty)?;
        let Some(number) = number.map(|number| number.of(url.text())) else {
            return Some((span, "".into()));
        };
        // The generic syntax of RFC 3986 does not limit a port.
        let Some(number) = authority::port_number(number) else {
            return Some((span, format!(":{}", without_zeros(number)).into()));
        };
        let is_default = Some(number) == url.registration().default_port && !self.rules.keeps_default_port;
        let is_omitted = is_default && is_port_optional(&url.registration().template);
        Some((span, if is_omitted { "".into() } else { format!(":{number}").into() }))
    }

    /// The edit that writes what an empty path stands for, or removes the dot segments of another one. A path that
    /// begins with no slash is not changed, and one that would become an authority gets a `/.` before it.
    fn path<'e>(self) -> Option<(Span, Cow<'e, str>)> {
        let schemepart = self.url.schemepart();
        let has_authority = schemepart.of(self.url.text()).starts_with("//");
        let start = if has_authority { self.url.hostport_end()? } else { schemepart.start() };
        let rest = &self.url.text()[start..schemepart.end()];
        let end = rest.find('?').filter(|_| self.url.registration().has_query()).unwrap_or(rest.len());
        let span = Span::new(start, start + end);
        if has_authority && matches!(&rest[..end], "" | "/") {
            let path = &self.rules.empty_path;
            return (!path.is_empty()).then(|| (span, path.to_string().into()));
        }
        // Some schemes of RFC 1738 have no slash between the authority and a `?`.
        let is_missing = has_authority && !rest.starts_with('/') && !self.rules.empty_path.is_empty();
        if is_missing {
            return Some((Span::at(start), "/".into()));
        }
        if !self.rules.removes_dot_segments || !rest.starts_with('/') {
            return None;
        }
        let mut without = String::with_capacity(end);
        remove_dot_segments("", &self.text_of(span), &mut without);
        if !has_authority && without.starts_with("//") {
            without.insert_str(0, "/.");
        }
        Some((span, without.into()))
    }

    /// The text of a span without edits.
    fn text_of(self, span: Span) -> String {
        let mut text = String::with_capacity(span.len());
        self.characters(span, &mut text);
        text
    }

    /// Writes a span with escapes by the rules, and characters that must be encoded encoded.
    fn characters(self, span: Span, to: &mut String) {
        let unreserved = unreserved(self.url.registration());
        recode(span.of(self.url.text()), unreserved, to, |offset, escape, to| {
            let is_kept = self.kept.binary_search(&(span.start() + offset)).is_ok();
            match self.rules.escapes {
                EscapeRule::Keep => to.push_str(escape),
                EscapeRule::Decode if !is_kept => escape::encode(escape::decode(escape).as_ref(), unreserved, to),
                _ => to.push_str(&escape.to_ascii_uppercase()),
            }
        });
    }
}

/// Whether two edits cannot both be made.
fn overlap(one: Span, other: Span) -> bool {
    one.start() < other.end() && other.start() < one.end()
}

/// The canonical host of a URL, to which a client connects.
pub(crate) fn host_of(url: &UrlRef<'_>) -> Option<String> {
    url.span(Slot::HOST).map(|span| host(url, span))
}

/// The canonical form of a host, by the grammar of the scheme.
fn host(url: &UrlRef<'_>, span: Span) -> String {
    match url.registration().grammar {
        Grammar::Rfc1738 => internet_host(span.of(url.text())),
        Grammar::Rfc3986 if span.of(url.text()).starts_with('[') => ip_literal(span.of(url.text())),
        Grammar::Rfc3986 => reg_name(url, span),
    }
}

/// The canonical form of a host of RFC 1738 (R-3.1-13): in lower case, address groups without leading zeros, and
/// without what lenient mode accepts: escapes (A-28) and the root dot (A-26).
///
/// ```
/// use locator_core::components::canonical::internet_host;
///
/// assert_eq!(["H.Dom", "010.0.0.01", "h%2Edom."].map(internet_host), ["h.dom", "10.0.0.1", "h.dom"]);
/// ```
pub fn internet_host(text: &str) -> String {
    let decoded = escape::decode(text).to_ascii_lowercase();
    let text = String::from_utf8(decoded).unwrap_or_else(|_| text.to_ascii_lowercase());
    let name = text.strip_suffix('.').unwrap_or(&text);
    let is_group = |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    if name.split('.').all(is_group) {
        let groups: Vec<_> = name.split('.').map(without_zeros).collect();
        return groups.join(".");
    }
    name.to_owned()
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

fn without_zeros(digits: &str) -> &str {
    match digits.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    }
}

/// Whether a template has the port in an optional group, or does not have it.
fn is_port_optional(template: &str) -> bool {
    !template.contains(":{port}") || template.contains("[:{port}]")
}

/// The text as written, escapes included, with the characters encoded that only lenient mode accepts unencoded.
pub(crate) fn as_written(text: &str, registration: &Registration) -> String {
    let mut written = String::with_capacity(text.len());
    recode(text, unreserved(registration), &mut written, |_, escape, to| to.push_str(escape));
    written
}

/// The characters that mean the same encoded and unencoded: `unreserved` of the grammar of the scheme.
pub fn unreserved(registration: &Registration) -> &'static Class {
    match registration.grammar {
        Grammar::Rfc1738 => &UNRESERVED,
        Grammar::Rfc3986 => &UNRESERVED_3986,
    }
}

/// Writes a text with the characters encoded that must be. `write_escape` gets each escape and its offset in the text.
fn recode(text: &str, unreserved: &Class, to: &mut String, mut write_escape: impl FnMut(usize, &str, &mut String)) {
    let mut rest = text;
    while let Some(found) = rest.chars().next() {
        let is_escape = escape::byte(rest.as_bytes()).is_some();
        let (unit, after) = rest.split_at(escape::unit_len(rest));
        let must_encode = found == '%' || class::is_tolerated(found) && !is_tilde(found, unreserved);
        match (is_escape, must_encode) {
            (true, _) => write_escape(text.len() - rest.len(), unit, to),
            (false, true) => unit.bytes().for_each(|byte| escape::push_escape(byte, to)),
            (false, false) => to.push_str(unit),
        }
        rest = after;
    }
}

/// Whether a character is a `~` that need not be encoded: unsafe in RFC 1738, unreserved in RFC 3986.
fn is_tilde(found: char, unreserved: &Class) -> bool {
    found == '~' && unreserved.has(b'~')
}
