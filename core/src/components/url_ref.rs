//! A URL taken apart, without its scheme: what a scheme is handed back of what it has read.

use crate::components::value;
use crate::registration::{Delimiter, Registration};
use crate::syntax::options::Options;
use crate::text::span::{Slot, Span, Spans};

/// The text of a URL, where its components stand, and what is registered about it.
///
/// A [`Url`](crate::Url) is this and the scheme; a [`Scheme`](crate::Scheme) cannot be handed itself. It has no `Debug`,
/// which would show a password.
#[derive(Clone, Copy)]
pub struct UrlRef<'a> {
    pub(crate) text: &'a str,
    pub(crate) spans: &'a Spans,
    pub(crate) scheme: Span,
    pub(crate) schemepart: Span,
    pub(crate) registration: &'a Registration,
    pub(crate) options: Options,
}

impl<'a> UrlRef<'a> {
    /// The same of another text, which the same scheme has read with the same options: where its schemepart is, and what was
    /// found in it. It begins with the name of the scheme and a colon.
    ///
    /// A scheme that edits a URL can so apply the general rules to what it has made.
    #[must_use]
    pub const fn of_text(&self, text: &'a str, schemepart: Span, spans: &'a Spans) -> Self {
        Self {
            text,
            spans,
            scheme: Span::new(0, schemepart.start() - 1),
            schemepart,
            registration: self.registration,
            options: self.options,
        }
    }

    /// The text that was given: all spans count its bytes.
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

    /// Where the name of the scheme stands.
    pub const fn scheme_span(&self) -> Span {
        self.scheme
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

    /// Where the elements of a list stand; none where it is absent.
    pub fn elements(&self, slot: Slot, delimiter: Delimiter) -> impl Iterator<Item = Span> + 'a {
        let list = self.span(slot);
        let mut at = list.map_or(0, Span::start);
        let elements = list.map(|span| value::list(span.of(self.text), delimiter));
        elements.into_iter().flatten().map(move |element| {
            let span = Span::new(at, at + element.len());
            at = span.end() + 1;
            span
        })
    }

    /// Where names and values of fields stand, in their order.
    pub fn fields(&self, slot: Slot) -> impl Iterator<Item = (Span, Span)> + 'a {
        let text = self.text;
        let mut at = self.span(slot).map_or(0, Span::start);
        value::fields(self.get(slot).unwrap_or_default()).map(move |(name, value)| {
            let name = Span::new(at + 1, at + 1 + name.len());
            let equals = usize::from(text[name.end()..].starts_with('='));
            let value = Span::new(name.end() + equals, name.end() + equals + value.len());
            at = value.end();
            (name, value)
        })
    }
}
