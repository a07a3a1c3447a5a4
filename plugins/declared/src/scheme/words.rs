//! Words that live as long as the program: names of rules and components, which errors carry.

use std::collections::HashSet;
use std::sync::{PoisonError, RwLock};

use locator_core::{Clause, Mend};

static WORDS: RwLock<Option<HashSet<&'static str>>> = RwLock::new(None);

/// The word, kept for ever. Each is kept once, whatever is compiled how often; only errors ask for them.
pub(super) fn forever(word: &str) -> &'static str {
    let known = WORDS.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(word) = known.as_ref().and_then(|words| words.get(word)) {
        return word;
    }
    drop(known);
    let mut words = WORDS.write().unwrap_or_else(PoisonError::into_inner);
    let words = words.get_or_insert_default();
    if let Some(word) = words.get(word) {
        return word;
    }
    let word: &'static str = word.to_owned().leak();
    words.insert(word);
    word
}

/// What an error of a scheme cites: made at its first error, and kept.
pub(super) fn clause(scheme: &str, section: &str) -> &'static Clause {
    let section = if section.is_empty() {
        format!("grammar of {scheme}")
    } else {
        section.to_owned()
    };
    Box::leak(Box::new(Clause {
        id: forever(&format!("{scheme}-grammar")),
        section: forever(&section),
        says: forever(&format!("the grammar of {scheme} has something else there")),
        help: "write what is expected there",
        mend: Mend::Unknown,
    }))
}
