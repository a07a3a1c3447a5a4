//! Owned values made from a [`Url`].

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::diagnostics::redact::Redaction;
use crate::registry::Registry;
use crate::url::{Url, UrlData};

/// A URL that owns its text and keeps its registry alive, so that later registrations or removals do not change its
/// meaning.
///
/// ```
/// use locator_core::Registry;
///
/// let url = Registry::builder().build().parse_owned("x-foo:bar")?;
/// assert_eq!(url.as_url().schemepart(), "bar");
/// # Ok::<(), locator_core::Error>(())
/// ```
#[derive(Clone)]
pub struct OwnedUrl {
    text: Box<str>,
    registry: Registry,
    data: UrlData,
}

impl OwnedUrl {
    pub(super) fn new(text: &str, registry: &Registry, data: UrlData) -> Self {
        Self { text: text.into(), registry: registry.clone(), data }
    }

    /// Borrows the URL, with all its methods.
    pub fn as_url(&self) -> Url<'_> {
        Url { text: &self.text, registry: &self.registry, data: self.data }
    }

    /// The URL as written.
    pub fn as_str(&self) -> &str {
        self.data.url_span(&self.text).of(&self.text)
    }
}

/// Compares as [`Url`] does.
impl PartialEq for OwnedUrl {
    fn eq(&self, other: &Self) -> bool {
        self.as_url() == other.as_url()
    }
}

impl Eq for OwnedUrl {}

impl Hash for OwnedUrl {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_url().hash(state);
    }
}

impl fmt::Display for OwnedUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.as_url(), f)
    }
}

impl fmt::Debug for OwnedUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.as_url(), f)
    }
}

/// The canonical form of a URL, equal for URLs that mean the same. `Debug` hides passwords.
///
/// ```
/// use std::collections::HashSet;
///
/// use locator_core::Registry;
///
/// let registry = Registry::builder().build();
/// let texts = ["x-foo:a", "X-FOO:%61", "x-foo:b"];
/// let keys: HashSet<_> = texts.iter().map(|text| registry.parse(text).unwrap().canonical_key()).collect();
/// assert_eq!(keys.len(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalKey {
    text: Box<str>,
}

impl CanonicalKey {
    pub(super) fn new(text: String) -> Self {
        Self { text: text.into() }
    }

    /// The canonical text, which parses to an equivalent URL.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for CanonicalKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for CanonicalKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = Redaction::guess(&self.text);
        write!(f, "CanonicalKey({:?})", shown.apply(&self.text))
    }
}
