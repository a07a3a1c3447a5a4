//! Bitmaps of the bytes that can end a token, computed with SIMD.
//!
//! Most bytes of a URL are letters, digits, `-` and `.`, which nearly every grammar rule accepts: the *host bytes*.
//! [`ByteMasks`] holds a bit for every other byte of a window, so that a scan jumps from bit to bit instead of from
//! byte to byte. AVX-512, AVX2, SSE2 or NEON computes the bits, whichever the processor has, and a table of bytes on other
//! targets and with compilers that lack the instructions. A test checks that all backends compute the same bits (`docs/decisions/0020-byte-masks.md`).

#[cfg(backend = "avx2")]
#[expect(clippy::incompatible_msrv, reason = "the build script leaves it to compilers that have it")]
mod avx2;
#[cfg(backend = "avx512")]
#[expect(clippy::incompatible_msrv, reason = "the build script leaves it to compilers that have it")]
mod avx512;
mod backend;
#[cfg(not(backend = "portable"))]
mod baseline;
#[cfg(backend = "neon")]
mod neon;
#[cfg(any(backend = "portable", test))]
mod portable;
#[cfg(backend = "sse2")]
#[expect(clippy::incompatible_msrv, reason = "the build script leaves it to compilers that have it")]
mod sse2;
#[cfg(any(backend = "avx2", backend = "neon"))]
mod tables;

pub(crate) use backend::Backend;

/// The number of bytes that one word has bits for.
const WORD: usize = 64;

/// The number of words in a window.
const WORDS: usize = 2;

/// The number of bytes in a window. Nearly all URLs fit.
const WINDOW: usize = WORDS * WORD;

/// Whether a byte is a *host byte*: a letter, a digit, `-` or `.`.
pub const fn is_host_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'.'
}

/// Whether a byte is a *path byte*: a host byte, or one of `&'()*+,/:=@_`, which nearly every path and query rule
/// accepts.
pub const fn is_path_byte(byte: u8) -> bool {
    is_host_byte(byte) || matches!(byte, b'&'..=b':' | b'=' | b'@' | b'_')
}

/// The bytes at which a scan stops.
///
/// ```
/// use anyurl_core::internal::{ByteMasks, StopSet};
///
/// let (text, mut masks) = (b"some/path?q", ByteMasks::NONE);
/// assert_eq!(masks.stop(text, 0, StopSet::NonHost), 4);
/// assert_eq!(masks.stop(text, 0, StopSet::NonPath), 9);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StopSet {
    /// Every byte that is not a host byte.
    NonHost,
    /// Every byte that is not a path byte: very few.
    NonPath,
    /// Every byte that is neither a letter nor a digit, such as those that end a label of a host. After the first 64
    /// bytes of a window also others: [`ByteMasks::first`] must ask for them.
    NonAlphanumeric,
}

/// The bits of the bytes in a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct WindowMasks {
    /// Bit n: byte n is not a host byte, or is past the end of the text.
    non_host: [u64; WORDS],
    /// Bit n: byte n is not a path byte, or is past the end of the text.
    non_path: [u64; WORDS],
    /// Bit n: byte n is `.`. First word only, which is where hosts are.
    dots: u64,
    /// Bit n: byte n is `-`. First word only.
    hyphens: u64,
    /// Nonzero if any byte is `#`.
    hashes: u64,
    /// Nonzero if any byte is `%`.
    percents: u64,
}

impl WindowMasks {
    const EMPTY: Self =
        Self { non_host: [0; WORDS], non_path: [0; WORDS], dots: 0, hyphens: 0, hashes: 0, percents: 0 };

    /// The masks of a window that has only its first word.
    #[inline(always)]
    fn from_first(word: &WordMasks) -> Self {
        Self {
            non_host: [word.non_host, !0],
            non_path: [word.non_path, !0],
            dots: word.dots,
            hyphens: word.hyphens,
            hashes: word.hashes,
            percents: word.percents,
        }
    }

    /// The stops in both words.
    #[inline(always)]
    fn stops(&self, stops: StopSet) -> (u64, u64) {
        match stops {
            StopSet::NonHost => (self.non_host[0], self.non_host[1]),
            StopSet::NonPath => (self.non_path[0], self.non_path[1]),
            // Dots and hyphens in the second word are not known: there, every byte may be a stop.
            StopSet::NonAlphanumeric => (self.non_host[0] | self.dots | self.hyphens, !0),
        }
    }

