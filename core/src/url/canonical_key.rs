//! [`CanonicalKey`]: a key for maps and sets of URLs that mean the same.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The canonical form of a URL, equal for URLs that mean the same. `Debug` shows only the scheme of a URL with a secret.
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
#[derive(Clone)]
pub struct CanonicalKey {
    text: Box<str>,
    /// Whether the URL has a secret; the text alone does not say that. Does not count in comparisons.
    has_secret: bool,
}

impl CanonicalKey {
    pub(super) fn new(text: String, has_secret: bool) -> Self {
        Self { text: text.into(), has_secret }
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
        if self.has_secret {
            let scheme = self.text.split(':').next().unwrap_or_default();
            return write!(f, "CanonicalKey(\"{scheme}:***\")");
        }
        write!(f, "CanonicalKey({:?})", self.text)
    }
}

impl PartialEq for CanonicalKey {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for CanonicalKey {}

impl PartialOrd for CanonicalKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for CanonicalKey {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.cmp(&other.text)
    }
}

impl Hash for CanonicalKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}
