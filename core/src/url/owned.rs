//! [`OwnedUrl`]: a URL that owns its text.

mod forward;
mod text;

pub(crate) use forward::forward;

use core::fmt;
use core::marker::PhantomData;

use crate::diagnostics::error::Error;
use crate::registry::Registry;
use crate::text::prelude::*;
use crate::url::{AnyRegistry, DefaultParser, Url, UrlData};

/// A URL that owns its text and keeps its registry alive, so that later registrations or removals do not change its
/// meaning.
///
/// The parameter says how `str::parse`, `TryFrom` and serde read one, if it is a [`DefaultParser`]: what such a URL writes
/// is read again as the same URL. A URL of [any registry](AnyRegistry) becomes one by `try_into`, which parses its text,
/// and the other way round by `into`.
///
/// `==`, `Ord` and `Hash` compare the text as written, without allocating; [`Url::is_equivalent`] compares the meaning.
///
/// ```
/// use anyurl_core::Registry;
///
/// let url = Registry::builder().build().parser().parse_owned("x-foo:bar")?;
/// assert_eq!((&*url.scheme(), url.schemepart()), ("x-foo", "bar"));
/// # Ok::<(), anyurl_core::Error>(())
/// ```
pub struct OwnedUrl<D = AnyRegistry> {
    /// In an allocation: a value of three cache lines takes longer to move than to allocate, and is moved often.
    parts: Box<UrlParts>,
    default: PhantomData<fn() -> D>,
}

/// What a [`Url`] has, owned.
#[derive(Clone)]
pub(crate) struct UrlParts {
    pub(crate) text: String,
    pub(crate) registry: Registry,
    pub(crate) data: UrlData,
}

impl<D> OwnedUrl<D> {
    pub(super) fn new(text: &str, registry: &Registry, data: UrlData) -> Self {
        Self::from_boxed(Box::new(UrlParts { text: text.into(), registry: registry.clone(), data }))
    }

    /// A URL that keeps the text it was parsed from, without a copy.
    #[inline]
    pub(crate) fn from_text(text: String, registry: Registry, data: UrlData) -> Self {
        Self::from_parts(Box::new(UrlParts { text, registry, data }))
    }

    /// [`OwnedUrl::from_text`] of parts that are allocated already.
    #[inline]
    pub(crate) fn from_parts(mut parts: Box<UrlParts>) -> Self {
        // Giving back a few bytes would take longer than it is worth.
        const SPARE: usize = 80;
        if parts.text.capacity() - parts.text.len() > SPARE {
            parts.text.shrink_to_fit();
        }
        Self::from_boxed(parts)
    }

    const fn from_boxed(parts: Box<UrlParts>) -> Self {
        Self { parts, default: PhantomData }
    }

    /// Borrows the URL.
    pub fn as_url(&self) -> Url<'_, D> {
        let UrlParts { text, registry, data, .. } = &*self.parts;
        Url { text, registry, data: *data, default: PhantomData }
    }

    /// Borrows the URL as one of any registry.
    #[inline]
    pub fn as_any(&self) -> Url<'_> {
        self.as_url().with_default()
    }

    /// The URL as written.
    pub fn as_str(&self) -> &str {
        let UrlParts { text, data, .. } = &*self.parts;
        data.url_span(text).of(text)
    }

    /// The same URL with another parameter.
    pub(crate) fn with_default<E>(self) -> OwnedUrl<E> {
        OwnedUrl::from_boxed(self.parts)
    }
}

impl<D> Clone for OwnedUrl<D> {
    fn clone(&self) -> Self {
        Self::from_boxed(self.parts.clone())
    }
}

impl<D> From<Url<'_, D>> for OwnedUrl<D> {
    fn from(url: Url<'_, D>) -> Self {
        Self::new(url.text, url.registry, url.data)
    }
}

impl<D: DefaultParser> From<OwnedUrl<D>> for OwnedUrl {
    fn from(url: OwnedUrl<D>) -> Self {
        url.with_default()
    }
}

/// Parses the text with the parser of `D`.
impl<D: DefaultParser> TryFrom<OwnedUrl> for OwnedUrl<D> {
    type Error = Error;

    fn try_from(url: OwnedUrl) -> Result<Self, Error> {
        Self::parse(url.as_str())
    }
}

/// Parses the text with the parser of `D`.
impl<D: DefaultParser> TryFrom<Url<'_>> for OwnedUrl<D> {
    type Error = Error;

    fn try_from(url: Url<'_>) -> Result<Self, Error> {
        Self::parse(url.as_str())
    }
}

impl<D> fmt::Debug for OwnedUrl<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.as_url(), f)
    }
}
