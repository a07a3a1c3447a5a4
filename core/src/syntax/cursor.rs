//! The cursor: what a scheme's `parse` reads the schemepart with. It moves forward, sets spans, and knows strict from
//! lenient, so that a scheme reads like its grammar.

use std::sync::Arc;

use crate::diagnostics::error::{Error, ErrorContext, ErrorKind};
use crate::diagnostics::requirement::{Requirement, RequirementRef, common};
use crate::diagnostics::warning::Warning;
use crate::simd::{ByteMasks, StopSet};
use crate::syntax::class::{self, Class};
use crate::syntax::escape;
use crate::syntax::options::Mode;
use crate::syntax::split::{self, Key, Split};
use crate::text::digits;
use crate::text::span::{Slot, Span, Spans};

/// A place in the text of a URL, moving towards its end.
///
/// Offsets are bytes of the whole text, so that a span of an error points into what the caller gave.
// The spans begin with a line of the cache: they are moved many at a time, and across two lines that takes half as long again as
// reading does.
#[repr(C, align(64))]
pub struct Cursor<'a> {
    /// Here, and not behind a reference: setting one changes nothing else, so what has been read of the cursor stays known.
    spans: Spans,
    at: usize,
    /// The text up to the end of what may be read.
    bytes: &'a [u8],
    text: &'a str,
    marks: ByteMasks,
    mode: Mode,
    on_warning: Option<&'a mut dyn FnMut(Warning)>,
}

impl<'a> Cursor<'a> {
    /// A cursor at the beginning of `part`, the schemepart within `text`. No component is set.
    ///
    /// # Panics
    /// If `part` does not lie in `text`; later on, if its ends do not lie on character boundaries.
    #[inline]
    pub fn new(text: &'a str, part: Span, mode: Mode, on_warning: Option<&'a mut dyn FnMut(Warning)>) -> Self {
        Self::with_marks(text, part, mode, on_warning, ByteMasks::NONE)
    }

    /// The same, where marks of the text are known.
    #[inline(always)]
    pub(crate) fn with_marks(
        text: &'a str,
        part: Span,
        mode: Mode,
        on_warning: Option<&'a mut dyn FnMut(Warning)>,
        marks: ByteMasks,
    ) -> Self {
        let bytes = &text.as_bytes()[..part.end()];
        Self { text, bytes, at: part.start(), spans: Spans::NONE, marks, mode, on_warning }
    }

    /// Reads the name of the scheme and the colon: what is left is the schemepart.
    pub(crate) fn split(&mut self) -> Result<Split, Error> {
        let parts = split::split_within(self.text, Span::new(self.at, self.bytes.len()))?;
        self.at = parts.schemepart.start();
        Ok(parts)
    }

    /// The same where the name is `short`.
    #[inline(always)]
    pub(crate) fn skip_past(&mut self, short: Key) {
        self.at += short.len as usize + 1;
    }

    /// Has the text end before `offset`, which is not before here.
    pub(crate) fn end_at(&mut self, offset: usize) {
        self.bytes = &self.bytes[..offset];
    }

    /// Lends the whole text and the marks that are known of it.
    #[inline]
    pub fn marks<T>(&mut self, look: impl FnOnce(&'a [u8], &mut ByteMasks) -> T) -> T {
        look(self.text.as_bytes(), &mut self.marks)
    }

    /// The offset of the next byte.
    #[inline]
    pub fn position(&self) -> usize {
        self.at
    }

    /// What has not been read yet.
    #[inline]
    pub fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// All bytes from `start` on, also those read already.
    #[inline]
    pub(crate) fn bytes_from(&self, start: usize) -> &'a [u8] {
        &self.bytes[start..]
    }

