//! Relative references ("partial forms"): URLs that omit the parts they share with the URL of their document.
//!
//! The draft of 1993 defines them, RFC 1738 omits them, and RFC 3986 §5 defines them again. A reference has no meaning
//! without a base, so [`Url::resolve`] is a method of the base (R-P-7: outside a well-controlled context the full form
//! must be used), and takes the [`ReferenceRules`] to apply:
//!
//! | reference, at `http://h/a/b/c` | [`ReferenceRules::Draft1993`] | [`ReferenceRules::Rfc3986`] |
//! |---|---|---|
//! | `x`, `./x` | `http://h/a/b/x` | the same |
//! | `../x` | `http://h/a/x` | the same |
//! | `/x`, `//k/x`, `g:h` | `http://h/x`, `http://k/x`, `g:h` | the same |
//! | empty, `#f` | the base itself | the same |
//! | `..` | `http://h/a` | `http://h/a/` |
//! | `../../../x` | `http://h/../x` | `http://h/x` |
//! | `/x/../y` | `http://h/x/../y` | `http://h/y` |
//! | `?y` | `http://h/a/b/?y` | `http://h/a/b/c?y` |
//!
//! Resolving joins texts; [`Reference::parse`] checks whether the result is a URL of its scheme.
//!
//! The default is [`Url::reference_rules`]: the rules of the document by which the base was parsed.

use core::fmt;

use crate::diagnostics::error::Error;
use crate::diagnostics::secrets::Secrets;
use crate::registration::{FragmentUse, Grammar};
use crate::syntax::options::Profile;
use crate::syntax::split;
use crate::text::prelude::*;
use crate::text::span::Span;
use crate::url::parse;
use crate::url::{AsUrl, OwnedUrl, Parser, Url, forward};

mod draft1993;
mod relativize;
mod rfc3986;

pub use relativize::RelativeRef;

/// The document whose rules resolve a reference.
///
/// ```
/// use anyurl_core::{Registry, reference::ReferenceRules};
///
/// let registry = Registry::builder().build();
/// let base = registry.parse("x-foo:a/b")?;
/// // In the draft a colon before any slash makes a full form; in RFC 3986 not after a `?`.
/// assert!(base.resolve("?c:d", ReferenceRules::Draft1993).is_err());
/// assert_eq!(base.resolve("?c:d", ReferenceRules::Rfc3986)?.url(), "x-foo:a/b?c:d");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ReferenceRules {
    /// The draft of 1993 (`draft-ietf-uri-url`, "Partial form"), taken literally where it is silent (A-49).
    ///
    /// * A full form has a colon before any slash (R-P-3), and is used unchanged.
    /// * `//host:port/…` refers to another host, `/…` to another path on the same host (R-P-4, R-P-5); dots in them are
    ///   kept.
    /// * Any other reference replaces the text after the last slash of the base's path; then `/xxx/..` and `/.` are
    ///   removed repeatedly, as complete elements and without leaving a slash (R-P-6). A `..` with nothing to remove is
    ///   kept.
    /// * Only hierarchical schemes have a path (R-P-9), except as [`Relative`] states for R-P-8.
    ///
    /// [`Relative`]: crate::registration::Relative
    Draft1993,
    /// RFC 3986 §5.2 to the letter, in its strict variant: `http:g` stays `http:g`.
    ///
    /// Applies to a base of any scheme. Text after a `?` is a query, even if the scheme treats it as a searchpart or as
    /// part of a name.
    Rfc3986,
}

/// A resolved reference: a URL, and possibly a fragment of its object.
///
/// `Display` writes `url#fragment`; the scheme is in lower case (R-2.1-6). `Debug` hides the password of the base.
///
/// ```
/// use anyurl_core::Registry;
/// use anyurl_core::reference::ReferenceRules;
///
/// let registry = Registry::builder().build();
/// let base = registry.parse("X-Foo://h/a/b/c")?;
/// let reference = base.resolve("../x#top", ReferenceRules::Rfc3986)?;
/// assert_eq!((reference.url(), reference.fragment()), ("x-foo://h/a/x", Some("top")));
/// assert_eq!(reference.to_string(), "x-foo://h/a/x#top");
/// assert_eq!(reference.parse(registry.parser())?.host(), Some("h"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Reference {
    text: String,
    /// The end of the URL: the end of the text, or the offset of the `#`.
    end: usize,
}

