//! The text that a plugin parses, and the mapping of its offsets back to the original text.
//!
//! The text is US-ASCII and begins with the scheme's name. In lenient mode, everything that every scheme tolerates is
//! percent-encoded. In strict mode, [`NON_ASCII`] replaces each byte outside US-ASCII.

use std::borrow::Cow;

use anyurl_core::Span;
use anyurl_core::authors::{Cursor, Grammar, Requirement, escape};

/// Replaces each byte outside US-ASCII in strict mode: DEL, which no grammar allows, so that the plugin reports an error
/// there by its own rules.
const NON_ASCII: char = '\x7F';

/// The text that a plugin receives: US-ASCII, from the scheme's name on.
#[derive(Clone, Copy)]
pub(super) struct PluginText<'t> {
    pub(super) text: &'t str,
    /// The offset of the schemepart.
    pub(super) begin: usize,
}

impl PluginText<'_> {
    /// Returns the bytes of the schemepart.
    #[inline]
    pub(super) fn part(&self) -> &[u8] {
        &self.text.as_bytes()[self.begin..]
    }

    /// Returns whether the authority can end at an offset: before `/`, `;` or `?`, and at the end of the text.
    #[inline]
    pub(super) fn ends_authority(&self, at: usize) -> bool {
        matches!(self.text.as_bytes().get(at), None | Some(b'/' | b';' | b'?'))
    }

    /// Returns whether a span is within the schemepart.
    #[inline]
    pub(super) fn contains(self, start: u32, end: u32) -> bool {
        let (start, end) = (start as usize, end as usize);
        self.begin <= start && start <= end && end <= self.text.len()
    }
}

/// A URL as passed to a plugin.
pub(super) struct PluginUrl<'t> {
    text: Cow<'t, str>,
    /// The offset of the schemepart in `text`.
    begin: usize,
    /// The offset of the URL in the original text.
    base: usize,
    /// The characters that are replaced in `text`.
    replaced: Vec<ReplacedChar>,
}

struct ReplacedChar {
    /// The span of the character, relative to the start of the URL.
    original: Span,
    /// The span of the replacement in [`PluginUrl::text`].
    replacement: Span,
    c: char,
}

impl<'t> PluginUrl<'t> {
    /// Creates the text for the URL with the schemepart `part` in the text that `slice` slices.
    pub(super) fn new(
        name_len: usize,
        part: Span,
        is_lenient: bool,
        grammar: Grammar,
        slice: impl Fn(Span) -> &'t str,
    ) -> Option<Self> {
        let base = part.start().checked_sub(name_len + 1)?;
        let text = slice(Span::new(base, part.end()));
        let mut url = Self { text: Cow::Borrowed(text), begin: name_len + 1, base, replaced: Vec::new() };
        if is_lenient || !text.is_ascii() {
            url.replace_chars(text, is_lenient, grammar);
        }
        Some(url)
    }

    /// Creates the text for a cursor at the start of the schemepart.
    pub(super) fn from_cursor(at: &Cursor<'t>, name_len: usize, grammar: Grammar) -> Option<Self> {
        let part = Span::new(at.position(), at.limit());
        Self::new(name_len, part, at.is_lenient(), grammar, |span| at.text(span))
    }

