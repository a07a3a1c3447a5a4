//! Passwords are never shown unless asked for: the one place that finds and hides them (RFC 1738 §6, R-6-4).

use std::borrow::Cow;
use std::ops::Not;

use crate::span::Span;

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

impl Redaction {
    /// Nothing is hidden.
    pub const NONE: Self = Self {
        secrets: [None; MOST],
    };

    /// Hides what may be a password in a text that could not be read.
    ///
    /// Between the slashes behind the first colon and the next one it is what stands between the first colon and the
    /// last `@`. Where no `@` is there, but one comes later and the "port" is no number, the slash was perhaps part of
    /// the password: rather too much is hidden than too little. Behind every other `//` it is looked for likewise.
    ///
    /// ```
    /// use locator_core::Redaction;
    ///
    /// let hide = |text| Redaction::guess(text).apply(text).into_owned();
    /// assert_eq!(hide("http://u:p@h/"), "http://u:***@h/");
    /// assert_eq!(hide("ftp://u:p/w@h/~"), "ftp://u:***@h/~");
    /// assert_eq!(hide("<URL:ftp://u:p@h/>"), "<URL:ftp://u:***@h/>");
    /// assert_eq!(hide("http://h:80/a@b:c@d"), "http://h:80/a@b:c@d");
    /// ```
    pub fn guess(text: &str) -> Self {
        let mut redaction = Self::NONE;
        redaction.add(guess(text));
        redaction.add_nested(text, 0);
        redaction
    }

