//! The inverse of resolving: the shortest reference from one URL to another (RFC 3986 §4.2).

use core::fmt;
use core::str::FromStr;

use super::rfc3986::Components;
use super::{Reference, ReferenceError, ReferenceRules, split_at_first};
use crate::diagnostics::secrets::Secrets;
use crate::text::prelude::*;
use crate::url::{AsUrl, Url};

/// A relative reference (RFC 3986 §4.2): a URL without its scheme, and possibly without its host and the beginning of its
/// path.
///
/// ```
/// use anyurl_core::reference::RelativeRef;
///
/// let reference: RelativeRef = "../b?q#top".parse()?;
/// assert_eq!((reference.path(), reference.query(), reference.fragment()), ("../b", Some("q"), Some("top")));
/// assert!("x-foo:a".parse::<RelativeRef>().is_err());
/// # Ok::<(), anyurl_core::reference::ReferenceError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelativeRef {
    text: String,
}

impl RelativeRef {
    /// The reference as written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// What stands between `//` and the path, if the reference names another host.
    pub fn authority(&self) -> Option<&str> {
        self.components().authority
    }

    /// The path; empty if the reference is a query, a fragment, or nothing.
    pub fn path(&self) -> &str {
        self.components().path
    }

    /// The text after the `?`.
    pub fn query(&self) -> Option<&str> {
        self.components().query
    }

    /// The text after the `#`.
    pub fn fragment(&self) -> Option<&str> {
        split_at_first(b'#', &self.text).1
    }

    /// [`Url::resolve`] of the reference by RFC 3986.
    ///
    /// # Errors
    /// As [`Url::resolve`].
    pub fn resolve(&self, base: &impl AsUrl) -> Result<Reference, ReferenceError> {
        base.as_any().resolve(&self.text, ReferenceRules::Rfc3986)
    }

    fn components(&self) -> Components<'_> {
        Components::from_schemepart(split_at_first(b'#', &self.text).0)
    }
}

/// Reads a relative reference. Its characters are checked when it is resolved and the result is parsed.
impl FromStr for RelativeRef {
    type Err = ReferenceError;

    fn from_str(text: &str) -> Result<Self, ReferenceError> {
        match Components::from_reference(split_at_first(b'#', text).0)?.scheme {
            None => Ok(Self { text: text.to_owned() }),
            Some(_) => Err(ReferenceError::NotRelative),
        }
    }
}

impl AsRef<str> for RelativeRef {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for RelativeRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Shows the reference without its secrets.
impl fmt::Debug for RelativeRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RelativeRef({:?})", Secrets::new().mask(&self.text))
    }
}

impl Url<'_> {
    /// Returns the shortest relative reference from this URL to another, by RFC 3986: resolving it at this URL gives the
    /// other one as written, but for the case of its scheme.
    ///
    /// `None` if only a whole URL leads there: if the schemes differ, if the other one has no host and this one has, or if
    /// its path has `.` or `..` segments, which resolving removes.
    ///
    /// ```
    /// use anyurl_core::Registry;
    /// use anyurl_core::reference::RelativeRef;
    ///
    /// let registry = Registry::builder().build();
    /// let base = registry.parse("x-foo://h/a/b/c?q")?;
    /// let to = |text| base.relativize(&registry.parse(text).unwrap()).map(|found| found.to_string());
    /// assert_eq!(to("x-foo://h/a/b/d"), Some("d".to_owned()));
    /// assert_eq!(to("x-foo://h/a/e#top"), Some("../e#top".to_owned()));
    /// assert_eq!(to("x-foo://i/"), Some("//i/".to_owned()));
    /// assert_eq!(to("x-bar://h/a"), None);
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn relativize(&self, target: &impl AsUrl) -> Option<RelativeRef> {
        self.reference_to(&target.as_any())
    }

    fn reference_to(&self, target: &Url<'_>) -> Option<RelativeRef> {
        if self.scheme() != target.scheme() {
            return None;
        }
        let [base, other] = [self, target].map(|url| Components::from_schemepart(url.schemepart()));
        let fragment = target.fragment().map(|fragment| format!("#{fragment}")).unwrap_or_default();
        let query = other.query.map(|query| format!("?{query}")).unwrap_or_default();
        let ending = format!("{query}{fragment}");
        let goal = format!("{}:{}", target.scheme(), &target.as_str()[target.written_scheme().len() + 1..]);
        let mut candidates = Vec::new();
        if base.authority == other.authority {
            candidates.extend([fragment, ending.clone()]);
            candidates.extend(relative_path(base.path, other.path).map(|path| format!("{path}{ending}")));
            candidates.push(format!("{}{ending}", other.path));
        }
        candidates.extend(other.authority.map(|authority| format!("//{authority}{}{ending}", other.path)));
        let leads_there =
            |text: &String| self.resolve(text, ReferenceRules::Rfc3986).is_ok_and(|found| found.as_str() == goal);
        let text = candidates.into_iter().filter(leads_there).min_by_key(String::len)?;
        Some(RelativeRef { text })
    }
}

/// The steps from the directory of one path to another path: `..` for each directory to leave, then the rest.
fn relative_path(base: &str, target: &str) -> Option<String> {
    let directory = &base[..=base.rfind('/')?];
    let common = directory.split_inclusive('/').zip(target.split_inclusive('/'));
    let shared: usize = common.take_while(|(one, other)| one == other).map(|(one, _)| one.len()).sum();
    let rest = &target[shared..];
    let up = "../".repeat(directory[shared..].matches('/').count());
    // An empty first segment would be a root, and a colon in it the end of a scheme (§4.2).
    let first = rest.split('/').next().unwrap_or_default();
    let is_plain = !up.is_empty() || !(first.is_empty() || first.contains(':'));
    Some(if is_plain { up + rest } else { format!("./{rest}") })
}
