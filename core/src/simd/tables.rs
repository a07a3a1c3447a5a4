//! Byte sets for register lookups: for the low four bits of a byte, the high four bits with which the set contains it.

use super::{is_host_byte, is_path_byte};

/// The number of bytes in a lookup table.
pub(super) const LOOKUP: usize = 16;

/// [`is_host_byte`].
pub(super) static HOST_BYTES: [u8; LOOKUP] = byte_set(false);

/// [`is_path_byte`].
pub(super) static PATH_BYTES: [u8; LOOKUP] = byte_set(true);

/// For the high four bits of an US-ASCII byte, their bit in a [`byte_set`].
pub(super) static BIT: [u8; LOOKUP] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

/// For each low four bits, the set of the high four bits with which a byte is a host byte or path byte, as a bitmap.
const fn byte_set(with_path_bytes: bool) -> [u8; LOOKUP] {
    let mut table = [0; LOOKUP];
    let mut byte = 0_u8;
    while byte.is_ascii() {
        if is_host_byte(byte) || with_path_bytes && is_path_byte(byte) {
            table[(byte & 0x0F) as usize] |= 1 << (byte >> 4);
        }
        byte += 1;
    }
    table
}
