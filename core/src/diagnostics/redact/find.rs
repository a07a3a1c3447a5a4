//! Looks for logins in a text: `user:password@host`, wherever one can begin and however its delimiters are written.
//!
//! The text is read once, from front to back (see [`Fold`]), and only the login that is being read is remembered: the work
//! is proportional to the length of the text, and the memory is fixed.

use std::cell::OnceCell;

use super::Redaction;
use super::fold::{Fold, Token};
use super::port::Port;
use crate::text::span::Span;

/// Whether a name is the name of a scheme.
pub(super) type IsScheme<'s> = Option<&'s dyn Fn(&str) -> bool>;

/// What a text is, for who looks for logins in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TextKind {
    /// One text, perhaps a URL.
    Whole,
    /// What follows the colon of a scheme whose grammar has accepted it, and says whether it begins with `//` and a host.
    Accepted { has_host: bool },
    /// Running text: words and quotation marks divide it.
    Prose,
}

/// Where in a text a login may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At the beginning: what stands before the first colon is a scheme or a user.
    Start,
    /// After slashes: `[user[:password]@]host[:port]`.
    Authority,
    /// After the colon of a scheme: perhaps a login.
    Opaque,
    /// A value in a query: perhaps a login.
    Query,
    /// The same in a fragment, where `&` need not divide values.
    Fragment,
    /// In a path: `scheme:login`, and nothing else.
    Path,
}

/// The login that is being read.
struct Login {
    place: Place,
    /// Only slashes, `?` and `#` that were encoded at most so often end it: deeper ones are data.
    depth: u8,
    /// Whether it is the authority of a URL: two slashes, where a URL can begin.
    begins_url: bool,
    is_empty: bool,
    name: Name,
    /// Where its first colon ends.
    colon: Option<usize>,
    /// Where its last `@` begins.
    sign: Option<usize>,
    port: Port,
}

/// The slashes that stand directly before.
#[derive(Clone, Copy, Default)]
struct Slashes {
    count: usize,
    /// How deep they are encoded.
    depth: u8,
    /// Whether they stand where the authority of a URL can begin, and not in a path.
    begins_url: bool,
}

/// Reads a text, and notes the secrets in it.
pub(super) struct Finder<'f> {
    text: &'f [u8],
    kind: TextKind,
    is_scheme: IsScheme<'f>,
    found: Redaction,
    login: Login,
    slashes: Slashes,
    /// Whether a colon that may be a scheme's stands directly before.
    after_colon: bool,
    /// Whether the text has had no colon and no authority: it has no scheme yet.
    is_headless: bool,
    /// Whether what is read is the authority of a URL that was accepted, so that its port is one.
    is_trusted: bool,
    /// Where the last `@` of the whole text begins, once somebody has asked.
    last_sign: OnceCell<Option<usize>>,
}

impl<'f> Finder<'f> {
    pub(super) fn new(text: &'f [u8], kind: TextKind, is_scheme: IsScheme<'f>) -> Self {
        let place = match kind {
            TextKind::Whole | TextKind::Prose => Place::Start,
            TextKind::Accepted { .. } => Place::Path,
        };
        Self {
            text,
            kind,
            is_scheme,
            found: Redaction::NONE,
            login: Login::new(place, 0),
            slashes: Slashes::default(),
            after_colon: false,
            is_headless: place == Place::Start,
            is_trusted: false,
            last_sign: OnceCell::new(),
        }
    }

    /// The secrets of the text from an offset on.
    pub(super) fn run(mut self, from: usize) -> Redaction {
        let mut from = from;
        let has_host = self.kind == TextKind::Accepted { has_host: true };
        if has_host && self.text[from..].starts_with(b"//") {
            // Exactly two slashes: those of `file:///a:b@c` that follow belong to the path.
            from += 2;
            self.login = Login::new(Place::Authority, 0);
            self.login.begins_url = true;
            self.is_trusted = true;
        }
        for token in self.tokens(from) {
            self.step(token);
        }
        self.close(self.text.len());
        self.found
    }

