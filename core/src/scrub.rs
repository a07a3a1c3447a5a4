//! Masks the secrets of URLs in a stream of text, such as a log.
//!
//! ```
//! use anyurl_core::Secrets;
//! use anyurl_core::scrub::scrub_str;
//!
//! let log = r#"200 GET /cb?code=4%2F0A {"from":"https:\/\/joe:pa\/ss@h:99999\/"} done"#;
//! let shown = scrub_str(log, &Secrets::new());
//! assert_eq!(shown, r#"200 GET /cb?code=*** {"from":"https:\/\/joe:***@h:99999\/"} done"#);
//! ```
//!
//! # What is masked
//!
//! Everything that [`Secrets`] counts, in any URL of any scheme, registered or not, valid or not; in case of doubt, text
//! is masked. With [`Secrets::of`] a registry, these are also the secrets that its schemes declare. There need not be a
//! whole URL: a field such as `&token=…` or `;password=…` is found after its delimiter, a password of a connection string
//! also after white space (`password=…`), a login after slashes. The rest of the text is unchanged, byte for byte,
//! whether it is UTF-8 or not.
//!
//! URLs are found in every encoding that text wraps around them: percent-encoding, also repeated (`%253A%252F%252F`),
//! escapes of JSON and of programming languages (`https:\/\/`, `\u0026`, `\x26`, also repeated), character references
//! of HTML (`&amp;`, `&#x2F;`), and characters that look like delimiters (`＠`). Escape sequences of terminals count as
//! nothing.
//!
//! A URL ends before whitespace, a control character, `"`, `<`, `>` or a grave accent, also if they are escaped as above
//! (except `\n` and the like, after which the secret continues), and before a `'` if it follows one. A value that begins
//! with a quotation mark or a brace ends with the mark that closes it on the same line: `password='a; b'`, `{a;b}`.
//!
//! The following is not masked, because it cannot be distinguished from other text:
//!
//! * secrets that contain one of the characters that end a URL, after that character;
//! * a login without slashes, `joe:secret@host`, unless the name of a scheme that browsers read so is before it, and a
//!   field without a delimiter before it, `token=…`;
//! * a password of digits that looks like a port, in a URL without an `@` before its path;
//! * a secret in a path, unless a template of [`Secrets::paths`] fits.
//!
//! # Cost
//!
//! A [`Scrubber`] holds at most [`MAX_WORD_LEN`] bytes of the stream: the last word, if it is incomplete, or the value in
//! quotation marks at its end. Longer words
//! are searched in overlapping parts; if a secret reaches the end of such a part, the rest of the word is masked.
//! The result does not depend on how the stream is divided into chunks.

mod candidates;
mod long_word;
mod scrubber;
mod separator;
mod unescape;
mod value;
mod word;
#[cfg(feature = "std")]
mod writer;

use alloc::borrow::Cow;
use core::ops::Range;

use crate::diagnostics::redact::MASK;
use crate::diagnostics::secrets::Secrets;
use crate::text::prelude::*;

pub use scrubber::Scrubber;
#[cfg(feature = "std")]
pub use writer::ScrubWriter;

/// The length up to which a text without whitespace, quotation marks and angle brackets is searched as a whole.
pub const MAX_WORD_LEN: usize = 64 * 1024;

/// A part of a scrubbed stream.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Piece<'p> {
    /// Bytes of the stream, unchanged.
    Text(&'p [u8]),
    /// A secret, at these bytes of the stream.
    Secret(Range<u64>),
}

impl<'p> Piece<'p> {
    /// The bytes to write: those of the stream, or `***`.
    pub fn bytes(&self) -> &'p [u8] {
        match self {
            Self::Text(bytes) => bytes,
            Self::Secret(_) => MASK.as_bytes(),
        }
    }
}

/// Masks the secrets of the URLs in a text, which need not be UTF-8.
///
/// ```
/// use anyurl_core::Secrets;
/// use anyurl_core::scrub::scrub;
///
/// let shown = scrub(b"\xFF postgres://joe:pass@db/x", &Secrets::new());
/// assert_eq!(&*shown, b"\xFF postgres://joe:***@db/x");
/// ```
pub fn scrub<'t>(text: &'t [u8], secrets: &Secrets) -> Cow<'t, [u8]> {
    let (mut shown, mut is_changed) = (Vec::new(), false);
    let mut take = |piece: Piece<'_>| {
        is_changed |= matches!(piece, Piece::Secret(_));
        shown.extend_from_slice(piece.bytes());
    };
    let mut scrubber = Scrubber::new(secrets.clone());
    scrubber.feed(text, &mut take);
    scrubber.finish(&mut take);
    if is_changed { Cow::Owned(shown) } else { Cow::Borrowed(text) }
}

/// [`scrub`], for a text in UTF-8.
///
/// ```
/// use anyurl_core::Secrets;
/// use anyurl_core::scrub::scrub_str;
///
/// let secrets = Secrets::new().fields(["order"]);
/// assert_eq!(scrub_str("see https://h/?order=17, https://h/?page=2", &secrets), "see https://h/?order=***, https://h/?page=2");
/// ```
pub fn scrub_str<'t>(text: &'t str, secrets: &Secrets) -> Cow<'t, str> {
    match scrub(text.as_bytes(), secrets) {
        Cow::Borrowed(_) => Cow::Borrowed(text),
        Cow::Owned(shown) => Cow::Owned(String::from_utf8(shown).unwrap_or_else(|error| {
            // Secrets begin and end at delimiters; a part of a word that is too long may end within a character.
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        })),
    }
}