impl Reference {
    /// The URL, without the fragment, which clients never send (R-P-2).
    pub fn url(&self) -> &str {
        &self.text[..self.end]
    }

    /// The fragment, as written. RFC 3986 distinguishes an empty fragment from none; in the draft both denote the whole
    /// object (R-P-1).
    pub fn fragment(&self) -> Option<&str> {
        self.text[self.end..].strip_prefix('#')
    }

    /// The whole reference: `url#fragment`.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Checks the URL and the fragment.
    ///
    /// If the options do not allow a fragment after a URL of the scheme, such as strict mode for the schemes of RFC
    /// 1738, the fragment is not part of the URL (A-40) and is checked separately.
    ///
    /// ```
    /// use anyurl_core::reference::ReferenceRules;
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let base = registry.parse("x-foo://h/a")?;
    /// let reference = base.resolve("#two words", ReferenceRules::Rfc3986)?;
    /// assert_eq!(reference.check(registry.parser()).unwrap_err().span().range(), 15..16);
    /// assert!(reference.check(registry.parser().lenient()).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first error; its span refers to [`Reference::as_str`].
    pub fn check(&self, parser: Parser<'_>) -> Result<(), Error> {
        let url = parser.parse(self.url())?;
        if self.fragment().is_none() {
            return Ok(());
        }
        let options = url.options();
        if parse::takes_fragment(options, url.registration().grammar) {
            return parser.parse(&self.text).map(drop);
        }
        let span = Span::new(self.end + 1, self.text.len());
        parse::check_fragment(&self.text, span, options.mode)
    }

    /// Parses the URL.
    ///
    /// # Errors
    /// As [`Parser::parse`], since the joined text need not be a URL of its scheme; and as [`Reference::check`].
    pub fn parse<'a>(&'a self, parser: Parser<'a>) -> Result<Url<'a>, Error> {
        self.check(parser)?;
        parser.parse(self.url())
    }

    /// The whole reference as a `String`.
    pub fn into_string(self) -> String {
        self.text
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Reference({:?})", Secrets::new().mask(&self.text))
    }
}

/// The reason why a reference cannot be resolved. It contains no text of the base or the reference except scheme names.
///
/// ```
/// use anyurl_core::{Registry, reference::{ReferenceError, ReferenceRules}};
///
/// let registry = Registry::builder().build();
/// let base = registry.parse("x-foo:a").unwrap();
/// let error = base.resolve("a_b:c", ReferenceRules::Rfc3986).unwrap_err();
/// assert!(matches!(error, ReferenceError::Scheme { span } if span.range() == (0..3)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReferenceError {
    /// The text before the first colon is not a scheme name (R-P-3).
    #[error("the text before the first colon is not a scheme name: prefix a path with `./` (RFC 3986 §4.2)")]
    Scheme {
        /// The text before the colon, in bytes of the reference.
        span: Span,
    },
    /// The text has a scheme, so it is no [`RelativeRef`].
    #[error("a relative reference has no scheme: omit it, or resolve the whole URL (RFC 3986 §4.2)")]
    NotRelative,
    /// The scheme of the base is not hierarchical (R-P-9).
    #[error("`{scheme}` is not hierarchical and has no relative references: write the whole URL (RFC 1738 §2.3)")]
    NotHierarchical {
        /// The scheme of the base.
        scheme: String,
    },
    /// The scheme of the base is not registered, so it is unknown whether it is hierarchical (R-P-9).
    #[error(
        "`{scheme}` is not registered, so it is unknown whether it is hierarchical: write the whole URL, register the scheme, or use the rules of RFC 3986"
    )]
    Unregistered {
        /// The scheme of the base.
        scheme: String,
    },
    /// The login of the base contains a `?`, which RFC 1738 allows and which ends the authority in RFC 3986.
    #[error(
        "the base has a `?` before its host, so RFC 3986 finds another host in it: write the `?` as `%3F`, or use the rules of the draft"
    )]
    Login,
    /// By the draft of 1993, the path of a result without a host would begin with `//`, and so would be parsed as a host.
    #[error("the path of the result begins with `//` and would be parsed as a host: omit one slash (RFC 3986 §3.3)")]
    PathAsHost,
}

