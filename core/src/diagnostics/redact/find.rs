//! Searches a text for logins, `user:password@host`, wherever one can begin and with delimiters in any form.
//!
//! The text is read once (see [`Fold`]), and only the current login is kept, so that the search takes linear time and
//! constant memory.

use core::cell::OnceCell;

use super::fold::{Fold, Token};
use super::login::{Login, Place};
use super::placeholder;
use super::port::Port;
use crate::diagnostics::secrets::known;
use crate::text::span::Span;

/// A predicate for scheme names, if known.
pub(super) type IsScheme<'s> = Option<&'s dyn Fn(&str) -> bool>;

/// The kind of text that is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TextKind {
    /// A single text, such as a URL.
    Whole,
    /// A schemepart that the grammar of its scheme accepts; `has_host` if it begins with `//` and a host.
    Accepted { has_host: bool },
    /// Prose, divided by whitespace and quotation marks.
    Prose,
    /// A word of a log or another stream, in which only URLs matter: `joe:secret@host` without slashes is no login.
    Stream,
}

/// The slashes directly before the current token.
#[derive(Clone, Copy, Default)]
struct Slashes {
    count: usize,
    /// Their encoding depth.
    depth: u8,
    /// Whether the authority of a URL can begin here, as opposed to within a path.
    begins_url: bool,
}

/// Searches a text for secrets.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact about the text so far, independent of the others")]
pub(super) struct Finder<'f> {
    text: &'f [u8],
    kind: TextKind,
    is_scheme: IsScheme<'f>,
    /// Whether a user without a password is a secret.
    hides_lone_user: bool,
    /// What is known of the last scheme: whether it has users that are no secrets, and no ports.
    has_public_users: bool,
    has_no_ports: bool,
    /// Whether any number of slashes may be before its authority.
    ignores_slashes: bool,
    login: Login,
    slashes: Slashes,
    /// Whether the previous token is a colon that may end a scheme.
    after_colon: bool,
    /// Whether no colon and no authority came yet, so that the text has no scheme so far.
    has_no_scheme: bool,
    /// Whether a `?` or `#` belongs to a URL. In a stream an authority comes first.
    is_in_url: bool,
    /// Whether a field of a query came, so that a `&` ends another one.
    has_fields: bool,
    /// Whether the login is the authority of an accepted URL, so that its port is valid.
    is_trusted: bool,
    /// The start of the last `@` of the whole text, computed on first use.
    last_sign: OnceCell<Option<usize>>,
}

impl<'f> Finder<'f> {
    pub(super) fn new(text: &'f [u8], kind: TextKind, is_scheme: IsScheme<'f>) -> Self {
        let place = match kind {
            TextKind::Whole | TextKind::Prose => Place::Start,
            TextKind::Accepted { .. } | TextKind::Stream => Place::Path,
        };
        Self {
            text,
            kind,
            is_scheme,
            hides_lone_user: false,
            has_public_users: false,
            has_no_ports: false,
            ignores_slashes: false,
            login: Login::new(place, 0),
            slashes: Slashes::default(),
            after_colon: false,
            has_no_scheme: place == Place::Start,
            is_in_url: kind != TextKind::Stream,
            has_fields: false,
            is_trusted: false,
            last_sign: OnceCell::new(),
        }
    }

    /// Takes a user without a password for a secret, too.
    pub(super) fn with_lone_user(mut self, hide: bool) -> Self {
        self.hides_lone_user = hide;
        self
    }

    /// Finds the secrets of the text from an offset on. They may overlap.
    pub(super) fn run(mut self, mut from: usize, found: &mut dyn FnMut(Span)) {
        let has_host = self.kind == TextKind::Accepted { has_host: true };
        self.note_scheme(from);
        if has_host && self.text[from..].starts_with(b"//") {
            // Exactly two slashes: further ones, as in `file:///a:b@c`, belong to the path.
            from += 2;
            self.login = Login::new(Place::Authority, 0);
            self.login.begins_url = true;
            self.is_trusted = true;
        }
        for token in self.tokens(from) {
            self.step(token, found);
        }
        self.close(self.text.len(), found);
    }

    /// Notes the scheme of an accepted URL, which is before its schemepart.
    fn note_scheme(&mut self, schemepart: usize) {
        let name = core::str::from_utf8(&self.text[..schemepart.saturating_sub(1)]).unwrap_or_default();
        self.note_name(name.trim());
    }