    /// Hides the password of a URL that was read, where it has one in the place that its scheme, or else the common
    /// Internet syntax, has for it (`x-foo://u:p@h:nonsense/`), and those of URLs within it.
    pub(crate) fn of_url(text: &str, schemepart: Span, password: Option<Span>) -> Self {
        let mut redaction = Self::NONE;
        let rest = schemepart.of(text).strip_prefix("//");
        let common = rest.is_some_and(|rest| !rest.starts_with('/'));
        redaction.add(password.or_else(|| guess(text).filter(|_| common)));
        redaction.add_nested(text, schemepart.start());
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

    /// Octets that are no text, their secrets masked: those of [`Redaction::guess`] for a text in which every octet
    /// beyond US-ASCII was replaced by one within.
    pub fn apply_to_octets(&self, octets: &[u8]) -> Vec<u8> {
        let mut shown = Vec::with_capacity(octets.len());
        let mut at = 0;
        for secret in self.secrets() {
            shown.extend_from_slice(&octets[at..secret.start()]);
            shown.extend_from_slice(MASK.as_bytes());
            at = secret.end();
        }
        shown.extend_from_slice(&octets[at..]);
        shown
    }

    fn secrets(&self) -> impl Iterator<Item = Span> {
        self.secrets.iter().flatten().copied()
    }

    /// Hides one secret more. It takes in those that it overlaps, so that the secrets stay apart; where there are too
    /// many, one takes in all.
    fn add(&mut self, secret: Option<Span>) {
        let Some(mut secret) = secret else { return };
        let is_full = self.secrets().count() == MOST;
        for slot in &mut self.secrets {
            if let Some(other) = slot.take_if(|other| is_full || overlap(*other, secret)) {
                let (start, end) = (
                    secret.start().min(other.start()),
                    secret.end().max(other.end()),
                );
                secret = Span::new(start, end);
            }
        }
        if let Some(free) = self.secrets.iter_mut().find(|slot| slot.is_none()) {
            *free = Some(secret);
        }
        self.secrets.sort_unstable();
    }

    /// Hides the passwords of URLs within the text, from `start` on: behind `://`, be its slashes encoded or not, or
    /// behind `//` at the very beginning.
    fn add_nested(&mut self, text: &str, start: usize) {
        if start == 0 && text.starts_with("//") {
            self.add(in_login(text, 2).0);
        }
        for anchor in ["://", ":%2F%2F", ":%2f%2f"] {
            let mut seen = start;
            for (at, _) in text[start..].match_indices(anchor) {
                let login = start + at + anchor.len();
                // What would begin within the authority that was looked at is a part of what was found there.
                if login > seen {
                    let (secret, end) = in_login(text, login);
                    self.add(secret);
                    seen = end;
                }
            }
        }
    }
}

/// Whether a piece shows any of the secret; an empty password is masked too, so that none can tell it is empty.
fn overlap(secret: Span, span: Span) -> bool {
    let touches = secret.start() < span.end() && span.start() < secret.end();
    touches || (secret.is_empty() && span.start() <= secret.start() && secret.end() <= span.end())
}

/// What may be the password of a text as a whole.
fn guess(text: &str) -> Option<Span> {
    let login = login_begin(text)?;
    let authority = text[login..]
        .find('/')
        .map_or(text.len(), |slash| login + slash);
    let colon = login + text[login..authority].find(':')? + 1;
    let sign = text[colon..authority].rfind('@').map(|sign| colon + sign);
    // What should be a port and is none may be the rest of a password that holds an `@` or a slash.
    let host = sign.map_or(colon, |sign| {
        text[sign..authority]
            .find(':')
            .map_or(authority, |port| sign + port + 1)
    });
    let rest = is_port(&text[host..authority])
        .not()
        .then(|| text[host..].rfind('@'))
        .flatten();
    // Without any slash, as in `x:a:b/c@d`, nothing says that this is a login at all.
    let is_login = text[..login].ends_with(['/', '\\']);
    let end = rest.filter(|_| is_login).map(|sign| host + sign).or(sign)?;
    Some(Span::new(colon, end))
}

/// Where a login would begin: behind the scheme, its colon and the slashes, be one of them missing or not.
fn login_begin(text: &str) -> Option<usize> {
    let colon = text.find(':')?;
    let is_slash = |c| c == '/' || c == '\\';
    // In `ftp//joe:secret@host` the colon is not the scheme's.
    if let Some(slash) = text[..colon].rfind(is_slash) {
        return Some(slash + 1);
    }
    let behind = colon + 1;
    Some(behind + text[behind..].find(|c| !is_slash(c)).unwrap_or(0))
}

/// What may be the password of a URL within a text, whose login would begin at `login`; and where its authority ends.
fn in_login(text: &str, login: usize) -> (Option<Span>, usize) {
    let ends = |c: char| matches!(c, '/' | '?' | '#' | '<' | '>' | '"') || c.is_whitespace();
    let end = text[login..]
        .find(ends)
        .map_or(text.len(), |end| login + end);
    let sign = text[login..end].rfind('@').map(|sign| login + sign);
    let colon = sign.and_then(|sign| text[login..sign].find(':'));
    let secret = sign.zip(colon);
    (
        secret.map(|(sign, colon)| Span::new(login + colon + 1, sign)),
        end,
    )
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
            ("//u:p@h/", "//u:***@h/"),
            ("ftp//u:p@h/", "ftp//u:***@h/"),
            ("ftp://u:p@ss:w/rd@h/x", "ftp://u:***@h/x"),
            ("ftp://u:p@h:80/x@y", "ftp://u:***@h:80/x@y"),
            ("ftp://u:p@h/x@y~", "ftp://u:***@h/x@y~"),
            ("url:ftp://u:p@h/", "url:ftp://u:***@h/"),
            (
                "http://h/?u=ftp:%2F%2Fu:p@x%2F",
                "http://h/?u=ftp:%2F%2Fu:***@x%2F",
            ),
            (
                "http://h/?u=ftp://u:p@x/&v=ftp://u:q@x/",
                "http://h/?u=ftp://u:***@x/&v=ftp://u:***@x/",
            ),
            (
                "http://a:1@b/c://a:2@b/c://a:3@b/c://a:4@b/c://a:5@b/",
                "http://a:***@b/",
            ),
            // Found last, and standing before the others.
            (
                "http://h/x:%2F%2Fu:0@b/c://a:1@b/c://a:2@b/c://a:3@b/c://a:4@b/",
                "http://h/x:%2F%2Fu:***@b/",
            ),
        ] {
            assert_eq!(Redaction::guess(text).apply(text), shown, "{text}");
        }
    }

    /// However often a login seems to begin, each octet is looked at a bounded number of times: this ends at once.
    #[test]
    fn beginnings_without_an_end() {
        let text = format!("x:{}a:secret@h", ":%2F%2F".repeat(200_000));
        assert!(!Redaction::guess(&text).apply(&text).contains("secret"));
    }

    /// Octets are masked as text is, however many secrets there are.
    #[test]
    fn octets_are_masked_as_text() {
        for n in 0..8 {
            let text = format!("x:%2F%2Fu:s@h/{}", "y://u:s@h/".repeat(n));
            let hide = Redaction::guess(&text);
            let shown = hide.apply(&text);
            assert_eq!(hide.apply_to_octets(text.as_bytes()), shown.as_bytes());
            assert!(!shown.contains('s'), "{shown}");
        }
    }

    #[test]
    fn pieces_are_masked_as_the_whole() {
        let text = "x://u:pw@h/";
        let hide = Redaction::of_url(text, Span::new(2, 11), Some(Span::new(6, 8)));
        assert_eq!(hide.slice(text, Span::new(2, 11)), "//u:***@h/");
        assert_eq!(hide.slice(text, Span::new(6, 8)), "***");
        assert_eq!(hide.slice(text, Span::new(4, 5)), "u");
    }
}
