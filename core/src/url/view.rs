//! [`View`]: a scheme's own view of a URL.

use crate::url::Url;

/// A scheme's own view of a URL, with typed accessors for its components.
///
/// Created by [`Url::view`], which checks that the URL has one of the schemes and that its version has the components.
///
/// ```
/// use anyurl_core::{Registry, Url, View};
///
/// /// The articles of a newsgroup.
/// struct Group<'a>(&'a str);
///
/// impl<'a> View<'a> for Group<'a> {
///     const SCHEMES: &'static [&'static str] = &["news"];
///     const COMPONENTS: &'static [&'static str] = &["group"];
///
///     fn from_url(url: Url<'a>) -> Self {
///         Self(url.schemepart())
///     }
/// }
///
/// let registry = Registry::builder().add(anyurl_schemes::news::NEWS)?.build();
/// assert_eq!(registry.parse("news:comp.lang.c")?.view::<Group<'_>>().unwrap().0, "comp.lang.c");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait View<'a>: Sized {
    /// The names of the schemes whose URLs it views.
    const SCHEMES: &'static [&'static str];

    /// The components that it needs: a version of the scheme without one of them has no such view.
    const COMPONENTS: &'static [&'static str];

    /// Creates the view of a URL of such a scheme.
    fn from_url(url: Url<'a>) -> Self;
}
