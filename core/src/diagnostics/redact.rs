//! Finds and hides passwords, which are shown only on request (RFC 1738 §6, R-6-4).

use std::borrow::Cow;

use crate::text::span::Span;

mod fields;
mod find;
mod fold;
mod login;
mod masked;
mod port;
pub(crate) mod search;
mod words;

use find::{Finder, TextKind};
use fold::Fold;
pub(crate) use fold::look_alike;
pub use masked::Masked;
pub(crate) use words::mask_each;

/// The text that replaces a password.
pub const MASK: &str = "***";

/// The maximum number of secrets. In a text with more, everything from the first to the last is hidden.
const MAX_SECRETS: usize = 4;

/// The secrets of a text: its password, and those of URLs within it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Redaction {
    /// In ascending order, not overlapping.
    secrets: [Option<Span>; MAX_SECRETS],
}

/// A parsed URL, with the spans of its login.
#[derive(Clone, Copy)]
pub(crate) struct Accepted<'t> {
    pub(crate) text: &'t str,
    pub(crate) schemepart: Span,
    pub(crate) host: Option<Span>,
    pub(crate) user: Option<Span>,
    pub(crate) password: Option<Span>,
    /// Whether the URL was parsed with the generic syntax.
    pub(crate) is_generic: bool,
}

impl Accepted<'_> {
    /// The kind of text, and where its search begins.
    fn search(&self) -> (TextKind, usize) {
        let has_host = self.host.is_some();
        if self.is_generic { (TextKind::Whole, 0) } else { (TextKind::Accepted { has_host }, self.schemepart.start()) }
    }

    /// The password, and a part of the user that may be one.
    pub(crate) fn own_secrets(&self) -> impl Iterator<Item = Span> {
        let encoded = self.user.and_then(|user| encoded_login(self.text.as_bytes(), user));
        self.password.into_iter().chain(encoded)
    }
}

impl Redaction {
    /// Nothing is hidden.
    pub const NONE: Self = Self { secrets: [None; MAX_SECRETS] };

    /// Hides what may be a password in a text that was not parsed, such as an invalid URL.
    ///
    /// Searches for logins, `user:password@host`, where one can begin: after slashes, at the beginning of the text,
    /// after a scheme and its colon, and in the values of a query or a fragment, but not in a path. The delimiters may
    /// be encoded, also repeatedly, or be full-width characters or backslashes. After slashes, a "port" that is not a
    /// number is a password, with or without an `@`. In case of doubt, text is hidden.
    ///
    /// [`Registry::guess_secrets`](crate::Registry::guess_secrets) also distinguishes schemes from user names.
    ///
    /// ```
    /// use locator_core::Redaction;
    ///
    /// let hide = |text| Redaction::guess(text).apply(text).into_owned();
    /// assert_eq!(hide("http://u:p@h/"), "http://u:***@h/");
    /// assert_eq!(hide("ftp://u:p/w@h/~"), "ftp://u:***@h/~");
    /// assert_eq!(hide("<URL:ftp://u:p@h/>"), "<URL:ftp://u:***@h/>");
    /// assert_eq!(hide("http://h/?u=ftp%3A%2F%2Fu%3Ap%40g"), "http://h/?u=ftp%3A%2F%2Fu%3A***%40g");
    /// assert_eq!(hide("http://h:80/a@b:c@d"), "http://h:80/a@b:c@d");
    /// ```
    pub fn guess(text: &str) -> Self {
        Self::guess_bytes(text.as_bytes())
    }

    /// [`Redaction::guess`] for bytes that may not be UTF-8.
    pub fn guess_bytes(bytes: &[u8]) -> Self {
        Self::collect(|found| Finder::new(bytes, TextKind::Whole, None).run(0, found))
    }

    /// [`Redaction::guess`] for a text that should be a name and thus contains no scheme.
    pub fn guess_name(name: &str) -> Self {
        Self::guess_with(name.as_bytes(), &|_| false)
    }

    /// [`Redaction::guess_bytes`], with a predicate for scheme names.
    pub(crate) fn guess_with(bytes: &[u8], is_scheme: &dyn Fn(&str) -> bool) -> Self {
        Self::collect(|found| Finder::new(bytes, TextKind::Whole, Some(is_scheme)).run(0, found))
    }

    /// Hides the secrets of a parsed URL.
    pub(crate) fn from_accepted(url: Accepted<'_>, is_scheme: &dyn Fn(&str) -> bool) -> Self {
        let bytes = url.text.as_bytes();
        let (kind, from) = url.search();
        let mut redaction = Self::collect(|found| Finder::new(bytes, kind, Some(is_scheme)).run(from, found));
        url.own_secrets().for_each(|secret| redaction.add(Some(secret)));
        redaction
    }

