//! All steps from a source to a grammar.

use super::check::Shapes;
use super::determinize::determinize;
use super::difference::{language, only_first};
use super::error::{Fault, GrammarError};
use super::findings;
use super::follow::{Follow, Ways, repeated};
use super::limits::{Budget, Cap, Over};
use super::link::{Linked, link};
use super::minimize::minimize;
use super::nfa::{Nfa, Role, Target, build};
use super::roles;
use super::tables::Tables;
use super::tree::{RuleId, key};
use super::{Capture, Grammar, Source};

pub(super) fn compile(source: &Source<'_>, budget: &mut Budget) -> Result<Grammar, GrammarError> {
    budget.next();
    let count = source.captures.len();
    // The cap is at most that of the bits for tags.
    budget.check(Cap::Registers, 2 * count as u64)?;
    let mut linked = link(source, budget)?;
    let targets = targets(&linked, source)?;
    let roles = Role::all(linked.rules.len(), &targets);
    let opaque: Vec<bool> = roles.iter().map(|role| role.is_opaque()).collect();
    let mut roots = vec![linked.start];
    roots.extend(linked.restated.iter().flat_map(|(a, b)| [*a, *b]));
    let shapes = Shapes::of(&linked, source, &roots, &opaque, budget)?;
    restated(&linked, source, &shapes, budget)?;
    let nfa = build(&linked, &shapes, linked.start, (&targets, &roles), budget)?;
    captures(&linked, source, &targets, &nfa, budget)?;
    let tables = tables(&nfa, count, budget)?;
    let mut findings = std::mem::take(&mut linked.findings);
    findings.extend(findings::find(&linked, source, &shapes));
    findings.sort_by_key(|finding| finding.place().span);
    let roles = roles::find(&linked, source, &shapes);
    Ok(Grammar {
        tables,
        nfa,
        start: linked.start,
        names: linked.rules.into_iter().map(|rule| rule.name).collect(),
        captures: source
            .captures
            .iter()
            .map(|capture| capture.name.to_owned())
            .collect(),
        findings,
        roles,
        spent: budget.spent(),
    })
}

fn tables(nfa: &Nfa, captures: usize, budget: &mut Budget) -> Result<Tables, Over> {
    let follow = Follow::of(nfa, Ways::Preferred, budget)?;
    let mut automaton = determinize(nfa, &follow, captures, true, budget)?;
    minimize(&mut automaton, budget)?;
    Tables::pack(automaton, captures, budget)
}

/// The rules of the captures.
fn targets(linked: &Linked, source: &Source<'_>) -> Result<Vec<Target>, GrammarError> {
    let rules = |name: &str| -> Vec<RuleId> {
        let name = key(name);
        let ids = linked.rules.iter().enumerate();
        ids.filter(|(_, rule)| key(&rule.name) == name)
            .map(|(id, _)| id)
            .collect()
    };
    let target = |capture: &Capture<'_>| {
        let found = rules(capture.rule);
        if found.is_empty() && !capture.optional {
            let (component, rule) = (capture.name.to_owned(), capture.rule.to_owned());
            return Err(GrammarError::new(
                Fault::NoCapture { component, rule },
                None,
            ));
        }
        Ok(Target {
            rules: found,
            anywhere: capture.within.is_empty(),
            within: capture.within.iter().flat_map(|name| rules(name)).collect(),
        })
    };
    source.captures.iter().map(target).collect()
}

/// Refuses rules that are defined in two places and derive different texts.
fn restated(
    linked: &Linked,
    source: &Source<'_>,
    shapes: &Shapes,
    budget: &mut Budget,
) -> Result<(), GrammarError> {
    for (first, second) in &linked.restated {
        let singles = (shapes.rule(*first).single, shapes.rule(*second).single);
        if singles.0.is_some() && singles.0 == singles.1 {
            continue;
        }
        let roles = Role::all(linked.rules.len(), &[]);
        let mut automaton = |rule: RuleId| {
            let nfa = build(linked, shapes, rule, (&[], &roles), budget)?;
            language(&nfa, budget)
        };
        let (a, b) = (automaton(*first)?, automaton(*second)?);
        let only_one = match only_first(&b, &a, budget)? {
            Some(witness) => Some(witness),
            None => only_first(&a, &b, budget)?,
        };
        if let Some(witness) = only_one {
            let name = linked.rules[*second].name.clone();
            let first = linked.place(source, *first);
            let place = linked.place(source, *second);
            let fault = Fault::Differs {
                name,
                first,
                witness,
            };
            let hint = "give it another name".to_owned();
            return Err(GrammarError::new(fault, Some(place)).hint(hint));
        }
    }
    Ok(())
}

/// Refuses components that never occur, and those that can occur twice.
fn captures(
    linked: &Linked,
    source: &Source<'_>,
    targets: &[Target],
    nfa: &Nfa,
    budget: &mut Budget,
) -> Result<(), GrammarError> {
    let repeated = repeated(nfa, targets.len(), budget)?;
    for ((n, capture), target) in source.captures.iter().enumerate().zip(targets) {
        let place = target.rules.first().map(|rule| linked.place(source, *rule));
        let (component, rule) = (capture.name.to_owned(), capture.rule.to_owned());
        if nfa.reached >> n & 1 == 0 && !capture.optional {
            let fault = Fault::Unreached { component, rule };
            return Err(GrammarError::new(fault, place));
        }
        if repeated >> n & 1 == 1 {
            let hint = format!(
                "give the part that is meant a rule of its own, such as `the-{rule} = {rule}`"
            );
            let fault = Fault::Repeats { component, rule };
            return Err(GrammarError::new(fault, place).hint(hint));
        }
    }
    Ok(())
}
