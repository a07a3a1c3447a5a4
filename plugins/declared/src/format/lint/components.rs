//! SR319: keys of a component that do not fit its type, so that they would have no effect; SR323: secrets.

use anyurl_core::Span;

use super::LintContext;
use crate::format::finding::Findings;
use crate::format::keywords::{Case, ComponentType as Type, Keyword};
use crate::format::located::Located;
use crate::format::tables::{ComponentTable, Replacement, SyntaxTable};

/// A key, where it is, and the types that have it.
struct TypedKey {
    key: &'static str,
    span: fn(&ComponentTable) -> Option<Span>,
    types: &'static [Type],
}

const DIVIDED: &[Type] = &[Type::List, Type::Fields];
/// The types with parts, to which some keys apply.
const PARTED: &[Type] = &[Type::List, Type::Fields, Type::String];
const FIELDS: &[Type] = &[Type::Fields];
const INTEGERS: &[Type] = &[Type::Integer];
const HOSTS: &[Type] = &[Type::Host];
/// The types whose values consist of characters, some of which may not count.
const TEXTS: &[Type] = &[Type::String, Type::Path, Type::Keyword, Type::List, Type::Fields, Type::Hex];
/// The types whose values have letters.
const WORDS: &[Type] =
    &[Type::String, Type::Path, Type::Keyword, Type::List, Type::Fields, Type::Hex, Type::Host, Type::Flag];

const KEYS: &[TypedKey] = &[
    TypedKey { key: "separator", span: |one| span_of(one.separator.as_ref()), types: PARTED },
    TypedKey { key: "terminator", span: |one| span_of(one.terminator.as_ref()), types: DIVIDED },
    TypedKey { key: "prefix", span: |one| span_of(one.prefix.as_ref()), types: DIVIDED },
    TypedKey { key: "equals", span: |one| span_of(one.equals.as_ref()), types: FIELDS },
    TypedKey { key: "field_case", span: |one| span_of(one.field_case.as_ref()), types: FIELDS },
    TypedKey { key: "any_order", span: |one| one.any_order.then_some(one.span), types: PARTED },
    TypedKey { key: "field", span: |one| one.field.first().map(|one| one.span), types: FIELDS },
    TypedKey { key: "only_known", span: |one| one.only_known.then_some(one.span), types: FIELDS },
    TypedKey { key: "unique", span: |one| one.unique.then_some(one.span), types: FIELDS },
    TypedKey { key: "secret", span: |one| span_of(one.secret.as_ref()?.first()), types: FIELDS },
    TypedKey { key: "min", span: |one| span_of(one.min.as_ref()), types: INTEGERS },
    TypedKey { key: "max", span: |one| span_of(one.max.as_ref()), types: INTEGERS },
    TypedKey { key: "max_length", span: |one| span_of(one.max_length.as_ref()), types: WORDS },
    TypedKey { key: "host", span: |one| span_of(one.host.as_ref()), types: HOSTS },
    TypedKey { key: "skip", span: |one| span_of(one.skip.as_ref()), types: TEXTS },
    TypedKey { key: "unescape", span: |one| span_of(one.unescape.as_ref()), types: TEXTS },
    TypedKey { key: "case_after", span: |one| span_of(one.case_after.as_ref()), types: TEXTS },
    TypedKey { key: "case", span: |one| span_of(one.case.as_ref()), types: WORDS },
];

/// A finding without its entry: place, message and help.
type Problem = (Span, String, String);

/// SR319
pub(super) fn keys(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.schemes() {
        for (span, message, help) in entry.syntax.as_deref().into_iter().flat_map(problems) {
            to.add(entry.finding("SR319", span, message).fix(help));
        }
    }
    for one in context.layer.overrides() {
        let Replacement::Syntax(syntax) = &one.replacement else { continue };
        for (span, message, help) in problems(syntax) {
            to.add(context.main("SR319", span, message).about(&one.name).fix(help));
        }
    }
}

/// SR323
pub(super) fn secrets(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.schemes() {
        let components = entry.syntax.iter().flat_map(|syntax| &syntax.components);
        for one in components.filter(|one| has_parameters(one) && one.secret.is_none() && !one.sensitive) {
            let message = format!("`{}` does not say which of its fields are secrets", *one.name);
            let help = "write `type = \"fields\"` and `secret = [\"name\"]`, or `secret = []` if none is";
            to.add(entry.finding("SR323", one.name.span, message).fix(help));
        }
    }
}

/// Whether a component consists of parameters, by its type or by the usual names of such components.
fn has_parameters(component: &ComponentTable) -> bool {
    type_of(component) == Type::Fields || matches!(component.name.as_str(), "query" | "options" | "parameters")
}

fn problems(syntax: &SyntaxTable) -> impl Iterator<Item = Problem> {
    let components = syntax.components.iter();
    components.flat_map(|one| {
        typed(one)
            .chain(case(one))
            .chain(case_after(one))
            .chain(parts(one))
            .chain(only_known(one))
            .chain(delimiters(one))
            .chain(skip(one))
            .chain(default(one))
            .chain(limits(one))
    })
}

