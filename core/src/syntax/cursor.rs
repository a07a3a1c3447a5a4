//! The [`Cursor`] with which a scheme's `parse` reads the schemepart: it moves forward, sets spans and handles lenient
//! mode, so that a scheme reads like its grammar.

mod fast;

use alloc::sync::Arc;

use crate::diagnostics::error::{Error, ErrorContext, ErrorKind};
use crate::diagnostics::requirement::{Requirement, RequirementRef, common};
use crate::diagnostics::warning::{Severity, Warning};
use crate::simd::{ByteMasks, StopSet};
use crate::syntax::class::{self, Class};
use crate::syntax::escape;
use crate::syntax::options::Mode;
use crate::syntax::split::{self, Key, Split};
use crate::text::span::{Slot, Span, Spans};

/// A position in the text of a URL that moves forward.
///
/// Offsets count bytes of the whole text, so that the span of an error points into the caller's text.
///
/// ```
/// use anyurl_core::{Error, Mode, Slot, Span};
/// use anyurl_core::authors::{Class, Cursor};
///
/// const NUMBER: Slot = Slot::own(0);
/// static DIGITS: Class = Class::none("digits").and(b"0123456789");
///
/// /// `number = *digit`
/// fn number(at: &mut Cursor<'_>) -> Result<(), Error> {
///     let number = at.run_unescaped(&DIGITS);
///     at.set(NUMBER, number);
///     at.finish(&DIGITS, "number")
/// }
///
/// let mut at = Cursor::new("x-box:42", Span::new(6, 8), Mode::Strict, None);
/// number(&mut at)?;
/// assert_eq!(at.get(NUMBER).map(|span| at.text(span)), Some("42"));
/// let mut at = Cursor::new("x-box:4a", Span::new(6, 8), Mode::Strict, None);
/// assert_eq!(number(&mut at).unwrap_err().span().range(), 7..8);
/// # Ok::<(), Error>(())
/// ```
// Aligned so that the spans begin at a cache line: they are copied by vector moves, which are slow across two lines.
#[repr(C, align(64))]
pub struct Cursor<'a> {
    /// Stored inline, not behind a reference: the compiler knows that setting a span leaves the other fields unchanged.
    spans: Spans,
    at: usize,
    /// The text up to the limit.
    bytes: &'a [u8],
    text: &'a str,
    masks: ByteMasks,
    mode: Mode,
    on_warning: Option<&'a mut dyn FnMut(Warning)>,
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at the beginning of `part`, the schemepart within `text`. No component is set.
    ///
    /// # Panics
    /// If `part` is not within `text`. Later methods panic if its ends are not on character boundaries.
    #[inline]
    pub fn new(text: &'a str, part: Span, mode: Mode, on_warning: Option<&'a mut dyn FnMut(Warning)>) -> Self {
        Self::with_masks(text, part, mode, on_warning, ByteMasks::NONE)
    }

    /// [`Cursor::new`], with the masks of the text.
    #[inline(always)]
    pub(crate) fn with_masks(
        text: &'a str,
        part: Span,
        mode: Mode,
        on_warning: Option<&'a mut dyn FnMut(Warning)>,
        masks: ByteMasks,
    ) -> Self {
        let bytes = &text.as_bytes()[..part.end()];
        Self { text, bytes, at: part.start(), spans: Spans::NONE, masks, mode, on_warning }
    }

    /// Reads the scheme name and the colon; the schemepart is left.
    pub(crate) fn split(&mut self) -> Result<Split, Error> {
        let parts = split::split_within(self.text, Span::new(self.at, self.bytes.len()))?;
        self.at = parts.schemepart.start();
        Ok(parts)
    }

    /// [`Cursor::split`] for a name that [`Key::short`] has read.
    #[inline(always)]
    pub(crate) fn skip_scheme(&mut self, name: Key) {
        self.at += name.len as usize + 1;
    }

    /// Lowers the limit to `offset`, which must not be before the position.
    pub(crate) fn truncate(&mut self, offset: usize) {
        self.bytes = &self.bytes[..offset];
    }

    /// The offset of the next byte.
    #[inline]
    pub fn position(&self) -> usize {
        self.at
    }

    /// The offset at which reading ends: the end of the schemepart, or of the part that [`Cursor::until`] or
    /// [`Cursor::within`] reads.
    #[inline]
    pub fn limit(&self) -> usize {
        self.bytes.len()
    }

    /// The bytes that have not been read yet.
    #[inline]
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// The bytes from `start` to the limit.
    #[inline]
    pub(crate) fn bytes_from(&self, start: usize) -> &'a [u8] {
        &self.bytes[start..]
    }

    /// The text of a span, such as one that [`Cursor::run`] returned.
    #[inline]
    pub fn text(&self, span: Span) -> &'a str {
        span.of(self.text)
    }

    /// Whether deviations are tolerated, with a warning.
    #[inline]
    pub fn is_lenient(&self) -> bool {
        matches!(self.mode, Mode::Lenient)
    }

    /// The next byte, without consuming it.
    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// The byte at an offset; `None` at the limit or after it.
    #[inline]
    pub fn byte(&self, offset: usize) -> Option<u8> {
        self.bytes.get(offset).copied()
    }

    /// Consumes `literal` if it comes next.
    #[inline]
    pub fn take(&mut self, literal: &str) -> bool {
        let is_next = self.rest().starts_with(literal.as_bytes());
        if is_next {
            self.at += literal.len();
        }
        is_next
    }

    /// Moves forward to the byte at `offset`.
    ///
    /// # Panics
    /// If `offset` is before the position or after the limit. Later methods panic if it is inside a character.
    #[inline]
    pub fn skip_to(&mut self, offset: usize) {
        assert!(self.at <= offset && offset <= self.bytes.len(), "a cursor moves forward, up to its limit");
        self.at = offset;
    }

    /// The span from `start` to the position.
    #[inline]
    pub fn since(&self, start: usize) -> Span {
        Span::known(start, self.at)
    }

    /// The spans of the components set so far.
    #[inline]
    pub fn spans(&self) -> &Spans {
        &self.spans
    }

    /// The span of a component, if it is set.
    #[inline]
    pub fn get(&self, slot: Slot) -> Option<Span> {
        self.spans.get(slot)
    }

    /// Sets the span of a component.
    #[inline]
    pub fn set(&mut self, slot: Slot, span: Span) {
        self.spans.set(slot, span);
    }

    /// Reads as many bytes of `class`, and escapes, as come next: a rule such as `*uchar`.
    ///
    /// Lenient mode also reads unsafe characters (A-42), spaces and characters outside US-ASCII (A-43), and a bare `%`
    /// (A-31), each with a warning.
    ///
    /// ```
    /// use anyurl_core::{Mode, Span};
    /// use anyurl_core::authors::{Class, Cursor};
    ///
    /// static UCHAR: Class = Class::uchar("uchar");
    /// let read = |mode| Cursor::new("a%2F~b/c", Span::new(0, 8), mode, None).run(&UCHAR, "name");
    /// assert_eq!(read(Mode::Strict)?.range(), 0..4);
    /// assert_eq!(read(Mode::Lenient)?.range(), 0..6);
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::BadEscape`] at a `%` without two hexadecimal digits.
    #[inline(always)]
    pub fn run(&mut self, class: &Class, component: &'static str) -> Result<Span, Error> {
        let (start, bytes) = (self.at, self.bytes);
        let end = self.run_end_with_escapes(class);
        self.at = end;
        let needs_slow_path = match bytes.get(end) {
            Some(b'%') => true,
            Some(_) => self.is_lenient(),
            None => false,
        };
        if needs_slow_path {
            self.run_slow(class, component)?;
            return Ok(self.since(start));
        }
        Ok(Span::known(start, end))
    }

    /// Slow path of [`Cursor::run`], for bytes outside the class.
    #[cold]
    fn run_slow(&mut self, class: &Class, component: &'static str) -> Result<(), Error> {
        loop {
            match self.peek() {
                Some(b'%') => self.escape(class, component)?,
                Some(_) if self.is_lenient() && self.tolerate_run(class) => {}
                _ => return Ok(()),
            }
            self.skip(class);
        }
    }

    /// Skips the bytes of `class` that come next.
    #[inline(always)]
    pub fn skip(&mut self, class: &Class) {
        self.at = self.run_end(class);
    }

    /// Returns the offset of the next `literal`, or the limit if there is none. The literal must not begin with a
    /// letter, a digit, `-` or `.`.
    ///
    /// ```
    /// use anyurl_core::{Mode, Span};
    /// use anyurl_core::authors::Cursor;
    ///
    /// let mut at = Cursor::new("x-foo:a;b", Span::new(6, 9), Mode::Strict, None);
    /// assert_eq!((at.find(";"), at.find("?")), (7, 9));
    /// ```
    pub fn find(&mut self, literal: &str) -> usize {
        let (literal, mut from) = (literal.as_bytes(), self.at);
        let is_first = |_, byte| literal.first() == Some(&byte);
        loop {
            let at = self.masks.first(self.text.as_bytes(), self.bytes, from, StopSet::NonHost, is_first);
            if at == self.bytes.len() || self.bytes[at..].starts_with(literal) {
                return at;
            }
            from = at + 1;
        }
    }

    /// Reads everything up to `end`, as [`Cursor::run`] does.
    ///
    /// # Errors
    /// Those of [`Cursor::run`], and [`ErrorKind::Unexpected`] at a character before `end` that is not of `class`.
    ///
    /// # Panics
    /// If `end` is before the position or after the limit.
    pub fn run_to(&mut self, end: usize, class: &Class, component: &'static str) -> Result<Span, Error> {
        self.until(end, |at| {
            let span = at.run(class, component)?;
            at.finish(class, component)?;
            Ok(span)
        })
    }

    /// Calls `read` with the limit at `end`.
    ///
    /// # Panics
    /// If `end` is before the position or after the limit.
    pub fn until<T>(&mut self, end: usize, read: impl FnOnce(&mut Self) -> T) -> T {
        let bytes = self.bytes;
        self.bytes = &bytes[..end];
        let outcome = read(self);
        self.bytes = bytes;
        outcome
    }

    /// Calls `read` with the position and the limit at the ends of a span, then restores both.
    ///
    /// # Panics
    /// If the span is not within the text.
    pub fn within<T>(&mut self, span: Span, read: impl FnOnce(&mut Self) -> T) -> T {
        let (bytes, at) = (self.bytes, self.at);
        self.bytes = &self.text.as_bytes()[..span.end()];
        self.at = span.start();
        let outcome = read(self);
        (self.bytes, self.at) = (bytes, at);
        outcome
    }

    /// `escape = "%" hex hex`
    #[inline]
    fn escape(&mut self, class: &Class, component: &'static str) -> Result<(), Error> {
        if escape::byte(self.rest()).is_some() {
            self.at += 3;
            return Ok(());
        }
        let span = Span::new(self.at, self.at + 1);
        let error = self.error(ErrorKind::BadEscape, class.rule(), component, span, class.requirements().bad_escape);
        if !class.allows_bare_percent() {
            return Err(error);
        }
        self.at += 1;
        self.tolerate(error)
    }

    /// Reads the tolerated characters that come next and break the same requirement, with one warning.
    #[cold]
    fn tolerate_run(&mut self, class: &Class) -> bool {
        let start = self.at;
        let Some(first) = self.next_char().filter(|&found| class::is_tolerated(found)) else {
            return false;
        };
        let requirement = class.requirements().for_char(first);
        while let Some(found) = self.next_char() {
            if !class::is_tolerated(found) || class.requirements().for_char(found) != requirement {
                break;
            }
            self.at += found.len_utf8();
        }
        self.warn(requirement, self.since(start));
        true
    }

    /// Reads as many bytes of `class` as come next, in a rule that has no escapes: `digits`, `group`.
    ///
    /// Lenient mode also reads escapes of bytes of the class, each with a warning (A-32).
    ///
    /// ```
    /// use anyurl_core::authors::authority::DIGITS;
    /// use anyurl_core::{Mode, Span};
    /// use anyurl_core::authors::Cursor;
    ///
    /// let read = |mode| Cursor::new("4%32/", Span::new(0, 5), mode, None).run_unescaped(&DIGITS).range();
    /// assert_eq!((read(Mode::Strict), read(Mode::Lenient)), (0..1, 0..4));
    /// ```
    #[inline(always)]
    pub fn run_unescaped(&mut self, class: &Class) -> Span {
        let start = self.at;
        let end = self.run_end(class);
        self.at = end;
        if self.is_lenient() {
            self.run_unescaped_slow(class);
            return self.since(start);
        }
        Span::known(start, end)
    }

    /// Slow path of [`Cursor::run_unescaped`], for lenient mode.
    #[cold]
    fn run_unescaped_slow(&mut self, class: &Class) {
        while escape::byte(self.rest()).is_some_and(|byte| class.has(byte)) {
            self.warn(&common::NO_ESCAPES, Span::new(self.at, self.at + 3));
            self.at += 3;
            self.skip(class);
        }
    }

    /// Requires that everything is read: no further character belongs to `component`, which `class` describes.
    ///
    /// # Errors
    /// [`ErrorKind::Unexpected`] at the next character.
    #[inline]
    pub fn finish(&self, class: &Class, component: &'static str) -> Result<(), Error> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(self.unexpected(class, component)) }
    }

    /// [`Cursor::finish`] for a rule without escapes, with a requirement of the scheme's own.
    ///
    /// # Errors
    /// [`ErrorKind::Unexpected`] at the next character.
    #[inline]
    pub fn end(
        &self,
        rule: &'static str,
        component: &'static str,
        requirement: &'static Requirement,
    ) -> Result<(), Error> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(self.mismatch(rule, component, requirement)) }
    }

    /// The error that the next character does not belong to `component`, with the requirement for that character.
    #[cold]
    pub fn unexpected(&self, class: &Class, component: &'static str) -> Error {
        let requirement = self.next_char().map_or(&common::END, |found| class.requirements().for_char(found));
        self.mismatch(class.rule(), component, requirement)
    }

    /// The error that the next character, or the end, does not match `rule`, with a requirement of the scheme's own.
    #[cold]
    pub fn mismatch(&self, rule: &'static str, component: &'static str, requirement: &'static Requirement) -> Error {
        let Some(found) = self.next_char() else {
            return self.error(ErrorKind::Missing, rule, component, Span::at(self.at), requirement);
        };
        // The rest of the whole text, not only up to the limit: whitespace around the URL ends the text.
        let rest = &self.text[self.at..];
        let (width, requirement) = match found {
            _ if rest.chars().all(class::is_whitespace) => (rest.len(), &common::AROUND),
            '#' => (rest.len(), &common::FRAGMENT),
            '%' if escape::byte(rest.as_bytes()).is_some() => (3, requirement.of_no_escapes()),
            _ => (found.len_utf8(), requirement),
        };
        self.error(ErrorKind::Unexpected, rule, component, Span::new(self.at, self.at + width), requirement)
    }

    /// An error at `span`, with the first character of the span.
    #[cold]
    pub fn error(
        &self,
        kind: ErrorKind,
        rule: &'static str,
        component: &'static str,
        span: Span,
        requirement: &'static Requirement,
    ) -> Error {
        Error::new(kind, rule, component, span, requirement).found(span.of(self.text).chars().next())
    }

    /// [`Cursor::error`] for a scheme made at run time.
    #[cold]
    pub fn shared_error(&self, kind: ErrorKind, span: Span, context: Arc<ErrorContext>) -> Error {
        Error::shared(kind, span, context).found(span.of(self.text).chars().next())
    }

    /// Turns an error into a warning in lenient mode.
    ///
    /// # Errors
    /// `error`, in strict mode.
    #[cold]
    pub fn tolerate(&mut self, error: Error) -> Result<(), Error> {
        if !self.is_lenient() {
            return Err(error);
        }
        if let Some(on_warning) = &mut self.on_warning {
            on_warning(Warning::deviation(error.requirement_ref(), error.span()));
        }
        Ok(())
    }

    /// Reports that the text at `span` deviates from a requirement, if the caller wants warnings.
    #[cold]
    pub fn warn(&mut self, requirement: impl Into<RequirementRef>, span: Span) {
        self.warn_of(Severity::Note, requirement, span);
    }

    /// [`Cursor::warn`], with a severity, by which a [`Policy`](crate::Policy) judges.
    #[cold]
    pub fn warn_of(&mut self, severity: Severity, requirement: impl Into<RequirementRef>, span: Span) {
        if let Some(on_warning) = &mut self.on_warning {
            on_warning(Warning::deviation(requirement.into(), span).with_severity(severity));
        }
    }

    /// Calls `read` in strict mode and keeps the components that it sets if it succeeds. The position does not change.
    pub fn trial(&mut self, read: impl FnOnce(&mut Self) -> Result<(), Error>) {
        let before = (self.at, self.spans, self.mode, self.on_warning.take());
        self.mode = Mode::Strict;
        let outcome = read(self);
        let spans = self.spans;
        (self.at, self.spans, self.mode, self.on_warning) = before;
        if outcome.is_ok() {
            self.spans = spans;
        }
    }

    /// Calls `read`, and if it fails, forgets what it did and calls `other`. What `read` tolerates is reported only if it
    /// succeeds; it is then called twice if the caller wants warnings.
    ///
    /// ```
    /// use anyurl_core::authors::authority::DIGITS;
    /// use anyurl_core::{Mode, Span};
    /// use anyurl_core::authors::{Class, Cursor};
    ///
    /// static UCHAR: Class = Class::uchar("uchar");
    /// let mut at = Cursor::new("4a", Span::new(0, 2), Mode::Strict, None);
    /// at.or_else(
    ///     |at| {
    ///         at.skip(&DIGITS);
    ///         at.finish(&DIGITS, "number")
    ///     },
    ///     |at| at.run(&UCHAR, "name").map(drop),
    /// )?;
    /// assert_eq!(at.position(), 2);
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of `other`.
    pub fn or_else(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<(), Error>,
        other: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (at, spans, on_warning) = (self.at, self.spans, self.on_warning.take());
        let outcome = read(self);
        self.on_warning = on_warning;
        if outcome.is_ok() && self.on_warning.is_none() {
            return Ok(());
        }
        (self.at, self.spans) = (at, spans);
        if outcome.is_ok() { read(self) } else { other(self) }
    }

    /// Calls `read`, and if it selects something, forgets what it did and calls `other` with that. What `read` tolerates is
    /// reported only if it selects nothing; it is then called twice if the caller wants warnings.
    ///
    /// # Errors
    /// Those of `read` and of `other`.
    pub(crate) fn select<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<Option<T>, Error>,
        other: impl FnOnce(&mut Self, &T) -> Result<(), Error>,
    ) -> Result<Option<T>, Error> {
        let (at, spans, on_warning) = (self.at, self.spans, self.on_warning.take());
        let outcome = read(self);
        self.on_warning = on_warning;
        let selected = outcome?;
        if selected.is_none() && self.on_warning.is_none() {
            return Ok(None);
        }
        (self.at, self.spans) = (at, spans);
        match &selected {
            Some(selected) => other(self, selected)?,
            None => read(self).map(drop)?,
        }
        Ok(selected)
    }

    fn next_char(&self) -> Option<char> {
        self.text[self.at..self.bytes.len()].chars().next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::prelude::*;

    static UCHAR: Class = Class::uchar("uchar");

    fn read(text: &str, mode: Mode) -> (Result<Span, Error>, Vec<(String, Span)>) {
        let mut warnings = Vec::new();
        let mut add = |warning: Warning| warnings.push((warning.id().to_owned(), warning.span()));
        let mut at = Cursor::new(text, Span::new(0, text.len()), mode, Some(&mut add));
        let outcome = at.run(&UCHAR, "path");
        (outcome, warnings)
    }

    #[test]
    fn strict_mode_stops_and_lenient_mode_warns() {
        assert_eq!(read("a~b", Mode::Strict).0, Ok(Span::new(0, 1)));
        let (outcome, warnings) = read("a~|b é/", Mode::Lenient);
        assert_eq!(outcome, Ok(Span::new(0, 7)));
        assert_eq!(
            warnings.iter().map(|(id, span)| (&**id, *span)).collect::<Vec<_>>(),
            [("A-42", Span::new(1, 3)), ("A-43", Span::new(4, 5)), ("A-43", Span::new(5, 7))]
        );
    }

    #[test]
    fn a_bare_percent_is_rejected_or_warned_of() {
        let error = read("ab%4g", Mode::Strict).0.unwrap_err();
        assert_eq!((error.kind(), error.span()), (ErrorKind::BadEscape, Span::new(2, 3)));
        assert_eq!(read("ab%4g", Mode::Lenient).1, [("A-31".to_owned(), Span::new(2, 3))]);
    }

    #[test]
    fn a_failed_trial_leaves_nothing() {
        let mut at = Cursor::new("ab", Span::new(0, 2), Mode::Lenient, None);
        at.trial(|at| {
            at.set(Slot::HOST, Span::new(0, 1));
            Err(at.mismatch("host", "host", &common::HOST_CHAR))
        });
        assert_eq!(at.position(), 0);
        assert_eq!(*at.spans(), Spans::NONE);
    }
}
