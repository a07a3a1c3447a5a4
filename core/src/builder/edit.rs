//! Editing the path by segments and the query by pairs, for every scheme that has them.
//!
//! These methods change the text of a URL between two places and parse it again, so that they need no knowledge of the
//! scheme's own components. They escape each segment, name and value once; what is already in the URL stays as written.

use alloc::borrow::Cow;

use super::{BuildError, UrlBuilder};
use crate::diagnostics::error::Error;
use crate::syntax::class::UNRESERVED_EVERYWHERE;
use crate::syntax::escape;
use crate::syntax::options::Mode;
use crate::text::prelude::*;
use crate::text::span::Span;
use crate::url::{Chosen, OwnedUrl, Url};

/// A change of a built URL.
#[derive(Clone)]
pub(super) enum Edit {
    Path(Vec<Vec<u8>>),
    Query(Vec<(Vec<u8>, Vec<u8>)>),
}

impl Edit {
    pub(super) fn path<S: AsRef<[u8]>>(segments: impl IntoIterator<Item = S>) -> Self {
        Self::Path(segments.into_iter().map(|segment| segment.as_ref().to_vec()).collect())
    }

    pub(super) fn query<N: AsRef<[u8]>, V: AsRef<[u8]>>(pairs: impl IntoIterator<Item = (N, V)>) -> Self {
        let owned = |(name, value): (N, V)| (name.as_ref().to_vec(), value.as_ref().to_vec());
        Self::Query(pairs.into_iter().map(owned).collect())
    }

    pub(super) fn apply(&self, url: &Url<'_>) -> Result<OwnedUrl, BuildError> {
        match self {
            Self::Path(segments) => url.edited_decoded("path", &|url| Ok((url.path_span(), path_text(segments)?))),
            Self::Query(pairs) => {
                let text = query_text(pairs);
                url.edited_decoded("query", &|url| Ok((url.span_from_question_mark()?, format!("?{text}"))))
            }
        }
        .map_err(BuildError::without_offset)
    }
}

impl<D> UrlBuilder<D> {
    /// Sets the path to these segments, in decoded bytes: a slash in a segment is escaped.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.build("x-foo")?.host("h").path_segments(["a/b", ""]).query_pairs([("q", "c&d")]).build()?;
    /// assert_eq!(url.as_str(), "x-foo://h/a%2Fb/?q=c%26d");
    /// # Ok::<(), anyurl_core::BuildError>(())
    /// ```
    pub fn path_segments<S: AsRef<[u8]>>(mut self, segments: impl IntoIterator<Item = S>) -> Self {
        self.inputs.edits.push(Edit::path(segments));
        self
    }

    /// Sets the query to these pairs, in decoded bytes: `&` and `=` in a name or value are escaped.
    pub fn query_pairs<N: AsRef<[u8]>, V: AsRef<[u8]>>(mut self, pairs: impl IntoIterator<Item = (N, V)>) -> Self {
        self.inputs.edits.push(Edit::query(pairs));
        self
    }
}

impl<D> Url<'_, D> {
    /// Returns this URL with a path of these segments, in decoded bytes: a slash in a segment is escaped.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://h/a?q")?;
    /// assert_eq!(url.with_path_segments(["100%", "b/c"])?.as_str(), "x-foo://h/100%25/b%2Fc?q");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BuildError::DotSegment`] for `.` and `..`; otherwise as [`UrlBuilder::build`].
    pub fn with_path_segments(
        &self,
        segments: impl IntoIterator<Item = impl AsRef<[u8]>>,
    ) -> Result<OwnedUrl<D>, BuildError> {
        Edit::path(segments).apply(&self.as_any()).map(OwnedUrl::with_default)
    }

    /// Returns this URL with a query of these pairs, in decoded bytes: `&` and `=` in a name or value are escaped.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://h/a")?;
    /// let url = url.with_query_pairs([("q", "a&b"), ("r", "1+1")])?;
    /// assert_eq!(url.as_str(), "x-foo://h/a?q=a%26b&r=1%2B1");
    /// assert_eq!(url.with_query_pair("s", "%")?.query(), Some("q=a%26b&r=1%2B1&s=%25"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BuildError::NoQuery`] if URLs of the scheme have none; otherwise as [`UrlBuilder::build`].
    pub fn with_query_pairs(
        &self,
        pairs: impl IntoIterator<Item = (impl AsRef<[u8]>, impl AsRef<[u8]>)>,
    ) -> Result<OwnedUrl<D>, BuildError> {
        Edit::query(pairs).apply(&self.as_any()).map(OwnedUrl::with_default)
    }

    /// Returns this URL with one more pair at the end of the query; the pairs that are there stay as written.
    ///
    /// # Errors
    /// As [`Url::with_query_pairs`].
    pub fn with_query_pair(&self, name: impl AsRef<[u8]>, value: impl AsRef<[u8]>) -> Result<OwnedUrl<D>, BuildError> {
        self.as_any().append_pair(name.as_ref(), value.as_ref()).map(OwnedUrl::with_default)
    }

    /// Returns this URL with another path, which is written as it is: with its escapes.
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn with_raw_path(&self, path: &str) -> Result<OwnedUrl<D>, BuildError> {
        let edited = self.as_any().edited("path", &|url| Ok((url.path_span(), path.to_owned())));
        edited.map(OwnedUrl::with_default)
    }

    /// Returns this URL with another query, which is written as it is: with its escapes.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://h/a?b")?;
    /// assert_eq!(url.with_raw_query("c%20d")?.as_str(), "x-foo://h/a?c%20d");
    /// assert_eq!(url.with_raw_query("c#d").unwrap_err().component(), "query");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Url::with_query_pairs`].
    pub fn with_raw_query(&self, query: &str) -> Result<OwnedUrl<D>, BuildError> {
        let edited = self.as_any().edited("query", &|url| Ok((url.span_from_question_mark()?, format!("?{query}"))));
        edited.map(OwnedUrl::with_default)
    }

    /// Returns this URL without its query.
    ///
    /// # Errors
    /// As [`UrlBuilder::build`].
    pub fn without_query(&self) -> Result<OwnedUrl<D>, BuildError> {
        if self.as_any().query().is_none() {
            return Ok(self.into_owned());
        }
        let edited = self.as_any().edited("query", &|url| Ok((url.span_from_question_mark()?, String::new())));
        edited.map(OwnedUrl::with_default)
    }
}

