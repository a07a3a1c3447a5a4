//! Matches: URLs found in text, valid or not, with their alternative readings.

use std::fmt;
use std::ops::Range;

use crate::diagnostics::error::Error;
use crate::diagnostics::redact::Redaction;
use crate::report;

/// The limit on alternatives of one match.
///
/// Up to three ambiguous hyphens yield every combination. More of them yield the readings without one of the first six,
/// and the reading without any.
pub const MAX_ALTERNATIVES: usize = 7;

/// A URL found in a text.
///
/// `Display` and `Debug` hide possible passwords; the fields contain them.
#[derive(Clone, PartialEq, Eq)]
pub struct Match {
    /// The URL, without the whitespace of a wrapper and without the fragment. Bytes that are not UTF-8 are shown as
    /// U+FFFD.
    pub url: String,
    /// The text after the first `#` (R-A-3, A-40). It is not part of the URL, and not checked.
    pub fragment: Option<String>,
    /// The position in bytes from the beginning of the text: URL and fragment with whitespace inside, but without
    /// brackets, prefix and surrounding whitespace.
    pub span: Range<u64>,
    /// The error, if the match is not a valid URL. Its span refers to [`Match::url`].
    pub error: Option<Error>,
    /// The readings without hyphens that a typesetter may have inserted (R-A-6), ordered by the number of omitted
    /// hyphens; at most [`MAX_ALTERNATIVES`].
    pub alternatives: Vec<Alternative>,
}

/// An alternative reading of a match, without a hyphen that a typesetter may have inserted.
///
/// `Display` and `Debug` hide possible passwords; the fields contain them.
#[derive(Clone, PartialEq, Eq)]
pub struct Alternative {
    /// The URL.
    pub url: String,
    /// The fragment.
    pub fragment: Option<String>,
    /// The error, if this reading is not a valid URL.
    pub error: Option<Error>,
}

impl Match {
    /// Whether the match is a valid URL by the registry and options of the extractor.
    pub fn is_valid(&self) -> bool {
        self.error.is_none()
    }
}

impl Alternative {
    /// Whether this reading is a valid URL.
    pub fn is_valid(&self) -> bool {
        self.error.is_none()
    }
}

/// URL and fragment, with possible passwords masked.
fn shown(url: &str, fragment: Option<&str>) -> String {
    let text = match fragment {
        Some(fragment) => format!("{url}#{fragment}"),
        None => url.to_owned(),
    };
    Redaction::guess(&text).apply(&text).into_owned()
}

impl fmt::Display for Match {
    /// Writes URL and fragment, with visible symbols for control characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&report::visible(&shown(&self.url, self.fragment.as_deref())))
    }
}

impl fmt::Display for Alternative {
    /// Writes URL and fragment, with visible symbols for control characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&report::visible(&shown(&self.url, self.fragment.as_deref())))
    }
}

impl fmt::Debug for Match {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Match")
            .field("url", &shown(&self.url, self.fragment.as_deref()))
            .field("span", &self.span)
            .field("error", &self.error)
            .field("alternatives", &self.alternatives)
            .finish()
    }
}

impl fmt::Debug for Alternative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Alternative")
            .field("url", &shown(&self.url, self.fragment.as_deref()))
            .field("error", &self.error)
            .finish()
    }
}
