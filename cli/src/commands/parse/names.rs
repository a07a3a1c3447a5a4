//! The names of components on the command line, checked before any URL is read.

use anyurl::authors::{Component, Registration};
use anyurl::{Entry, Registry, visible};
use anyurl_core::internal::similar_names;

use crate::error::CliError;

/// Components that are read from a URL of any scheme, if it has them.
const COMMON: [&str; 8] = ["scheme", "user", "password", "host", "port", "path", "query", "fragment"];

/// Texts that are no components.
const WHOLE: [&str; 3] = ["url", "input", "canonical"];

/// Checks a name in a format.
pub(super) fn check_printed(name: &str, registry: &Registry) -> Result<(), CliError> {
    if WHOLE.contains(&name) { Ok(()) } else { check(name, &WHOLE, registry) }
}

/// Checks a name of a component that is set.
pub(super) fn check_set(name: &str, registry: &Registry) -> Result<(), CliError> {
    match name {
        "url" => Err(CliError::Usage("`url` cannot be set: give the URL itself as an argument".to_owned())),
        _ => check(name, &[], registry),
    }
}

/// Checks that some scheme has a component with this name. A URL of another scheme may lack it.
fn check(name: &str, others: &[&str], registry: &Registry) -> Result<(), CliError> {
    // The first look is only at schemes that are part of the program: others are loaded from the registry.
    let is_known = |registry: &Registry| registry.entries().any(|entry| has(entry.registration(), name));
    if COMMON.contains(&name) || is_known(anyurl::rfc1738()) || is_known(registry) {
        return Ok(());
    }
    let common = [others, &COMMON].concat();
    let of_schemes = registry.entries().map(Entry::registration).flat_map(|one| one.components.iter());
    let mut known = common.clone();
    known.extend(of_schemes.map(|component| &*component.name));
    let mut near = similar_names(name, known);
    near.dedup();
    let question = match near.as_slice() {
        [] => String::new(),
        near => format!("did you mean `{}`? Otherwise, ", near.join("` or `")),
    };
    Err(CliError::Usage(format!(
        "no scheme has a component `{}`: {question}every scheme may have {}; `anyurl schemes NAME` lists those of one scheme",
        visible(name),
        common.join(", ")
    )))
}

fn has(registration: &Registration, name: &str) -> bool {
    registration.components.iter().any(|component: &Component| component.name == *name)
}