impl Url<'_> {
    /// Returns the default rules for references at this URL: those of RFC 3986 if that document applies to the URL, by
    /// its registration or by [`Profile::Current`], otherwise those of the draft of 1993.
    ///
    /// ```
    /// use anyurl_core::reference::ReferenceRules;
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// assert_eq!(registry.parse("x-foo:a")?.reference_rules(), ReferenceRules::Rfc3986);
    /// assert_eq!(registry.parser().rfc1738().parse("x-foo:a")?.reference_rules(), ReferenceRules::Draft1993);
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn reference_rules(&self) -> ReferenceRules {
        match (self.options().profile, self.registration().grammar) {
            (Profile::Rfc1738, Grammar::Rfc1738) => ReferenceRules::Draft1993,
            (Profile::Current, _) | (_, Grammar::Rfc3986) => ReferenceRules::Rfc3986,
        }
    }

    /// Resolves a reference that occurs in the object of this URL.
    ///
    /// The fragment of this URL has no effect. Allocates only the result.
    ///
    /// ```
    /// use anyurl_core::{Registry, reference::ReferenceRules};
    ///
    /// let registry = Registry::builder().build();
    /// let base = registry.parse("x-foo://h/a/b")?;
    /// assert_eq!(base.resolve("?q", ReferenceRules::Rfc3986)?.url(), "x-foo://h/a/b?q");
    /// // In RFC 1738 only schemes that are registered as hierarchical have relative references.
    /// let base = registry.parser().rfc1738().parse("x-foo://h/a/b")?;
    /// assert!(base.resolve("c", ReferenceRules::Draft1993).is_err());
    /// assert_eq!(base.resolve("#f", ReferenceRules::Draft1993)?.as_str(), "x-foo://h/a/b#f");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the reference has no meaning by these rules.
    pub fn resolve(&self, partial: &str, rules: ReferenceRules) -> Result<Reference, ReferenceError> {
        // The fragment begins at the first `#` (A-40); colons and slashes after it have no meaning.
        let (partial, fragment) = split_at_first(b'#', partial);
        let fragment_len = fragment.map_or(0, |fragment| fragment.len() + 1);
        let mut text = match rules {
            ReferenceRules::Draft1993 => draft1993::resolve(self, partial, fragment_len)?,
            ReferenceRules::Rfc3986 => rfc3986::resolve(self, partial, fragment_len)?,
        };
        let mut end = text.len();
        let is_data = self.has_hash_as_data(&text);
        // "A void fragment-id with or without the hash sign means … the whole object" (R-P-1).
        let is_void = |fragment: &&str| rules == ReferenceRules::Draft1993 && fragment.is_empty() && !is_data;
        if let Some(fragment) = fragment.filter(|fragment| !is_void(fragment)) {
            text.push('#');
            text.push_str(fragment);
        }
        if is_data {
            end = text.len();
        }
        Ok(Reference { text, end })
    }

    /// Whether a `#` in another URL is data of its scheme, so that it has no fragment.
    fn has_hash_as_data(&self, other: &str) -> bool {
        let name = other.split(':').next().unwrap_or_default();
        let entry = self.parsed().registry.get(name, self.options().profile);
        entry.is_some_and(|entry| entry.registration().fragment == FragmentUse::Data)
    }
}

/// The reason why [`Url::join`] returns no URL.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JoinError {
    /// The reference has no meaning at this base.
    #[error(transparent)]
    Reference(#[from] ReferenceError),
    /// The joined text is not a URL of its scheme, by the options of the base.
    #[error("the joined URL is invalid: {error}")]
    Parse {
        /// The joined text, in which the error has its span. It may contain secrets of the base.
        text: String,
        /// The error.
        #[source]
        error: Error,
    },
}

/// Shows the joined text without its secrets.
impl fmt::Debug for JoinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reference(error) => f.debug_tuple("Reference").field(error).finish(),
            Self::Parse { text, error } => {
                let text = Secrets::new().mask(text);
                f.debug_struct("Parse").field("text", &text).field("error", error).finish()
            }
        }
    }
}

