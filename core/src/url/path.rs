//! The path of a URL, in the terms of RFC 3986 §3.3, for every scheme.

use crate::components::value::ComponentValue;
use crate::registration::Grammar;
use crate::syntax::escape;
use crate::text::span::{Slot, Span};
use crate::url::Url;

impl<'a> Url<'a> {
    /// The path, as written: what follows the authority, or the scheme if there is none, up to the query.
    ///
    /// It begins with a slash wherever an authority comes before it, also for the schemes of RFC 1738, whose own
    /// component `path` begins after the slash; or it is empty. `docs/getters.md` shows it for each scheme.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// assert_eq!(registry.parse("x-foo://joe@h:70/a%2Fb/?q")?.path(), "/a%2Fb/");
    /// assert_eq!(registry.parse("x-foo://h")?.path(), "");
    /// assert_eq!(registry.parse("x-foo:a/b")?.path(), "a/b");
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn path(&self) -> &'a str {
        self.path_span().of(self.text)
    }

    /// The segments of the path between its slashes, as written: `["a", "b", ""]` for `/a/b/`.
    ///
    /// No segment for the empty path after an authority. `None` if the path does not begin with a slash: then `/` may
    /// be data.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// let segments = |text| Some(registry.parse(text).ok()?.path_segments()?.collect::<Vec<_>>());
    /// assert_eq!(segments("x-foo://h/a%2Fb/"), Some(vec!["a%2Fb", ""]));
    /// assert_eq!((segments("x-foo://h"), segments("x-foo:a/b")), (Some(vec![]), None));
    /// ```
    pub fn path_segments(&self) -> Option<impl Iterator<Item = &'a str> + Clone + use<'a>> {
        let path = self.path();
        let segments = match path.strip_prefix('/') {
            Some(rest) => Some(rest),
            None if path.is_empty() && self.has_authority() => None,
            None => return None,
        };
        Some(segments.into_iter().flat_map(|rest| rest.split('/')))
    }

    /// The query, as written: what follows the first `?` after the authority.
    ///
    /// `None` without a `?`, and where the scheme reads `?` as data, as in gopher, ftp, file and the mailto of RFC 1738.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let registry = Registry::builder().build();
    /// assert_eq!(registry.parse("x-foo://h/a?b=c")?.query(), Some("b=c"));
    /// assert_eq!(registry.parse("x-foo:a?")?.query(), Some(""));
    /// assert_eq!(registry.parse("x-foo:a")?.query(), None);
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn query(&self) -> Option<&'a str> {
        let after = Span::new(self.path_span().end(), self.end_of_schemepart()).of(self.text);
        after.strip_prefix('?')
    }

    /// Whether a component can be decoded as a whole: no escape in it stands for a character that divides it, which is
    /// `/` in a hierarchical path, and `&` or `=` in a query.
    ///
    /// Otherwise two different URLs would have the same decoded text, and the component must be split first (R-2.2-12),
    /// as [`Url::path_segments`] and [`Url::query_pairs`] do. The schemes of RFC 1738 divide their texts themselves.
    ///
    /// ```
    /// use anyurl_core::Registry;
    ///
    /// let current = Registry::builder().build();
    /// let url = current.parse("x-foo://h/a%2Fb?q=a/b%2Fc")?;
    /// assert!(!url.decodes_as_whole(&url.component("path").unwrap()));
    /// assert!(url.decodes_as_whole(&url.component("query").unwrap()));
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn decodes_as_whole(&self, component: &ComponentValue<'_>) -> bool {
        let delimiters = component.span().map_or("", |span| self.delimiters(span));
        !escape::any(component.text(), |byte| delimiters.contains(char::from(byte)) && component.leaves(byte))
    }

    /// The delimiters within a span of a URL of RFC 3986.
    fn delimiters(&self, span: Span) -> &'static str {
        let registration = self.registration();
        if registration.grammar == Grammar::Rfc1738 {
            return "";
        }
        let (path, end) = (self.path_span(), self.end_of_schemepart());
        match span.start() {
            start if path.start() <= start && span.end() <= path.end() && registration.hierarchical => "/",
            start if path.end() < start && span.end() <= end => "&=",
            _ => "",
        }
    }

    /// The span of the [query](Url::query).
    ///
    /// ```
    /// use anyurl_core::{Registry, Span};
    ///
    /// let registry = Registry::builder().build();
    /// let url = registry.parse("x-foo://h/a?b=c")?;
    /// assert_eq!((url.path_span(), url.query_span()), (Span::new(9, 11), Some(Span::new(12, 15))));
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    pub fn query_span(&self) -> Option<Span> {
        let (start, end) = (self.path_span().end() + 1, self.end_of_schemepart());
        self.query().map(|_| Span::new(start, end))
    }

    /// The span of the [path](Url::path).
    pub fn path_span(&self) -> Span {
        let (start, end) = (self.end_of_authority(), self.end_of_schemepart());
        let rest = &self.text[start..end];
        let question_mark = memchr::memchr(b'?', rest.as_bytes()).filter(|_| self.has_query_syntax());
        Span::new(start, question_mark.map_or(end, |offset| start + offset))
    }

    /// Whether the schemepart begins with the `//` of an authority.
    pub(crate) fn has_authority(&self) -> bool {
        self.schemepart().starts_with("//")
    }

    pub(crate) fn end_of_schemepart(&self) -> usize {
        self.data.schemepart(self.text).end()
    }

    /// The end of login, host and port, or the start of the schemepart.
    fn end_of_authority(&self) -> usize {
        let schemepart = self.data.schemepart(self.text);
        if !self.has_authority() {
            return schemepart.start();
        }
        // A login of RFC 1738 may contain a `?`, and an address contains colons.
        let parts = [Slot::USER, Slot::PASSWORD, Slot::HOST, Slot::PORT];
        let known = parts.into_iter().filter_map(|slot| self.span(slot)).map(Span::end).max();
        let start = known.unwrap_or_default().clamp(schemepart.start() + 2, schemepart.end());
        let rest = &self.text.as_bytes()[start..schemepart.end()];
        let end = if self.has_query_syntax() { memchr::memchr2(b'/', b'?', rest) } else { memchr::memchr(b'/', rest) };
        end.map_or(schemepart.end(), |offset| start + offset)
    }

    /// Whether `?` begins a query: in the generic syntax, and wherever the template of the scheme has one.
    pub(crate) fn has_query_syntax(&self) -> bool {
        self.is_generic() || self.registration().has_query()
    }
}
