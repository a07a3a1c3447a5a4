//! The login that a search is in: `user:password@host`, and what is known of it so far.

use super::declared::is_name;
use super::fold::Token;
use super::port::Port;
use crate::text::span::Span;

/// What services accept in place of a password if the user name is the token.
const PLACEHOLDERS: [&[u8]; 4] = [b"", b"x", b"X", b"x-oauth-basic"];

/// The position of a login in a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// At the beginning: the text before the first colon is a scheme or a user.
    Start,
    /// After slashes: `[user[:password]@]host[:port]`.
    Authority,
    /// After the colon of a scheme.
    Opaque,
    /// A value in a query.
    Query,
    /// A value in a fragment, where `&` need not separate values.
    Fragment,
    /// In a path, where only `scheme:login` is a login.
    Path,
}

/// The current login.
pub(super) struct Login {
    pub(super) place: Place,
    /// The maximum encoding depth of slashes, `?` and `#` that end the login. Deeper ones are data.
    pub(super) depth: u8,
    /// Whether it is the authority of a URL: after two slashes, where a URL can begin.
    pub(super) begins_url: bool,
    pub(super) is_empty: bool,
    pub(super) name: Name,
    /// The start of the user.
    start: Option<usize>,
    /// The start of the first colon.
    user_end: Option<usize>,
    /// The end of the first colon.
    pub(super) colon: Option<usize>,
    /// The start of the last `@`.
    pub(super) sign: Option<usize>,
    /// Whether that `@` is encoded deeper than the text around it, and may belong to a password.
    pub(super) is_sign_encoded: bool,
    pub(super) port: Port,
}

impl Place {
    /// Whether a colon here separates user and password.
    pub(super) fn holds_login(self) -> bool {
        self != Self::Path
    }
}

impl Login {
    pub(super) fn new(place: Place, depth: u8) -> Self {
        Self {
            place,
            depth,
            begins_url: false,
            is_empty: true,
            name: Name::EMPTY,
            start: None,
            user_end: None,
            colon: None,
            sign: None,
            is_sign_encoded: false,
            port: Port::NONE,
        }
    }

    /// Adds a character that is not a delimiter here.
    pub(super) fn push(&mut self, token: Token) {
        self.is_empty = false;
        self.start.get_or_insert(token.start);
        if self.colon.is_none() {
            self.name.push(token.byte);
        }
        self.port.push(token.byte);
    }

    pub(super) fn colon(&mut self, token: Token) {
        self.is_empty = false;
        self.start.get_or_insert(token.start);
        self.user_end.get_or_insert(token.start);
        self.colon.get_or_insert(token.end);
        self.port.colon(token.end);
    }

    /// Whether nothing is between the first colon and the `@`.
    pub(super) fn has_empty_password(&self) -> bool {
        self.colon.is_some() && self.user_end.is_some() && self.colon == self.sign
    }

    /// The start of a password that may follow: `user:` is at the end of the authority, and not the drive of `file://c:/`.
    pub(super) fn open_password(&self) -> Option<usize> {
        let is_drive = self.start.zip(self.user_end).is_some_and(|(start, end)| end - start == 1);
        self.port.empty_start().filter(|_| self.sign.is_none() && !is_drive)
    }

    /// The user of a login without a password, or with a placeholder for one: `token@host`, `token:@host`.
    pub(super) fn lone_user(&self, text: &[u8]) -> Option<Span> {
        let (start, sign) = (self.start?, self.sign?);
        let has_password = |colon| !PLACEHOLDERS.contains(&&text[colon..sign]);
        let end = match self.colon.filter(|colon| *colon <= sign) {
            Some(colon) if has_password(colon) => return None,
            Some(_) => self.user_end?,
            None => sign,
        };
        (start < end).then(|| Span::new(start, end))
    }
}

/// The last characters before a colon, if they can be a scheme name.
#[derive(Clone, Copy)]
pub(super) struct Name {
    bytes: [u8; Self::MAX_LEN],
    len: usize,
    /// Whether it follows a character that does not separate words.
    is_inside_word: bool,
}

impl Name {
    /// The maximum length of a scheme name.
    const MAX_LEN: usize = 64;

    pub(super) const EMPTY: Self = Self { bytes: [0; Self::MAX_LEN], len: 0, is_inside_word: false };

    pub(super) fn push(&mut self, byte: u8) {
        let is_first = self.len == 0 && byte.is_ascii_alphabetic();
        let is_next = self.len > 0 && is_name(byte);
        if !is_first && !is_next {
            self.len = 0;
            self.is_inside_word = !matches!(byte, b' ' | b'"' | b'\'' | b'(' | b'[' | b'{' | b'<' | b',' | b';' | b'|');
        } else if self.len <= Self::MAX_LEN {
            // A length above the maximum marks a name that is too long.
            if let Some(slot) = self.bytes.get_mut(self.len) {
                *slot = byte;
            }
            self.len += 1;
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        let bytes = self.bytes.get(..self.len).filter(|bytes| !bytes.is_empty() && !self.is_inside_word)?;
        core::str::from_utf8(bytes).ok()
    }

    pub(super) fn is(&self, name: &[u8]) -> bool {
        self.text().is_some_and(|text| text.as_bytes().eq_ignore_ascii_case(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Name {
        let mut name = Name::EMPTY;
        text.bytes().for_each(|byte| name.push(byte));
        name
    }

    #[test]
    fn names_of_schemes() {
        let longest = "a".repeat(Name::MAX_LEN);
        for (text, expect) in [
            ("http", Some("http")),
            ("x+y-z.1", Some("x+y-z.1")),
            ("", None),
            ("1http", None),
            ("-http", None),
            ("1", None),
            ("a_b", None),
            ("a_b c", Some("c")),
            ("http ", None),
            ("(http", Some("http")),
            ("see <URL,http", Some("http")),
            (&longest, Some(&*longest)),
            (&(longest.clone() + "a"), None),
            (&(longest.clone() + "aa"), None),
            (&(longest.clone() + "a b"), Some("b")),
        ] {
            assert_eq!(name(text).text(), expect, "{text}");
        }
        for before in [' ', '"', '\'', '(', '[', '{', '<', ',', ';', '|'] {
            assert!(name(&format!("_{before}url")).is(b"url"), "{before}");
        }
        assert!(name("URL").is(b"url") && !name("urls").is(b"url") && !name("").is(b""));
    }
}
