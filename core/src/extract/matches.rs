//! Matches: URLs found in text, valid or not, with their alternative readings.

use core::fmt;
use core::ops::Range;

use super::places::{Places, StreamPlaces};
use crate::diagnostics::error::Error;
use crate::diagnostics::redact::Masked;
use crate::diagnostics::secrets::Secrets;
use crate::registry::Registry;
use crate::report;
use crate::text::prelude::*;
use crate::text::span::Span;
use crate::url::{Parsed, Url, UrlData};

/// The maximum number of [alternatives](Match::alternatives) of one match.
pub const MAX_ALTERNATIVES: usize = 7;

/// A URL found in a text, as the registry and the options of the extractor parsed it.
///
/// `Display` and `Debug` hide possible passwords.
///
/// ```
/// use anyurl_core::extract::extract;
/// use anyurl_core::{Options, Registry};
///
/// let registry = Registry::builder().build();
/// let found = &extract(&registry, "see <URL:x-foo://joe:pass@h/#top>", Options::new())[0];
/// assert_eq!((found.as_str(), found.url_text()), ("x-foo://joe:pass@h/#top", "x-foo://joe:pass@h/"));
/// assert_eq!((found.fragment(), found.url().unwrap().host()), (Some("top"), Some("h")));
/// assert_eq!((found.span(), found.place(8)), (9..32, 17));
/// ```
#[derive(Clone)]
pub struct Match {
    text: String,
    /// The length of the URL, without the fragment.
    url_len: usize,
    registry: Registry,
    parsed: Result<UrlData, Error>,
    /// The places of the bytes of the text.
    places: Places,
    span: Range<u64>,
    alternatives: Vec<Match>,
}

impl Match {
    /// A text of at least one byte, the length of the URL in it, and the result of parsing the URL.
    pub(super) fn new(
        text: String,
        url_len: usize,
        registry: &Registry,
        parsed: Result<UrlData, Error>,
        places: Places,
    ) -> Self {
        let span = places.get(0)..places.get(text.len() - 1) + 1;
        Self { text, url_len, registry: registry.clone(), parsed, places, span, alternatives: Vec::new() }
    }

    /// Sets the place in the stream, which for bytes that are not UTF-8 does not follow from the text.
    pub(super) fn with_span(mut self, span: Range<u64>) -> Self {
        self.span = span;
        self
    }

    /// The match in the stream, if its places are offsets in the text without escape sequences.
    pub(super) fn moved(mut self, to: &StreamPlaces) -> Self {
        if to.is_identity() {
            return self;
        }
        self.span = to.get(self.span.start)..to.get(self.span.end - 1) + 1;
        self.places = self.places.moved(self.text.len(), to);
        self.alternatives = self.alternatives.into_iter().map(|other| other.moved(to)).collect();
        self
    }

    /// Adds the other readings.
    pub(super) fn with_alternatives(mut self, alternatives: Vec<Match>) -> Self {
        self.alternatives = alternatives;
        self
    }

    /// The bytes of the stream from the start of the URL to the end of its fragment, without brackets and prefix.
    pub fn span(&self) -> Range<u64> {
        self.span.clone()
    }

    /// The place in the stream of the byte at an offset of the [text](Match::as_str).
    ///
    /// # Panics
    /// If the offset is beyond the text.
    pub fn place(&self, offset: usize) -> u64 {
        assert!(offset <= self.as_str().len(), "the offset {offset} is beyond the text");
        self.places.get(offset)
    }

    /// The places in the stream of a span of the text, such as a component, an error or a secret: several if a wrapper
    /// is folded over lines within it, or has an escape sequence.
    ///
    /// ```
    /// use anyurl_core::extract::extract;
    /// use anyurl_core::{Options, Registry, Secrets};
    ///
    /// let registry = Registry::builder().build();
    /// let mut text = b"<URL:x-foo://u:pa\n  ss@h/>".to_vec();
    /// for found in extract(&registry, &text.clone(), Options::new()) {
    ///     for place in found.secrets(&Secrets::new()).into_iter().flat_map(|span| found.places(span)) {
    ///         text[place.start as usize..place.end as usize].fill(b'*');
    ///     }
    /// }
    /// assert_eq!(text, b"<URL:x-foo://u:**\n  **@h/>");
    /// ```
    ///
    /// # Panics
    /// If the span is not one of this text.
    pub fn places(&self, span: Span) -> impl Iterator<Item = Range<u64>> {
        assert!(span.end() <= self.as_str().len(), "the span {span:?} is beyond the text");
        self.places.ranges(span)
    }

