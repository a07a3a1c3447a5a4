//! Passwords are never shown unless asked for: the one place that finds and hides them (RFC 1738 §6, R-6-4).

use std::borrow::Cow;

use crate::text::span::Span;

mod find;
mod fold;
mod port;
mod words;

use find::{Finder, TextKind};
use fold::Fold;
pub(crate) use words::mask_each;

/// What stands in the place of a password.
pub const MASK: &str = "***";

/// A text has hardly more passwords than this; where it has, everything from the first to the last is hidden.
const MOST: usize = 4;

/// What of a text is not to be shown: its password, and those of URLs within it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Redaction {
    /// Rising, and apart from each other.
    secrets: [Option<Span>; MOST],
}

/// A URL that its scheme has accepted, and what it says of its login.
#[derive(Clone, Copy)]
pub(crate) struct Accepted<'t> {
    pub(crate) text: &'t str,
    pub(crate) schemepart: Span,
    pub(crate) host: Option<Span>,
    pub(crate) user: Option<Span>,
    pub(crate) password: Option<Span>,
    /// Whether nothing but the generic syntax is known of its scheme.
    pub(crate) is_generic: bool,
}

impl Redaction {
    /// Nothing is hidden.
    pub const NONE: Self = Self { secrets: [None; MOST] };

    /// Hides what may be a password in a text of which nothing is known, such as one that could not be read.
    ///
    /// A login is `user:password@host`. It is looked for where one can begin: after slashes, at the beginning of the text,
    /// after a scheme and its colon, and in the values of a query or a fragment; never in a plain path. Its delimiters may
    /// be written in any way: encoded, also more than once, as full-width characters, or as backslashes. After slashes a
    /// "port" that is no number is a password, with or without an `@`. When in doubt, it is hidden.
    ///
    /// Where a registry is at hand, [`Registry::guess_secrets`](crate::Registry::guess_secrets) knows a scheme from a user.
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

    /// The same for bytes that are no text.
    pub fn guess_bytes(bytes: &[u8]) -> Self {
        Finder::new(bytes, TextKind::Whole, None).run(0)
    }

    /// Hides possible passwords in a text that should have been a name; no scheme name is recognised in it.
    pub fn of_name(name: &str) -> Self {
        Self::guess_with(name.as_bytes(), &|_| false)
    }

    /// The same for a text or bytes, where it is known which names are those of schemes.
    pub(crate) fn guess_with(bytes: &[u8], is_scheme: &dyn Fn(&str) -> bool) -> Self {
        Finder::new(bytes, TextKind::Whole, Some(is_scheme)).run(0)
    }

    /// Hides what is secret of a URL that its scheme has accepted.
    pub(crate) fn of_accepted(url: Accepted<'_>, is_scheme: &dyn Fn(&str) -> bool) -> Self {
        let Accepted { text, schemepart, host, user, password, is_generic } = url;
        let bytes = text.as_bytes();
        let (kind, from) = if is_generic {
            (TextKind::Whole, 0)
        } else {
            let has_host = host.is_some();
            (TextKind::Accepted { has_host }, schemepart.start())
        };
        let mut redaction = Finder::new(bytes, kind, Some(is_scheme)).run(from);
        redaction.add(password);
        redaction.add(user.and_then(|user| encoded_login(bytes, user)));
        redaction
    }

    /// Whether nothing is hidden.
    pub fn is_none(&self) -> bool {
        *self == Self::NONE
    }

    /// The secret of which the span covers something.
    pub fn hidden_in(&self, span: Span) -> Option<Span> {
        self.secrets().find(|secret| overlap(*secret, span))
    }

    /// The whole text, its secrets masked.
    pub fn apply<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.slice(text, Span::new(0, text.len()))
    }

    /// A piece of the text, whatever of its secrets lies in it masked.
    pub fn slice<'t>(&self, text: &'t str, span: Span) -> Cow<'t, str> {
        if self.hidden_in(span).is_none() {
            return Cow::Borrowed(span.of(text));
        }
        let mut shown = String::new();
        let mut at = span.start();
        for secret in self.secrets().filter(|secret| overlap(*secret, span)) {
            shown.push_str(&text[at..secret.start().max(at)]);
            shown.push_str(MASK);
            at = secret.end().min(span.end());
        }
        shown.push_str(&text[at..span.end()]);
        Cow::Owned(shown)
    }

    /// Bytes that are no text, the secrets of [`Redaction::guess_bytes`] in them masked.
    pub fn apply_to_bytes(&self, bytes: &[u8]) -> Vec<u8> {
        self.slice_bytes(bytes, Span::new(0, bytes.len()))
    }

    /// A piece of bytes that are no text, whatever of their secrets lies in it masked.
    pub fn slice_bytes(&self, bytes: &[u8], span: Span) -> Vec<u8> {
        let mut shown = Vec::with_capacity(span.len());
        let mut at = span.start();
        for secret in self.secrets().filter(|secret| overlap(*secret, span)) {
            shown.extend_from_slice(&bytes[at..secret.start().max(at)]);
            shown.extend_from_slice(MASK.as_bytes());
            at = secret.end().min(span.end());
        }
        shown.extend_from_slice(&bytes[at..span.end()]);
        shown
    }

    /// Returns the spans of the hidden secrets, in ascending order.
    pub fn secrets(&self) -> impl Iterator<Item = Span> {
        self.secrets.iter().flatten().copied()
    }

    /// Hides one secret more. It takes in those that it overlaps, so that the secrets stay apart; where there are too
    /// many, one takes in all.
    fn add(&mut self, secret: Option<Span>) {
        let Some(mut secret) = secret else { return };
        let is_full = self.secrets().count() == MOST;
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

/// Whether a piece shows any of the secret; an empty password is masked too, so that none can tell it is empty.
fn overlap(secret: Span, span: Span) -> bool {
    let touches = secret.start() < span.end() && span.start() < secret.end();
    touches || (secret.is_empty() && span.start() <= secret.start() && secret.end() <= span.end())
}

/// A user name that holds an encoded colon is perhaps a whole login: the part of it that is then the password.
fn encoded_login(text: &[u8], user: Span) -> Option<Span> {
    let mut tokens = Fold::new(&text[..user.end()], user.start(), false);
    let colon = tokens.find(|token| token.byte == b':')?;
    Some(Span::new(colon.end, user.end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_hide_rather_too_much() {
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
            // Found last, and standing before the others.
            ("http://h/x:%2F%2Fu:0@b/c://a:1@b/c://a:2@b/c://a:3@b/c://a:4@b/", "http://h/x:%2F%2Fu:***@b/"),
        ] {
            assert_eq!(Redaction::guess(text).apply(text), shown, "{text}");
        }
    }

    /// However a login is written and wherever it stands, the host and what is before the password stay.
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
    fn what_is_no_login_stays() {
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

    /// However often a login seems to begin, each byte is looked at a bounded number of times: this ends at once.
    #[test]
    fn beginnings_without_an_end() {
        let text = format!("x:{}a:secret@h", ":%2F%2F".repeat(200_000));
        assert!(!Redaction::guess(&text).apply(&text).contains("secret"));
    }

    /// Bytes are masked as text is, however many secrets there are.
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

    #[test]
    fn pieces_are_masked_as_the_whole() {
        let text = "x://u:pw@h/";
        let hide = Redaction::guess(text);
        assert_eq!(hide.slice(text, Span::new(2, 11)), "//u:***@h/");
        assert_eq!(hide.slice(text, Span::new(6, 8)), "***");
        assert_eq!(hide.slice(text, Span::new(4, 5)), "u");
    }
}
