//! Parsing of candidates: splits off the fragment, and parses the rest with the registry.

use super::matches::Alternative;
use crate::diagnostics::error::{Error, ErrorKind};
use crate::diagnostics::requirement::{Fix, Requirement};
use crate::registry::{Entry, Registry};
use crate::syntax::options::{Options, Profile};
use crate::text::span::Span;

static NOT_UTF8: Requirement = Requirement::new(
    "A-43",
    "RFC 1738 §2.2",
    "bytes beyond US-ASCII must be encoded, and these are not even UTF-8",
    "encode them, byte by byte",
    Fix::Unknown,
);

/// Longer texts get only a cheap check for passwords, to keep the cost per byte constant.
const MAX_GUESS_LEN: usize = 1024;

/// Parses candidates with a registry and options.
pub(super) struct CandidateParser {
    registry: Registry,
    options: Options,
    longest_name: usize,
    /// The number of bytes scanned, counting repeated scans.
    pub(super) bytes_scanned: u64,
}

impl CandidateParser {
    pub(super) fn new(registry: &Registry, options: Options) -> Self {
        let names = registry.names().map(str::len);
        Self { registry: registry.clone(), options, longest_name: names.max().unwrap_or(0), bytes_scanned: 0 }
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
        let name = std::str::from_utf8(name).ok()?;
        self.registry.get(name, self.options.profile)
    }

    /// Adds to the number of scanned bytes.
    pub(super) fn count_scanned(&mut self, bytes: usize) {
        self.bytes_scanned += bytes as u64;
    }

    /// Parses bytes without whitespace: a URL, and a fragment after the first `#`.
    pub(super) fn parse(&mut self, bytes: &[u8]) -> Alternative {
        self.count_scanned(bytes.len());
        let hash = memchr::memchr(b'#', bytes);
        let (url, invalid) = text(&bytes[..hash.unwrap_or(bytes.len())]);
        let fragment = hash.map(|hash| text(&bytes[hash + 1..]));
        let error = match (invalid, &fragment) {
            (Some(at), _) => {
                let span = Span::new(at, at + char::REPLACEMENT_CHARACTER.len_utf8());
                let error = Error::new(ErrorKind::Unexpected, "url", "url", span, &NOT_UTF8);
                Some(error.found(Some(char::REPLACEMENT_CHARACTER)))
            }
            (None, Some((_, Some(_)))) => {
                let span = Span::at(url.len());
                Some(Error::new(ErrorKind::Unexpected, "fragment", "fragment", span, &NOT_UTF8))
            }
            _ => self.error(&url),
        };
        Alternative { url, fragment: fragment.map(|(text, _)| text), error }
    }

    /// Whether a text that is invalid in this profile is a URL in the other one, and should be reported.
    pub(super) fn is_url_in_other_profile(&mut self, url: &str) -> bool {
        let profile = match self.options.profile {
            Profile::Rfc1738 => Profile::Current,
            Profile::Current => Profile::Rfc1738,
        };
        self.count_scanned(url.len());
        let options = Options { profile, ..self.options };
        self.registry.parser().options(options).parse(url).is_ok()
    }

    fn error(&self, url: &str) -> Option<Error> {
        let error = self.registry.parser().options(self.options).parse(url).err()?;
        Some(self.without_secret(error, url))
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

/// Converts bytes to text, and returns the offset of the first invalid byte.
fn text(bytes: &[u8]) -> (String, Option<usize>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), None),
        Err(error) => (String::from_utf8_lossy(bytes).into_owned(), Some(error.valid_up_to())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_utf8_is_replaced_and_rejected() {
        let registry = Registry::builder().build();
        for options in [Options::new(), Options::new().lenient()] {
            let mut parser = CandidateParser::new(&registry, options);
            let reading = parser.parse(b"x-foo:a\xE9b#c");
            assert_eq!(reading.url, "x-foo:a\u{FFFD}b");
            let error = reading.error.unwrap();
            assert_eq!(error.span().of(&reading.url), "\u{FFFD}");
            let reading = parser.parse(b"x-foo:a#\xE9");
            assert_eq!(reading.fragment.as_deref(), Some("\u{FFFD}"));
            assert_eq!(reading.error.unwrap().component(), "fragment");
        }
    }

    /// With a slash in a password, a part of it looks like a port or a path.
    #[test]
    fn errors_contain_no_character_of_a_password() {
        let registry = Registry::builder().build();
        let mut parser = CandidateParser::new(&registry, Options::new());
        let long = format!("x-foo://u:p/~w@h/{}", "a".repeat(MAX_GUESS_LEN));
        for (url, found) in
            [("x-foo://u:p/~w@h/", None), ("x-foo://u:p@h/~", Some('~')), ("x-foo://h/~@", Some('~')), (&long, None)]
        {
            let error = parser.parse(url.as_bytes()).error.unwrap();
            assert_eq!(error.character(), found, "{url}");
        }
    }
}
