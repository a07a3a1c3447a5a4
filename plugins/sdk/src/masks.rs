//! Bits of the bytes that can end a run, so that its end is found without a branch for each byte.

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "sse2"))))]
mod portable;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;
#[cfg(test)]
mod tests;

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
use portable::bits;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use sse2::bits;

/// The number of bytes that have bits. Longer texts are read byte by byte after them.
///
/// A WebAssembly module has no bits: without vectors, to compute them takes longer than to read the bytes.
const WINDOW: usize = if cfg!(target_arch = "wasm32") { 0 } else { 64 };

/// The number of bytes whose bits are computed together.
const BLOCK: usize = 16;

/// The bytes at which the search for the end of a run stops, for classes that contain all other bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stops {
    /// All bytes but letters, digits, `-` and `.`.
    NonHost,
    /// All bytes but letters and digits.
    NonAlphanumeric,
    /// All bytes but digits.
    NonDigit,
    /// All bytes.
    Each,
}

impl Stops {
    /// Returns the fewest stops for a class.
    pub(crate) const fn of(class: &[bool; 256]) -> Self {
        let (mut digits, mut letters, mut byte) = (true, true, 0_u8);
        while byte < 128 {
            let has = class[byte as usize];
            digits &= has || !byte.is_ascii_digit();
            letters &= has || !byte.is_ascii_alphabetic();
            byte += 1;
        }
        match (digits, letters) {
            (true, true) if class[b'-' as usize] && class[b'.' as usize] => Self::NonHost,
            (true, true) => Self::NonAlphanumeric,
            (true, false) => Self::NonDigit,
            (false, _) => Self::Each,
        }
    }
}

/// The stops within a window of a text. Bit n is byte n of the window; bits after the end of the text are set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Masks {
    /// The offset of the window.
    base: usize,
    non_host: u64,
    non_alphanumeric: u64,
    non_digit: u64,
}

/// The bits of one block: which bytes are of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bits {
    host: u16,
    alphanumeric: u16,
    digit: u16,
}

impl Masks {
    /// Computes the masks of the window that begins at `base`.
    #[inline]
    pub(crate) fn new(text: &[u8], base: usize) -> Self {
        let mut all = Self { base, non_host: !0, non_alphanumeric: !0, non_digit: !0 };
        let end = text.len().min(base + WINDOW);
        let mut at = base;
        while let Some(block) = text[at..end].first_chunk() {
            all.clear(bits(*block), at - base);
            at += BLOCK;
        }
        if at < end {
            all.clear(last_bits(&text[..end], end - at), at - base);
        }
        all
    }

    /// Clears the bits of the bytes that are no stops.
    #[inline]
    fn clear(&mut self, block: Bits, offset: usize) {
        let place = |bits: u16| u64::from(bits) << offset;
        self.non_host ^= place(block.host);
        self.non_alphanumeric ^= place(block.alphanumeric);
        self.non_digit ^= place(block.digit);
    }

    /// Returns the offset of the first byte of `text` at or after `from` that is in `stops` and for which `is_end` holds, or
    /// the length of the text, which must be the one that the masks are of.
    #[inline]
    #[cfg_attr(target_arch = "wasm32", expect(clippy::absurd_extreme_comparisons, reason = "`WINDOW` is 0"))]
    pub(crate) fn first(&self, text: &[u8], mut from: usize, stops: Stops, is_end: impl Fn(u8) -> bool) -> usize {
        let n = from - self.base;
        if n < WINDOW {
            let mut left = self.of(stops) >> n;
            while left != 0 {
                let at = from + left.trailing_zeros() as usize;
                match text.get(at) {
                    Some(byte) if !is_end(*byte) => left &= left - 1,
                    Some(_) => return at,
                    None => return text.len(),
                }
            }
            from = self.base + WINDOW;
        }
        (from..text.len()).find(|at| is_end(text[*at])).unwrap_or(text.len())
    }

    #[inline]
    const fn of(&self, stops: Stops) -> u64 {
        match stops {
            Stops::NonHost => self.non_host,
            Stops::NonAlphanumeric => self.non_alphanumeric,
            Stops::NonDigit => self.non_digit,
            Stops::Each => !0,
        }
    }
}

/// Returns the bits of the last `len` bytes of a text, fewer than a block.
#[inline]
fn last_bits(text: &[u8], len: usize) -> Bits {
    let block = text.last_chunk().copied().unwrap_or_else(|| short(text));
    let all = bits(block);
    let last = |bits: u16| bits >> (BLOCK - len);
    Bits { host: last(all.host), alphanumeric: last(all.alphanumeric), digit: last(all.digit) }
}

/// Returns a text that is shorter than a block, at the end of one.
#[cold]
fn short(text: &[u8]) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    block[BLOCK - text.len()..].copy_from_slice(text);
    block
}
