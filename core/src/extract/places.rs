//! The places in a stream from which the bytes of a found text come.

use core::ops::Range;

use crate::text::polyfill::pop_if;
use crate::text::prelude::*;
use crate::text::span::Span;

/// Maps offsets in a found text to offsets in the stream. A text without gaps needs no allocation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Places {
    start: u64,
    /// Offsets in the text before which bytes of the stream were skipped, and the places of the bytes after them.
    gaps: Vec<(usize, u64)>,
}

impl Places {
    /// The places of a text without gaps.
    pub(super) const fn contiguous(start: u64) -> Self {
        Self { start, gaps: Vec::new() }
    }

    /// The places of the bytes of a text, one by one.
    pub(super) fn new(mut places: impl Iterator<Item = u64>) -> Self {
        let mut result = Self::contiguous(places.next().unwrap_or_default());
        let mut last = result.start;
        for (at, place) in (1..).zip(places) {
            if place != last + 1 {
                result.gaps.push((at, place));
            }
            last = place;
        }
        result
    }

    /// The places in the text that [`String::from_utf8_lossy`] makes of `bytes`, of which these are the places.
    pub(super) fn lossy(&self, bytes: &[u8]) -> Self {
        let mut at = 0;
        let mut places = Vec::new();
        for chunk in bytes.utf8_chunks() {
            places.extend((at..at + chunk.valid().len()).map(|at| self.get(at)));
            at += chunk.valid().len();
            if let Some(last) = chunk.invalid().len().checked_sub(1) {
                // At most three bytes: it ends where the last of them ends.
                let replacement = 0..char::REPLACEMENT_CHARACTER.len_utf8();
                places.extend(replacement.map(|n| self.get(at + n.min(last))));
                at += last + 1;
            }
        }
        Self::new(places.into_iter())
    }

    /// The places in the stream of a text of `len` bytes whose places are offsets in the text without escape sequences.
    pub(super) fn moved(&self, len: usize, to: &StreamPlaces) -> Self {
        Self::new((0..len.max(1)).map(|at| to.get(self.get(at))))
    }

    /// The place of the byte at an offset.
    pub(super) fn get(&self, at: usize) -> u64 {
        let after = self.gaps.partition_point(|(gap, _)| *gap <= at);
        let (from, place) = after.checked_sub(1).map_or((0, self.start), |last| self.gaps[last]);
        place + (at - from) as u64
    }

    /// The places of a span: one range, or several if bytes of the stream were skipped within it.
    pub(super) fn ranges(&self, span: Span) -> impl Iterator<Item = Range<u64>> {
        let inside = self.gaps.iter().map(|(gap, _)| *gap).filter(move |gap| span.start() < *gap && *gap < span.end());
        let mut at = span.start();
        inside.chain([span.end()]).map(move |end| {
            // The byte before a gap is in the stream directly before its end.
            let range = self.get(at)..if at < end { self.get(end - 1) + 1 } else { self.get(at) };
            at = end;
            range
        })
    }
}

/// Maps offsets in the text without escape sequences to places in the stream.
#[derive(Default)]
pub(super) struct StreamPlaces {
    /// Offsets in the text before which a sequence was skipped, and the places of the bytes after it.
    gaps: Vec<(u64, u64)>,
}

impl StreamPlaces {
    /// The place of the byte at an offset.
    pub(super) fn get(&self, at: u64) -> u64 {
        let after = self.gaps.partition_point(|(gap, _)| *gap <= at);
        after.checked_sub(1).map_or(at, |last| self.gaps[last].1 + (at - self.gaps[last].0))
    }

    /// Records that the byte at an offset is at a place, after a sequence.
    pub(super) fn skip(&mut self, at: u64, place: u64) {
        pop_if(&mut self.gaps, |(last, _)| *last == at);
        self.gaps.push((at, place));
    }

    /// Forgets the gaps of the text before an offset.
    pub(super) fn forget_before(&mut self, at: u64) {
        let after = self.gaps.partition_point(|(gap, _)| *gap <= at);
        self.gaps.drain(..after.saturating_sub(1));
    }

    /// Whether offsets are places.
    pub(super) fn is_identity(&self) -> bool {
        self.gaps.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_skipped() {
        let places = Places::new([10, 11, 15, 16, 20].into_iter());
        assert_eq!((0..5).map(|at| places.get(at)).collect::<Vec<_>>(), [10, 11, 15, 16, 20]);
        for (start, end, ranges) in [
            (0, 5, &[(10, 12), (15, 17), (20, 21)][..]),
            (1, 3, &[(11, 12), (15, 16)]),
            (2, 4, &[(15, 17)]),
            (2, 2, &[(15, 15)]),
        ] {
            let found = places.ranges(Span::new(start, end)).map(|range| (range.start, range.end));
            assert!(found.eq(ranges.iter().copied()), "{start}..{end}");
        }
    }

    #[test]
    fn replacement_characters_have_the_place_of_the_bytes() {
        let places = Places::new([5, 6, 9, 10].into_iter()).lossy(b"a\xE9\xFFb");
        assert_eq!((0..8).map(|at| places.get(at)).collect::<Vec<_>>(), [5, 6, 6, 6, 9, 9, 9, 10]);
        // The beginnings of characters.
        for (bytes, expect) in [(&b"\xE0\xA0"[..], [5, 6, 6]), (b"\xF0\x90\x80", [5, 6, 7])] {
            let places = Places::contiguous(5).lossy(bytes);
            assert_eq!((0..3).map(|at| places.get(at)).collect::<Vec<_>>(), expect);
        }
    }
}
