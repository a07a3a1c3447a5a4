//! One reading of what was found: the fragment split off, the rest read by the registry.

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

/// In longer texts a password is not looked for closely: that costs more than one look at each byte.
const CLOSELY: usize = 1024;

/// What readings are made with.
pub(super) struct CandidateParser {
    registry: Registry,
    options: Options,
    longest_name: usize,
    /// How many bytes were looked at, each as often as it was.
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

    /// The length of the longest name that is registered.
    pub(super) fn longest_name(&self) -> usize {
        self.longest_name
    }

    /// What is registered under a name, in any case.
    pub(super) fn entry(&self, name: &[u8]) -> Option<&Entry> {
        let name = std::str::from_utf8(name).ok()?;
        self.registry.get(name, self.options.profile)
    }

    /// Notes that so many bytes were looked at.
    pub(super) fn count_scanned(&mut self, bytes: usize) {
        self.bytes_scanned += bytes as u64;
    }

    /// Reads bytes without whitespace: URL, and fragment behind the first `#`.
    pub(super) fn read(&mut self, bytes: &[u8]) -> Alternative {
        self.count_scanned(bytes.len());
        let hash = memchr::memchr(b'#', bytes);
        let (url, foreign) = text(&bytes[..hash.unwrap_or(bytes.len())]);
        let fragment = hash.map(|hash| text(&bytes[hash + 1..]));
        let error = match (foreign, &fragment) {
            (Some(at), _) => {
                let span = Span::new(at, at + char::REPLACEMENT_CHARACTER.len_utf8());
                let error = Error::new(ErrorKind::Unexpected, "url", "url", span, &NOT_UTF8);
                Some(error.found(Some(char::REPLACEMENT_CHARACTER)))
            }
            (None, Some((_, Some(_)))) => {
                let span = Span::at(url.len());
                Some(Error::new(ErrorKind::Unexpected, "fragment", "fragment", span, &NOT_UTF8))
            }
            _ => self.refusal(&url),
        };
        Alternative { url, fragment: fragment.map(|(text, _)| text), error }
    }

    /// Whether the other profile reads a text as a URL that this one refuses: it was meant as one, and is worth to be
    /// reported.
    pub(super) fn is_url_elsewhere(&mut self, url: &str) -> bool {
        let profile = match self.options.profile {
            Profile::Rfc1738 => Profile::Current,
            Profile::Current => Profile::Rfc1738,
        };
        self.count_scanned(url.len());
        let options = Options { profile, ..self.options };
        self.registry.parse_with(url, options).is_ok()
    }

    fn refusal(&self, url: &str) -> Option<Error> {
        let error = self.registry.parse_with(url, self.options).err()?;
        Some(self.discreet(error, url))
    }

    /// The error without its character, where that may be one of a password that was taken for something else.
    fn discreet(&self, error: Error, url: &str) -> Error {
        let start = error.span().start();
        // What divides a password from a host is an `@`, an escape or a look-alike of it.
        let may_be_secret = |byte: u8| matches!(byte, b'@' | b'%') || !byte.is_ascii();
        let is_open = if url.len() <= CLOSELY {
            let secrets = self.registry.guess_secrets(url);
            secrets.hidden_in(error.span()).is_none()
        } else {
            !url.as_bytes()[start..].iter().copied().any(may_be_secret)
        };
        if is_open { error } else { error.found(None) }
    }
}

/// The bytes as text, and where the first one stands that is not UTF-8.
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
    fn bytes_that_are_no_text_are_shown_and_refused() {
        let registry = Registry::builder().build();
        for options in [Options::new(), Options::new().lenient()] {
            let mut parser = CandidateParser::new(&registry, options);
            let reading = parser.read(b"x-foo:a\xE9b#c");
            assert_eq!(reading.url, "x-foo:a\u{FFFD}b");
            let error = reading.error.unwrap();
            assert_eq!(error.span().of(&reading.url), "\u{FFFD}");
            let reading = parser.read(b"x-foo:a#\xE9");
            assert_eq!(reading.fragment.as_deref(), Some("\u{FFFD}"));
            assert_eq!(reading.error.unwrap().component(), "fragment");
        }
    }

    /// A slash in a password makes a part of it look like a port, or like a path.
    #[test]
    fn errors_do_not_name_a_character_of_a_password() {
        let registry = Registry::builder().build();
        let mut parser = CandidateParser::new(&registry, Options::new());
        let long = format!("x-foo://u:p/~w@h/{}", "a".repeat(CLOSELY));
        for (url, found) in
            [("x-foo://u:p/~w@h/", None), ("x-foo://u:p@h/~", Some('~')), ("x-foo://h/~@", Some('~')), (&long, None)]
        {
            let error = parser.read(url.as_bytes()).error.unwrap();
            assert_eq!(error.character(), found, "{url}");
        }
    }
}
