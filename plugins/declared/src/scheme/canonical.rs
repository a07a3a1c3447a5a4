//! The canonical form of URLs: the general rules, plus the case of components and the removal of defaults.

use locator_core::components::canonical::{self, CanonicalRules};
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
    let rules = &scheme.syntax.rules;
    let edits = edits.filter_map(|rewrite| rewrite.edit(rules, url, &kept));
    let edits: Vec<_> = edits.filter(|(span, _)| inside(span)).collect();
    let edits: Vec<_> = edits.iter().map(|(span, text)| (*span, text.as_str())).collect();
    canonical::write_keeping(rules, url, &edits, &kept, to);
}

/// The text by which a URL in its canonical form is compared: without the components that do not count, and without
/// the text before each in its optional group.
pub(super) fn equality_key(scheme: &Declared, url: &UrlRef<'_>) -> Option<String> {
    if scheme.syntax.ignored.is_empty() {
        return None;
    }
    let template = &scheme.registration.template;
    let mut ignored: Vec<Span> = scheme.syntax.ignored.iter().filter_map(|name| place(url, template, name)).collect();
    ignored.sort_by_key(|span| span.start());
    let mut key = String::with_capacity(url.text().len());
    let mut at = url.scheme_span().start();
    for span in ignored {
        key.push_str(&url.text()[at..span.start().max(at)]);
        at = span.end().max(at);
    }
    let end = url.span(Slot::FRAGMENT).unwrap_or(url.schemepart()).end();
    key.push_str(&url.text()[at..end.max(at)]);
    Some(key)
}

/// The span of a component and of the text before it in its optional group.
fn place(url: &UrlRef<'_>, template: &str, name: &str) -> Option<Span> {
    let (slot, before) = if name == "fragment" {
        (Slot::FRAGMENT, "#")
    } else {
        (url.registration().component(name)?.slot, before(template, name).unwrap_or_default())
    };
    let span = url.span(slot)?;
    let is_there = url.text()[..span.start()].ends_with(before);
    Some(Span::new(span.start() - if is_there { before.len() } else { 0 }, span.end()))
}

impl Rewrite {
    fn edit(&self, rules: &CanonicalRules, url: &UrlRef<'_>, kept: &[usize]) -> Option<(Span, String)> {
        match self {
            Self::Case(slot, case) => {
                let span = url.span(*slot)?;
                Some((span, folded(&canonical::text_of(rules, url, span, kept), *case)))
            }
            Self::Default { slot, default, before } => {
                let span = url.span(*slot)?;
                if canonical::text_of(rules, url, span, kept) != *default {
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
