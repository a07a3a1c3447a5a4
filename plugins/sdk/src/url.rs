//! The parsed [`Url`] that [`Plan`](crate::Plan) and [`Canonicalize`](crate::Canonicalize) receive.

use crate::span::{Slot, Span, Spans};

/// The text of a URL and the spans of its components.
#[derive(Clone, Copy)]
pub struct Url<'a> {
    text: &'a str,
    spans: Spans,
}

impl<'a> Url<'a> {
    pub(crate) fn new(text: &'a str, spans: &Spans) -> Self {
        Self { text, spans: *spans }
    }

    /// Returns the whole text, as written.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the span of a component.
    pub fn span(&self, slot: Slot) -> Option<Span> {
        self.spans.get(slot)
    }

    /// Returns the text of a component, as written.
    pub fn get(&self, slot: Slot) -> Option<&'a str> {
        self.span(slot).map(|span| span.of(self.text))
    }
}
