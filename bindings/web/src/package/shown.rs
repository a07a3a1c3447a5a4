//! A text as a page shows it: with `***` in place of its secrets.

use std::borrow::Cow;

use anyurl_core::internal::Redaction;
use anyurl_core::{Error, Span, Url};

/// A text, and what must not be shown of it.
pub(crate) struct Shown<'t> {
    text: &'t str,
    redaction: Redaction,
}

impl<'t> Shown<'t> {
    pub(crate) const fn new(text: &'t str, redaction: Redaction) -> Self {
        Self { text, redaction }
    }

    /// The whole text.
    pub(crate) fn text(&self) -> String {
        self.redaction.apply(self.text).into_owned()
    }

    /// A part of the text.
    pub(crate) fn slice(&self, span: Span) -> Cow<'t, str> {
        self.redaction.slice(self.text, span)
    }

    /// The message of an error about the text, without a character of a secret.
    pub(crate) fn message(&self, error: &Error) -> String {
        error.clone().masked(&self.redaction).to_string()
    }

    /// Where a part is in the text that is shown, in UTF-16 code units, as strings of JavaScript count. A part of a secret
    /// is all of it.
    pub(crate) fn place(&self, span: Span) -> (usize, usize) {
        let cut = |secret: &Span, at: usize| secret.start() < at && at < secret.end();
        let secret_at = |at| self.redaction.spans().find(|secret| cut(secret, at));
        let start = secret_at(span.start()).map_or(span.start(), Span::start);
        let end = secret_at(span.end()).map_or(span.end(), Span::end);
        (self.units(start), self.units(end))
    }

    /// The length of what is shown of the text before a place that is not within a secret.
    fn units(&self, end: usize) -> usize {
        let end = end.min(self.text.len());
        let before = Span::new(0, if self.text.is_char_boundary(end) { end } else { self.text.len() });
        self.slice(before).encode_utf16().count()
    }
}

/// The canonical form of a URL, as it may be shown.
pub(crate) fn canonical(url: &Url<'_>) -> String {
    let canonical = url.to_canonical();
    let registry = url.registry();
    // Parsing the canonical form shows where its secrets are.
    let parsed = registry.parser().options(url.options()).parse(&canonical);
    let redaction = parsed.map_or_else(|_| registry.guess_secrets(&canonical), |url| url.redaction());
    redaction.apply(&canonical).into_owned()
}

#[cfg(test)]
mod tests {
    use anyurl_core::Registry;

    use super::*;

    #[test]
    fn places_are_those_of_what_is_shown() {
        let text = "https://joe:s3\u{1F511}cret@h/?token=abcdef";
        let shown = Shown::new(text, Registry::builder().build().guess_secrets(text));
        assert_eq!(shown.text(), "https://joe:***@h/?token=***");
        let at = |part: &str| text.find(part).unwrap();
        let place = |start: usize, end: usize| shown.place(Span::new(start, end));
        assert_eq!(place(8, 11), (8, 11));
        assert_eq!(place(at("@h") + 1, at("/?")), (16, 17));
        // A part of a secret, and the empty part in one.
        assert_eq!(place(at("cret"), at("@h")), (12, 15));
        assert_eq!(place(at("cdef"), at("cdef")), (25, 28));
        assert_eq!(place(text.len(), text.len()), (28, 28));
        assert_eq!(shown.slice(Span::new(at("token"), text.len())), "token=***");
    }
}
