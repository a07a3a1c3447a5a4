//! Expands rules to a nondeterministic automaton that knows rule, component and literal of each state.
//!
//! Rules and repetitions are expanded, so that each state belongs to one place of the grammar. Branches are ordered by
//! preference: the first alternative first, and another repetition before none.

use std::collections::HashMap;

use super::alternatives;
use super::ast::{Case, Node, NodeKind, is_same_name};
use super::check::{Shape, Shapes};
use super::limits::{Budget, Charged};
use super::resolve::Resolved;
use super::{RuleOrigin, RuleSet};
use crate::automaton::{Alternatives, ByteSet, Label, RuleId, index};

/// A nondeterministic automaton.
#[derive(Default)]
pub(super) struct Nfa {
    pub states: Vec<State>,
    pub start: u32,
    pub labels: Vec<Label>,
    /// Literals of two or more bytes.
    pub literals: Vec<Vec<u8>>,
    /// The captures that the grammar reaches, as bits.
    pub reached: u64,
    /// The choice after the scheme name, if there is one.
    pub alternatives: Option<Alternatives>,
}

#[derive(Clone, Debug)]
pub(super) enum State {
    /// A byte of the label's set leads to `next`.
    Byte { label: u32, next: u32 },
    /// Transitions without a byte; the first is preferred.
    Split(Vec<u32>),
    /// A capture begins or ends here.
    Tag(Tag, u32),
    /// The text may end here.
    Accept,
}

/// The start (`2 * capture`) or the end (`2 * capture + 1`) of a capture.
pub(super) type Tag = u8;

/// A capture with its rules resolved.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// The rules of this name; several if the text restates an imported one.
    pub rules: Vec<RuleId>,
    /// Whether every occurrence counts.
    pub anywhere: bool,
    /// The rules inside which an occurrence counts otherwise.
    pub within: Vec<RuleId>,
}

/// The captures that a rule affects.
#[derive(Clone, Copy, Default)]
pub(super) struct Role {
    /// The captures of this rule, as bits.
    pub captured: u64,
    /// The captures that count inside this rule, as bits.
    pub enables: u64,
}

impl Role {
    /// The role of every rule.
    pub(super) fn all(count: usize, targets: &[Target]) -> Vec<Self> {
        let mut roles = vec![Self::default(); count];
        for (n, target) in targets.iter().enumerate() {
            for rule in &target.rules {
                roles[*rule].captured |= 1 << n;
            }
            for within in &target.within {
                roles[*within].enables |= 1 << n;
            }
        }
        roles
    }

    /// Whether the rule must not be merged with its surroundings.
    pub(super) fn is_opaque(self) -> bool {
        self.captured | self.enables != 0
    }
}

/// Expands the rule `root`.
pub(super) fn build(
    resolved: &Resolved,
    shapes: &Shapes,
    root: RuleId,
    (targets, roles): (&[Target], &[Role]),
    budget: &mut Budget,
) -> Charged<Nfa> {
    let alternatives = if root == resolved.start { alternatives::find(resolved, shapes, budget)? } else { None };
    let (alternatives, top_choice) = alternatives.unzip();
    let mut builder = Builder {
        resolved,
        top_choice,
        shapes,
        targets,
        roles,
        nfa: Nfa { states: vec![State::Accept], alternatives, ..Nfa::default() },
        label_ids: HashMap::new(),
        literal_ids: HashMap::new(),
        tasks: Vec::new(),
        budget,
    };
    let start = builder.add_state();
    builder.nfa.start = start;
    let context = Context { rule: root, component: None, enabled: 0, alternative: None, is_host: false };
    builder.rule(root, start, ACCEPT, context);
    builder.run()?;
    Ok(builder.nfa)
}

/// The first state.
const ACCEPT: u32 = 0;

struct Builder<'r, 'b> {
    resolved: &'r Resolved,
    /// The nodes of the [`Alternatives`].
    top_choice: Option<&'r [Node]>,
    shapes: &'r Shapes,
    targets: &'r [Target],
    roles: &'r [Role],
    nfa: Nfa,
    label_ids: HashMap<Label, u32>,
    literal_ids: HashMap<&'r [u8], u32>,
    /// The elements to expand: a list instead of recursion, so that deep grammars do not overflow the stack.
    tasks: Vec<Task<'r>>,
    budget: &'b mut Budget,
}

/// An element between two states.
struct Task<'r> {
    node: &'r Node,
    entry: u32,
    exit: u32,
    context: Context,
}

#[derive(Clone, Copy)]
struct Context {
    rule: RuleId,
    component: Option<u8>,
    /// The captures that an enclosing rule enables, as bits.
    enabled: u64,
    alternative: Option<u8>,
    is_host: bool,
}

