//! Searches a text for everything that [`Secrets`] count, and masks it.

use alloc::borrow::Cow;

use super::declared;
use super::encoded;
use super::fields::Fields;
use super::find::{Finder, IsScheme, TextKind};
use super::fold::Fold;
use super::known_login;
use super::paths::Paths;
use super::plain;
use super::{Accepted, MASK};
use crate::diagnostics::secrets::{NoSchemes, Search, Secrets, known};
use crate::text::order;
use crate::text::prelude::*;
use crate::text::span::Span;

impl Secrets {
    /// The spans of possible secrets in a text that was not parsed, such as an invalid URL, in ascending order.
    ///
    /// Searches for logins, `user:password@host`, where one can begin: after slashes, at the beginning of the text,
    /// after a scheme and its colon, and in the values of a query or a fragment, but not in a path. The delimiters may
    /// be encoded, also repeatedly, or be full-width characters or backslashes. After slashes, a "port" that is not a
    /// number is a password, with or without an `@`. In case of doubt, text is hidden. [`Secrets::of`] also
    /// distinguishes schemes from user names. For a text that contains more than a URL, use [`scrub`](crate::scrub).
    ///
    /// ```
    /// use anyurl_core::Secrets;
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
    /// use anyurl_core::Secrets;
    ///
    /// assert_eq!(Secrets::new().mask("https://ghp_4f@h/ ?"), "https://***@h/ ?");
    /// ```
    pub fn mask<'t>(&self, text: &'t str) -> Cow<'t, str> {
        mask(text, &self.guess(text))
    }

    /// [`Secrets::mask`], for a text that should be a name and thus contains no scheme.
    ///
    /// ```
    /// use anyurl_core::Secrets;
    ///
    /// assert_eq!(Secrets::new().mask_name("joe:s3cret@h"), "joe:***@h");
    /// ```
    pub fn mask_name<'t>(&self, name: &'t str) -> Cow<'t, str> {
        mask(name, &self.search(Some(&NoSchemes)).guess(name))
    }
}

impl Search<'_> {
    /// [`Secrets::guess`]
    pub(crate) fn guess(self, text: &str) -> Vec<Span> {
        self.guess_in_bytes(text.as_bytes())
    }

    /// [`Secrets::guess`], for bytes that may not be UTF-8.
    pub(crate) fn guess_in_bytes(self, text: &[u8]) -> Vec<Span> {
        let mut found = Vec::new();
        let mut add = |span| found.push(span);
        self.with_names(|is_scheme| self.run(text, (TextKind::Whole, 0), is_scheme, &mut add));
        merge(&mut found);
        found
    }

    /// Finds the secrets of the URLs in a word of a stream.
    pub(crate) fn word(self, text: &[u8], found: &mut dyn FnMut(Span)) {
        self.run(text, (TextKind::Stream, 0), Some(&known::is_scheme_in_stream), found);
    }

    /// Finds the secrets in a line of prose.
    pub(crate) fn prose(self, line: &str) -> Vec<Span> {
        let mut found = Vec::new();
        let mut add = |span| found.push(span);
        self.with_names(|is_scheme| self.run(line.as_bytes(), (TextKind::Prose, 0), is_scheme, &mut add));
        merge(&mut found);
        found
    }

    /// Finds the secrets of a parsed URL.
    pub(crate) fn accepted(self, url: Accepted<'_>, found: &mut dyn FnMut(Span)) {
        let is_scheme = |name: &str| self.schemes.is_some_and(|schemes| schemes.is_scheme(name));
        let (text, (kind, from)) = (url.text.as_bytes(), url.search());
        if url.is_generic || !plain::is_plain(&text[from..], self.rules) {
            self.run(text, (kind, from), Some(&is_scheme), found);
        }
        url.own_secrets().for_each(found);
    }

    /// Passes on the names of the schemes, if they are known.
    fn with_names(self, run: impl FnOnce(IsScheme<'_>)) {
        match self.schemes {
            Some(schemes) => run(Some(&|name| schemes.is_scheme(name))),
            None => run(None),
        }
    }

    /// Finds logins and fields.
    fn run(self, text: &[u8], (kind, from): (TextKind, usize), is_scheme: IsScheme<'_>, found: &mut dyn FnMut(Span)) {
        let finder = Finder::new(text, kind, is_scheme).with_lone_user(self.rules.hides_lone_user());
        finder.run(from, found);
        self.run_fields(text, from, found);
        self.run_urls(text, from, found);
        encoded::each(text, from, &mut |decoded| {
            self.run_urls(&decoded.text, 0, &mut |span| {
                if !span.is_empty() {
                    found(decoded.original(span));
                }
            });
        });
    }

    /// Finds what only the schemes of URLs tell.
    fn run_urls(self, text: &[u8], from: usize, found: &mut dyn FnMut(Span)) {
        if let Some(schemes) = self.schemes {
            declared::find(text, from, schemes, found);
        }
        known_login::find(text, found);
    }

    /// Finds fields and paths.
    fn run_fields(self, text: &[u8], from: usize, found: &mut dyn FnMut(Span)) {
        let (mut fields, mut paths) = (Fields::new(text, self.rules), Paths::new(self.rules));
        let mut tokens = Fold::new(text, from, false);
        while let Some(token) = tokens.next() {
            fields.step(token, found);
            paths.step(token, &tokens, found);
        }
        fields.end_value(text.len(), found);
    }
}

