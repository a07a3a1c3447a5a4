//! Sets of bytes as registers look them up: by the low four bits of a byte, the high four bits with which the set has it.

use super::{is_host_byte, is_path_byte};

/// How many bytes a lookup has.
pub(super) const LOOKUP: usize = 16;

/// The plain bytes.
pub(super) static PLAIN: [u8; LOOKUP] = set(false);

/// The broad bytes.
pub(super) static BROAD: [u8; LOOKUP] = set(true);

/// For each high four bits of US-ASCII, its bit in a [`set`].
pub(super) static BIT: [u8; LOOKUP] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

/// For each low four bits, the high four bits with which a byte is plain, or broad: bit n stands for n.
const fn set(broad: bool) -> [u8; LOOKUP] {
    let mut table = [0; LOOKUP];
    let mut byte = 0_u8;
    while byte.is_ascii() {
        if is_host_byte(byte) || broad && is_path_byte(byte) {
            table[(byte & 0x0F) as usize] |= 1 << (byte >> 4);
        }
        byte += 1;
    }
    table
}
