//! The host that a client looks up: decoded, in its ASCII form (RFC 3986 §3.2.2, UTS #46), either a name or an address.
//!
//! RFC 3986 allows nearly every byte in a host, as an escape. A host that is neither a name nor an address after
//! decoding is rejected here, before a plan says where to connect. Hosts that browsers read differently, by the [URL
//! standard](https://url.spec.whatwg.org/#host-parsing), are detected here too, so that a warning can name them.

use alloc::borrow::Cow;
use core::net::{Ipv4Addr, Ipv6Addr};

use crate::syntax::escape;
use crate::syntax::host::{LONGEST_LABEL, LONGEST_NAME};
use crate::text::prelude::*;

/// The reasons why a host cannot be looked up, each as the second half of a sentence.
pub(crate) mod reason {
    /// The name or a label is empty.
    pub(crate) const EMPTY: &str = "a name has no empty label (RFC 1034 §3.1)";
    /// A name, a label or a group is out of range.
    pub(crate) const RANGE: &str =
        "the groups of an address are 0 to 255, a label has at most 63 bytes and a name 255 (A-25)";
    /// `h:80`, once it is decoded.
    pub(crate) const CHARACTER: &str = "decoded, it has a character other than letters, digits, `-`, `.` and `_`, which cannot be looked up (RFC 3986 §3.2.2)";
    /// `127.1`, `0x7f.0.0.1`
    pub(crate) const NUMBER: &str = "it ends with a number but is not an IPv4 address of four decimal numbers: programs disagree on what it means (RFC 3986 §7.4)";
    /// `[x]`
    pub(crate) const LITERAL: &str = "only an IPv6 address is allowed in brackets (RFC 3986 §3.2.2)";
    /// IDNA forbids the name.
    #[cfg(feature = "idna")]
    pub(crate) const NO_ASCII_FORM: &str = "it has no ASCII form: IDNA does not allow such a name (UTS #46)";
    /// The name is internationalised, and the feature that converts it is off.
    #[cfg(not(feature = "idna"))]
    pub(crate) const NO_ASCII_FORM: &str =
        "it is an internationalised name: write its ASCII form, `xn--…`, or build with the feature `idna`";
}

/// The host to connect to, with escapes decoded, for a host in canonical form.
///
/// # Errors
/// The [`reason`] why it cannot be looked up.
pub(crate) fn reachable(host: &str) -> Result<String, &'static str> {
    if let Some(inside) = host.strip_prefix('[') {
        let address = inside.strip_suffix(']').ok_or(reason::LITERAL)?;
        let is_known = address.parse::<Ipv6Addr>().is_ok() || is_future(address);
        return is_known.then(|| host.to_owned()).ok_or(reason::LITERAL);
    }
    let name = ascii(host)?;
    if name.is_empty() {
        return Err(reason::EMPTY);
    }
    let is_name_byte = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    if !name.bytes().all(is_name_byte) {
        return Err(reason::CHARACTER);
    }
    // The root dot ends a name and begins no label.
    let labels = name.strip_suffix('.').unwrap_or(&name);
    if labels.split('.').any(str::is_empty) {
        return Err(reason::EMPTY);
    }
    if name.len() > LONGEST_NAME || labels.split('.').any(|label| label.len() > LONGEST_LABEL) {
        return Err(reason::RANGE);
    }
    if ends_in_number(&name) && name.parse::<Ipv4Addr>().is_err() {
        let is_group = |group: &str| group.len() < 4 && group.bytes().all(|byte| byte.is_ascii_digit());
        let is_address = name.split('.').count() == 4 && name.split('.').all(is_group);
        let is_large = name.split('.').any(|group| group.parse::<u16>().is_ok_and(|group| group > 255));
        return Err(if is_address && is_large { reason::RANGE } else { reason::NUMBER });
    }
    Ok(name.into_owned())
}

/// The address that browsers read a host as, if any: `0x7f.1` and `127.1` as 127.0.0.1, `010.0.0.1` as 8.0.0.1.
pub(crate) fn browser_address(host: &str) -> Option<Ipv4Addr> {
    let name = ascii(host).ok()?;
    ends_in_number(&name).then(|| ipv4(&name)).flatten()
}

/// The host as browsers show it; as written if they reject it.
pub(crate) fn browser_host(host: &str) -> String {
    let address = browser_address(host).map(|address| address.to_string());
    let name = || ascii(host).map_or_else(|_| host.to_owned(), Cow::into_owned);
    address.unwrap_or_else(name)
}

/// The ASCII form of an internationalised name. `None` if the name is ASCII already, has no ASCII form, or cannot be
/// converted without the feature `idna`.
pub(crate) fn ascii_form(host: &str) -> Option<String> {
    let name = ascii(host).ok()?;
    let decoded = escape::decode(host);
    (!decoded.is_ascii() && !name.is_empty()).then(|| name.into_owned())
}

/// Whether a host is ASCII when it is decoded.
pub(crate) fn is_ascii(host: &str) -> bool {
    escape::decode(host).is_ascii()
}

