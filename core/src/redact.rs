//! Passwords are never shown unless asked for: the one place that finds and hides them (RFC 1738 §6, R-6-4).

use std::borrow::Cow;

use crate::span::Span;

/// What stands in the place of a password.
pub const MASK: &str = "***";

/// A text whose password, if there is one, is not to be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Redaction {
    secret: Option<Span>,
}

impl Redaction {
    /// Nothing is hidden.
    pub const NONE: Self = Self { secret: None };

    /// Hides the octets of a span.
    pub const fn of(secret: Option<Span>) -> Self {
        Self { secret }
    }

    /// Hides what may be a password in a text that could not be read.
    ///
    /// Between the slashes behind the first colon and the next one it is what stands between the first colon and the
    /// last `@`. Where no `@` is there, but one comes later and the "port" is no number, the slash was perhaps part of
    /// the password: rather too much is hidden than too little.
    ///
    /// ```
    /// use locator_core::Redaction;
    ///
    /// let hide = |text| Redaction::guess(text).apply(text).into_owned();
    /// assert_eq!(hide("http://u:p@h/"), "http://u:***@h/");
    /// assert_eq!(hide("ftp://u:p/w@h/~"), "ftp://u:***@h/~");
    /// assert_eq!(hide("http://h:80/a@b:c@d"), "http://h:80/a@b:c@d");
    /// ```
    pub fn guess(text: &str) -> Self {
        Self {
            secret: guess(text),
        }
    }

    /// Hides what may be a password in a URL that was read, and whose scheme knows none: one in the place where the
    /// common Internet syntax has it, such as `x-foo://u:p@h:nonsense/`.
    pub(crate) fn guess_in_login(text: &str, schemepart: Span) -> Self {
        let common = schemepart
            .of(text)
            .strip_prefix("//")
            .is_some_and(|rest| !rest.starts_with('/'));
        if common {
            Self::guess(text)
        } else {
            Self::NONE
        }
    }

    /// The span that is hidden.
    pub const fn secret(&self) -> Option<Span> {
        self.secret
    }

    /// The whole text, the secret masked.
    pub fn apply<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.slice(text, Span::new(0, text.len()))
    }

    /// A piece of the text, whatever of the secret lies in it masked.
    pub fn slice<'t>(&self, text: &'t str, span: Span) -> Cow<'t, str> {
        let Some(secret) = self.secret.filter(|secret| overlap(*secret, span)) else {
            return Cow::Borrowed(span.of(text));
        };
        let before = &text[span.start()..secret.start().max(span.start())];
        let behind = &text[secret.end().min(span.end())..span.end()];
        Cow::Owned(format!("{before}{MASK}{behind}"))
    }
}

/// Whether a piece shows any of the secret; an empty password is masked too, so that none can tell it is empty.
fn overlap(secret: Span, span: Span) -> bool {
    let touches = secret.start() < span.end() && span.start() < secret.end();
    touches || (secret.is_empty() && span.start() <= secret.start() && secret.end() <= span.end())
}

fn guess(text: &str) -> Option<Span> {
    let scheme = text.find(':')? + 1;
    let slashes = text[scheme..].find(|c| c != '/' && c != '\\').unwrap_or(0);
    let login = scheme + slashes;
    let authority = text[login..]
        .find('/')
        .map_or(text.len(), |slash| login + slash);
    let colon = login + text[login..authority].find(':')? + 1;
    let within = text[colon..authority].rfind('@');
    let later = || {
        text[colon..]
            .rfind('@')
            .filter(|_| slashes > 0 && !is_port(&text[colon..authority]))
    };
    let end = colon + within.or_else(later)?;
    Some(Span::new(colon, end))
}

fn is_port(text: &str) -> bool {
    text.bytes().all(|octet| octet.is_ascii_digit())
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
        ] {
            assert_eq!(Redaction::guess(text).apply(text), shown, "{text}");
        }
    }

    #[test]
    fn pieces_are_masked_as_the_whole() {
        let text = "x://u:pw@h/";
        let hide = Redaction::of(Some(Span::new(6, 8)));
        assert_eq!(hide.slice(text, Span::new(2, 11)), "//u:***@h/");
        assert_eq!(hide.slice(text, Span::new(6, 8)), "***");
        assert_eq!(hide.slice(text, Span::new(4, 5)), "u");
    }
}