/// The changes, whatever the parameter.
/// The span that an edit replaces in a URL, and the text for it.
type Change<'c> = &'c dyn Fn(&Url<'_>) -> Result<(Span, String), BuildError>;

impl Url<'_> {
    fn append_pair(&self, name: &[u8], value: &[u8]) -> Result<OwnedUrl, BuildError> {
        let pair = query_text(&[(name.to_vec(), value.to_vec())]);
        let edited = self.edited_decoded("query", &|url| {
            let text = match url.query() {
                Some(query) if !query.is_empty() => format!("?{query}&{pair}"),
                _ => format!("?{pair}"),
            };
            Ok((url.span_from_question_mark()?, text))
        });
        edited.map_err(BuildError::without_offset)
    }

    /// The span of the question mark and the query, or the place for them.
    pub(super) fn span_from_question_mark(&self) -> Result<Span, BuildError> {
        if self.has_query_syntax() {
            Ok(Span::new(self.path_span().end(), self.end_of_schemepart()))
        } else {
            Err(BuildError::NoQuery(self.scheme().into_owned()))
        }
    }

    /// The text that a change starts from: for a URL parsed in lenient mode the canonical form, as
    /// [`Url::to_builder`] does.
    pub(super) fn text_to_edit(&self) -> Cow<'_, str> {
        match self.mode() {
            Mode::Strict => self.text().into(),
            Mode::Lenient => self.to_canonical().into(),
        }
    }

    /// Parses a text with the registry, entry and options of this URL.
    pub(super) fn parse_again<'t>(&'t self, text: &'t str) -> Result<Url<'t>, Error> {
        let entry = self.is_known().then(|| Chosen::new(self.entry()));
        self.registry().parse_url(text, self.options(), entry, None)
    }

    /// [`Url::edited`] with what is made from decoded bytes, which a plan must accept. The offset in an error is that in
    /// the component.
    pub(super) fn edited_decoded(&self, component: &'static str, change: Change<'_>) -> Result<OwnedUrl, BuildError> {
        let edited = self.edited(component, change)?;
        edited.as_url().check_edit(&self.text_to_edit(), component)?;
        Ok(edited)
    }

    /// Replaces a span of this URL, and parses the result again.
    pub(super) fn edited(&self, component: &'static str, change: Change<'_>) -> Result<OwnedUrl, BuildError> {
        let base = self.text_to_edit();
        let read = |text| self.parse_again(text);
        let rejected = |error| BuildError::Rejected { component: component.to_owned(), offset: None, error };
        let base = read(&base).map_err(rejected)?;
        let (span, text) = change(&base)?;
        let whole = base.text();
        let edited = [&whole[..span.start()], &text, &whole[span.end()..]].concat();
        let url = read(&edited).map_err(rejected)?;
        let (path, query) = (base.path(), base.query());
        let is_kept = url.host() == base.host()
            && url.port() == base.port()
            && url.user() == base.user()
            && url.fragment() == base.fragment();
        let is_written = match component {
            "path" => url.path() == text && url.query() == query,
            _ => url.path() == path && url.query() == text.strip_prefix('?'),
        };
        if is_kept && is_written {
            return Ok(url.into_owned());
        }
        Err(BuildError::Differs { component: component.to_owned(), offset: None })
    }
}

/// `"/" segment *( "/" segment )`; nothing without segments.
pub(super) fn path_text(segments: &[impl AsRef<[u8]>]) -> Result<String, BuildError> {
    let mut text = String::new();
    for segment in segments {
        let segment = segment.as_ref();
        if matches!(segment, b"." | b"..") {
            return Err(BuildError::DotSegment);
        }
        text.push('/');
        escape::encode(segment, &UNRESERVED_EVERYWHERE, &mut text);
    }
    Ok(text)
}

/// `name "=" value *( "&" name "=" value )`
fn query_text(pairs: &[(Vec<u8>, Vec<u8>)]) -> String {
    let mut text = String::new();
    for (n, (name, value)) in pairs.iter().enumerate() {
        if n > 0 {
            text.push('&');
        }
        escape::encode(name, &UNRESERVED_EVERYWHERE, &mut text);
        text.push('=');
        escape::encode(value, &UNRESERVED_EVERYWHERE, &mut text);
    }
    text
}
