//! The partial form: a reference that leaves out what it shares with the URL of the document it stands in.
//!
//! RFC 1738 withdrew it; the draft of 1993 has it, and RFC 3986 §5 has it again. It means nothing without a base, so
//! [`Url::resolve`] asks for one (R-P-7: outside a well-controlled context the full form must be used), and for the
//! [`ReferenceRules`] by which it is read:
//!
//! | partial form, at `http://h/a/b/c` | [`ReferenceRules::Draft1993`] | [`ReferenceRules::Rfc3986`] |
//! |---|---|---|
//! | `x`, `./x` | `http://h/a/b/x` | the same |
//! | `../x` | `http://h/a/x` | the same |
//! | `/x`, `//k/x`, `g:h` | `http://h/x`, `http://k/x`, `g:h` | the same |
//! | nothing, `#f` | the object of the base itself | the same |
//! | `..` | `http://h/a` | `http://h/a/` |
//! | `../../../x` | `http://h/../x` | `http://h/x` |
//! | `/x/../y` | `http://h/x/../y` | `http://h/y` |
//! | `?y` | `http://h/a/b/?y` | `http://h/a/b/c?y` |
//!
//! Whether the result is a URL, its scheme says: resolving joins texts, and [`Reference::parse`] reads the result.
//!
//! A caller without a preference takes [`Url::reference_rules`]: the document that the base itself was read by.

use std::fmt;

use crate::diagnostics::error::Error;
use crate::diagnostics::redact::Redaction;
use crate::registration::Grammar;
use crate::registry::Registry;
use crate::syntax::options::{Options, Profile};
use crate::syntax::split;
use crate::text::span::Span;
use crate::url::Url;
use crate::url::parse;

mod draft1993;
mod rfc3986;

/// By which document a partial form is read.
///
/// ```
/// use locator_core::{Registry, reference::ReferenceRules};
///
/// let registry = Registry::builder().build();
/// let base = registry.parse("x-foo:a/b")?;
/// // To the draft a colon before any slash makes a full form; to RFC 3986 a `?` does not let it.
/// assert!(base.resolve("?c:d", ReferenceRules::Draft1993).is_err());
/// assert_eq!(base.resolve("?c:d", ReferenceRules::Rfc3986)?.url(), "x-foo:a/b?c:d");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReferenceRules {
    /// The draft of 1993 (`draft-ietf-uri-url`, "Partial form"), taken literally where it is silent (A-49).
    ///
    /// * A full form has a colon, and that before any slash (R-P-3); it is taken as it is.
    /// * `//host:port/…` is on another host, `/…` another path on the same one (R-P-4, R-P-5): both stay as written,
    ///   dots and all.
    /// * Everything else replaces what follows the last slash of the base's path; of the result `/xxx/..` and `/.` are
    ///   removed, again and again, as complete elements only (R-P-6). No slash is left behind in their place, and a
    ///   `..` without anything to take away stays.
    /// * Only schemes whose names are a hierarchy have a path (R-P-9), but for what [`Relative`] makes of R-P-8.
    ///
    /// [`Relative`]: crate::registration::Relative
    Draft1993,
    /// RFC 3986 §5.2 to the letter, in its strict variant: `http:g` stays `http:g`.
    ///
    /// Works with any base, whatever its scheme. What follows a `?` is a query here, be it a searchpart to the scheme or
    /// part of a name.
    Rfc3986,
}

/// What a partial form refers to: a URL, and perhaps a fragment of the object that it locates.
///
/// `Display` writes `url#fragment`; the scheme is in lower case (R-2.1-6). `Debug` hides the password, which a base may
/// have lent.
///
/// ```
/// use locator_core::Registry;
/// use locator_core::reference::ReferenceRules;
///
/// let registry = Registry::builder().build();
/// let base = registry.parse("X-Foo://h/a/b/c")?;
/// let reference = base.resolve("../x#top", ReferenceRules::Rfc3986)?;
/// assert_eq!((reference.url(), reference.fragment()), ("x-foo://h/a/x", Some("top")));
/// assert_eq!(reference.to_string(), "x-foo://h/a/x#top");
/// assert_eq!(reference.parse(&registry)?.host(), Some("h"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Reference {
    text: String,
    /// Where the URL ends: at the end of the text, or at the `#`.
    end: usize,
}

impl Reference {
    /// The URL, without the fragment, which is never sent (R-P-2).
    pub fn url(&self) -> &str {
        &self.text[..self.end]
    }

    /// The fragment, as written. RFC 3986 tells an empty one from none; in the draft both are the whole object (R-P-1).
    pub fn fragment(&self) -> Option<&str> {
        self.text[self.end..].strip_prefix('#')
    }

