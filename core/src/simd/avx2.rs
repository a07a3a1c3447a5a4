//! Masks computed with AVX2, 32 bytes at a time.
//!
//! The `unsafe` code relies on two facts: functions that need AVX2 are called only if the processor has it, and loads of
//! 32 bytes read only from slices of at least 32 bytes.
#![allow(unsafe_code, reason = "vector loads and target features; see above")]

use core::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256,
    _mm256_movemask_epi8, _mm256_set1_epi8, _mm256_shuffle_epi8, _mm256_srli_epi16,
};

use super::tables::{BIT, HOST_BYTES, LOOKUP, PATH_BYTES};
use super::{ByteMasks, WORD, WindowMasks, WordMasks, bits_after};

/// The number of bytes in a register.
const LANE: usize = 32;

/// Proof that the processor has AVX2, and the instructions that find bits (every processor with AVX2 has them).
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Returns the proof, or `None` if the processor lacks the feature.
    pub(super) fn detect() -> Option<Self> {
        let is_supported = std::is_x86_feature_detected!("avx2")
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

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn dispatch<X: AsRef<[u8]>, T>(text: X, base: usize, read: impl FnOnce(X, ByteMasks) -> T) -> T {
    let masks = window(text.as_ref(), base);
    read(text, masks)
}

/// The masks of the window that begins at `base`.
#[inline]
#[target_feature(enable = "avx2")]
fn window(text: &[u8], base: usize) -> ByteMasks {
    let end = text.len().min(base + WORD);
    let mut masks = WindowMasks::from_first(&word(text, base, end));
    if end < text.len() {
        masks.add_second(&word(text, end, text.len().min(end + WORD)));
    }
    ByteMasks { base, masks }
}

/// The masks of the bytes `base..end`, at most 64. The last load ends at `end` and may overlap what comes before it, so
/// that nothing is read past the end.
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
            both(first, missing(set, last, last_rows)) | bits_after(len)
        };
        return WordMasks {
            non_host: outside(&HOST_BYTES),
            non_path: outside(&PATH_BYTES),
            percents: are(b'%'),
            dots: are(b'.'),
            hyphens: are(b'-'),
            hashes: are(b'#'),
        };
    }
    let (bytes, before) =
        if end >= LANE { (load(text, end - LANE), LANE - len) } else { (load_padded(&text[base..end]), 0) };
    let within = |bytes| bits(bytes) >> before;
    let are = |byte| within(equal(bytes, byte));
    let outside = |set| within(missing(set, bytes, rows(bytes))) | bits_after(len);
    WordMasks {
        non_host: outside(&HOST_BYTES),
        non_path: outside(&PATH_BYTES),
        percents: are(b'%'),
        dots: are(b'.'),
        hyphens: are(b'-'),
        hashes: are(b'#'),
    }
}

/// Loads a text shorter than a register, padded with NUL.
#[cold]
#[inline(never)]
#[target_feature(enable = "avx2")]
fn load_padded(bytes: &[u8]) -> __m256i {
    let mut padded = [0; LANE];
    padded[..bytes.len()].copy_from_slice(bytes);
    load(&padded, 0)
}

/// For each byte, the row bit of its high four bits; 0 outside US-ASCII.
#[inline]
#[target_feature(enable = "avx2")]
fn rows(bytes: __m256i) -> __m256i {
    let high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
    _mm256_shuffle_epi8(table(&BIT), high)
}

/// All bits of each byte that is not in `set`: the low four bits of a byte select the rows in which the set contains
/// it.
#[inline]
#[target_feature(enable = "avx2")]
fn missing(set: &[u8; LOOKUP], bytes: __m256i, rows: __m256i) -> __m256i {
    let found = _mm256_shuffle_epi8(table(set), bytes);
    equal(_mm256_and_si256(found, rows), 0)
}

/// All bits of each byte that equals `wanted`.
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

/// Loads the 32 bytes at `from`.
///
/// # Panics
/// If there are fewer.
#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &[u8], from: usize) -> __m256i {
    let bytes: &[u8] = &bytes[from..from + LANE];
    // SAFETY: the slice has 32 bytes, and the instruction needs no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// The table in both halves of a register, because a shuffle looks up within its own half.
#[inline]
#[target_feature(enable = "avx2")]
fn table(bytes: &[u8; LOOKUP]) -> __m256i {
    // SAFETY: the array has 16 bytes, and the instruction needs no alignment.
    let table = unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) };
    _mm256_broadcastsi128_si256(table)
}
