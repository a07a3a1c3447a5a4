//! Bitmaps of the bytes that can end a token, computed with SIMD.
//!
//! Most bytes of a URL are letters, digits, `-` and `.`, which nearly every rule of a grammar takes: they are *plain*.
//! A [`ByteMasks`] has a bit for each byte of a window that is not, so that a run goes from mark to mark instead of from byte
//! to byte. The bits come from one look at the window: by AVX-512 or AVX2 where the processor has them, else by a
//! table of bytes. All give the same bits, and a test compares them (`docs/decisions/0020-byte-masks.md`).

#[cfg(target_arch = "x86_64")]
#[cfg_attr(locator_portable, allow(dead_code, reason = "tests compare it even so"))]
mod avx2;
#[cfg(target_arch = "x86_64")]
#[cfg_attr(locator_portable, allow(dead_code, reason = "tests compare it even so"))]
mod avx512;
mod newlines;
mod portable;
#[cfg(target_arch = "x86_64")]
mod tables;

#[cfg(all(target_arch = "x86_64", any(test, not(locator_portable))))]
use avx2::Avx2;
#[cfg(all(target_arch = "x86_64", any(test, not(locator_portable))))]
use avx512::Avx512;
pub(crate) use newlines::LineEnds;

/// How many bytes have their bits in one word.
const WORD: usize = 64;

/// How many words a window has.
const WORDS: usize = 2;

/// How many bytes a window holds, each with a bit: as many as nearly all URLs have.
const WINDOW: usize = WORDS * WORD;

/// Whether a byte is plain: a letter, a digit, `-` or `.`.
pub const fn is_host_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'.'
}

/// Whether a byte is plain, or one of those that nearly every rule of paths and queries takes too: `&'()*+,/:=@_`.
pub const fn is_path_byte(byte: u8) -> bool {
    is_host_byte(byte) || matches!(byte, b'&'..=b':' | b'=' | b'@' | b'_')
}

/// Where a run may end.
///
/// ```
/// use locator_core::simd::{ByteMasks, StopSet};
///
/// let (text, mut marks) = (b"some/path?q", ByteMasks::NONE);
/// assert_eq!(marks.stop(text, 0, StopSet::NonHost), 4);
/// assert_eq!(marks.stop(text, 0, StopSet::NonPath), 9);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopSet {
    /// At every byte that is not plain.
    NonHost,
    /// At every byte that is not even broad: at very few.
    NonPath,
}

/// What is known of the bytes of a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct WindowMasks {
    /// Bit n: byte n is not plain, or behind the end of the text.
    non_host: [u64; WORDS],
    /// Bit n: byte n is not broad, or behind the end of the text.
    non_path: [u64; WORDS],
    /// Bit n: byte n is `.`. Of the first word alone: hosts stand there.
    dots: u64,
    /// Bit n: byte n is `-`. Of the first word alone.
    hyphens: u64,
    /// Not 0 if one of them is `#`.
    hashes: u64,
    /// Not 0 if one of them is `%`.
    percents: u64,
}

impl WindowMasks {
    const NOTHING: Self =
        Self { non_host: [0; WORDS], non_path: [0; WORDS], dots: 0, hyphens: 0, hashes: 0, percents: 0 };

    /// What is masks of the first word.
    #[inline(always)]
    fn first(word: &WordMasks) -> Self {
        Self {
            non_host: [word.non_host, !0],
            non_path: [word.non_path, !0],
            dots: word.dots,
            hyphens: word.hyphens,
            hashes: word.hashes,
            percents: word.percents,
        }
    }

    /// Puts in what is masks of the second word, where there is one.
    #[inline(always)]
    fn second(&mut self, word: &WordMasks) {
        (self.non_host[1], self.non_path[1]) = (word.non_host, word.non_path);
        self.hashes |= word.hashes;
        self.percents |= word.percents;
    }
}

/// What is masks of the bytes of a word: bit n is byte n.
struct WordMasks {
    /// Not plain, or behind the end of the text.
    non_host: u64,
    /// Not broad, or behind the end of the text.
    non_path: u64,
    percents: u64,
    dots: u64,
    hyphens: u64,
    hashes: u64,
}

/// The bits from `len` on.
#[inline]
const fn behind(len: usize) -> u64 {
    // Twice, because a word cannot be shifted by all of its bits.
    if len == 0 { !0 } else { !0 << (len - 1) << 1 }
}

/// The first `len` bits, of at least one.
#[inline]
const fn first(len: usize) -> u64 {
    !0 >> (WORD - len)
}

/// How a window is looked at: by what the processor has. It is the same for the whole run of a program.
#[derive(Clone, Copy)]
pub(crate) enum Backend {
    #[cfg(all(target_arch = "x86_64", not(locator_portable)))]
    Avx512(avx512::Avx512),
    #[cfg(all(target_arch = "x86_64", not(locator_portable)))]
    Avx2(avx2::Avx2),
    Portable,
}

