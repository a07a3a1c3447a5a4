//! [`LineIndex`]: from byte offsets to lines and columns.

use crate::text::prelude::*;

/// The lines of a text, to find the line and column of a byte.
///
/// ```
/// use anyurl_core::LineIndex;
///
/// let text = "a\nbé x-foo:a";
/// let lines = LineIndex::new(text);
/// assert_eq!(lines.line_column(text.find("x-foo").unwrap()), (2, 4));
/// ```
#[derive(Clone, Debug)]
pub struct LineIndex<'t> {
    text: &'t str,
    /// The offset at which each line begins.
    starts: Vec<usize>,
}

impl<'t> LineIndex<'t> {
    /// Finds the lines of a text, each of which ends with a line feed.
    pub fn new(text: &'t str) -> Self {
        let after = memchr::memchr_iter(b'\n', text.as_bytes()).map(|newline| newline + 1);
        Self { text, starts: core::iter::once(0).chain(after).collect() }
    }

    /// The line and the column of a byte, both from 1; the column counts characters. After the text, those of its end.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|start| *start <= offset);
        let before = self.text[self.starts[line - 1]..].char_indices();
        let before = before.take_while(|(at, character)| self.starts[line - 1] + at + character.len_utf8() <= offset);
        (line, before.count() + 1)
    }
}