/// The type, which the names of the common Internet syntax imply.
fn type_of(component: &ComponentTable) -> Type {
    match (component.kind, component.name.as_str()) {
        (Some(kind), _) => kind.value,
        (None, "host") => Type::Host,
        (None, "port") => Type::U16,
        (None, _) => Type::String,
    }
}

/// Keys of other types.
fn typed(component: &ComponentTable) -> impl Iterator<Item = Problem> {
    let kind = type_of(component);
    KEYS.iter().filter(move |one| !one.types.contains(&kind)).filter_map(move |TypedKey { key, span, types }| {
        let message = format!("`{key}` has no effect on `{}`, whose type is `{}`", *component.name, kind.as_str());
        let types: Vec<_> = types.iter().map(|kind| format!("`{}`", kind.as_str())).collect();
        Some((span(component)?, message, format!("remove `{key}`, or write another `type`: {}", types.join(", "))))
    })
}

/// A case that counts, in a type whose case does not.
fn case(component: &ComponentTable) -> Option<Problem> {
    let kind = Some(type_of(component)).filter(|kind| matches!(kind, Type::Keyword | Type::Hex))?;
    let case = component.case.filter(|case| **case == Case::Preserve)?;
    let message = format!("`case = \"preserve\"`, but the case of a `{}` does not count", kind.as_str());
    Some((case.span, message, "remove `case`, or write `type = \"string\"`".to_owned()))
}

/// A list, or fields, with two kinds of delimiters.
fn delimiters(component: &ComponentTable) -> Option<Problem> {
    let keys = [&component.prefix, &component.separator, &component.terminator];
    let second = keys.into_iter().flatten().nth(1).filter(|_| DIVIDED.contains(&type_of(component)))?;
    let message = format!("`{}` has more than one of `prefix`, `separator` and `terminator`", *component.name);
    let help = "keep `prefix` for a delimiter before each element, `separator` for one between the elements, \
                `terminator` for one after each";
    Some((second.span, message, help.to_owned()))
}

/// A range without numbers.
fn limits(component: &ComponentTable) -> Option<Problem> {
    let (min, max) = (component.min?, component.max.filter(|max| component.min.is_some_and(|min| *min > **max))?);
    let message = format!("no number is at least {} and at most {}", *min, *max);
    Some((max.span, message, "write a `max` that is not less than `min`".to_owned()))
}

/// A place for a case that is none.
fn case_after(component: &ComponentTable) -> Option<Problem> {
    let after = component.case_after.as_ref().filter(|_| component.case.is_none())?;
    Some((after.span, "`case_after` has no effect without `case`".to_owned(), "write `case = \"lower\"`".to_owned()))
}

/// A separator of a text whose parts do not matter, or the reverse.
fn parts(component: &ComponentTable) -> Option<Problem> {
    let is_text = type_of(component) == Type::String;
    let matters = component.any_order || component.case_after.is_some() || component.skip_rule.is_some();
    match component.separator.as_ref().filter(|_| is_text) {
        Some(separator) if !matters => {
            let message = format!("`separator` has no effect on `{}`, whose type is `string`", *component.name);
            Some((separator.span, message, "write `type = \"list\"`, or remove `separator`".to_owned()))
        }
        None if is_text && component.any_order => {
            let message = format!("`any_order` has no effect on `{}` without `separator`", *component.name);
            Some((component.span, message, "write the character between the parts".to_owned()))
        }
        _ => None,
    }
}

/// No other fields than none.
fn only_known(component: &ComponentTable) -> Option<Problem> {
    (component.only_known && component.field.is_empty()).then(|| {
        let message = format!("`only_known` has no effect on `{}` without `field`", *component.name);
        (component.span, message, "list the fields in `field`".to_owned())
    })
}

fn skip(component: &ComponentTable) -> Option<Problem> {
    let help = "write the characters that do not count".to_owned();
    match (&component.skip, &component.skip_rule) {
        (Some(skip), _) if skip.is_empty() => Some((skip.span, "`skip` is empty".to_owned(), help)),
        (None, Some(rule)) => Some((rule.span, "`skip_rule` has no effect without `skip`".to_owned(), help)),
        _ => None,
    }
}

/// A default of a component without a value, or a rule for a default that is missing.
fn default(component: &ComponentTable) -> Option<Problem> {
    match (&component.default, &component.explicit_default) {
        (Some(default), _) if type_of(component) == Type::Flag => {
            let message = format!("the flag `{}` is present or absent, and has no `default`", *component.name);
            Some((default.span, message, "remove `default`, or write `type = \"keyword\"`".to_owned()))
        }
        (None, None) if component.empty_default => {
            let message = format!("`{}` has `empty_default`, but no `default`", *component.name);
            Some((component.span, message, "write `default`, or remove `empty_default`".to_owned()))
        }
        (None, Some(explicit)) => {
            let message = format!("`{}` has `explicit_default`, but no `default`", *component.name);
            Some((explicit.span, message, "write `default`, or remove `explicit_default`".to_owned()))
        }
        _ => None,
    }
}

fn span_of<T>(value: Option<&Located<T>>) -> Option<Span> {
    value.map(|value| value.span)
}
