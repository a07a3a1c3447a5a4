//! The look at a window by AVX2: 32 bytes at once.
//!
//! With `avx512.rs` the only place of this crate with `unsafe`. Two things are promised to the compiler: that a function which needs AVX2 is
//! called only where the processor has it, and that 32 bytes may be read where a slice has them.
#![allow(unsafe_code, reason = "see above: registers of 32 bytes have no other way")]

use std::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256,
    _mm256_movemask_epi8, _mm256_set1_epi8, _mm256_shuffle_epi8, _mm256_srli_epi16,
};

use super::newlines::Bits;
use super::tables::{BIT, BROAD, LOOKUP, PLAIN};
use super::{ByteMasks, WORD, WindowMasks, WordMasks, behind};

/// How many bytes a register holds.
const LANE: usize = 32;

/// That the processor has AVX2.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// `None` where it has not.
    pub(super) fn detect() -> Option<Self> {
        let is_here = is_x86_feature_detected!("avx2");
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

#[target_feature(enable = "avx2")]
fn dispatch<X: AsRef<[u8]>, T>(text: X, base: usize, go_on: impl FnOnce(X, ByteMasks) -> T) -> T {
    let marks = window(text.as_ref(), base);
    go_on(text, marks)
}

/// The line feeds of a stretch; false, and nothing is written, where the processor has no AVX2.
pub(super) fn line_feeds(text: &[u8], to: &mut Bits) -> bool {
    let here = Avx2::detect();
    if here.is_some() {
        // SAFETY: the processor has AVX2.
        unsafe { stretch(text, to) }
    }
    here.is_some()
}

/// The line feeds of a stretch. The last window is filled with NULs, so that nothing is read behind the end.
#[target_feature(enable = "avx2")]
fn stretch(text: &[u8], to: &mut Bits) {
    to.fill(0);
    let (windows, tail) = text.as_chunks::<WORD>();
    for (window, word) in windows.iter().zip(&mut *to) {
        *word = feeds(window);
    }
    if !tail.is_empty() {
        let mut filled = [0; WORD];
        filled[..tail.len()].copy_from_slice(tail);
        to[windows.len()] = feeds(&filled);
    }
}

/// The line feeds of a window.
#[inline]
#[target_feature(enable = "avx2")]
fn feeds(window: &[u8; WORD]) -> u64 {
    let at = |from| bits(equal(load(window, from), b'\n'));
    at(0) | at(LANE) << LANE
}

/// The window that begins at `base`.
#[inline]
#[target_feature(enable = "avx2")]
fn window(text: &[u8], base: usize) -> ByteMasks {
    let end = text.len().min(base + WORD);
    let mut masks = WindowMasks::first(&word(text, base, end));
    if end < text.len() {
        masks.second(&word(text, end, text.len().min(end + WORD)));
    }
    ByteMasks { base, masks }
}

/// The word of the bytes `base..end`. Where they are fewer than 64, the last 32 of them are read together with some before
/// them, so that nothing is read behind the end.
#[inline]
#[target_feature(enable = "avx2")]
fn word(text: &[u8], base: usize, end: usize) -> WordMasks {
    let len = end - base;
    if len > LANE {
        let (first, last) = (load(text, base), load(text, end - LANE));
        let both = |first, last| bits(first) | bits(last) << (len - LANE);
        let are = |byte| both(equal(first, byte), equal(last, byte));
        let (first_rows, last_rows) = (rows(first), rows(last));
        let outside = |set| {
            let first = missing(set, first, first_rows);
            both(first, missing(set, last, last_rows)) | behind(len)
        };
        return WordMasks {
            non_host: outside(&PLAIN),
            non_path: outside(&BROAD),
            percents: are(b'%'),
            dots: are(b'.'),
            hyphens: are(b'-'),
            hashes: are(b'#'),
        };
    }
    let (bytes, before) =
        if end >= LANE { (load(text, end - LANE), LANE - len) } else { (filled(&text[base..end]), 0) };
    let within = |bytes| bits(bytes) >> before;
    let are = |byte| within(equal(bytes, byte));
    let outside = |set| within(missing(set, bytes, rows(bytes))) | behind(len);
    WordMasks {
        non_host: outside(&PLAIN),
        non_path: outside(&BROAD),
        percents: are(b'%'),
        dots: are(b'.'),
        hyphens: are(b'-'),
        hashes: are(b'#'),
    }
}

/// A text that does not fill a register.
#[cold]
#[inline(never)]
#[target_feature(enable = "avx2")]
fn filled(bytes: &[u8]) -> __m256i {
    let mut filled = [0; LANE];
    filled[..bytes.len()].copy_from_slice(bytes);
    load(&filled, 0)
}

/// For each byte the bit of its high four bits; none outside of US-ASCII.
#[inline]
#[target_feature(enable = "avx2")]
fn rows(bytes: __m256i) -> __m256i {
    let high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
    _mm256_shuffle_epi8(table(&BIT), high)
}

/// All bits of each byte that a set has not: by its low four bits a byte finds the rows in which the set has it.
#[inline]
#[target_feature(enable = "avx2")]
fn missing(set: &[u8; LOOKUP], bytes: __m256i, rows: __m256i) -> __m256i {
    let found = _mm256_shuffle_epi8(table(set), bytes);
    equal(_mm256_and_si256(found, rows), 0)
}

/// All bits of each byte that is `wanted`.
#[inline]
#[target_feature(enable = "avx2")]
fn equal(bytes: __m256i, wanted: u8) -> __m256i {
    _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(wanted.cast_signed()))
}

/// The highest bit of each byte.
#[inline]
#[target_feature(enable = "avx2")]
fn bits(bytes: __m256i) -> u64 {
    u64::from(_mm256_movemask_epi8(bytes).cast_unsigned())
}

/// The 32 bytes at `from`.
///
/// # Panics
/// If there are fewer.
#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &[u8], from: usize) -> __m256i {
    let bytes: &[u8] = &bytes[from..from + LANE];
    // SAFETY: the slice is of 32 bytes, and the instruction asks for no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// A table in each half of a register: each looks up in its own.
#[inline]
#[target_feature(enable = "avx2")]
fn table(bytes: &[u8; LOOKUP]) -> __m256i {
    // SAFETY: the array has 16 bytes, and the instruction asks for no alignment.
    let table = unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) };
    _mm256_broadcastsi128_si256(table)
}
