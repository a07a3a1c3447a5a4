//! The look at a window by AVX-512: 64 octets at once, and masks that are bits already.
//!
//! With `avx2.rs` the only place of this crate with `unsafe`, for the same two promises: the processor has what is asked of
//! it, and no octet is read but those of a slice.
#![allow(unsafe_code, reason = "see above: registers of 64 octets have no other way")]

use std::arch::x86_64::{
    __m512i, _mm_loadu_si128, _mm512_and_si512, _mm512_broadcast_i32x4, _mm512_cmpeq_epi8_mask,
    _mm512_maskz_loadu_epi8, _mm512_set1_epi8, _mm512_shuffle_epi8, _mm512_srli_epi16, _mm512_testn_epi8_mask,
};

use super::sets::{BIT, BROAD, LOOKUP, PLAIN};
use super::{Marks, Seen, WORD, Word};

/// That the processor has AVX-512, with operations on octets.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// `None` where it has not.
    pub(super) fn here() -> Option<Self> {
        let is_here = is_x86_feature_detected!("avx512bw");
        is_here.then_some(Self(()))
    }

    /// Has `go_on` go on with the window that begins at `base`, in one function with the look at it.
    #[inline(always)]
    #[expect(clippy::unused_self, reason = "that it is there is what it says")]
    pub(super) fn with<X: AsRef<[u8]>, T>(self, text: X, base: usize, go_on: impl FnOnce(X, Marks) -> T) -> T {
        // SAFETY: the processor has what the function is compiled for.
        unsafe { with(text, base, go_on) }
    }
}

#[target_feature(enable = "avx512bw")]
fn with<X: AsRef<[u8]>, T>(text: X, base: usize, go_on: impl FnOnce(X, Marks) -> T) -> T {
    let marks = window(text.as_ref(), base);
    go_on(text, marks)
}

/// The window that begins at `base`. What is missing of it is NUL, which no set has.
#[inline]
#[target_feature(enable = "avx512bw")]
fn window(text: &[u8], base: usize) -> Marks {
    let seen = match text[base..].split_first_chunk::<WORD>() {
        None => Seen::first(&word(part(&text[base..]))),
        Some((first, rest)) => {
            let mut seen = Seen::first(&word(part(first)));
            seen.second(&word(part(rest)));
            seen
        }
    };
    Marks { base, seen }
}

/// The bits of the octets of a register.
#[inline]
#[target_feature(enable = "avx512bw")]
fn word(octets: __m512i) -> Word {
    let rows = rows(octets);
    Word {
        special: missing(&PLAIN, octets, rows),
        odd: missing(&BROAD, octets, rows),
        percents: equal(octets, b'%'),
        dots: equal(octets, b'.'),
        hyphens: equal(octets, b'-'),
        hashes: equal(octets, b'#'),
    }
}

/// A register of the first 64 octets; of fewer, NUL behind them.
#[inline]
#[target_feature(enable = "avx512bw")]
fn part(octets: &[u8]) -> __m512i {
    let present = match octets.len() {
        len @ 0..WORD => (1 << len) - 1,
        _ => !0,
    };
    // SAFETY: only octets of the slice are read, and the instruction asks for no alignment.
    unsafe { _mm512_maskz_loadu_epi8(present, octets.as_ptr().cast()) }
}

/// For each octet the bit of its high four bits; none outside of US-ASCII.
#[inline]
#[target_feature(enable = "avx512bw")]
fn rows(octets: __m512i) -> __m512i {
    let high = _mm512_and_si512(_mm512_srli_epi16(octets, 4), _mm512_set1_epi8(0x0F));
    _mm512_shuffle_epi8(table(&BIT), high)
}

/// The octets that a set has not: by its low four bits an octet finds the rows in which the set has it.
#[inline]
#[target_feature(enable = "avx512bw")]
fn missing(set: &[u8; LOOKUP], octets: __m512i, rows: __m512i) -> u64 {
    _mm512_testn_epi8_mask(_mm512_shuffle_epi8(table(set), octets), rows)
}

/// The octets that are `wanted`.
#[inline]
#[target_feature(enable = "avx512bw")]
fn equal(octets: __m512i, wanted: u8) -> u64 {
    _mm512_cmpeq_epi8_mask(octets, _mm512_set1_epi8(wanted.cast_signed()))
}

/// A table in each quarter of a register: each looks up in its own.
#[inline]
#[target_feature(enable = "avx512bw")]
fn table(octets: &[u8; LOOKUP]) -> __m512i {
    // SAFETY: the array has 16 octets, and the instruction asks for no alignment.
    let table = unsafe { _mm_loadu_si128(octets.as_ptr().cast()) };
    _mm512_broadcast_i32x4(table)
}
