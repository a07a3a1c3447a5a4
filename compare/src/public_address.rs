//! Addresses of the public Internet, and others.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Returns whether an address is one of the public Internet. Not public are at least the addresses that IANA's registries of
/// special-purpose addresses call private, loopback, link-local, multicast, reserved or for documentation; blocks of them
/// are refused as a whole, also the few addresses in them that are globally reachable, such as 192.0.0.9. An IPv4 address
/// in an IPv6 address counts as itself.
///
/// ```
/// use anyurl_compare::is_public_address;
///
/// let is_public = |address: &str| is_public_address(address.parse().expect("an address"));
/// assert!(is_public("1.1.1.1") && is_public("2606:4700::1111"));
/// assert!(!is_public("127.0.0.1") && !is_public("169.254.169.254") && !is_public("::ffff:10.0.0.1"));
/// ```
pub fn is_public_address(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// The special-purpose blocks of IPv4, each with the length of its prefix.
const SPECIAL_V4: [([u8; 4], u32); 16] = [
    // This network, private, shared by carriers, loopback, link-local.
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    // Protocol assignments, documentation, relays of 6to4, private.
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    // Benchmarks, documentation.
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    // Multicast, documentation, reserved and broadcast.
    ([224, 0, 0, 0], 4),
    ([233, 252, 0, 0], 24),
    ([240, 0, 0, 0], 4),
];

fn is_public_v4(address: Ipv4Addr) -> bool {
    let contains = |(block, len): &([u8; 4], u32)| {
        let mask = u32::MAX << (u32::BITS - len);
        address.to_bits() & mask == u32::from_be_bytes(*block)
    };
    !SPECIAL_V4.iter().any(contains)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    let [.., high, low] = segments;
    let last = Ipv4Addr::from(u32::from(high) << 16 | u32::from(low));
    match segments {
        // IPv4 addresses in IPv6: mapped, translated (NAT64), 6to4.
        [0, 0, 0, 0, 0, 0xFFFF, ..] | [0x64, 0xFF9B, 0, 0, 0, 0, ..] => is_public_v4(last),
        [0x2002, high, low, ..] => is_public_v4(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low))),
        // Teredo, documentation, and protocol assignments.
        [0x2001, 0..=0x1FF | 0xDB8, ..] | [0x3FFF, 0..=0xFFF, ..] => false,
        // Only 2000::/3 is assigned to the public Internet.
        [first, ..] => first & 0xE000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first and the last address of each special-purpose block of IPv4 (RFC 6890); adjoining blocks are one.
    const BLOCKS: [([u8; 4], [u8; 4]); 14] = [
        ([0, 0, 0, 0], [0, 255, 255, 255]),
        ([10, 0, 0, 0], [10, 255, 255, 255]),
        ([100, 64, 0, 0], [100, 127, 255, 255]),
        ([127, 0, 0, 0], [127, 255, 255, 255]),
        ([169, 254, 0, 0], [169, 254, 255, 255]),
        ([172, 16, 0, 0], [172, 31, 255, 255]),
        ([192, 0, 0, 0], [192, 0, 0, 255]),
        ([192, 0, 2, 0], [192, 0, 2, 255]),
        ([192, 88, 99, 0], [192, 88, 99, 255]),
        ([192, 168, 0, 0], [192, 168, 255, 255]),
        ([198, 18, 0, 0], [198, 19, 255, 255]),
        ([198, 51, 100, 0], [198, 51, 100, 255]),
        ([203, 0, 113, 0], [203, 0, 113, 255]),
        ([224, 0, 0, 0], [255, 255, 255, 255]),
    ];

    #[test]
    fn blocks_begin_and_end_as_they_are_registered() {
        let is_public = |bits: u32| is_public_address(Ipv4Addr::from_bits(bits).into());
        for (first, last) in BLOCKS.map(|(first, last)| (u32::from_be_bytes(first), u32::from_be_bytes(last))) {
            for inside in [first, first.midpoint(last), last] {
                assert!(!is_public(inside), "{}", Ipv4Addr::from_bits(inside));
            }
            for outside in [first.checked_sub(1), last.checked_add(1)].into_iter().flatten() {
                assert!(is_public(outside), "{}", Ipv4Addr::from_bits(outside));
            }
        }
    }

    #[test]
    fn addresses() {
        for address in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.168.1.1",
            "198.18.0.1",
            "203.0.113.5",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::a00:1",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "4000::",
            "2001::1",
            "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
            "2001:db8::1",
            "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
            "3fff::",
            "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "100::1",
        ] {
            assert!(!is_public_address(address.parse().expect("an address")), "{address}");
        }
        for address in [
            "1.1.1.1",
            "100.63.0.1",
            "100.128.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "223.255.255.255",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "2002:808:808::",
            "2000::",
            "2001:200::",
            "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
            "2001:db9::",
            "2001:4860:4860::8888",
            "2606:4700::1111",
            "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "3fff:1000::",
        ] {
            assert!(is_public_address(address.parse().expect("an address")), "{address}");
        }
    }
}
