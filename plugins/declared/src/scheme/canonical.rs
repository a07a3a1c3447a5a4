//! The canonical form of URLs: the general rules, plus the case of components and the removal of defaults.

use locator_core::components::canonical;
use locator_core::registration::Registration;
use locator_core::{Slot, Span, UrlRef};

use super::syntax::Syntax;
use super::{Declared, parse};
use crate::format::Case;

/// A rewrite of a component in addition to the general rules.
pub(super) enum Rewrite {
    /// Changes the case of its letters.
    Case(Slot, Case),
    /// Removes it, with the text before it, if it has the default value.
    Default { slot: Slot, default: String, before: String },
}

/// The rewrites of a syntax.
pub(super) fn rewrites(syntax: &Syntax, registration: &Registration) -> Vec<Rewrite> {
    let mut rewrites = Vec::new();
    for component in &syntax.components {
        if component.case != Case::Preserve {
            rewrites.push(Rewrite::Case(component.slot, component.case));
        }
        let before = before(&registration.template, &component.name);
        if let (Some(default), Some(before)) = (&component.default, before) {
            rewrites.push(Rewrite::Default {
                slot: component.slot,
                default: default.clone(),
                before: before.to_owned(),
            });
        }
    }
    rewrites
}

/// The text before a component in its own optional group: `/` in `[/{view}]`.
fn before<'t>(template: &'t str, name: &str) -> Option<&'t str> {
    let end = template.find(&format!("{{{name}}}]"))?;
    let begin = template[..end].rfind('[')? + 1;
    Some(&template[begin..end]).filter(|text| !text.contains(['{', '}', ']', '|']))
}

pub(super) fn write(scheme: &Declared, url: &UrlRef<'_>, to: &mut String) {
    let kept = parse::kept_escapes(scheme, url);
    let part = url.schemepart();
    let inside = |span: &Span| part.start() <= span.start() && span.end() <= part.end();
    let edits = scheme.rewrites.iter();
    let edits: Vec<_> = edits.filter_map(|rewrite| rewrite.edit(url, &kept)).filter(|(span, _)| inside(span)).collect();
    let edits: Vec<_> = edits.iter().map(|(span, text)| (*span, text.as_str())).collect();
    canonical::write_keeping(url, &edits, &kept, to);
}

impl Rewrite {
    fn edit(&self, url: &UrlRef<'_>, kept: &[usize]) -> Option<(Span, String)> {
        match self {
            Self::Case(slot, case) => {
                let span = url.span(*slot)?;
                Some((span, folded(&canonical::text_of(url, span, kept), *case)))
            }
            Self::Default { slot, default, before } => {
                let span = url.span(*slot)?;
                if canonical::text_of(url, span, kept) != *default {
                    return None;
                }
                let begin = span.start().checked_sub(before.len())?;
                let is_there = url.text()[..span.start()].ends_with(before.as_str());
                is_there.then(|| (Span::new(begin, span.end()), String::new()))
            }
        }
    }
}

/// Converts the case of letters. The digits of escapes are always in upper case.
fn folded(text: &str, case: Case) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(found) = rest.chars().next() {
        let width = if found == '%' { 3.min(rest.len()) } else { found.len_utf8() };
        let (unit, next) = rest.split_at_checked(width).unwrap_or((rest, ""));
        match (found, case) {
            ('%', _) | (_, Case::Upper) => folded.push_str(&unit.to_ascii_uppercase()),
            (_, Case::Lower) => folded.push_str(&unit.to_ascii_lowercase()),
            (_, Case::Preserve) => folded.push_str(unit),
        }
        rest = next;
    }
    folded
}
