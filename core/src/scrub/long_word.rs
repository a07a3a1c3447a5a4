//! Words that are longer than [`MAX_WORD_LEN`]: they are searched in parts that overlap.

use super::MAX_WORD_LEN;
use super::candidates::Candidates;
use super::word;
use crate::diagnostics::redact::search;
use crate::diagnostics::secrets::Search;
use crate::text::polyfill::pop_if;
use crate::text::prelude::*;
use crate::text::span::Span;

/// The bytes of a part after which the next begins. A secret and the text that shows that it is one are in one part if
/// they are no longer than the rest.
const STEP: usize = MAX_WORD_LEN / 2;

/// The state between two parts of a long word.
#[derive(Debug, Default)]
pub(super) struct LongWord {
    /// The secrets that earlier parts have found in the next one.
    found: Vec<Span>,
}

/// The result of the search of a part.
pub(super) struct Searched {
    /// The length of the beginning of the part that can be written.
    pub(super) len: usize,
    /// The secrets in that beginning.
    pub(super) secrets: Vec<Span>,
    /// Whether the rest of the word is a secret.
    pub(super) hides_rest: bool,
}

impl LongWord {
    /// Searches the next part, which has [`MAX_WORD_LEN`] bytes unless the word ends with it.
    pub(super) fn search(&mut self, part: &[u8], is_last: bool, search: Search<'_>) -> Searched {
        let mut found = Vec::new();
        if Candidates::new(part, search).next_word(0).is_some() {
            word::secrets(part, is_last, search, &mut found);
        }
        found.append(&mut self.found);
        search::merge(&mut found);
        if is_last {
            return Searched { len: part.len(), secrets: found, hides_rest: false };
        }
        // Without its beginning, the rest of a secret may be unrecognisable.
        if let Some(open) = pop_if(&mut found, |last| last.end() == part.len()) {
            return Searched { len: open.start(), secrets: found, hides_rest: true };
        }
        let crossing = found.iter().find(|span| span.start() < STEP && STEP < span.end());
        let len = crossing.map_or(STEP, |span| span.end());
        let (secrets, later): (Vec<_>, Vec<_>) = found.into_iter().partition(|span| span.start() < len);
        self.found = later.into_iter().map(|span| Span::new(span.start() - len, span.end() - len)).collect();
        Searched { len, secrets, hides_rest: false }
    }
}
