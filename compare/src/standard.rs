//! [`UrlStandard`]: what reads by the URL Standard.

use std::fmt;

use crate::reading::Reading;

/// A program that reads by the URL Standard, for a [`Comparer`](crate::Comparer).
///
/// With the feature `url` that is [`whatwg::WhatwgStandard`](crate::whatwg::WhatwgStandard). A web page can ask its browser, and needs no
/// second parser:
///
/// ```
/// use anyurl_compare::{Comparer, Part, Reading, Rulebook, UrlStandard};
/// use anyurl_core::Registry;
///
/// #[derive(Debug)]
/// struct Browser;
///
/// impl UrlStandard for Browser {
///     fn read(&self, base: Option<&str>, text: &str) -> Reading {
///         match (base, text) {
///             (None, "http://127.1") => Reading::of_href("http://127.0.0.1/"), // new URL(text).href
///             _ => Reading::rejected("URL Standard", "the browser rejects it"),
///         }
///     }
///
///     fn to_ascii(&self, _name: &str) -> Option<String> {
///         None
///     }
/// }
///
/// let registry = Registry::builder().build();
/// let comparison = Comparer::with_standard(&registry, &Browser).compare("http://127.1");
/// let host = comparison.reading(Rulebook::Whatwg).parts().and_then(|parts| parts.get(Part::Host));
/// assert_eq!(host, Some("127.0.0.1"));
/// ```
pub trait UrlStandard: fmt::Debug + Sync {
    /// Reads a text, which may be relative to a base.
    fn read(&self, base: Option<&str>, text: &str) -> Reading;

    /// The ASCII form of a name that has other characters; `None` if it has none (URL Standard, domain to ASCII).
    fn to_ascii(&self, name: &str) -> Option<String>;
}