    /// Adds the masks of the second word.
    #[inline(always)]
    fn add_second(&mut self, word: &WordMasks) {
        (self.non_host[1], self.non_path[1]) = (word.non_host, word.non_path);
        self.hashes |= word.hashes;
        self.percents |= word.percents;
    }
}

/// The masks of one word: bit n is byte n.
#[derive(Clone, Copy)]
struct WordMasks {
    /// Not a host byte, or past the end of the text.
    non_host: u64,
    /// Not a path byte, or past the end of the text.
    non_path: u64,
    percents: u64,
    dots: u64,
    hyphens: u64,
    hashes: u64,
}

/// All bits except the first `len`.
#[inline]
const fn bits_after(len: usize) -> u64 {
    // Shifts twice, because a word cannot be shifted by all of its bits at once.
    if len == 0 { !0 } else { !0 << (len - 1) << 1 }
}

/// The first `len` bits; `len` is at least 1.
#[inline]
const fn first_bits(len: usize) -> u64 {
    !0 >> (WORD - len)
}

/// The positions in a text of the bytes that may end a run, within a window that moves as a [`Cursor`](crate::authors::Cursor)
/// advances.
#[derive(Clone, Copy, Debug)]
pub struct ByteMasks {
    /// The offset in the text at which the window begins.
    base: usize,
    masks: WindowMasks,
}

impl Default for ByteMasks {
    fn default() -> Self {
        Self::NONE
    }
}

impl ByteMasks {
    /// No window yet; the first scan computes one.
    pub const NONE: Self = Self { base: usize::MAX - WINDOW, masks: WindowMasks::EMPTY };

    /// Computes the masks of the window that begins at `base`.
    ///
    /// # Panics
    /// If `base` is past the end of the text.
    #[inline(never)]
    pub(crate) fn new(text: &[u8], base: usize) -> Self {
        Backend::detect().dispatch(text, base, |_, masks| masks)
    }

    /// Returns the offset of the first byte at or after `from` that is in `stops`, or the length of the text. All calls
    /// must pass the same text.
    #[inline]
    pub fn stop(&mut self, text: &[u8], from: usize, stops: StopSet) -> usize {
        self.first(text, text, from, stops, |_, _| true)
    }

    /// Returns the offset of the first byte of `prefix` at or after `from` that is in `stops` and for which
    /// `is_wanted(offset, byte)` holds, or the length of `prefix`, which is `text` or a prefix of it.
    ///
    /// ```
    /// use anyurl_core::internal::{ByteMasks, StopSet};
    ///
    /// let (text, mut masks) = (b"a+b?c#d", ByteMasks::NONE);
    /// let mut first = |prefix| masks.first(text, prefix, 0, StopSet::NonHost, |_, byte| byte != b'+');
    /// assert_eq!((first(text), first(b"a+b")), (3, 3));
    /// ```
    #[inline(always)]
    pub fn first(
        &mut self,
        text: &[u8],
        prefix: &[u8],
        mut from: usize,
        stops: StopSet,
        is_wanted: impl Fn(usize, u8) -> bool,
    ) -> usize {
        loop {
            let n = from.wrapping_sub(self.base);
            // Branches instead of indexing: the branch is predicted, a computed address would have to be waited for.
            let mut left = if n < WORD {
                self.masks.stops(stops).0 >> n
            } else if n < WINDOW {
                self.masks.stops(stops).1 >> (n % WORD)
            } else {
                if from >= prefix.len() {
                    return prefix.len();
                }
                self.move_window(text, from);
                continue;
            };
            while left != 0 {
                let at = from + left.trailing_zeros() as usize;
                match prefix.get(at) {
                    Some(byte) if !is_wanted(at, *byte) => left &= left - 1,
                    Some(_) => return at,
                    None => return prefix.len(),
                }
            }
            from += WORD - n % WORD;
        }
    }

    /// Moves the window to `base`. Cold, because few texts are longer than one window.
    #[cold]
    fn move_window(&mut self, text: &[u8], base: usize) {
        *self = Self::new(text, base);
    }

