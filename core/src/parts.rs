//! A URL taken apart, without its scheme: what a scheme is handed back of what it has read.

use crate::options::Options;
use crate::registration::Registration;
use crate::span::{Slot, Span, Spans};

/// The text of a URL, where its components stand, and what is registered about it.
///
/// A [`Url`](crate::Url) is this and the scheme; a [`Scheme`](crate::Scheme) cannot be handed itself. It has no `Debug`,
/// which would show a password.
#[derive(Clone, Copy)]
pub struct Parts<'a> {
    pub(crate) text: &'a str,
    pub(crate) spans: &'a Spans,
    pub(crate) scheme: Span,
    pub(crate) schemepart: Span,
    pub(crate) registration: &'a Registration,
    pub(crate) options: Options,
}

impl<'a> Parts<'a> {
    /// The text that was given: all spans count its octets.
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// What is registered about the scheme.
    pub const fn registration(&self) -> &'a Registration {
        self.registration
    }

    /// How it was read.
    pub const fn options(&self) -> Options {
        self.options
    }

    /// The name of the scheme, as written.
    pub fn scheme(&self) -> &'a str {
        self.scheme.of(self.text)
    }

    /// What the scheme has read: behind the colon, before the fragment.
    pub const fn schemepart(&self) -> Span {
        self.schemepart
    }

    /// Where a component stands.
    pub fn span(&self, slot: Slot) -> Option<Span> {
        self.spans.get(slot)
    }

    /// The text of a component, as written.
    pub fn get(&self, slot: Slot) -> Option<&'a str> {
        self.span(slot).map(|span| span.of(self.text))
    }

    /// The offset behind host and port, and behind a colon without a port: where a path begins.
    pub fn hostport_end(&self) -> Option<usize> {
        let host = self.span(Slot::HOST)?.end();
        let port = self.span(Slot::PORT).map(Span::end);
        let colon = host + usize::from(self.text[host..].starts_with(':'));
        Some(port.unwrap_or(colon))
    }
}
