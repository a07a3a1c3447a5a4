//! The values that are compared: two texts for one value are the same.

use std::net::Ipv6Addr;

use anyurl_core::authors::escape;

/// A port without leading zeros.
pub(crate) fn number(text: &str) -> String {
    match text.trim_start_matches('0') {
        "" if !text.is_empty() => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// Decoded, and absent if it is empty.
pub(crate) fn userinfo(text: &str) -> Option<String> {
    let (user, password) = text.split_once(':').unwrap_or((text, ""));
    let [user, password] = [user, password].map(|part| String::from_utf8_lossy(&escape::decode(part)).into_owned());
    match (user.is_empty(), password.is_empty()) {
        (true, true) => None,
        (_, true) => Some(user),
        (_, false) => Some(format!("{user}:{password}")),
    }
}

/// The decoded name of a host that has characters outside US-ASCII.
pub(crate) fn wide_name(host: &str) -> Option<String> {
    let decoded = escape::decode(host);
    (!decoded.is_ascii()).then(|| String::from_utf8(decoded.into_owned()).ok())?
}

/// A host: decoded, in lower case, in its ASCII form if that is known; an IPv6 address by its value. `None` if it is empty.
pub(crate) fn host(text: &str, ascii: Option<&str>) -> Option<String> {
    if let Some(ascii) = ascii {
        return Some(ascii.to_owned());
    }
    let literal = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    if let Some(address) = literal.and_then(|text| text.parse::<Ipv6Addr>().ok()) {
        return Some(format!("[{address}]"));
    }
    let decoded = escape::decode(text);
    // Bytes that are not UTF-8 stay escaped. Other letters than those of US-ASCII have a case only where IDNA maps them.
    let lower = std::str::from_utf8(&decoded).unwrap_or(text).to_ascii_lowercase();
    (!lower.is_empty()).then_some(lower)
}

/// A text with escapes where browsers write them, without those that stand for themselves (RFC 3986 §6.2.2).
pub(crate) fn escaped(text: &str) -> String {
    let mut to = String::with_capacity(text.len());
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let decoded = escape::byte(&bytes[at..]);
        match decoded {
            Some(decoded) if decoded.is_ascii_alphanumeric() || b"-._~".contains(&decoded) => to.push(decoded.into()),
            Some(decoded) => escape::push_escape(decoded, &mut to),
            None if byte <= b' ' || byte >= 0x7F || b"\"<>`{}^|'".contains(&byte) => escape::push_escape(byte, &mut to),
            None => to.push(byte.into()),
        }
        at += if decoded.is_some() { 3 } else { 1 };
    }
    to
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts() {
        for (text, expected) in [
            ("H.Dom", Some("h.dom")),
            ("%48", Some("h")),
            ("EXÄMPLE.com", Some("exÄmple.com")),
            ("[::FFFF:1.2.3.4]", Some("[::ffff:1.2.3.4]")),
            ("[0:0::1]", Some("[::1]")),
            ("[x", Some("[x")),
            ("h.", Some("h.")),
            ("", None),
        ] {
            assert_eq!(host(text, None).as_deref(), expected, "{text}");
        }
        assert_eq!(host("EXÄMPLE.com", Some("xn--exmple-cua.com")).as_deref(), Some("xn--exmple-cua.com"));
    }

    #[test]
    fn names_outside_ascii() {
        for (text, expected) in [
            ("exämple.com", Some("exämple.com")),
            ("ex%C3%A4mple.com", Some("exämple.com")),
            ("xn--exmple-cua.com", None),
            ("%FF", None),
            ("", None),
        ] {
            assert_eq!(wide_name(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn other_components() {
        for (text, expected) in
            [("u", Some("u")), ("u:", Some("u")), (":", None), ("%75:%70", Some("u:p")), (":p", Some(":p"))]
        {
            assert_eq!(userinfo(text).as_deref(), expected, "{text}");
        }
        for (text, expected) in [
            ("/%7ea%2e", "/~a."),
            ("/a b|", "/a%20b%7C"),
            ("/é", "/%C3%A9"),
            ("/%c3%A9", "/%C3%A9"),
            ("/%zz%", "/%zz%"),
        ] {
            assert_eq!(escaped(text), expected, "{text}");
        }
        assert_eq!(["080", "0", "00", "80"].map(number), ["80", "0", "0", "80"]);
    }
}
