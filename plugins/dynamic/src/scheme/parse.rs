//! Reads a URL: the plugin finds the components, the host checks what it says, and reads host and port itself.

use std::sync::Arc;

use locator_core::{Cursor, Error, ErrorKind, Mode, Slot, Span, syntax::split};
use locator_plugin::abi;

use super::check::{self, Buffer, Checked};
use super::text::Given;
use super::{Dynamic, error, hostport};
use crate::call;
use crate::facts;
use crate::violation::Violation;

/// Reads the schemepart at the cursor. Where the text is US-ASCII and the mode strict, nothing is allocated.
pub(super) fn parse(scheme: &Dynamic, at: &mut Cursor<'_>) -> Result<(), Error> {
    let grammar = scheme.registration.grammar;
    let Some(given) = Given::of(at, scheme.registration.name.len(), grammar) else {
        return Err(error::violated(Violation::Failed, at));
    };
    let mut buffer = Buffer::new();
    let read = check::read(scheme, &given, mode(at), &mut buffer, &mut []);
    let found = read.map_err(|violation| error::violated(violation, at))?;
    if let Some(fault) = first_fault(scheme, &given, &found, at) {
        return Err(fault);
    }
    accept(scheme, &given, &found, at);
    let end = at.limit();
    at.skip_to(end);
    Ok(())
}

fn mode(at: &Cursor<'_>) -> Mode {
    if at.is_lenient() { Mode::Lenient } else { Mode::Strict }
}

/// Of what the plugin has found wrong, what is wrong with host and port, and what is no US-ASCII in strict mode: that
/// which stands first.
fn first_fault(scheme: &Dynamic, given: &Given<'_>, found: &Checked<'_>, at: &mut Cursor<'_>) -> Option<Error> {
    let told = found.refusal.as_ref();
    let told = told.map(|answer| error::told(scheme, given, answer, at));
    let region = region(given, found);
    let is_before = |fault: &Error| region.is_none_or(|region| fault.span().start() < region.start());
    let fault = match told {
        Some(fault) if is_before(&fault) => Some(fault),
        told => region.and_then(|region| hostport::read(scheme, region, at).err()).or(told),
    };
    match given.foreign().filter(|_| !at.is_lenient()) {
        Some(place) => Some(foreign(scheme, given, found, fault, place, at)),
        None => fault,
    }
}

/// From the beginning of the host to the end of the port, in the text.
fn region(given: &Given<'_>, found: &Checked<'_>) -> Option<Span> {
    let (start, end) = found.places.host_and_port()?;
    Some(given.back(start as usize, end as usize))
}

/// A character outside US-ASCII in strict mode, unless something is wrong before it.
#[cold]
fn foreign(
    scheme: &Dynamic,
    given: &Given<'_>,
    found: &Checked<'_>,
    fault: Option<Error>,
    place: usize,
    at: &Cursor<'_>,
) -> Error {
    if let Some(fault) = fault.filter(|fault| fault.span().start() <= place) {
        return fault;
    }
    let component = holding(scheme, given, found.spans, place);
    error::general(scheme, ErrorKind::Unexpected, component, Span::at(place), at)
}

/// The component that holds a place, by what the plugin has found.
fn holding<'s>(scheme: &'s Dynamic, given: &Given<'_>, spans: &[abi::Span], place: usize) -> &'s str {
    let components = spans.iter().filter_map(|span| {
        let slot = facts::slot(span.kind)?;
        let there = given.back(span.start as usize, span.end as usize);
        there.range().contains(&place).then_some((there.len(), slot))
    });
    let smallest = components.min_by_key(|(len, _)| *len);
    smallest.map_or("schemepart", |(_, slot)| error::name(scheme, slot))
}

/// Sets what was found, and remarks on what was forgiven. Host and port have been set by who has read them.
fn accept(scheme: &Dynamic, given: &Given<'_>, found: &Checked<'_>, at: &mut Cursor<'_>) {
    for span in found.spans {
        let there = given.back(span.start as usize, span.end as usize);
        match facts::slot(span.kind) {
            Some(Slot::HOST | Slot::PORT) => {}
            Some(slot) => at.set(slot, there),
            None => {
                let number = span.kind.saturating_sub(abi::C_DEVIATION) as usize;
                if let Some((_, requirement)) = scheme.requirements.get(number) {
                    at.warn(Arc::clone(requirement), there);
                }
            }
        }
    }
    if at.is_lenient() {
        let grammar = scheme.registration.grammar;
        // A host of RFC 1738 has none of it, or is refused.
        let beyond = region(given, found).filter(|_| grammar == locator_core::registration::Grammar::Rfc1738);
        for (requirement, span) in given.forgiven(grammar, beyond) {
            at.warn(requirement, span);
        }
    }
}

/// The plugin's own words on an error, if it has any: asked only when a person is told.
pub(super) fn message(scheme: &Dynamic, text: &str, fault: &Error) -> Option<String> {
    let part = split::split(text).ok()?.schemepart;
    let (name, grammar) = (scheme.registration.name.len(), scheme.registration.grammar);
    [Mode::Strict, Mode::Lenient].into_iter().find_map(|mode| {
        let at = Cursor::new(text, part, mode, None);
        let given = Given::of(&at, name, grammar)?;
        let mut buffer = [0; 256];
        let answer = scheme.functions.parse(
            &given.url,
            given.begin,
            mode == Mode::Lenient,
            &mut [abi::Span::default(); check::FEW],
            &mut buffer,
        );
        let is_it = fault.rule() == "plugin"
            || given.back(answer.start as usize, answer.end as usize).start() == fault.span().start();
        let message = call::message(&buffer, answer.said);
        (is_it && !message.is_empty()).then_some(message)
    })
}
