//! The masks of many lines, computed in one pass.
//!
//! A list of URLs has short lines. Classifying each by itself reads most of its bytes twice and searches for every line
//! feed; one pass over some kilobytes finds all line ends and the masks of all lines between them.
//!
//! The `unsafe` code relies on one fact: a text whose bytes are all US-ASCII is UTF-8.
#![allow(unsafe_code, reason = "the pass tells whether a text is US-ASCII; see above")]

use super::{Backend, ByteMasks, WORD, WindowMasks, WordMasks};

/// The number of words in one pass. Their masks and their bytes fit into the L1 cache.
const WORDS_OF_PASS: usize = 254;

/// The number of bytes in one pass.
pub(crate) const PASS: usize = WORDS_OF_PASS * WORD;

/// The largest number of lines in one pass. Lines of URLs are longer than 16 bytes.
pub(crate) const MAX_LINES: usize = 1024;

/// The number of bytes whose bits [`LineMasks::host`] gives.
const NEAR: usize = WORD - 8;

/// The masks of one word of a text, and what only lines need.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) masks: WordMasks,
    /// Bit n: byte n is a line feed.
    pub(super) line_feeds: u64,
    /// Bit n: byte n is `?`.
    pub(super) questions: u64,
    /// Nonzero if any byte is CR.
    pub(super) returns: u64,
    /// Nonzero if any byte is not US-ASCII.
    pub(super) non_ascii: u64,
}

/// The line ends and the masks at the beginning of a text.
#[derive(Clone)]
pub(crate) struct LineMasks {
    maps: Box<Maps>,
    /// The lines; that after the last found one is where it ends.
    lines: Box<[Line; MAX_LINES + WORD + 2]>,
    count: usize,
    has_returns: bool,
}

/// Host bytes that follow each other.
#[derive(Clone, Copy)]
pub(crate) struct HostMasks {
    /// Their number; there may be more if it is [`NEAR`].
    pub(crate) len: usize,
    /// Bit n: the n-th is `.`.
    pub(crate) dots: u64,
    /// Bit n: the n-th is `-`.
    pub(crate) hyphens: u64,
}

/// A bit for each byte of the text, by what the byte is, and two more words for the window of the last line.
#[derive(Clone)]
struct Maps {
    non_host: BitMap,
    non_path: BitMap,
    dots: BitMap,
    hyphens: BitMap,
    /// Nonzero if the word has a `#`.
    hashes: [u64; WORDS_OF_PASS + 2],
    /// Nonzero if the word has a `%`.
    percents: [u64; WORDS_OF_PASS + 2],
}

/// The words of a mask as bytes, so that one load gives the bits from any place on.
#[derive(Clone)]
struct BitMap([u8; 8 * (WORDS_OF_PASS + 2)]);

/// Where a line begins.
#[derive(Clone, Copy, Default)]
struct Line {
    start: u16,
    /// The specials of the lines before it, as [`LineMasks::specials`] counts them.
    specials: u16,
}

impl LineMasks {
    pub(crate) fn new() -> Self {
        let lines = Box::new([Line::default(); MAX_LINES + WORD + 2]);
        Self { maps: Box::new(Maps::new()), lines, count: 0, has_returns: false }
    }

