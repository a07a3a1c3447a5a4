//! URLs in angle brackets: prefix, whitespace and ambiguous hyphens.

use super::candidate::CandidateParser;
use super::matches::{MAX_ALTERNATIVES, Match};
use super::places::Places;
use super::url_end;
use super::url_start::{self, PREFIX};
use crate::syntax::class;
use crate::syntax::options::Options;
use crate::syntax::split;
use crate::text::order::sort_by;
use crate::text::prelude::*;

/// Returns the text after the prefix `URL:`, which must be in upper case except in lenient mode (A-41).
///
/// Parsing does not remove the prefix: to [`Registry::parse`](crate::Registry::parse) `URL:x` is a URL of the
/// scheme `url` (R-A-1).
///
/// ```
/// use anyurl_core::Options;
/// use anyurl_core::extract::strip_url_prefix;
///
/// assert_eq!(strip_url_prefix("URL:x-foo:a", Options::new()), Some("x-foo:a"));
/// assert_eq!(strip_url_prefix("url:x-foo:a", Options::new()), None);
/// assert_eq!(strip_url_prefix("url:x-foo:a", Options::new().lenient()), Some("x-foo:a"));
/// ```
pub fn strip_url_prefix(text: &str, options: Options) -> Option<&str> {
    let (prefix, rest) = text.split_at_checked(PREFIX.len())?;
    let fits = prefix == PREFIX || (options.is_lenient() && prefix.eq_ignore_ascii_case(PREFIX));
    fits.then_some(rest)
}

/// Returns the URL between brackets; `None` if they are not a wrapper, or contain only whitespace.
///
/// `start` is the offset of the first byte after the `<`; `has_prefix` says that `URL=` is before the `<`.
pub(super) fn find(parser: &mut CandidateParser, inner: &[u8], start: u64, has_prefix: bool) -> Option<Match> {
    let options = parser.options();
    let prefix = prefix_len(inner, options).or(has_prefix.then_some(0));
    if prefix.is_none() && (!options.is_lenient() || is_link(inner)) {
        return None;
    }
    // Once for the prefix, once for the whitespace.
    parser.count_scanned(2 * inner.len());
    let span = trimmed(inner, prefix.unwrap_or(0))?;
    // Includes the whitespace at the end, since a hyphen before it is ambiguous too.
    let unfolded = Unfolded::new(&inner[span.start..], start + span.start as u64);
    if prefix.is_none() && !is_url_without_prefix(parser, inner, &unfolded) {
        return None;
    }
    let alternatives = alternatives(parser, &unfolded);
    let found = parser.parse_bytes(unfolded.bytes, unfolded.places);
    Some(found.with_alternatives(alternatives))
}