    /// Returns the bits of the dots and of the hyphens in `start..end`, of 1 to [`WORD`] bytes: bit 0 is `start`.
    ///
    /// # Panics
    /// If `end` is past the end of the text.
    #[inline]
    pub(crate) fn dots_and_hyphens(&mut self, text: &[u8], start: usize, end: usize) -> (u64, u64) {
        if !self.is_in_first_word(start, end) {
            self.move_window(text, start);
        }
        let within = |bits: u64| bits >> (start - self.base) & first_bits(end - start);
        (within(self.masks.dots), within(self.masks.hyphens))
    }

    /// Returns the offset of the last `byte`, which must not be a host byte, in `start..end`.
    #[inline]
    pub(crate) fn last(&self, text: &[u8], start: usize, end: usize, byte: u8) -> Option<usize> {
        if start == end || !self.is_in_first_word(start, end) {
            let before = memchr::memrchr(byte, &text[start..end])?;
            return Some(start + before);
        }
        let mut left = self.masks.non_host[0] >> (start - self.base) & first_bits(end - start);
        while left != 0 {
            let n = left.ilog2();
            let at = start + n as usize;
            if text[at] == byte {
                return Some(at);
            }
            left ^= 1 << n;
        }
        None
    }

    /// Returns where the host bytes end that begin at `start`, if there is at least one and they end within the first
    /// word of a window that begins with the text.
    #[inline(always)]
    pub(crate) fn host_bytes_end(&self, start: usize) -> Option<usize> {
        let left = self.masks.non_host[0] >> start;
        let len = left.trailing_zeros() as usize;
        (left > 0 && len > 0).then_some(start + len)
    }

    /// Returns where the path bytes end that begin at `start`, or the length of the window, which begins with the text.
    ///
    /// Without branches, because nothing predicts the length of a text.
    #[inline(always)]
    pub(crate) fn path_bytes_end(&self, start: usize) -> usize {
        let [first, second] = self.masks.non_path;
        let first = if start < WORD { first >> start << start } else { 0 };
        let second = if start <= WORD {
            second
        } else if start < WINDOW {
            second >> (start - WORD) << (start - WORD)
        } else {
            0
        };
        let is_in_second = usize::from(first == 0);
        first.trailing_zeros() as usize + (second.trailing_zeros() as usize & is_in_second.wrapping_neg())
    }

    /// The bits of the dots and of the hyphens in `start..end`, of at least one byte, in the first word of a window that
    /// begins with the text: bit 0 is `start`.
    #[inline(always)]
    pub(crate) fn first_dots_and_hyphens(&self, start: usize, end: usize) -> (u64, u64) {
        let within = |bits: u64| bits >> start & first_bits(end - start);
        (within(self.masks.dots), within(self.masks.hyphens))
    }

    /// Whether the bits of `start..end` are all in the first word.
    #[inline]
    fn is_in_first_word(&self, start: usize, end: usize) -> bool {
        start >= self.base && end.wrapping_sub(self.base) <= WORD
    }

    /// Whether the text may contain a `%`, in the window or outside it.
    #[inline]
    pub(crate) fn may_have_percent(&self, text: &[u8]) -> bool {
        self.masks.percents != 0 || self.base > 0 || text.len() > WINDOW
    }