    /// The text of a span, such as one that [`Cursor::run`] gave.
    #[inline]
    pub fn text(&self, span: Span) -> &'a str {
        span.of(self.text)
    }

    /// Whether deviations pass, with a remark.
    #[inline]
    pub fn is_lenient(&self) -> bool {
        matches!(self.mode, Mode::Lenient)
    }

    /// The next byte, which is not consumed.
    #[inline]
    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// The byte at an offset; `None` behind the end.
    #[inline]
    pub fn byte(&self, offset: usize) -> Option<u8> {
        self.bytes.get(offset).copied()
    }

    /// Consumes `literal` if it comes next.
    #[inline]
    pub fn take(&mut self, literal: &str) -> bool {
        let comes = self.rest().starts_with(literal.as_bytes());
        if comes {
            self.at += literal.len();
        }
        comes
    }

    /// Goes on to the byte at `offset`.
    ///
    /// # Panics
    /// If that would go back, beyond the end or into a character: parsers go forward.
    #[inline]
    pub fn skip_to(&mut self, offset: usize) {
        assert!(self.at <= offset && offset <= self.bytes.len(), "a cursor goes forward, within the text");
        self.at = offset;
    }

    /// The same for an offset that [`Cursor::end_of`] and the like have given.
    #[inline(always)]
    pub(crate) fn go_to(&mut self, offset: usize) {
        debug_assert!(self.at <= offset && offset <= self.bytes.len());
        self.at = offset;
    }

    /// The span from `start` to here.
    #[inline]
    pub fn since(&self, start: usize) -> Span {
        Span::known(start, self.at)
    }

    /// Where the components stand that have been set.
    #[inline]
    pub fn spans(&self) -> &Spans {
        &self.spans
    }

    /// Where a component stands that has been set before.
    #[inline]
    pub fn get(&self, slot: Slot) -> Option<Span> {
        self.spans.get(slot)
    }

    /// Makes a component present.
    #[inline]
    pub fn set(&mut self, slot: Slot, span: Span) {
        self.spans.set(slot, span);
    }

    /// Reads as many bytes of `class`, and escapes, as come next: a rule such as `*uchar`.
    ///
    /// In lenient mode it also reads what the world writes: unsafe characters, spaces and characters outside
    /// US-ASCII, and a bare `%`, each with a remark.
    ///
    /// # Errors
    /// [`ErrorKind::BadEscape`] at a `%` without two hexadecimal digits.
    #[inline(always)]
    pub fn run(&mut self, class: &Class, component: &'static str) -> Result<Span, Error> {
        let (start, bytes) = (self.at, self.bytes);
        let end = self.end_of_units(class);
        self.at = end;
        let goes_on = match bytes.get(end) {
            Some(b'%') => true,
            Some(_) => self.is_lenient(),
            None => false,
        };
        if goes_on {
            self.run_slow(class, component)?;
            return Ok(self.since(start));
        }
        Ok(Span::known(start, end))
    }

    /// Reads at least one byte of `class`, where the text ends behind it or one of `ends` comes. `None`, and the cursor stays,
    /// where somebody has to look more closely.
    #[inline(always)]
    pub fn run_before(&mut self, class: &Class, ends: &[u8]) -> Option<Span> {
        let (start, bytes) = (self.at, self.bytes);
        let end = self.end_of(class);
        let is_all = bytes.get(end).is_none_or(|byte| ends.contains(byte));
        (is_all && start < end).then(|| {
            self.at = end;
            Span::known(start, end)
        })
    }

    /// The rest of [`Cursor::run`], where more than the class comes.
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

    /// Where the bytes of `class` end that come next.
    #[inline(always)]
    pub fn end_of(&mut self, class: &Class) -> usize {
        class.end_of_run(self.text.as_bytes(), self.bytes, self.at, &mut self.marks)
    }

    /// Where the letters, digits, `-` and `.` end that begin at `from`.
    #[inline(always)]
    pub(crate) fn end_of_host_bytes(&mut self, from: usize) -> usize {
        class::PLAIN.end_of_run(self.text.as_bytes(), self.bytes, from, &mut self.marks)
    }

    /// Where the bytes of `class` and the escapes end that come next; a class without some letter or digit stops at escapes.
    #[inline(always)]
    fn end_of_units(&mut self, class: &Class) -> usize {
        class.end_of_units(self.text.as_bytes(), self.bytes, self.at, &mut self.marks)
    }

    /// Goes on over the bytes of `class` that come next.
    #[inline(always)]
    pub fn skip(&mut self, class: &Class) {
        self.at = self.end_of(class);
    }

    /// The offset of the last `byte` before the first of `ends`, none of which is a letter, a digit, `-` or `.`.
    #[inline]
    pub fn last_before(&mut self, byte: u8, ends: &[u8]) -> Option<usize> {
        let (mut last, mut at) = (None, self.at);
        let wanted = |_, found: u8| found == byte || ends.contains(&found);
        loop {
            at = self.marks.first(self.text.as_bytes(), self.bytes, at, StopSet::NonHost, wanted);
            if self.bytes.get(at) != Some(&byte) {
                return last;
            }
            last = Some(at);
            at += 1;
        }
    }

    /// Whether there may be a `#` in the text.
    #[inline]
    pub(crate) fn may_have_hash(&self) -> bool {
        self.marks.may_have_hash(self.text.as_bytes())
    }

    /// Whether there may be a `%` in the text.
    #[inline]
    pub fn may_have_percent(&self) -> bool {
        self.marks.may_have_percent(self.text.as_bytes())
    }

    /// The offset of the last `byte` in a span. It is none of a letter, a digit, `-` and `.`.
    #[inline]
    pub fn last_in(&self, span: Span, byte: u8) -> Option<usize> {
        let text = self.text.as_bytes();
        self.marks.last(text, span.start(), span.end(), byte)
    }

    /// Where dots and hyphens stand in a span of one to 64 bytes, as bits.
    #[inline]
    pub(crate) fn dots_and_hyphens(&mut self, span: Span) -> (u64, u64) {
        self.marks.dots_and_hyphens(self.text.as_bytes(), span.start(), span.end())
    }

    /// The number that a span of one to eight bytes is, where all of them are digits and at least eight bytes of the text
    /// end with it; `None` where somebody else has to look.
    #[inline]
    pub fn number(&self, span: Span) -> Option<u32> {
        let len = span.len();
        if len == 0 || len > 8 {
            return None;
        }
        let eight = self.bytes.get(..span.end())?.last_chunk::<8>()?;
        digits::number(*eight, len)
    }

    /// Reads words of `class`, with one dot between each two, but for one `sign` between two of them; they end with the text.
    /// `None`, and the cursor stays, where there are none, a dot or a sign stands elsewhere, or they are longer than 64 bytes
    /// together.
    ///
    /// The class has the dot, and every letter and digit and the hyphen, and not the sign. Escapes are part of the words,
    /// whatever they stand for.
    #[inline]
    pub fn dotted_around(&mut self, class: &Class, sign: u8) -> Option<Span> {
        let (text, bytes, start) = (self.text.as_bytes(), self.bytes, self.at);
        let between = class.end_of_units(text, bytes, start, &mut self.marks);
        if bytes.get(between) != Some(&sign) {
            return None;
        }
        let end = class.end_of_units(text, bytes, between + 1, &mut self.marks);
        if end < bytes.len() || end - start > u64::BITS as usize {
            return None;
        }
        let words = Span::known(start, end);
        let (dots, _) = self.dots_and_hyphens(words);
        let ends = dots | 1 << (between - start);
        let begins = ends << 1 | 1;
        if begins & ends != 0 || ends >> (words.len() - 1) != 0 {
            return None;
        }
        self.at = end;
        Some(words)
    }

    /// The offset of the next `literal`, or of the end where there is none. It begins with a character that is neither a
    /// letter, a digit, `-` nor `.`.
    pub fn find(&mut self, literal: &str) -> usize {
        let (literal, mut from) = (literal.as_bytes(), self.at);
        let is_first = |_, byte| literal.first() == Some(&byte);
        loop {
            let at = self.marks.first(self.text.as_bytes(), self.bytes, from, StopSet::NonHost, is_first);
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
    /// If `end` is not between here and the end of the text.
    pub fn run_to(&mut self, end: usize, class: &Class, component: &'static str) -> Result<Span, Error> {
        self.until(end, |at| {
            let span = at.run(class, component)?;
            at.finish(class, component)?;
            Ok(span)
        })
    }

    /// Reads as if the text ended at `end`.
    ///
    /// # Panics
    /// If `end` is not between here and the end of the text.
    pub fn until<T>(&mut self, end: usize, read: impl FnOnce(&mut Self) -> T) -> T {
        let whole = self.bytes;
        self.bytes = &whole[..end];
        let outcome = read(self);
        self.bytes = whole;
        outcome
    }

    /// Reads a span as if the text began and ended with it. The cursor stays here.
    ///
    /// # Panics
    /// If the span does not lie in the text.
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
        let error = self.error(ErrorKind::BadEscape, class.rule(), component, span, class.family().bad_escape);
        if !class.takes_bare_percent() {
            return Err(error);
        }
        self.at += 1;
        self.tolerate(error)
    }

    /// Reads the tolerated characters that come next, as one remark for each kind of them.
    #[cold]
    fn tolerate_run(&mut self, class: &Class) -> bool {
        let start = self.at;
        let Some(first) = self.next_char().filter(|&found| class::is_tolerated(found)) else {
            return false;
        };
        let requirement = class.family().requirement(first);
        while let Some(found) = self.next_char() {
            if !class::is_tolerated(found) || class.family().requirement(found) != requirement {
                break;
            }
            self.at += found.len_utf8();
        }
        self.warn(requirement, self.since(start));
        true
    }

    /// Reads as many bytes of `class` as come next, in a rule that has no escapes: `digits`, `group`.
    ///
    /// In lenient mode an escape that stands for a byte of the class passes, with a remark.
    #[inline(always)]
    pub fn run_unescaped(&mut self, class: &Class) -> Span {
        let start = self.at;
        let end = self.end_of(class);
        self.at = end;
        if self.is_lenient() {
            self.run_unescaped_slow(class);
            return self.since(start);
        }
        Span::known(start, end)
    }

    /// The rest of [`Cursor::run_unescaped`] in lenient mode.
    #[cold]
    fn run_unescaped_slow(&mut self, class: &Class) {
        while escape::byte(self.rest()).is_some_and(|byte| class.has(byte)) {
            self.warn(&common::NO_ESCAPES, Span::new(self.at, self.at + 3));
            self.at += 3;
            self.skip(class);
        }
    }

    /// Asserts that nothing is left: whatever comes now is no part of `component`, which `class` describes.
    ///
    /// # Errors
    /// [`ErrorKind::Unexpected`] at the next character.
    #[inline]
    pub fn finish(&self, class: &Class, component: &'static str) -> Result<(), Error> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(self.unexpected(class, component)) }
    }

    /// Asserts that nothing is left, in a rule without escapes.
    ///
    /// # Errors
    /// [`ErrorKind::Unexpected`] at the next character, under a requirement of the scheme's own.
    #[inline]
    pub fn end(
        &self,
        rule: &'static str,
        component: &'static str,
        requirement: &'static Requirement,
    ) -> Result<(), Error> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(self.mismatch(rule, component, requirement)) }
    }

    /// The error that the next character is no part of `component`, under the requirement that explains the character.
    #[cold]
    pub fn unexpected(&self, class: &Class, component: &'static str) -> Error {
        let requirement = self.next_char().map_or(&common::END, |found| class.family().requirement(found));
        self.mismatch(class.rule(), component, requirement)
    }

    /// The error that the next character does not fit `rule`, or that the text ends where it should begin, under a
    /// requirement of the scheme's own.
    #[cold]
    pub fn mismatch(&self, rule: &'static str, component: &'static str, requirement: &'static Requirement) -> Error {
        let Some(found) = self.next_char() else {
            return self.error(ErrorKind::Missing, rule, component, Span::at(self.at), requirement);
        };
        // Whatever part of the text is being read: "around" means around the whole.
        let rest = &self.text[self.at..];
        let (width, requirement) = match found {
            _ if rest.chars().all(class::is_whitespace) => (rest.len(), &common::AROUND),
            '#' => (rest.len(), &common::FRAGMENT),
            '%' if escape::byte(rest.as_bytes()).is_some() => (3, &common::NO_ESCAPES),
            _ => (found.len_utf8(), requirement),
        };
        self.error(ErrorKind::Unexpected, rule, component, Span::new(self.at, self.at + width), requirement)
    }

    /// An error at `span`, with the character that stands there.
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

    /// [`Cursor::error`], of a scheme that was made at run time.
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
        if let Some(on_warning) = &mut self.on_warning {
            on_warning(Warning::deviation(requirement.into(), span));
        }
    }

    /// Reads from here strictly and on trial: if that fails, no component it set is kept. The cursor stays here.
    pub fn trial(&mut self, read: impl FnOnce(&mut Self) -> Result<(), Error>) {
        let before = (self.at, self.spans, self.mode, self.on_warning.take());
        self.mode = Mode::Strict;
        let outcome = read(self);
        let tried = self.spans;
        (self.at, self.spans, self.mode, self.on_warning) = before;
        if outcome.is_ok() {
            self.spans = tried;
        }
    }

    fn next_char(&self) -> Option<char> {
        self.text[self.at..self.bytes.len()].chars().next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static UCHAR: Class = Class::uchar("uchar");

    fn read(text: &str, mode: Mode) -> (Result<Span, Error>, Vec<(String, Span)>) {
        let mut warnings = Vec::new();
        let mut note = |warning: Warning| warnings.push((warning.id().to_owned(), warning.span()));
        let part = Span::new(0, text.len());
        let mut at = Cursor::new(text, part, mode, Some(&mut note));
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
