//! Searches a text for everything that [`Secrets`] count, and masks it.

use std::borrow::Cow;

use super::fields::Fields;
use super::find::{Finder, IsScheme, TextKind};
use super::{Accepted, MASK};
use crate::diagnostics::secrets::{Search, Secrets};
use crate::text::span::Span;

impl Secrets {
    /// The spans of possible secrets in a text that was not parsed, such as an invalid URL, in ascending order.
    ///
    /// Passwords are found as [`Redaction::guess`](crate::Redaction::guess) does. For a text that contains more than a
    /// URL, use [`scrub`](crate::scrub).
    ///
    /// ```
    /// use locator_core::Secrets;
    ///
    /// let text = "https://u:p@h:99999/?sig=s3cret";
    /// let found: Vec<_> = Secrets::new().guess(text).into_iter().map(|span| span.of(text)).collect();
    /// assert_eq!(found, ["p", "s3cret"]);
    /// ```
    pub fn guess(&self, text: &str) -> Vec<Span> {
        self.search(None).guess(text)
    }

    /// A text that was not parsed, with its possible secrets masked.
    ///
    /// ```
    /// use locator_core::Secrets;
    ///
    /// assert_eq!(Secrets::new().mask("https://ghp_4f@h/ ?"), "https://***@h/ ?");
    /// ```
    pub fn mask<'t>(&self, text: &'t str) -> Cow<'t, str> {
        mask(text, &self.guess(text))
    }
}

impl Search<'_> {
    /// [`Secrets::guess`]
    pub(crate) fn guess(self, text: &str) -> Vec<Span> {
        let mut found = Vec::new();
        let mut add = |span| found.push(span);
        match self.schemes {
            Some(schemes) => {
                schemes.declared(text, &mut add);
                self.run(text.as_bytes(), (TextKind::Whole, 0), Some(&|name| schemes.is_scheme(name)), &mut add);
            }
            None => self.run(text.as_bytes(), (TextKind::Whole, 0), None, &mut add),
        }
        merge(&mut found);
        found
    }

    /// Finds the secrets of the URLs in a word of a stream.
    pub(crate) fn word(self, text: &[u8], found: &mut dyn FnMut(Span)) {
        self.run(text, (TextKind::Stream, 0), Some(&|_| false), found);
    }

    /// Finds the secrets of a parsed URL.
    pub(crate) fn accepted(self, url: Accepted<'_>, found: &mut dyn FnMut(Span)) {
        let is_scheme = |name: &str| self.schemes.is_some_and(|schemes| schemes.is_scheme(name));
        self.run(url.text.as_bytes(), url.search(), Some(&is_scheme), found);
        url.own_secrets().for_each(found);
    }

    /// Finds logins and fields.
    fn run(self, text: &[u8], (kind, from): (TextKind, usize), is_scheme: IsScheme<'_>, found: &mut dyn FnMut(Span)) {
        let finder = Finder::new(text, kind, is_scheme).with_lone_user(self.rules.hides_lone_user());
        finder.run(from, found);
        Fields::new(self.rules).run(text, from, found);
    }
}

/// Sorts spans, and merges those that overlap or touch.
pub(crate) fn merge(spans: &mut Vec<Span>) {
    spans.sort_unstable();
    spans.dedup_by(|next, last| {
        let touches = next.start() <= last.end();
        if touches {
            *last = Span::new(last.start(), last.end().max(next.end()));
        }
        touches
    });
}

/// A text with sorted spans masked.
pub(crate) fn mask<'t>(text: &'t str, spans: &[Span]) -> Cow<'t, str> {
    if spans.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut at = 0;
    for span in spans {
        shown.push_str(&text[at..span.start()]);
        shown.push_str(MASK);
        at = span.end();
    }
    shown.push_str(&text[at..]);
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;

    #[test]
    fn texts_that_are_not_parsed() {
        let secrets = Secrets::new();
        for (text, shown, count) in [
            ("nothing", "nothing", 0),
            ("https://u:p@h:99999/?sig=s3cret", "https://u:***@h:99999/?sig=***", 2),
            ("https://ghp_4f@h/ ?", "https://***@h/ ?", 1),
            ("https://@h/", "https://@h/", 0),
            ("https://ghp_4f:x-oauth-basic@h/", "https://***:***@h/", 2),
            ("https://:@h/", "https://:***@h/", 1),
            // One within the other.
            ("x://h/?token=x://u:p@h&a", "x://h/?token=***&a", 1),
            ("x://h/?token=a&token=b", "x://h/?token=***&token=***", 2),
        ] {
            assert_eq!(secrets.mask(text), shown);
            assert_eq!(secrets.guess(text).len(), count, "{text}");
        }
    }

    #[test]
    fn spans_that_touch_are_merged() {
        let spans =
            |ends: &[(usize, usize)]| ends.iter().map(|(start, end)| Span::new(*start, *end)).collect::<Vec<_>>();
        let mut found = spans(&[(7, 9), (0, 2), (2, 3), (4, 5), (7, 8)]);
        merge(&mut found);
        assert_eq!(found, spans(&[(0, 3), (4, 5), (7, 9)]));
    }

    #[test]
    fn parsed_urls() {
        let registry = Registry::builder().build();
        for (text, shown) in [
            ("x-foo://joe@h/?token=x", "x-foo://***@h/?token=***"),
            ("x-foo://joe:pw@h/?u=ftp://u:p@g", "x-foo://joe:***@h/?u=ftp://u:***@g"),
            ("x-foo://h/?page=1", "x-foo://h/?page=1"),
        ] {
            assert_eq!(registry.parse(text).unwrap().masked().to_string(), shown);
        }
    }
}
