//! The requirements that errors cite.

use std::collections::BTreeSet;

use anyurl::Options;
use anyurl::authors::RequirementRef;
use anyurl_core::internal::{common, modern};

use super::meaning::Meaning;

/// The requirements of the core and of declared schemes, and those of the built-in schemes, which are collected by parsing
/// their rejects.
pub(super) fn all() -> Vec<RequirementRef> {
    let common = common::ALL.iter().chain(modern::ALL);
    let mut all: Vec<RequirementRef> = common.map(|requirement| (*requirement).into()).collect();
    all.extend(anyurl_declared::requirements().into_iter().map(RequirementRef::from));
    let registry = anyurl::registry();
    for entry in registry.entries() {
        for reject in entry.registration().rejects.iter() {
            for options in [Options::new(), Options::new().rfc1738()] {
                let refused = registry.parser().options(options).parse(&reject.url).err();
                let requirement = refused.map(|error| error.requirement_ref());
                all.extend(requirement.filter(|one| matches!(one, RequirementRef::Static(_))));
            }
        }
    }
    let mut seen = BTreeSet::new();
    all.retain(|one| seen.insert([one.id(), one.section(), one.text()].map(str::to_owned)));
    all
}

/// Adds each requirement to the meaning with its id.
pub(super) fn add(to: &mut Vec<Meaning>) {
    for requirement in all() {
        let known = to.iter().position(|one| one.id == requirement.id());
        let at = known.unwrap_or_else(|| {
            to.push(Meaning::new(requirement.id(), "rule"));
            to.len() - 1
        });
        to[at].requirements.push(requirement);
    }
}
