//! What was found: a URL in context, valid or not, with its other readings.

use std::fmt;
use std::ops::Range;

use crate::diagnostics::error::Error;
use crate::diagnostics::redact::Redaction;
use crate::report;

/// No find has more other readings than this.
///
/// Up to three ambiguous hyphens give every combination. With more of them there are the readings without one of the
/// first six, and the one without any.
pub const MAX_ALTERNATIVES: usize = 7;

/// A URL that was found in a text.
///
/// `Display` and `Debug` hide what may be a password; the fields hold it.
#[derive(Clone, PartialEq, Eq)]
pub struct Match {
    /// The URL, without the whitespace of a wrapper and without the fragment. Bytes that are not UTF-8 are shown as
    /// U+FFFD.
    pub url: String,
    /// What stands behind the first `#` (R-A-3, A-40). It is not part of the URL, and not checked.
    pub fragment: Option<String>,
    /// Where it stands, in bytes from the beginning of the text: URL and fragment with the whitespace within, but
    /// without brackets, prefix and the whitespace around.
    pub span: Range<u64>,
    /// Why it is no URL, where it is none. The spans of the error count bytes of [`Match::url`].
    pub error: Option<Error>,
    /// The readings without the hyphens that a typesetter may have written (R-A-6): the fewest hyphens that are left
    /// away first. At most [`MAX_ALTERNATIVES`].
    pub alternatives: Vec<Alternative>,
}

/// Another reading of a URL that was found: without a hyphen that a typesetter may have written.
///
/// `Display` and `Debug` hide what may be a password; the fields hold it.
#[derive(Clone, PartialEq, Eq)]
pub struct Alternative {
    /// The URL.
    pub url: String,
    /// The fragment.
    pub fragment: Option<String>,
    /// Why it is no URL, where it is none.
    pub error: Option<Error>,
}

impl Match {
    /// Whether it is a URL by the registry and the options that it was looked for with.
    pub fn is_valid(&self) -> bool {
        self.error.is_none()
    }
}

impl Alternative {
    /// Whether it is a URL.
    pub fn is_valid(&self) -> bool {
        self.error.is_none()
    }
}

/// URL and fragment, what may be a password masked.
fn shown(url: &str, fragment: Option<&str>) -> String {
    let whole = match fragment {
        Some(fragment) => format!("{url}#{fragment}"),
        None => url.to_owned(),
    };
    Redaction::guess(&whole).apply(&whole).into_owned()
}

impl fmt::Display for Match {
    /// URL and fragment; control characters as their pictures, because the text may be anything.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&report::visible(&shown(&self.url, self.fragment.as_deref())))
    }
}

impl fmt::Display for Alternative {
    /// As that of [`Match`].
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
