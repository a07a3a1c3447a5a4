//! [`UrlRef`]: a parsed URL without its scheme, as a scheme gets it.

use alloc::borrow::Cow;

use crate::components::canonical_rules::CanonicalRules;
use crate::components::value;
use crate::registration::{Delimiter, FieldSyntax, Registration};
use crate::syntax::options::Options;
use crate::text::prelude::*;
use crate::text::span::{Slot, Span, Spans};

/// The text of a URL, the spans of its components and its registration: a [`Url`](crate::Url) without the
/// [`Scheme`](crate::authors::Scheme) itself.
///
/// It has no `Debug`, which would show a password.
///
/// ```
/// use anyurl_core::{Registry, Slot};
///
/// let registry = Registry::builder().build();
/// let url = registry.parse("x-foo://joe@h/a")?;
/// let parts = url.as_url_ref();
/// assert_eq!((parts.scheme(), parts.get(Slot::USER)), ("x-foo", Some("joe")));
/// assert_eq!(parts.span(Slot::HOST).map(|span| span.range()), Some(12..13));
/// # Ok::<(), anyurl_core::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct UrlRef<'a> {
    pub(crate) text: &'a str,
    pub(crate) spans: &'a Spans,
    pub(crate) scheme: Span,
    pub(crate) schemepart: Span,
    pub(crate) registration: &'a Registration,
    pub(crate) options: Options,
    pub(crate) writing: &'static Writing,
}

/// What writes the canonical form. A scheme calls it through its URL, so that programs that never ask for the canonical
/// form do not link it, although they link what schemes do for it.
pub(crate) struct Writing {
    pub(crate) write: Write,
    pub(crate) escapes: fn(&UrlRef<'_>, &mut String),
    pub(crate) text_of: for<'u> fn(&CanonicalRules, &UrlRef<'u>, Span, &[usize]) -> Cow<'u, str>,
    pub(crate) host_of: for<'u> fn(&UrlRef<'u>) -> Option<Cow<'u, str>>,
}

/// Writes by rules, with the edits of a scheme, and keeps the escapes at some offsets.
type Write = fn(&CanonicalRules, &UrlRef<'_>, &[(Span, &str)], &[usize], &mut String);

impl<'a> UrlRef<'a> {
    /// The reference for another text that the same scheme has parsed with the same options, so that a scheme can apply
    /// the general rules to a URL it has edited. The text must begin with the scheme name and a colon.
    ///
    /// ```
    /// use anyurl_core::authors::canonical::general;
    /// use anyurl_core::{Registry, Span};
    /// use anyurl_core::authors::Spans;
    ///
    /// let registry = Registry::builder().build();
    /// let (url, edited) = (registry.parse("X-Foo:%61//b")?, "X-Foo:%61/b");
    /// let mut text = String::new();
    /// general(&url.as_url_ref().with_text(edited, Span::new(6, edited.len()), &Spans::NONE), &mut text);
    /// assert_eq!(text, "x-foo:a/b");
    /// # Ok::<(), anyurl_core::Error>(())
    /// ```
    #[must_use]
    pub const fn with_text(&self, text: &'a str, schemepart: Span, spans: &'a Spans) -> Self {
        Self {
            text,
            spans,
            scheme: Span::new(0, schemepart.start() - 1),
            schemepart,
            registration: self.registration,
            options: self.options,
            writing: self.writing,
        }
    }

    /// The caller's text: all spans are offsets in it.
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// The registration of the scheme.
    pub const fn registration(&self) -> &'a Registration {
        self.registration
    }

    /// The options with which the URL was parsed.
    pub const fn options(&self) -> Options {
        self.options
    }

    /// The name of the scheme, as written.
    pub fn scheme(&self) -> &'a str {
        self.scheme.of(self.text)
    }

    /// The span of the scheme name.
    pub const fn scheme_span(&self) -> Span {
        self.scheme
    }

    /// The span of the schemepart: after the colon, before the fragment.
    pub const fn schemepart(&self) -> Span {
        self.schemepart
    }

    /// The span of a component.
    pub fn span(&self, slot: Slot) -> Option<Span> {
        self.spans.get(slot)
    }

    /// The text of a component, as written.
    pub fn get(&self, slot: Slot) -> Option<&'a str> {
        self.span(slot).map(|span| span.of(self.text))
    }

    /// The offset after host and port, or after a colon without a port: the beginning of the path.
    pub fn hostport_end(&self) -> Option<usize> {
        let host = self.span(Slot::HOST)?.end();
        let port = self.span(Slot::PORT).map(Span::end);
        Some(port.unwrap_or(host + usize::from(self.has_empty_port(host))))
    }

    /// Whether a colon without a port follows the host. A colon before other text, as in `//host:box`, is a delimiter of the
    /// scheme.
    pub(crate) fn has_empty_port(&self, host_end: usize) -> bool {
        let rest = self.text.get(host_end..self.schemepart.end()).and_then(|rest| rest.strip_prefix(':'));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', ';']))
    }

    /// The spans of the elements of a list; none if it is absent.
    pub fn elements(&self, slot: Slot, delimiter: Delimiter) -> impl Iterator<Item = Span> + 'a {
        let text = self.text;
        self.span(slot).into_iter().flat_map(move |place| value::element_spans(text, place, delimiter))
    }

    /// The values of the [secret fields](crate::registration::Component::secret_fields).
    pub fn secret_fields(&self) -> Vec<Span> {
        let components = self.registration.components.iter().filter(|component| !component.secret_fields.is_empty());
        let present = components.filter_map(|component| Some((component, self.span(component.slot)?)));
        present.flat_map(|(component, place)| value::secret_fields(component, self.text, place)).collect()
    }

    /// The spans of the names and values of fields, in order.
    pub fn fields(&self, slot: Slot, syntax: FieldSyntax) -> impl Iterator<Item = (Span, Option<Span>)> + 'a {
        let text = self.text;
        self.span(slot).into_iter().flat_map(move |place| value::field_spans(text, place, syntax))
    }
}
