//! Errors of parsing a URL, with the grammar rule and the location of its declaration.

use std::sync::Arc;

use anyurl_core::authors::{Cursor, Grammar, Requirement, escape, host};
use anyurl_core::internal::{ErrorContext, common};
use anyurl_core::{Error, ErrorKind, Mode, Span};

use super::automaton::{Compiled, Unusable};
use super::deviation::Place;
use super::escaped::step_escaped;
use super::{Declared, ParseContext};
use anyurl_abnf::{ByteSet, Expected, Mismatch, StateId};

mod authority;
mod requirements;

pub use requirements::requirements;
pub(super) use requirements::{
    GRAMMAR, MISSING_FIELD, NOT_A_BUCKET, NOT_A_DECIMAL, NOT_A_NAME, NOT_A_NUMBER, NOT_AN_ADDRESS, NOT_HEX,
    OUT_OF_RANGE, REPEATED_FIELD, SAME_SCHEME, SchemeError, TOO_LONG, UNKNOWN_FIELD,
};

/// Converts the failure of a match to an error.
#[cold]
pub(super) fn failure(context: ParseContext<'_>, failure: Mismatch, at: &mut Cursor<'_>) -> Error {
    let ParseContext { scheme, compiled, begin, .. } = context;
    let labels = compiled.labels();
    let end = failure.at.max(at.limit());
    let start = compiled.start.as_ref();
    let blame = start.map(|start| {
        let text = at.masks(|text, _| &text[..end]);
        labels.locate_error(&compiled.dfa, start, (text, begin), failure)
    });
    let Mismatch { at: place, state } = failure;
    let (place, state) = blame.map_or((place, state), |blame| (blame.at, blame.state));
    let limits = bytes_after_head(compiled, at.text(Span::new(begin, place)));
    let host = blame.and_then(|blame| blame.host).filter(|_| limits.is_none());
    if let Some(error) = host.and_then(|host| host_error(at, Span::new(host, end))) {
        return error;
    }
    let expected = expected_at(compiled, state, limits);
    let component = own(scheme, expected.component()).unwrap_or("schemepart");
    let unread = Span::new(place, end);
    if let Some(error) = authority::error(context, unread, state, component, at) {
        return error;
    }
    let rest = at.text(unread);
    let Some(found) = rest.chars().next() else {
        let (rule, component) = missing(context, state, expected);
        return at
            .shared_error(ErrorKind::Missing, Span::at(place), error_context(scheme, rule, component))
            .found(None);
    };
    let rule = documented(scheme, expected.rule(), labels.start_rule());
    // A `%` is at fault for what follows it, so that the grammar may have read it.
    let before = (found == '%').then(|| at.text(Span::new(begin, place)));
    let state = before.and_then(|before| state_after(compiled, begin, before)).unwrap_or(state);
    if let Some((requirement, width)) = common_requirement(context, state, rest) {
        let kind = if found == '%' { ErrorKind::BadEscape } else { ErrorKind::Unexpected };
        let context = scheme.common_context(requirement, rule, component);
        return at.shared_error(kind, Span::new(place, place + width), context);
    }
    let context = error_context(scheme, rule, component);
    let is_escape = escape::byte(rest.as_bytes()).is_some();
    let width = if is_escape { 3 } else { found.len_utf8() };
    let here = Span::new(place, place + width);
    let kind = if found == '%' && !is_escape { ErrorKind::BadEscape } else { ErrorKind::Unexpected };
    at.shared_error(kind, here, context)
}

/// The requirement of the generic grammar that the first character of a text breaks, and the length of what breaks it: a
/// character that must be encoded where its escapes match, and text after the URL.
fn common_requirement(context: ParseContext<'_>, state: StateId, rest: &str) -> Option<(&'static Requirement, usize)> {
    let grammar = context.scheme.registration.grammar;
    let found = rest.chars().next()?;
    if rest.chars().all(char::is_whitespace) {
        return Some((&common::AROUND, rest.len()));
    }
    if found == '#' && grammar == Grammar::Rfc1738 {
        return Some((&common::FRAGMENT, rest.len()));
    }
    let is_bad_escape = found == '%' && escape::byte(rest.as_bytes()).is_none();
    let mut ahead = context.compiled.dfa.matcher_in_state(state);
    let is_data = (is_bad_escape || anyurl_core::internal::is_tolerated(found)) && step_escaped(&mut ahead, found, 0);
    is_data.then(|| (grammar.requirement(found), found.len_utf8()))
}

/// The rule and component that a text lacks at its end. A part that is complete and could be longer, such as a host, is not
/// missing.
fn missing<'g>(context: ParseContext<'g>, state: StateId, expected: Expected<'g>) -> (&'g str, &'g str) {
    /// The maximum number of literal bytes before the component.
    const MAX_LITERAL: usize = 64;
    let ParseContext { scheme, compiled, .. } = context;
    let mut ahead = compiled.dfa.matcher_in_state(state);
    let (rule, component, mut byte) = expected.required();
    let rule = documented(scheme, rule, compiled.labels().start_rule());
    let mut component = own(scheme, component);
    for _ in 0..MAX_LITERAL {
        let is_literal = component.is_none() && byte.is_some_and(|byte| ahead.step(byte, 0));
        if !is_literal {
            break;
        }
        let expected = compiled.labels().expected(&compiled.dfa, ahead.state());
        (component, byte) = (own(scheme, expected.component()), expected.required().2);
    }
    (rule, component.unwrap_or("schemepart"))
}

