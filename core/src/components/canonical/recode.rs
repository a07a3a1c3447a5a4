//! Escapes in the canonical form: which are decoded, and which characters must be encoded.

use crate::registration::{Grammar, Registration};
use crate::simd::ByteMasks;
use crate::syntax::class::{self, Class};
use crate::syntax::escape;
use crate::text::prelude::*;

/// `unreserved` of RFC 1738: escaping these characters changes nothing in any scheme (R-2.2-9).
static UNRESERVED: Class = Class::uchar("unreserved");

/// `unreserved` of RFC 3986 §2.3.
static UNRESERVED_3986: Class = Class::alphadigit("unreserved").and(b"-._~");

/// Characters that are written as they are: `xchar` of RFC 1738, and the `#` before a fragment.
static PLAIN: Class = Class::xchar("plain").and(b"#");

/// [`PLAIN`], for schemes of RFC 3986.
static PLAIN_3986: Class = Class::xchar("plain").and(b"#~");

/// The characters that mean the same encoded and unencoded: `unreserved` of the grammar of the scheme.
pub fn unreserved(registration: &Registration) -> &'static Class {
    match registration.grammar {
        Grammar::Rfc1738 => &UNRESERVED,
        Grammar::Rfc3986 => &UNRESERVED_3986,
    }
}

fn plain(registration: &Registration) -> &'static Class {
    match registration.grammar {
        Grammar::Rfc1738 => &PLAIN,
        Grammar::Rfc3986 => &PLAIN_3986,
    }
}

/// The offset at or after `from` of the first byte that may have to be written differently, or the length of the text.
pub(super) fn plain_end(text: &str, from: usize, registration: &Registration) -> usize {
    let text = text.as_bytes();
    plain(registration).run_end(text, text, from, &mut ByteMasks::new(text, 0))
}

/// The text as written, escapes included, with the characters encoded that only lenient mode accepts unencoded.
pub(crate) fn as_written(text: &str, registration: &Registration) -> String {
    let mut written = String::with_capacity(text.len());
    recode(text, registration, &mut written, &|_| 0, |_, (escape, _), to| to.push_str(escape));
    written
}

/// Writes a text with the characters encoded that must be. `kept_len` gets the offset of such a character in the text, and
/// says how many bytes are written as they are. `write_escape` gets the offset of each escape in the text, the escape and
/// its byte.
pub(super) fn recode(
    text: &str,
    registration: &Registration,
    to: &mut String,
    kept_len: &dyn Fn(usize) -> usize,
    mut write_escape: impl FnMut(usize, (&str, u8), &mut String),
) {
    let plain = plain(registration);
    let mut rest = text;
    loop {
        let (run, special) = rest.split_at(plain.prefix_len(rest.as_bytes()));
        to.push_str(run);
        let (unit, after) = special.split_at(escape::unit_len(special));
        rest = after;
        let offset = text.len() - special.len();
        match (escape::byte(special.as_bytes()), special.chars().next()) {
            (Some(byte), _) => write_escape(offset, (unit, byte), to),
            (None, Some(found)) if must_encode(found, registration) => match kept_len(offset) {
                0 => unit.bytes().for_each(|byte| escape::push_escape(byte, to)),
                len => {
                    to.push_str(&special[..len]);
                    rest = &special[len..];
                }
            },
            (None, Some(_)) => to.push_str(unit),
            (None, None) => return,
        }
    }
}

/// Whether a character that begins no escape must be encoded. A `~` is unsafe in RFC 1738, and unreserved in RFC 3986.
fn must_encode(found: char, registration: &Registration) -> bool {
    let is_tilde = found == '~' && unreserved(registration).has(b'~');
    found == '%' || class::is_tolerated(found) && !is_tilde
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registration::{RegistrationBuilder, Status};

    /// The text as written by the rules of RFC 1738 and of RFC 3986, for a text that lenient mode accepts.
    #[test]
    fn what_only_lenient_mode_accepts_is_encoded() {
        let registration = |grammar| {
            let mut made = RegistrationBuilder::new("x-test", [1, 0, 0], Status::Experimental).build();
            made.grammar = grammar;
            made
        };
        let grammars = [Grammar::Rfc1738, Grammar::Rfc3986].map(registration);
        for (text, written) in [
            ("", ["", ""]),
            ("a%41%7e%2F", ["a%41%7e%2F"; 2]),
            ("%", ["%25"; 2]),
            ("%4", ["%254"; 2]),
            ("%g1%%41", ["%25g1%25%41"; 2]),
            ("a b|c", ["a%20b%7Cc"; 2]),
            ("{^}\\`[]", ["%7B%5E%7D%5C%60%5B%5D"; 2]),
            ("~", ["%7E", "~"]),
            ("\u{e9}%", ["%C3%A9%25"; 2]),
            ("/;?:@&=#$-_.+!*'(),", ["/;?:@&=#$-_.+!*'(),"; 2]),
            // No mode accepts these.
            ("\"<>\u{1}", ["\"<>\u{1}"; 2]),
        ] {
            assert_eq!(grammars.each_ref().map(|one| as_written(text, one)), written, "{text}");
        }
    }
}
