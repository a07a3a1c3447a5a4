//! The text that a plugin is given: US-ASCII, from the scheme's name to the end, and in lenient mode with escapes for what
//! every scheme forgives. What the plugin answers in its offsets is brought back to those of the text.

use std::borrow::Cow;

use locator_core::registration::Grammar;
use locator_core::{Cursor, Requirement, Span, syntax::class, syntax::escape};

/// What stands in strict mode for each byte outside US-ASCII: no grammar has a place for it (DEL), so that the plugin
/// says by its own rules what is wrong there.
const NOWHERE: char = '\x7F';

/// The URL as a plugin reads it.
pub(super) struct Given<'t> {
    /// What it reads.
    pub(super) url: Cow<'t, str>,
    /// Where the schemepart begins in it.
    pub(super) begin: usize,
    /// Where it begins in the whole text.
    base: usize,
    /// The characters that stand as escapes in it.
    written: Vec<Written>,
}

/// A character, and where its escapes stand.
struct Written {
    /// In the text.
    original: Span,
    /// In what the plugin reads.
    given: Span,
    found: char,
}

impl<'t> Given<'t> {
    /// The URL of which `part` is the schemepart, in the text of which `slice` gives pieces.
    pub(super) fn new(
        name: usize,
        part: Span,
        is_lenient: bool,
        grammar: Grammar,
        slice: impl Fn(Span) -> &'t str,
    ) -> Option<Self> {
        let base = part.start().checked_sub(name + 1)?;
        let url = slice(Span::new(base, part.end()));
        let mut given = Self { url: Cow::Borrowed(url), begin: name + 1, base, written: Vec::new() };
        if is_lenient || !url.is_ascii() {
            given.escape(url, is_lenient, grammar);
        }
        Some(given)
    }

    /// Of a cursor at the beginning of the schemepart.
    pub(super) fn of(at: &Cursor<'t>, name: usize, grammar: Grammar) -> Option<Self> {
        let part = Span::new(at.position(), at.limit());
        Self::new(name, part, at.is_lenient(), grammar, |span| at.text(span))
    }

    /// Writes escapes for what is forgiven, and [`NOWHERE`] for what is not; nothing is copied where there is neither.
    fn escape(&mut self, url: &'t str, is_lenient: bool, grammar: Grammar) {
        let brackets = address(url, self.begin);
        let stands = |(at, found): &(usize, char)| match found {
            '%' => is_lenient && escape::byte(&url.as_bytes()[*at..]).is_none(),
            '~' if grammar == Grammar::Rfc3986 => false,
            '[' | ']' if grammar == Grammar::Rfc3986 && brackets.contains(at) => false,
            found if found.is_ascii() => is_lenient && class::is_tolerated(*found),
            _ => true,
        };
        let mut given = String::new();
        let mut copied = 0;
        for (at, found) in url.char_indices().skip(self.begin).filter(stands) {
            given.push_str(&url[copied..at]);
            let start = given.len();
            for byte in found.encode_utf8(&mut [0; 4]).bytes() {
                if is_lenient {
                    given.extend(escape::escape(byte).map(char::from));
                } else {
                    given.push(NOWHERE);
                }
            }
            copied = at + found.len_utf8();
            self.written.push(Written { original: Span::new(at, copied), given: Span::new(start, given.len()), found });
        }
        if !self.written.is_empty() {
            given.push_str(&url[copied..]);
            self.url = Cow::Owned(given);
        }
    }

    /// The span of the text that a span of what the plugin reads stands for: whole characters.
    #[inline]
    pub(super) fn back(&self, start: usize, end: usize) -> Span {
        if self.written.is_empty() {
            return Span::new(self.base + start, self.base + end.max(start));
        }
        let end = end.max(start);
        let (first, last) = (self.original(start).0, self.original(end));
        let last = if start == end { first } else { last.1 };
        Span::new(self.base + first, self.base + last.max(first))
    }

    /// Where an offset stands in the text: at one place, unless it lies within the escapes of a character.
    fn original(&self, offset: usize) -> (usize, usize) {
        let after = self.written.partition_point(|one| one.given.start() < offset);
        let Some(before) = after.checked_sub(1).map(|n| &self.written[n]) else {
            return (offset, offset);
        };
        if offset < before.given.end() {
            return (before.original.start(), before.original.end());
        }
        let place = before.original.end() + (offset - before.given.end());
        (place, place)
    }

    /// The place of the first character outside US-ASCII, in the text.
    pub(super) fn foreign(&self) -> Option<usize> {
        let mut written = self.written.iter();
        let first = written.find(|one| !one.found.is_ascii())?;
        Some(self.base + first.original.start())
    }

    /// What is forgiven outside of `beyond`, as spans of the text: characters that break one requirement as one.
    pub(super) fn forgiven(&self, grammar: Grammar, beyond: Option<Span>) -> Vec<(&'static Requirement, Span)> {
        let mut all: Vec<(&'static Requirement, Span)> = Vec::new();
        for one in &self.written {
            let (start, end) = (self.base + one.original.start(), self.base + one.original.end());
            if beyond.is_some_and(|span| span.start() <= start && end <= span.end()) {
                continue;
            }
            let requirement = grammar.requirement(one.found);
            match all.last_mut() {
                Some((last, span)) if *last == requirement && span.end() == start && one.found != '%' => {
                    *span = Span::new(span.start(), end);
                }
                _ => all.push((requirement, Span::new(start, end))),
            }
        }
        all
    }
}

/// Where an address in brackets can stand (RFC 3986 §3.2.2): behind the slashes, up to the next one.
fn address(url: &str, begin: usize) -> std::ops::Range<usize> {
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

    fn given(text: &str, is_lenient: bool) -> Given<'_> {
        let part = Span::new(2, text.len());
        Given::new(1, part, is_lenient, Grammar::Rfc1738, |span| span.of(text)).unwrap()
    }

    #[test]
    fn what_is_forgiven_is_an_escape() {
        assert_eq!(given("x:a\u{e9}b", true).url, "x:a%C3%A9b");
        assert_eq!(given("x:a\u{e9}b", false).url, "x:a\x7F\x7Fb");
        assert_eq!(given("x:a b~", false).url, "x:a b~");
        assert_eq!(given("x:a b%4g%41~", true).url, "x:a%20b%254g%41%7E");
        assert!(matches!(given("x:a%41b", true).url, Cow::Borrowed(_)));
    }

    #[test]
    fn offsets_are_brought_back_to_whole_characters() {
        // x:a%C3%A9b
        let given = given("x:a\u{e9}b", true);
        for (start, end, back) in [
            (2, 3, 2..3),
            (2, 10, 2..6),
            (3, 9, 3..5),
            (3, 6, 3..5),
            (5, 8, 3..5),
            (6, 6, 3..3),
            (9, 10, 5..6),
            (10, 10, 6..6),
        ] {
            assert_eq!(given.back(start, end).range(), back, "{start}..{end}");
        }
    }

    #[test]
    fn characters_of_one_kind_are_one_remark() {
        let given = given("x:\u{e9}\u{e9} ~|%", true);
        let forgiven = given.forgiven(Grammar::Rfc1738, None);
        let forgiven: Vec<_> = forgiven.iter().map(|(requirement, span)| (requirement.id(), span.range())).collect();
        assert_eq!(forgiven, [("A-43", 2..6), ("A-43", 6..7), ("A-42", 7..9), ("A-31", 9..10)]);
    }
}