    /// Both: `url#fragment`.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Checks URL and fragment, as [`Registry::parse_with`] checks a text that has both.
    ///
    /// Where these options let no fragment follow a URL of the scheme, as strict mode for the schemes of RFC 1738, the
    /// fragment is still no part of the URL (A-40), and is checked by itself.
    ///
    /// ```
    /// use locator_core::reference::ReferenceRules;
    /// use locator_core::{Options, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// let base = registry.parse("x-foo://h/a")?;
    /// let reference = base.resolve("#two words", ReferenceRules::Rfc3986)?;
    /// assert_eq!(reference.check(&registry, Options::new()).unwrap_err().span().range(), 15..16);
    /// assert!(reference.check(&registry, Options::new().lenient()).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first fault; its span counts bytes of [`Reference::as_str`].
    pub fn check(&self, registry: &Registry, options: Options) -> Result<(), Error> {
        let url = registry.parse_with(self.url(), options)?;
        if self.fragment().is_none() {
            return Ok(());
        }
        if parse::takes_fragment(options, url.registration().grammar) {
            return registry.parse_with(&self.text, options).map(drop);
        }
        let span = Span::new(self.end + 1, self.text.len());
        parse::check_fragment(&self.text, span, options.mode)
    }

    /// Reads the URL strictly, by RFC 1738.
    ///
    /// # Errors
    /// As [`Registry::parse`]: the text that was put together need not be a URL of its scheme; and where the
    /// [fragment is none](Self::check).
    pub fn parse<'a>(&'a self, registry: &'a Registry) -> Result<Url<'a>, Error> {
        self.parse_with(registry, Options::new())
    }

    /// Reads the URL in the given mode and profile.
    ///
    /// # Errors
    /// As [`Registry::parse_with`]; and where the [fragment is none](Self::check).
    pub fn parse_with<'a>(&'a self, registry: &'a Registry, options: Options) -> Result<Url<'a>, Error> {
        self.check(registry, options)?;
        registry.parse_with(self.url(), options)
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Reference({:?})", Redaction::guess(&self.text).apply(&self.text))
    }
}

/// Why a partial form refers to nothing. No character of base or partial form is in it but a scheme's name.
///
/// ```
/// use locator_core::{Registry, reference::{ReferenceError, ReferenceRules}};
///
/// let registry = Registry::builder().build();
/// let base = registry.parse("x-foo:a").unwrap();
/// let error = base.resolve("a_b:c", ReferenceRules::Rfc3986).unwrap_err();
/// assert!(matches!(error, ReferenceError::Scheme { span } if span.range() == (0..3)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReferenceError {
    /// A colon makes it a full form, and what stands before the colon is no scheme (R-P-3).
    #[error(
        "what stands before the first colon is no scheme name: write `./` in front where a path is meant (RFC 3986 §4.2)"
    )]
    Scheme {
        /// What stands before the colon, in bytes of the partial form.
        span: Span,
    },
    /// The names of the base's scheme are no hierarchy (R-P-9).
    #[error(
        "`{scheme}` names are no hierarchy, so that parts of them mean nothing: write the whole URL (RFC 1738 §2.3)"
    )]
    NotHierarchical {
        /// The scheme of the base.
        scheme: String,
    },
    /// Nothing is known about the names of the base's scheme (R-P-9).
    #[error(
        "nothing is registered under `{scheme}`, so whether its names are a hierarchy is not known: write the whole URL, register the scheme, or take the rules of RFC 3986"
    )]
    Unregistered {
        /// The scheme of the base.
        scheme: String,
    },
    /// The base's login holds a `?`, which RFC 1738 allows and which ends the host in RFC 3986.
    #[error(
        "the base has a `?` before its host, where RFC 3986 finds another host: write it `%3F`, or take the rules of the draft"
    )]
    Login,
    /// The path would begin with `//` where there is no host, and so become one.
    #[error(
        "the path of the result begins with `//`, which makes a host of what follows: omit one slash (RFC 3986 §3.3)"
    )]
    PathAsHost,
}

