//! The look at a window by arithmetic on eight octets at once: for every processor.

use super::lines::Bits;
use super::{Marks, Seen, WORD, Word, behind};

/// One octet repeated.
const fn all(octet: u8) -> u64 {
    u64::from_ne_bytes([octet; 8])
}

/// The highest bit of each octet.
const HIGH: u64 = all(0x80);

/// Has `go_on` go on with the window that begins at `base`.
#[inline(never)]
pub(super) fn with<X: AsRef<[u8]>, T>(
    text: X,
    base: usize,
    go_on: impl FnOnce(X, Marks) -> T,
) -> T {
    let marks = look(text.as_ref(), base);
    go_on(text, marks)
}

/// The window that begins at `base`.
pub(super) fn look(text: &[u8], base: usize) -> Marks {
    let end = text.len().min(base + WORD);
    let mut seen = Seen::first(&word(&text[base..end]));
    if end < text.len() {
        seen.second(&word(&text[end..text.len().min(end + WORD)]));
    }
    Marks { base, seen }
}

/// The bits of at most 64 octets.
fn word(octets: &[u8]) -> Word {
    let mut word = Word {
        special: behind(octets.len()),
        odd: behind(octets.len()),
        percents: 0,
        dots: 0,
        hyphens: 0,
        hashes: 0,
    };
    for_each_eight(octets, |at, eight| {
        word.special |= gather(!plain(eight) & HIGH) << at;
        word.odd |= gather(!broad(eight) & HIGH) << at;
        word.percents |= gather(equal(eight, b'%')) << at;
        word.dots |= gather(equal(eight, b'.')) << at;
        word.hyphens |= gather(equal(eight, b'-')) << at;
        word.hashes |= gather(equal(eight, b'#')) << at;
    });
    word
}

/// The line feeds of a stretch.
pub(super) fn line_feeds(text: &[u8], to: &mut Bits) {
    to.fill(0);
    for (window, word) in text.chunks(WORD).zip(to) {
        for_each_eight(window, |at, eight| {
            *word |= gather(equal(eight, b'\n')) << at;
        });
    }
}

/// Hands on eight octets after the other, with their offset; behind the last there are NULs.
#[inline]
fn for_each_eight(octets: &[u8], mut see: impl FnMut(usize, u64)) {
    let (eights, tail) = octets.as_chunks::<8>();
    for (n, eight) in eights.iter().enumerate() {
        see(8 * n, u64::from_le_bytes(*eight));
    }
    if !tail.is_empty() {
        let mut eight = [0; 8];
        eight[..tail.len()].copy_from_slice(tail);
        see(8 * eights.len(), u64::from_le_bytes(eight));
    }
}

/// The highest bit of each octet that is plain.
#[inline]
const fn plain(octets: u64) -> u64 {
    between(octets | all(0x20), b'a', b'z')
        | between(octets, b'0', b'9')
        | between(octets, b'-', b'.')
}

/// The highest bit of each octet that is broad.
#[inline]
const fn broad(octets: u64) -> u64 {
    between(octets | all(0x20), b'a', b'z')
        | between(octets, b'&', b':')
        | equal(octets, b'=')
        | equal(octets, b'@')
        | equal(octets, b'_')
}

/// The highest bit of each octet that is `wanted`.
#[inline]
const fn equal(octets: u64, wanted: u8) -> u64 {
    between(octets, wanted, wanted)
}

/// The highest bit of each octet from `low` to `high`, which are US-ASCII.
#[inline]
const fn between(octets: u64, low: u8, high: u8) -> u64 {
    // Seven bits of each octet, so that no sum goes over into the next one.
    let seven = octets & !HIGH;
    let from_low = seven + all(0x80 - low);
    let beyond_high = seven + all(0x7F - high);
    from_low & !beyond_high & !octets & HIGH
}

/// The highest bits of eight octets, next to each other.
#[inline]
const fn gather(bits: u64) -> u64 {
    (bits >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
