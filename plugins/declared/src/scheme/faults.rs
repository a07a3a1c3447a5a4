//! What a URL is refused for: by which rule of the grammar, and where that is declared.

use locator_core::{Clause, Cursor, Error, Kind, Span, escape};

use super::{Compiled, Declared, words};
use crate::grammar::Scan;

/// Why the text cannot go on at a place.
#[cold]
pub(super) fn failure(
    scheme: &Declared,
    compiled: &Compiled,
    scan: &Scan<'_>,
    at: &Cursor<'_>,
    place: usize,
) -> Error {
    let expected = compiled.grammar.expected(scan.state());
    let rule = words::forever(expected.rule());
    let component = words::forever(expected.component().unwrap_or("schemepart"));
    let rest = at.text(Span::new(
        place,
        at.position() + at.rest().len().max(place - at.position()),
    ));
    let clause = scheme.clause(&GRAMMAR, rule);
    let Some(found) = rest.chars().next() else {
        return at
            .error(Kind::Missing, rule, component, Span::at(place), clause)
            .found(None);
    };
    let is_escape = escape::octet(rest.as_bytes()).is_some();
    let width = if is_escape { 3 } else { found.len_utf8() };
    let here = Span::new(place, place + width);
    let kind = if found == '%' && !is_escape {
        Kind::BadEscape
    } else {
        Kind::Unexpected
    };
    at.error(kind, rule, component, here, clause)
}

/// What could have stood where the error is.
pub(super) fn expected(scheme: &Declared, text: &str, error: &Error) -> Option<String> {
    if error.clause().id != GRAMMAR.id {
        return None;
    }
    let compiled = scheme.compiled().ok()?;
    let behind = text.find(':')? + 1;
    let place = error.span().start();
    let mut scan = compiled.grammar.begin(compiled.start.as_ref()?, behind);
    let octets = text.as_bytes().get(behind..place)?;
    (scan.run(octets, behind) == octets.len()).then(|| {
        let items = compiled.grammar.expected(scan.state()).items();
        items.join("; or ")
    })
}

#[cold]
pub(super) fn too_large(at: &Cursor<'_>) -> Error {
    let here = Span::at(at.position());
    at.error(Kind::TooLong, "grammar", "schemepart", here, &TOO_LARGE)
        .found(None)
}

/// What a text can break; the section is that of the scheme.
pub(super) struct Fault {
    pub(super) id: &'static str,
    /// The words, of a scheme and a rule of its grammar.
    pub(super) says: fn(&str, &str) -> String,
    pub(super) help: &'static str,
}

/// Something that no rule derives.
const GRAMMAR: Fault = Fault {
    id: "grammar",
    says: |scheme, rule| format!("the rule `{rule}` of {scheme} has something else there"),
    help: "write what is expected there",
};

/// The grammar lets something else than digits pass, and the type of the component does not.
pub(super) static NO_NUMBER: Fault = Fault {
    id: "no-number",
    says: |_, _| "the component is a number by its type, and a number has digits only".to_owned(),
    help: "write digits",
};

/// A number beyond the type of its component.
pub(super) static NUMBER: Fault = Fault {
    id: "number",
    says: |_, _| "the number is larger than the type of the component".to_owned(),
    help: "write a smaller number",
};

/// A grammar that was read, and cannot be compiled.
pub(super) static TOO_LARGE: Clause = Clause {
    id: "SR301",
    section: "the registry file of the scheme",
    says: "the grammar of the scheme cannot be compiled",
    help: "`locator registry lint` says why",
    mend: locator_core::Mend::Unknown,
};
