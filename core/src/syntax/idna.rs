//! The host that a client looks up: decoded, in its ASCII form (RFC 3986 §3.2.2, UTS #46), and nothing but a name or an
//! address.
//!
//! A URL may hold a host that no name server knows: RFC 3986 lets nearly every byte stand in it, as an escape. What is
//! no host after decoding is refused here, before a plan says where to connect. What browsers take for another host, by
//! the [URL standard](https://url.spec.whatwg.org/#host-parsing), is found here too, so that a warning can name it.

use std::borrow::Cow;
use std::net::{Ipv4Addr, Ipv6Addr};

use crate::syntax::escape;
use crate::syntax::host::{LONGEST_LABEL, LONGEST_NAME};

/// Why a host cannot be looked up: the second half of a sentence.
pub(crate) mod unfit {
    /// Nothing, or a label of nothing.
    pub(crate) const EMPTY: &str = "a name has no empty label (RFC 1034 §3.1)";
    /// Lengths, and groups above 255.
    pub(crate) const RANGE: &str =
        "the groups of an address are 0 to 255, a label has at most 63 bytes and a name 255 (A-25)";
    /// `h:80`, once it is decoded.
    pub(crate) const CHARACTER: &str = "decoded, it has a character that no name has: only letters, digits, `-`, `.` and `_` can be looked up (RFC 3986 §3.2.2)";
    /// `127.1`, `0x7f.0.0.1`
    pub(crate) const NUMBER: &str = "it ends with a number, and is not an address of four decimal groups: programs disagree on what such a host means (RFC 3986 §7.4)";
    /// `[x]`
    pub(crate) const LITERAL: &str = "brackets must contain an IPv6 address (RFC 3986 §3.2.2)";
    /// What IDNA forbids.
    #[cfg(feature = "idna")]
    pub(crate) const NO_ASCII_FORM: &str = "it has no ASCII form: IDNA does not allow such a name (UTS #46)";
    /// An internationalised name, and nothing to convert it.
    #[cfg(not(feature = "idna"))]
    pub(crate) const NO_ASCII_FORM: &str =
        "it is an internationalised name: write its ASCII form, `xn--…`, or build with the feature `idna`";
}

/// The host to connect to, of one in its canonical form; escapes are decoded.
///
/// # Errors
/// Why there is none.
pub(crate) fn reachable(host: &str) -> Result<String, &'static str> {
    if let Some(inside) = host.strip_prefix('[') {
        let address = inside.strip_suffix(']').ok_or(unfit::LITERAL)?;
        let is_known = address.parse::<Ipv6Addr>().is_ok() || is_future(address);
        return is_known.then(|| host.to_owned()).ok_or(unfit::LITERAL);
    }
    let name = ascii(host)?;
    if name.is_empty() {
        return Err(unfit::EMPTY);
    }
    let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    if !name.bytes().all(is_of_name) {
        return Err(unfit::CHARACTER);
    }
    // The dot of the root ends a name, and is no label.
    let labels = name.strip_suffix('.').unwrap_or(&name);
    if labels.split('.').any(str::is_empty) {
        return Err(unfit::EMPTY);
    }
    if name.len() > LONGEST_NAME || labels.split('.').any(|label| label.len() > LONGEST_LABEL) {
        return Err(unfit::RANGE);
    }
    if ends_in_number(&name) && name.parse::<Ipv4Addr>().is_err() {
        let is_group = |group: &str| group.len() < 4 && group.bytes().all(|byte| byte.is_ascii_digit());
        let is_address = name.split('.').count() == 4 && name.split('.').all(is_group);
        let is_large = name.split('.').any(|group| group.parse::<u16>().is_ok_and(|group| group > 255));
        return Err(if is_address && is_large { unfit::RANGE } else { unfit::NUMBER });
    }
    Ok(name.into_owned())
}

