//! Parsing of candidates: splits off the fragment, and parses the rest with the registry.

use super::matches::Match;
use super::places::Places;
use crate::diagnostics::error::{Error, ErrorKind};
use crate::diagnostics::requirement::{Fix, Requirement};
use crate::registry::{Entry, Registry};
use crate::syntax::options::Options;
use crate::syntax::split;
use crate::text::prelude::*;
use crate::text::span::Span;
use crate::url::{Url, UrlData};

static NOT_UTF8: Requirement = Requirement::new(
    "A-43",
    "RFC 1738 §2.2",
    "bytes beyond US-ASCII must be encoded, and these are not even UTF-8",
    "encode them, byte by byte",
    Fix::Unknown,
);

/// Longer texts get only a cheap check for passwords, to keep the cost per byte constant.
const MAX_GUESS_LEN: usize = 1024;

/// The length of what members of a family add to its beginning, at most.
const LONGEST_REST: usize = 32;

/// Parses candidates with a registry and options.
pub(super) struct CandidateParser {
    registry: Registry,
    options: Options,
    longest_name: usize,
    /// The first bytes of registered names and aliases, in lower case.
    first_bytes: [bool; 256],
    /// The number of bytes scanned, counting repeated scans.
    pub(super) bytes_scanned: u64,
}

impl CandidateParser {
    pub(super) fn new(registry: &Registry, options: Options) -> Self {
        let (mut longest_name, mut first_bytes) = (0, [false; 256]);
        for name in registry.names().chain(registry.aliases().map(|(alias, _)| alias)).map(split::scheme_of) {
            let rest = if name.ends_with('*') { LONGEST_REST } else { 0 };
            longest_name = longest_name.max(name.len() + rest);
            first_bytes[usize::from(name.as_bytes()[0])] = true;
        }
        Self { registry: registry.clone(), options, longest_name, first_bytes, bytes_scanned: 0 }
    }

    pub(super) fn options(&self) -> Options {
        self.options
    }

    /// The length of the longest registered name.
    pub(super) fn longest_name(&self) -> usize {
        self.longest_name
    }

    /// The entry of a name (ASCII case-insensitive).
    pub(super) fn entry(&self, name: &[u8]) -> Option<&Entry> {
        // Most words before a colon are numbers, and no names.
        let first = name.first()?.to_ascii_lowercase();
        let name = core::str::from_utf8(name).ok().filter(|_| self.first_bytes[usize::from(first)])?;
        self.registry.get(name, self.options.profile)
    }

    /// Adds to the number of scanned bytes.
    pub(super) fn count_scanned(&mut self, bytes: usize) {
        self.bytes_scanned += bytes as u64;
    }

    /// Parses a URL without its fragment.
    pub(super) fn parse_url(&mut self, url: &str) -> Result<UrlData, Error> {
        self.count_scanned(url.len());
        let parsed = self.registry.parser().options(self.options).parse(url);
        parsed.map(|url| data_of(&url)).map_err(|error| self.without_secret(error, url))
    }

    /// Parses a text without whitespace.
    pub(super) fn parse(&mut self, text: String, places: Places) -> Match {
        let url_len = url_len(&text);
        let parsed = self.parse_url(&text[..url_len]);
        Match::new(text, url_len, &self.registry, parsed, places)
    }

    /// The match of a text that was parsed.
    pub(super) fn parsed(&self, text: &str, parsed: Result<UrlData, Error>, url_len: usize, place: u64) -> Match {
        Match::new(text.to_owned(), url_len, &self.registry, parsed, Places::contiguous(place))
    }

