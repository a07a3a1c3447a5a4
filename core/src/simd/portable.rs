//! Masks computed with a byte table, eight bytes at a time, on any processor.

use super::{ByteMasks, WORD, WindowMasks, WordMasks, bits_after, is_host_byte, is_path_byte};

/// One byte repeated.
const fn all(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// The highest bit of each byte.
const HIGH: u64 = all(0x80);

/// Calls `read` with the masks of the window that begins at `base`.
#[inline(never)]
pub(super) fn dispatch<X: AsRef<[u8]>, T>(text: X, base: usize, read: impl FnOnce(X, ByteMasks) -> T) -> T {
    let masks = window(text.as_ref(), base);
    read(text, masks)
}

/// The masks of the window that begins at `base`.
pub(super) fn window(text: &[u8], base: usize) -> ByteMasks {
    let end = text.len().min(base + WORD);
    let mut masks = WindowMasks::from_first(&word(&text[base..end]));
    if end < text.len() {
        masks.add_second(&word(&text[end..text.len().min(end + WORD)]));
    }
    ByteMasks { base, masks }
}

/// The properties of a byte, one bit each.
mod flag {
    pub(super) const NON_HOST: u8 = 1;
    pub(super) const NON_PATH: u8 = 1 << 1;
    pub(super) const DOT: u8 = 1 << 2;
    pub(super) const HYPHEN: u8 = 1 << 3;
    pub(super) const PERCENT: u8 = 1 << 4;
    pub(super) const HASH: u8 = 1 << 5;
}

/// The properties of each byte.
static FLAGS: [u8; 256] = {
    let mut flags = [0; 256];
    let mut byte = 0_u8;
    loop {
        let mut is = match byte {
            b'.' => flag::DOT,
            b'-' => flag::HYPHEN,
            b'%' => flag::PERCENT,
            b'#' => flag::HASH,
            _ => 0,
        };
        if !is_host_byte(byte) {
            is |= flag::NON_HOST;
        }
        if !is_path_byte(byte) {
            is |= flag::NON_PATH;
        }
        flags[byte as usize] = is;
        if byte == u8::MAX {
            break flags;
        }
        byte += 1;
    }
};

/// The masks of at most 64 bytes.
fn word(bytes: &[u8]) -> WordMasks {
    let mut word = WordMasks {
        non_host: bits_after(bytes.len()),
        non_path: bits_after(bytes.len()),
        percents: 0,
        dots: 0,
        hyphens: 0,
        hashes: 0,
    };
    for_each_eight(bytes, |at, eight| {
        let flags = u64::from_le_bytes(eight.map(|byte| FLAGS[usize::from(byte)]));
        let are = |flag: u8| gather(flags << (7 - flag.trailing_zeros()) & HIGH) << at;
        word.non_host |= are(flag::NON_HOST);
        word.non_path |= are(flag::NON_PATH);
        word.dots |= are(flag::DOT);
        word.hyphens |= are(flag::HYPHEN);
        word.percents |= flags & all(flag::PERCENT);
        word.hashes |= flags & all(flag::HASH);
    });
    word
}

/// Calls `visit` with each eight bytes and their offset. The last eight may overlap those before.
#[inline]
fn for_each_eight(bytes: &[u8], mut visit: impl FnMut(usize, [u8; 8])) {
    let mut tail = bytes;
    while let Some((eight, after)) = tail.split_first_chunk() {
        visit(bytes.len() - tail.len(), *eight);
        tail = after;
    }
    match bytes.last_chunk() {
        _ if tail.is_empty() => {}
        Some(eight) => visit(bytes.len() - 8, *eight),
        None => {
            let mut eight = [b'a'; 8];
            eight[..tail.len()].copy_from_slice(tail);
            visit(0, eight);
        }
    }
}

/// Gathers the highest bits of eight bytes into one byte.
#[inline]
const fn gather(bits: u64) -> u64 {
    (bits >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
