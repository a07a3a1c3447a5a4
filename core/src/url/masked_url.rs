//! [`MaskedUrl`]: a URL that is printed without its secrets.

use core::fmt;

use crate::url::{AsUrl, OwnedUrl, Url};

/// A URL whose `Display`, like its `Debug`, shows `***` for its secrets, so that no log statement can forget it.
///
/// `exact` returns the URL. There is no `FromStr` and no `Serialize`, because what they write could not be read again.
///
/// ```
/// use anyurl_core::Registry;
/// use anyurl_core::MaskedUrl;
///
/// let registry = Registry::builder().build();
/// let database = MaskedUrl::from(registry.parse("x-db://joe:pass@h/shop")?.into_owned());
/// assert_eq!(format!("connecting to {database}"), "connecting to x-db://joe:***@h/shop");
/// assert_eq!(database.exact().password(), Some("pass"));
/// # Ok::<(), anyurl_core::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaskedUrl<U = OwnedUrl>(U);

impl<U> MaskedUrl<U> {
    /// Hides the secrets of a URL.
    pub const fn new(url: U) -> Self {
        Self(url)
    }

    /// The URL, with its secrets.
    pub const fn exact(&self) -> &U {
        &self.0
    }
}

impl<U> From<U> for MaskedUrl<U> {
    fn from(url: U) -> Self {
        Self(url)
    }
}

impl<U: AsUrl> AsUrl for MaskedUrl<U> {
    fn as_any(&self) -> Url<'_> {
        self.0.as_any()
    }
}

/// Writes [`Url::masked`].
impl<U: AsUrl> fmt::Display for MaskedUrl<U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0.as_any().masked(), f)
    }
}

impl<U: AsUrl> fmt::Debug for MaskedUrl<U> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MaskedUrl({:?})", self.0.as_any().masked())
    }
}
