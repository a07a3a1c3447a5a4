//! From names to rules: the caller's own, those it imports, and the core rules, in this order.

use std::collections::HashMap;

use super::Source;
use super::ast::{Case, Node, NodeKind, Rule, RuleId, key};
use super::did_you_mean;
use super::error::{AbnfErrorKind, GrammarError, RuleOrigin, RulePlace};
use super::findings::Finding;
use super::limits::Budget;
use super::parser;
use super::prelude;

/// All rules of a grammar; every name in them leads to a rule.
pub(super) struct Linked {
    pub rules: Vec<Rule>,
    /// The rules before this one are the caller's own.
    pub own: usize,
    pub start: RuleId,
    /// Rules defined in two places, which must derive the same: the later one comes second.
    pub restated: Vec<(RuleId, RuleId)>,
    pub findings: Vec<Finding>,
}

/// The rules of one text, by name.
type Scope = HashMap<String, RuleId>;

/// Reads the text of a source and links its rules to each other and to what it imports.
pub(super) fn link(source: &Source<'_>, budget: &mut Budget) -> Result<Linked, GrammarError> {
    let mut rules = parser::read(source.text, RuleOrigin::Own, source.dialect, budget)?;
    let own = rules.len();
    let mut scopes = vec![scope(&rules, 0)];
    for set in source.imports {
        scopes.push(append(&mut rules, set.read()));
    }
    scopes.push(append(&mut rules, prelude::core()));
    let start = start(source, &scopes[0])?;
    let mut linker = Linker { source, scopes, findings: Vec::new() };
    linker.resolve(&mut rules, budget)?;
    Ok(Linked { restated: linker.restated(), findings: linker.findings, rules, own, start })
}

impl Linked {
    /// The place of a rule's name.
    pub(super) fn place(&self, source: &Source<'_>, rule: RuleId) -> RulePlace {
        place(source, &self.rules[rule], self.rules[rule].span)
    }
}

fn place(source: &Source<'_>, rule: &Rule, span: locator_core::Span) -> RulePlace {
    let text = match rule.origin {
        RuleOrigin::Own => source.text,
        origin => prelude::text(origin),
    };
    RulePlace::of(text, rule.origin, span)
}

fn scope(rules: &[Rule], first: RuleId) -> Scope {
    let ids = rules.iter().enumerate();
    ids.map(|(n, rule)| (key(&rule.name), first + n)).collect()
}

fn append(rules: &mut Vec<Rule>, more: &[Rule]) -> Scope {
    let first = rules.len();
    rules.extend_from_slice(more);
    scope(more, first)
}

/// The rule to start with: the one that is asked for, or the first.
fn start(source: &Source<'_>, own: &Scope) -> Result<RuleId, GrammarError> {
    let name = source.start.unwrap_or_default();
    let found = match source.start {
        Some(name) => own.get(&key(name)).copied(),
        None => (!own.is_empty()).then_some(0),
    };
    let fault = AbnfErrorKind::NoStart { name: name.to_owned() };
    found.ok_or_else(|| GrammarError::new(fault, None))
}

struct Linker<'s> {
    source: &'s Source<'s>,
    /// Own, imported in their order, core.
    scopes: Vec<Scope>,
    findings: Vec<Finding>,
}