    /// Classifies the first [`PASS`] bytes of a text. No more than [`MAX_LINES`] lines are found. Returns them, if they are
    /// UTF-8.
    pub(crate) fn read<'t>(&mut self, text: &'t [u8], backend: Backend) -> Option<&'t str> {
        let text = &text[..text.len().min(PASS)];
        let (maps, lines) = (&mut *self.maps, &mut *self.lines);
        let found = backend.fold(
            text,
            Found::default(),
            #[inline(always)]
            |found, row| {
                maps.set(found.words, &row.masks);
                found.add(&row, lines)
            },
        );
        self.count = found.lines.min(MAX_LINES);
        let end = text.len().div_ceil(WORD);
        maps.set(end, &WordMasks::END);
        maps.set(end + 1, &WordMasks::END);
        self.has_returns = found.returns != 0;
        let lines = &text[..self.end()];
        if found.non_ascii != 0 {
            return std::str::from_utf8(lines).ok();
        }
        // SAFETY: every word of the text was added to `found`, and none has a byte outside US-ASCII.
        Some(unsafe { std::str::from_utf8_unchecked(lines) })
    }

    /// The number of lines that were found: each ends with a line feed.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Where a line begins, or after the last line, where that ends.
    #[inline(always)]
    pub(crate) fn start(&self, line: usize) -> usize {
        usize::from(self.lines[line].start)
    }

    /// Whether any line may end with CR LF.
    pub(crate) fn has_returns(&self) -> bool {
        self.has_returns
    }

    /// The end of the last line that was found; 0 if there is none.
    pub(crate) fn end(&self) -> usize {
        self.start(self.count)
    }

    /// The number of bytes in a line that are no path bytes, except its line feed; all but `?` count twice.
    #[inline(always)]
    pub(crate) fn specials(&self, line: usize) -> u16 {
        self.lines[line + 1].specials.wrapping_sub(self.lines[line].specials)
    }

    /// The masks of the line that begins at `start`, as [`LineMasks::start`] says.
    ///
    /// Bits after the end of the line are those of the following lines. A line feed is in both sets of stops, so no scan
    /// passes it.
    #[inline(always)]
    pub(crate) fn masks(&self, start: usize) -> ByteMasks {
        let maps = &*self.maps;
        let word = start / WORD;
        let any = |words: &[u64]| words[word] | words[word + 1] | words[word + 2];
        let masks = WindowMasks {
            non_host: [maps.non_host.word(start), maps.non_host.word(start + WORD)],
            non_path: [maps.non_path.word(start), maps.non_path.word(start + WORD)],
            dots: maps.dots.word(start),
            hyphens: maps.hyphens.word(start),
            hashes: any(&maps.hashes),
            percents: any(&maps.percents),
        };
        ByteMasks { base: 0, masks }
    }

    /// The host bytes that begin at `start`, without branches.
    #[inline(always)]
    pub(crate) fn host(&self, start: usize) -> HostMasks {
        let len = (self.maps.non_host.near(start) | 1 << NEAR).trailing_zeros();
        let within = |map: &BitMap| map.near(start) & ((1 << len) - 1);
        HostMasks { len: len as usize, dots: within(&self.maps.dots), hyphens: within(&self.maps.hyphens) }
    }
}

impl Maps {
    const fn new() -> Self {
        const BITS: BitMap = BitMap([0; 8 * (WORDS_OF_PASS + 2)]);
        const WORDS: [u64; WORDS_OF_PASS + 2] = [0; WORDS_OF_PASS + 2];
        Self { non_host: BITS, non_path: BITS, dots: BITS, hyphens: BITS, hashes: WORDS, percents: WORDS }
    }

    #[inline(always)]
    fn set(&mut self, word: usize, masks: &WordMasks) {
        self.non_host.set(word, masks.non_host);
        self.non_path.set(word, masks.non_path);
        self.dots.set(word, masks.dots);
        self.hyphens.set(word, masks.hyphens);
        self.hashes[word] = masks.hashes;
        self.percents[word] = masks.percents;
    }
}

impl BitMap {
    #[inline(always)]
    fn set(&mut self, word: usize, bits: u64) {
        self.0[8 * word..][..8].copy_from_slice(&bits.to_le_bytes());
    }

    /// The bits of the bytes from `at` on: [`NEAR`] of them, and some more.
    #[inline(always)]
    fn near(&self, at: usize) -> u64 {
        self.bytes(at / 8) >> (at % 8)
    }

    /// The bits of the [`WORD`] bytes from `at` on.
    #[inline(always)]
    fn word(&self, at: usize) -> u64 {
        let next = u64::from(self.0.get(at / 8 + 8).copied().unwrap_or(u8::MAX));
        self.near(at) | next << 1 << (WORD - 1 - at % 8)
    }

