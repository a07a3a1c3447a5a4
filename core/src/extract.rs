//! URLs in context: the wrapper `<URL:…>` of the Appendix of RFC 1738, found in running text and written into it.
//!
//! ```
//! use locator_core::extract::extract;
//! use locator_core::{Options, Registry};
//!
//! let registry = Registry::builder().build();
//! let text = "I found it under <URL:x-doc://ds.in\n  ternic.net/rfc#s5>, Jim.";
//! let found = &extract(&registry, text, Options::new())[0];
//! assert_eq!((found.url.as_str(), found.fragment.as_deref()), ("x-doc://ds.internic.net/rfc", Some("s5")));
//! assert_eq!(&text[22..48], "x-doc://ds.in\n  ternic.net"); // bytes of the text
//! assert_eq!((found.span.clone(), found.is_valid()), (22..55, true));
//! ```
//!
//! # What is found
//!
//! | text | strict | lenient |
//! |---|---|---|
//! | `<URL:…>` (R-A-2) | whatever stands in it, valid or not | the same |
//! | `<url:…>`, `< URL:…>`, `URL=<…>` (A-41) | – | whatever stands in it, valid or not |
//! | `<scheme:…>` (A-41) | – | if the scheme is registered, or begins with `x-`, or `//` follows |
//! | `scheme:…` (A-41) | – | if the scheme is registered and the URL can be read; not valid where only the other profile reads it |
//!
//! **In a wrapper** ASCII whitespace is ignored, wherever it stands (R-A-4, A-44), and a fragment is split off at the
//! first `#` (R-A-3, A-40): it is not part of the URL, so that it is not checked. `<` and `>` are never part of a URL: a
//! second `<` begins anew, and the first `>` ends it, even one that a mailer wrote to quote a line. Blanks and nothing
//! else are no find.
//!
//! **A hyphen before a line break** may be the URL's or the typesetter's (R-A-6). The reading with it is
//! [`Match::url`], those without it are [`Match::alternatives`]. Blanks without a line break are not ambiguous (A-44).
//!
//! **In `<scheme:…>`**, which is also how elements of XML look, whitespace must not stand before the scheme, and within
//! only around a line break; and what follows the colon of a registered scheme must be more than a mere word, as in running
//! text. Otherwise it is read as running text.
//!
//! **In running text** a URL begins at the beginning of a word, and ends before whitespace, a control character, `<`,
//! `>`, `"`, `…`, a quotation mark or full stop of another alphabet, or a closing bracket that it has not opened.
//! Punctuation at its end is the sentence's, and as many `*`, `_` and `~` are Markdown's as stand directly before it. Where
//! the host stands after `//`, something must follow these; of any other scheme, what follows the colon must not be a mere
//! word, unless the registration gives it as an example: `breaking news:today` names no newsgroup, but `about:blank` is a
//! URL. A prefix `URL:` before it allows even that. The text is plain text: `&amp;` stays as it is.
//!
//! # Cost
//!
//! An [`Extractor`] holds two buffers of [`MAX_URL_LEN`] bytes, and what it has found in them. What is longer, between the
//! brackets or from the scheme to the end of the run, is not found. Every byte is looked at a bounded number of times,
//! whatever the text: after [`MAX_FALSE_STARTS`] names in one run without a blank that look like a beginning and are none, the rest
//! of the run is left alone.
//!
//! How a stream is cut into chunks makes no difference to what is found.

mod candidate;
mod delimited;
mod extractor;
mod matches;
mod running_text;
mod scheme_word;
mod undelimited;
mod wrap;

use crate::registry::Registry;
use crate::syntax::options::Options;

pub use delimited::strip_url_prefix;
pub use extractor::{Extractor, Matches};
pub use matches::{Alternative, MAX_ALTERNATIVES, Match};
pub use undelimited::MAX_FALSE_STARTS;
pub use wrap::{Margins, fold, wrap};

/// The longest wrapper, in bytes between the brackets, and the longest run of characters that a bare URL is looked for
/// in.
pub const MAX_URL_LEN: usize = 64 * 1024;

/// Every URL in a text that is at hand as a whole, in its order.
///
/// The text need not be UTF-8. For a stream there is [`Extractor`].
///
/// ```
/// use locator_core::extract::extract;
/// use locator_core::{Options, Registry};
///
/// let registry = Registry::builder().build();
/// let found = extract(&registry, "<URL:x-foo:a> <URL:x-foo:a~b> <URL:c>", Options::new());
/// let valid: Vec<_> = found.iter().map(|found| (&*found.url, found.is_valid())).collect();
/// assert_eq!(valid, [("x-foo:a", true), ("x-foo:a~b", false), ("c", false)]);
/// ```
pub fn extract(registry: &Registry, text: &(impl AsRef<[u8]> + ?Sized), options: Options) -> Vec<Match> {
    let mut extractor = Extractor::new(registry, options);
    let mut found: Vec<_> = extractor.feed(text.as_ref()).collect();
    found.extend(extractor.finish());
    found
}