impl Linker<'_> {
    /// Leads every name to its rule.
    fn resolve(&mut self, rules: &mut [Rule], budget: &mut Budget) -> Result<(), GrammarError> {
        let names: Vec<String> = rules.iter().map(|rule| rule.name.clone()).collect();
        for rule in rules {
            let mut node = std::mem::replace(&mut rule.node, Node::nothing());
            let mut first_error = None;
            let mut steps = 0;
            node.each_mut(&mut |node| {
                steps += 1;
                if let Err(error) = self.node(rule, node, &names) {
                    first_error.get_or_insert(error);
                }
            });
            rule.node = node;
            budget.steps(steps)?;
            first_error.map_or(Ok(()), Err)?;
        }
        Ok(())
    }

    fn node(&mut self, rule: &Rule, node: &mut Node, names: &[String]) -> Result<(), GrammarError> {
        match &mut node.kind {
            NodeKind::Rule(name, id) => match self.lookup(rule.origin, name) {
                Some(found) => *id = found,
                None => return Err(self.undefined(rule, node, names)),
            },
            NodeKind::Prose(text) => match self.lookup(rule.origin, text.trim()) {
                Some(found) => node.kind = NodeKind::Rule(text.trim().to_owned(), found),
                None => self.prose(rule, node)?,
            },
            // `0<pchar>` is how RFC 3986 writes nothing.
            NodeKind::Repeat { max: Some(0), .. } => node.kind = Node::nothing().kind,
            _ => {}
        }
        Ok(())
    }

    /// The rule of a name: an imported text knows itself and the core rules only.
    fn lookup(&self, origin: RuleOrigin, name: &str) -> Option<RuleId> {
        let name = key(name);
        let sets = self.source.imports.iter();
        let is_seen = |n: usize| match origin {
            RuleOrigin::Own => true,
            RuleOrigin::Import(set) => {
                let own = sets.clone().position(|import| *import == set);
                n == self.scopes.len() - 1 || Some(n) == own.map(|n| n + 1)
            }
            RuleOrigin::Core => n == self.scopes.len() - 1,
        };
        let scopes = self.scopes.iter().enumerate();
        let mut seen = scopes.filter(|(n, _)| is_seen(*n));
        seen.find_map(|(_, scope)| scope.get(&name).copied())
    }

    fn undefined(&self, rule: &Rule, node: &Node, names: &[String]) -> GrammarError {
        let NodeKind::Rule(name, _) = &node.kind else {
            return GrammarError::new(AbnfErrorKind::Undefined { name: String::new() }, None);
        };
        let hint = did_you_mean::hint(name, names.iter().map(String::as_str));
        let name = name.clone();
        let at = place(self.source, rule, node.span);
        GrammarError::new(AbnfErrorKind::Undefined { name }, Some(at)).hint(hint)
    }

    /// Prose stands for graphic characters, if the caller allows it at all.
    fn prose(&mut self, rule: &Rule, node: &mut Node) -> Result<(), GrammarError> {
        let NodeKind::Prose(text) = &node.kind else {
            return Ok(());
        };
        let place = place(self.source, rule, node.span);
        let text = text.clone();
        if !self.source.prose {
            let hint = "write a rule for it".to_owned();
            return Err(GrammarError::new(AbnfErrorKind::Prose { text }, Some(place)).hint(hint));
        }
        self.findings.push(Finding::Prose { text, place });
        let kind = NodeKind::Range(0x21, 0x7E);
        let span = node.span;
        let graphic = Box::new(Node { kind, span });
        node.kind = NodeKind::Repeat { min: 1, max: None, node: graphic };
        Ok(())
    }

    /// Rules that a text defines although it sees another of that name. Imported texts may restate core rules: a test
    /// says that ours do so rightly.
    fn restated(&self) -> Vec<(RuleId, RuleId)> {
        let mut restated = Vec::new();
        for (n, scope) in self.scopes.iter().enumerate() {
            let others = if n == 0 {
                &self.scopes[1..]
            } else {
                let end = self.scopes.len() - 1;
                self.scopes.get(n + 1..end).unwrap_or_default()
            };
            for other in others {
                let both = scope.iter().filter_map(|(name, id)| Some((*id, *other.get(name)?)));
                restated.extend(both.map(|(one, two)| if n == 0 { (two, one) } else { (one, two) }));
            }
        }
        restated.sort_unstable_by_key(|(first, second)| (*second, *first));
        restated
    }
}

impl Node {
    /// The empty text.
    fn nothing() -> Self {
        Self { kind: NodeKind::Literal(Vec::new(), Case::Sensitive), span: locator_core::Span::at(0) }
    }
}
