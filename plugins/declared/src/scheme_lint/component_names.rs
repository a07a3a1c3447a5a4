//! SR307: the components that `subschemes`, `equality.ignore`, `mistake.within` and `deviation.within` name.

use anyurl_core::authors::Scheme;
use anyurl_core::internal::similar_names;

use crate::Declared;
use crate::format::{Findings, Located, SchemeEntry};

/// The part after the `#`, which is no component of the syntax.
const FRAGMENT: &str = "fragment";

/// Reports each name that is not a component. Equality may also ignore the fragment.
pub(super) fn check(entry: &SchemeEntry, scheme: &Declared, to: &mut Findings) {
    let Some(syntax) = &entry.syntax else { return };
    let components = scheme.registration().components.iter();
    // A user name where none is allowed is a component of lenient mode in all schemes, not of the syntax.
    let is_own = |name: &str| syntax.components.iter().any(|one| *one.name == name);
    let known: Vec<&str> = components.filter(|one| !one.lenient || is_own(&one.name)).map(|one| &*one.name).collect();
    for name in syntax.mistakes.iter().flat_map(|one| &one.within) {
        unknown(entry, "mistake.within", name, &known, to);
    }
    let within = syntax.deviations.iter().flat_map(|one| &one.within);
    for name in within {
        unknown(entry, "deviation.within", name, &known, to);
    }
    if let Some(name) = &syntax.subschemes {
        unknown(entry, "subschemes", name, &known, to);
    }
    let known: Vec<&str> = known.into_iter().chain([FRAGMENT]).collect();
    for name in &syntax.equality.ignore {
        unknown(entry, "equality.ignore", name, &known, to);
    }
}

/// Reports a name that is unknown.
fn unknown(entry: &SchemeEntry, key: &str, name: &Located<String>, known: &[&str], to: &mut Findings) {
    if known.contains(&name.as_str()) {
        return;
    }
    let message = format!("`{key}` names `{}`, which is not a component", **name);
    let similar = similar_names(name, known.iter().copied());
    let help = match similar.first() {
        Some(similar) => format!("did you mean `{similar}`?"),
        None => format!("write one of `{}`", known.join("`, `")),
    };
    to.add(entry.finding("SR307", name.span, message).fix(help));
}
