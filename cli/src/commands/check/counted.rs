//! Numbers of lines, and the first of them.

use anyurl::batch::InputLine;

/// A number of lines, and the first of them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counted {
    pub(crate) count: u64,
    pub(crate) first: Place,
}

/// The position of a line in its block.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// The line number, from 0.
    pub(crate) number: u64,
    /// The offset of its first byte.
    pub(crate) start: usize,
}

impl Counted {
    /// Adds lines, which may come before those counted so far.
    #[inline]
    pub(crate) fn add(&mut self, first: Place, count: u64) {
        if self.count == 0 || first.number < self.first.number {
            self.first = first;
        }
        self.count += count;
    }
}

impl Place {
    pub(crate) fn of(line: &InputLine<'_>) -> Self {
        Self { number: line.number, start: line.start }
    }
}