    fn tokens(&self, from: usize) -> Fold<'f> {
        Fold::new(self.text, from, self.kind == TextKind::Prose)
    }

    fn step(&mut self, token: Token) {
        let is_prose = self.kind == TextKind::Prose;
        match token.byte {
            b'/' | b'\\' => return self.slash(token),
            b'?' | b'#' | b'&' | b'=' => self.delimiter(token),
            b':' => return self.colon(token),
            b'@' => self.sign(token),
            byte if is_prose && divides_prose(byte) => {
                self.close(token.start);
                self.begin(Place::Start, 0);
                self.is_headless = true;
            }
            // No login has a line break in its user; a header that was slipped in has one before it.
            b'\r' | b'\n' if self.login.place == Place::Opaque && self.login.colon.is_none() => {
                self.begin(Place::Path, 0);
            }
            _ => self.login.push(token),
        }
        self.slashes = Slashes::default();
        self.after_colon = false;
    }

    /// Another login may begin.
    fn begin(&mut self, place: Place, depth: u8) {
        self.login = Login::new(place, depth);
    }

    fn slash(&mut self, token: Token) {
        let Slashes { count, depth, mut begins_url } = self.slashes;
        let depth = if count == 0 { token.depth } else { depth.max(token.depth) };
        if count == 0 {
            let is_first = self.login.is_empty && self.login.place.holds_login();
            // An encoded slash for a host is none: what follows is still the authority.
            let is_continued = token.depth > 0 && self.login.begins_url;
            begins_url = self.after_colon || is_first && (self.login.place != Place::Authority || is_continued);
        }
        self.slashes = Slashes { count: count + 1, depth, begins_url };
        let begins_authority = count > 0 || self.after_colon;
        self.after_colon = false;
        // A backslash is perhaps no slash, where one would end what is read.
        let is_data = token.depth > self.login.depth || token.byte == b'\\';
        match self.login.place {
            Place::Authority if self.login.is_empty && count > 0 => {
                // `file:///a:b` has no host, and then no port.
                self.begin(Place::Authority, depth);
                self.login.begins_url = begins_url && (count == 1 || depth > 0);
            }
            // An encoded slash for a host is none.
            Place::Authority if is_data && self.login.is_empty => {
                self.is_trusted = false;
                let begins_url = self.login.begins_url;
                self.begin(Place::Authority, depth);
                self.login.begins_url = begins_url;
            }
            Place::Authority if is_data => self.login.push(token),
            Place::Authority => {
                self.close(token.start);
                self.begin(Place::Path, 0);
            }
            // The slash of `user:pass%2Fword@host`.
            place if place.holds_login() && self.login.colon.is_some() && is_data && !begins_authority => {
                self.login.push(token);
            }
            _ => {
                self.close(token.start);
                if begins_authority {
                    self.begin(Place::Authority, depth);
                    self.login.begins_url = begins_url && count == 1;
                    self.is_headless = false;
                } else {
                    self.begin(Place::Path, 0);
                }
            }
        }
    }

    /// `?`, `#`, `&` and `=`.
    fn delimiter(&mut self, token: Token) {
        let Token { byte, depth, .. } = token;
        let next = if byte == b'#' { Place::Fragment } else { Place::Query };
        let is_end = match (self.login.place, byte) {
            (Place::Authority, b'?' | b'#') => depth <= self.login.depth,
            (Place::Authority, _) => false,
            (Place::Path, _) => true,
            _ if self.login.colon.is_none() => true,
            (_, b'?' | b'#') | (Place::Query, b'&') => depth <= self.login.depth,
            _ => false,
        };
        if is_end {
            self.close(token.start);
            self.begin(next, depth);
        } else {
            self.login.push(token);
        }
    }

    fn colon(&mut self, token: Token) {
        let is_first = self.login.colon.is_none();
        self.slashes = Slashes::default();
        self.after_colon = self.login.place != Place::Authority;
        match self.login.place {
            Place::Start if is_first && self.login.name.is(b"url") => {
                return self.begin(Place::Start, 0);
            }
            Place::Start | Place::Query | Place::Fragment | Place::Path if is_first && self.follows_scheme() => {
                self.is_headless = false;
                let depth = self.login.depth.max(token.depth);
                return self.begin(Place::Opaque, depth);
            }
            // In `dir/user:secret@host` nothing says that this is a path.
            Place::Path if is_first && self.is_headless => self.login.place = Place::Opaque,
            // `?:a` is no login without a user.
            Place::Query | Place::Fragment if is_first && self.login.is_empty => {
                return self.login.push(token);
            }
            _ => {}
        }
        self.is_headless = false;
        // A grammar may take an encoded colon for a part of the host.
        self.is_trusted &= token.depth == 0;
        self.login.colon(token);
    }

    /// Whether what stands before the first colon of the login is the name of a scheme, and no user.
    fn follows_scheme(&self) -> bool {
        let Some(name) = self.login.name.text() else {
            return false;
        };
        // Nobody is called `x-…`, and experiments are (RFC 1738 §2.1).
        let is_experiment = name.len() > 2 && name.as_bytes()[..2].eq_ignore_ascii_case(b"x-");
        match self.is_scheme {
            Some(is_scheme) => is_experiment || is_scheme(name),
            None => match self.login.place {
                Place::Start => true,
                Place::Path => !self.is_headless,
                _ => is_experiment,
            },
        }
    }

    fn sign(&mut self, token: Token) {
        self.login.push(token);
        self.login.sign = Some(token.start);
        self.login.port = Port::NONE;
    }

    /// Notes what is secret of the login, which ends here.
    fn close(&mut self, end: usize) {
        let is_trusted = std::mem::take(&mut self.is_trusted);
        let Login { place, colon, sign, port, .. } = &self.login;
        let secret = colon.zip(*sign).filter(|(colon, sign)| colon <= sign);
        let wrong_port = port.wrong().filter(|_| *place == Place::Authority && !is_trusted);
        let span = match (secret, wrong_port) {
            _ if *place == Place::Path => None,
            (secret, Some(port)) => {
                let start = secret.map_or(port, |(colon, _)| colon);
                let has_sign = sign.is_some();
                // What should be a port and is none may be the rest of a password, or the beginning of one, that holds a
                // slash.
                let later = self.last_sign().filter(|last| *last > end);
                match (later, secret) {
                    (Some(last), _) => Some((start, last)),
                    (None, Some(secret)) => Some(secret),
                    (None, None) => {
                        let is_port = self.login.port.is_misspelt() || !self.login.begins_url;
                        Some((start, end)).filter(|_| !has_sign && !is_port)
                    }
                }
            }
            (secret, None) => secret,
        };
        self.found.add(span.map(|(start, end)| Span::new(start, end)));
    }

    /// Where the last `@` of the text begins. It is looked for once.
    fn last_sign(&self) -> Option<usize> {
        let tokens = self.tokens(0);
        let look = || tokens.filter(|token| token.byte == b'@').last().map(|token| token.start);
        *self.last_sign.get_or_init(look)
    }
}

