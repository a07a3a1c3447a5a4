//! What a URL is refused for: by which rule of the grammar, and where that is declared.

use locator_core::{Clause, Cursor, Error, Kind, Span, escape};

use super::{Compiled, Declared, form, words};
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
    let rest = at.text(Span::new(
        place,
        at.position() + at.rest().len().max(place - at.position()),
    ));
    let Some(found) = rest.chars().next() else {
        let (rule, component) = missing(compiled, scan);
        let (component, clause) = (words::forever(component), clause(scheme, rule));
        let rule = words::forever(rule);
        return at
            .error(Kind::Missing, rule, component, Span::at(place), clause)
            .found(None);
    };
    let expected = compiled.grammar.expected(scan.state());
    let component = words::forever(expected.component().unwrap_or("schemepart"));
    let (rule, clause) = (
        words::forever(expected.rule()),
        clause(scheme, expected.rule()),
    );
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

/// What a text lacks that ends too early: the rule that has to go on, and the component that it leads to. What could go
/// on and need not, such as a host that is whole, is not missing.
fn missing<'g>(compiled: &'g Compiled, scan: &Scan<'g>) -> (&'g str, &'g str) {
    /// So many literal octets can stand before a component.
    const MOST: usize = 64;
    let mut ahead = scan.clone();
    let (rule, mut component, mut octet) = compiled.grammar.expected(ahead.state()).needed();
    for _ in 0..MOST {
        let is_further = component.is_none() && octet.is_some_and(|octet| ahead.step(octet, 0));
        if !is_further {
            break;
        }
        let expected = compiled.grammar.expected(ahead.state());
        (component, octet) = (expected.component(), expected.needed().2);
    }
    (rule, component.unwrap_or("schemepart"))
}

/// What is said of a rule; that of a form is the form.
fn clause(scheme: &Declared, rule: &str) -> &'static Clause {
    match &scheme.syntax.forms {
        Some(forms) if rule == form::START => scheme.clause(&FORM, words::forever(forms)),
        _ => scheme.clause(&GRAMMAR, words::forever(rule)),
    }
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

/// The same, where the author wrote a form.
const FORM: Fault = Fault {
    says: |_, form| format!("the form `{form}` has something else there"),
    ..GRAMMAR
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
