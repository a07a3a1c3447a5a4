//! SR320: keys for lenient mode that have no effect.

use anyurl_core::Span;

use super::LintContext;
use crate::format::finding::Findings;
use crate::format::tables::{ComponentTable, DeviationTable, Replacement, SyntaxTable};

/// A finding without its entry: place, message and help.
type Problem = (Span, String, &'static str);

/// SR320
pub(super) fn without_effect(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.schemes() {
        for (span, message, help) in entry.syntax.as_deref().into_iter().flat_map(problems) {
            to.add(entry.finding("SR320", span, message).fix(help));
        }
    }
    for one in context.layer.overrides() {
        let Replacement::Syntax(syntax) = &one.replacement else { continue };
        for (span, message, help) in problems(syntax) {
            to.add(context.main("SR320", span, message).about(&one.name).fix(help));
        }
    }
}

fn problems(syntax: &SyntaxTable) -> Vec<Problem> {
    let mut found: Vec<_> = syntax.deviations.iter().filter_map(in_components).collect();
    match &syntax.lenient {
        Some(lenient) if syntax.abnf.is_none() => {
            let message = "`lenient` replaces rules of a grammar, and a form has none".to_owned();
            found.push((lenient.span, message, "remove `lenient`, or write a grammar in place of the form"));
        }
        Some(_) => {}
        None => found.extend(needs_lenient(syntax)),
    }
    found
}

/// Keys that need a lenient grammar.
fn needs_lenient(syntax: &SyntaxTable) -> impl Iterator<Item = Problem> {
    let problem = |span, key| {
        let help = "write the rules of lenient mode in `lenient`, or remove the key";
        (span, format!("{key} has no effect without `lenient`"), help)
    };
    let first = syntax.lenient_first.then(|| problem(syntax.span, "`lenient_first`"));
    let decoded = syntax.components.iter().filter_map(own_lenient_rule);
    let decoded = decoded.map(move |span| problem(span, "`decoded.lenient`"));
    let deviations =
        syntax.deviations.iter().filter(|one| !one.strict).map(move |one| problem(one.span, "a deviation"));
    first.into_iter().chain(decoded).chain(deviations)
}

/// The place of a rule of decoded text that is for lenient mode only.
fn own_lenient_rule(component: &ComponentTable) -> Option<Span> {
    let rules = &component.decoded;
    let lenient = rules.lenient.as_ref().filter(|lenient| Some(*lenient) != rules.strict.as_ref());
    lenient.map(|lenient| lenient.span)
}

/// A deviation in components that says what to write, which only the text of a rule can.
fn in_components(deviation: &DeviationTable) -> Option<Problem> {
    let write = deviation.write.as_ref().filter(|_| deviation.rule.is_none())?;
    let message = "`write` has no effect on characters or escapes within components".to_owned();
    Some((write.span, message, "name a `rule` of the lenient grammar whose text is replaced, or remove `write`"))
}
