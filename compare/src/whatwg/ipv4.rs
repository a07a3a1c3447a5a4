//! IPv4 addresses (URL Standard, IPv4 parser).

use anyurl_core::Span;

use super::host::domain;
use super::violation::{ViolationName, WhatwgViolation};

/// The validation errors of a host that ends in a number, those that fail at the end.
pub(super) fn violations(text: &str, host: Span) -> Vec<WhatwgViolation> {
    let domain = domain(text, host);
    // Where the host is written as it is parsed, the parts have places of their own.
    let is_literal = host.of(text).eq_ignore_ascii_case(&domain);
    let at = |start: usize, len: usize| {
        let part = Span::new(host.start() + start, host.start() + start + len);
        Some(if is_literal { part } else { host })
    };
    let mut all = Vec::new();
    let name = domain.strip_suffix('.').unwrap_or(&domain);
    if name.len() < domain.len() {
        all.push(WhatwgViolation::new(ViolationName::Ipv4EmptyPart, at(name.len(), 1)));
    }
    if name.split('.').count() > 4 {
        all.push(WhatwgViolation::new(ViolationName::Ipv4TooManyParts, Some(host)));
        return all;
    }
    let mut start = 0;
    for part in name.split('.') {
        let (is_number, is_large, is_decimal) = match number(part) {
            None => (false, false, true),
            // A last part may fill several bytes: that is reported, and fails only if it is too large for them.
            Some((value, is_decimal)) => (true, value > 255, is_decimal),
        };
        let names = [
            (!is_number, ViolationName::Ipv4NonNumericPart),
            (!is_decimal, ViolationName::Ipv4NonDecimalPart),
            (is_large, ViolationName::Ipv4OutOfRangePart),
        ];
        let names = names.into_iter().filter_map(|(applies, name)| applies.then_some(name));
        all.extend(names.map(|name| WhatwgViolation::new(name, at(start, part.len()))));
        start += part.len() + 1;
    }
    all
}

/// The value of a part, and whether it is decimal. A value beyond all limits is the largest.
fn number(part: &str) -> Option<(u64, bool)> {
    let (digits, base) = match part.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => match part.strip_prefix('0').filter(|rest| !rest.is_empty()) {
            Some(digits) => (digits, 8),
            None => (part, 10),
        },
    };
    let is_number = digits.chars().all(|c| c.is_digit(base)) && !part.is_empty();
    let value = if digits.is_empty() { 0 } else { u64::from_str_radix(digits, base).unwrap_or(u64::MAX) };
    is_number.then_some((value, base == 10))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ViolationName as Name;

    #[test]
    fn violations_have_places() {
        for (host, expected) in [
            ("1.2.3.4", vec![]),
            ("1.2.3.4.", vec![(Name::Ipv4EmptyPart, ".")]),
            ("0x7f.1", vec![(Name::Ipv4NonDecimalPart, "0x7f")]),
            ("010.0.0.1", vec![(Name::Ipv4NonDecimalPart, "010")]),
            ("1.2.3.4.5", vec![(Name::Ipv4TooManyParts, "1.2.3.4.5")]),
            ("a.1", vec![(Name::Ipv4NonNumericPart, "a")]),
            ("08.1", vec![(Name::Ipv4NonNumericPart, "08")]),
            ("1..2", vec![(Name::Ipv4NonNumericPart, "")]),
            ("1.256.1", vec![(Name::Ipv4OutOfRangePart, "256")]),
            ("1.65535", vec![(Name::Ipv4OutOfRangePart, "65535")]),
            ("0x7f000001", vec![(Name::Ipv4NonDecimalPart, "0x7f000001"), (Name::Ipv4OutOfRangePart, "0x7f000001")]),
            ("1.16777216", vec![(Name::Ipv4OutOfRangePart, "16777216")]),
            ("4294967296", vec![(Name::Ipv4OutOfRangePart, "4294967296")]),
            ("99999999999999999999", vec![(Name::Ipv4OutOfRangePart, "99999999999999999999")]),
            ("%30x7f.1", vec![(Name::Ipv4NonDecimalPart, "%30x7f.1")]),
            ("0x", vec![(Name::Ipv4NonDecimalPart, "0x")]),
        ] {
            let found = violations(host, Span::new(0, host.len()));
            let found: Vec<_> = found
                .iter()
                .map(|one| (one.name(), one.span().map(|span| span.of(host)).unwrap_or_default()))
                .collect();
            assert_eq!(found, expected, "{host}");
            // The crate agrees on what fails.
            let names = found.iter().map(|(name, _)| *name).filter(|name| *name != Name::Ipv4OutOfRangePart);
            let fails = names.clone().any(Name::is_failure);
            assert!(url::Host::parse(host).is_err() == fails || names.count() < found.len(), "{host}");
        }
    }
}
