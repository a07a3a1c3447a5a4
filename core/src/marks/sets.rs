//! Sets of octets as registers look them up: by the low four bits of an octet, the high four bits with which the set has it.

use super::{is_broad, is_plain};

/// How many octets a lookup has.
pub(super) const LOOKUP: usize = 16;

/// The plain octets.
pub(super) static PLAIN: [u8; LOOKUP] = set(false);

/// The broad octets.
pub(super) static BROAD: [u8; LOOKUP] = set(true);

/// For each high four bits of US-ASCII, its bit in a [`set`].
pub(super) static BIT: [u8; LOOKUP] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

/// For each low four bits, the high four bits with which an octet is plain, or broad: bit n stands for n.
const fn set(broad: bool) -> [u8; LOOKUP] {
    let mut table = [0; LOOKUP];
    let mut octet = 0_u8;
    while octet.is_ascii() {
        if is_plain(octet) || broad && is_broad(octet) {
            table[(octet & 0x0F) as usize] |= 1 << (octet >> 4);
        }
        octet += 1;
    }
    table
}
