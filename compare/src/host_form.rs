//! Hosts that no program can misread.

use std::net::{Ipv4Addr, Ipv6Addr};

/// The longest name in DNS as it is written, without the dot at its end (RFC 1035 §2.3.4).
const MAX_NAME: usize = 253;

/// The longest label (RFC 1035 §2.3.4).
const MAX_LABEL: usize = 63;

/// Whether a host, as it is written, has a form that all programs read alike: an IP literal, four decimal numbers without
/// leading zeros, or labels of letters, digits, `-` and `_`, the last of which is no number.
///
/// In particular it has no escape and no delimiter, at which some programs end the host: `http://127.0.0.1%2egood.com/`,
/// `ftp://127.0.0.1;.good.com/`.
pub(crate) fn is_unmistakable(host: &str) -> bool {
    if let Some(literal) = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        return literal.parse::<Ipv6Addr>().is_ok();
    }
    host.parse::<Ipv4Addr>().is_ok() || is_name(host.strip_suffix('.').unwrap_or(host))
}

fn is_name(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or_default();
    name.len() <= MAX_NAME && name.split('.').all(is_label) && !is_number(last)
}

fn is_label(label: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=MAX_LABEL).contains(&label.len()) && label.bytes().all(is_allowed)
}

/// Whether a label is decimal, or hexadecimal after `0x`, so that browsers read an address (URL Standard, ends in a number
/// checker).
fn is_number(label: &str) -> bool {
    let digits = label.strip_prefix("0x").or_else(|| label.strip_prefix("0X"));
    digits.is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
        || label.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts() {
        let (label, long_label) = ("a".repeat(63), "a".repeat(64));
        let (name, long_name) = (format!("{}a", "a.".repeat(126)), format!("{}aa", "a.".repeat(126)));
        for (host, expected) in [
            ("h", true),
            ("EXAMPLE.com.", true),
            ("a_b.-c-.xn--d", true),
            ("1.h", true),
            ("h.0xg", true),
            ("127.0.0.1", true),
            ("255.255.255.255", true),
            ("[::1]", true),
            ("[::FFFF:1.2.3.4]", true),
            (label.as_str(), true),
            (name.as_str(), true),
            (long_label.as_str(), false),
            (long_name.as_str(), false),
            ("", false),
            (".", false),
            ("h..", false),
            ("a..b", false),
            (".h", false),
            ("%68", false),
            ("127.0.0.1%2egood.com", false),
            ("127.0.0.1;.good.com", false),
            ("127.0.0.1'.good.com", false),
            ("h~", false),
            ("é", false),
            ("h.1", false),
            ("1", false),
            ("127.1", false),
            ("010.0.0.1", false),
            ("256.0.0.1", false),
            ("1.2.3.4.", false),
            ("1.2.3.4.5", false),
            ("h.0x", false),
            ("h.0X7f", false),
            ("[::1", false),
            ("[v1.a]", false),
            ("[::1%25eth0]", false),
            ("[127.0.0.1]", false),
        ] {
            assert_eq!(is_unmistakable(host), expected, "{host}");
        }
    }
}
