//! Parses a URL: the plugin locates the components, and the host checks them and parses host and port itself.

use std::sync::Arc;

use anyurl_core::authors::{Cursor, escape};
use anyurl_core::internal::common;
use anyurl_core::{Error, ErrorKind, Mode, Slot, Span};
use anyurl_plugin::abi;

use super::check::{self, ParseAnswer, SpanBuffer};
use super::plugin_url::PluginUrl;
use super::{PluginScheme, error, fast, host_port};
use crate::functions::{self, Answer};
use crate::registration;
use crate::violation::Violation;

/// Parses the schemepart at the cursor. Allocates nothing in strict mode if the text is US-ASCII.
pub(super) fn parse(scheme: &PluginScheme, at: &mut Cursor<'_>) -> Result<(), Error> {
    let mut buffer = SpanBuffer::new();
    let Some(url) = fast::text(scheme, at) else {
        return parse_slow(scheme, at, None, &mut buffer);
    };
    let answer = buffer.fill(scheme, url, Mode::Strict);
    match fast::set_components(scheme, url, &answer, &buffer, at) {
        Ok(true) => Ok(()),
        Ok(false) => parse_slow(scheme, at, Some(&answer), &mut buffer),
        Err(violation) => Err(error::from_violation(scheme, violation, at)),
    }
}

/// Slow path of [`parse`]: lenient mode, characters outside US-ASCII, an error in the URL, and unusual hosts. Calls the
/// plugin if there is no `answer` yet.
#[inline(never)]
fn parse_slow(
    scheme: &PluginScheme,
    at: &mut Cursor<'_>,
    answer: Option<&Answer>,
    buffer: &mut SpanBuffer,
) -> Result<(), Error> {
    let Some(url) = PluginUrl::from_cursor(at, scheme.registration.name.len(), scheme.registration.grammar) else {
        return Err(error::from_violation(scheme, Violation::Failed, at));
    };
    let answer = match answer {
        Some(answer) => check::checked(scheme, url.text(), mode(at), *answer, buffer),
        None => check::parse(scheme, url.text(), mode(at), buffer),
    };
    let answer = answer.map_err(|violation| error::from_violation(scheme, violation, at))?;
    if let Some(error) = first_error(scheme, &url, &answer, at) {
        return Err(error);
    }
    set_components(scheme, &url, &answer, at);
    let end = at.limit();
    at.skip_to(end);
    Ok(())
}

fn mode(at: &Cursor<'_>) -> Mode {
    if at.is_lenient() { Mode::Lenient } else { Mode::Strict }
}

/// Returns the leftmost of: the plugin's error, an error in host or port, and a character outside US-ASCII in strict mode, or
/// one that a component divides in lenient mode.
fn first_error(
    scheme: &PluginScheme,
    url: &PluginUrl<'_>,
    answer: &ParseAnswer<'_>,
    at: &mut Cursor<'_>,
) -> Option<Error> {
    let plugin_error = answer.error.as_ref().map(|error| error::from_plugin(scheme, url, error, at));
    let host_port = host_port_span(url, answer);
    let is_before_host = |error: &Error| host_port.is_none_or(|span| error.span().start() < span.start());
    let error = match plugin_error {
        Some(error) if is_before_host(&error) => Some(error),
        plugin_error => host_port.and_then(|span| host_port::parse(scheme, span, at).err()).or(plugin_error),
    };
    match url.first_non_ascii().filter(|_| !at.is_lenient()) {
        Some(offset) => Some(non_ascii_error(scheme, url, answer, error, offset, at)),
        None => leftmost(error, divided_char_error(scheme, url, answer, at)),
    }
}

fn leftmost(one: Option<Error>, other: Option<Error>) -> Option<Error> {
    [one, other].into_iter().flatten().min_by_key(|error| error.span().start())
}

/// Returns the error for a component that begins or ends within a character, whose escapes the plugin took apart: the type
/// of a gopher URL is one byte, so it cannot be a character of two.
fn divided_char_error(
    scheme: &PluginScheme,
    url: &PluginUrl<'_>,
    answer: &ParseAnswer<'_>,
    at: &Cursor<'_>,
) -> Option<Error> {
    answer.spans.iter().find_map(|span| {
        let slot = registration::slot(span.kind)?;
        let offset = url.divided_char(span.start as usize, span.end as usize)?;
        Some(error::general(scheme, ErrorKind::Unexpected, error::name(scheme, slot), Span::at(offset), at))
    })
}

/// Returns the span in the original text from the start of the host to the end of the port.
fn host_port_span(url: &PluginUrl<'_>, answer: &ParseAnswer<'_>) -> Option<Span> {
    let (host, port) = answer.components.host_port()?;
    Some(url.original_span(host.0 as usize, port.unwrap_or(host).1 as usize))
}