    /// The readings without hyphens that a typesetter may have inserted at line ends (R-A-6), ordered by the number of
    /// omitted hyphens. They have no alternatives themselves.
    ///
    /// For up to three ambiguous hyphens these are all combinations; for more, the readings without one of the first
    /// six, and the one without any: at most [`MAX_ALTERNATIVES`].
    ///
    /// ```
    /// use anyurl_core::extract::extract;
    /// use anyurl_core::{Options, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// let found = &extract(&registry, "<URL:x-foo:multi-\n  media>", Options::new())[0];
    /// assert_eq!(found.as_str(), "x-foo:multi-media");
    /// assert_eq!(found.alternatives()[0].as_str(), "x-foo:multimedia");
    /// ```
    pub fn alternatives(&self) -> &[Match] {
        &self.alternatives
    }

    /// URL and fragment, without the whitespace of a wrapper. Bytes that are not UTF-8 are shown as U+FFFD.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The URL, without the fragment.
    pub fn url_text(&self) -> &str {
        &self.text[..self.url_len]
    }

    /// The text after the first `#` (R-A-3, A-40). It is not part of the URL, and not checked.
    pub fn fragment(&self) -> Option<&str> {
        self.text.get(self.url_len + 1..)
    }

    /// The URL without the fragment, as the extractor has parsed it; spans are offsets in [`Match::as_str`].
    ///
    /// # Errors
    /// If it is not a valid URL by the registry and options of the extractor.
    pub fn url(&self) -> Result<Url<'_>, &Error> {
        let UrlData { spans, entry, options } = self.parsed.as_ref()?;
        let parsed =
            Parsed { text: self.url_text(), registry: &self.registry, entry: *entry, options: *options, spans };
        Ok(Url::new(&parsed))
    }

    /// Whether it is a valid URL by the registry and options of the extractor.
    pub fn is_valid(&self) -> bool {
        self.parsed.is_ok()
    }

    /// The error, if it is not a valid URL. Its span is one of [`Match::as_str`].
    pub fn error(&self) -> Option<&Error> {
        self.parsed.as_ref().err()
    }

    /// The spans of the secrets in [`Match::as_str`], also those of the fragment; possible ones if the URL is not
    /// valid.
    pub fn secrets(&self, secrets: &Secrets) -> Vec<Span> {
        let Ok(url) = self.url() else {
            return secrets.guess(&self.text);
        };
        let mut found = url.secrets(secrets);
        if self.fragment().is_some() {
            let reference = secrets.guess(&self.text[self.url_len..]);
            let shifted = |span: Span| Span::new(self.url_len + span.start(), self.url_len + span.end());
            found.extend(reference.into_iter().map(shifted));
        }
        found
    }

    /// URL and fragment, with `***` for the secrets of [`Registry::secrets`].
    pub fn masked(&self) -> Masked<'_> {
        let whole = Span::new(0, self.text.len());
        Masked::new(&self.text, whole, self.secrets(&self.registry.secrets()))
    }
}

/// Matches are equal if text, places, errors and alternatives are.
impl PartialEq for Match {
    fn eq(&self, other: &Self) -> bool {
        (&self.text, self.url_len, &self.parsed) == (&other.text, other.url_len, &other.parsed)
            && (&self.places, &self.span, &self.alternatives) == (&other.places, &other.span, &other.alternatives)
    }
}

impl Eq for Match {}

impl fmt::Display for Match {
    /// Writes URL and fragment, with visible symbols for control characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&report::visible(&self.masked().to_string()))
    }
}

impl fmt::Debug for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match")
            .field("text", &self.masked())
            .field("span", &self.span)
            .field("error", &self.error())
            .field("alternatives", &self.alternatives)
            .finish_non_exhaustive()
    }
}
