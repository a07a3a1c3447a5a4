//! Words that live as long as the program: names of rules and components, which errors carry.

use std::collections::HashSet;
use std::sync::{PoisonError, RwLock};

use locator_core::{Clause, Mend};

use super::faults::Fault;

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

/// What errors cite: each is made when it is first told, and kept. There are as many as grammars have rules.
static CLAUSES: RwLock<Vec<&'static Clause>> = RwLock::new(Vec::new());

/// A clause of a section, kept for ever; the same is kept once.
pub(super) fn clause(section: &str, fault: &Fault<'_>) -> &'static Clause {
    let mut clauses = CLAUSES.write().unwrap_or_else(PoisonError::into_inner);
    let is = |clause: &&&Clause| {
        (clause.id, clause.section, clause.says) == (fault.id, section, fault.says)
    };
    if let Some(known) = clauses.iter().find(is) {
        return known;
    }
    let clause = Box::leak(Box::new(Clause {
        id: fault.id,
        section: forever(section),
        says: forever(fault.says),
        help: fault.help,
        mend: Mend::Unknown,
    }));
    clauses.push(clause);
    clause
}