/// The address that browsers read a host as, where they take it for one: `0x7f.1` and `127.1` are 127.0.0.1 to them, and
/// `010.0.0.1` is 8.0.0.1.
pub(crate) fn address_to_browsers(host: &str) -> Option<Ipv4Addr> {
    let name = ascii(host).ok()?;
    ends_in_number(&name).then(|| ipv4(&name)).flatten()
}

/// A host as browsers show it, if they take it for one.
pub(crate) fn to_browsers(host: &str) -> String {
    let address = address_to_browsers(host).map(|address| address.to_string());
    let name = || ascii(host).map_or_else(|_| host.to_owned(), Cow::into_owned);
    address.unwrap_or_else(name)
}

/// The ASCII form of an internationalised name, for a person who is to write it; `None` where the name is ASCII already,
/// or has no such form, or nothing can convert it.
pub(crate) fn ascii_form(host: &str) -> Option<String> {
    let name = ascii(host).ok()?;
    let decoded = escape::decode(host);
    (!decoded.is_ascii() && !name.is_empty()).then(|| name.into_owned())
}

/// A host decoded, and in lower-case ASCII.
fn ascii(host: &str) -> Result<Cow<'_, str>, &'static str> {
    let decoded = escape::decode(host);
    if decoded.is_ascii() {
        let text = String::from_utf8_lossy(&decoded).to_ascii_lowercase();
        return Ok(text.into());
    }
    converted(&decoded).map(Into::into)
}

/// The ASCII form as browsers make it: UTS #46, with deviations and lengths as the URL standard has them.
#[cfg(feature = "idna")]
fn converted(decoded: &[u8]) -> Result<String, &'static str> {
    let name = idna::domain_to_ascii_cow(decoded, idna::AsciiDenyList::URL);
    name.map(Cow::into_owned).map_err(|_| unfit::NO_ASCII_FORM)
}

#[cfg(not(feature = "idna"))]
fn converted(_: &[u8]) -> Result<String, &'static str> {
    Err(unfit::NO_ASCII_FORM)
}

/// `IPvFuture`, of which nothing but the form is known.
fn is_future(address: &str) -> bool {
    let is_of_address = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:".contains(&byte);
    address.starts_with(['v', 'V']) && address.bytes().all(is_of_address)
}

