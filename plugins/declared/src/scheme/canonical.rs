//! The canonical form of URLs: the general rules, plus the case of components and the removal of defaults.

use std::borrow::Cow;

use anyurl_core::authors::canonical::CanonicalRules;
use anyurl_core::authors::{Registration, UrlRef, canonical};
use anyurl_core::internal::sort_by;
use anyurl_core::{Slot, Span};

use super::Declared;
use super::component::Component;
use super::normal::Normal;
use super::reading::Reading;
use super::syntax::Syntax;

/// A rewrite of a component in addition to the general rules.
pub(super) enum Rewrite {
    /// Writes it in its normal form.
    Normal(Slot, Normal),
    /// Writes the literal before it as the grammar does, if its case does not count.
    Literal(Slot, String),
    /// Removes it, with the text before it, if it has the default value.
    Default(DefaultValue),
}

/// A component whose default need not be written.
pub(super) struct DefaultValue {
    slot: Slot,
    default: String,
    /// Whether an empty text is the default, too.
    is_empty_default: bool,
    normal: Normal,
    /// What is removed with it.
    before: String,
    /// Whether other components can follow in its optional group, so that it can be removed only at the end.
    is_followed: bool,
}

/// The rewrites of a syntax.
pub(super) fn rewrites(syntax: &Syntax, registration: &Registration) -> Vec<Rewrite> {
    let mut rewrites = Vec::new();
    for component in &syntax.components {
        rewrites.extend(default(component, &registration.template).map(Rewrite::Default));
        // A default is removed with what is before it.
        let literal = literal(&registration.template, &component.name);
        rewrites.extend(literal.map(|text| Rewrite::Literal(component.slot, text)));
        rewrites.extend(Normal::of(component).map(|normal| Rewrite::Normal(component.slot, normal)));
    }
    rewrites
}

/// The default of a component that need not be written: its own, or no field that must be.
fn default(component: &Component, template: &str) -> Option<DefaultValue> {
    let own = component.default.clone().filter(|_| !component.is_default_significant);
    let no_fields = || component.known_fields.iter().any(|one| one.default.is_some()).then(String::new);
    let default = own.or_else(no_fields)?;
    let (before, is_followed) = before(template, &component.name)?;
    Some(DefaultValue {
        slot: component.slot,
        default,
        is_empty_default: component.is_empty_default,
        normal: Normal::of(component).unwrap_or(Normal::AsWritten),
        before: before.to_owned(),
        is_followed,
    })
}

/// The literal before a component, if it has letters: `;AUTH=` in `[;AUTH={auth}]`.
fn literal(template: &str, name: &str) -> Option<String> {
    let end = template.find(&format!("{{{name}}}"))?;
    let begin = template[..end].rfind(['[', ']', '{', '}', '|']).map_or(0, |at| at + 1);
    let text = &template[begin..end];
    text.contains(|found: char| found.is_ascii_alphabetic()).then(|| text.to_owned())
}

/// The text before a component at the start of its optional group, and whether something follows it there: `/` in
/// `[/{view}]` and in `[/{view}[/{zoom}]]`.
pub(super) fn before<'t>(template: &'t str, name: &str) -> Option<(&'t str, bool)> {
    let place = format!("{{{name}}}");
    let end = template.find(&place)?;
    let is_followed = match template[end + place.len()..].bytes().next()? {
        b']' => false,
        b'[' => true,
        _ => return None,
    };
    let begin = template[..end].rfind('[')? + 1;
    let text = Some(&template[begin..end]).filter(|text| !text.contains(['{', '}', ']', '|']))?;
    Some((text, is_followed))
}

/// The changes of a URL.
struct Edits<'e, 'u> {
    rules: &'e CanonicalRules,
    url: &'e UrlRef<'u>,
    /// The offsets of escapes that are not decoded.
    kept: &'e [usize],
    /// What is written in place of deviations.
    deviations: Vec<Edit<'e>>,
    all: Vec<Edit<'e>>,
}

/// A part of the URL, and what is written in its place.
type Edit<'e> = (Span, Cow<'e, str>);

pub(super) fn write(scheme: &Declared, url: &UrlRef<'_>, to: &mut String) {
    let reading = Reading::new(scheme, url);
    let kept = reading.as_ref().map(|reading| reading.kept_escapes(url)).unwrap_or_default();
    let rules = &scheme.canonical_rules;
    let deviations = reading.iter().flat_map(|reading| &reading.deviations);
    let deviations =
        deviations.filter_map(|(deviation, span)| Some((*span, deviation.write.as_deref()?.into()))).collect();
    let mut edits = Edits { rules, url, kept: &kept, deviations, all: Vec::new() };
    edits.defaults_at_end(&scheme.rewrites);
    for rewrite in &scheme.rewrites {
        let edit = edits.of(rewrite);
        edits.add(edit);
    }
    for deviation in std::mem::take(&mut edits.deviations) {
        edits.add(Some(deviation));
    }
    let all: Vec<_> = edits.all.iter().map(|(span, text)| (*span, &**text)).collect();
    canonical::write_keeping(rules, url, &all, &kept, to);
}

