//! The bits of a block byte by byte, on any processor.

use super::{BLOCK, Bits};

/// Returns the bits of a block.
pub(super) fn bits(block: [u8; BLOCK]) -> Bits {
    let gather = |is: fn(u8) -> bool| {
        let bytes = block.into_iter().enumerate();
        bytes.fold(0, |bits, (n, byte)| bits | u16::from(is(byte)) << n)
    };
    Bits {
        host: gather(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.')),
        alphanumeric: gather(|byte| byte.is_ascii_alphanumeric()),
        digit: gather(|byte| byte.is_ascii_digit()),
    }
}