    #[inline(always)]
    fn bytes(&self, from: usize) -> u64 {
        self.0[from..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }
}

/// What has been found so far.
#[derive(Clone, Copy, Default)]
struct Found {
    words: usize,
    /// The number of lines that have ended.
    lines: usize,
    specials: u16,
    /// [`Row::returns`] of all words.
    returns: u64,
    /// [`Row::non_ascii`] of all words.
    non_ascii: u64,
}

impl Found {
    /// Adds a word. Writes where its line feeds begin lines, until [`MAX_LINES`] have ended.
    ///
    /// A word has zero to two line feeds, unpredictably. So two are always written for each word without branching; a
    /// surplus one is overwritten by the next.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "a pass has fewer than 2^15 bytes")]
    fn add(mut self, row: &Row, lines: &mut [Line; MAX_LINES + WORD + 2]) -> Self {
        self.returns |= row.returns;
        self.non_ascii |= row.non_ascii;
        if self.lines > MAX_LINES {
            return Self { words: self.words + 1, ..self };
        }
        let special = row.masks.non_path & !row.line_feeds;
        let odd = special & !row.questions;
        let count = |within: u64| ((special & within).count_ones() + (odd & within).count_ones()) as u16;
        let start = (self.words * WORD) as u16 + 1;
        let mut put = |feeds: u64| {
            let before = feeds.wrapping_sub(1) & !feeds;
            lines[self.lines + 1] = Line {
                start: start + feeds.trailing_zeros() as u16,
                specials: self.specials.wrapping_add(count(before)),
            };
            self.lines += usize::from(feeds != 0);
        };
        let second = row.line_feeds & row.line_feeds.wrapping_sub(1);
        put(row.line_feeds);
        put(second);
        let mut more = second & second.wrapping_sub(1);
        while more != 0 {
            put(more);
            more &= more - 1;
        }
        Self { words: self.words + 1, specials: self.specials.wrapping_add(count(!0)), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{WINDOW, bits_after, is_host_byte, is_path_byte};
    use proptest::prelude::*;

    /// The masks of a word, byte by byte.
    fn naive(bytes: &[u8]) -> ([u64; 6], [bool; 4]) {
        let bits =
            |is: fn(u8) -> bool| bytes.iter().enumerate().fold(0, |bits, (n, byte)| bits | u64::from(is(*byte)) << n);
        let stops = |is| !bits(is) | if bytes.len() < WORD { bits_after(bytes.len()) } else { 0 };
        let has = |wanted: u8| bytes.contains(&wanted);
        let exact = [
            stops(is_host_byte),
            stops(is_path_byte),
            bits(|byte| byte == b'.'),
            bits(|byte| byte == b'-'),
            bits(|byte| byte == b'\n'),
            bits(|byte| byte == b'?'),
        ];
        (exact, [has(b'#'), has(b'%'), has(b'\r'), !bytes.is_ascii()])
    }

    fn assert_backends_agree(text: &[u8]) {
        let expect: Vec<_> = text.chunks(WORD).map(naive).collect();
        for backend in Backend::every() {
            let mut rows = Vec::new();
            backend.fold(text, (), |(), row| rows.push(row));
            assert_eq!(rows.len(), expect.len());
            for (row, expect) in rows.iter().zip(&expect) {
                let WordMasks { non_host, non_path, dots, hyphens, hashes, percents } = row.masks;
                let found = [non_host, non_path, dots, hyphens, row.line_feeds, row.questions];
                assert_eq!((found, [hashes, percents, row.returns, row.non_ascii].map(|any| any != 0)), *expect);
            }
        }
    }

    /// The lines are those of the text, as far as one pass goes, and their masks are those of each line alone.
    fn assert_lines(text: &[u8]) {
        let mut lines = LineMasks::new();
        let found = lines.read(text, Backend::detect());
        assert_eq!(found, std::str::from_utf8(&text[..lines.end()]).ok());
        let pass = &text[..text.len().min(PASS)];
        let ended = pass.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
        let ended: Vec<_> = ended.take(MAX_LINES).collect();
        assert_eq!(lines.len(), ended.len());
        for (n, line) in ended.iter().enumerate() {
            let start = lines.start(n);
            assert_eq!(lines.start(n + 1) - start, line.len());
            let (found, alone) = (lines.masks(start).masks, ByteMasks::new(line, 0).masks);
            for word in 0..WINDOW / WORD {
                let len = line.len().saturating_sub(word * WORD).min(WORD);
                let within = |bits: u64| bits & !bits_after(len);
                assert_eq!(within(found.non_host[word]), within(alone.non_host[word]));
                assert_eq!(within(found.non_path[word]), within(alone.non_path[word]));
            }
            let within = |bits: u64| if line.len() < WORD { bits & !bits_after(line.len()) } else { bits };
            assert_eq!((within(found.dots), within(found.hyphens)), (alone.dots, alone.hyphens));
            assert!(found.hashes != 0 || alone.hashes == 0);
            assert!(found.percents != 0 || alone.percents == 0);
        }
    }

    #[test]
    fn every_byte_at_the_edges() {
        for byte in 0..=255 {
            for len in [0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 95, 96, 97, 127, 128] {
                assert_backends_agree(&vec![byte; len]);
            }
        }
        for len in [PASS - 1, PASS, PASS + 1, 3 * PASS + 77] {
            assert_lines(&vec![b'\n'; len]);
            assert_lines(&vec![b'x'; len]);
        }
    }

    proptest! {
        #[test]
        fn lines_are_found_at_every_offset(
            runs in prop::collection::vec(("[a-z.#%/é-]{0,150}", 1..4_usize), 0..60),
            other in prop::sample::select(vec![0x0B_u8, 0x0D, b'a', 0x8A, 0x00]),
        ) {
            let mut text = Vec::new();
            for (line, ends) in runs {
                text.extend_from_slice(line.as_bytes());
                text.push(other);
                text.extend(std::iter::repeat_n(b'\n', ends));
            }
            assert_backends_agree(&text);
            assert_lines(&text);
        }
    }
}
