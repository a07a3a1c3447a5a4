//! All steps from a source to a grammar.

use super::ast::{RuleId, is_same};
use super::check::Shapes;
use super::delimiters;
use super::dense::DenseTables;
use super::determinize::determinize;
use super::difference::{language, only_first};
use super::error::{AbnfErrorKind, GrammarError, RulePlace};
use super::findings;
use super::followpos::{Follow, Ways};
use super::limits::{Budget, Cap, Over};
use super::minimize::minimize;
use super::nfa::{Nfa, Role, Target, build};
use super::occurrences::{Count, Occurrences};
use super::resolve::{Linked, link};
use super::{Capture, Grammar, Source};

/// A grammar, read and checked, before anything is expanded.
pub(super) struct Prepared {
    pub linked: Linked,
    pub targets: Vec<Target>,
    pub roles: Vec<Role>,
    pub shapes: Shapes,
}

/// Reads a grammar, and checks what can be checked without expanding it: recursion, depth and size.
pub(super) fn prepare(source: &Source<'_>, budget: &mut Budget) -> Result<Prepared, GrammarError> {
    // The cap is at most that of the bits for tags.
    budget.check(Cap::Registers, 2 * source.captures.len() as u64)?;
    let linked = link(source, budget)?;
    let targets = targets(&linked, source);
    let roles = Role::all(linked.rules.len(), &targets);
    let opaque: Vec<bool> = roles.iter().map(|role| role.is_opaque()).collect();
    let mut roots = vec![linked.start];
    roots.extend(linked.restated.iter().flat_map(|(a, b)| [*a, *b]));
    let shapes = Shapes::of(&linked, source, &roots, &opaque, budget)?;
    Ok(Prepared { linked, targets, roles, shapes })
}

impl Prepared {
    /// Where components occur, and how often.
    pub(super) fn occurrences(&self, budget: &mut Budget) -> Result<Occurrences<'_>, Over> {
        let captures = (&self.targets[..], &self.roles[..]);
        Occurrences::find(&self.linked, &self.shapes, captures, budget)
    }

    /// The place of the rule of a capture, and the names of both.
    fn capture(&self, source: &Source<'_>, n: usize) -> (Option<RulePlace>, String, String) {
        let rule = self.targets[n].rules.first();
        let place = rule.map(|rule| self.linked.place(source, *rule));
        let Capture { name, rule, .. } = source.captures[n];
        (place, name.to_owned(), rule.to_owned())
    }

    /// Refuses components that never occur.
    fn refuse_absent(&self, source: &Source<'_>, count: Count) -> Result<(), GrammarError> {
        let absent = |n: &usize| count.some >> n & 1 == 0 && !source.captures[*n].optional;
        let Some(n) = (0..source.captures.len()).find(absent) else {
            return Ok(());
        };
        let (place, component, rule) = self.capture(source, n);
        let fault = match place {
            None => AbnfErrorKind::NoCapture { component, rule },
            Some(_) => AbnfErrorKind::Unreached { component, rule },
        };
        Err(GrammarError::new(fault, place))
    }

    /// Refuses components that can occur twice.
    pub(super) fn refuse_repeated(&self, source: &Source<'_>, count: Count) -> Result<(), GrammarError> {
        if count.several == 0 {
            return Ok(());
        }
        let (place, component, rule) = self.capture(source, count.several.trailing_zeros() as usize);
        let hint = format!("give the part that is meant a rule of its own, such as `the-{rule} = {rule}`");
        let fault = AbnfErrorKind::Repeats { component, rule };
        Err(GrammarError::new(fault, place).hint(hint))
    }
}

pub(super) fn compile(source: &Source<'_>, budget: &mut Budget) -> Result<Grammar, GrammarError> {
    budget.next();
    let count = source.captures.len();
    let mut prepared = prepare(source, budget)?;
    let all = prepared.occurrences(budget)?.all();
    prepared.refuse_absent(source, all)?;
    prepared.refuse_repeated(source, all)?;
    restated(&prepared, source, budget)?;
    let mut findings = std::mem::take(&mut prepared.linked.findings);
    let Prepared { linked, targets, roles, shapes } = &prepared;
    let nfa = build(linked, shapes, linked.start, (targets, roles), budget)?;
    let tables = tables(&nfa, count, budget)?;
    findings.extend(findings::find(linked, source, shapes, budget)?);
    findings.sort_by_key(|finding| finding.place().span);
    let roles = delimiters::find(linked, source, shapes, budget)?;
    let linked = prepared.linked;
    Ok(Grammar {
        tables,
        nfa,
        start: linked.start,
        names: linked.rules.into_iter().map(|rule| rule.name).collect(),
        captures: source.captures.iter().map(|capture| capture.name.to_owned()).collect(),
        findings,
        roles,
        spent: budget.spent(),
    })
}

fn tables(nfa: &Nfa, captures: usize, budget: &mut Budget) -> Result<DenseTables, Over> {
    let follow = Follow::of(nfa, Ways::Preferred, budget)?;
    let mut automaton = determinize(nfa, &follow, captures, true, budget)?;
    minimize(&mut automaton, budget)?;
    DenseTables::pack(automaton, captures, budget)
}

/// The rules of the captures: none where no rule has the name.
fn targets(linked: &Linked, source: &Source<'_>) -> Vec<Target> {
    let rules = |name: &str| -> Vec<RuleId> {
        let ids = linked.rules.iter().enumerate();
        ids.filter(|(_, rule)| is_same(&rule.name, name)).map(|(id, _)| id).collect()
    };
    let target = |capture: &Capture<'_>| Target {
        rules: rules(capture.rule),
        anywhere: capture.within.is_empty(),
        within: capture.within.iter().flat_map(|name| rules(name)).collect(),
    };
    source.captures.iter().map(target).collect()
}

/// Refuses rules that are defined in two places and derive different texts.
fn restated(prepared: &Prepared, source: &Source<'_>, budget: &mut Budget) -> Result<(), GrammarError> {
    let Prepared { linked, shapes, .. } = prepared;
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
            let fault = AbnfErrorKind::Differs { name, first, witness };
            let hint = "give it another name".to_owned();
            return Err(GrammarError::new(fault, Some(place)).hint(hint));
        }
    }
    Ok(())
}