    /// Returns the text for the plugin.
    #[inline]
    pub(super) fn text(&self) -> PluginText<'_> {
        PluginText { text: &self.text, begin: self.begin }
    }

    /// Replaces characters by escapes in lenient mode, and by [`NON_ASCII`] in strict mode. Copies the text only if there is
    /// a character to replace.
    fn replace_chars(&mut self, url: &'t str, is_lenient: bool, grammar: Grammar) {
        let authority = authority_range(url, self.begin);
        let is_replaced = |(at, c): &(usize, char)| match c {
            '%' => is_lenient && escape::byte(&url.as_bytes()[*at..]).is_none(),
            '~' if grammar == Grammar::Rfc3986 => false,
            '[' | ']' if grammar == Grammar::Rfc3986 && authority.contains(at) => false,
            c if c.is_ascii() => is_lenient && anyurl_core::internal::is_tolerated(*c),
            _ => true,
        };
        let mut text = String::new();
        let mut copied = 0;
        for (at, c) in url.char_indices().skip(self.begin).filter(is_replaced) {
            text.push_str(&url[copied..at]);
            let start = text.len();
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                if is_lenient {
                    text.extend(escape::escape(byte).map(char::from));
                } else {
                    text.push(NON_ASCII);
                }
            }
            copied = at + c.len_utf8();
            let (original, replacement) = (Span::new(at, copied), Span::new(start, text.len()));
            self.replaced.push(ReplacedChar { original, replacement, c });
        }
        if !self.replaced.is_empty() {
            text.push_str(&url[copied..]);
            self.text = Cow::Owned(text);
        }
    }

    /// Maps a span of [`PluginUrl::text`] to the original text, extended to whole characters.
    #[inline]
    pub(super) fn original_span(&self, start: usize, end: usize) -> Span {
        if self.replaced.is_empty() {
            return Span::new(self.base + start, self.base + end.max(start));
        }
        let end = end.max(start);
        let (first, last) = (self.original_offsets(start).0, self.original_offsets(end));
        let last = if start == end { first } else { last.1 };
        Span::new(self.base + first, self.base + last.max(first))
    }

    /// Maps an offset to the URL. Within a replacement, returns start and end of the character; otherwise the same offset
    /// twice.
    fn original_offsets(&self, offset: usize) -> (usize, usize) {
        let after = self.replaced.partition_point(|one| one.replacement.start() < offset);
        let Some(before) = after.checked_sub(1).map(|n| &self.replaced[n]) else {
            return (offset, offset);
        };
        if offset < before.replacement.end() {
            return (before.original.start(), before.original.end());
        }
        let original = before.original.end() + (offset - before.replacement.end());
        (original, original)
    }

    /// Returns whether an offset of [`PluginUrl::text`] is within the replacement of a character.
    pub(super) fn is_replaced(&self, offset: usize) -> bool {
        self.replaced.iter().any(|one| one.replacement.range().contains(&offset))
    }

    /// Returns the offset in the original text of the character whose replacement a span divides.
    pub(super) fn divided_char(&self, start: usize, end: usize) -> Option<usize> {
        let cuts = |one: &&ReplacedChar, at| one.replacement.start() < at && at < one.replacement.end();
        let divided = self.replaced.iter().find(|one| cuts(one, start) || cuts(one, end))?;
        Some(self.base + divided.original.start())
    }

    /// Returns the offset of the first character outside US-ASCII in the original text.
    pub(super) fn first_non_ascii(&self) -> Option<usize> {
        let first = self.replaced.iter().find(|one| !one.c.is_ascii())?;
        Some(self.base + first.original.start())
    }

    /// Returns the deviations outside of `except`, as spans of the original text. Adjacent characters that violate the same
    /// requirement are one deviation, except for `%`.
    pub(super) fn deviations(&self, grammar: Grammar, except: Option<Span>) -> Vec<(&'static Requirement, Span)> {
        let mut all: Vec<(&'static Requirement, Span)> = Vec::new();
        for one in &self.replaced {
            let (start, end) = (self.base + one.original.start(), self.base + one.original.end());
            if except.is_some_and(|span| span.start() <= start && end <= span.end()) {
                continue;
            }
            let requirement = grammar.requirement(one.c);
            match all.last_mut() {
                Some((last, span)) if *last == requirement && span.end() == start && one.c != '%' => {
                    *span = Span::new(span.start(), end);
                }
                _ => all.push((requirement, Span::new(start, end))),
            }
        }
        all
    }
}

/// Returns the range of the authority, where brackets are allowed (RFC 3986 §3.2.2).
fn authority_range(url: &str, begin: usize) -> std::ops::Range<usize> {
    let part = &url[begin..];
    let Some(authority) = part.strip_prefix("//") else {
        return 0..0;
    };
    let end = authority.find(['/', '?']).unwrap_or(authority.len());
    begin + 2..begin + 2 + end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plugin_url(text: &str, is_lenient: bool) -> PluginUrl<'_> {
        let part = Span::new(2, text.len());
        PluginUrl::new(1, part, is_lenient, Grammar::Rfc1738, |span| span.of(text)).unwrap()
    }

    #[test]
    fn tolerated_characters_are_escaped() {
        assert_eq!(plugin_url("x:a\u{e9}b", true).text, "x:a%C3%A9b");
        assert_eq!(plugin_url("x:a\u{e9}b", false).text, "x:a\x7F\x7Fb");
        assert_eq!(plugin_url("x:a b~", false).text, "x:a b~");
        assert_eq!(plugin_url("x:a b%4g%41~", true).text, "x:a%20b%254g%41%7E");
        assert!(matches!(plugin_url("x:a%41b", true).text, Cow::Borrowed(_)));
    }

    #[test]
    fn offsets_are_mapped_to_whole_characters() {
        // x:a%C3%A9b
        let url = plugin_url("x:a\u{e9}b", true);
        for (start, end, original) in [
            (2, 3, 2..3),
            (2, 10, 2..6),
            (3, 9, 3..5),
            (3, 6, 3..5),
            (5, 8, 3..5),
            (6, 6, 3..3),
            (9, 10, 5..6),
            (10, 10, 6..6),
        ] {
            assert_eq!(url.original_span(start, end).range(), original, "{start}..{end}");
        }
    }

    #[test]
    fn adjacent_characters_are_one_deviation() {
        let deviations = plugin_url("x:\u{e9}\u{e9} ~|%", true).deviations(Grammar::Rfc1738, None);
        let deviations: Vec<_> = deviations.iter().map(|(one, span)| (one.id(), span.range())).collect();
        assert_eq!(deviations, [("A-43", 2..6), ("A-43", 6..7), ("A-42", 7..9), ("A-31", 9..10)]);
    }
}
