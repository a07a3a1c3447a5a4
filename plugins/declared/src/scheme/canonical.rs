//! The canonical form of URLs: the general rules, plus the case of components and the removal of defaults.

use anyurl_core::authors::canonical::CanonicalRules;
use anyurl_core::authors::{Registration, UrlRef, canonical};
use anyurl_core::components::value;
use anyurl_core::internal::sort_by;
use anyurl_core::{Slot, Span};

use super::Declared;
use super::component::Component;
use super::normal::{Normal, folded};
use super::reading::Reading;
use super::syntax::Syntax;
use crate::keywords::{Case, FieldCase};

/// A rewrite of a component in addition to the general rules.
pub(super) enum Rewrite {
    /// Writes it in its normal form.
    Normal(Slot, Normal),
    /// Writes the literal before it as the grammar does, if its case does not count.
    Literal(Slot, String),
    /// Removes it, with the text before it, if it has the default value.
    Default { slot: Slot, default: String, normal: Normal, before: String },
}

/// The rewrites of a syntax.
pub(super) fn rewrites(syntax: &Syntax, registration: &Registration) -> Vec<Rewrite> {
    let mut rewrites = Vec::new();
    for component in &syntax.components {
        let normal = Normal::of(component);
        let default = component.default.as_ref().filter(|_| !component.is_default_significant);
        if let (Some(default), Some(before)) = (default, before(&registration.template, &component.name)) {
            rewrites.push(Rewrite::Default {
                slot: component.slot,
                default: default.clone(),
                normal: normal.unwrap_or(Normal::AsWritten),
                before: before.to_owned(),
            });
        }
        // A default is removed with what is before it.
        let literal = literal(&registration.template, &component.name);
        rewrites.extend(literal.map(|text| Rewrite::Literal(component.slot, text)));
        rewrites.extend(normal.map(|normal| Rewrite::Normal(component.slot, normal)));
    }
    rewrites
}

/// The literal before a component, if it has letters: `;AUTH=` in `[;AUTH={auth}]`.
fn literal(template: &str, name: &str) -> Option<String> {
    let end = template.find(&format!("{{{name}}}"))?;
    let begin = template[..end].rfind(['[', ']', '{', '}', '|']).map_or(0, |at| at + 1);
    let text = &template[begin..end];
    text.contains(|found: char| found.is_ascii_alphabetic()).then(|| text.to_owned())
}

/// The text before a component in its own optional group: `/` in `[/{view}]`.
fn before<'t>(template: &'t str, name: &str) -> Option<&'t str> {
    let end = template.find(&format!("{{{name}}}]"))?;
    let begin = template[..end].rfind('[')? + 1;
    Some(&template[begin..end]).filter(|text| !text.contains(['{', '}', ']', '|']))
}

pub(super) fn write(scheme: &Declared, url: &UrlRef<'_>, to: &mut String) {
    let reading = Reading::new(scheme, url);
    let kept = reading.as_ref().map(|reading| reading.kept_escapes(url)).unwrap_or_default();
    let part = url.schemepart();
    let inside = |span: &Span| part.start() <= span.start() && span.end() <= part.end();
    let rules = &scheme.syntax.equality.rules();
    let deviations = reading.iter().flat_map(|reading| &reading.deviations);
    let written = deviations.filter_map(|(deviation, span)| Some((*span, deviation.write.clone()?)));
    let mut edits: Vec<(Span, String)> = written.collect();
    for rewrite in &scheme.rewrites {
        let edit = rewrite.edit(rules, url, &kept).filter(|(span, _)| inside(span));
        let is_free =
            |span: Span| edits.iter().all(|(edit, _)| edit.end() <= span.start() || span.end() <= edit.start());
        edits.extend(edit.filter(|(span, _)| is_free(*span)));
    }
    let edits: Vec<_> = edits.iter().map(|(span, text)| (*span, text.as_str())).collect();
    canonical::write_keeping(rules, url, &edits, &kept, to);
}

/// The text by which a URL in its canonical form is compared: without the components that do not count, and without
/// the text before each in its optional group.
pub(super) fn equality_key(scheme: &Declared, url: &UrlRef<'_>) -> Option<String> {
    let fields: Vec<_> =
        scheme.syntax.components.iter().filter_map(|one| Some((one, compared_fields(one, url)?))).collect();
    if scheme.syntax.ignored.is_empty() && fields.is_empty() {
        return None;
    }
    let template = &scheme.registration.template;
    let ignored = scheme.syntax.ignored.iter().filter_map(|name| Some((place(url, template, name)?, String::new())));
    let fields = fields.into_iter().filter_map(|(one, text)| Some((url.span(one.slot)?, text)));
    let mut edits: Vec<(Span, String)> = ignored.chain(fields).collect();
    sort_by(&mut edits, |(one, _), (other, _)| one.start().cmp(&other.start()));
    let mut key = String::with_capacity(url.text().len());
    let mut at = url.scheme_span().start();
    for (span, text) in edits.iter().filter(|(span, _)| !span.is_empty()) {
        if span.start() >= at {
            key.push_str(&url.text()[at..span.start()]);
            key.push_str(text);
        }
        at = span.end().max(at);
    }
    let end = url.span(Slot::FRAGMENT).unwrap_or(url.schemepart()).end();
    key.push_str(&url.text()[at..end.max(at)]);
    Some(key)
}

/// The fields of a component as they are compared: in lower case if their case does not count, and in alphabetical order
/// if their order does not.
fn compared_fields(component: &Component, url: &UrlRef<'_>) -> Option<String> {
    let fields = component.fields.filter(|fields| fields.any_order || fields.case == FieldCase::All)?;
    let text = url.get(component.slot)?;
    let text = if fields.case == FieldCase::All { folded(text, Case::Lower) } else { text.to_owned() };
    let field = |(name, value): (&str, Option<&str>)| match value {
        Some(value) => format!("{name}{}{value}", char::from(fields.syntax.equals())),
        None => name.to_owned(),
    };
    let mut compared: Vec<String> = value::fields(&text, fields.syntax).map(field).collect();
    if fields.any_order {
        sort_by(&mut compared, Ord::cmp);
    }
    Some(compared.join(&char::from(fields.syntax.delimiter().byte()).to_string()))
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
            Self::Normal(slot, normal) => {
                let span = url.span(*slot)?;
                Some((span, normal.write(&canonical::text_of(rules, url, span, kept))))
            }
            Self::Literal(slot, literal) => {
                let end = url.span(*slot)?.start();
                let place = Span::new(end.checked_sub(literal.len())?, end);
                let written = url.text().get(place.range())?;
                let is_other = written != literal && written.eq_ignore_ascii_case(literal);
                is_other.then(|| (place, literal.clone()))
            }
            Self::Default { slot, default, normal, before } => {
                let span = url.span(*slot)?;
                if normal.write(&canonical::text_of(rules, url, span, kept)) != *default {
                    return None;
                }
                let begin = span.start().checked_sub(before.len())?;
                let is_there = url.text().get(begin..span.start())?.eq_ignore_ascii_case(before);
                is_there.then(|| (Span::new(begin, span.end()), String::new()))
            }
        }
    }
}
