//! [`View`]: a scheme's own view of a URL.

use crate::scheme::Scheme;
use crate::url::Url;

/// A scheme's own view of a URL, with typed accessors for its components.
///
/// Created by [`Url::view`], which checks that the URL was parsed with [`Self::Scheme`].
pub trait View<'a>: Sized {
    /// The scheme whose URLs it views: a type, not a name, because another version may have other components.
    type Scheme: Scheme;

    /// Creates the view of a URL that [`Self::Scheme`] has parsed.
    fn from_url(url: Url<'a>) -> Self;
}
