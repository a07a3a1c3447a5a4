//! From what a plugin says of a fault to the error that a person reads.

use locator_core::diagnostics::requirement::{Requirement, RequirementRef, common};
use std::sync::Arc;

use locator_core::diagnostics::error::ErrorContext;
use locator_core::registration::Grammar;
use locator_core::{Class, Cursor, Error, ErrorKind, Slot, Span};

use super::Dynamic;
use super::text::Given;
use crate::call::Answer;
use crate::facts;
use crate::violation::Violation;

/// The error that a plugin tells; its answer has been checked.
#[cold]
pub(super) fn told(scheme: &Dynamic, given: &Given<'_>, answer: &Answer, at: &Cursor<'_>) -> Error {
    let kind = facts::kind(answer.status).unwrap_or(ErrorKind::Unexpected);
    let span = given.back(answer.start as usize, answer.end as usize);
    let component = facts::slot(answer.component).map_or("schemepart", |slot| name(scheme, slot));
    if let Some((rule, requirement)) =
        (answer.requirement as usize).checked_sub(1).and_then(|number| scheme.requirements.get(number))
    {
        let rule = if rule.is_empty() { component } else { rule };
        return at.shared_error(kind, span, context(scheme, rule, component, &Arc::clone(requirement).into()));
    }
    if let Some(requirement) = missing_slashes(scheme, given, kind, answer) {
        return at.shared_error(kind, span, context(scheme, "ip-schemepart", component, &requirement.into()));
    }
    general(scheme, kind, component, span, at)
}

/// The error for the character at a place, or for the end of the text, that every scheme of the grammar gives.
pub(super) fn general(scheme: &Dynamic, kind: ErrorKind, component: &str, span: Span, at: &Cursor<'_>) -> Error {
    let grammar = scheme.registration.grammar;
    let class = match grammar {
        Grammar::Rfc1738 => Class::uchar("uchar"),
        Grammar::Rfc3986 => Class::rfc3986("pchar"),
    };
    let end = at.limit();
    let rest = Span::new(span.start(), end);
    let there = Cursor::new(at.text(Span::new(0, end)), rest, locator_core::Mode::Strict, None);
    let error = there.unexpected(&class, "schemepart");
    let (span, requirement) = match kind {
        kind if kind == error.kind() => (error.span(), error.requirement_ref()),
        ErrorKind::BadEscape => (span, grammar.requirement('%').into()),
        _ => (span, error.requirement_ref()),
    };
    at.shared_error(kind, span, context(scheme, component, component, &requirement))
}

/// What an error names.
fn context(scheme: &Dynamic, rule: &str, component: &str, requirement: &RequirementRef) -> Arc<ErrorContext> {
    let is = |known: &ErrorContext| {
        (&*known.rule, &*known.component) == (rule, component) && known.requirement == *requirement
    };
    scheme.contexts.get(is, || {
        let (rule, component) = (rule.to_owned().into(), component.to_owned().into());
        ErrorContext { rule, component, requirement: requirement.clone() }
    })
}

/// What the plugin had no right to answer.
#[cold]
pub(super) fn violated(violation: Violation, at: &Cursor<'_>) -> Error {
    let whole = Span::new(at.position(), at.limit());
    let requirement = violation.requirement();
    Error::new(ErrorKind::Forbidden, "plugin", "schemepart", whole, requirement)
}

/// The name of a component, which the check has found.
pub(super) fn name(scheme: &Dynamic, slot: Slot) -> &str {
    match scheme.component(slot) {
        Some(known) => &known.name,
        None if slot == Slot::PORT => "port",
        None => "host",
    }
}

/// The slashes behind the colon are missing, or one of them is: that has a requirement in every scheme.
fn missing_slashes(
    scheme: &Dynamic,
    given: &Given<'_>,
    kind: ErrorKind,
    answer: &Answer,
) -> Option<&'static Requirement> {
    let is_such = kind == ErrorKind::Missing && answer.component == 0 && scheme.registration.has_host();
    let before = &given.url[given.begin..answer.start as usize];
    match before {
        _ if !is_such => None,
        "" => Some(&common::SLASHES),
        "/" => Some(&common::SECOND_SLASH),
        _ => None,
    }
}
