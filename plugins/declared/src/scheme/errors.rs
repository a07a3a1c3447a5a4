//! What a URL is refused for: by which rule of the grammar, and where that is declared.

use std::sync::Arc;

use locator_core::diagnostics::error::ErrorContext;
use locator_core::{Cursor, Error, ErrorKind, Span, syntax::escape, syntax::host};

use super::parse::Reading;
use super::{Compiled, Declared, form};
use locator_abnf::{ByteSet, Expected, Failure, GrammarError, State};

/// Why a text cannot go on.
#[cold]
pub(super) fn failure(reading: Reading<'_>, failure: Failure, at: &mut Cursor<'_>) -> Error {
    let Reading { scheme, compiled, begin } = reading;
    let end = failure.at.max(at.position() + at.rest().len());
    let start = compiled.start.as_ref();
    let blame = start.map(|start| {
        let text = at.marks(|text, _| &text[..end]);
        compiled.grammar.blame(start, text, begin, failure)
    });
    let Failure { at: place, state } = failure;
    let (place, state) = blame.map_or((place, state), |blame| (blame.at, blame.state));
    let limits = behind_head(compiled, at.text(Span::new(begin, place)));
    if let Some(host) = blame.and_then(|blame| blame.host)
        && limits.is_none()
        && let Some(error) = of_host(at, Span::new(host, end))
    {
        return error;
    }
    let expected = expected_at(compiled, state, limits);
    let rest = at.text(Span::new(place, end));
    let Some(found) = rest.chars().next() else {
        let (rule, component) = missing(compiled, state, expected);
        return at.shared_error(ErrorKind::Missing, Span::at(place), context(scheme, rule, component)).found(None);
    };
    let context = context(scheme, expected.rule(), expected.component().unwrap_or("schemepart"));
    let is_escape = escape::byte(rest.as_bytes()).is_some();
    let width = if is_escape { 3 } else { found.len_utf8() };
    let here = Span::new(place, place + width);
    let kind = if found == '%' && !is_escape { ErrorKind::BadEscape } else { ErrorKind::Unexpected };
    at.shared_error(kind, here, context)
}

/// What a text lacks that ends too early: the rule that has to go on, and the component that it leads to. What could go
/// on and need not, such as a host that is whole, is not missing.
fn missing<'g>(compiled: &'g Compiled, state: State, expected: Expected<'g>) -> (&'g str, &'g str) {
    /// So many literal bytes can stand before a component.
    const MOST: usize = 64;
    let mut ahead = compiled.grammar.ahead_of(state);
    let (rule, mut component, mut byte) = expected.needed();
    for _ in 0..MOST {
        let is_further = component.is_none() && byte.is_some_and(|byte| ahead.step(byte, 0));
        if !is_further {
            break;
        }
        let expected = compiled.grammar.expected(ahead.state());
        (component, byte) = (expected.component(), expected.needed().2);
    }
    (rule, component.unwrap_or("schemepart"))
}

/// What an error about a rule names; the only rule of a form is the form.
fn context(scheme: &Declared, rule: &str, component: &str) -> Arc<ErrorContext> {
    match &scheme.syntax.forms {
        Some(forms) if rule == form::START => scheme.context(&FORM, forms, component),
        _ => scheme.context(&GRAMMAR, rule, component),
    }
}

/// What the core has to say of the host that a text begins with, if anything is wrong with it.
fn of_host(at: &mut Cursor<'_>, text: Span) -> Option<Error> {
    let mut error = None;
    at.within(text, |at| {
        at.trial(|at| {
            let read = host::host(at).map(drop);
            read.inspect_err(|refusal| error = Some(refusal.clone()))
        });
    });
    error
}

/// What can follow the head, where a text has been read just that far.
fn behind_head(compiled: &Compiled, read: &str) -> Option<ByteSet> {
    let ends = compiled.head.as_ref()?.0.ends();
    let mut bytes = read.bytes().skip(SLASHES);
    (!bytes.any(|byte| ends.has(byte))).then_some(ends)
}

/// What may come in a state, among some bytes.
fn expected_at(compiled: &Compiled, state: State, among: Option<ByteSet>) -> Expected<'_> {
    let expected = compiled.grammar.expected(state);
    match among {
        Some(bytes) => expected.among(bytes),
        None => expected,
    }
}

/// `"//"`
const SLASHES: usize = 2;

/// What could have stood where the error is.
pub(super) fn expected(scheme: &Declared, text: &str, error: &Error) -> Option<String> {
    if error.requirement().id() != GRAMMAR.id {
        return None;
    }
    if error.kind() == ErrorKind::BadEscape {
        return Some("two hexadecimal digits behind the `%`".to_owned());
    }
    let compiled = scheme.compiled().ok()?;
    let behind = text.find(':')? + 1;
    let place = error.span().start();
    let mut scan = compiled.grammar.begin(compiled.start.as_ref()?, behind);
    let bytes = text.as_bytes().get(behind..place)?;
    (scan.run(bytes, behind) == bytes.len()).then(|| {
        let among = behind_head(compiled, &text[behind..place]);
        let items = expected_at(compiled, scan.state(), among).items();
        items.join("; or ")
    })
}

/// A grammar whose texts have another scheme's name.
#[cold]
pub(super) fn other_scheme(scheme: &Declared, at: &Cursor<'_>) -> Error {
    let why = format!("no text of it begins with `{}:`", scheme.registration.name);
    unusable(scheme, "SR305", &why, at)
}

/// A grammar that was read when the file was loaded, and turned out to need too much when it was compiled.
#[cold]
pub(super) fn uncompiled(scheme: &Declared, error: &GrammarError, at: &Cursor<'_>) -> Error {
    unusable(scheme, error.lint(), &error.to_string(), at)
}

/// Nothing is wrong with the text: no text of the scheme can be read.
fn unusable(scheme: &Declared, id: &'static str, why: &str, at: &Cursor<'_>) -> Error {
    let fault = Fault {
        id,
        says: |scheme, why| format!("the grammar of {scheme} cannot be used: {why}"),
        help: "`locator registry lint` says where; correct the registry file",
    };
    let context = scheme.context_in(&scheme.place, &fault, ("grammar", why), "schemepart");
    at.shared_error(ErrorKind::BadGrammar, Span::at(at.position()), context).found(None)
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
const FORM: Fault = Fault { says: |_, form| format!("the form `{form}` has something else there"), ..GRAMMAR };

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
