//! What the documents say under an id, in the words of the errors that cite it.

use std::collections::BTreeSet;

use locator::clause::{common, modern};
use locator::{Clause, Options};

use super::Meaning;

/// The clauses of the core, and those of the built-in schemes: by what their own examples of bad texts are refused for.
pub(super) fn all() -> Vec<&'static Clause> {
    let mut all: Vec<&Clause> = common::ALL.iter().chain(&modern::ALL).copied().collect();
    let registry = locator::registry();
    for entry in registry.entries() {
        for reject in entry.registration().rejects.iter() {
            for options in [Options::new(), Options::new().current()] {
                let refused = registry.parse_with(&reject.url, options).err();
                all.extend(refused.map(|error| error.clause()));
            }
        }
    }
    let mut seen = BTreeSet::new();
    all.retain(|clause| seen.insert((clause.id, clause.section, clause.says)));
    all
}

/// Adds them to what is known under their ids.
pub(super) fn add(to: &mut Vec<Meaning>) {
    for clause in all() {
        let known = to.iter().position(|one| one.id == clause.id);
        let at = known.unwrap_or_else(|| {
            to.push(Meaning::new(clause.id, "rule"));
            to.len() - 1
        });
        to[at].clauses.push(clause);
    }
}
