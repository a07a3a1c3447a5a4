//! A URL that was read: what a plan and a canonical form are made of.

use crate::span::{Slot, Span, Spans};

/// The text of a URL, and where its components stand.
#[derive(Clone, Copy)]
pub struct Url<'a> {
    text: &'a str,
    spans: Spans,
}

impl<'a> Url<'a> {
    pub(crate) fn new(text: &'a str, spans: &Spans) -> Self {
        Self { text, spans: *spans }
    }

    /// The whole text, as written.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Where a component stands.
    pub fn span(&self, slot: Slot) -> Option<Span> {
        self.spans.get(slot)
    }

    /// The text of a component, as written.
    pub fn get(&self, slot: Slot) -> Option<&'a str> {
        self.span(slot).map(|span| span.of(self.text))
    }
}