impl<D> Url<'_, D> {
    /// Resolves a reference by RFC 3986, and parses the result with the registry and the options of this URL.
    /// [`Url::resolve`] also has the rules of 1993, and does not parse.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let base = registry.parse("x-foo://h/a/b/c?q")?;
    /// assert_eq!(base.join("../x?y")?.as_str(), "x-foo://h/a/x?y");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`JoinError`] if the reference has no meaning, or the result is not valid, for example because strict mode allows
    /// no fragment after a URL of the scheme.
    pub fn join(&self, reference: &str) -> Result<OwnedUrl<D>, JoinError> {
        let base = self.as_any();
        let joined = base.resolve(reference, ReferenceRules::Rfc3986)?;
        let parser = base.registry().parser().options(base.options());
        parser.read_string(joined.text).map_err(|(error, text)| JoinError::Parse { text, error })
    }
}

forward! { as_any:
    reference_rules() -> ReferenceRules;
    resolve(partial: &str, rules: ReferenceRules) -> Result<Reference, ReferenceError>;
    relativize(target: &impl AsUrl) -> Option<RelativeRef>;
}

forward! { as_url:
    join(reference: &str) -> Result<Self, JoinError>;
}

/// The scheme of a full form: the text before the first colon, unless one of `stops` is before it.
fn scheme<'t, const N: usize>(partial: &'t str, stops: &[u8; N]) -> Result<Option<&'t str>, ReferenceError> {
    let end = partial.bytes().position(|byte| byte == b':' || stops.contains(&byte));
    let Some(end) = end.filter(|end| partial.as_bytes()[*end] == b':') else {
        return Ok(None);
    };
    if split::is_scheme(&partial[..end]) {
        return Ok(Some(&partial[..end]));
    }
    // The reference may be longer than spans can express.
    let span = Span::new(0, end.min(Span::LONGEST));
    Err(ReferenceError::Scheme { span })
}

/// Appends a scheme in lower case, and the colon.
fn push_scheme(scheme: &str, to: &mut String) {
    let start = to.len();
    to.push_str(scheme);
    to[start..].make_ascii_lowercase();
    to.push(':');
}

/// The text before the first `byte` of US-ASCII, and the text after it.
fn split_at_first(byte: u8, text: &str) -> (&str, Option<&str>) {
    match memchr::memchr(byte, text.as_bytes()) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

/// The base of a relative path: the path up to its last slash, and at least a slash after a host.
fn directory(authority: bool, path: &str) -> &str {
    match memchr::memrchr(b'/', path.as_bytes()) {
        Some(slash) => &path[..=slash],
        None if authority => "/",
        None => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;
    use crate::syntax::dot_segments::elements;

    #[test]
    fn a_colon_before_any_slash_makes_a_full_form() {
        for (partial, expect) in [
            ("g:h", Some("g")),
            ("1+x.y-z:", Some("1+x.y-z")),
            ("a/b:c", None),
            ("/a:b", None),
            ("", None),
            ("a", None),
        ] {
            assert_eq!(scheme(partial, b"/"), Ok(expect), "{partial}");
        }
        let refused = |end| Err(ReferenceError::Scheme { span: Span::new(0, end) });
        assert_eq!(scheme(":a", b"/"), refused(0));
        assert_eq!(scheme("x?y:z", b"/"), refused(3));
        assert_eq!(scheme("x?y:z", b"/?"), Ok(None));
        assert_eq!(scheme("\u{212A}:z", b"/"), refused(3));
    }

    #[test]
    fn paths_are_joined_by_elements() {
        for (authority, path, rest, expect) in [
            (true, "", "x", "|x"),
            (true, "/", "x/", "|x|"),
            (true, "/a/b", "", "|a|"),
            (true, "//a", "x", "||x"),
            (false, "", "x", "x"),
            (false, "a", "x", "x"),
            (false, "a/b", "/x", "a||x"),
        ] {
            let found: Vec<_> = elements(directory(authority, path), rest).collect();
            assert_eq!(found.join("|"), expect, "{path} {rest}");
        }
    }

    /// For an unregistered scheme, RFC 3986 applies, and the draft does not.
    #[test]
    fn unregistered_schemes() {
        let registry = Registry::builder().build();
        let base = registry.parser().rfc1738().parse("X-Foo://u:p@h/a/b").unwrap();
        let reference = base.resolve("../c", ReferenceRules::Rfc3986).unwrap();
        assert_eq!(reference.as_str(), "x-foo://u:p@h/c");
        assert!(!format!("{reference:?}").contains(":p@"));
        assert!(matches!(
            base.resolve("c", ReferenceRules::Draft1993),
            Err(ReferenceError::Unregistered { scheme }) if scheme == "x-foo"
        ));
    }
}
