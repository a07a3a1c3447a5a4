//! Changes of a whole URL: its scheme, its path and query in decoded bytes, one more segment, and the host in ASCII.

use alloc::borrow::Cow;

use super::BuildError;
use super::edit::path_text;
use crate::diagnostics::error::{Error, ErrorKind};
use crate::diagnostics::requirement::{Fix, Requirement};
use crate::syntax::class::Class;
use crate::syntax::escape;
use crate::syntax::split::Key;
use crate::text::prelude::*;
use crate::text::span::Slot;
use crate::url::{OwnedUrl, PairList, Url};

/// `*( pchar / "/" )` (RFC 3986 §3.3)
static PATH: Class = Class::rfc3986("path").and(b":@/");

/// `*( pchar / "/" / "?" )` (RFC 3986 §3.4)
static QUERY: Class = Class::rfc3986("query").and(b":@/?");

/// What every scheme with a hierarchical path allows in it.
static NARROW_PATH: Class = Class::alphadigit("path").and(b"-._/");

/// What every scheme with a query allows in it.
static NARROW_QUERY: Class = Class::alphadigit("query").and(b"-._&=");

static NO_ASCII_FORM: Requirement =
    Requirement::new("idna", "UTS #46 §4", "the name has no ASCII form", "write a name that IDNA allows", Fix::Unknown);

impl<D> Url<'_, D> {
    /// Returns this URL with another scheme, read by the rules of that scheme; everything else stays as written. The
    /// name is written in lower case (RFC 1738 §2.1).
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://h:70/a?b")?;
    /// assert_eq!(url.with_scheme("X-Bar")?.as_str(), "x-bar://h:70/a?b");
    /// assert_eq!(url.with_scheme("x bar").unwrap_err().component(), "scheme");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BuildError::Scheme`] if `name` is no scheme name, [`BuildError::Rejected`] if the other scheme does not allow
    /// the rest, and [`BuildError::Differs`] if it reads something else in it.
    pub fn with_scheme(&self, name: &str) -> Result<OwnedUrl<D>, BuildError> {
        self.as_any().change_scheme(name).map(OwnedUrl::with_default)
    }

    /// Returns this URL with another path, in decoded bytes: its slashes divide it, and what the scheme does not allow is
    /// escaped. After an authority, a slash is added at the beginning if there is none.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://h/a?q")?;
    /// assert_eq!(url.with_path("b c/100%")?.as_str(), "x-foo://h/b%20c/100%25?q");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`UrlBuilder::build`](super::UrlBuilder::build).
    pub fn with_path(&self, bytes: impl AsRef<[u8]>) -> Result<OwnedUrl<D>, BuildError> {
        self.as_any().change_path(bytes.as_ref()).map(OwnedUrl::with_default)
    }

    /// Returns this URL with another query, in decoded bytes: its `&` and `=` divide it, and what the scheme does not
    /// allow is escaped. [`Url::with_query_pairs`] takes data that may contain them.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://h/a")?;
    /// assert_eq!(url.with_query("a=b c&d=100%")?.as_str(), "x-foo://h/a?a=b%20c&d=100%25");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Url::with_query_pairs`].
    pub fn with_query(&self, bytes: impl AsRef<[u8]>) -> Result<OwnedUrl<D>, BuildError> {
        self.as_any().change_query(bytes.as_ref()).map(OwnedUrl::with_default)
    }

    /// Returns this URL with these pairs as its query, and without a query if there is none.
    ///
    /// # Errors
    /// As [`Url::with_query_pairs`].
    pub fn with_pairs(&self, pairs: &PairList<'_>) -> Result<OwnedUrl<D>, BuildError> {
        if pairs.is_empty() { self.without_query() } else { self.with_raw_query(&pairs.to_string()) }
    }

    /// Returns this URL with one more segment at the end of the path, in decoded bytes: a slash in it is escaped. A slash
    /// at the end of the path is not doubled.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://h/?q")?;
    /// let url = url.with_path_segment("a b")?.with_path_segment("c/d")?;
    /// assert_eq!(url.as_str(), "x-foo://h/a%20b/c%2Fd?q");
    /// let error = registry.parse("x-foo:a")?.with_path_segment("b").unwrap_err();
    /// assert_eq!(error.to_string(), "the `path` has no segments, because it does not begin with `/`: set the whole path");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BuildError::NoSegments`] if the path does not begin with a slash; otherwise as [`Url::with_path_segments`].
    pub fn with_path_segment(&self, segment: impl AsRef<[u8]>) -> Result<OwnedUrl<D>, BuildError> {
        self.as_any().append_path(&[segment.as_ref()]).map(OwnedUrl::with_default)
    }

    /// Returns this URL with a path at the end of its own, in decoded bytes: slashes divide it. A slash between the two is
    /// written once.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://h/api/?q")?;
    /// assert_eq!(url.with_appended_path("/v1/a b/")?.as_str(), "x-foo://h/api/v1/a%20b/?q");
    /// assert!(url.with_appended_path("../b").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Url::with_path_segment`].
    pub fn with_appended_path(&self, path: impl AsRef<[u8]>) -> Result<OwnedUrl<D>, BuildError> {
        let path = path.as_ref();
        let segments: Vec<_> = path.strip_prefix(b"/").unwrap_or(path).split(|byte| *byte == b'/').collect();
        self.as_any().append_path(&segments).map(OwnedUrl::with_default)
    }

    /// Returns this URL with its [host in ASCII](Url::ascii_host); as it is without a host.
    ///
    /// # Errors
    /// [`BuildError::Rejected`] if the host has no ASCII form; otherwise as
    /// [`UrlBuilder::build`](super::UrlBuilder::build).
    pub fn with_ascii_host(&self) -> Result<OwnedUrl<D>, BuildError> {
        match (self.as_any().ascii_host(), self.as_any().span(Slot::HOST)) {
            (Some(Cow::Owned(host)), _) => self.with_host(host),
            (None, Some(host)) => {
                let error = Error::new(ErrorKind::Forbidden, "host", "host", host, &NO_ASCII_FORM);
                Err(BuildError::Rejected { component: "host".to_owned(), offset: None, error })
            }
            _ => Ok(self.into_owned()),
        }
    }
}

