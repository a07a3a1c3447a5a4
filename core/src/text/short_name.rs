//! Names of a few bytes as numbers, without a branch that depends on their length.
//!
//! Where names are mixed, such a branch is mispredicted, which takes longer than comparing them.

/// The length of the longest short name.
pub(crate) const LONGEST: usize = size_of::<u64>();

/// The bytes of a name as a number, the first one lowest; `None` if there are fewer than two or more than [`LONGEST`].
///
/// Four pairs of bytes have all of them; they overlap if there are fewer than eight bytes.
#[inline]
pub(crate) fn head(name: &[u8]) -> Option<u64> {
    let last = name.len().checked_sub(2).filter(|last| *last <= LONGEST - 2)?;
    let second = last.min(2);
    let pair = |at: usize| u64::from(u16::from_le_bytes([name[at], name[at + 1]])) << (8 * at);
    Some(pair(0) | pair(second) | pair(last - second) | pair(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_of_every_length_counts() {
        let name = b"abcdefghi";
        for len in 2..=LONGEST {
            let mut bytes = [0; LONGEST];
            bytes[..len].copy_from_slice(&name[..len]);
            assert_eq!(head(&name[..len]), Some(u64::from_le_bytes(bytes)), "{len}");
        }
        assert_eq!([&name[..1], name, b""].map(head), [None; 3]);
    }
}
