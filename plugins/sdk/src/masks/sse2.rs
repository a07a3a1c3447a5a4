//! The bits of a block by SSE2, which every x86-64 processor has.

use std::arch::x86_64::{
    __m128i, _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x, _mm_set1_epi8, _mm_sub_epi8,
};

use super::{BLOCK, Bits};

/// Returns the bits of a block.
#[inline]
pub(super) fn bits(block: [u8; BLOCK]) -> Bits {
    // SAFETY: this module is compiled only for processors that have SSE2.
    unsafe { bits_by_sse2(block) }
}

#[inline]
#[target_feature(enable = "sse2")]
fn bits_by_sse2(block: [u8; BLOCK]) -> Bits {
    let bytes = load(block);
    let lower = _mm_or_si128(bytes, all(b'a' ^ b'A'));
    let digit = within(bytes, b'0', b'9');
    let alphanumeric = _mm_or_si128(digit, within(lower, b'a', b'z'));
    let host = _mm_or_si128(alphanumeric, within(bytes, b'-', b'.'));
    Bits { host: gather(host), alphanumeric: gather(alphanumeric), digit: gather(digit) }
}

#[inline]
#[target_feature(enable = "sse2")]
fn load(block: [u8; BLOCK]) -> __m128i {
    let whole = u128::from_le_bytes(block);
    #[expect(clippy::cast_possible_truncation, reason = "the lower and the upper half")]
    _mm_set_epi64x((whole >> 64) as i64, whole as i64)
}

/// Returns a vector of one byte.
#[inline]
#[target_feature(enable = "sse2")]
fn all(byte: u8) -> __m128i {
    _mm_set1_epi8(byte.cast_signed())
}

/// Returns which bytes are in a range.
#[inline]
#[target_feature(enable = "sse2")]
fn within(bytes: __m128i, first: u8, last: u8) -> __m128i {
    let distance = _mm_sub_epi8(bytes, all(first));
    _mm_cmpeq_epi8(_mm_min_epu8(distance, all(last - first)), distance)
}

/// Returns one bit for each byte.
#[inline]
#[target_feature(enable = "sse2")]
fn gather(bytes: __m128i) -> u16 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "16 bits")]
    {
        _mm_movemask_epi8(bytes) as u16
    }
}
