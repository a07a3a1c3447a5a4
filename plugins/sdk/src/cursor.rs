//! The [`Cursor`] that [`Scheme::parse`](crate::Scheme::parse) reads a URL with.

use alloc::vec::Vec;

use crate::abi;
use crate::chars::{self, Class};
use crate::definition::ErrorKind;
use crate::definition::Requirement;
use crate::error::Error;
use crate::span::{Slot, Span, Spans};

/// A position in the text of a URL that only moves forward, with the components set so far.
///
/// Offsets are bytes from the start of the URL.
pub struct Cursor<'a> {
    url: &'a str,
    at: usize,
    is_lenient: bool,
    spans: Spans,
    deviations: Vec<(&'static Requirement, Span)>,
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at `begin`, the offset after the colon. A `begin` after the end is moved to the end.
    #[inline]
    pub fn new(url: &'a str, begin: usize, is_lenient: bool) -> Self {
        let at = begin.min(url.len());
        Self { url, at, is_lenient, spans: Spans::NONE, deviations: Vec::new() }
    }

    /// Returns the offset of the next byte.
    #[inline]
    pub fn position(&self) -> usize {
        self.at
    }

    /// Returns the bytes that have not been consumed.
    #[inline]
    pub fn rest(&self) -> &'a [u8] {
        self.url.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// Returns the text of a span.
    #[inline]
    pub fn text(&self, span: Span) -> &'a str {
        span.of(self.url)
    }

    /// Returns whether deviations are warnings instead of errors.
    pub fn is_lenient(&self) -> bool {
        self.is_lenient
    }

    /// Returns the next byte without consuming it.
    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    /// Consumes `literal` if it comes next, and returns whether it did.
    #[inline]
    pub fn take(&mut self, literal: &str) -> bool {
        let is_next = self.rest().starts_with(literal.as_bytes());
        if is_next {
            self.at += literal.len();
        }
        is_next
    }

    /// Moves forward to `offset`, at most to the end. Never moves back.
    #[inline]
    pub fn skip_to(&mut self, offset: usize) {
        self.at = offset.clamp(self.at, self.url.len());
    }

    /// Returns the span from `start` to the current position.
    #[inline]
    pub fn since(&self, start: usize) -> Span {
        Span { start: start.min(self.at), end: self.at }
    }

    /// Returns the span of a component that has been set.
    #[inline]
    pub fn get(&self, slot: Slot) -> Option<Span> {
        self.spans.get(slot)
    }

    /// Sets the span of a component.
    #[inline]
    pub fn set(&mut self, slot: Slot, span: Span) {
        self.spans.set(slot, span);
    }

    /// Consumes the longest run of bytes of `class` and escapes: a rule such as `*uchar`.
    ///
    /// # Errors
    /// [`ErrorKind::BadEscape`] at a `%` without two hexadecimal digits.
    #[inline]
    pub fn run(&mut self, class: &Class, component: Slot) -> Result<Span, Error> {
        let start = self.at;
        loop {
            self.at = class.run_end(self.url.as_bytes(), self.at);
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

    /// Consumes the longest run of bytes of `class`, in a rule that has no escapes: `digits`.
    ///
    /// Lenient mode also consumes escapes of bytes of the class. The host warns of each, if the component is
    /// [`unescaped`](crate::Component::unescaped), a number, a keyword or a flag.
    #[inline]
    pub fn run_unescaped(&mut self, class: &Class) -> Span {
        let start = self.at;
        self.at = class.run_end(self.url.as_bytes(), self.at);
        if self.is_lenient {
            self.run_escaped(class);
        }
        self.since(start)
    }

    /// The part of [`Cursor::run_unescaped`] from the first escape on.
    #[cold]
    fn run_escaped(&mut self, class: &Class) {
        while chars::escaped(self.rest()).is_some_and(|byte| class.has(byte)) {
            self.at = class.run_end(self.url.as_bytes(), self.at + 3);
        }
    }

    /// Consumes the `//` that begins the common Internet syntax (RFC 1738 §3.1).
    ///
    /// # Errors
    /// [`ErrorKind::Missing`] if one or both slashes are missing.
    #[inline]
    pub fn slashes(&mut self) -> Result<(), Error> {
        if self.take("//") {
            return Ok(());
        }
        self.take("/");
        Err(Error::new(ErrorKind::Missing, Span::at(self.at), None))
    }

    /// Locates `host [ ":" port ]` and sets both: everything before the next `/`, `;` or `?`.
    ///
    /// Does not check either. The program that loaded the plugin parses them (RFC 1738 §3.1), and reports an error in them
    /// before any error after them.
    #[inline]
    pub fn host_port(&mut self) {
        static HOST: Class = Class::all_except(b"/;?:");
        static PORT: Class = Class::all_except(b"/;?");
        let (start, rest) = (self.at, self.rest());
        // Colons inside the brackets of an IPv6 address separate its groups (RFC 3986 §3.2.2).
        let address = if rest.first() == Some(&b'[') { address_len(rest) } else { 0 };
        self.at = HOST.run_end(self.url.as_bytes(), start + address);
        self.set(Slot::HOST, self.since(start));
        if self.take(":") {
            let port = self.run_unescaped(&PORT);
            self.set(Slot::PORT, port);
        }
    }

    /// Parses `[ user [ ":" password ] "@" ] host [ ":" port ]` (RFC 1738 §3.1) and sets the components that are present.
    ///
    /// # Errors
    /// [`ErrorKind::BadEscape`] and [`ErrorKind::Unexpected`] for invalid text in the user name or the password.
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

    /// Parses `user [ ":" password ] "@"` with the `@` at offset `end`.
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

    /// Checks that the whole text has been consumed.
    ///
    /// # Errors
    /// [`ErrorKind::Unexpected`] at the next character, which is not allowed in `component`.
    #[inline]
    pub fn finish(&self, component: Slot) -> Result<(), Error> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.unexpected(component)) }
    }

    /// Like [`Cursor::finish`], with an error that cites a requirement of the scheme, for a rule without escapes.
    ///
    /// # Errors
    /// [`ErrorKind::Unexpected`] at the next character, which violates `requirement`.
    #[inline]
    pub fn end(&self, component: Slot, requirement: &'static Requirement) -> Result<(), Error> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.mismatch(component, requirement)) }
    }

    /// Returns the error for the next character: [`ErrorKind::Unexpected`], or [`ErrorKind::Missing`] at the end of the
    /// text. It cites the general requirement for that character.
    #[cold]
    pub fn unexpected(&self, component: Slot) -> Error {
        let (kind, span, _) = self.next_problem();
        Error::new(kind, span, Some(component))
    }

    /// Like [`Cursor::unexpected`], with a requirement of the scheme, unless every scheme rejects the character.
    #[cold]
    pub fn mismatch(&self, component: Slot, requirement: &'static Requirement) -> Error {
        let (kind, span, is_general) = self.next_problem();
        let error = Error::new(kind, span, Some(component));
        if is_general { error } else { error.against(requirement) }
    }

    /// Returns the error kind and span for the next character, and whether a general requirement covers it: whitespace at
    /// the end, a fragment, and an escape in a rule without escapes.
    fn next_problem(&self) -> (ErrorKind, Span, bool) {
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

    /// Records a deviation in lenient mode, and fails in strict mode.
    ///
    /// The error must cite one of the scheme's requirements. Its span is not consumed.
    ///
    /// # Errors
    /// Returns `error` in strict mode, and if it cites no requirement.
    pub fn tolerate(&mut self, error: Error) -> Result<(), Error> {
        match error.requirement {
            Some(requirement) if self.is_lenient => {
                self.deviations.push((requirement, error.span));
                Ok(())
            }
            _ => Err(error),
        }
    }

    /// Returns a tolerated requirement that is not among those of the definition.
    #[inline]
    pub(crate) fn unlisted(&self, requirements: &[Requirement]) -> Option<&'static Requirement> {
        let mut tolerated = self.deviations.iter().map(|(requirement, _)| *requirement);
        tolerated.find(|requirement| requirement.index_in(requirements).is_none())
    }

    /// Returns the spans of components and deviations as ABI structs. A deviation has the index of its requirement.
    #[inline]
    pub(crate) fn abi_spans<'c>(&'c self, requirements: &'c [Requirement]) -> impl Iterator<Item = abi::LocSpan> + 'c {
        let deviations = self.deviations.iter().filter_map(|(requirement, span)| {
            let index = requirement.index_in(requirements)?;
            Some(span.to_abi(abi::C_DEVIATION + index))
        });
        self.spans.abi_spans().chain(deviations)
    }
}

/// Returns the length of the text before the bracket that closes an IPv6 address; 0 if none does.
#[cold]
fn address_len(host: &[u8]) -> usize {
    let end = host.iter().position(|byte| matches!(byte, b'/' | b';' | b'?' | b']'));
    end.filter(|end| host[*end] == b']').unwrap_or(0)
}
