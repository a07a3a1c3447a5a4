//! Masks computed with registers of 16 bytes that every processor of the target has, so that nothing is detected: SSE2
//! on x86-64, NEON on aarch64. `sse2.rs` and `neon.rs` have what differs.

use super::{ByteMasks, WORD, WindowMasks, WordMasks, bits_after};

/// The number of bytes in a register.
pub(super) const LANE: usize = 16;

/// The number of bytes in half a word.
const HALF: usize = 2 * LANE;

/// Pads texts that are shorter than a register. No mask has a bit for it.
const PADDING: [u8; LANE] = [b'a'; LANE];

/// The 64 bytes in four registers.
pub(super) type Registers<R> = [R; WORD / LANE];

/// A register of 16 bytes.
pub(super) trait Register: Copy {
    /// Loads 16 bytes.
    fn load(bytes: &[u8; LANE]) -> Self;

    /// The masks of 64 bytes.
    fn masks(bytes: Registers<Self>) -> WordMasks;
}

/// Calls `read` with the masks of the window that begins at `base`.
#[inline(never)]
pub(super) fn dispatch<R: Register, X: AsRef<[u8]>, T>(
    text: X,
    base: usize,
    read: impl FnOnce(X, ByteMasks) -> T,
) -> T {
    let masks = window::<R>(text.as_ref(), base);
    read(text, masks)
}

/// The masks of the window that begins at `base`.
#[inline(always)]
fn window<R: Register>(text: &[u8], base: usize) -> ByteMasks {
    let text = &text[base..];
    let mut masks = WindowMasks::from_first(&Halves::<R>::first(text).masks());
    if text.len() > WORD {
        masks.add_second(&Halves::<R>::second(text).masks());
    }
    ByteMasks { base, masks }
}

/// The bytes of a word as two halves of 32 bytes. If the word has fewer than 64 bytes, they overlap, so that nothing is
/// read past the end of the text.
struct Halves<R> {
    registers: Registers<R>,
    /// How far the second half begins after the first.
    shift: usize,
    /// The number of bytes in the halves.
    len: usize,
    /// How many of them are before the word.
    before: usize,
}

impl<R: Register> Halves<R> {
    /// The first 64 bytes of a text, or all if there are fewer.
    #[inline(always)]
    fn first(text: &[u8]) -> Self {
        let word = &text[..text.len().min(WORD)];
        Self::long(word).unwrap_or_else(|| Self::short(word))
    }

    /// The bytes 64 to 128 of a text, or as many as there are.
    ///
    /// # Panics
    /// If there are none.
    #[inline(always)]
    fn second(text: &[u8]) -> Self {
        let end = text.len().min(2 * WORD);
        let start = WORD.min(end - HALF);
        let halves = Self::long(&text[start..end]).expect("64 bytes precede the second word");
        Self { before: WORD - start, ..halves }
    }

    /// At least 32 bytes.
    #[inline(always)]
    fn long(text: &[u8]) -> Option<Self> {
        let [first, last]: [&[u8; HALF]; 2] = [text.first_chunk()?, text.last_chunk()?];
        let lanes = [first.first_chunk()?, first.last_chunk()?, last.first_chunk()?, last.last_chunk()?];
        Some(Self { registers: lanes.map(R::load), shift: text.len() - HALF, before: 0, len: text.len() })
    }

    /// Fewer than 32 bytes. Each half is a register and padding.
    #[inline(always)]
    fn short(text: &[u8]) -> Self {
        let padding = R::load(&PADDING);
        let (first, last) = match (text.first_chunk(), text.last_chunk()) {
            (Some(first), Some(last)) => (R::load(first), R::load(last)),
            _ => (load_padded(text), padding),
        };
        let registers = [first, padding, last, padding];
        Self { registers, shift: text.len().saturating_sub(LANE), before: 0, len: text.len() }
    }

    /// The masks of the word.
    #[inline(always)]
    fn masks(&self) -> WordMasks {
        let masks = R::masks(self.registers);
        let after = bits_after(self.len - self.before);
        WordMasks {
            non_host: self.join(masks.non_host) | after,
            non_path: self.join(masks.non_path) | after,
            dots: self.join(masks.dots),
            hyphens: self.join(masks.hyphens),
            ..masks
        }
    }

    /// From the bits of both halves, one after the other, to the bits of the word.
    #[inline(always)]
    fn join(&self, bits: u64) -> u64 {
        let (first, last) = (bits & u64::from(u32::MAX), bits >> HALF);
        (first | last << self.shift) >> self.before
    }
}

/// Loads a text shorter than a register.
#[cold]
#[inline(never)]
fn load_padded<R: Register>(bytes: &[u8]) -> R {
    let mut padded = PADDING;
    padded[..bytes.len()].copy_from_slice(bytes);
    R::load(&padded)
}
