//! Compiles a source to a grammar, step by step.

use std::sync::Arc;

use anyurl_core::internal::sort_by;

use super::ast::is_same_name;
use super::check::Shapes;
use super::delimiters;
use super::determinize::determinize;
use super::difference::{Language, language, only_first};
use super::error::{AbnfErrorKind, GrammarError};
use super::find_mistakes;
use super::followpos::{FollowPos, Paths};
use super::limits::{Budget, Charged, Limit, Limits};
use super::minimize::minimize;
use super::nfa::{Nfa, Role, Target, build};
use super::occurrences::{Count, Occurrences};
use super::origin::RulePlace;
use super::resolve::{Resolved, resolve};
use super::{Capture, CompiledGrammar, Dfa, GrammarSource, Labels};
use crate::automaton::RuleId;

/// A parsed and checked grammar before expansion.
pub(super) struct Prepared {
    pub resolved: Resolved,
    pub targets: Vec<Target>,
    pub roles: Vec<Role>,
    pub shapes: Shapes,
}

/// Parses a grammar and checks recursion, depth and size.
pub(super) fn prepare(source: &GrammarSource<'_>, budget: &mut Budget) -> Result<Prepared, GrammarError> {
    // Also guarantees that tags fit into the bits of a `u64`.
    budget.check(Limit::Registers, 2 * source.captures.len() as u64)?;
    let resolved = resolve(source, budget)?;
    let targets = targets(&resolved, source);
    let roles = Role::all(resolved.rules.len(), &targets);
    let opaque: Vec<bool> = roles.iter().map(|role| role.is_opaque()).collect();
    let mut roots = vec![resolved.start];
    roots.extend(resolved.restated.iter().flat_map(|(a, b)| [*a, *b]));
    let shapes = Shapes::new(&resolved, source, &roots, &opaque, budget)?;
    Ok(Prepared { resolved, targets, roles, shapes })
}

impl Prepared {
    /// The occurrences of components.
    pub(super) fn occurrences(&self, budget: &mut Budget) -> Charged<Occurrences<'_>> {
        let captures = (&self.targets[..], &self.roles[..]);
        Occurrences::new(&self.resolved, &self.shapes, captures, budget)
    }

    /// The place of the rule of a capture, the name of the component and that of the rule.
    fn capture(&self, source: &GrammarSource<'_>, n: usize) -> (Option<RulePlace>, String, String) {
        let rule = self.targets[n].rules.first();
        let place = rule.map(|rule| self.resolved.place(source, *rule));
        let Capture { name, rule, .. } = source.captures[n];
        (place, name.to_owned(), rule.to_owned())
    }

    /// Returns an error for a component that never occurs.
    fn reject_absent(&self, source: &GrammarSource<'_>, count: Count) -> Result<(), GrammarError> {
        let absent = |n: &usize| count.possible >> n & 1 == 0 && !source.captures[*n].optional;
        let Some(n) = (0..source.captures.len()).find(absent) else {
            return Ok(());
        };
        let (place, component, rule) = self.capture(source, n);
        let kind = match place {
            None => AbnfErrorKind::NoCapture { component, rule },
            Some(_) => AbnfErrorKind::Unreached { component, rule },
        };
        Err(GrammarError::new(kind, place))
    }

    /// Returns an error for a component that can occur twice in one text.
    pub(super) fn reject_repeated(&self, source: &GrammarSource<'_>, count: Count) -> Result<(), GrammarError> {
        if count.repeated == 0 {
            return Ok(());
        }
        let (place, component, rule) = self.capture(source, count.repeated.trailing_zeros() as usize);
        let help = format!("define a separate rule for the intended occurrence, such as `the-{rule} = {rule}`");
        Err(GrammarError::new(AbnfErrorKind::Repeats { component, rule }, place).with_help(&*help))
    }
}

impl CompiledGrammar {
    /// Compiles a grammar.
    ///
    /// # Errors
    /// [`GrammarError`] if the text is malformed, a rule is undefined or recursive, a component is absent or repeated,
    /// or one of the [standard limits](Limits::STANDARD) is exceeded.
    pub fn compile(source: &GrammarSource<'_>) -> Result<Self, GrammarError> {
        Self::compile_within(source, &mut Budget::new(Limits::STANDARD))
    }

