//! Checks of components that the grammar alone does not express: hosts, ports, numbers, and rules of decoded text.

use std::collections::HashSet;
use std::net::{Ipv4Addr, Ipv6Addr};

use anyurl_core::authors::{Cursor, Grammar, authority, escape};
use anyurl_core::components::value;
use anyurl_core::internal::common;
use anyurl_core::internal::polyfill::floor_char_boundary;
use anyurl_core::{Error, ErrorKind, Slot, Span};

use super::USERINFO;
use super::component::{Component, KnownField};
use super::text_rule::TextRule;
use super::{Declared, ParseContext, errors};
use crate::keywords::{ComponentType, FieldCase, HostKind};

/// Checks the value of a component and sets its span.
pub(super) fn component(
    context: ParseContext<'_>,
    component: &Component,
    span: Span,
    at: &mut Cursor<'_>,
) -> Result<(), Error> {
    let (scheme, text) = (context.scheme, at.text(span));
    if component.name == USERINFO {
        let colon = text.find(':').map(|colon| span.start() + colon);
        at.set(Slot::USER, Span::new(span.start(), colon.unwrap_or(span.end())));
        if let Some(colon) = colon {
            at.set(Slot::PASSWORD, Span::new(colon + 1, span.end()));
        }
        return Ok(());
    }
    if component.slot == Slot::HOST || component.kind == ComponentType::Host {
        host(scheme, component, span, at)?;
    }
    if component.slot == Slot::PORT {
        port_number(span, at)?;
    }
    if component.kind == ComponentType::Url {
        other_scheme(scheme, component, span, at)?;
    }
    if let Some(error) = mismatch(component.kind, text) {
        let context = scheme.context(error, &component.rule, &component.name);
        return Err(at.shared_error(ErrorKind::Unexpected, span, context));
    }
    if let Some(range) = component.range.filter(|range| !range.contains(text)) {
        let context = scheme.limit_context(&errors::OUT_OF_RANGE, component, &range.to_string());
        return Err(at.shared_error(ErrorKind::OutOfRange, span, context));
    }
    let is_longer = |max: &i64| escape::bytes(text).zip(0..).any(|(_, n)| n == *max);
    if let Some(max) = component.max_length.filter(is_longer) {
        let context = scheme.limit_context(&errors::TOO_LONG, component, &max.to_string());
        return Err(at.shared_error(ErrorKind::OutOfRange, span, context));
    }
    if let Some(repeated) = repeated_field(component, span, at) {
        let context = scheme.context(&errors::REPEATED_FIELD, &component.rule, &component.name);
        return Err(at.shared_error(ErrorKind::Unexpected, repeated, context));
    }
    known_fields(scheme, component, span, at)?;
    decoded(context, component, span, at)?;
    at.set(component.slot, span);
    Ok(())
}

/// Checks the fields that the scheme defines: their values, whether required ones are there, and whether there are others.
fn known_fields(scheme: &Declared, component: &Component, span: Span, at: &Cursor<'_>) -> Result<(), Error> {
    let Some(fields) = component.fields.filter(|_| !component.known_fields.is_empty()) else { return Ok(()) };
    let text = at.text(Span::new(0, span.end()));
    let is = |name: Span, known: &KnownField| {
        let name = escape::decode(name.of(text));
        if fields.case == FieldCase::Preserve {
            *name == *known.name.as_bytes()
        } else {
            name.eq_ignore_ascii_case(known.name.as_bytes())
        }
    };
    let all = || value::field_spans(text, span, fields.syntax);
    for (name, value) in all() {
        let value = value.unwrap_or(Span::at(name.end()));
        match component.known_fields.iter().find(|known| is(name, known)) {
            Some(known) => known.rule.iter().try_for_each(|rule| decoded_by(rule, scheme, component, value, at))?,
            None if fields.only_known && !name.is_empty() => {
                let names: Vec<_> = component.known_fields.iter().map(|known| format!("`{}`", known.name)).collect();
                let context = scheme.limit_context(&errors::UNKNOWN_FIELD, component, &names.join(", "));
                return Err(at.shared_error(ErrorKind::Unexpected, name, context));
            }
            None => {}
        }
    }
    let is_missing = |known: &&KnownField| known.is_required && !all().any(|(name, _)| is(name, known));
    match component.known_fields.iter().find(is_missing) {
        Some(known) => {
            let context = scheme.context(&errors::MISSING_FIELD, &known.name, &component.name);
            Err(at.shared_error(ErrorKind::Missing, Span::at(span.end()), context))
        }
        None => Ok(()),
    }
}