/// Returns `error` if it is not after the non-ASCII character at `offset`, and otherwise the error for that character.
#[cold]
fn non_ascii_error(
    scheme: &PluginScheme,
    url: &PluginUrl<'_>,
    answer: &ParseAnswer<'_>,
    error: Option<Error>,
    offset: usize,
    at: &Cursor<'_>,
) -> Error {
    if let Some(error) = error.filter(|error| error.span().start() <= offset) {
        return error;
    }
    let component = component_at(scheme, url, answer.spans, offset);
    error::general(scheme, ErrorKind::Unexpected, component, Span::at(offset), at)
}

/// Returns the name of the smallest component that contains an offset.
fn component_at<'s>(scheme: &'s PluginScheme, url: &PluginUrl<'_>, spans: &[abi::LocSpan], offset: usize) -> &'s str {
    let components = spans.iter().filter_map(|span| {
        let slot = registration::slot(span.kind)?;
        let span = url.original_span(span.start as usize, span.end as usize);
        span.range().contains(&offset).then_some((span.len(), slot))
    });
    let smallest = components.min_by_key(|(len, _)| *len);
    smallest.map_or("schemepart", |(_, slot)| error::name(scheme, slot))
}

/// Sets the components other than host and port, which are set already, and reports deviations as warnings.
fn set_components(scheme: &PluginScheme, url: &PluginUrl<'_>, answer: &ParseAnswer<'_>, at: &mut Cursor<'_>) {
    for span in answer.spans {
        let original = url.original_span(span.start as usize, span.end as usize);
        match registration::slot(span.kind) {
            Some(Slot::HOST | Slot::PORT) => {}
            Some(slot) => at.set(slot, original),
            None => {
                let index = span.kind.saturating_sub(abi::C_DEVIATION) as usize;
                if let Some((_, requirement)) = scheme.requirements.get(index) {
                    at.warn(Arc::clone(requirement), original);
                }
            }
        }
    }
    if at.is_lenient() {
        warn_of_escapes(scheme, url, answer, at);
        let grammar = scheme.registration.grammar;
        // The RFC 1738 host parser reports its own deviations.
        let except = host_port_span(url, answer).filter(|_| grammar == anyurl_core::authors::Grammar::Rfc1738);
        for (requirement, span) in url.deviations(grammar, except) {
            at.warn(requirement, span);
        }
    }
}

/// Warns of escapes in components whose rules have none, which lenient mode reads as the bytes, unless the plugin
/// has reported them itself.
fn warn_of_escapes(scheme: &PluginScheme, url: &PluginUrl<'_>, answer: &ParseAnswer<'_>, at: &mut Cursor<'_>) {
    let is_reported = |offset: usize| {
        let starts = |span: &&abi::LocSpan| url.original_span(span.start as usize, span.end as usize).start() == offset;
        answer.spans.iter().filter(|span| span.kind >= abi::C_DEVIATION).any(|span| starts(&span))
    };
    for span in answer.spans {
        let known = registration::slot(span.kind).and_then(|slot| scheme.component(slot));
        if known.is_none_or(|one| !one.is_unescaped || matches!(one.slot, Slot::HOST | Slot::PORT)) {
            continue;
        }
        let part = url.original_span(span.start as usize, span.end as usize);
        let bytes = at.text(part).as_bytes();
        for offset in part.range().filter(|offset| escape::byte(&bytes[offset - part.start()..]).is_some()) {
            if !is_reported(offset) {
                at.warn(&common::NO_ESCAPES, Span::new(offset, offset + 3));
            }
        }
    }
}

/// Returns the plugin's own message for an error, if it has one. Called only when an error is displayed.
pub(super) fn message(scheme: &PluginScheme, text: &str, error: &Error) -> Option<String> {
    let part = anyurl_core::split(text).ok()?.schemepart;
    let (name, grammar) = (scheme.registration.name.len(), scheme.registration.grammar);
    [Mode::Strict, Mode::Lenient].into_iter().find_map(|mode| {
        let at = Cursor::new(text, part, mode, None);
        let url = PluginUrl::from_cursor(&at, name, grammar)?;
        let mut buffer = [0; 256];
        let mut spans = [abi::LocSpan::default(); check::INLINE_SPANS];
        let answer =
            scheme.functions.parse(url.text().text, url.text().begin, mode == Mode::Lenient, &mut spans, &mut buffer);
        // This answer is unchecked: the error may be one of the host, about which the plugin says nothing.
        let is_there = || {
            let place = url.text().contains(answer.start, answer.end);
            place && url.original_span(answer.start as usize, answer.end as usize).start() == error.span().start()
        };
        let is_same = error.rule() == "plugin" || is_there();
        let message = functions::message(&buffer, answer.message_len);
        (is_same && !message.is_empty()).then_some(message)
    })
}
