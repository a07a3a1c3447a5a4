//! Masks computed with AVX-512, 64 bytes at a time; comparisons give bits directly.
//!
//! The `unsafe` code relies on two facts, as in `avx2.rs`: the processor has the feature, and loads read only from
//! slices.
#![allow(unsafe_code, reason = "vector loads and target features; see above")]

use core::arch::x86_64::{
    __m512i, _mm_loadu_si128, _mm512_and_si512, _mm512_broadcast_i32x4, _mm512_cmpeq_epi8_mask,
    _mm512_maskz_loadu_epi8, _mm512_set1_epi8, _mm512_shuffle_epi8, _mm512_srli_epi16, _mm512_testn_epi8_mask,
};

use super::tables::{BIT, HOST_BYTES, LOOKUP, PATH_BYTES};
use super::{ByteMasks, WORD, WindowMasks, WordMasks};

/// Proof that the processor has AVX-512BW, and the instructions that find bits (every such processor has them).
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// Returns the proof, or `None` if the processor lacks the feature.
    pub(super) fn detect() -> Option<Self> {
        let is_supported = std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt");
        is_supported.then_some(Self(()))
    }

    /// Calls `read` with the masks of the window that begins at `base`, compiled with the same target features.
    #[inline(always)]
    #[expect(clippy::unused_self, reason = "the value proves that the processor has the feature")]
    pub(super) fn dispatch<X: AsRef<[u8]>, T>(self, text: X, base: usize, read: impl FnOnce(X, ByteMasks) -> T) -> T {
        // SAFETY: `self` proves that the processor has the features that the function is compiled for.
        unsafe { dispatch(text, base, read) }
    }
}

#[target_feature(enable = "avx512bw,bmi1,bmi2,lzcnt,popcnt")]
fn dispatch<X: AsRef<[u8]>, T>(text: X, base: usize, read: impl FnOnce(X, ByteMasks) -> T) -> T {
    let masks = window(text.as_ref(), base);
    read(text, masks)
}

/// The masks of the window that begins at `base`. Bytes past the end are NUL, which no set contains.
#[inline]
#[target_feature(enable = "avx512bw")]
fn window(text: &[u8], base: usize) -> ByteMasks {
    let bytes = &text[base..];
    // Both words always: nothing predicts whether there is a second one.
    let mut masks = WindowMasks::from_first(&word(load(bytes)));
    masks.add_second(&word(load(&bytes[bytes.len().min(WORD)..])));
    ByteMasks { base, masks }
}

/// The masks of a register.
#[inline]
#[target_feature(enable = "avx512bw")]
fn word(bytes: __m512i) -> WordMasks {
    let rows = rows(bytes);
    WordMasks {
        non_host: missing(&HOST_BYTES, bytes, rows),
        non_path: missing(&PATH_BYTES, bytes, rows),
        percents: equal(bytes, b'%'),
        dots: equal(bytes, b'.'),
        hyphens: equal(bytes, b'-'),
        hashes: equal(bytes, b'#'),
    }
}

/// Loads the first 64 bytes; a shorter text is padded with NUL.
#[inline]
#[target_feature(enable = "avx512bw")]
fn load(bytes: &[u8]) -> __m512i {
    let present = match bytes.len() {
        len @ 0..WORD => (1 << len) - 1,
        _ => !0,
    };
    // SAFETY: the mask limits the load to bytes of the slice, and the instruction needs no alignment.
    unsafe { _mm512_maskz_loadu_epi8(present, bytes.as_ptr().cast()) }
}

/// For each byte, the row bit of its high four bits; 0 outside US-ASCII.
#[inline]
#[target_feature(enable = "avx512bw")]
fn rows(bytes: __m512i) -> __m512i {
    let high = _mm512_and_si512(_mm512_srli_epi16(bytes, 4), _mm512_set1_epi8(0x0F));
    _mm512_shuffle_epi8(table(&BIT), high)
}

/// The bytes that are not in `set`: the low four bits of a byte select the rows in which the set contains it.
#[inline]
#[target_feature(enable = "avx512bw")]
fn missing(set: &[u8; LOOKUP], bytes: __m512i, rows: __m512i) -> u64 {
    _mm512_testn_epi8_mask(_mm512_shuffle_epi8(table(set), bytes), rows)
}

/// The bytes that equal `wanted`.
#[inline]
#[target_feature(enable = "avx512bw")]
fn equal(bytes: __m512i, wanted: u8) -> u64 {
    _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(wanted.cast_signed()))
}

/// The table in all quarters of a register, because a shuffle looks up within its own quarter.
#[inline]
#[target_feature(enable = "avx512bw")]
fn table(bytes: &[u8; LOOKUP]) -> __m512i {
    // SAFETY: the array has 16 bytes, and the instruction needs no alignment.
    let table = unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) };
    _mm512_broadcast_i32x4(table)
}
