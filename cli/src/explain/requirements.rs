//! What the documents say under an id, in the words of the errors that cite it.

use std::collections::BTreeSet;

use locator::requirement::{common, modern};
use locator::{Requirement, Options};

use super::Meaning;

/// The requirements of the core, and those of the built-in schemes: by what their own examples of bad texts are refused for.
pub(super) fn all() -> Vec<&'static Requirement> {
    let mut all: Vec<&Requirement> = common::ALL.iter().chain(&modern::ALL).copied().collect();
    let registry = locator::registry();
    for entry in registry.entries() {
        for reject in entry.registration().rejects.iter() {
            for options in [Options::new(), Options::new().current()] {
                let refused = registry.parse_with(&reject.url, options).err();
                all.extend(refused.map(|error| error.requirement()));
            }
        }
    }
    let mut seen = BTreeSet::new();
    all.retain(|requirement| seen.insert((requirement.id, requirement.section, requirement.says)));
    all
}

/// Adds them to what is known under their ids.
pub(super) fn add(to: &mut Vec<Meaning>) {
    for requirement in all() {
        let known = to.iter().position(|one| one.id == requirement.id);
        let at = known.unwrap_or_else(|| {
            to.push(Meaning::new(requirement.id, "rule"));
            to.len() - 1
        });
        to[at].requirements.push(requirement);
    }
}