/// The number of fields up to which names are compared in pairs, which needs no memory.
const FEW_FIELDS: usize = 16;

/// The first field whose name another one before it has, where names must be unique.
fn repeated_field(component: &Component, span: Span, at: &Cursor<'_>) -> Option<Span> {
    let fields = component.fields.filter(|fields| fields.unique)?;
    let text = at.text(Span::new(0, span.end()));
    let names = || value::field_spans(text, span, fields.syntax).map(|(name, _)| name);
    let ignores_case = fields.case != FieldCase::Preserve;
    let fold = move |byte: u8| if ignores_case { byte.to_ascii_lowercase() } else { byte };
    let letters = |name: Span| escape::bytes(name.of(text)).map(move |(_, byte)| fold(byte));
    if names().nth(FEW_FIELDS).is_some() {
        let mut known = HashSet::new();
        return names().find(|name| !known.insert(letters(*name).collect::<Vec<u8>>()));
    }
    let is_known = |n: usize, name: Span| names().take(n).any(|before| letters(before).eq(letters(name)));
    names().enumerate().find_map(|(n, name)| is_known(n, name).then_some(name))
}

/// A URL of another scheme: a URL within a URL of the same scheme would have no end.
fn other_scheme(scheme: &Declared, component: &Component, span: Span, at: &mut Cursor<'_>) -> Result<(), Error> {
    let name = at.text(span).split(':').next().unwrap_or_default();
    if !name.eq_ignore_ascii_case(scheme.name()) {
        return Ok(());
    }
    let name = Span::new(span.start(), span.start() + name.len());
    let context = scheme.context(&errors::SAME_SCHEME, &component.rule, &component.name);
    Err(at.shared_error(ErrorKind::Unexpected, name, context))
}

/// Checks a host by its kind; by default that of the generic grammar.
fn host(scheme: &Declared, component: &Component, span: Span, at: &mut Cursor<'_>) -> Result<(), Error> {
    match component.host {
        None => any_host(scheme, &component.name, span, scheme.registration.grammar, at),
        Some(HostKind::Rfc1738) => authority::check_host(at, span, Grammar::Rfc1738),
        Some(HostKind::Rfc3986) => any_host(scheme, &component.name, span, Grammar::Rfc3986, at),
        Some(HostKind::Dns) => dns_name(scheme, component, span, at),
        Some(HostKind::Bucket) => bucket(scheme, component, span, at),
        Some(HostKind::Authority) => host_port(scheme, component, span, at),
        Some(HostKind::List) => host_list(scheme, component, span, at),
        Some(_) => Ok(()),
    }
}

/// A domain name, which is no address.
fn dns_name(scheme: &Declared, component: &Component, span: Span, at: &mut Cursor<'_>) -> Result<(), Error> {
    authority::check_host(at, span, Grammar::Rfc1738)?;
    let name = escape::decode(at.text(span));
    if name.split(|byte| *byte == b'.').all(|label| label.iter().all(u8::is_ascii_digit)) {
        let context = scheme.context(&errors::NOT_A_NAME, &component.rule, &component.name);
        return Err(at.shared_error(ErrorKind::Unexpected, span, context));
    }
    Ok(())
}

/// A name without empty labels, which is no address.
fn bucket(scheme: &Declared, component: &Component, span: Span, at: &mut Cursor<'_>) -> Result<(), Error> {
    authority::check_host(at, span, Grammar::Rfc3986)?;
    let name = at.text(span);
    if name.split('.').all(|label| !label.is_empty()) && name.parse::<Ipv4Addr>().is_err() {
        return Ok(());
    }
    let context = scheme.context(&errors::NOT_A_BUCKET, &component.rule, &component.name);
    Err(at.shared_error(ErrorKind::Unexpected, span, context))
}

/// A host of a generic grammar. An address in brackets is checked here: a grammar that derives each would be large.
#[inline]
pub(super) fn any_host(
    scheme: &Declared,
    name: &str,
    span: Span,
    grammar: Grammar,
    at: &mut Cursor<'_>,
) -> Result<(), Error> {
    if at.text(span).as_bytes().first() == Some(&b'[') {
        address(scheme, name, span, at)?;
    }
    authority::check_host(at, span, grammar)
}