/// The length of the prefix; in lenient mode including whitespace before and in it.
fn prefix_len(inner: &[u8], options: Options) -> Option<usize> {
    if !options.is_lenient() {
        return inner.starts_with(PREFIX.as_bytes()).then_some(PREFIX.len());
    }
    let mut left = PREFIX.bytes();
    for (at, byte) in inner.iter().enumerate() {
        if is_whitespace(*byte) {
            continue;
        }
        if !left.next()?.eq_ignore_ascii_case(byte) {
            return None;
        }
        if left.len() == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// The range after the prefix, without surrounding whitespace.
fn trimmed(inner: &[u8], prefix: usize) -> Option<core::ops::Range<usize>> {
    let is_text = |byte: &u8| !is_whitespace(*byte);
    let start = prefix + inner[prefix..].iter().position(is_text)?;
    let end = inner.iter().rposition(is_text)? + 1;
    Some(start..end)
}

fn is_whitespace(byte: u8) -> bool {
    class::is_whitespace(char::from(byte))
}

fn is_line_break(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

/// Whether the text of a link follows the URL, `<URL|text>` (Slack). Both are read as running text.
fn is_link(inner: &[u8]) -> bool {
    memchr::memchr(b'|', inner).is_some() && !url_end::has_drive(inner)
}

/// Whether `<scheme:…>` is a URL rather than an element of XML or a mail address (A-41).
fn is_url_without_prefix(parser: &mut CandidateParser, inner: &[u8], unfolded: &Unfolded) -> bool {
    parser.count_scanned(2 * inner.len());
    let bytes = &unfolded.bytes;
    let Some(colon) = memchr::memchr(b':', bytes) else {
        return false;
    };
    let scheme = &bytes[..colon];
    let end = memchr::memchr(b'#', bytes).unwrap_or(bytes.len()).max(colon + 1);
    let rest = &bytes[colon + 1..end];
    // `<see x-foo:a>` must not become the unregistered scheme `seex-foo`.
    let is_contiguous = inner.get(colon) == Some(&b':');
    let looks_like_url = parser.entry(scheme).map_or_else(
        || is_contiguous && looks_like_unregistered_url(scheme, rest),
        |entry| url_start::looks_like_url(entry, rest),
    );
    looks_like_url && is_folded_only(inner)
}

/// Whether a URL of an unregistered scheme is recognised: its name begins with `x-`, or `//` follows the colon.
fn looks_like_unregistered_url(scheme: &[u8], rest: &[u8]) -> bool {
    let prefix = scheme.get(..2);
    let is_experiment = prefix.is_some_and(|prefix| prefix.eq_ignore_ascii_case(b"x-"));
    let is_name = core::str::from_utf8(scheme).is_ok_and(split::is_scheme);
    is_name && (is_experiment || rest.starts_with(b"//"))
}

/// Whether all whitespace belongs to line breaks: none at the beginning, and inside only around a line break, since
/// `<http://h/ see there>` contains more than a URL.
fn is_folded_only(inner: &[u8]) -> bool {
    if inner.first().is_none_or(|first| is_whitespace(*first)) {
        return false;
    }
    inner
        .trim_ascii_end()
        .split(|byte| !is_whitespace(*byte))
        .all(|blanks| blanks.is_empty() || blanks.iter().any(|byte| is_line_break(*byte)))
}

/// The bytes of a wrapper without whitespace.
struct Unfolded {
    bytes: Vec<u8>,
    places: Places,
    /// The offsets of hyphens before a line break, possibly with blanks between (R-A-6, A-44).
    hyphens: Vec<usize>,
}

impl Unfolded {
    /// `start` is the place of the first byte.
    fn new(bytes: &[u8], start: u64) -> Self {
        let texts = (start..).zip(bytes).filter(|(_, byte)| !is_whitespace(**byte)).map(|(place, _)| place);
        let bytes_left = Vec::with_capacity(bytes.len());
        let mut unfolded = Self { bytes: bytes_left, places: Places::new(texts), hyphens: Vec::new() };
        for &byte in bytes {
            if !is_whitespace(byte) {
                unfolded.bytes.push(byte);
            } else if is_line_break(byte) {
                unfolded.note_hyphen();
            }
        }
        unfolded
    }

    /// Records a hyphen before a line break.
    fn note_hyphen(&mut self) {
        let Some(last) = self.bytes.len().checked_sub(1) else {
            return;
        };
        if self.bytes[last] == b'-' && self.hyphens.last() != Some(&last) {
            self.hyphens.push(last);
        }
    }

    /// The bytes without some of the ambiguous hyphens, and their places.
    fn without(&self, hyphens: Hyphens) -> (Vec<u8>, Places) {
        let mut omitted = self.hyphens.iter().enumerate().filter(|(n, _)| hyphens.has(*n)).map(|(_, hyphen)| *hyphen);
        let mut next = omitted.next();
        let mut is_kept = |at: usize| {
            let is_kept = next != Some(at);
            if !is_kept {
                next = omitted.next();
            }
            is_kept
        };
        let kept: Vec<usize> = (0..self.bytes.len()).filter(|at| is_kept(*at)).collect();
        let bytes = kept.iter().map(|at| self.bytes[*at]).collect();
        (bytes, Places::new(kept.iter().map(|at| self.places.get(*at))))
    }
}

/// A set of ambiguous hyphens: one bit for each of the first seven, and the highest bit for all others.
#[derive(Clone, Copy)]
struct Hyphens(u8);

impl Hyphens {
    /// Up to this many hyphens yield all subsets.
    const MAX_FOR_ALL_SUBSETS: usize = 3;

    fn has(self, n: usize) -> bool {
        self.0 >> n.min(7) & 1 == 1
    }

    /// The sets to omit, in order of their size.
    fn sets(count: usize) -> Vec<Self> {
        let mut sets: Vec<u8> = match count {
            0 => Vec::new(),
            1..=Self::MAX_FOR_ALL_SUBSETS => (1..1 << count).collect(),
            _ => {
                let singles = count.min(MAX_ALTERNATIVES - 1);
                (0..singles).map(|n| 1 << n).chain([u8::MAX]).collect()
            }
        };
        sort_by(&mut sets, |one, other| one.count_ones().cmp(&other.count_ones()));
        sets.dedup();
        sets.into_iter().map(Self).collect()
    }
}

/// The distinct readings without some of the ambiguous hyphens (R-A-6).
fn alternatives(parser: &mut CandidateParser, unfolded: &Unfolded) -> Vec<Match> {
    let mut readings: Vec<Match> = Vec::new();
    for set in Hyphens::sets(unfolded.hyphens.len()) {
        let (bytes, places) = unfolded.without(set);
        if bytes.is_empty() {
            continue;
        }
        parser.count_scanned(bytes.len());
        let reading = parser.parse_bytes(bytes, places);
        // Omitting either of two adjacent hyphens yields the same reading.
        if !readings.iter().any(|other| other.as_str() == reading.as_str()) {
            readings.push(reading);
        }
    }
    readings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;

    fn readings(inner: &str) -> (String, Vec<String>) {
        let mut parser = CandidateParser::new(&Registry::builder().build(), Options::new());
        let found = find(&mut parser, inner.as_bytes(), 1, false).unwrap();
        let others = found.alternatives().iter().map(ToString::to_string).collect();
        (found.url_text().to_owned(), others)
    }

    #[test]
    fn hyphens_before_line_breaks_are_ambiguous() {
        for (inner, url, others) in [
            ("URL:x-a:b-\nc", "x-a:b-c", &["x-a:bc"][..]),
            ("URL:x-a:b- \t\r\n  c", "x-a:b-c", &["x-a:bc"]),
            ("URL:x-a:b- c", "x-a:b-c", &[]),
            ("URL:x-a:b\n-c", "x-a:b-c", &[]),
            ("URL:x-a:b-\n\n\nc", "x-a:b-c", &["x-a:bc"]),
            ("URL:x-a:b-\n", "x-a:b-", &["x-a:b"]),
            ("URL:x-a:b- ", "x-a:b-", &[]),
            ("URL:-\n", "-", &[]),
            ("URL:x-\na:b", "x-a:b", &["xa:b"]),
            ("URL:x-a:b#c-\nd", "x-a:b", &["x-a:b#cd"]),
            ("URL:x-a:%2-\n0", "x-a:%2-0", &["x-a:%20"]),
            ("URL:x-a:b--\nc", "x-a:b--c", &["x-a:b-c"]),
            ("URL:x-a:-\n-\nc", "x-a:--c", &["x-a:-c", "x-a:c"]),
            ("URL:x-a:1-\n2-\n3", "x-a:1-2-3", &["x-a:12-3", "x-a:1-23", "x-a:123"]),
        ] {
            let others: Vec<_> = others.iter().map(ToString::to_string).collect();
            assert_eq!(readings(inner), (url.to_owned(), others), "{inner:?}");
        }
    }

    #[test]
    fn alternatives_are_limited() {
        for count in 0..20 {
            let inner = format!("URL:x-a:{}b", "a-\n".repeat(count));
            let (url, others) = readings(&inner);
            assert_eq!(url.matches('-').count(), count + 1);
            let most = [0, 1, 3, 7, 5, 6].get(count).copied().unwrap_or(MAX_ALTERNATIVES);
            assert_eq!(others.len(), most, "{count} hyphens");
            if count > 0 {
                let none = format!("x-a:{}b", "a".repeat(count));
                assert_eq!(others.last(), Some(&none), "{count} hyphens");
            }
        }
    }

    #[test]
    fn every_whitespace_of_ascii_is_ignored() {
        assert_eq!(readings("URL: x\t-\ra\n:\x0Bb\x0C%4 1 ").0, "x-a:b%41", "SP TAB CR LF VT FF");
        // Other whitespace is not (A-44).
        assert_eq!(readings("URL:x-a:\u{A0}b").0, "x-a:\u{A0}b");
    }

    #[test]
    fn prefixes() {
        let find = |inner: &str, options| {
            let mut parser = CandidateParser::new(&Registry::builder().build(), options);
            let found = find(&mut parser, inner.as_bytes(), 10, false);
            found.map(|found| (found.to_string(), found.span()))
        };
        let (strict, lenient) = (Options::new(), Options::new().lenient());
        for (inner, options, span) in [
            ("URL:x-a:b", strict, Some(14..19)),
            ("URL:\n x-a:b ", strict, Some(16..21)),
            ("URL: \n ", strict, None),
            ("URL:", strict, None),
            ("url:x-a:b", strict, None),
            (" URL:x-a:b", strict, None),
            ("x-a:b", strict, None),
            ("Url:x-a:b", lenient, Some(14..19)),
            ("\nU RL :x-a:b", lenient, Some(17..22)),
            ("URL: ", lenient, None),
            ("x-a:b", lenient, Some(10..15)),
            ("x-a:b\n", lenient, Some(10..15)),
            ("foo://b", lenient, Some(10..17)),
            ("foo:b", lenient, None),
            (" x-a:b", lenient, None),
            ("x-a:b c", lenient, None),
            ("x-a:b|c", lenient, None),
            ("URL:x-a:b|c", lenient, Some(14..21)),
            ("joe@host.dom", lenient, None),
            ("", lenient, None),
        ] {
            let found = find(inner, options);
            assert_eq!(found.map(|(_, span)| span), span, "{inner:?} {options:?}");
        }
    }
}
