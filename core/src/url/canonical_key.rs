//! [`CanonicalKey`]: a key for maps and sets of URLs that mean the same.

use std::fmt;

use crate::diagnostics::redact::Redaction;

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
