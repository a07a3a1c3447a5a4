//! Parses the digits of ports and address groups, eight bytes at a time.

/// The number of the last `len` of eight bytes, if they are digits; all bytes are processed at once.
#[inline]
pub(crate) fn number(bytes: [u8; 8], len: usize) -> Option<u32> {
    const EACH: u64 = u64::from_ne_bytes([1; 8]);
    const ZEROS: u64 = EACH * b'0' as u64;
    // The bytes before the digits are read as zeros.
    let before = 64 - 8 * len;
    let digits = (u64::from_le_bytes(bytes) ^ ZEROS) >> before << before;
    let beyond_nine = digits.wrapping_add(EACH * (0x80 - 10)) | digits;
    if beyond_nine & (EACH * 0x80) != 0 {
        return None;
    }
    // Sums pairs, then pairs of pairs; the first digit is in the lowest byte.
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let (high, low) = (pairs & 0xFF_0000_00FF, pairs >> 16 & 0xFF_0000_00FF);
    let sum = high.wrapping_mul(100 + (1_000_000 << 32));
    let sum = sum.wrapping_add(low.wrapping_mul(1 + (10_000 << 32)));
    u32::try_from(sum >> 32).ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn digits_are_parsed() {
        for (bytes, len, number) in [
            (b"ftp://h:", 1, None),
            (b"//h.dom0", 1, Some(0)),
            (b"//host:7", 1, Some(7)),
            (b"//host7:", 2, None),
            (b"/h:65535", 5, Some(65_535)),
            (b"12345678", 8, Some(12_345_678)),
            (b"/0000080", 7, Some(80)),
            (b"h/000/80", 7, None),
            (b"h:999\xFF99", 3, None),
            (b"h:9999:9", 3, None),
        ] {
            assert_eq!(super::number(*bytes, len), number, "{bytes:?}");
        }
    }
}
