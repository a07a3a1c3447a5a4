//! What `parse` reads a URL with: a place in the text that moves forward, and the components found on the way.

use crate::abi;
use crate::chars::{self, Class};
use crate::definition::Requirement;
use crate::error::{Error, ErrorKind};
use crate::span::{Slot, Span, Spans};

/// A place in the text of a URL, moving towards its end. Offsets are bytes of the whole URL.
pub struct Cursor<'a> {
    url: &'a str,
    at: usize,
    is_lenient: bool,
    spans: Spans,
    deviations: Vec<(&'static Requirement, Span)>,
}

impl<'a> Cursor<'a> {
    /// A cursor behind the colon of a URL. It stays at the end where `begin` lies beyond that.
    pub fn new(url: &'a str, begin: usize, is_lenient: bool) -> Self {
        Self { url, at: begin.min(url.len()), is_lenient, spans: Spans::default(), deviations: Vec::new() }
    }

    /// The offset of the next byte.
    pub fn position(&self) -> usize {
        self.at
    }

    /// What has not been read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.url.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &'a str {
        span.of(self.url)
    }

    /// Whether deviations pass, with a remark.
    pub fn is_lenient(&self) -> bool {
        self.is_lenient
    }

    /// The next byte, which is not consumed.
    pub fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    /// Consumes `literal` if it comes next.
    pub fn take(&mut self, literal: &str) -> bool {
        let comes = self.rest().starts_with(literal.as_bytes());
        if comes {
            self.at += literal.len();
        }
        comes
    }

    /// Goes on to the byte at `offset`; not back, nor beyond the end.
    pub fn skip_to(&mut self, offset: usize) {
        self.at = offset.clamp(self.at, self.url.len());
    }

    /// The span from `start` to here.
    pub fn since(&self, start: usize) -> Span {
        Span { start: start.min(self.at), end: self.at }
    }

    /// Where a component stands that has been set before.
    pub fn get(&self, slot: Slot) -> Option<Span> {
        self.spans.get(slot)
    }

    /// Makes a component present.
    pub fn set(&mut self, slot: Slot, span: Span) {
        self.spans.set(slot, span);
    }

    /// Reads as many bytes of `class`, and escapes, as come next: a rule such as `*uchar` of `component`.
    ///
    /// # Errors
    /// [`ErrorKind::BadEscape`] at a `%` without two hexadecimal digits.
    pub fn run(&mut self, class: &Class, component: Slot) -> Result<Span, Error> {
        let start = self.at;
        loop {
            self.at += class.prefix_len(self.rest());
            match self.peek() {
                Some(b'%') if chars::is_escape(self.rest()) => self.at += 3,
                Some(b'%') => {
                    let percent = Span { start: self.at, end: self.at + 1 };
                    return Err(Error::new(ErrorKind::BadEscape, percent, Some(component)));
                }
                _ => return Ok(self.since(start)),
            }
        }
    }

    /// Reads as many bytes of `class` as come next, in a rule that has no escapes: `digits`.
    pub fn plain(&mut self, class: &Class) -> Span {
        let start = self.at;
        self.at += class.prefix_len(self.rest());
        self.since(start)
    }

    /// `"//"`, which marks the common Internet syntax (RFC 1738 §3.1).
    ///
    /// # Errors
    /// [`ErrorKind::Missing`] where one or both slashes are.
    pub fn slashes(&mut self) -> Result<(), Error> {
        if self.take("//") {
            return Ok(());
        }
        self.take("/");
        Err(Error::new(ErrorKind::Missing, Span::at(self.at), None))
    }

    /// `host [ ":" port ]`: sets both, up to the `/`, `;` or `?` behind them.
    ///
    /// Here they are only found. The host of the plugin reads them by their own rules (RFC 1738 §3.1), and its errors
    /// come before those of the plugin.
    pub fn host_port(&mut self) {
        let rest = self.rest();
        let ends = |byte: &u8| matches!(byte, b'/' | b';' | b'?');
        let end = rest.iter().position(ends).unwrap_or(rest.len());
        // The colons of an address in brackets divide its groups (RFC 3986 §3.2.2).
        let address = rest[..end].iter().position(|byte| *byte == b']');
        let address = address.filter(|_| rest.first() == Some(&b'[')).unwrap_or(0);
        let colon = rest[address..end].iter().position(|byte| *byte == b':');
        let (start, end) = (self.at, self.at + end);
        let host_end = colon.map_or(end, |colon| start + address + colon);
        let host = Span { start, end: host_end };
        self.set(Slot::HOST, host);
        if colon.is_some() {
            let port = Span { start: host_end + 1, end };
            self.set(Slot::PORT, port);
        }
        self.at = end;
    }

    /// `[ user [ ":" password ] "@" ] host [ ":" port ]` (RFC 1738 §3.1): sets what is there.
    ///
    /// # Errors
    /// Those of [`Cursor::run`], and [`ErrorKind::Unexpected`] for what cannot stand in a user name or a password.
    pub fn login(&mut self) -> Result<(), Error> {
        let rest = self.rest();
        let end = rest.iter().position(|byte| matches!(byte, b'/' | b'#'));
        let login = &rest[..end.unwrap_or(rest.len())];
        if let Some(sign) = login.iter().rposition(|byte| *byte == b'@') {
            self.user_password(self.at + sign)?;
        }
        self.host_port();
        Ok(())
    }

    /// `user [ ":" password ] "@"`, of which the `@` stands at `end`.
    fn user_password(&mut self, end: usize) -> Result<(), Error> {
        static USER: Class = Class::uchar().and(b";?&=");
        let mut component = Slot::USER;
        let user = self.run(&USER, component)?;
        self.set(component, user);
        if self.take(":") {
            component = Slot::PASSWORD;
            let password = self.run(&USER, component)?;
            self.set(component, password);
        }
        if self.at != end {
            return Err(self.unexpected(component));
        }
        self.at = end + 1;
        Ok(())
    }

    /// Asserts that nothing is left: whatever comes now is no part of `component`.
    ///
    /// # Errors
    /// [`ErrorKind::Unexpected`] at the next character.
    pub fn finish(&self, component: Slot) -> Result<(), Error> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.unexpected(component)) }
    }

    /// The same, in a rule without escapes, under a requirement of the scheme's own.
    ///
    /// # Errors
    /// [`ErrorKind::Unexpected`] at the next character.
    pub fn end(&self, component: Slot, requirement: &'static Requirement) -> Result<(), Error> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.mismatch(component, requirement)) }
    }

    /// The error that the next character is no part of `component`, or that the text ends where it should begin. The
    /// host says what every scheme says of the character.
    #[cold]
    pub fn unexpected(&self, component: Slot) -> Error {
        let (kind, span, _) = self.what_comes();
        Error::new(kind, span, Some(component))
    }

    /// The same, under a requirement of the scheme's own; what every scheme refuses is still told as everywhere.
    #[cold]
    pub fn mismatch(&self, component: Slot, requirement: &'static Requirement) -> Error {
        let (kind, span, is_general) = self.what_comes();
        let error = Error::new(kind, span, Some(component));
        if is_general { error } else { error.against(requirement) }
    }

    /// What kind of fault the rest of the text is, where, and whether every scheme has a word for it: for whitespace at
    /// the end, a fragment, and an escape where none can be.
    fn what_comes(&self) -> (ErrorKind, Span, bool) {
        let rest = self.rest();
        let is_space = |byte: &u8| byte.is_ascii_whitespace() || *byte == 0x0B;
        let (width, is_general) = match rest {
            [] => return (ErrorKind::Missing, Span::at(self.at), false),
            _ if rest.iter().all(is_space) => (rest.len(), true),
            [b'#', ..] => (rest.len(), true),
            _ if chars::is_escape(rest) => (3, true),
            _ => (1, false),
        };
        let end = self.at + width;
        let span = Span { start: self.at, end };
        (ErrorKind::Unexpected, span, is_general)
    }

    /// Strict mode refuses, lenient mode goes on with a remark; the requirement must be one of the scheme's own. What the
    /// error is about must still be read.
    ///
    /// # Errors
    /// `refusal`, in strict mode, and where it has no requirement.
    pub fn tolerate(&mut self, refusal: Error) -> Result<(), Error> {
        match refusal.requirement {
            Some(requirement) if self.is_lenient => {
                self.deviations.push((requirement, refusal.span));
                Ok(())
            }
            _ => Err(refusal),
        }
    }

    /// What was found, as the ABI has it; deviations by the number of their requirement among those of the definition.
    pub(crate) fn found<'c>(&'c self, requirements: &'c [Requirement]) -> impl Iterator<Item = abi::Span> + 'c {
        let deviations = self.deviations.iter().filter_map(|(requirement, span)| {
            let number = requirement.number(requirements)?;
            Some(span.abi(abi::C_DEVIATION + number))
        });
        self.spans.iter().chain(deviations)
    }
}