    /// Compiles a grammar and charges the work to a budget.
    ///
    /// # Errors
    /// Those of [`CompiledGrammar::compile`], with the limits of the budget.
    pub fn compile_within(source: &GrammarSource<'_>, budget: &mut Budget) -> Result<Self, GrammarError> {
        budget.next_grammar();
        let count = source.captures.len();
        let mut prepared = prepare(source, budget)?;
        let all = prepared.occurrences(budget)?.all();
        prepared.reject_absent(source, all)?;
        prepared.reject_repeated(source, all)?;
        check_restated(&prepared, source, budget)?;
        let mut findings = std::mem::take(&mut prepared.resolved.findings);
        let Prepared { resolved, targets, roles, shapes } = &prepared;
        let mut nfa = build(resolved, shapes, resolved.start, (targets, roles), budget)?;
        let (dfa, lists, of_state) = automaton(&nfa, count, budget)?;
        findings.extend(find_mistakes::find(resolved, source, shapes, budget)?);
        sort_by(&mut findings, |one, other| one.place().span.cmp(&other.place().span));
        let delimiters = delimiters::find(resolved, source, shapes, budget)?;
        let resolved = prepared.resolved;
        let labels = Labels {
            all: nfa.labels.clone(),
            literals: nfa.literals.clone(),
            alternatives: nfa.alternatives.take(),
            lists,
            of_state,
            rules: resolved.rules.into_iter().map(|rule| rule.name).collect(),
            start: resolved.start,
            components: source.captures.iter().map(|capture| capture.name.to_owned()).collect(),
        };
        Ok(Self { dfa: Arc::new(dfa), labels: Arc::new(labels), nfa, findings, delimiters, usage: budget.usage() })
    }
}

impl Language {
    /// Compiles the texts of a grammar without its components.
    ///
    /// # Errors
    /// Those of [`CompiledGrammar::compile_within`].
    pub fn compile_within(source: &GrammarSource<'_>, budget: &mut Budget) -> Result<Self, GrammarError> {
        budget.next_grammar();
        let source = source.captures(&[]);
        let Prepared { resolved, targets, roles, shapes } = prepare(&source, budget)?;
        let nfa = build(&resolved, &shapes, resolved.start, (&targets, &roles), budget)?;
        Ok(Self(language(&nfa, budget)?))
    }
}

/// The automaton, distinct lists of labels that can follow, and the list of each state.
fn automaton(nfa: &Nfa, captures: usize, budget: &mut Budget) -> Charged<(Dfa, Vec<Vec<u32>>, Vec<u32>)> {
    let follow = FollowPos::new(nfa, Paths::Preferred, budget)?;
    let mut automaton = determinize(nfa, &follow, captures, true, budget)?;
    minimize(&mut automaton, budget)?;
    let of_state = automaton.states.iter().map(|state| state.expected).collect();
    let lists = std::mem::take(&mut automaton.expected);
    Ok((Dfa::pack(automaton, captures, budget)?, lists, of_state))
}

/// Resolves the rules of the captures; a capture of an undefined rule has none.
fn targets(resolved: &Resolved, source: &GrammarSource<'_>) -> Vec<Target> {
    let rules = |name: &str| -> Vec<RuleId> {
        let ids = resolved.rules.iter().enumerate();
        ids.filter(|(_, rule)| is_same_name(&rule.name, name)).map(|(id, _)| id).collect()
    };
    let target = |capture: &Capture<'_>| Target {
        rules: capture.rule.split('/').flat_map(|rule| rules(rule.trim())).collect(),
        anywhere: capture.within.is_empty(),
        within: capture.within.iter().flat_map(|name| rules(name)).collect(),
    };
    source.captures.iter().map(target).collect()
}

/// Returns an error if two definitions of a rule derive different languages.
fn check_restated(prepared: &Prepared, source: &GrammarSource<'_>, budget: &mut Budget) -> Result<(), GrammarError> {
    let Prepared { resolved, shapes, .. } = prepared;
    for (first, second) in &resolved.restated {
        let singles = (shapes.rule(*first).single, shapes.rule(*second).single);
        if singles.0.is_some() && singles.0 == singles.1 {
            continue;
        }
        let roles = Role::all(resolved.rules.len(), &[]);
        let mut automaton = |rule: RuleId| {
            let nfa = build(resolved, shapes, rule, (&[], &roles), budget)?;
            language(&nfa, budget)
        };
        let (a, b) = (automaton(*first)?, automaton(*second)?);
        let only_one = match only_first(&b, &a, budget)? {
            Some(witness) => Some(witness),
            None => only_first(&a, &b, budget)?,
        };
        if let Some(witness) = only_one {
            let name = resolved.rules[*second].name.clone();
            let first = resolved.place(source, *first);
            let place = resolved.place(source, *second);
            let kind = AbnfErrorKind::Differs { name, first, witness };
            return Err(GrammarError::new(kind, Some(place)).with_help("rename the rule"));
        }
    }
    Ok(())
}