/// The changes, whatever the parameter.
impl Url<'_> {
    fn change_scheme(&self, name: &str) -> Result<OwnedUrl, BuildError> {
        if name.is_empty() || Key::new(name).is_none() {
            return Err(BuildError::scheme(name));
        }
        let component = || "scheme".to_owned();
        let base = self.text_to_edit();
        let rejected = |error| BuildError::Rejected { component: component(), offset: None, error };
        let base = self.parse_again(&base).map_err(rejected)?;
        let text = [&name.to_ascii_lowercase(), &base.text()[base.scheme_span().end()..]].concat();
        let url = self.registry().parse_url(&text, self.options(), None, None).map_err(rejected)?;
        let is_kept = url.user() == base.user()
            && url.password() == base.password()
            && url.host() == base.host()
            && url.port() == base.port()
            && url.path() == base.path()
            && url.query() == base.query()
            && url.fragment() == base.fragment();
        if is_kept { Ok(url.into_owned()) } else { Err(BuildError::Differs { component: component(), offset: None }) }
    }

    fn change_path(&self, bytes: &[u8]) -> Result<OwnedUrl, BuildError> {
        let needs_slash = self.has_authority() && !bytes.is_empty() && !bytes.starts_with(b"/");
        let with = |class| {
            let mut text = if needs_slash { "/".to_owned() } else { String::new() };
            escape::encode(bytes, class, &mut text);
            self.edited_decoded("path", &|url| Ok((url.path_span(), text.clone())))
        };
        with(&PATH).or_else(|_| with(&NARROW_PATH)).map_err(|error| error.earlier(needs_slash.into()))
    }

    fn change_query(&self, bytes: &[u8]) -> Result<OwnedUrl, BuildError> {
        let with = |class| {
            let mut text = String::new();
            escape::encode(bytes, class, &mut text);
            self.edited_decoded("query", &|url| Ok((url.span_from_question_mark()?, format!("?{text}"))))
        };
        with(&QUERY).or_else(|_| with(&NARROW_QUERY))
    }

    fn append_path(&self, segments: &[&[u8]]) -> Result<OwnedUrl, BuildError> {
        if self.path_segments().is_none() {
            return Err(BuildError::NoSegments);
        }
        let appended = path_text(segments)?;
        let edited = self.edited_decoded("path", &|url| {
            let path = url.path();
            Ok((url.path_span(), [path.strip_suffix('/').unwrap_or(path), &appended].concat()))
        });
        edited.map_err(BuildError::without_offset)
    }
}