    /// Hides another span, too.
    pub(crate) fn with(mut self, secret: Span) -> Self {
        self.add(Some(secret));
        self
    }

    /// The redaction of the text after `edit` has been replaced by `len` bytes. What is removed is no longer hidden.
    pub(crate) fn after_edit(&self, edit: Span, len: usize) -> Self {
        let removes = |secret: &Span| len == 0 && edit.start() <= secret.start() && secret.end() <= edit.end();
        let kept = self.spans().filter(|secret| !removes(secret));
        Self::collect(|found| kept.for_each(|secret| found(secret.after_edit(edit, len))))
    }

    /// The redaction of all spans that a search finds.
    fn collect(search: impl FnOnce(&mut dyn FnMut(Span))) -> Self {
        let mut redaction = Self::NONE;
        search(&mut |span| redaction.add(Some(span)));
        redaction
    }

    /// Whether nothing is hidden.
    pub fn is_none(&self) -> bool {
        *self == Self::NONE
    }

    /// The first secret that overlaps a span.
    pub fn hidden_in(&self, span: Span) -> Option<Span> {
        self.spans().find(|secret| overlap(*secret, span))
    }

    /// The text with its secrets masked.
    pub fn apply<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.slice(text, Span::new(0, text.len()))
    }

    /// A part of the text with the secrets in it masked.
    ///
    /// # Panics
    /// If the ends of the span are not on character boundaries.
    pub fn slice<'t>(&self, text: &'t str, span: Span) -> Cow<'t, str> {
        if self.hidden_in(span).is_none() {
            return Cow::Borrowed(span.of(text));
        }
        let shown = String::from_utf8(self.slice_bytes(text.as_bytes(), span));
        Cow::Owned(shown.expect("spans and secrets are on character boundaries"))
    }

    /// [`Redaction::apply`] for bytes that may not be UTF-8.
    pub fn apply_to_bytes(&self, bytes: &[u8]) -> Vec<u8> {
        self.slice_bytes(bytes, Span::new(0, bytes.len()))
    }

    /// [`Redaction::slice`] for bytes that may not be UTF-8.
    pub fn slice_bytes(&self, bytes: &[u8], span: Span) -> Vec<u8> {
        let mut shown = Vec::with_capacity(span.len());
        let mut at = span.start();
        for secret in self.spans().filter(|secret| overlap(*secret, span)) {
            shown.extend_from_slice(&bytes[at..secret.start().max(at)]);
            shown.extend_from_slice(MASK.as_bytes());
            at = secret.end().min(span.end());
        }
        shown.extend_from_slice(&bytes[at..span.end()]);
        shown
    }

    /// The spans of the hidden secrets, in ascending order.
    ///
    /// ```
    /// use locator_core::Redaction;
    ///
    /// let spans: Vec<_> = Redaction::guess("http://u:pass@h/").spans().collect();
    /// assert_eq!(spans[0].range(), 9..13);
    /// ```
    pub fn spans(&self) -> impl Iterator<Item = Span> {
        self.secrets.iter().flatten().copied()
    }

    /// Adds a secret. It is merged with those that it overlaps; if there are too many, all are merged into one.
    fn add(&mut self, secret: Option<Span>) {
        let Some(mut secret) = secret else { return };
        let is_full = self.spans().count() == MAX_SECRETS;
        for slot in &mut self.secrets {
            if let Some(other) = slot.take_if(|other| is_full || overlap(*other, secret)) {
                let (start, end) = (secret.start().min(other.start()), secret.end().max(other.end()));
                secret = Span::new(start, end);
            }
        }
        if let Some(free) = self.secrets.iter_mut().find(|slot| slot.is_none()) {
            *free = Some(secret);
        }
        self.secrets.sort_unstable();
    }
}

/// Whether a span overlaps a secret. An empty one counts too, so that the output does not reveal that it is empty.
fn overlap(secret: Span, span: Span) -> bool {
    secret.overlaps(span) || (secret.is_empty() && span.start() <= secret.start() && secret.end() <= span.end())
}