impl<'e, 'u: 'e> Edits<'e, 'u> {
    /// Adds an edit, unless another one has changed its text or it would change a part of a deviation.
    fn add(&mut self, edit: Option<Edit<'e>>) {
        let part = self.url.schemepart();
        let Some((span, text)) = edit.filter(|(span, _)| contains(part, *span)) else { return };
        let is_free = self.all.iter().all(|(edit, _)| !edit.overlaps(span));
        let is_whole = self.deviations.iter().all(|(inner, _)| !inner.overlaps(span) || contains(span, *inner));
        if is_free && is_whole {
            self.all.push((span, text));
        }
    }

    /// Removes the defaults at the end of the URL, the last one first; between other components, it empties those that may
    /// be empty.
    fn defaults_at_end(&mut self, rewrites: &'e [Rewrite]) {
        let defaults = rewrites.iter().filter_map(|rewrite| match rewrite {
            Rewrite::Default(default) => Some(default),
            _ => None,
        });
        let mut defaults: Vec<_> = defaults.filter_map(|one| Some((self.url.span(one.slot)?, one))).collect();
        sort_by(&mut defaults, |(one, _), (other, _)| other.start().cmp(&one.start()));
        let mut end = self.url.schemepart().end();
        for (span, default) in defaults {
            let removed = self.removed(default).filter(|place| place.end() == end);
            if let Some(place) = removed {
                end = place.start();
                self.add(Some((place, "".into())));
            } else if default.is_empty_default && self.is_default(default, span) && !span.is_empty() {
                self.add(Some((span, "".into())));
            }
        }
    }

    /// Whether a component has its default, as it is written or as its canonical form has it.
    fn is_default(&self, default: &DefaultValue, span: Span) -> bool {
        let is_written = |text: &str| default.normal.write(text) == default.default;
        is_written(&self.text_of(span))
            || !self.deviations.is_empty() && is_written(&canonical::text_of(self.rules, self.url, span, self.kept))
            || span.is_empty() && default.is_empty_default
    }

    /// The place of a default and of the text before it.
    fn removed(&self, default: &DefaultValue) -> Option<Span> {
        let span = self.url.span(default.slot)?;
        let begin = span.start().checked_sub(default.before.len())?;
        let is_there = self.url.text().get(begin..span.start())?.eq_ignore_ascii_case(&default.before);
        (is_there && self.is_default(default, span)).then(|| Span::new(begin, span.end()))
    }

    /// The canonical text of a component, with what is written in place of deviations within it.
    fn text_of(&self, span: Span) -> Cow<'e, str> {
        if self.deviations.is_empty() {
            return canonical::text_of(self.rules, self.url, span, self.kept);
        }
        let mut text = String::new();
        let mut at = span.start();
        for (inner, written) in self.deviations.iter().filter(|(inner, _)| contains(span, *inner)) {
            if inner.start() >= at {
                text.push_str(&canonical::text_of(self.rules, self.url, Span::new(at, inner.start()), self.kept));
                text.push_str(written);
                at = inner.end();
            }
        }
        text.push_str(&canonical::text_of(self.rules, self.url, Span::new(at, span.end()), self.kept));
        text.into()
    }

    fn of(&self, rewrite: &'e Rewrite) -> Option<Edit<'e>> {
        match rewrite {
            Rewrite::Normal(slot, normal) => {
                let span = self.url.span(*slot)?;
                let text = match self.text_of(span) {
                    Cow::Borrowed(text) => normal.write(text),
                    Cow::Owned(text) => normal.write(&text).into_owned().into(),
                };
                Some((span, text))
            }
            Rewrite::Literal(slot, literal) => {
                let end = self.url.span(*slot)?.start();
                let place = Span::new(end.checked_sub(literal.len())?, end);
                let written = self.url.text().get(place.range())?;
                let is_other = written != literal && written.eq_ignore_ascii_case(literal);
                is_other.then(|| (place, literal.into()))
            }
            Rewrite::Default(default) if default.is_followed => None,
            Rewrite::Default(default) => Some((self.removed(default)?, "".into())),
        }
    }
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.start() <= inner.start() && inner.end() <= outer.end()
}
