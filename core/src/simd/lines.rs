//! The masks of many lines, computed in one pass.
//!
//! A list of URLs has short lines. Classifying each by itself reads most of its bytes twice and searches for every line
//! feed; one pass over some kilobytes finds all line ends and the masks of all lines between them.

use super::{Backend, ByteMasks, WORD, WindowMasks, WordMasks};

/// The number of words in one pass. Their masks and their bytes fit into the L1 cache.
const ROWS: usize = 254;

/// The number of bytes in one pass.
pub(crate) const PASS: usize = ROWS * WORD;

/// The largest number of lines in one pass. Lines of URLs are longer than 16 bytes.
pub(crate) const MAX_LINES: usize = 1024;

/// The masks of one word of a text, and its line feeds.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Row {
    pub(super) masks: WordMasks,
    pub(super) line_feeds: u64,
}

impl Row {
    /// The masks after the end of the text.
    const END: Self = Self {
        masks: WordMasks { non_host: !0, non_path: !0, dots: 0, hyphens: 0, hashes: 0, percents: 0 },
        line_feeds: 0,
    };
}

/// The line ends and the masks at the beginning of a text.
#[derive(Clone)]
pub(crate) struct LineMasks {
    /// The words, and two more for the window of the last line.
    rows: Box<[Row; ROWS + 2]>,
    /// Where each line begins; the line after the last found one is the last.
    starts: Box<[u16; MAX_LINES + WORD + 2]>,
    lines: usize,
}

impl LineMasks {
    pub(crate) fn new() -> Self {
        Self { rows: Box::new([Row::END; ROWS + 2]), starts: Box::new([0; MAX_LINES + WORD + 2]), lines: 0 }
    }

    /// Classifies the first [`PASS`] bytes of a text. No more than [`MAX_LINES`] lines are found.
    pub(crate) fn read(&mut self, text: &[u8], backend: Backend) {
        let text = &text[..text.len().min(PASS)];
        let count = text.len().div_ceil(WORD);
        backend.classify(text, &mut self.rows[..count]);
        self.rows[count..count + 2].fill(Row::END);
        self.lines = find_starts(&self.rows[..count], &mut self.starts);
    }

    /// The number of lines that were found: each ends with a line feed.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.lines
    }

    /// Where a line begins, or after the last line, where that ends.
    #[inline(always)]
    pub(crate) fn start(&self, line: usize) -> usize {
        usize::from(self.starts[line])
    }

    /// The end of the last line that was found; 0 if there is none.
    pub(crate) fn end(&self) -> usize {
        self.start(self.lines)
    }

    /// The masks of the line that begins at `start`, as [`LineMasks::start`] says.
    ///
    /// Bits after the end of the line are those of the following lines. A line feed is in both sets of stops, so no scan
    /// passes it.
    #[inline(always)]
    pub(crate) fn masks(&self, start: usize) -> ByteMasks {
        let n = start % WORD;
        let [a, b, c] = &self.rows[start / WORD..][..3] else { unreachable!("two rows follow the text") };
        let at = |low: u64, high: u64| low >> n | high << 1 << (WORD - 1 - n);
        let both = |of: fn(&WordMasks) -> u64| [at(of(&a.masks), of(&b.masks)), at(of(&b.masks), of(&c.masks))];
        let any = |of: fn(&WordMasks) -> u64| of(&a.masks) | of(&b.masks) | of(&c.masks);
        let masks = WindowMasks {
            non_host: both(|word| word.non_host),
            non_path: both(|word| word.non_path),
            dots: at(a.masks.dots, b.masks.dots),
            hyphens: at(a.masks.hyphens, b.masks.hyphens),
            hashes: any(|word| word.hashes),
            percents: any(|word| word.percents),
        };
        ByteMasks { base: 0, masks }
    }
}

/// Writes where lines begin to `starts`, until [`MAX_LINES`] have ended, and returns how many have.
///
/// A word has zero to two line feeds, unpredictably. So two are always written for each word without branching; a surplus
/// one is overwritten by the next.
#[expect(clippy::cast_possible_truncation, reason = "a pass has fewer than 2^16 bytes")]
fn find_starts(rows: &[Row], starts: &mut [u16; MAX_LINES + WORD + 2]) -> usize {
    starts[0] = 0;
    let mut count = 1;
    for (row, base) in rows.iter().zip((1_u16..).step_by(WORD)) {
        if count > MAX_LINES {
            break;
        }
        let mut put = |word: u64| {
            starts[count] = base + word.trailing_zeros() as u16;
            count += usize::from(word != 0);
        };
        let word = row.line_feeds;
        let second = word & word.wrapping_sub(1);
        put(word);
        put(second);
        let mut more = second & second.wrapping_sub(1);
        while more != 0 {
            put(more);
            more &= more - 1;
        }
    }
    MAX_LINES.min(count - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::{WINDOW, bits_after, is_host_byte, is_path_byte};
    use proptest::prelude::*;

    /// The masks of a word, byte by byte.
    fn naive(bytes: &[u8]) -> ([u64; 5], [bool; 2]) {
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
        ];
        (exact, [has(b'#'), has(b'%')])
    }

    fn assert_backends_agree(text: &[u8]) {
        let expect: Vec<_> = text.chunks(WORD).map(naive).collect();
        for backend in Backend::every() {
            // Old contents are overwritten.
            let mut rows = vec![Row::END; expect.len()];
            backend.classify(text, &mut rows);
            for (row, expect) in rows.iter().zip(&expect) {
                let WordMasks { non_host, non_path, dots, hyphens, hashes, percents } = row.masks;
                let found = [non_host, non_path, dots, hyphens, row.line_feeds];
                assert_eq!((found, [hashes != 0, percents != 0]), *expect);
            }
        }
    }

    /// The lines are those of the text, as far as one pass goes, and their masks are those of each line alone.
    fn assert_lines(text: &[u8]) {
        let mut lines = LineMasks::new();
        lines.read(text, Backend::detect());
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
