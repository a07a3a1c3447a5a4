//! SR321: parts of steps that have no effect.

use super::LintContext;
use crate::format::finding::{Findings, quoted};
use crate::format::tables::{AccessStep, SendStep};

/// SR321
pub(super) fn without_effect(context: &LintContext<'_>, to: &mut Findings) {
    for entry in context.schemes() {
        for step in entry.access.iter().flat_map(|access| &access.steps) {
            step.visit(&mut |inner| {
                for (message, help) in problems(inner) {
                    to.add(entry.finding("SR321", step.span, message).fix(help));
                }
            });
        }
    }
}

/// The problems of a step without those of the steps in it, each with its help.
fn problems(step: &AccessStep) -> Vec<(String, &'static str)> {
    match step {
        AccessStep::Each { list, then } if then.is_empty() => {
            vec![(format!("`each = \"{list}\"` has no steps"), "write the steps in `then`")]
        }
        AccessStep::If { then, otherwise, .. } if then.is_empty() && otherwise.is_empty() => {
            vec![("an `if` without steps".to_owned(), "write the steps in `then`")]
        }
        AccessStep::Send(send) => unused_map(send),
        _ => Vec::new(),
    }
}

/// Texts of `map` that are never sent: of components that the text lacks, or for values that are never compared.
fn unused_map(send: &SendStep) -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    for (component, texts) in &send.map {
        if !send.text.contains(&format!("{{{component}}}")) {
            let message =
                format!("`map` has texts for {}, which {} does not send", quoted(component), quoted(&send.text));
            found.push((message, "send the component in braces, or remove its texts"));
        }
        for (value, _) in texts.iter().filter(|(value, _)| value.bytes().any(|byte| byte.is_ascii_uppercase())) {
            let message = format!("the text for {} of {} is never sent", quoted(value), quoted(component));
            found.push((message, "write the value in lower case, in which values are compared"));
        }
    }
    found
}