impl Url<'_> {
    /// The rules by which partial forms at this URL are read, unless the caller prefers others: RFC 3986 where the URL is
    /// read by that document, because its registration says so or in [`Profile::Current`], and the draft of 1993 where it
    /// is read by RFC 1738.
    ///
    /// ```
    /// use locator_core::reference::ReferenceRules;
    /// use locator_core::{Options, Registry};
    ///
    /// let registry = Registry::builder().build();
    /// assert_eq!(registry.parse("x-foo:a")?.reference_rules(), ReferenceRules::Draft1993);
    /// assert_eq!(registry.parse_with("x-foo:a", Options::new().current())?.reference_rules(), ReferenceRules::Rfc3986);
    /// # Ok::<(), locator_core::Error>(())
    /// ```
    pub fn reference_rules(&self) -> ReferenceRules {
        match (self.options().profile, self.registration().grammar) {
            (Profile::Rfc1738, Grammar::Rfc1738) => ReferenceRules::Draft1993,
            (Profile::Current, _) | (_, Grammar::Rfc3986) => ReferenceRules::Rfc3986,
        }
    }

    /// What a partial form means that stands in the object of this URL.
    ///
    /// The URL's own fragment plays no role. Allocates the result, and nothing else.
    ///
    /// ```
    /// use locator_core::{Registry, reference::ReferenceRules};
    ///
    /// let registry = Registry::builder().build();
    /// let base = registry.parse("x-foo://h/a/b")?;
    /// assert_eq!(base.resolve("?q", ReferenceRules::Rfc3986)?.url(), "x-foo://h/a/b?q");
    /// // Whether `/` is a hierarchy here, nobody has said.
    /// assert!(base.resolve("c", ReferenceRules::Draft1993).is_err());
    /// assert_eq!(base.resolve("#f", ReferenceRules::Draft1993)?.as_str(), "x-foo://h/a/b#f");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Where the rules give the partial form no meaning: [`ReferenceError`] says which way out there is.
    pub fn resolve(&self, partial: &str, rules: ReferenceRules) -> Result<Reference, ReferenceError> {
        // The first `#` divides (A-40): a colon or slash behind it divides nothing.
        let (partial, fragment) = match partial.split_once('#') {
            Some((partial, fragment)) => (partial, Some(fragment)),
            None => (partial, None),
        };
        let room = fragment.map_or(0, |fragment| fragment.len() + 1);
        let mut text = String::with_capacity(self.as_str().len() + partial.len() + room + 1);
        match rules {
            ReferenceRules::Draft1993 => draft1993::resolve(self, partial, &mut text)?,
            ReferenceRules::Rfc3986 => rfc3986::resolve(self, partial, &mut text)?,
        }
        let end = text.len();
        // "A void fragment-id with or without the hash sign means … the whole object" (R-P-1).
        let void = |fragment: &&str| rules == ReferenceRules::Draft1993 && fragment.is_empty();
        if let Some(fragment) = fragment.filter(|fragment| !void(fragment)) {
            text.push('#');
            text.push_str(fragment);
        }
        Ok(Reference { text, end })
    }
}

/// The scheme of a full form: what stands before the first colon, if none of `stops` comes before.
fn scheme<'t>(partial: &'t str, stops: &[char]) -> Result<Option<&'t str>, ReferenceError> {
    let Some(end) = partial.find(|c| c == ':' || stops.contains(&c)) else {
        return Ok(None);
    };
    if !partial[end..].starts_with(':') {
        return Ok(None);
    }
    if split::is_scheme(&partial[..end]) {
        return Ok(Some(&partial[..end]));
    }
    // A longer text than spans can point into has no place either.
    let span = Span::new(0, end.min(Span::LONGEST));
    Err(ReferenceError::Scheme { span })
}

/// Writes a scheme in lower case, and its colon.
fn push_scheme(scheme: &str, to: &mut String) {
    let start = to.len();
    to.push_str(scheme);
    to[start..].make_ascii_lowercase();
    to.push(':');
}

/// What a relative path is appended to: the path up to its last slash; behind a host there is at least one.
fn directory(authority: bool, path: &str) -> &str {
    match path.rfind('/') {
        Some(slash) => &path[..=slash],
        None if authority => "/",
        None => "",
    }
}

/// The elements of the path that `directory` and `rest` make together; each but the first has a slash before it.
fn elements<'t>(directory: &'t str, rest: &'t str) -> impl Iterator<Item = &'t str> {
    directory.split_terminator('/').chain(rest.split('/'))
}

/// Refuses a path, from `start` on, that would be read as a host.
fn reject_leading_double_slash(path: &str) -> Result<(), ReferenceError> {
    if path.starts_with("//") {
        return Err(ReferenceError::PathAsHost);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(scheme(partial, &['/']), Ok(expect), "{partial}");
        }
        let refused = |end| Err(ReferenceError::Scheme { span: Span::new(0, end) });
        assert_eq!(scheme(":a", &['/']), refused(0));
        assert_eq!(scheme("x?y:z", &['/']), refused(3));
        assert_eq!(scheme("x?y:z", &['/', '?']), Ok(None));
        assert_eq!(scheme("\u{212A}:z", &['/']), refused(3));
    }

    #[test]
    fn paths_are_put_together_by_elements() {
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

    /// Without any scheme registered RFC 3986 works all the same, and the draft has nothing to go by.
    #[test]
    fn names_that_nothing_is_registered_under() {
        let registry = Registry::builder().build();
        let base = registry.parse("X-Foo://u:p@h/a/b").unwrap();
        let reference = base.resolve("../c", ReferenceRules::Rfc3986).unwrap();
        assert_eq!(reference.as_str(), "x-foo://u:p@h/c");
        assert!(!format!("{reference:?}").contains(":p@"));
        assert!(matches!(
            base.resolve("c", ReferenceRules::Draft1993),
            Err(ReferenceError::Unregistered { scheme }) if scheme == "x-foo"
        ));
    }
}