/// A branch of a choice.
enum Branch<'r> {
    Bytes(ByteSet),
    Node(&'r Node, Shape),
}

impl<'r> Builder<'r, '_> {
    fn run(&mut self) -> Charged<()> {
        while let Some(task) = self.tasks.pop() {
            self.budget.steps(1)?;
            self.budget.states(self.nfa.states.len() as u64)?;
            self.task(&task)?;
        }
        Ok(())
    }

    fn add_state(&mut self) -> u32 {
        let id = index(self.nfa.states.len());
        self.nfa.states.push(State::Split(Vec::new()));
        id
    }

    fn set(&mut self, id: u32, state: State) {
        self.nfa.states[id as usize] = state;
    }

    fn push(&mut self, node: &'r Node, entry: u32, exit: u32, context: Context) {
        self.tasks.push(Task { node, entry, exit, context });
    }

    fn task(&mut self, task: &Task<'r>) -> Charged<()> {
        let Task { node, entry, exit, context } = *task;
        match &node.kind {
            NodeKind::Choice(nodes) => self.choice(nodes, task)?,
            NodeKind::Sequence(nodes) => self.sequence(nodes, task),
            NodeKind::Repeat { min, max, node } => self.repeat(node, (*min, *max), task),
            NodeKind::Rule(_, id) => self.rule(*id, entry, exit, context),
            NodeKind::Literal(bytes, case) => self.literal(bytes, *case, task),
            NodeKind::Range(low, high) => {
                self.byte(ByteSet::range(*low, *high), None, (entry, exit), context);
            }
            NodeKind::Prose(_) => self.set(entry, State::Split(vec![exit])),
        }
        Ok(())
    }

    fn byte(&mut self, set: ByteSet, literal: Option<(u32, u32)>, (entry, next): (u32, u32), context: Context) {
        let label = Label {
            set,
            rule: context.rule,
            component: context.component,
            literal,
            alternative: context.alternative,
            is_host: context.is_host,
        };
        let labels = &mut self.nfa.labels;
        let label = *self.label_ids.entry(label).or_insert_with(|| {
            labels.push(label);
            index(labels.len() - 1)
        });
        self.set(entry, State::Byte { label, next });
    }

    /// Expands a rule, between the tags of its captures.
    fn rule(&mut self, id: RuleId, entry: u32, exit: u32, mut context: Context) {
        if let Some(set) = self.shapes.rule(id).single {
            return self.byte(set, None, (entry, exit), context);
        }
        let role = self.roles[id];
        let (mut entry, mut exit) = (entry, exit);
        context.rule = id;
        for (n, target) in self.targets.iter().enumerate() {
            let counts = target.anywhere || context.enabled >> n & 1 == 1;
            if role.captured >> n & 1 == 1 && counts {
                let (inner, outer) = (self.add_state(), self.add_state());
                let capture = u8::try_from(n).unwrap_or(u8::MAX);
                self.set(entry, State::Tag(2 * capture, inner));
                self.set(outer, State::Tag(2 * capture + 1, exit));
                (entry, exit) = (inner, outer);
                context.component = Some(capture);
                self.nfa.reached |= 1 << n;
            }
        }
        context.enabled |= role.enables;
        context.is_host |= self.is_host(id);
        self.push(&self.resolved.rules[id].node, entry, exit, context);
    }

    fn is_host(&self, id: RuleId) -> bool {
        let rule = &self.resolved.rules[id];
        rule.origin == RuleOrigin::Import(RuleSet::Rfc1738) && is_same_name(&rule.name, "host")
    }

    fn literal(&mut self, bytes: &'r [u8], case: Case, task: &Task<'r>) {
        if bytes.is_empty() {
            return self.set(task.entry, State::Split(vec![task.exit]));
        }
        let literal = (bytes.len() > 1).then(|| self.literal_id(bytes));
        let mut at = task.entry;
        for (n, byte) in bytes.iter().enumerate() {
            let is_last = n + 1 == bytes.len();
            let next = if is_last { task.exit } else { self.add_state() };
            let literal = literal.map(|id| (id, index(n)));
            self.byte(case.set(*byte), literal, (at, next), task.context);
            at = next;
        }
    }

    fn literal_id(&mut self, bytes: &'r [u8]) -> u32 {
        let literals = &mut self.nfa.literals;
        *self.literal_ids.entry(bytes).or_insert_with(|| {
            literals.push(bytes.to_vec());
            index(literals.len() - 1)
        })
    }

    fn sequence(&mut self, nodes: &'r [Node], task: &Task<'r>) {
        let mut at = task.entry;
        for (n, node) in nodes.iter().enumerate() {
            let is_last = n + 1 == nodes.len();
            let next = if is_last { task.exit } else { self.add_state() };
            self.push(node, at, next, task.context);
            at = next;
        }
    }

    /// Expands a repetition to its required copies, followed by a loop or by optional copies.
    fn repeat(&mut self, node: &'r Node, (min, max): (u32, Option<u32>), task: &Task<'r>) {
        let Task { exit, context, .. } = *task;
        let mut at = task.entry;
        let required = if max.is_none() { min.saturating_sub(1) } else { min };
        for _ in 0..required {
            let next = self.add_state();
            self.push(node, at, next, context);
            at = next;
        }
        match max {
            None if min == 0 => {
                let body = self.add_state();
                self.set(at, State::Split(vec![body, exit]));
                self.push(node, body, at, context);
            }
            None => {
                let again = self.add_state();
                self.push(node, at, again, context);
                self.set(again, State::Split(vec![at, exit]));
            }
            Some(max) => {
                for _ in min..max {
                    let (body, next) = (self.add_state(), self.add_state());
                    self.set(at, State::Split(vec![body, exit]));
                    self.push(node, body, next, context);
                    at = next;
                }
                self.set(at, State::Split(vec![exit]));
            }
        }
    }

    /// Expands a choice. Alternatives of a single byte are merged: `alphadigit` has one branch instead of 62.
    fn choice(&mut self, nodes: &'r [Node], task: &Task<'r>) -> Charged<()> {
        if self.top_choice.is_some_and(|top_choice| std::ptr::eq(top_choice, nodes)) {
            self.top_choice(nodes, task);
            return Ok(());
        }
        let branches = self.branches(nodes)?;
        let entries = if branches.len() == 1 {
            vec![task.entry]
        } else {
            let entries: Vec<u32> = branches.iter().map(|_| self.add_state()).collect();
            self.set(task.entry, State::Split(entries.clone()));
            entries
        };
        for (branch, entry) in branches.into_iter().zip(entries) {
            match branch {
                Branch::Bytes(set) => self.byte(set, None, (entry, task.exit), task.context),
                Branch::Node(node, _) => self.push(node, entry, task.exit, task.context),
            }
        }
        Ok(())
    }

    /// Expands the [`Alternatives`] without merging, so that every label has its alternative.
    fn top_choice(&mut self, nodes: &'r [Node], task: &Task<'r>) {
        let entries: Vec<u32> = nodes.iter().map(|_| self.add_state()).collect();
        self.set(task.entry, State::Split(entries.clone()));
        for ((n, node), entry) in (0..).zip(nodes).zip(entries) {
            let context = Context { alternative: Some(n), ..task.context };
            self.push(node, entry, task.exit, context);
        }
    }

    /// The branches of a choice, with nested choices flattened.
    fn branches(&mut self, nodes: &'r [Node]) -> Charged<Vec<Branch<'r>>> {
        let mut branches = Vec::new();
        let mut open: Vec<&'r Node> = nodes.iter().rev().collect();
        while let Some(node) = open.pop() {
            let shape = self.shapes.node(node, self.budget)?;
            match (shape.single, self.alternatives(node)) {
                (Some(set), _) => merge(&mut branches, set, self.budget)?,
                (None, Some(nodes)) => open.extend(nodes.iter().rev()),
                (None, None) => branches.push(Branch::Node(node, shape)),
            }
        }
        Ok(branches)
    }

    /// The alternatives of an element that is a choice, or that names such a rule without captures.
    fn alternatives(&self, node: &'r Node) -> Option<&'r [Node]> {
        match &node.kind {
            NodeKind::Choice(nodes) => Some(nodes),
            NodeKind::Rule(_, id) if !self.roles[*id].is_opaque() => match &self.resolved.rules[*id].node.kind {
                NodeKind::Choice(nodes) if self.is_class(nodes) => Some(nodes),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a choice has single bytes, as `uchar` does. Other rules keep their names for messages.
    fn is_class(&self, nodes: &[Node]) -> bool {
        nodes.iter().any(|node| match &node.kind {
            NodeKind::Rule(_, id) => self.shapes.rule(*id).single.is_some(),
            NodeKind::Literal(bytes, _) => bytes.len() == 1,
            NodeKind::Range(..) => true,
            _ => false,
        })
    }
}

/// Adds a byte set to the branches. It joins an earlier byte set unless a branch in between could match the same text:
/// then the order decides which of the two is preferred.
fn merge(branches: &mut Vec<Branch<'_>>, set: ByteSet, budget: &mut Budget) -> Charged<()> {
    for branch in branches.iter_mut().rev() {
        budget.steps(1)?;
        match branch {
            Branch::Bytes(bytes) => {
                *bytes = bytes.or(set);
                return Ok(());
            }
            Branch::Node(_, shape) if shape.nullable || !shape.first.and(set).is_empty() => break,
            Branch::Node(..) => {}
        }
    }
    branches.push(Branch::Bytes(set));
    Ok(())
}
