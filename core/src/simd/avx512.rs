//! The look at a window by AVX-512: 64 bytes at once, and masks that are bits already.
//!
//! With `avx2.rs` the only place of this crate with `unsafe`, for the same two promises: the processor has what is asked of
//! it, and no byte is read but those of a slice.
#![allow(unsafe_code, reason = "see above: registers of 64 bytes have no other way")]

use std::arch::x86_64::{
    __m512i, _mm_loadu_si128, _mm512_and_si512, _mm512_broadcast_i32x4, _mm512_cmpeq_epi8_mask,
    _mm512_maskz_loadu_epi8, _mm512_set1_epi8, _mm512_shuffle_epi8, _mm512_srli_epi16, _mm512_testn_epi8_mask,
};

use super::tables::{BIT, BROAD, LOOKUP, PLAIN};
use super::{ByteMasks, WORD, WindowMasks, WordMasks};

/// That the processor has AVX-512, with operations on bytes.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// `None` where it has not.
    pub(super) fn detect() -> Option<Self> {
        let is_here = is_x86_feature_detected!("avx512bw");
        is_here.then_some(Self(()))
    }

    /// Has `go_on` go on with the window that begins at `base`, in one function with the look at it.
    #[inline(always)]
    #[expect(clippy::unused_self, reason = "that it is there is what it says")]
    pub(super) fn dispatch<X: AsRef<[u8]>, T>(self, text: X, base: usize, go_on: impl FnOnce(X, ByteMasks) -> T) -> T {
        // SAFETY: the processor has what the function is compiled for.
        unsafe { dispatch(text, base, go_on) }
    }
}

#[target_feature(enable = "avx512bw")]
fn dispatch<X: AsRef<[u8]>, T>(text: X, base: usize, go_on: impl FnOnce(X, ByteMasks) -> T) -> T {
    let marks = window(text.as_ref(), base);
    go_on(text, marks)
}

/// The window that begins at `base`. What is missing of it is NUL, which no set has.
#[inline]
#[target_feature(enable = "avx512bw")]
fn window(text: &[u8], base: usize) -> ByteMasks {
    let masks = match text[base..].split_first_chunk::<WORD>() {
        None => WindowMasks::first(&word(part(&text[base..]))),
        Some((first, rest)) => {
            let mut masks = WindowMasks::first(&word(part(first)));
            masks.second(&word(part(rest)));
            masks
        }
    };
    ByteMasks { base, masks }
}

/// The bits of the bytes of a register.
#[inline]
#[target_feature(enable = "avx512bw")]
fn word(bytes: __m512i) -> WordMasks {
    let rows = rows(bytes);
    WordMasks {
        non_host: missing(&PLAIN, bytes, rows),
        non_path: missing(&BROAD, bytes, rows),
        percents: equal(bytes, b'%'),
        dots: equal(bytes, b'.'),
        hyphens: equal(bytes, b'-'),
        hashes: equal(bytes, b'#'),
    }
}

/// A register of the first 64 bytes; of fewer, NUL behind them.
#[inline]
#[target_feature(enable = "avx512bw")]
fn part(bytes: &[u8]) -> __m512i {
    let present = match bytes.len() {
        len @ 0..WORD => (1 << len) - 1,
        _ => !0,
    };
    // SAFETY: only bytes of the slice are read, and the instruction asks for no alignment.
    unsafe { _mm512_maskz_loadu_epi8(present, bytes.as_ptr().cast()) }
}

/// For each byte the bit of its high four bits; none outside of US-ASCII.
#[inline]
#[target_feature(enable = "avx512bw")]
fn rows(bytes: __m512i) -> __m512i {
    let high = _mm512_and_si512(_mm512_srli_epi16(bytes, 4), _mm512_set1_epi8(0x0F));
    _mm512_shuffle_epi8(table(&BIT), high)
}

/// The bytes that a set has not: by its low four bits a byte finds the rows in which the set has it.
#[inline]
#[target_feature(enable = "avx512bw")]
fn missing(set: &[u8; LOOKUP], bytes: __m512i, rows: __m512i) -> u64 {
    _mm512_testn_epi8_mask(_mm512_shuffle_epi8(table(set), bytes), rows)
}

/// The bytes that are `wanted`.
#[inline]
#[target_feature(enable = "avx512bw")]
fn equal(bytes: __m512i, wanted: u8) -> u64 {
    _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(wanted.cast_signed()))
}

/// A table in each quarter of a register: each looks up in its own.
#[inline]
#[target_feature(enable = "avx512bw")]
fn table(bytes: &[u8; LOOKUP]) -> __m512i {
    // SAFETY: the array has 16 bytes, and the instruction asks for no alignment.
    let table = unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) };
    _mm512_broadcast_i32x4(table)
}
