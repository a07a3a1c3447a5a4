//! Searches a text for many words at once, in time that is linear in their lengths and that of the text
//! (Aho and Corasick, "Efficient string matching", 1975).

use crate::text::prelude::*;
use alloc::collections::VecDeque;

/// The words to search for, as an automaton.
pub(super) struct Needles {
    nodes: Vec<Node>,
}

/// What was read so far is a prefix of a word.
#[derive(Default)]
struct Node {
    /// The prefixes that are longer by a byte, sorted by it.
    longer: Vec<(u8, usize)>,
    /// Its longest suffix that is another prefix.
    suffix: usize,
    /// The length of the longest word that ends here.
    longest: usize,
    /// The nearest suffix that is a word.
    shorter: usize,
}

const ROOT: usize = 0;

impl Needles {
    pub(super) fn new(words: impl Iterator<Item = Vec<u8>>) -> Self {
        let mut needles = Self { nodes: vec![Node::default()] };
        words.for_each(|word| needles.insert(&word));
        needles.link();
        needles
    }

    pub(super) fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    fn insert(&mut self, word: &[u8]) {
        let last = word.iter().fold(ROOT, |at, byte| {
            self.edge(at, *byte).unwrap_or_else(|place| {
                let new = self.nodes.len();
                self.nodes.push(Node::default());
                self.nodes[at].longer.insert(place, (*byte, new));
                new
            })
        });
        self.nodes[last].longest = word.len();
    }

    /// The prefix that is longer by a byte, or its place among those that are.
    fn edge(&self, at: usize, byte: u8) -> Result<usize, usize> {
        let longer = &self.nodes[at].longer;
        longer.binary_search_by_key(&byte, |(byte, _)| *byte).map(|place| longer[place].1)
    }

    /// Finds the suffixes, the shorter prefixes first.
    fn link(&mut self) {
        let mut queue = VecDeque::from([ROOT]);
        while let Some(parent) = queue.pop_front() {
            for n in 0..self.nodes[parent].longer.len() {
                let (byte, child) = self.nodes[parent].longer[n];
                let suffix = if parent == ROOT { ROOT } else { self.next(self.nodes[parent].suffix, byte) };
                let Node { longest, shorter, .. } = self.nodes[suffix];
                self.nodes[child].suffix = suffix;
                self.nodes[child].shorter = if longest > 0 { suffix } else { shorter };
                queue.push_back(child);
            }
        }
    }

    /// The longest prefix of a word that ends with a prefix and a byte.
    fn next(&self, mut at: usize, byte: u8) -> usize {
        loop {
            match self.edge(at, byte) {
                Ok(next) => return next,
                Err(_) if at == ROOT => return ROOT,
                Err(_) => at = self.nodes[at].suffix,
            }
        }
    }

    /// For each place of a text where words end, their lengths, the longest first, until `accepts` is true for one; returns
    /// the ranges of those, in ascending order of their ends.
    pub(super) fn find(&self, text: &[u8], accepts: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
        let (mut at, mut found) = (ROOT, Vec::new());
        for (n, byte) in text.iter().enumerate() {
            at = self.next(at, *byte);
            let words =
                core::iter::successors(Some(at), |at| Some(self.nodes[*at].shorter)).take_while(|at| *at != ROOT);
            let starts = words.map(|at| self.nodes[at].longest).filter(|len| *len > 0).map(|len| n + 1 - len);
            found.extend(starts.map(|start| (start, n + 1)).find(|(start, end)| accepts(*start, *end)));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_word_at_each_end_is_found() {
        let needles = |words: &[&str]| Needles::new(words.iter().map(|word| word.as_bytes().to_vec()));
        for (words, text, expected) in [
            (&["he", "she", "hers"][..], "ushers", vec![(1, 4), (2, 6)]),
            (&["a", "ab", "bc"], "abc", vec![(0, 1), (0, 2), (1, 3)]),
            (&["aaa"], "aaaa", vec![(0, 3), (1, 4)]),
            (&["x"], "abc", vec![]),
            (&[], "abc", vec![]),
        ] {
            assert_eq!(needles(words).find(text.as_bytes(), |_, _| true), expected, "{words:?} in {text}");
        }
        let found = needles(&["b", "ab", "aab"]).find(b"aab", |start, end| end - start < 3);
        assert_eq!(found, [(1, 3)]);
    }
}