/// Whether the last label is a number: such a host is an address, or nothing (the "ends in a number checker").
pub(crate) fn ends_in_number(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let last = name.rsplit('.').next().unwrap_or_default();
    let is_decimal = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
    is_decimal || hexadecimal(last).is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// What follows `0x`.
fn hexadecimal(part: &str) -> Option<&str> {
    part.strip_prefix("0x").or_else(|| part.strip_prefix("0X"))
}

/// The "IPv4 parser" of the URL standard: one to four numbers, of which the last fills what is left.
fn ipv4(name: &str) -> Option<Ipv4Addr> {
    let name = name.strip_suffix('.').unwrap_or(name);
    let numbers: Option<Vec<u64>> = name.split('.').map(number).collect();
    let numbers = numbers?;
    let (last, first) = numbers.split_last()?;
    let bits = 8 * u32::try_from(4_usize.checked_sub(first.len())?).ok()?;
    if bits == 0 || *last >= 1 << bits || first.iter().any(|number| *number > 255) {
        return None;
    }
    let high = first.iter().fold(0, |sum, number| sum << 8 | number);
    u32::try_from(high << bits | last).ok().map(Ipv4Addr::from)
}

/// A number in the base that its prefix says, as in C.
fn number(part: &str) -> Option<u64> {
    let (digits, base) = match (hexadecimal(part), part.strip_prefix('0')) {
        (Some(digits), _) => (digits, 16),
        (None, Some(digits)) => (digits, 8),
        (None, None) => (part, 10),
    };
    match digits {
        "" if part.is_empty() => None,
        "" => Some(0),
        _ if digits.starts_with('+') => None,
        _ => u64::from_str_radix(digits, base).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_looked_up() {
        for (host, expect) in [
            ("h", Ok("h")),
            ("H%2Edom.", Ok("h.dom.")),
            ("a_b", Ok("a_b")),
            ("10.0.0.1", Ok("10.0.0.1")),
            ("1.2.3.4.com", Ok("1.2.3.4.com")),
            ("[::1]", Ok("[::1]")),
            ("[v1.fe:x]", Ok("[v1.fe:x]")),
            ("[::1", Err(unfit::LITERAL)),
            ("[x]", Err(unfit::LITERAL)),
            ("", Err(unfit::EMPTY)),
            (".", Err(unfit::EMPTY)),
            ("a..b", Err(unfit::EMPTY)),
            ("h%3A80", Err(unfit::CHARACTER)),
            ("a%2Fb", Err(unfit::CHARACTER)),
            ("a%5Cb", Err(unfit::CHARACTER)),
            ("a;b", Err(unfit::CHARACTER)),
            ("1.2.3.999", Err(unfit::RANGE)),
            ("127.1", Err(unfit::NUMBER)),
            ("0x7f.0.0.1", Err(unfit::NUMBER)),
            ("a.0x", Err(unfit::NUMBER)),
            ("010.0.0.1", Err(unfit::NUMBER)),
            ("127.0.0.1.", Err(unfit::NUMBER)),
            ("%31", Err(unfit::NUMBER)),
            ("%FF.dom", Err(unfit::NO_ASCII_FORM)),
        ] {
            assert_eq!(reachable(host), expect.map(str::to_owned), "{host}");
        }
        for (len, fits) in [(LONGEST_LABEL, true), (LONGEST_LABEL + 1, false)] {
            assert_eq!(reachable(&"a".repeat(len)).is_ok(), fits, "{len}");
        }
    }

    #[cfg(feature = "idna")]
    #[test]
    fn internationalised_names_are_converted() {
        for (host, expect) in [
            ("ex%C3%A4mple.com", Ok("xn--exmple-cua.com")),
            ("exämple.com", Ok("xn--exmple-cua.com")),
            ("EXÄMPLE.com", Ok("xn--exmple-cua.com")),
            ("ｅxample.com", Ok("example.com")),
            ("straße.de", Ok("xn--strae-oqa.de")),
            ("a。b", Ok("a.b")),
            ("１２７.1", Err(unfit::NUMBER)),
            ("a\u{ff0f}b", Err(unfit::NO_ASCII_FORM)),
            ("\u{ad}", Err(unfit::EMPTY)),
        ] {
            assert_eq!(reachable(host), expect.map(str::to_owned), "{host}");
        }
        assert_eq!(ascii_form("exämple.com").as_deref(), Some("xn--exmple-cua.com"));
        assert_eq!(ascii_form("example.com"), None);
    }

    #[cfg(not(feature = "idna"))]
    #[test]
    fn internationalised_names_need_the_feature() {
        assert_eq!(reachable("exämple.com"), Err(unfit::NO_ASCII_FORM));
        assert_eq!(ascii_form("exämple.com"), None);
    }

    #[test]
    fn addresses_to_browsers() {
        for (host, expect) in [
            ("127.1", Some([127, 0, 0, 1])),
            ("0x7f.1", Some([127, 0, 0, 1])),
            ("0X7F.0.0.0x1", Some([127, 0, 0, 1])),
            ("010.0.0.1", Some([8, 0, 0, 1])),
            ("2130706433", Some([127, 0, 0, 1])),
            ("1.2.3", Some([1, 2, 0, 3])),
            ("0x", Some([0, 0, 0, 0])),
            ("%31.1", Some([1, 0, 0, 1])),
            ("1.2.3.4.", Some([1, 2, 3, 4])),
            ("4294967296", None),
            ("08.0.0.1", None),
            ("1.2.3.4.5", None),
            ("1..2", None),
            ("1.2.3.256", None),
            ("h.com", None),
            ("h", None),
        ] {
            assert_eq!(address_to_browsers(host), expect.map(Ipv4Addr::from), "{host}");
        }
    }
}