    fn note_name(&mut self, name: &str) {
        self.has_public_users = known::has_public_users(name);
        self.has_no_ports = known::has_no_ports(name);
        self.ignores_slashes = known::needs_no_slashes(name);
    }

    fn tokens(&self, from: usize) -> Fold<'f> {
        Fold::new(self.text, from, self.kind == TextKind::Prose)
    }

    fn step(&mut self, token: Token, found: &mut dyn FnMut(Span)) {
        let is_prose = self.kind == TextKind::Prose;
        self.has_fields |= token.byte == b'=' && self.login.place != Place::Authority;
        match token.byte {
            b'/' | b'\\' => return self.slash(token, found),
            b'?' | b'#' | b'&' | b'=' if self.is_in_url => self.delimiter(token, found),
            b':' => return self.colon(token),
            b'@' => self.sign(token),
            byte if is_prose && separates_words(byte) => {
                self.close(token.start, found);
                self.begin(Place::Start, 0);
                (self.has_no_scheme, self.has_fields) = (true, false);
            }
            // A login has no line break in its user; an injected header has one before it.
            b'\r' | b'\n' if self.login.place == Place::Opaque && self.login.colon.is_none() => {
                self.begin(Place::Path, 0);
            }
            _ => self.login.push(token),
        }
        self.slashes = Slashes::default();
        self.after_colon = false;
    }

    /// Begins another login.
    fn begin(&mut self, place: Place, depth: u8) {
        self.login = Login::new(place, depth);
    }

    fn slash(&mut self, token: Token, found: &mut dyn FnMut(Span)) {
        let Slashes { count, depth, mut begins_url } = self.slashes;
        let depth = if count == 0 { token.depth } else { depth.max(token.depth) };
        if count == 0 {
            let is_first = self.login.is_empty && self.login.place.holds_login();
            // An encoded slash in the place of a host does not end the authority.
            let is_continued = token.depth > 0 && self.login.begins_url;
            begins_url = self.after_colon || is_first && (self.login.place != Place::Authority || is_continued);
        }
        self.slashes = Slashes { count: count + 1, depth, begins_url };
        let begins_authority = count > 0 || self.after_colon;
        self.after_colon = false;
        // A backslash may not count as a slash that ends the login.
        let is_data = token.depth > self.login.depth || token.byte == b'\\';
        match self.login.place {
            Place::Authority if self.login.is_empty && count > 0 => {
                // `file:///a:b` has no host, and therefore no port.
                self.begin(Place::Authority, depth);
                self.login.begins_url = begins_url && (count == 1 || depth > 0 || self.ignores_slashes);
            }
            // An encoded slash in the place of a host does not end the authority.
            Place::Authority if is_data && self.login.is_empty => {
                self.is_trusted = false;
                let begins_url = self.login.begins_url;
                self.begin(Place::Authority, depth);
                self.login.begins_url = begins_url;
            }
            Place::Authority if is_data => self.login.push(token),
            Place::Authority => {
                self.close(token.start, found);
                self.begin(Place::Path, 0);
            }
            // The slash of `user:pass%2Fword@host`.
            place if place.holds_login() && self.login.colon.is_some() && is_data && !begins_authority => {
                self.login.push(token);
            }
            _ => {
                self.close(token.start, found);
                if begins_authority {
                    self.begin(Place::Authority, depth);
                    self.login.begins_url = begins_url && (count == 1 || self.ignores_slashes);
                    (self.has_no_scheme, self.is_in_url) = (false, true);
                } else {
                    self.begin(Place::Path, 0);
                }
            }
        }
    }

    /// `?`, `#`, `&` and `=`.
    fn delimiter(&mut self, token: Token, found: &mut dyn FnMut(Span)) {
        let Token { byte, depth, .. } = token;
        let next = if byte == b'#' { Place::Fragment } else { Place::Query };
        if byte == b'&' && self.has_fields {
            self.login.port.end_field();
        }
        let is_end = match (self.login.place, byte) {
            (Place::Authority, b'?' | b'#') => depth <= self.login.depth,
            // The end of the field in which the URL is encoded.
            (Place::Authority, b'&') => self.has_fields && depth < self.login.depth,
            (Place::Authority, _) => false,
            (Place::Path, _) => true,
            _ if self.login.colon.is_none() => true,
            (_, b'?' | b'#') | (Place::Query, b'&') => depth <= self.login.depth,
            _ => false,
        };
        if is_end {
            self.close(token.start, found);
            self.begin(next, depth);
        } else {
            self.login.push(token);
        }
    }

    fn colon(&mut self, token: Token) {
        let is_first = self.login.colon.is_none();
        if is_first && self.login.place != Place::Authority {
            let name = self.login.name;
            self.note_name(name.text().unwrap_or_default());
        }
        self.slashes = Slashes::default();
        self.after_colon = self.login.place != Place::Authority;
        match self.login.place {
            Place::Start if is_first && self.login.name.is(b"url") => {
                return self.begin(Place::Start, 0);
            }
            Place::Start | Place::Query | Place::Fragment | Place::Path if is_first && self.follows_scheme() => {
                self.has_no_scheme = false;
                let depth = self.login.depth.max(token.depth);
                let begins_url = self.kind == TextKind::Stream && self.ignores_slashes;
                self.begin(Place::Opaque, depth);
                self.login.begins_url = begins_url;
                return;
            }
            // `dir/user:secret@host` may be a login rather than a path.
            Place::Path if is_first && self.has_no_scheme => self.login.place = Place::Opaque,
            // `?:a` has no user, so it is not a login.
            Place::Query | Place::Fragment if is_first && self.login.is_empty => {
                return self.login.push(token);
            }
            _ => {}
        }
        self.has_no_scheme = false;
        // A grammar may accept an encoded colon as part of the host.
        self.is_trusted &= token.depth == 0;
        self.login.colon(token);
    }

    /// Whether the text before the first colon of the login is a scheme name, not a user name.
    fn follows_scheme(&self) -> bool {
        let Some(name) = self.login.name.text() else {
            return false;
        };
        // Experimental schemes begin with `x-` (RFC 1738 §2.1), user names do not.
        let is_experiment = name.len() > 2 && name.as_bytes()[..2].eq_ignore_ascii_case(b"x-");
        match self.is_scheme {
            Some(is_scheme) => is_experiment || is_scheme(name),
            None => match self.login.place {
                Place::Start => true,
                Place::Path => !self.has_no_scheme,
                _ => is_experiment,
            },
        }
    }

    fn sign(&mut self, token: Token) {
        self.login.push(token);
        // The digest of an image, `name:tag@sha256:…`.
        if self.text[token.end..].starts_with(b"sha256:") {
            return;
        }
        self.login.sign = Some(token.start);
        self.login.is_sign_encoded = token.depth > self.login.depth;
        self.login.port = Port::NONE;
    }

    /// Ends the login and adds its secret.
    fn close(&mut self, end: usize, found: &mut dyn FnMut(Span)) {
        if self.login.begins_url {
            let is_secret = |user: &Span| {
                let shows_users = !self.hides_lone_user || self.has_public_users || self.login.has_empty_password();
                let user = &self.text[user.range()];
                !shows_users && !known::is_account(user) || known::is_token(user)
            };
            self.login.lone_user(self.text).filter(is_secret).into_iter().for_each(&mut *found);
        }
        let is_trusted = core::mem::take(&mut self.is_trusted);
        let Login { place, colon, sign, port, .. } = &self.login;
        let secret = colon.zip(*sign).filter(|(colon, sign)| colon <= sign);
        let encoded = colon.filter(|_| self.login.is_sign_encoded && secret.is_some());
        let is_port = *place == Place::Authority && !is_trusted && !self.has_no_ports;
        // `user:#password@host`
        let open = self.login.open_password();
        let is_variable = |start: &usize| placeholder::is_port_variable(&self.text[*start..end]);
        let invalid = port.invalid_start().filter(|start| !is_variable(start));
        let doubtful = invalid.or(encoded).or(open).filter(|_| is_port);
        let span = match (secret, doubtful) {
            _ if *place == Place::Path => None,
            (secret, Some(port)) => {
                let start = secret.map_or(port, |(colon, _)| colon);
                let has_sign = sign.is_some();
                // An invalid port, or an encoded `@`, may be part of a password that contains a slash.
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
        if let Some((start, end)) = span.filter(|(start, end)| start < end) {
            found(Span::new(start, end));
        }
    }

    /// The start of the last `@` of the text.
    fn last_sign(&self) -> Option<usize> {
        let tokens = self.tokens(0);
        let find = || tokens.filter(|token| token.byte == b'@').last().map(|token| token.start);
        *self.last_sign.get_or_init(find)
    }
}

/// Whether a byte ends a word of prose.
fn separates_words(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'`' | b'<' | b'>')
}

#[cfg(test)]
mod tests;