impl Backend {
    /// The fastest.
    pub(crate) fn detect() -> Self {
        #[cfg(all(target_arch = "x86_64", not(locator_portable)))]
        if let Some(wide) = Avx512::detect() {
            return Self::Avx512(wide);
        } else if let Some(wide) = Avx2::detect() {
            return Self::Avx2(wide);
        }
        Self::Portable
    }

    /// Has `read` go on with the marks of the window that begins at `base`. The look at it and what goes on are one function,
    /// compiled for the registers that are used.
    ///
    /// # Panics
    /// If `base` is behind the end of the text.
    #[inline(always)]
    pub(crate) fn dispatch<X: AsRef<[u8]>, T>(self, text: X, base: usize, read: impl FnOnce(X, ByteMasks) -> T) -> T {
        match self {
            #[cfg(all(target_arch = "x86_64", not(locator_portable)))]
            Self::Avx512(wide) => wide.dispatch(text, base, read),
            #[cfg(all(target_arch = "x86_64", not(locator_portable)))]
            Self::Avx2(wide) => wide.dispatch(text, base, read),
            Self::Portable => portable::dispatch(text, base, read),
        }
    }
}

/// Where in a text the bytes stand that may end a run: what a [`Cursor`](crate::Cursor) remembers of the window that it has
/// looked at.
#[derive(Clone, Copy, Debug)]
pub struct ByteMasks {
    /// The byte of the text at which the window begins.
    base: usize,
    masks: WindowMasks,
}

impl Default for ByteMasks {
    fn default() -> Self {
        Self::NONE
    }
}

impl ByteMasks {
    /// No window yet: the first look makes one.
    pub const NONE: Self = Self { base: usize::MAX - WINDOW, masks: WindowMasks::NOTHING };

    /// The marks of the window that begins at `base`.
    ///
    /// # Panics
    /// If `base` is behind the end of the text.
    #[inline(never)]
    pub(crate) fn of(text: &[u8], base: usize) -> Self {
        Backend::detect().dispatch(text, base, |_, marks| marks)
    }

    /// The first byte at `from` or behind it that is among the stops; the end of the text where there is none. All calls
    /// are about one text.
    #[inline]
    pub fn stop(&mut self, text: &[u8], from: usize, stops: StopSet) -> usize {
        self.first(text, text, from, stops, |_, _| true)
    }

    /// The first byte at `from` or behind it that is among the stops and is `wanted`, which is asked with its offset; the end
    /// of `bytes` where there is none. These are `text` or the beginning of it.
    ///
    /// ```
    /// use locator_core::simd::{ByteMasks, StopSet};
    ///
    /// let (text, mut marks) = (b"a+b?c#d", ByteMasks::NONE);
    /// let mut first = |bytes| marks.first(text, bytes, 0, StopSet::NonHost, |_, byte| byte != b'+');
    /// assert_eq!((first(text), first(b"a+b")), (3, 3));
    /// ```
    #[inline(always)]
    pub fn first(
        &mut self,
        text: &[u8],
        bytes: &[u8],
        mut from: usize,
        stops: StopSet,
        wanted: impl Fn(usize, u8) -> bool,
    ) -> usize {
        loop {
            let n = from.wrapping_sub(self.base);
            let words = match stops {
                StopSet::NonHost => &self.masks.non_host,
                StopSet::NonPath => &self.masks.non_path,
            };
            // Which word it is can be predicted; an address that is computed would have to be waited for.
            let mut left = if n < WORD {
                words[0] >> n
            } else if n < WINDOW {
                words[1] >> (n % WORD)
            } else {
                if from >= bytes.len() {
                    return bytes.len();
                }
                self.slide(text, from);
                continue;
            };
            while left != 0 {
                let at = from + left.trailing_zeros() as usize;
                match bytes.get(at) {
                    Some(byte) if !wanted(at, *byte) => left &= left - 1,
                    Some(_) => return at,
                    None => return bytes.len(),
                }
            }
            from += WORD - n % WORD;
        }
    }

    /// Moves the window: few texts are longer.
    #[cold]
    fn slide(&mut self, text: &[u8], base: usize) {
        *self = Self::of(text, base);
    }

    /// Where dots and hyphens stand in the bytes `start..end`, at least one and at most [`WORD`]: bit 0 is `start`.
    ///
    /// # Panics
    /// If that lies behind the end of the text.
    #[inline]
    pub(crate) fn dots_and_hyphens(&mut self, text: &[u8], start: usize, end: usize) -> (u64, u64) {
        if !self.has_in_first_word(start, end) {
            self.slide(text, start);
        }
        let within = |bits: u64| bits >> (start - self.base) & first(end - start);
        (within(self.masks.dots), within(self.masks.hyphens))
    }

