//! [`View`]: a scheme's own view of a URL.

use crate::scheme::Scheme;
use crate::url::Url;

/// A scheme's own view of a URL, with typed accessors for its components.
///
/// Created by [`Url::view`], which checks that the URL was parsed with [`Self::Scheme`].
///
/// ```
/// use anyurl_core::{Registry, Url, View};
///
/// /// The articles of a newsgroup.
/// struct Group<'a>(&'a str);
///
/// impl<'a> View<'a> for Group<'a> {
///     type Scheme = anyurl_schemes::news::News;
///
///     fn from_url(url: Url<'a>) -> Self {
///         Self(url.schemepart())
///     }
/// }
///
/// let registry = Registry::builder().add(&anyurl_schemes::news::NEWS)?.build();
/// assert_eq!(registry.parse("news:comp.lang.c")?.view::<Group<'_>>().unwrap().0, "comp.lang.c");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait View<'a>: Sized {
    /// The scheme whose URLs it views: a type, not a name, because another version may have other components.
    type Scheme: Scheme;

    /// Creates the view of a URL that [`Self::Scheme`] has parsed.
    fn from_url(url: Url<'a>) -> Self;
}