/// A host that begins with a bracket.
#[cold]
fn address(scheme: &Declared, name: &str, span: Span, at: &mut Cursor<'_>) -> Result<(), Error> {
    let inner = at.text(span).strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    if inner.is_some_and(|text| !text.starts_with(['v', 'V']) && text.parse::<Ipv6Addr>().is_err()) {
        return Err(at.shared_error(ErrorKind::Unexpected, span, scheme.context(&errors::NOT_AN_ADDRESS, name, name)));
    }
    Ok(())
}

/// `h1:1,h2:2`
fn host_list(scheme: &Declared, component: &Component, span: Span, at: &mut Cursor<'_>) -> Result<(), Error> {
    let mut start = span.start();
    for one in at.text(span).split(',') {
        let end = start + one.len();
        host_port(scheme, component, Span::new(start, end), at)?;
        start = end + 1;
    }
    Ok(())
}

/// `h:1`, without a host `:1`
fn host_port(scheme: &Declared, component: &Component, span: Span, at: &mut Cursor<'_>) -> Result<(), Error> {
    let (host, port) = authority::split_port(at.text(span));
    let host = Span::new(span.start(), span.start() + host.len());
    any_host(scheme, &component.name, host, Grammar::Rfc3986, at)?;
    match port {
        Some(port) if !port.is_empty() => port_number(Span::new(span.end() - port.len(), span.end()), at),
        _ => Ok(()),
    }
}

/// Checks a port and sets its span. An empty port is the default port: RFC 3986 allows a colon without digits.
#[inline]
pub(super) fn port(span: Span, at: &mut Cursor<'_>) -> Result<(), Error> {
    if !span.is_empty() {
        port_number(span, at)?;
        at.set(Slot::PORT, span);
    }
    Ok(())
}

fn port_number(span: Span, at: &Cursor<'_>) -> Result<(), Error> {
    if authority::port_number(at.text(span)).is_none() {
        return Err(at.error(ErrorKind::OutOfRange, "port", "port", span, &common::PORT_RANGE));
    }
    Ok(())
}

/// Checks the decoded text by the rule of the mode.
fn decoded(context: ParseContext<'_>, component: &Component, span: Span, at: &Cursor<'_>) -> Result<(), Error> {
    component.decoded.of(context.mode).iter().try_for_each(|rule| decoded_by(rule, context.scheme, component, span, at))
}

/// Checks the decoded text by a rule.
fn decoded_by(
    rule: &TextRule,
    scheme: &Declared,
    component: &Component,
    span: Span,
    at: &Cursor<'_>,
) -> Result<(), Error> {
    let text = at.text(span);
    let Some(place) = rule.mismatch(&escape::decode(text)) else { return Ok(()) };
    let unit = escape::bytes(text).nth(place).map(|(offset, _)| {
        // The byte may be within a character.
        let offset = floor_char_boundary(text, offset);
        let start = span.start() + offset;
        Span::new(start, start + escape::unit_len(&text[offset..]))
    });
    let kind = if unit.is_some() { ErrorKind::Unexpected } else { ErrorKind::Missing };
    let context = scheme.context(&errors::GRAMMAR, rule.name(), &component.name);
    Err(at.shared_error(kind, unit.unwrap_or(Span::at(span.end())), context))
}

/// Returns the error for a text that does not have the characters of its type.
fn mismatch(kind: ComponentType, text: &str) -> Option<&'static errors::SchemeError> {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = |text| str::strip_prefix(text, ['+', '-']).unwrap_or(text);
    match kind {
        ComponentType::U16 | ComponentType::U32 | ComponentType::U64 => {
            (!is_digits(text)).then_some(&errors::NOT_A_NUMBER)
        }
        ComponentType::Integer => (!is_digits(unsigned(text))).then_some(&errors::NOT_A_NUMBER),
        ComponentType::Decimal => {
            let (whole, fraction) = unsigned(text).split_once('.').unwrap_or((unsigned(text), "0"));
            (!(is_digits(whole) && is_digits(fraction))).then_some(&errors::NOT_A_DECIMAL)
        }
        ComponentType::Hex => {
            let is_hex = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit());
            (!is_hex).then_some(&errors::NOT_HEX)
        }
        _ => None,
    }
}
