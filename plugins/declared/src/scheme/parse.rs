//! Reads a URL by a grammar: the automaton finds the components, the core's rules check hosts and ports.

use locator_core::clause::{common, modern};
use locator_core::registration::Grammar as Generic;
use locator_core::{Clause, Cursor, Error, Kind, Slot, Span, chars, escape, internet};

use super::syntax::{Component, MOST, USERINFO};
use super::{Compiled, Declared, faults, words};
use crate::format::ComponentType;
use crate::grammar::Scan;

/// Reads what follows the colon.
pub(super) fn parse(scheme: &Declared, at: &mut Cursor<'_>) -> Result<(), Error> {
    let Ok(compiled) = scheme.compiled() else {
        return Err(faults::too_large(at));
    };
    let begin = at.position();
    let Some(start) = &compiled.start else {
        return Err(at.error(
            Kind::Unexpected,
            "scheme",
            "schemepart",
            Span::at(begin),
            &faults::TOO_LARGE,
        ));
    };
    let mut scan = compiled.grammar.begin(start, begin);
    read(scheme, compiled, &mut scan, at)?;
    let mut end = begin + at.rest().len();
    // A grammar that gives the fragment a meaning reads it too; to all others it is none of theirs.
    if let Some(fragment) = at.get(Slot::FRAGMENT)
        && scan.step(b'#', end)
    {
        let octets = at.text(fragment).as_bytes();
        let read = scan.run(octets, fragment.start());
        if read < octets.len() {
            return Err(faults::failure(
                scheme,
                compiled,
                &scan,
                at,
                fragment.start() + read,
            ));
        }
        end = fragment.end();
    }
    let mut spans = [None; MOST];
    if !scan.finish(end, &mut spans) {
        return Err(faults::failure(scheme, compiled, &scan, at, end));
    }
    for (component, span) in scheme.syntax.components.iter().zip(spans) {
        if let Some(span) = span {
            found(scheme, component, span, at)?;
        }
    }
    at.skip_to(begin + at.rest().len());
    Ok(())
}

/// Reads to the end of the schemepart; lenient mode reads an unsafe character as the escape it should be.
fn read(
    scheme: &Declared,
    compiled: &Compiled,
    scan: &mut Scan<'_>,
    at: &mut Cursor<'_>,
) -> Result<(), Error> {
    let mut place = at.position();
    let end = place + at.rest().len();
    loop {
        place = at.marks(|text, marks| scan.run_in(text, place..end, marks));
        if place == end {
            return Ok(());
        }
        let rest = at.text(Span::new(place, end));
        match rest
            .chars()
            .next()
            .filter(|found| at.is_lenient() && chars::is_tolerated(*found))
        {
            Some(found) if escaped(scan, found, place) => {
                let written = Span::new(place, place + found.len_utf8());
                at.remark(tolerance(scheme.registration.grammar, found), written);
                place = written.end();
            }
            _ => return Err(faults::failure(scheme, compiled, scan, at, place)),
        }
    }
}

/// Feeds the escapes that a character stands for.
fn escaped(scan: &mut Scan<'_>, found: char, place: usize) -> bool {
    let mut ahead = scan.clone();
    let mut buffer = [0; 4];
    let all = found.encode_utf8(&mut buffer).bytes().all(|octet| {
        let mut escape = escape::of(octet).into_iter();
        escape.all(|octet| ahead.step(octet, place))
    });
    if all {
        *scan = ahead;
    }
    all
}

fn tolerance(grammar: Generic, found: char) -> &'static Clause {
    match (grammar, found) {
        (Generic::Rfc1738, ' ') => &common::SPACE,
        (Generic::Rfc1738, found) if found.is_ascii() => &common::UNSAFE,
        (Generic::Rfc1738, _) => &common::NON_ASCII,
        (Generic::Rfc3986, ' ') => &modern::SPACE,
        (Generic::Rfc3986, found) if found.is_ascii() => &modern::UNSAFE,
        (Generic::Rfc3986, _) => &modern::NON_ASCII,
    }
}

/// A component that was found: its span is set, and what the grammar cannot count is counted.
fn found(
    scheme: &Declared,
    component: &Component,
    span: Span,
    at: &mut Cursor<'_>,
) -> Result<(), Error> {
    let text = at.text(span);
    if component.name == USERINFO {
        let colon = text.find(':').map(|colon| span.start() + colon);
        at.set(
            Slot::USER,
            Span::new(span.start(), colon.unwrap_or(span.end())),
        );
        if let Some(colon) = colon {
            at.set(Slot::PASSWORD, Span::new(colon + 1, span.end()));
        }
        return Ok(());
    }
    let is_host = component.slot == Slot::HOST || component.kind == ComponentType::Host;
    if is_host {
        internet::check_host(at, span, scheme.registration.grammar)?;
    }
    if component.slot == Slot::PORT {
        // Without a number the port is the default one: RFC 3986 lets the colon stand alone.
        if text.is_empty() {
            return Ok(());
        }
        if internet::port_number(text).is_none() {
            return Err(at.error(Kind::OutOfRange, "port", "port", span, &common::PORT_RANGE));
        }
    }
    if let Some((kind, fault)) = misfit(component.kind, text) {
        let (name, rule) = (
            words::forever(&component.name),
            words::forever(&component.rule),
        );
        return Err(at.error(kind, rule, name, span, scheme.clause(fault, rule)));
    }
    at.set(component.slot, span);
    Ok(())
}

/// Why a text is none of the type of its component.
fn misfit(kind: ComponentType, text: &str) -> Option<(Kind, &'static faults::Fault)> {
    let is_number = !text.is_empty() && text.bytes().all(|octet| octet.is_ascii_digit());
    let fits = match kind {
        ComponentType::String | ComponentType::Path | ComponentType::Host => return None,
        _ if !is_number => return Some((Kind::Unexpected, &faults::NO_NUMBER)),
        ComponentType::U16 => text.parse::<u16>().is_ok(),
        ComponentType::U32 => text.parse::<u32>().is_ok(),
        ComponentType::U64 => text.parse::<u64>().is_ok(),
    };
    (!fits).then_some((Kind::OutOfRange, &faults::NUMBER))
}