/// The Unicode form of a name with labels such as `xn--bcher-kva`, or with escapes of other characters. `None` if the name
/// has none, or IDNA does not allow it.
#[cfg(feature = "idna")]
pub(crate) fn unicode_form(host: &str) -> Option<String> {
    let name = ascii(host).ok()?;
    let (unicode, allowed) = idna::domain_to_unicode(&name);
    allowed.ok().filter(|()| !unicode.is_ascii()).map(|()| unicode)
}

#[cfg(not(feature = "idna"))]
pub(crate) fn unicode_form(_: &str) -> Option<String> {
    None
}

/// A host, decoded and converted to lower-case ASCII.
fn ascii(host: &str) -> Result<Cow<'_, str>, &'static str> {
    let decoded = escape::decode(host);
    if decoded.is_ascii() {
        let text = String::from_utf8_lossy(&decoded).to_ascii_lowercase();
        return Ok(text.into());
    }
    to_ascii(&decoded).map(Into::into)
}

/// The ASCII form of a name by UTS #46, with the parameters of the URL standard.
#[cfg(feature = "idna")]
fn to_ascii(decoded: &[u8]) -> Result<String, &'static str> {
    let name = idna::domain_to_ascii_cow(decoded, idna::AsciiDenyList::URL);
    name.map(Cow::into_owned).map_err(|_| reason::NO_ASCII_FORM)
}

#[cfg(not(feature = "idna"))]
fn to_ascii(_: &[u8]) -> Result<String, &'static str> {
    Err(reason::NO_ASCII_FORM)
}

/// Whether an address has the form of `IPvFuture`.
fn is_future(address: &str) -> bool {
    let is_address_byte = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:".contains(&byte);
    address.starts_with(['v', 'V']) && address.bytes().all(is_address_byte)
}

/// Whether the last label is a number, so that the host must be an address (the "ends in a number checker").
pub(crate) fn ends_in_number(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let last = name.rsplit('.').next().unwrap_or_default();
    let is_decimal = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
    is_decimal || hexadecimal(last).is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// The part after `0x`.
fn hexadecimal(part: &str) -> Option<&str> {
    part.strip_prefix("0x").or_else(|| part.strip_prefix("0X"))
}

/// The "IPv4 parser" of the URL standard: one to four numbers, the last of which fills the remaining bytes.
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

/// A number in the base of its prefix, as in C.
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
    fn hosts_that_can_be_looked_up() {
        for (host, expect) in [
            ("h", Ok("h")),
            ("H%2Edom.", Ok("h.dom.")),
            ("a_b", Ok("a_b")),
            ("10.0.0.1", Ok("10.0.0.1")),
            ("1.2.3.4.com", Ok("1.2.3.4.com")),
            ("[::1]", Ok("[::1]")),
            ("[v1.fe:x]", Ok("[v1.fe:x]")),
            ("[::1", Err(reason::LITERAL)),
            ("[x]", Err(reason::LITERAL)),
            ("", Err(reason::EMPTY)),
            (".", Err(reason::EMPTY)),
            ("a..b", Err(reason::EMPTY)),
            ("h%3A80", Err(reason::CHARACTER)),
            ("a%2Fb", Err(reason::CHARACTER)),
            ("a%5Cb", Err(reason::CHARACTER)),
            ("a;b", Err(reason::CHARACTER)),
            ("1.2.3.999", Err(reason::RANGE)),
            ("127.1", Err(reason::NUMBER)),
            ("0x7f.0.0.1", Err(reason::NUMBER)),
            ("a.0x", Err(reason::NUMBER)),
            ("010.0.0.1", Err(reason::NUMBER)),
            ("127.0.0.1.", Err(reason::NUMBER)),
            ("%31", Err(reason::NUMBER)),
            ("%FF.dom", Err(reason::NO_ASCII_FORM)),
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
            ("１２７.1", Err(reason::NUMBER)),
            ("a\u{ff0f}b", Err(reason::NO_ASCII_FORM)),
            ("\u{ad}", Err(reason::EMPTY)),
        ] {
            assert_eq!(reachable(host), expect.map(str::to_owned), "{host}");
        }
        assert_eq!(ascii_form("exämple.com").as_deref(), Some("xn--exmple-cua.com"));
        assert_eq!(ascii_form("example.com"), None);
        for (host, expect) in [
            ("xn--exmple-cua.com", Some("exämple.com")),
            ("XN--exmple-cua.com", Some("exämple.com")),
            ("ex%C3%A4mple.com", Some("exämple.com")),
            ("exämple.com", Some("exämple.com")),
            ("xn-----", None),
            ("example.com", None),
            ("[::1]", None),
        ] {
            assert_eq!(unicode_form(host).as_deref(), expect, "{host}");
        }
    }

    #[cfg(not(feature = "idna"))]
    #[test]
    fn internationalised_names_need_the_feature() {
        assert_eq!(reachable("exämple.com"), Err(reason::NO_ASCII_FORM));
        assert_eq!(ascii_form("exämple.com"), None);
    }

    #[test]
    fn addresses_in_browsers() {
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
            assert_eq!(browser_address(host), expect.map(Ipv4Addr::from), "{host}");
        }
    }
}
