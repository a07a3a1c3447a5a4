//! Masks computed with SSE2, 16 bytes at a time. It lacks a lookup of bytes, so sets are compared range by range.
//!
//! The `unsafe` code relies on two facts: every x86-64 processor has SSE2, and loads read only from arrays.
#![allow(unsafe_code, reason = "vector loads and target features; see above")]

use core::arch::x86_64::{
    __m128i, _mm_add_epi8, _mm_andnot_si128, _mm_cmpeq_epi8, _mm_cmpgt_epi8, _mm_loadu_si128, _mm_min_epu8,
    _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8, _mm_xor_si128,
};

use super::WordMasks;
use super::baseline::{LANE, Register, Registers};

/// 16 bytes.
#[derive(Clone, Copy)]
pub(super) struct Sse2(__m128i);

impl Register for Sse2 {
    #[inline(always)]
    fn load(bytes: &[u8; LANE]) -> Self {
        // SAFETY: the array has 16 bytes, the instruction needs no alignment, and x86-64 has SSE2.
        Self(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn masks(bytes: Registers<Self>) -> WordMasks {
        // SAFETY: x86-64 has SSE2.
        unsafe { masks(bytes.map(|Self(bytes)| bytes)) }
    }
}

/// The masks of 64 bytes.
#[inline]
#[target_feature(enable = "sse2")]
fn masks(bytes: Registers<__m128i>) -> WordMasks {
    let sets = bytes.map(|bytes| sets(bytes));
    WordMasks {
        non_host: !bits(sets.map(|(host, _)| host)),
        non_path: !bits(sets.map(|(_, path)| path)),
        percents: any(bytes, b'%'),
        dots: bits(equal(bytes, b'.')),
        hyphens: bits(equal(bytes, b'-')),
        hashes: any(bytes, b'#'),
    }
}

/// The host bytes and the path bytes.
#[inline]
#[target_feature(enable = "sse2")]
fn sets(bytes: __m128i) -> (__m128i, __m128i) {
    let is = |byte| _mm_cmpeq_epi8(bytes, all(byte));
    let either = |a, b| _mm_or_si128(a, b);
    // The bit that makes letters lower case makes no other byte a letter.
    let letters = between(_mm_or_si128(bytes, all(0x20)), b'a', b'z');
    let digits_hyphen_dot = _mm_andnot_si128(is(b'/'), between(bytes, b'-', b'9'));
    let others = either(either(is(b'='), is(b'@')), either(is(b'_'), between(bytes, b'&', b':')));
    (either(letters, digits_hyphen_dot), either(letters, others))
}

/// All bits of each byte in `low..=high`.
#[inline]
#[target_feature(enable = "sse2")]
fn between(bytes: __m128i, low: u8, high: u8) -> __m128i {
    // Comparisons are signed: moves the range to the greatest numbers. The instruction overwrites the greater operand,
    // so that this order needs no copy of a constant.
    let greatest = i8::MAX.cast_unsigned();
    let moved = _mm_add_epi8(bytes, all(greatest - high));
    _mm_cmpgt_epi8(moved, all(greatest - (high - low) - 1))
}

/// All bits of each byte that equals `wanted`.
#[inline]
#[target_feature(enable = "sse2")]
fn equal(bytes: Registers<__m128i>, wanted: u8) -> Registers<__m128i> {
    bytes.map(|bytes| _mm_cmpeq_epi8(bytes, all(wanted)))
}

/// The highest bit of each byte.
#[inline]
#[target_feature(enable = "sse2")]
fn bits(bytes: Registers<__m128i>) -> u64 {
    let [a, b, c, d] = bytes.map(|bytes| u64::from(_mm_movemask_epi8(bytes).cast_unsigned()));
    a | b << LANE | (c | d << LANE) << (2 * LANE)
}

/// Nonzero if any byte equals `wanted`.
#[inline]
#[target_feature(enable = "sse2")]
fn any(bytes: Registers<__m128i>, wanted: u8) -> u64 {
    // The least difference, instead of four comparisons, which the compiler would turn into single bits and back.
    let [a, b, c, d] = bytes.map(|bytes| _mm_xor_si128(bytes, all(wanted)));
    let least = _mm_min_epu8(_mm_min_epu8(a, b), _mm_min_epu8(c, d));
    u64::from(_mm_movemask_epi8(_mm_cmpeq_epi8(least, all(0))).cast_unsigned())
}

/// One byte repeated.
#[inline]
#[target_feature(enable = "sse2")]
fn all(byte: u8) -> __m128i {
    _mm_set1_epi8(byte.cast_signed())
}
