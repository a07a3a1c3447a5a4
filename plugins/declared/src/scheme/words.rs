//! Words that live as long as the program: names of rules and components, which errors carry.

use std::collections::HashSet;
use std::sync::{PoisonError, RwLock};

use locator_core::{Requirement, Fix};

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

/// A requirement of a section, made once for each fault and rule of a scheme, and kept for ever.
pub(super) fn requirement(section: &str, scheme: &str, fault: &Fault, rule: &str) -> &'static Requirement {
    Box::leak(Box::new(Requirement {
        id: fault.id,
        section: forever(section),
        says: forever(&(fault.says)(scheme, rule)),
        help: fault.help,
        fix: Fix::Unknown,
    }))
}
