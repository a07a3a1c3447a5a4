//! [`CanonicalKey`]: a key for maps and sets of URLs that mean the same.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use crate::text::prelude::*;

/// The canonical form of a URL, equal for URLs that mean the same. `Debug` shows only the scheme of a URL with a secret.
///
/// ```
/// use std::collections::HashSet;
///
/// use anyurl_core::Registry;
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn keys_are_compared_by_their_text() {
        let key = |text: &str, has_secret| CanonicalKey::new(text.to_owned(), has_secret);
        let (a, b) = (key("x:a", false), key("x:b", true));
        assert!(a == key("x:a", true) && a != b && a < b);
        assert_eq!(
            (a.cmp(&b), b.partial_cmp(&a), a.cmp(&a)),
            (Ordering::Less, Some(Ordering::Greater), Ordering::Equal)
        );
        assert_eq!((a.as_str(), &*b.to_string()), ("x:a", "x:b"));
        assert_eq!(format!("{a:?} {b:?}"), r#"CanonicalKey("x:a") CanonicalKey("x:***")"#);
        let hash = |key: &CanonicalKey| {
            let mut state = std::hash::DefaultHasher::new();
            key.hash(&mut state);
            state.finish()
        };
        assert!(hash(&a) == hash(&key("x:a", true)) && hash(&a) != hash(&b));
        assert_eq!(HashSet::from([a.clone(), a, b]).len(), 2);
    }
}