/// The part after an encoded colon in a user name, which may be a password.
fn encoded_login(text: &[u8], user: Span) -> Option<Span> {
    let mut tokens = Fold::new(&text[..user.end()], user.start(), false);
    let colon = tokens.find(|token| token.byte == b':')?;
    Some(Span::new(colon.end, user.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_hide_in_case_of_doubt() {
        for (text, shown) in [
            ("ftp://a:b@c@h/", "ftp://a:***@h/"),
            ("ftp://u:@h/", "ftp://u:***@h/"),
            ("http:u:p@h", "http:u:***@h"),
            ("http:\\\\u:p@h", "http:\\\\u:***@h"),
            ("nonsense", "nonsense"),
            ("http://h/", "http://h/"),
            ("http://h:8080/x@y", "http://h:8080/x@y"),
            ("http://h:8o/x@y", "http://h:***@y"),
            ("//u:p@h/", "//u:***@h/"),
            ("ftp//u:p@h/", "ftp//u:***@h/"),
            ("ftp://u:p@ss:w/rd@h/x", "ftp://u:***@h/x"),
            ("ftp://u:p@h:80/x@y", "ftp://u:***@h:80/x@y"),
            ("ftp://u:p@h/x@y~", "ftp://u:***@h/x@y~"),
            ("url:ftp://u:p@h/", "url:ftp://u:***@h/"),
            ("http://h/?u=ftp:%2F%2Fu:p@x%2F", "http://h/?u=ftp:%2F%2Fu:***@x%2F"),
            ("http://h/?u=ftp://u:p@x/&v=ftp://u:q@x/", "http://h/?u=ftp://u:***@x/&v=ftp://u:***@x/"),
            ("http://a:1@b/c://a:2@b/c://a:3@b/c://a:4@b/c://a:5@b/", "http://a:***@b/"),
            // The secret found last is the first in the text.
            ("http://h/x:%2F%2Fu:0@b/c://a:1@b/c://a:2@b/c://a:3@b/c://a:4@b/", "http://h/x:%2F%2Fu:***@b/"),
        ] {
            assert_eq!(Redaction::guess(text).apply(text), shown, "{text}");
        }
    }

    #[test]
    fn parsed_urls_have_secrets() {
        let registry = crate::Registry::builder().build();
        for (text, shown) in [
            ("x-foo://u:p@h/", "x-foo://u:***@h/"),
            ("x-foo://u%3Ap@h/", "x-foo://u%3A***@h/"),
            ("x-foo://u:@h/", "x-foo://u:***@h/"),
            ("x-foo://h/?u=ftp:%2F%2Fu:p@g", "x-foo://h/?u=ftp:%2F%2Fu:***@g"),
            ("x-foo://u@h:80/a", "x-foo://u@h:80/a"),
        ] {
            let redaction = registry.parse(text).unwrap().redaction();
            assert_eq!(redaction.apply(text), shown);
            assert_eq!(redaction.is_none(), text == shown);
        }
    }

    /// What a grammar accepts holds a login only where the scheme has one.
    #[test]
    fn accepted_urls_have_secrets() {
        for (text, host, user, password, shown) in [
            ("ftp://u:p@h:21/x", Some("h"), Some("u"), Some("p"), "ftp://u:***@h:21/x"),
            ("ftp://u%3Ap@h/", Some("h"), Some("u%3Ap"), None, "ftp://u%3A***@h/"),
            ("ftp://u:@h/", Some("h"), Some("u"), Some(""), "ftp://u:***@h/"),
            ("http://h:80/a:b@c", Some("h"), None, None, "http://h:80/a:b@c"),
            ("http://h:x/", Some("h"), None, None, "http://h:x/"),
            ("http://h//a:b", Some("h"), None, None, "http://h//a:b"),
            ("http://h/?u=//a:b", Some("h"), None, None, "http://h/?u=//a:***"),
            ("file:///a:b@c", Some(""), None, None, "file:///a:b@c"),
            ("news:a:b@c", None, None, None, "news:a:b@c"),
            ("news:/a//b:c@d", None, None, None, "news:/a//b:***@d"),
            ("x:http://u:p@h", None, None, None, "x:http://u:***@h"),
        ] {
            let schemepart = Span::new(text.find(':').unwrap() + 1, text.len());
            let place = |part: &str, from: &str| {
                let start = text.find(from).unwrap() + from.len();
                Span::new(start, start + part.len())
            };
            let url = Accepted {
                text,
                schemepart,
                host: host.map(|part| place(part, if user.is_some() { "@" } else { "//" })),
                user: user.map(|part| place(part, "//")),
                password: password.map(|part| place(part, "//u:")),
                is_generic: false,
            };
            assert_eq!(Redaction::from_accepted(url, &|name| name == "http").apply(text), shown);
        }
    }

    /// A scheme may have its password anywhere.
    #[test]
    fn passwords_outside_of_a_login() {
        let text = "x:u;pw";
        let (user, password) = (Span::new(2, 3), Span::new(4, 6));
        let schemepart = Span::new(2, 6);
        let url =
            Accepted { text, schemepart, host: None, user: Some(user), password: Some(password), is_generic: false };
        assert_eq!(Redaction::from_accepted(url, &|_| false).apply(text), "x:u;***");
        let text = "x:u%3Apw;h";
        let url = Accepted { text, user: Some(Span::new(2, 8)), password: None, ..url };
        assert_eq!(Redaction::from_accepted(url, &|_| false).apply(text), "x:u%3A***;h");
    }

    #[test]
    fn names_have_no_scheme() {
        for (name, shown) in [("http:u:p@h", "http:***@h"), ("x", "x"), ("//u:p@h", "//u:***@h")] {
            assert_eq!(Redaction::guess_name(name).apply(name), shown);
        }
    }

    /// Only the password is hidden, in every form and position of a login.
    #[test]
    fn logins_are_found_in_every_form() {
        let is_scheme = |name: &str| ["http", "ftp", "mailto", "wais"].contains(&name);
        let hide = |text: &str| {
            let redaction = Redaction::guess_with(text.as_bytes(), &is_scheme);
            redaction.apply(text).into_owned()
        };
        for (text, shown) in [
            ("http://u:S%40h/", "http://u:***%40h/"),
            ("http://u%3AS@h/", "http://u%3A***@h/"),
            ("http://u%253AS%2540h/", "http://u%253A***%2540h/"),
            ("ftp://u:S\u{FF20}h/", "ftp://u:***\u{FF20}h/"),
            ("http://u\u{FF1A}S@h/", "http://u\u{FF1A}***@h/"),
            ("http:\u{FF0F}\u{FF0F}u:S@h/", "http:\u{FF0F}\u{FF0F}u:***@h/"),
            ("http:%EF%BC%8F%5Cu:S@h/", "http:%EF%BC%8F%5Cu:***@h/"),
            ("http://u:S/", "http://u:***/"),
            ("http://u:S", "http://u:***"),
            ("http://h/?u=//u:S@h/", "http://h/?u=//u:***@h/"),
            ("http://h/?v=1&u=u:S@h/", "http://h/?v=1&u=u:***@h/"),
            ("http://h/?u:S@h", "http://h/?u:***@h"),
            ("http://h/#u:S@h/", "http://h/#u:***@h/"),
            ("http://h/#u:S&T@h/", "http://h/#u:***@h/"),
            ("http://h/?u=ftp%3A%2F%2Fu%3AS%40h%2F", "http://h/?u=ftp%3A%2F%2Fu%3A***%40h%2F"),
            ("http://h/?u=ftp%253A%252F%252Fu%253AS%2540h", "http://h/?u=ftp%253A%252F%252Fu%253A***%2540h"),
            ("http://h/?u=ftp:u:S@h", "http://h/?u=ftp:u:***@h"),
            ("http://h/a/ftp:u:S@h", "http://h/a/ftp:u:***@h"),
            ("http://h/a/http:/u:S@h", "http://h/a/http:/u:***@h"),
            ("ftp://h/ftp:%2F%2Fu:S%40g", "ftp://h/ftp:%2F%2Fu:***%40g"),
            ("ftp://h/ftp%3A%2F%2Fu:S@g", "ftp://h/ftp%3A%2F%2Fu:***@g"),
            ("x-foo:u:S@h", "x-foo:u:***@h"),
            ("x-foo:/u:S@h/", "x-foo:/u:***@h/"),
            ("x-foo:////u:S@h/", "x-foo:////u:***@h/"),
            ("u:S@h", "u:***@h"),
            ("URL:u:S@h", "URL:u:***@h"),
            ("//u:S%40g/", "//u:***%40g/"),
            ("//u:S/", "//u:***/"),
            ("http://h/?u=//u:S", "http://h/?u=//u:***"),
            ("dir/u:S@h", "dir/u:***@h"),
            ("ht\ntp:/\t/u\r:S@h", "ht\ntp:/\t/u\r:***@h"),
            ("http://u:p%2FS@h/", "http://u:***@h/"),
            ("http://u@v:S@h/", "http://u@v:***@h/"),
            ("http://[u:S@h/", "http://[u:***@h/"),
        ] {
            assert_eq!(hide(text), shown, "{text}");
        }
    }

    #[test]
    fn text_without_a_login_is_unchanged() {
        let is_scheme = |name: &str| ["http", "ftp", "mailto", "news"].contains(&name);
        for text in [
            "mailto:joe@h.dom?cc=ann@h.dom",
            "mailto:joe@h dom",
            "url:mailto:joe@h",
            "<URL:mailto:joe@h>",
            "x-foo:joe@h",
            "x-foo:a:b",
            "news:a;/?:&=b@h",
            "mailto:a@h%0D%0ABcc:b@c",
            "file:///a:b/c",
            "http://h//a:b/c",
            "http://h/a:/b:c",
            "http://h:8o80/",
            "http://h/?to=mailto:joe@h",
            "http://h/#mailto:joe@h",
            "http://h/?at=10:30&email=joe@h",
            "http://h/?:a@b",
            "http://h/@joe/x",
            "http://h/wiki/User:Joe@de",
            "http://h:80/a@b:c@d",
            "http://h:/a:b@c",
            "http://joe@h:80/x@y",
            "http://[::1]/@",
            "http://[::1]:80/@",
            "http://2001:db8::1/@",
            "http://h1:1,h2:2/@",
            "http://h:\u{FF18}\u{FF10}/@",
            "http://h:%38%30/@",
            "http://h: /@",
            "git@h:dir/file",
            "a@b:c",
        ] {
            let redaction = Redaction::guess_with(text.as_bytes(), &is_scheme);
            assert_eq!(redaction.apply(text), text);
        }
    }

    /// The search is linear, however many logins seem to begin.
    #[test]
    fn many_unfinished_logins() {
        let text = format!("x:{}a:secret@h", ":%2F%2F".repeat(200_000));
        assert!(!Redaction::guess(&text).apply(&text).contains("secret"));
    }

    /// Bytes and text are masked alike, for any number of secrets.
    #[test]
    fn bytes_are_masked_as_text() {
        for n in 0..8 {
            let text = format!("x:%2F%2Fu:s@h/{}", "y://u:s@h/".repeat(n));
            let hide = Redaction::guess(&text);
            let shown = hide.apply(&text);
            assert_eq!(hide.apply_to_bytes(text.as_bytes()), shown.as_bytes());
            assert!(!shown.contains('s'), "{shown}");
        }
    }

    /// Secrets move with the text around them, and only what is removed is shown.
    #[test]
    fn redaction_after_an_edit() {
        let redaction = Redaction::NONE.with(Span::new(6, 8)).with(Span::new(14, 15));
        let after = |start, end, len| {
            let spans = redaction.after_edit(Span::new(start, end), len);
            spans.spans().map(|span| (span.start(), span.end())).collect::<Vec<_>>()
        };
        assert_eq!(after(0, 1, 3), [(8, 10), (16, 17)]);
        assert_eq!(after(6, 8, 0), [(12, 13)]);
        assert_eq!(after(5, 9, 0), [(10, 11)]);
        assert_eq!(after(6, 8, 1), [(6, 7), (13, 14)]);
        assert_eq!(after(6, 7, 0), [(6, 7), (13, 14)]);
        assert_eq!(after(7, 8, 0), [(6, 7), (13, 14)]);
        assert_eq!(after(14, 15, 0), [(6, 8)]);
    }

    #[test]
    fn what_a_span_hides() {
        let redaction = Redaction::guess("x://u:pw@h/ y");
        assert!(!redaction.is_none() && Redaction::NONE.is_none());
        for (start, end, hidden) in
            [(0, 6, false), (0, 7, true), (6, 6, false), (7, 7, true), (6, 8, true), (7, 13, true), (8, 13, false)]
        {
            assert_eq!(redaction.hidden_in(Span::new(start, end)).is_some(), hidden, "{start}..{end}");
        }
        let empty = Redaction::guess("x://u:@h/");
        for (start, end, hidden) in [(0, 5, false), (0, 6, true), (6, 6, true), (6, 8, true), (7, 8, false)] {
            assert_eq!(empty.hidden_in(Span::new(start, end)).is_some(), hidden, "{start}..{end}");
        }
    }

    #[test]
    fn slices_are_masked() {
        let text = "x://u:pw@h/";
        let hide = Redaction::guess(text);
        assert_eq!(hide.slice(text, Span::new(2, 11)), "//u:***@h/");
        assert_eq!(hide.slice(text, Span::new(6, 8)), "***");
        assert_eq!(hide.slice(text, Span::new(4, 5)), "u");
    }
}