    /// The last `byte`, which is not plain, among `start..end`.
    #[inline]
    pub(crate) fn last(&self, text: &[u8], start: usize, end: usize, byte: u8) -> Option<usize> {
        if start == end || !self.has_in_first_word(start, end) {
            let before = memchr::memrchr(byte, &text[start..end])?;
            return Some(start + before);
        }
        let mut left = self.masks.non_host[0] >> (start - self.base) & first(end - start);
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

    /// Whether the bytes `start..end` have their bits in the first word.
    #[inline]
    fn has_in_first_word(&self, start: usize, end: usize) -> bool {
        start >= self.base && end.wrapping_sub(self.base) <= WORD
    }

    /// Whether there may be a `%` in the text: in the window, before it or behind it.
    #[inline]
    pub(crate) fn may_have_percent(&self, text: &[u8]) -> bool {
        self.masks.percents != 0 || self.base > 0 || text.len() > WINDOW
    }

    /// Whether there may be a `#` in the text: in the window, or behind it.
    #[inline]
    pub(crate) fn may_have_hash(&self, text: &[u8]) -> bool {
        self.masks.hashes != 0 || text.len() - self.base > WINDOW
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The bits of the bytes of a word, one by one.
    fn bits(text: &[u8], base: usize, is: impl Fn(u8) -> bool) -> u64 {
        let word = text.iter().skip(base).take(WORD).enumerate();
        word.fold(0, |bits, (n, byte)| bits | u64::from(is(*byte)) << n)
    }

    /// What is masks in each way that this machine has.
    fn every_backend(text: &[u8], base: usize) -> impl Iterator<Item = WindowMasks> {
        let masks = |_, ByteMasks { masks, .. }: ByteMasks| WindowMasks {
            hashes: u64::from(masks.hashes != 0),
            percents: u64::from(masks.percents != 0),
            ..masks
        };
        let mut looks = [Some(masks(text, portable::masks_of(text, base))), None, None];
        #[cfg(target_arch = "x86_64")]
        {
            looks[1] = Avx2::detect().map(|wide| wide.dispatch(text, base, masks));
            looks[2] = Avx512::detect().map(|wide| wide.dispatch(text, base, masks));
        }
        looks.into_iter().flatten()
    }

    fn all_agree(text: &[u8], base: usize) {
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
    fn every_byte_at_every_place() {
        for byte in 0..=255 {
            for len in [1, 7, 8, 31, 32, 33, 63, 64, 65, 95, 96, 97, 127, 128, 129, 200] {
                let mut text = vec![b'a'; len];
                for at in [0, len / 2, len - 1] {
                    text[at] = byte;
                }
                for base in [0, 1, len / 3, len - 1, len] {
                    all_agree(&text, base);
                }
            }
        }
    }

    /// A million texts, of bytes that URLs have and of others.
    #[test]
    fn wide_registers_see_what_the_table_says() {
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
            let mut ways = every_backend(&text[..len], base);
            let portable = ways.next();
            for masks in ways {
                assert_eq!(Some(masks), portable, "{:?} from {base}", &text[..len]);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn every_way_gives_the_same_bits(text in prop::collection::vec(any::<u8>(), 0..200), base in 0..200_usize) {
            all_agree(&text, base.min(text.len()));
        }

        #[test]
        fn the_next_mark(text in "[a-c.-]{0,90}[/#][a-z0-9]{0,200}[:%][a-z.]{0,90}", from in 0..400_usize) {
            let text = text.as_bytes();
            let from = from.min(text.len());
            let first = |is: &dyn Fn(u8) -> bool| {
                let first = text[from..].iter().position(|byte| is(*byte));
                first.map_or(text.len(), |n| from + n)
            };
            for base in [0, from, text.len()] {
                let mut marks = ByteMasks::NONE;
                if base > 0 {
                    marks = ByteMasks::of(text, base);
                }
                assert_eq!(marks.stop(text, from, StopSet::NonHost), first(&|byte| !is_host_byte(byte)));
                let is_percent = |byte| byte == b'%';
                assert_eq!(marks.first(text, text, from, StopSet::NonPath, |_, byte| is_percent(byte)), first(&is_percent));
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
            let mut marks = ByteMasks::of(text, base.min(text.len()));
            let within = |what| bits(part, 0, |byte| byte == what);
            let expect = (within(b'.'), within(b'-'));
            assert_eq!(marks.dots_and_hyphens(text, start, end), expect);
            let last = part.iter().rposition(|byte| *byte == b'/').map(|n| start + n);
            assert_eq!(marks.last(text, start, end, b'/'), last);
        }
    }
}
