//! The bits of a block are those of the portable code.

use super::*;

#[test]
fn blocks_have_the_bits_of_the_portable_code() {
    for byte in 0..=255 {
        for n in 0..BLOCK {
            let mut block = [b'a'; BLOCK];
            block[n] = byte;
            assert_eq!(bits(block), portable::bits(block), "{block:?}");
        }
    }
}
