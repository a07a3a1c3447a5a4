//! IPv6 addresses (URL Standard, IPv6 parser).

use anyurl_core::Span;

use super::violation::{ViolationName, WhatwgViolation};

/// Why a host that begins with `[` is not an address.
pub(super) fn violation(text: &str, host: Span) -> WhatwgViolation {
    let literal = host.of(text);
    let Some(inside) = literal.strip_prefix('[').and_then(|literal| literal.strip_suffix(']')) else {
        return WhatwgViolation::new(ViolationName::Ipv6Unclosed, Some(host));
    };
    match check(inside.as_bytes()) {
        Ok(()) => WhatwgViolation::new(ViolationName::Ipv6InvalidCodePoint, Some(host)),
        Err((name, at)) => {
            let start = host.start() + 1 + at;
            let c = text[start..host.end()].chars().next().filter(|_| at < inside.len());
            WhatwgViolation::new(name, Some(Span::new(start, start + c.map_or(0, char::len_utf8))))
        }
    }
}

/// The steps of the standard, without the value.
fn check(input: &[u8]) -> Result<(), (ViolationName, usize)> {
    let byte = |at: usize| input.get(at).copied();
    let (mut at, mut pieces, mut has_compression) = (0, 0, false);
    if byte(0) == Some(b':') {
        if byte(1) != Some(b':') {
            return Err((ViolationName::Ipv6InvalidCompression, 0));
        }
        (at, pieces, has_compression) = (2, 1, true);
    }
    while let Some(first) = byte(at) {
        if pieces == 8 {
            return Err((ViolationName::Ipv6TooManyPieces, at));
        }
        if first == b':' {
            if has_compression {
                return Err((ViolationName::Ipv6MultipleCompression, at));
            }
            (at, pieces, has_compression) = (at + 1, pieces + 1, true);
            continue;
        }
        let digits = input[at..].iter().take(4).take_while(|byte| byte.is_ascii_hexdigit()).count();
        match byte(at + digits) {
            Some(b'.') if digits > 0 => {
                if pieces > 6 {
                    return Err((ViolationName::Ipv4InIpv6TooManyPieces, at));
                }
                ipv4(input, at)?;
                pieces += 2;
                break;
            }
            Some(b'.') => return Err((ViolationName::Ipv4InIpv6InvalidCodePoint, at)),
            Some(b':') if byte(at + digits + 1).is_none() => {
                return Err((ViolationName::Ipv6InvalidCodePoint, at + digits));
            }
            Some(b':') => at += digits + 1,
            Some(_) => return Err((ViolationName::Ipv6InvalidCodePoint, at + digits)),
            None => at += digits,
        }
        pieces += 1;
    }
    if !has_compression && pieces != 8 {
        return Err((ViolationName::Ipv6TooFewPieces, input.len()));
    }
    Ok(())
}

/// The four decimal numbers at the end.
fn ipv4(input: &[u8], start: usize) -> Result<(), (ViolationName, usize)> {
    let (mut at, mut seen) = (start, 0);
    while at < input.len() {
        if seen > 0 {
            if input[at] != b'.' || seen == 4 {
                return Err((ViolationName::Ipv4InIpv6InvalidCodePoint, at));
            }
            at += 1;
        }
        let digits = input[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&input[at..at + digits]).unwrap_or_default();
        match number.parse::<u32>() {
            _ if digits == 0 || digits > 1 && number.starts_with('0') => {
                return Err((ViolationName::Ipv4InIpv6InvalidCodePoint, at));
            }
            Ok(0..=255) => {}
            _ => return Err((ViolationName::Ipv4InIpv6OutOfRangePart, at)),
        }
        (at, seen) = (at + digits, seen + 1);
    }
    if seen == 4 { Ok(()) } else { Err((ViolationName::Ipv4InIpv6TooFewParts, at)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ViolationName as Name;

    #[test]
    fn addresses() {
        for (text, expected) in [
            ("::1", Ok(())),
            ("::", Ok(())),
            ("1:2:3:4:5:6:7:8", Ok(())),
            ("::ffff:1.2.3.4", Ok(())),
            (":1", Err((Name::Ipv6InvalidCompression, 0))),
            ("1:2:3:4:5:6:7:8:9", Err((Name::Ipv6TooManyPieces, 16))),
            ("1::2::3", Err((Name::Ipv6MultipleCompression, 5))),
            ("12345::", Err((Name::Ipv6InvalidCodePoint, 4))),
            ("1:g::", Err((Name::Ipv6InvalidCodePoint, 2))),
            ("::1%25eth0", Err((Name::Ipv6InvalidCodePoint, 3))),
            ("1:", Err((Name::Ipv6InvalidCodePoint, 1))),
            ("1:2", Err((Name::Ipv6TooFewPieces, 3))),
            ("", Err((Name::Ipv6TooFewPieces, 0))),
            ("1:2:3:4:5:6:7:1.2.3.4", Err((Name::Ipv4InIpv6TooManyPieces, 14))),
            ("::.1", Err((Name::Ipv4InIpv6InvalidCodePoint, 2))),
            ("::1.2.3.04", Err((Name::Ipv4InIpv6InvalidCodePoint, 8))),
            ("::1.2.3.4.5", Err((Name::Ipv4InIpv6InvalidCodePoint, 9))),
            ("::1.2.3.256", Err((Name::Ipv4InIpv6OutOfRangePart, 8))),
            ("::1.2.3", Err((Name::Ipv4InIpv6TooFewParts, 7))),
        ] {
            assert_eq!(check(text.as_bytes()), expected, "{text}");
            assert_eq!(url::Host::parse(&format!("[{text}]")).is_ok(), expected.is_ok(), "{text}");
        }
    }
}