    /// Whether the text may contain a `#`, in the window or after it.
    #[inline]
    pub(crate) fn may_have_hash(&self, text: &[u8]) -> bool {
        self.masks.hashes != 0 || text.len() - self.base > WINDOW
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Computes the bits of a word, byte by byte.
    fn bits(text: &[u8], base: usize, is: impl Fn(u8) -> bool) -> u64 {
        let word = text.iter().skip(base).take(WORD).enumerate();
        word.fold(0, |bits, (n, byte)| bits | u64::from(is(*byte)) << n)
    }

    /// The masks that each backend of this machine computes, the table first.
    fn every_backend(text: &[u8], base: usize) -> impl Iterator<Item = WindowMasks> {
        let masks = |_, ByteMasks { masks, .. }: ByteMasks| WindowMasks {
            hashes: u64::from(masks.hashes != 0),
            percents: u64::from(masks.percents != 0),
            ..masks
        };
        Backend::every().into_iter().map(move |backend| backend.dispatch(text, base, masks))
    }

    fn assert_backends_agree(text: &[u8], base: usize) {
        let both = |is: fn(u8) -> bool| [0, 1].map(|word| bits(text, base + word * WORD, is));
        let any = |wanted| {
            let window = text.iter().skip(base).take(WINDOW);
            u64::from(window.copied().any(|byte| byte == wanted))
        };
        let expect = WindowMasks {
            non_host: both(is_host_byte).map(|bits| !bits),
            non_path: both(is_path_byte).map(|bits| !bits),
            dots: bits(text, base, |byte| byte == b'.'),
            hyphens: bits(text, base, |byte| byte == b'-'),
            hashes: any(b'#'),
            percents: any(b'%'),
        };
        for masks in every_backend(text, base) {
            assert_eq!(masks, expect, "{text:?} from {base}");
        }
    }

    #[test]
    fn every_byte_at_every_position() {
        for byte in 0..=255 {
            for len in [1, 7, 8, 31, 32, 33, 63, 64, 65, 95, 96, 97, 127, 128, 129, 200] {
                let mut text = vec![b'a'; len];
                for at in [0, len / 2, len - 1] {
                    text[at] = byte;
                }
                for base in [0, 1, len / 3, len - 1, len] {
                    assert_backends_agree(&text, base);
                }
            }
        }
    }

    /// A million random texts of bytes that occur in URLs and of others.
    #[test]
    fn wide_registers_match_the_table() {
        const BYTES: &[u8] = b"abcxyzABCXYZ0123456789-._~/:@?#%&=+;,!$'()*[]\x00\x1F \x7F\x80\xAE\xAF\xFF";
        let mut state = 1738_u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            usize::try_from(state >> 33).unwrap_or_default()
        };
        let mut text = [0; 160];
        for _ in 0..1_000_000 {
            for _ in 0..8 {
                text[random() % 160] = BYTES[random() % BYTES.len()];
            }
            let len = random() % 161;
            let base = random() % (len + 1);
            let mut backends = every_backend(&text[..len], base);
            let portable = backends.next();
            for masks in backends {
                assert_eq!(Some(masks), portable, "{:?} from {base}", &text[..len]);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn backends_agree(text in prop::collection::vec(any::<u8>(), 0..200), base in 0..200_usize) {
            assert_backends_agree(&text, base.min(text.len()));
        }

        #[test]
        fn the_next_stop(text in "[a-c.-]{0,90}[/#][a-z0-9]{0,200}[:%][a-z.]{0,90}", from in 0..400_usize) {
            let text = text.as_bytes();
            let from = from.min(text.len());
            let first = |is: &dyn Fn(u8) -> bool| {
                let first = text[from..].iter().position(|byte| is(*byte));
                first.map_or(text.len(), |n| from + n)
            };
            for base in [0, from, text.len()] {
                let mut masks = ByteMasks::NONE;
                if base > 0 {
                    masks = ByteMasks::new(text, base);
                }
                assert_eq!(masks.stop(text, from, StopSet::NonHost), first(&|byte| !is_host_byte(byte)));
                let is_other = |byte: u8| !byte.is_ascii_alphanumeric();
                let found = masks.first(text, text, from, StopSet::NonAlphanumeric, |_, byte| is_other(byte));
                assert_eq!(found, first(&is_other));
                let is_percent = |byte| byte == b'%';
                assert_eq!(masks.first(text, text, from, StopSet::NonPath, |_, byte| is_percent(byte)), first(&is_percent));
            }
        }

        #[test]
        fn dots_and_hyphens_of_a_part(
            text in "[a./-]{1,140}",
            base in 0..140_usize,
            start in 0..140_usize,
            len in 1..=WORD,
        ) {
            let text = text.as_bytes();
            let start = start.min(text.len() - 1);
            let end = (start + len).min(text.len());
            let part = &text[start..end];
            let mut masks = ByteMasks::new(text, base.min(text.len()));
            let within = |wanted| bits(part, 0, |byte| byte == wanted);
            let expect = (within(b'.'), within(b'-'));
            assert_eq!(masks.dots_and_hyphens(text, start, end), expect);
            let last = part.iter().rposition(|byte| *byte == b'/').map(|n| start + n);
            assert_eq!(masks.last(text, start, end, b'/'), last);
        }
    }
}
