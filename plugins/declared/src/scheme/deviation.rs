//! Deviations: text with a warning, or that the canonical form writes in another way. Most are for lenient mode only.

use std::sync::Arc;

use anyurl_core::authors::{Cursor, Requirement, Role, UrlRef, escape};
use anyurl_core::{Severity, Slot, Span};

/// A deviation of a scheme, besides those that lenient mode tolerates in all schemes.
pub(crate) struct Deviation {
    pub(crate) place: Place,
    /// Whether it is in the grammar of strict mode, too.
    pub(crate) is_strict: bool,
    /// How serious its warning is.
    pub(crate) severity: Severity,
    /// The requirement that it breaks, if there is a warning.
    pub(crate) requirement: Option<Arc<Requirement>>,
    /// What the canonical form writes in its place.
    pub(crate) write: Option<String>,
}

/// Where the text of a deviation is.
pub(crate) enum Place {
    /// It is what a rule of the grammar derives.
    Rule(String),
    /// It is a character of a component.
    Characters(Vec<Slot>, String),
    /// It is an escape of a component; only of these characters if any are given.
    Escapes(Vec<Slot>, Option<String>),
}

impl Deviation {
    /// Reports it.
    pub(crate) fn warn(&self, at: &mut Cursor<'_>, span: Span) {
        if let Some(requirement) = &self.requirement {
            at.warn_of(self.severity, Arc::clone(requirement), span);
        }
    }

    /// Calls `found` with each place in the components of a URL; the delimiters of fields are none.
    pub(crate) fn find(&self, url: &UrlRef<'_>, mut found: impl FnMut(Span)) {
        let (slots, is_deviation): (_, &dyn Fn(&str) -> bool) = match &self.place {
            Place::Rule(_) => return,
            Place::Characters(slots, characters) => (slots, &|unit| characters.contains(unit)),
            Place::Escapes(slots, characters) => (slots, &|unit| {
                let byte = escape::byte(unit.as_bytes()).map(char::from);
                byte.is_some_and(|byte| characters.as_ref().is_none_or(|characters| characters.contains(byte)))
            }),
        };
        for slot in slots {
            let component = url.registration().components.iter().find(|component| component.slot == *slot);
            match component.map(|component| component.role) {
                Some(Role::Fields(syntax)) => url
                    .fields(*slot, syntax)
                    .flat_map(|(name, value)| [Some(name), value])
                    .flatten()
                    .for_each(|span| units(url.text(), span, is_deviation, &mut found)),
                _ => url.span(*slot).into_iter().for_each(|span| units(url.text(), span, is_deviation, &mut found)),
            }
        }
    }
}

/// Calls `found` with the characters and escapes of a span for which `is` holds.
fn units(text: &str, span: Span, is: impl Fn(&str) -> bool, found: &mut impl FnMut(Span)) {
    let mut at = span.start();
    while at < span.end() {
        let unit = Span::new(at, at + escape::unit_len(&text[at..span.end()]));
        if is(unit.of(text)) {
            found(unit);
        }
        at = unit.end();
    }
}

pub(crate) const HELP: &str = "compare the URL with the examples of its scheme";