/// A component, unless it only marks the place of a deviation.
fn own<'g>(scheme: &Declared, component: Option<&'g str>) -> Option<&'g str> {
    let is_component = |name: &str| scheme.registration.components.iter().any(|one| one.name == name);
    component.filter(|name| !is_of_deviation(scheme, name) || is_component(name))
}

/// A rule, or another one in place of that of a deviation.
fn documented<'g>(scheme: &Declared, rule: &'g str, other: &'g str) -> &'g str {
    if is_of_deviation(scheme, rule) { other } else { rule }
}

/// Whether a rule is only for what lenient mode tolerates, and so of no document.
fn is_of_deviation(scheme: &Declared, rule: &str) -> bool {
    let mut lenient = scheme.syntax.deviations.iter().filter(|deviation| !deviation.is_strict);
    lenient.any(|deviation| matches!(&deviation.place, Place::Rule(name) if name.eq_ignore_ascii_case(rule)))
}

/// The context of an error in a rule, or in the form if the entry has no grammar.
fn error_context(scheme: &Declared, rule: &str, component: &str) -> Arc<ErrorContext> {
    let mut mistakes = scheme.syntax.mistakes.iter();
    if let Some(mistake) = mistakes.find(|one| one.within.iter().any(|name| name == component)) {
        return scheme.mistake_context(mistake, rule, component);
    }
    match &scheme.syntax.forms {
        Some(forms) if rule == super::syntax::FORM_RULE => scheme.context(&requirements::FORM, forms, component),
        _ => scheme.context(&GRAMMAR, rule, component),
    }
}

/// The core's error for the host at the start of a text, if it is invalid.
fn host_error(at: &mut Cursor<'_>, text: Span) -> Option<Error> {
    let mut error = None;
    at.within(text, |at| {
        at.trial(|at| {
            let parsed = host::host(at).map(drop);
            parsed.inspect_err(|invalid| error = Some(invalid.clone()))
        });
    });
    error
}

/// The bytes that can follow the authority prefix, if the matched text ends within it.
fn bytes_after_head(compiled: &Compiled, read: &str) -> Option<ByteSet> {
    let ends = compiled.head.as_ref()?.0.ends();
    let mut bytes = read.bytes().skip(SLASHES);
    (!bytes.any(|byte| ends.has(byte))).then_some(ends)
}

/// The expected continuations in a state, restricted to some bytes.
fn expected_at(compiled: &Compiled, state: StateId, among: Option<ByteSet>) -> Expected<'_> {
    let expected = compiled.labels().expected(&compiled.dfa, state);
    match among {
        Some(bytes) => expected.restricted_to(bytes),
        None => expected,
    }
}

/// The length of `//`.
const SLASHES: usize = 2;

/// Describes the expected text at the position of an error.
pub(super) fn expected(scheme: &Declared, text: &str, error: &Error) -> Option<String> {
    if error.requirement().id() != GRAMMAR.id {
        return None;
    }
    if error.kind() == ErrorKind::BadEscape {
        return Some("two hexadecimal digits after the `%`".to_owned());
    }
    let compiled = scheme.compiled(Mode::Strict).ok()?;
    let begin = text.find(':')? + 1;
    let place = error.span().start();
    let before = text.get(begin..place)?;
    let state = state_after(compiled, begin, before)?;
    Some(expected_at(compiled, state, bytes_after_head(compiled, before)).items().join("; or "))
}

/// The state after a text that begins at an offset.
fn state_after(compiled: &Compiled, begin: usize, text: &str) -> Option<StateId> {
    let mut scan = compiled.dfa.matcher(compiled.start.as_ref()?, begin);
    (scan.run(text.as_bytes(), begin) == text.len()).then(|| scan.state())
}

/// The grammar derives no text with the name of the scheme, or one with a component in this name.
#[cold]
pub(super) fn no_start(context: ParseContext<'_>, at: &Cursor<'_>) -> Error {
    let prefix = format!("{}:", context.scheme.name());
    let why = match context.compiled.dfa.start_after(prefix.as_bytes()) {
        None => format!("it derives no text that begins with `{prefix}`"),
        Some(_) => format!("a component begins before the end of `{prefix}`"),
    };
    unusable(context.scheme, "SR305", &why, at)
}

/// The grammar exceeds a limit of the compiler.
#[cold]
pub(super) fn uncompiled(scheme: &Declared, error: &Unusable, at: &Cursor<'_>) -> Error {
    unusable(scheme, error.id, &error.why, at)
}

/// The grammar is unusable, so no URL of the scheme can be parsed.
fn unusable(scheme: &Declared, id: &'static str, why: &str, at: &Cursor<'_>) -> Error {
    let help = "correct the registry file";
    let error = SchemeError::new(id, "the grammar of {scheme} cannot be used: {}", help);
    let context = scheme.context_in(&scheme.location, &error, ("grammar", why), "schemepart");
    at.shared_error(ErrorKind::BadGrammar, Span::at(at.position()), context).found(None)
}
