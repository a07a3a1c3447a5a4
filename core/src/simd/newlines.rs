//! The line feeds of a text, found block by block.
//!
//! Searching for one newline at a time is slow when lines are short, as in a list of URLs.

use super::{BLOCK, BLOCK_WORDS, Backend, LineFeeds, WORD};

/// An iterator over the offsets of the line feeds of a text.
#[derive(Clone)]
pub(crate) struct LineEnds<'a> {
    text: &'a [u8],
    /// The offsets at which the current block and the next one begin.
    base: usize,
    next: usize,
    /// The line feeds of the block, relative to its beginning, and their number.
    ends: [u16; BLOCK + 1],
    count: usize,
    /// How many of them have been returned.
    taken: usize,
}

impl<'a> LineEnds<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Self {
        Self { text, base: 0, next: 0, ends: [0; _], count: 0, taken: 0 }
    }

    /// Scans blocks until one has a line feed; returns `false` at the end of the text.
    #[inline(never)]
    fn fill(&mut self) -> bool {
        while self.next < self.text.len() {
            let rest = &self.text[self.next..];
            let mut bits = [0; BLOCK_WORDS];
            Backend::detect().line_feeds(&rest[..rest.len().min(BLOCK)], &mut bits);
            (self.base, self.next) = (self.next, self.next + BLOCK);
            self.taken = 0;
            self.count = bit_positions(&bits, &mut self.ends);
            if self.count > 0 {
                return true;
            }
        }
        false
    }
}

impl Iterator for LineEnds<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.taken == self.count && !self.fill() {
            return None;
        }
        let end = self.ends[self.taken];
        self.taken += 1;
        Some(self.base + usize::from(end))
    }
}

/// Writes the positions of the set bits to `to`, in ascending order, and returns their number.
///
/// In a list of URLs a word has zero to two line feeds, unpredictably. So two positions are always written for each
/// word without branching; a surplus one is overwritten by the next.
fn bit_positions(bits: &LineFeeds, to: &mut [u16; BLOCK + 1]) -> usize {
    let mut count = 0;
    for (word, base) in bits.iter().zip((0_u16..).step_by(WORD)) {
        let mut put = |word: u64| {
            #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
            let position = base + word.trailing_zeros() as u16;
            to[count] = position;
            count += usize::from(word != 0);
        };
        let second = word & word.wrapping_sub(1);
        put(*word);
        put(second);
        let mut more = second & second.wrapping_sub(1);
        while more != 0 {
            put(more);
            more &= more - 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn naive(text: &[u8]) -> Vec<usize> {
        let ends = text.iter().enumerate();
        let ends = ends.filter(|(_, byte)| **byte == b'\n');
        ends.map(|(at, _)| at).collect()
    }

    fn assert_backends_agree(text: &[u8]) {
        let ends: Vec<_> = LineEnds::new(text).collect();
        assert_eq!(ends, naive(text));
        for block in text.chunks(BLOCK) {
            let mut expect = [0; BLOCK_WORDS];
            for at in naive(block) {
                expect[at / WORD] |= 1 << (at % WORD);
            }
            for backend in Backend::every() {
                // Old contents are overwritten.
                let mut bits = [!0; BLOCK_WORDS];
                backend.line_feeds(block, &mut bits);
                assert_eq!(bits, expect);
            }
        }
    }

    #[test]
    fn every_byte_at_the_edges() {
        for byte in 0..=255 {
            for len in [0, 1, 31, 32, 33, 63, 64, 65, 95, 96, 97, 127, 128] {
                assert_backends_agree(&vec![byte; len]);
            }
        }
        for len in [BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 77] {
            assert_backends_agree(&vec![b'\n'; len]);
            assert_backends_agree(&vec![b'x'; len]);
        }
    }

    proptest! {
        #[test]
        fn line_feeds_are_found_at_every_offset(
            runs in prop::collection::vec((0..300_usize, 1..4_usize), 0..60),
            other in prop::sample::select(vec![0x0B_u8, 0x0D, b'a', 0x8A, 0x00]),
        ) {
            let mut text = Vec::new();
            for (len, ends) in runs {
                text.extend(std::iter::repeat_n(other, len));
                text.extend(std::iter::repeat_n(b'\n', ends));
            }
            assert_backends_agree(&text);
        }
    }
}
