//! Where lines end: a bit for each line feed, found many at a time.
//!
//! To look for one line end after the other costs more than the lines of a list of URLs are long; so a whole stretch is
//! looked at in one call.

use super::WORD;

/// How many words a stretch has: what is found in it stays in the nearest cache.
const WORDS: usize = 64;

/// How many bytes a stretch has.
pub(super) const STRETCH: usize = WORDS * WORD;

/// Where in a stretch line feeds stand: bit n of word m is byte `64 * m + n`.
pub(super) type Bits = [u64; WORDS];

/// The line feeds of a text, one after the other.
#[derive(Clone)]
pub(crate) struct LineEnds<'a> {
    text: &'a [u8],
    /// The byte at which the stretch begins, and that at which the next one does.
    base: usize,
    next: usize,
    /// The line feeds of the stretch, counted from its beginning, and how many there are.
    ends: [u16; STRETCH + 1],
    count: usize,
    /// How many of them have been taken.
    taken: usize,
}

impl<'a> LineEnds<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Self {
        Self { text, base: 0, next: 0, ends: [0; _], count: 0, taken: 0 }
    }

    /// Looks at the next stretches until there is a line feed; false where there is none.
    #[inline(never)]
    fn fill(&mut self) -> bool {
        while self.next < self.text.len() {
            let rest = &self.text[self.next..];
            let mut bits = [0; WORDS];
            mark(&rest[..rest.len().min(STRETCH)], &mut bits);
            (self.base, self.next) = (self.next, self.next + STRETCH);
            self.taken = 0;
            self.count = places(&bits, &mut self.ends);
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

/// The places of the bits, rising; how many there are.
///
/// In a list of URLs a window has no line feed, or one, or two, and nobody can predict how many: so two places are written
/// for each window, and those that stand for nothing are overwritten by what follows.
fn places(bits: &Bits, to: &mut [u16; STRETCH + 1]) -> usize {
    let mut count = 0;
    for (word, base) in bits.iter().zip((0_u16..).step_by(WORD)) {
        let mut put = |word: u64| {
            #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
            let place = base + word.trailing_zeros() as u16;
            to[count] = place;
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

/// Looks at a stretch, or at what is left of the text: at most [`STRETCH`] bytes.
fn mark(text: &[u8], to: &mut Bits) {
    #[cfg(all(target_arch = "x86_64", not(locator_portable)))]
    if super::avx2::line_feeds(text, to) {
        return;
    }
    super::portable::line_feeds(text, to);
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

    fn all_agree(text: &[u8]) {
        let ends: Vec<_> = LineEnds::new(text).collect();
        assert_eq!(ends, naive(text));
        for stretch in text.chunks(STRETCH) {
            let mut expect = [0; WORDS];
            for at in naive(stretch) {
                expect[at / WORD] |= 1 << (at % WORD);
            }
            // What was there before is overwritten.
            let mut bits = [!0; WORDS];
            super::super::portable::line_feeds(stretch, &mut bits);
            assert_eq!(bits, expect);
            #[cfg(target_arch = "x86_64")]
            {
                let mut bits = [!0; WORDS];
                if super::super::avx2::line_feeds(stretch, &mut bits) {
                    assert_eq!(bits, expect);
                }
            }
        }
    }

    #[test]
    fn every_byte_at_the_edges() {
        for byte in 0..=255 {
            for len in [0, 1, 31, 32, 33, 63, 64, 65, 95, 96, 97, 127, 128] {
                all_agree(&vec![byte; len]);
            }
        }
        for len in [STRETCH - 1, STRETCH, STRETCH + 1, 3 * STRETCH + 77] {
            all_agree(&vec![b'\n'; len]);
            all_agree(&vec![b'x'; len]);
        }
    }

    proptest! {
        #[test]
        fn line_feeds_are_found_wherever_they_stand(
            runs in prop::collection::vec((0..300_usize, 1..4_usize), 0..60),
            other in prop::sample::select(vec![0x0B_u8, 0x0D, b'a', 0x8A, 0x00]),
        ) {
            let mut text = Vec::new();
            for (len, ends) in runs {
                text.extend(std::iter::repeat_n(other, len));
                text.extend(std::iter::repeat_n(b'\n', ends));
            }
            all_agree(&text);
        }
    }
}
