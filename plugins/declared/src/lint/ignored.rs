//! SR307: the names in `equality.ignore`.

use locator_core::Scheme;
use locator_core::text::did_you_mean::similar_names;

use crate::Declared;
use crate::format::{Findings, SchemeEntry};

/// The part after the `#`, which is no component of the syntax.
const FRAGMENT: &str = "fragment";

/// Reports each name that is neither a component nor the fragment.
pub(super) fn check(entry: &SchemeEntry, scheme: &Declared, to: &mut Findings) {
    let ignored = entry.syntax.iter().flat_map(|syntax| &syntax.equality.ignore);
    let components = scheme.registration().components.iter().filter(|one| !one.lenient);
    let known: Vec<&str> = components.map(|one| &*one.name).chain([FRAGMENT]).collect();
    for name in ignored.filter(|name| !known.contains(&name.as_str())) {
        let message = format!("`equality.ignore` names `{}`, which is not a component", **name);
        let similar = similar_names(name, known.iter().copied());
        let help = match similar.first() {
            Some(similar) => format!("did you mean `{similar}`?"),
            None => format!("write one of `{}`", known.join("`, `")),
        };
        to.add(entry.finding("SR307", name.span, message).fix(help));
    }
}