    /// [`CandidateParser::parse`] for bytes that may not be UTF-8, which is an error; `places` are those of the bytes.
    pub(super) fn parse_bytes(&mut self, bytes: Vec<u8>, places: Places) -> Match {
        let bytes = match String::from_utf8(bytes) {
            Ok(text) => return self.parse(text, places),
            Err(error) => error.into_bytes(),
        };
        self.count_scanned(bytes.len());
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let url_len = url_len(&text);
        let at = bytes.utf8_chunks().next().map_or(0, |chunk| chunk.valid().len());
        let error = if at < url_len {
            let span = Span::new(at, at + char::REPLACEMENT_CHARACTER.len_utf8());
            let error = Error::new(ErrorKind::Unexpected, "url", "url", span, &NOT_UTF8);
            error.found(Some(char::REPLACEMENT_CHARACTER))
        } else {
            Error::new(ErrorKind::Unexpected, "fragment", "fragment", Span::at(url_len), &NOT_UTF8)
        };
        let end = places.get(bytes.len() - 1) + 1;
        let found = Match::new(text, url_len, &self.registry, Err(error), places.lossy(&bytes));
        let start = found.span().start;
        found.with_span(start..end)
    }

    /// Whether a text that is invalid in this profile is a URL in the other one, and should be reported.
    pub(super) fn is_url_in_other_profile(&mut self, url: &str) -> bool {
        self.count_scanned(url.len());
        let options = self.options.profile(self.options.profile.other());
        self.registry.parser().options(options).parse(url).is_ok()
    }

    /// Removes the character from an error if it may belong to a password that was parsed as another component.
    fn without_secret(&self, error: Error, url: &str) -> Error {
        let start = error.span().start();
        // A password ends at an `@`, an escaped `@` or a character that looks like one.
        let may_be_secret = |byte: u8| matches!(byte, b'@' | b'%') || !byte.is_ascii();
        let is_public = if url.len() <= MAX_GUESS_LEN {
            let secrets = self.registry.guess_secrets(url);
            secrets.hidden_in(error.span()).is_none()
        } else {
            !url.as_bytes()[start..].iter().copied().any(may_be_secret)
        };
        if is_public { error } else { error.found(None) }
    }
}

/// The length of a URL up to a fragment after the first `#`.
pub(super) fn url_len(text: &str) -> usize {
    memchr::memchr(b'#', text.as_bytes()).unwrap_or(text.len())
}

/// The result of a parse without the text.
fn data_of(url: &Url<'_>) -> UrlData {
    let parsed = url.parsed();
    UrlData { spans: *parsed.spans, entry: parsed.entry, options: parsed.options }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_utf8_is_replaced_and_rejected() {
        let registry = Registry::builder().build();
        for options in [Options::new(), Options::new().lenient()] {
            let mut parser = CandidateParser::new(&registry, options);
            let mut parse = |bytes: &[u8]| parser.parse_bytes(bytes.to_vec(), Places::contiguous(7));
            let reading = parse(b"x-foo:a\xE9b#c");
            assert_eq!(reading.as_str(), "x-foo:a\u{FFFD}b#c");
            assert_eq!((reading.place(7), reading.place(10), reading.span()), (14, 15, 7..18));
            assert_eq!(reading.error().unwrap().span().of(reading.as_str()), "\u{FFFD}");
            let reading = parse(b"x-foo:a#\xE9");
            assert_eq!(reading.fragment(), Some("\u{FFFD}"));
            assert_eq!(reading.error().unwrap().component(), "fragment");
        }
    }

    /// With a slash in a password, a part of it looks like a port or a path.
    #[test]
    fn errors_contain_no_character_of_a_password() {
        let registry = Registry::builder().build();
        let mut parser = CandidateParser::new(&registry, Options::new().rfc1738());
        let long = format!("x-foo://u:p/~w@h/{}", "a".repeat(MAX_GUESS_LEN));
        for (url, found) in
            [("x-foo://u:p/~w@h/", None), ("x-foo://u:p@h/~", Some('~')), ("x-foo://h/~@", Some('~')), (&long, None)]
        {
            let reading = parser.parse(url.to_owned(), Places::contiguous(0));
            assert_eq!(reading.error().unwrap().character(), found, "{url}");
        }
    }
}