impl Place {
    /// Whether a colon in it divides user and password.
    fn holds_login(self) -> bool {
        self != Self::Path
    }
}

impl Login {
    fn new(place: Place, depth: u8) -> Self {
        Self {
            place,
            depth,
            begins_url: false,
            is_empty: true,
            name: Name::EMPTY,
            colon: None,
            sign: None,
            port: Port::NONE,
        }
    }

    /// A character that delimits nothing here.
    fn push(&mut self, token: Token) {
        self.is_empty = false;
        if self.colon.is_none() {
            self.name.push(token.byte);
        }
        self.port.push(token.byte);
    }

    fn colon(&mut self, token: Token) {
        self.is_empty = false;
        self.colon.get_or_insert(token.end);
        self.port.colon(token.end);
    }
}

/// What ends a word of running text.
fn divides_prose(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'`' | b'<' | b'>')
}

/// The last characters before a colon, as far as they can be a scheme's name.
#[derive(Clone, Copy)]
struct Name {
    bytes: [u8; Self::LONGEST],
    len: usize,
    /// Whether something stands before it that divides no words.
    is_broken: bool,
}

impl Name {
    /// No scheme has a longer name.
    const LONGEST: usize = 64;

    const EMPTY: Self = Self { bytes: [0; Self::LONGEST], len: 0, is_broken: false };

    fn push(&mut self, byte: u8) {
        let is_first = self.len == 0 && byte.is_ascii_alphabetic();
        let is_next = self.len > 0 && (byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
        if !is_first && !is_next {
            self.len = 0;
            self.is_broken = !matches!(byte, b' ' | b'"' | b'\'' | b'(' | b'[' | b'{' | b'<' | b',' | b';' | b'|');
        } else if self.len <= Self::LONGEST {
            // One more than fits says that it is too long.
            if let Some(place) = self.bytes.get_mut(self.len) {
                *place = byte;
            }
            self.len += 1;
        }
    }

    fn text(&self) -> Option<&str> {
        let bytes = self.bytes.get(..self.len).filter(|bytes| !bytes.is_empty() && !self.is_broken)?;
        std::str::from_utf8(bytes).ok()
    }

    fn is(&self, name: &[u8]) -> bool {
        self.text().is_some_and(|text| text.as_bytes().eq_ignore_ascii_case(name))
    }
}
