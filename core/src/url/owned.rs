//! [`OwnedUrl`]: a URL that owns its text.

mod forward;
mod text;

use std::fmt;
use std::marker::PhantomData;

use crate::registry::Registry;
use crate::url::{Parser, Url, UrlData};

/// Chooses how a text is read as an [`OwnedUrl`] by `str::parse`, `TryFrom` and serde: with which registry, in which
/// profile and mode.
///
/// ```
/// use std::sync::LazyLock;
///
/// use locator_core::url::{DefaultParser, OwnedUrl, Parser};
/// use locator_core::Registry;
///
/// static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry::builder().build());
///
/// enum Acme {}
///
/// impl DefaultParser for Acme {
///     fn parser() -> Parser<'static> {
///         REGISTRY.parser().current()
///     }
/// }
///
/// type AcmeUrl = OwnedUrl<Acme>;
///
/// let url: AcmeUrl = "x-acme:a#b".parse()?;
/// assert_eq!(url.fragment(), Some("b"));
/// # Ok::<(), locator_core::Error>(())
/// ```
pub trait DefaultParser {
    /// The parser.
    fn parser() -> Parser<'static>;
}

/// The parameter of an [`OwnedUrl`] that cannot be read from text without a [`Parser`].
#[derive(Debug)]
#[expect(clippy::exhaustive_enums, reason = "it has no value")]
pub enum NoDefault {}

/// A URL that owns its text and keeps its registry alive, so that later registrations or removals do not change its
/// meaning.
///
/// The parameter says how `str::parse` reads one, if it is a [`DefaultParser`]; the crate `locator` has `OwnedUrl` and
/// `CurrentUrl`. It has no effect on a value: `into` converts between them.
///
/// `==`, `Ord` and `Hash` compare the text as written, without allocating; [`Url::is_equivalent`] compares the meaning.
///
/// ```
/// use locator_core::Registry;
///
/// let url = Registry::builder().build().parser().parse_owned("x-foo:bar")?;
/// assert_eq!((&*url.scheme(), url.schemepart()), ("x-foo", "bar"));
/// # Ok::<(), locator_core::Error>(())
/// ```
pub struct OwnedUrl<D = NoDefault> {
    text: String,
    registry: Registry,
    data: UrlData,
    default: PhantomData<fn() -> D>,
}

impl<D> OwnedUrl<D> {
    pub(super) fn new(text: &str, registry: &Registry, data: UrlData) -> Self {
        Self { text: text.into(), registry: registry.clone(), data, default: PhantomData }
    }

    /// A URL that keeps the text it was parsed from, without a copy.
    #[inline]
    pub(crate) fn from_text(mut text: String, registry: Registry, data: UrlData) -> Self {
        // Giving back a few bytes would take longer than it is worth.
        const SPARE: usize = 80;
        if text.capacity() - text.len() > SPARE {
            text.shrink_to_fit();
        }
        Self { text, registry, data, default: PhantomData }
    }

    /// Borrows the URL.
    pub fn as_url(&self) -> Url<'_> {
        Url { text: &self.text, registry: &self.registry, data: self.data }
    }

    /// The URL as written.
    pub fn as_str(&self) -> &str {
        self.data.url_span(&self.text).of(&self.text)
    }

    /// The same URL with another parameter.
    #[must_use]
    pub fn with_default<E>(self) -> OwnedUrl<E> {
        let Self { text, registry, data, .. } = self;
        OwnedUrl { text, registry, data, default: PhantomData }
    }
}

impl<D> Clone for OwnedUrl<D> {
    fn clone(&self) -> Self {
        Self::new(&self.text, &self.registry, self.data)
    }
}

impl<D> From<Url<'_>> for OwnedUrl<D> {
    fn from(url: Url<'_>) -> Self {
        Self::new(url.text, url.registry, url.data)
    }
}

impl<D: DefaultParser> From<OwnedUrl> for OwnedUrl<D> {
    fn from(url: OwnedUrl) -> Self {
        url.with_default()
    }
}

impl<D> fmt::Debug for OwnedUrl<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.as_url(), f)
    }
}
