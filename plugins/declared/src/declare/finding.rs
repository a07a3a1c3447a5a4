//! Converts errors of entries to findings with their location in the file.

use anyurl_core::Span;

use super::{AccessError, DeclareError, FormError, form};
use crate::format::{Facet, Finding, Level, SchemeEntry, SyntaxTable};
use anyurl_abnf::{GrammarError, RuleOrigin};

impl DeclareError {
    /// The facet with the error.
    pub(crate) fn facet(&self) -> Facet {
        match self {
            Self::Access { .. } | Self::NoAccess(_) => Facet::Access,
            _ => Facet::Syntax,
        }
    }

    /// Converts the error to a finding in the file of the entry.
    pub(crate) fn finding(&self, entry: &SchemeEntry) -> Finding {
        match self {
            Self::Grammar { error, .. } => of_grammar(entry, error),
            Self::Form { error, .. } => of_form(entry, error),
            Self::NoRule { component, .. } | Self::Flag { component, .. } => {
                entry.finding(self.lint(), named(entry, component), self.to_string())
            }
            Self::NotInForm { component, .. } => {
                let help = "with a form, `name` and `rule` are both a name between `<` and `>` in that form";
                let finding = entry.finding(self.lint(), named(entry, component), self.to_string());
                finding.fix(help)
            }
            Self::Access { .. } | Self::NoAccess(_) => {
                let access = entry.access.as_ref();
                let step = failing_step(entry, self);
                let access = access.map_or(entry.span, |access| access.span);
                entry.finding(self.lint(), step.unwrap_or(access), self.to_string())
            }
            Self::NoSyntax(_) | Self::TooMany(_) => entry.finding(self.lint(), syntax(entry), self.to_string()),
        }
    }
}

/// Converts a grammar error. The scheme is unusable, so the level is always error.
pub(crate) fn of_grammar(entry: &SchemeEntry, error: &GrammarError) -> Finding {
    let abnf = match entry.syntax.as_deref() {
        Some(SyntaxTable { abnf: Some(abnf), .. }) => abnf,
        Some(SyntaxTable { form, grammar, .. }) if !form.is_empty() => {
            let forms: Vec<_> = form.iter().map(|form| form.as_str()).collect();
            return of_form(entry, &form::in_forms(&forms, **grammar, error));
        }
        _ => return entry.finding(error.lint(), syntax(entry), error.to_string()),
    };
    let lenient = entry.syntax.as_ref().and_then(|syntax| syntax.lenient.as_ref());
    let finding = match (error.place().map(|place| (place.origin, place.span.range())), lenient) {
        (Some((RuleOrigin::Own, part)), _) => {
            let inside = abnf.document.inside(&abnf.text, part);
            Finding::new(error.lint(), &abnf.document, inside, error.to_string()).about(&entry.key())
        }
        (Some((RuleOrigin::Replacement, part)), Some(lenient)) => {
            entry.finding(error.lint(), entry.document.inside(lenient, part), error.to_string())
        }
        _ => entry.finding(error.lint(), syntax(entry), error.to_string()),
    };
    let finding = finding.at_level(Level::Error);
    match error.help() {
        Some(help) => finding.fix(help.to_owned()),
        None => finding,
    }
}

/// Converts a form error.
fn of_form(entry: &SchemeEntry, error: &FormError) -> Finding {
    let forms = entry.syntax.iter().flat_map(|syntax| &syntax.form);
    let span = forms
        .clone()
        .nth(error.form())
        .map_or_else(|| syntax(entry), |form| entry.document.inside(form, error.range()));
    let finding = entry.finding(error.lint(), span, error.to_string());
    finding.at_level(Level::Error).fix(error.help())
}

/// The span of the syntax: the form, or the table.
pub(crate) fn syntax(entry: &SchemeEntry) -> Span {
    let Some(syntax) = &entry.syntax else {
        return entry.span;
    };
    let form = syntax.form.first().filter(|_| syntax.abnf.is_none());
    form.map_or(syntax.span, |form| form.span)
}

/// The span of a component's table.
fn named(entry: &SchemeEntry, name: &str) -> Span {
    let tables = entry.syntax.iter().flat_map(|syntax| &syntax.components);
    let mut named = tables.filter(|one| *one.name == name);
    named.next().map_or_else(|| syntax(entry), |one| one.rule.span)
}

/// The span of the step that names what an error of the access is about.
fn failing_step(entry: &SchemeEntry, error: &DeclareError) -> Option<Span> {
    let DeclareError::Access { error, .. } = error else { return None };
    let named = match error {
        AccessError::Unknown { variable: name, .. } | AccessError::Kind { name, .. } => name,
        AccessError::Target(text) | AccessError::RestOfLine(text) | AccessError::Brace { text, .. } => text,
        _ => return None,
    };
    let steps = entry.access.iter().flat_map(|access| &access.steps);
    steps.map(|step| step.span).find_map(|span| {
        let written = entry.document.text().get(span.range())?;
        let found = written.find(&**named)?;
        Some(Span::new(span.start() + found, span.start() + found + named.len()))
    })
}
