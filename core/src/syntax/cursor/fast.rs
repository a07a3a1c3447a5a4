//! Fast paths of the [`Cursor`], for the schemes of this workspace: scans with [`ByteMasks`] instead of byte by byte.
//! They are hidden because most have preconditions on the bytes that they search.
//!
//! A method named `*_fast` handles nearly every URL; otherwise it does not advance.

use super::Cursor;
use crate::simd::{ByteMasks, StopSet};
use crate::syntax::class::{self, Class};
use crate::text::digits;
use crate::text::span::{Slot, Span, Spans};

impl<'a> Cursor<'a> {
    /// Reads one or more bytes of `class` that are followed by one of `ends` or by the limit. Returns `None` without
    /// advancing if the slow path is needed.
    #[doc(hidden)]
    #[inline(always)]
    pub fn run_fast(&mut self, class: &Class, ends: &[u8]) -> Option<Span> {
        let (start, bytes) = (self.at, self.bytes);
        let end = self.run_end(class);
        let is_complete = bytes.get(end).is_none_or(|byte| ends.contains(byte));
        (is_complete && start < end).then(|| {
            self.at = end;
            Span::known(start, end)
        })
    }

    /// The end of the bytes of `class` that come next.
    #[doc(hidden)]
    #[inline(always)]
    pub fn run_end(&mut self, class: &Class) -> usize {
        class.run_end(self.text.as_bytes(), self.bytes, self.at, &mut self.masks)
    }

    /// The end of the letters, digits, `-` and `.` that begin at `from`.
    #[inline(always)]
    pub(crate) fn host_run_end(&mut self, from: usize) -> usize {
        class::HOST_BYTES.run_end(self.text.as_bytes(), self.bytes, from, &mut self.masks)
    }

    /// The end of the bytes of `class` and the escapes that come next. A class that lacks a host byte stops at escapes.
    #[inline(always)]
    pub(super) fn run_end_with_escapes(&mut self, class: &Class) -> usize {
        class.run_end_with_escapes(self.text.as_bytes(), self.bytes, self.at, &mut self.masks)
    }

    /// Returns the offset of the last `byte` before the first of `ends`. None of them may be a host byte.
    #[doc(hidden)]
    #[inline]
    pub(crate) fn rfind_before(&mut self, byte: u8, ends: &[u8]) -> Option<usize> {
        let (mut last, mut at) = (None, self.at);
        let is_wanted = |_, found: u8| found == byte || ends.contains(&found);
        loop {
            at = self.masks.first(self.text.as_bytes(), self.bytes, at, StopSet::NonHost, is_wanted);
            if self.bytes.get(at) != Some(&byte) {
                return last;
            }
            last = Some(at);
            at += 1;
        }
    }

    /// The bytes of the whole text.
    #[inline]
    pub(crate) fn all_bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    /// Whether the text may contain a `#`.
    #[inline]
    pub(crate) fn may_have_hash(&self) -> bool {
        self.masks.may_have_hash(self.text.as_bytes())
    }

    /// Whether the text may contain a `%`.
    #[doc(hidden)]
    #[inline]
    pub fn may_have_percent(&self) -> bool {
        self.masks.may_have_percent(self.text.as_bytes())
    }

    /// Returns the offset of the last `byte` in a span. It must not be a letter, a digit, `-` or `.`.
    #[doc(hidden)]
    #[inline]
    pub fn rfind_in(&self, span: Span, byte: u8) -> Option<usize> {
        let text = self.text.as_bytes();
        self.masks.last(text, span.start(), span.end(), byte)
    }

    /// The bits of the dots and of the hyphens in a span of 1 to 64 bytes.
    #[inline]
    pub(crate) fn dots_and_hyphens(&mut self, span: Span) -> (u64, u64) {
        self.masks.dots_and_hyphens(self.text.as_bytes(), span.start(), span.end())
    }

    /// The number that the digits of a span stand for. Returns `None` if the slow path is needed: the span does not
    /// have 1 to 8 digits, or fewer than 8 bytes of the text end with it.
    #[doc(hidden)]
    #[inline]
    pub fn number(&self, span: Span) -> Option<u32> {
        let len = span.len();
        if len == 0 || len > 8 {
            return None;
        }
        let eight = self.bytes.get(..span.end())?.last_chunk::<8>()?;
        digits::number(*eight, len)
    }

    /// Reads two dotted words joined by `separator`, such as `a.b@c.d`, up to the limit. Returns `None` without
    /// advancing if a word begins or ends with a dot or has two in a row, or if the whole is longer than 64 bytes.
    ///
    /// `class` must contain all letters and digits, the hyphen and the dot, and not the separator. Escapes belong to
    /// the words.
    #[doc(hidden)]
    #[inline]
    pub fn dotted_pair_fast(&mut self, class: &Class, separator: u8) -> Option<Span> {
        let (text, bytes, start) = (self.text.as_bytes(), self.bytes, self.at);
        let between = class.run_end_with_escapes(text, bytes, start, &mut self.masks);
        if bytes.get(between) != Some(&separator) {
            return None;
        }
        let end = class.run_end_with_escapes(text, bytes, between + 1, &mut self.masks);
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

    /// Calls `read` with the whole text and its masks.
    #[doc(hidden)]
    #[inline]
    pub fn masks<T>(&mut self, read: impl FnOnce(&'a [u8], &mut ByteMasks) -> T) -> T {
        read(self.text.as_bytes(), &mut self.masks)
    }

    /// Whether a scheme may take a fast path of its own: strictly, without a fragment, and if no one asks for warnings.
    /// [`Parser::parse_with_warnings`](crate::Parser::parse_with_warnings) compares the results of both paths.
    #[doc(hidden)]
    #[inline]
    pub fn allows_fast_path(&self) -> bool {
        !self.is_lenient() && self.on_warning.is_none() && self.spans.get(Slot::FRAGMENT).is_none()
    }

    /// Goes back to `begin`, with no component set, after a fast path that did not read everything.
    #[doc(hidden)]
    #[inline]
    pub fn restart(&mut self, begin: usize) {
        (self.at, self.spans) = (begin, Spans::NONE);
    }

    /// [`Cursor::skip_to`] without the check, for an offset that [`Cursor::run_end`] or a similar method returned.
    #[inline(always)]
    pub(crate) fn advance_to(&mut self, offset: usize) {
        debug_assert!(self.at <= offset && offset <= self.bytes.len());
        self.at = offset;
    }
}
