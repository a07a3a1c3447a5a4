//! Converts the errors of a plugin.

use std::sync::Arc;

use anyurl_core::authors::{Class, Cursor, Grammar, Requirement, RequirementRef};
use anyurl_core::internal::{ErrorContext, common, modern};
use anyurl_core::{Error, ErrorKind, Mode, Slot, Span};

use super::PluginScheme;
use super::check::{self, SpanBuffer};
use super::plugin_url::{PluginText, PluginUrl};
use crate::functions::Answer;
use crate::registration::{self, RuleRequirement};
use crate::violation::Violation;

/// Converts a checked error of a plugin.
#[cold]
pub(super) fn from_plugin(scheme: &PluginScheme, url: &PluginUrl<'_>, answer: &Answer, at: &Cursor<'_>) -> Error {
    as_written(scheme, url, answer, at).unwrap_or_else(|| convert(scheme, url, answer, at))
}

/// Returns the error about a character that the host has escaped and that the plugin rejects as an escape: that of strict
/// mode, in which the plugin gets the text as written.
fn as_written(scheme: &PluginScheme, url: &PluginUrl<'_>, answer: &Answer, at: &Cursor<'_>) -> Option<Error> {
    let (_, requirement) = cited(scheme, answer)?;
    if **requirement != common::NO_ESCAPES || !at.is_lenient() || !url.is_replaced(answer.start as usize) {
        return None;
    }
    let (name, grammar) = (scheme.registration.name.len(), scheme.registration.grammar);
    let part = Span::new(at.position(), at.limit());
    let strict = PluginUrl::new(name, part, false, grammar, |span| at.text(span))?;
    let mut buffer = SpanBuffer::new();
    let found = check::parse(scheme, strict.text(), Mode::Strict, &mut buffer).ok()?.error?;
    let start = |url: &PluginUrl<'_>, answer: &Answer| {
        let start = answer.start as usize;
        url.original_span(start, start).start()
    };
    (start(&strict, &found) == start(url, answer)).then(|| convert(scheme, &strict, &found, at))
}

/// Returns the requirement of an error, and its rule.
fn cited<'s>(scheme: &'s PluginScheme, answer: &Answer) -> Option<&'s RuleRequirement> {
    scheme.requirements.get((answer.requirement as usize).checked_sub(1)?)
}

fn convert(scheme: &PluginScheme, url: &PluginUrl<'_>, answer: &Answer, at: &Cursor<'_>) -> Error {
    let kind = registration::error_kind(answer.status).unwrap_or(ErrorKind::Unexpected);
    let span = url.original_span(answer.start as usize, answer.end as usize);
    let component = registration::slot(answer.component).map_or("schemepart", |slot| name(scheme, slot));
    if let Some((rule, requirement)) = cited(scheme, answer) {
        let rule = if rule.is_empty() { component } else { rule };
        let requirement = replaced_control(scheme, span, requirement, at);
        return at.shared_error(kind, span, context(scheme, rule, component, &requirement));
    }
    if let Some(requirement) = missing_slashes(scheme, url, kind, answer) {
        return at.shared_error(kind, span, context(scheme, "ip-schemepart", component, &requirement.into()));
    }
    general(scheme, kind, component, span, at)
}

/// Returns the requirement that a plugin cites, unless it cites the one about control characters for the control character
/// that replaces one outside US-ASCII.
fn replaced_control(scheme: &PluginScheme, span: Span, cited: &Arc<Requirement>, at: &Cursor<'_>) -> RequirementRef {
    let found = at.text(span).chars().next().filter(|found| !found.is_ascii());
    let is_control = **cited == common::CONTROL || **cited == modern::CONTROL;
    match found.filter(|_| is_control) {
        Some(found) => scheme.registration.grammar.requirement(found).into(),
        None => Arc::clone(cited).into(),
    }
}

/// Returns the error that every scheme of the grammar reports for the character at a span, or for the end of the text.
pub(super) fn general(scheme: &PluginScheme, kind: ErrorKind, component: &str, span: Span, at: &Cursor<'_>) -> Error {
    static UCHAR: Class = Class::uchar("uchar");
    static PCHAR: Class = Class::rfc3986("pchar");
    let grammar = scheme.registration.grammar;
    let class = match grammar {
        Grammar::Rfc1738 => &UCHAR,
        Grammar::Rfc3986 => &PCHAR,
    };
    let end = at.limit();
    let rest = Span::new(span.start(), end);
    let cursor = Cursor::new(at.text(Span::new(0, end)), rest, Mode::Strict, None);
    let error = cursor.unexpected(class, "schemepart");
    let (span, requirement) = match kind {
        kind if kind == error.kind() => (error.span(), error.requirement_ref()),
        ErrorKind::BadEscape => (span, grammar.requirement('%').into()),
        _ => (span, error.requirement_ref()),
    };
    at.shared_error(kind, span, context(scheme, component, component, &requirement))
}

/// Returns the shared context of an error.
fn context(scheme: &PluginScheme, rule: &str, component: &str, requirement: &RequirementRef) -> Arc<ErrorContext> {
    let is_same = |known: &ErrorContext| {
        (&*known.rule, &*known.component) == (rule, component) && known.requirement == *requirement
    };
    scheme.contexts.get(is_same, || ErrorContext::new(rule.to_owned(), component.to_owned(), requirement.clone()))
}

/// Returns the error for a violation of the contract. Its span is the schemepart.
#[cold]
pub(super) fn from_violation(scheme: &PluginScheme, violation: Violation, at: &Cursor<'_>) -> Error {
    let schemepart = Span::new(at.position(), at.limit());
    let requirement = scheme.functions.requirement(violation);
    at.shared_error(ErrorKind::Forbidden, schemepart, context(scheme, "plugin", "schemepart", &requirement))
}

/// Returns the name of a checked component.
pub(super) fn name(scheme: &PluginScheme, slot: Slot) -> &str {
    match scheme.component(slot) {
        Some(known) => &known.name,
        None if slot == Slot::PORT => "port",
        None => "host",
    }
}

/// Returns the general requirement if one or both slashes after the colon are missing.
fn missing_slashes(
    scheme: &PluginScheme,
    url: &PluginUrl<'_>,
    kind: ErrorKind,
    answer: &Answer,
) -> Option<&'static Requirement> {
    if kind != ErrorKind::Missing || answer.component != 0 || !scheme.registration.has_host() {
        return None;
    }
    let PluginText { text, begin } = url.text();
    match &text[begin..answer.start as usize] {
        "" => Some(&common::SLASHES),
        "/" => Some(&common::SECOND_SLASH),
        _ => None,
    }
}
