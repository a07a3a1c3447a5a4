//! The parameter of [`Url`] and [`OwnedUrl`]: how a text becomes one without a [`Parser`].

use core::ops::Deref;
use core::ptr;

use crate::diagnostics::error::Error;
use crate::text::prelude::*;
use crate::url::{OwnedUrl, Parser, Url};

/// How a text is read as a [`Url`] or an [`OwnedUrl`] by `parse`, `str::parse`, `TryFrom` and serde: with which registry,
/// in which profile and mode. The parser is always the same, so that a URL can be read again from what was written.
///
/// The crate `anyurl` has one for its default registry; an organization can have its own:
///
/// ```
/// use std::sync::LazyLock;
///
/// use anyurl_core::{DefaultParser, OwnedUrl, Parser, Url};
/// use anyurl_core::Registry;
///
/// static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry::builder().build());
///
/// enum Acme {}
///
/// impl DefaultParser for Acme {
///     fn parser() -> Parser<'static> {
///         REGISTRY.parser()
///     }
/// }
///
/// type AcmeUrl<'a> = Url<'a, Acme>;
/// type OwnedAcmeUrl = OwnedUrl<Acme>;
///
/// let url: OwnedAcmeUrl = "x-acme:a#b".parse()?;
/// assert_eq!(url.fragment(), Some("b"));
/// assert_eq!(AcmeUrl::parse("x-acme:a#b")?.into_owned(), url);
/// # Ok::<(), anyurl_core::Error>(())
/// ```
pub trait DefaultParser {
    /// The parser.
    fn parser() -> Parser<'static>;
}

/// The parameter of URLs of any registry and options, which a [`Registry`](crate::Registry) or a [`Parser`] returns.
#[derive(Debug)]
#[expect(clippy::exhaustive_enums, reason = "it has no value")]
pub enum AnyRegistry {}

/// A URL of any registry, borrowed or owned: what functions take.
///
/// ```
/// use anyurl_core::AsUrl;
/// use anyurl_core::{Policy, Registry};
///
/// let registry = Registry::builder().build();
/// let url = registry.parse("x-foo://h:25/")?;
/// let policy = Policy::new();
/// assert_eq!(policy.judge(&url), policy.judge(&url.into_owned()));
/// # Ok::<(), anyurl_core::Error>(())
/// ```
pub trait AsUrl {
    /// The URL, borrowed.
    fn as_any(&self) -> Url<'_>;
}

impl<D> AsUrl for Url<'_, D> {
    #[inline]
    fn as_any(&self) -> Url<'_> {
        self.with_default()
    }
}

impl<D> AsUrl for OwnedUrl<D> {
    #[inline]
    fn as_any(&self) -> Url<'_> {
        self.as_url().with_default()
    }
}

impl<T: AsUrl> AsUrl for &T {
    #[inline]
    fn as_any(&self) -> Url<'_> {
        T::as_any(self)
    }
}

impl<'a, D: DefaultParser> Url<'a, D> {
    /// Parses a text with the parser of `D`. Does not allocate.
    ///
    /// # Errors
    /// As [`Parser::parse`].
    #[inline]
    pub fn parse(text: &'a str) -> Result<Self, Error> {
        D::parser().read(text)
    }
}

impl<'a, D: DefaultParser> TryFrom<&'a str> for Url<'a, D> {
    type Error = Error;

    fn try_from(text: &'a str) -> Result<Self, Error> {
        Self::parse(text)
    }
}

/// Parses the text with the parser of `D`, so that the promise of `D` holds for what another registry or mode has read.
impl<'a, D: DefaultParser> TryFrom<Url<'a>> for Url<'a, D> {
    type Error = Error;

    fn try_from(url: Url<'a>) -> Result<Self, Error> {
        Self::parse(url.as_str())
    }
}

impl<'a, D: DefaultParser> From<Url<'a, D>> for Url<'a> {
    fn from(url: Url<'a, D>) -> Self {
        url.with_default()
    }
}

/// Every method of a URL of any registry.
impl<'a, D: DefaultParser> Deref for Url<'a, D> {
    type Target = Url<'a>;

    #[inline]
    fn deref(&self) -> &Url<'a> {
        // SAFETY: `Url` is `repr(C)`, and its parameter is only that of a `PhantomData`: both have the same layout and the
        // same valid values.
        #[expect(unsafe_code, reason = "a cast between types of one layout, which has no safe form")]
        unsafe {
            &*ptr::from_ref(self).cast::<Url<'a>>()
        }
    }
}

impl<D: DefaultParser> OwnedUrl<D> {
    /// Parses a text with the parser of `D`; `str::parse` is the same.
    ///
    /// # Errors
    /// As [`Parser::parse`].
    pub fn parse(text: &str) -> Result<Self, Error> {
        D::parser().read_string(text.to_owned()).map_err(|(error, _)| error)
    }
}
