//! Extraction of URLs from text, and the wrapper `<URL:…>` of the Appendix of RFC 1738.
//!
//! ```
//! use anyurl_core::extract::extract;
//! use anyurl_core::{Options, Registry};
//!
//! let registry = Registry::builder().build();
//! let text = "I found it under <URL:x-doc://ds.in\n  ternic.net/rfc#s5>, Jim.";
//! let found = &extract(&registry, text, Options::new())[0];
//! assert_eq!((found.url_text(), found.fragment()), ("x-doc://ds.internic.net/rfc", Some("s5")));
//! assert_eq!(&text[22..48], "x-doc://ds.in\n  ternic.net"); // bytes of the text
//! assert_eq!((found.span(), found.is_valid()), (22..55, true));
//! ```
//!
//! # What is found
//!
//! | text | strict | lenient |
//! |---|---|---|
//! | `<URL:…>` (R-A-2) | always, valid or not | the same |
//! | `<url:…>`, `< URL:…>`, `URL=<…>` (A-41) | – | always, valid or not |
//! | `<scheme:…>` (A-41) | – | if the scheme is registered, or begins with `x-`, or `//` follows |
//! | `name://…` in running text, with [`Extractor::suspects`] | always, valid or not | the same |
//! | `scheme:…` (A-41) | – | if the scheme is registered and the URL is valid in one of the profiles; a URL that is valid only in the other profile has an error |
//!
//! **Escape sequences of terminals** (ECMA-48 §5), such as colours, are skipped: they neither end a URL nor hide it, and
//! have no place in a match. The text of a control string, such as the address of a link (`ESC ] 8 ; ; URL BEL`), is
//! searched as a text of its own. A match in it is returned in the order of places, even within another match.
//!
//! **In a wrapper** ASCII whitespace is ignored everywhere (R-A-4, A-44), and a fragment is split off at the first `#`
//! (R-A-3, A-40): it is not part of the URL and not checked. `<` and `>` are never part of a URL: a second `<` begins a
//! new wrapper, and the first `>` ends it, even if a mailer inserted it to quote a line. A wrapper with only whitespace
//! is not a match.
//!
//! **A hyphen before a line break** can belong to the URL or to the typesetter (R-A-6). [`Match::as_str`] keeps it, and
//! [`Match::alternatives`] are the readings without it. Blanks without a line break are not ambiguous (A-44).
//!
//! **In `<scheme:…>`**, a form that XML elements share, whitespace is allowed only around a line break and not before
//! the scheme, no `|`, and the text after the colon of a registered scheme must be more than a word, as in running text.
//! Otherwise the brackets are read as running text.
//!
//! **A match** has the URL as it was parsed, or the error ([`Match::url`]), the fragment, and the place of each of its
//! bytes in the stream ([`Match::places`]), also if a wrapper is folded over lines. To mask secrets rather than to find
//! URLs, use [`scrub`](crate::scrub), which does not depend on where a URL ends.
//!
//! **In running text** a URL begins at the beginning of a word, and ends before whitespace, a control character, `<`,
//! `>`, `"`, `…`, a quotation mark or full stop of another script, a closing bracket that it has not opened, a tag such
//! as `[/url]`, a `|` before another `name://…` or after `<`, `[` or `{` before the URL, `|` or `**` in a host, and an
//! escape of a string literal for what no URL contains (`\n`, `\u003e`), except in a login and in paths of Windows. A
//! `,` or `;` before another `name://…` ends it in a host, and wherever it is no URL otherwise. Punctuation at its end
//! belongs to the sentence. To Markdown belong `**`, as many `*`, `_` and `~` as directly precede the URL, and all of
//! these after a host. If the syntax of the scheme has a host after `//`, something must follow the slashes; in other
//! schemes, the text after the colon must not be a mere word, unless the registration has the URL as an example:
//! `breaking news:today` is not a newsgroup, but `about:blank` is a URL. After a prefix `URL:` even a word is accepted.
//! The text is plain text: `&amp;` is not decoded.
//!
//! # Cost
//!
//! An [`Extractor`] holds three buffers of [`MAX_URL_LEN`] bytes, and the matches in them. Longer URLs, between brackets
//! or from the scheme to the end of the run, are not found. Every byte is scanned a bounded number of times, whatever
//! the text: after [`MAX_FALSE_STARTS`] false starts of a URL in one run without blanks, the rest of the run is
//! skipped, except for suspects.
//!
//! The matches do not depend on how a stream is divided into chunks.

mod candidate;
mod delimited;
mod emphasis;
mod extractor;
mod matches;
mod places;
mod running_text;
mod scanner;
mod undelimited;
mod url_end;
mod url_start;
mod wrap;

use crate::registry::Registry;
use crate::syntax::options::Options;
use crate::text::prelude::*;

pub use delimited::strip_url_prefix;
pub use extractor::{Extractor, Matches};
pub use matches::{MAX_ALTERNATIVES, Match};
pub use undelimited::MAX_FALSE_STARTS;
pub use wrap::{Margins, fold, wrap};

/// The limit on the length of a wrapper between its brackets, and of a run of characters with URLs without brackets.
pub const MAX_URL_LEN: usize = 64 * 1024;

/// Returns every URL in a text, in order.
///
/// The text need not be UTF-8. For a stream, use [`Extractor`].
///
/// ```
/// use anyurl_core::extract::extract;
/// use anyurl_core::{Options, Registry};
///
/// let registry = Registry::builder().build();
/// let found = extract(&registry, "<URL:x-foo:a> <URL:x-foo:a|b> <URL:c>", Options::new());
/// let valid: Vec<_> = found.iter().map(|found| (found.url_text(), found.is_valid())).collect();
/// assert_eq!(valid, [("x-foo:a", true), ("x-foo:a|b", false), ("c", false)]);
/// ```
pub fn extract(registry: &Registry, text: &(impl AsRef<[u8]> + ?Sized), options: Options) -> Vec<Match> {
    let mut extractor = Extractor::new(registry, options);
    let mut found: Vec<_> = extractor.feed(text.as_ref()).collect();
    found.extend(extractor.finish());
    found
}
