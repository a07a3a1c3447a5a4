//! SR407: steps that send components that can be absent.

use anyurl_core::Span;
use anyurl_core::authors::Scheme;

use crate::Declared;
use crate::format::{AccessStep, Findings, Level, Located, SchemeEntry};
use anyurl_abnf::{Budget, CompiledGrammar};

/// The rule of RFC 3986 that contains both user and password.
const USERINFO: &str = "userinfo";

/// SR407: a plan skips a step that sends an absent component.
pub(super) fn absent(
    entry: &SchemeEntry,
    scheme: &Declared,
    (grammar, budget): (&CompiledGrammar, &mut Budget),
    to: &mut Findings,
) {
    let registration = scheme.registration();
    let has_default = |name: &&str| {
        let component = registration.component(name);
        component.is_some_and(|one| one.default.is_some())
    };
    for name in scheme.sent().into_iter().filter(|name| !has_default(name)) {
        let Some(witness) = without(grammar, name, budget) else {
            continue;
        };
        let message = format!("`{{{name}}}` can be absent: for `{witness}`, the step that sends it is skipped");
        let help = format!("{}, or send `{{{name}}}` in a step of its own", self::help(entry, name));
        let finding = entry.finding("SR407", sending(entry, name), message);
        to.add(finding.fix(help).at_level(level(entry, scheme, name)));
    }
}

/// A component in a step of its own is probably optional on purpose: `GROUP {group}`, then `ARTICLE {number}`.
fn level(entry: &SchemeEntry, scheme: &Declared, name: &str) -> Level {
    let others: Vec<_> = scheme.sent().into_iter().filter(|one| *one != name).collect();
    let (own, rest): (Vec<_>, Vec<_>) = texts(entry).partition(|text| sends(text, name));
    let is_own = |text: &&str| !others.iter().any(|other| sends(text, other));
    if own.iter().all(is_own) && !rest.is_empty() { Level::Note } else { Level::Warning }
}

/// The texts that the steps send.
fn texts(entry: &SchemeEntry) -> impl Iterator<Item = &str> {
    let steps = entry.access.iter().flat_map(|access| &access.steps);
    steps.filter_map(|step| match &**step {
        AccessStep::Send(send) => Some(send.text.as_str()),
        _ => None,
    })
}

/// Whether a text contains the variable of a component. `_` can replace a hyphen (RFC 6570).
fn sends(text: &str, name: &str) -> bool {
    [name, &name.replace('-', "_")].iter().any(|name| text.contains(&format!("{{{name}}}")))
}

/// A URL without the component.
fn without(grammar: &CompiledGrammar, name: &str, budget: &mut Budget) -> Option<String> {
    let is_login = matches!(name, "user" | "password");
    let is_known = grammar.captures().any(|known| known == name);
    let name = if is_login && !is_known { USERINFO } else { name };
    let witness = grammar.text_without(name, budget);
    let witness = witness.ok().flatten()?;
    Some(String::from_utf8_lossy(&witness).into_owned())
}

/// The help text. A form cannot have defaults.
fn help(entry: &SchemeEntry, name: &str) -> String {
    let has_rules = entry.syntax.as_ref().is_some_and(|syntax| syntax.abnf.is_some());
    if has_rules {
        format!("give the component a `default`, or require `{name}` in every URL")
    } else {
        format!("write `<{name}>` outside brackets")
    }
}

/// The span of the step that sends a component.
pub(super) fn sending(entry: &SchemeEntry, name: &str) -> Span {
    let mut steps = entry.access.iter().flat_map(|access| &access.steps);
    let is_sent = |step: &&Located<AccessStep>| matches!(&***step, AccessStep::Send(send) if sends(&send.text, name));
    steps.find(is_sent).map_or(entry.span, |step| step.span)
}
