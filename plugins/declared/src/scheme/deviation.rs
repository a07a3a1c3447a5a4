//! Deviations: text that only lenient mode accepts, with a warning.

use std::sync::Arc;

use locator_core::syntax::escape;
use locator_core::{Fix, Requirement, Slot, Span};

use super::syntax::Component;
use crate::format::DeviationTable;

/// A deviation of a scheme, besides those that lenient mode tolerates in all schemes.
pub(super) struct Deviation {
    pub(super) place: Place,
    pub(super) requirement: Arc<Requirement>,
    /// What the canonical form writes in its place.
    pub(super) write: Option<String>,
}

/// Where the text of a deviation is.
pub(super) enum Place {
    /// It is what a rule of the lenient grammar derives.
    Rule(String),
    /// It is a character of a component.
    Characters(Vec<Slot>, String),
    /// It is an escape of a component; only of these characters if any are given.
    Escapes(Vec<Slot>, Option<String>),
}

impl Deviation {
    /// The deviation of a table, in a scheme with these components.
    pub(super) fn new(table: &DeviationTable, components: &[Component]) -> Self {
        let named = |name: &str| components.iter().find(|one| one.name == name).map(|one| one.slot);
        let slots = table.within.iter().filter_map(|name| named(name)).collect();
        let characters = table.characters.as_ref().map(|characters| characters.value.clone());
        let place = match (&table.rule, table.escapes) {
            (Some(rule), _) => Place::Rule(rule.value.clone()),
            (None, true) => Place::Escapes(slots, characters),
            (None, false) => Place::Characters(slots, characters.unwrap_or_default()),
        };
        let text = |text: &str| text.to_owned();
        let requirement =
            Requirement::owned(text(&table.id), text(&table.section), text(&table.message), HELP, Fix::Unknown);
        let write = table.write.as_ref().map(|write| write.value.clone());
        Self { place, requirement: Arc::new(requirement), write }
    }

    /// The rule that derives it.
    pub(super) fn rule(&self) -> Option<&str> {
        match &self.place {
            Place::Rule(rule) => Some(rule),
            _ => None,
        }
    }

    /// Calls `found` with each place in the components of a URL.
    pub(super) fn find(&self, text: &str, span_of: impl Fn(Slot) -> Option<Span>, mut found: impl FnMut(Span)) {
        let (slots, is_deviation): (_, &dyn Fn(&str) -> bool) = match &self.place {
            Place::Rule(_) => return,
            Place::Characters(slots, characters) => (slots, &|unit| characters.contains(unit)),
            Place::Escapes(slots, characters) => (slots, &|unit| {
                let byte = escape::byte(unit.as_bytes()).map(char::from);
                byte.is_some_and(|byte| characters.as_ref().is_none_or(|characters| characters.contains(byte)))
            }),
        };
        for span in slots.iter().filter_map(|slot| span_of(*slot)) {
            let mut at = span.start();
            while at < span.end() {
                let rest = &text[at..span.end()];
                let unit = Span::new(at, at + escape::unit_len(rest));
                if is_deviation(unit.of(text)) {
                    found(unit);
                }
                at = unit.end();
            }
        }
    }
}

const HELP: &str = "compare the URL with the examples of the scheme: `locator schemes NAME` prints them";
