//! The text by which URLs in their canonical form are compared.

use anyurl_core::authors::UrlRef;
use anyurl_core::components::value;
use anyurl_core::internal::sort_by;
use anyurl_core::{Slot, Span};

use super::Declared;
use super::canonical::before;
use super::component::Component;
use super::text_form::folded;
use crate::keywords::{Case, FieldCase};

/// The text of a URL without the components that do not count and the text before each in its optional group, and with
/// elements and fields in order where their order does not count; `None` if that is the canonical form.
pub(super) fn equality_key(scheme: &Declared, url: &UrlRef<'_>) -> Option<String> {
    let compared: Vec<_> = scheme.syntax.components.iter().filter_map(|one| Some((one, compared(one, url)?))).collect();
    if scheme.syntax.ignored.is_empty() && compared.is_empty() {
        return None;
    }
    let template = &scheme.registration.template;
    let ignored = scheme.syntax.ignored.iter().filter_map(|name| Some((place(url, template, name)?, String::new())));
    let compared = compared.into_iter().filter_map(|(one, text)| Some((url.span(one.slot)?, text)));
    let mut edits: Vec<(Span, String)> = ignored.chain(compared).collect();
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

/// A component as it is compared, if that is not as it is written.
fn compared(component: &Component, url: &UrlRef<'_>) -> Option<String> {
    if let Some(delimiter) = component.unordered {
        let mut elements: Vec<&str> = value::list(url.get(component.slot)?, delimiter).collect();
        sort_by(&mut elements, Ord::cmp);
        return Some(elements.join(&char::from(delimiter.byte()).to_string()));
    }
    compared_fields(component, url)
}

/// The fields of a component as they are compared: in lower case if their case does not count, and in alphabetical order
/// if their order does not.
fn compared_fields(component: &Component, url: &UrlRef<'_>) -> Option<String> {
    let fields = component.fields.filter(|fields| fields.any_order || fields.case == FieldCase::All)?;
    let text = url.get(component.slot)?;
    let text = if fields.case == FieldCase::All { folded(text, Case::Lower) } else { text.into() };
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
        let own_group = before(template, name).filter(|(_, is_followed)| !is_followed);
        (url.registration().component(name)?.slot, own_group.map_or("", |(text, _)| text))
    };
    let span = url.span(slot)?;
    let is_there = url.text()[..span.start()].ends_with(before);
    Some(Span::new(span.start() - if is_there { before.len() } else { 0 }, span.end()))
}