/// Sorts spans, and merges those that overlap or touch. An empty span is no secret (RFC 3986 §3.2.1).
pub(crate) fn merge(spans: &mut Vec<Span>) {
    spans.retain(|span| !span.is_empty());
    order::sort(spans);
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
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::Registry;

    const PARTS: &[&str] = &[
        "//",
        "/",
        "?",
        "&",
        ";",
        "#",
        "=",
        "a",
        "h.example",
        "hooks.slack.com",
        "services",
        "in",
        "token",
        "order",
        "password",
        "x_",
        "7",
        "-",
        ".",
        "~",
        "+",
        ":",
        "@",
        ",",
        "(",
        "'",
        "%3D",
        "\\",
        "é",
        "＝",
        "[token]",
    ];

    #[test]
    fn texts_that_are_not_parsed() {
        let secrets = Secrets::new();
        for (text, shown, count) in [
            ("nothing", "nothing", 0),
            ("https://u:p@h:99999/?sig=s3cret", "https://u:***@h:99999/?sig=***", 2),
            ("https://ghp_4f@h/ ?", "https://***@h/ ?", 1),
            ("https://@h/", "https://@h/", 0),
            ("https://ghp_4f:x-oauth-basic@h/", "https://***:***@h/", 2),
            ("https://:@h/", "https://:@h/", 0),
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

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

        /// The quick check overlooks no secret of a schemepart.
        #[test]
        fn plain_texts_have_no_secret(
            parts in prop::collection::vec(select(PARTS), 0..10),
            has_host in any::<bool>(),
            are_schemes in any::<bool>(),
        ) {
            let text = if has_host { "x://" } else { "x:" }.to_owned() + &parts.concat();
            let templates = ["h.example/in/***", "example/***"];
            for secrets in [Secrets::new(), Secrets::new().fields(["order"]).paths(templates).unwrap()] {
                let mut found = Vec::new();
                let is_scheme = |_: &str| are_schemes;
                let kind = TextKind::Accepted { has_host };
                let mut add = |span| found.push(span);
                secrets.search(None).run(text.as_bytes(), (kind, 2), Some(&is_scheme), &mut add);
                merge(&mut found);
                let is_plain = plain::is_plain(&text.as_bytes()[2..], secrets.rules());
                prop_assert!(found.is_empty() || !is_plain, "{:?} in {}", found, text);
            }
        }
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
