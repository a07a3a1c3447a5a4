//! What is wrong with policies: lines that loosen what a lower layer holds (SR607), and names of nothing (SR614).

use std::collections::BTreeSet;

use locator_core::Span;

use super::{AccessPolicy, Said, Subject, Weight, lists, name_of};
use crate::format::{Finding, Keyword, Level, Selector, quoted};
use crate::layers::names::Names;
use crate::layers::placed::{Found, Placed};

impl AccessPolicy {
    /// Finds both.
    pub(in crate::layers) fn check(&self, names: &Names, to: &mut Found<'_>) {
        let mut seen = BTreeSet::new();
        for (name, behind) in &names.map {
            for definition in &behind.definitions {
                self.loosened(definition.subject(name), &mut seen, to);
            }
        }
        for (placed, rules) in self.rules() {
            let lists = lists(rules).flat_map(|(_, list)| list).chain(&rules.relaxable);
            for selector in lists {
                unknown(placed, selector, selector.span, names, to);
            }
            for name in &rules.allow_dylib {
                unknown(placed, &Selector::Name(name.value.clone()), name.span, names, to);
            }
        }
    }

    /// SR607, once for each line: an error where it names the scheme; a pattern is merely held back.
    fn loosened(&self, subject: Subject<'_>, seen: &mut BTreeSet<(String, usize)>, to: &mut Found<'_>) {
        let all = self.said(subject);
        for (n, later) in all.iter().enumerate().filter(|(_, one)| one.weight > Weight::Default) {
            let holds = |lower: &&Said<'_>| later.decision < lower.decision && !lower.gives_way_to(later, subject);
            let Some(lower) = all[..n].iter().find(holds) else {
                continue;
            };
            let key = (later.table.by.id().to_owned(), later.span.start());
            if seen.insert(key) {
                to.add(loosens(later, lower, subject));
            }
        }
    }
}

fn loosens(later: &Said<'_>, lower: &Said<'_>, subject: Subject<'_>) -> Finding {
    let message = format!(
        "`{}` for {} loosens what a lower layer says: {}",
        later.decision.as_str(),
        quoted(subject.name),
        lower.reason()
    );
    let help = "take it away, or have it listed by name in the `relaxable` of that layer";
    let finding = later.table.by.finding("SR607", later.span, message);
    let finding = finding.about(subject.name).fix(help);
    match later.weight {
        Weight::Name => finding,
        Weight::Pattern | Weight::Default => finding.at_level(Level::Warning),
    }
}

/// SR614
fn unknown(placed: &Placed, selector: &Selector, span: Span, names: &Names, to: &mut Found<'_>) {
    let Some(name) = name_of(selector) else {
        return;
    };
    let is_known = names.get(name).is_some_and(crate::layers::Name::is_known);
    if !is_known {
        let message = format!("the policy names {}, which no layer has", quoted(name));
        let help = "fix the name; a name that is to lead nowhere is masked (`[[mask]]`)";
        to.add(placed.finding("SR614", span, message).about(name).fix(help));
    }
}
