//! Checks recursion, depth and size of the rules before any expansion.

use super::GrammarSource;
use super::ast::{Case, Node, NodeKind};
use super::error::{AbnfErrorKind, GrammarError};
use super::limits::{Budget, Charged, Limit, LimitExceeded};
use super::resolve::Resolved;
use crate::automaton::ByteSet;
use crate::automaton::RuleId;

/// Properties of an element, computed without expansion.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// The bytes, if the element is always exactly one byte and no component begins or ends in it.
    pub single: Option<ByteSet>,
    /// The bytes that the element can begin with.
    pub first: ByteSet,
    /// Whether the element derives the empty text.
    pub nullable: bool,
    /// An upper bound of the states after expansion.
    size: u64,
    /// The levels of nested rules.
    depth: u64,
}

impl Shape {
    const EMPTY: Self = Self { single: None, first: ByteSet::NONE, nullable: true, size: 1, depth: 0 };

    fn byte(set: ByteSet) -> Self {
        Self { single: Some(set), first: set, nullable: false, ..Self::EMPTY }
    }
}

/// The shapes of the rules that some root rules reach.
pub(super) struct Shapes {
    rules: Vec<Shape>,
    order: Vec<RuleId>,
}

impl Shapes {
    /// Computes the shapes of the rules that `roots` reach. An `opaque` rule is never merged with its surroundings.
    pub(super) fn new(
        resolved: &Resolved,
        source: &GrammarSource<'_>,
        roots: &[RuleId],
        opaque: &[bool],
        budget: &mut Budget,
    ) -> Result<Self, GrammarError> {
        let order = order(resolved, source, roots, budget)?;
        let too_large =
            |rule, exceeded: LimitExceeded| GrammarError::new(exceeded.into(), Some(resolved.place(source, rule)));
        let mut shapes = Self { rules: vec![Shape::EMPTY; resolved.rules.len()], order: Vec::new() };
        for rule in order.iter().copied() {
            let mut shape = shapes.node(&resolved.rules[rule].node, budget)?;
            shape.depth += 1;
            let depth = budget.check(Limit::Depth, shape.depth);
            depth.map_err(|exceeded| too_large(rule, exceeded))?;
            if opaque[rule] {
                shape.single = None;
                shape.size = shape.size.saturating_add(2);
            }
            shapes.rules[rule] = shape;
        }
        for root in roots {
            let states = budget.check(Limit::States, shapes.rules[*root].size);
            states.map_err(|exceeded| too_large(*root, exceeded))?;
        }
        shapes.order = order;
        Ok(shapes)
    }

    /// The shape of a rule.
    pub(super) fn rule(&self, rule: RuleId) -> &Shape {
        &self.rules[rule]
    }

    /// The rules that the roots reach, each after the rules that it uses: a property that is computed bottom-up needs
    /// one visit per rule and no expansion.
    pub(super) fn order(&self) -> &[RuleId] {
        &self.order
    }

    /// The shape of an element.
    pub(super) fn node(&self, node: &Node, budget: &mut Budget) -> Charged<Shape> {
        budget.steps(1)?;
        Ok(match &node.kind {
            NodeKind::Choice(nodes) => self.choice(nodes, budget)?,
            NodeKind::Sequence(nodes) => self.sequence(nodes, budget)?,
            NodeKind::Repeat { min, max, node } => repeat(self.node(node, budget)?, *min, *max),
            NodeKind::Rule(_, id) => self.rules[*id],
            NodeKind::Literal(bytes, case) => literal(bytes, *case),
            NodeKind::Range(low, high) => Shape::byte(ByteSet::range(*low, *high)),
            NodeKind::Prose(_) => Shape::EMPTY,
        })
    }

    fn choice(&self, nodes: &[Node], budget: &mut Budget) -> Charged<Shape> {
        let mut shape = Shape { single: Some(ByteSet::NONE), nullable: false, ..Shape::EMPTY };
        for node in nodes {
            let one = self.node(node, budget)?;
            let both = shape.single.zip(one.single);
            shape = Shape {
                single: both.map(|(a, b)| a.or(b)),
                first: shape.first.or(one.first),
                nullable: shape.nullable || one.nullable,
                size: shape.size.saturating_add(one.size),
                depth: shape.depth.max(one.depth),
            };
        }
        if shape.single.is_some() {
            shape.size = 1;
        }
        Ok(shape)
    }

    fn sequence(&self, nodes: &[Node], budget: &mut Budget) -> Charged<Shape> {
        let mut shape = Shape { size: 0, ..Shape::EMPTY };
        for node in nodes {
            let one = self.node(node, budget)?;
            if shape.nullable {
                shape.first = shape.first.or(one.first);
            }
            shape.nullable &= one.nullable;
            shape.size = shape.size.saturating_add(one.size);
            shape.depth = shape.depth.max(one.depth);
        }
        Ok(shape)
    }
}

fn literal(bytes: &[u8], case: Case) -> Shape {
    match bytes {
        [] => Shape::EMPTY,
        [byte] => Shape::byte(case.set(*byte)),
        [first, ..] => Shape { single: None, size: bytes.len() as u64, ..Shape::byte(case.set(*first)) },
    }
}

fn repeat(inner: Shape, min: u32, max: Option<u32>) -> Shape {
    let copies = u64::from(max.unwrap_or(min).max(1));
    let options = u64::from(max.map_or(1, |max| max - min));
    Shape {
        single: inner.single.filter(|_| (min, max) == (1, Some(1))),
        nullable: inner.nullable || min == 0,
        size: inner.size.saturating_mul(copies).saturating_add(options + 1),
        ..inner
    }
}

/// The rules that the roots reach, each after the rules that it uses: a depth-first search without recursion, which
/// finds cycles.
fn order(
    resolved: &Resolved,
    source: &GrammarSource<'_>,
    roots: &[RuleId],
    budget: &mut Budget,
) -> Result<Vec<RuleId>, GrammarError> {
    let mut order = Vec::new();
    let mut marks = vec![Mark::Unvisited; resolved.rules.len()];
    for root in roots {
        if marks[*root] == Mark::Done {
            continue;
        }
        marks[*root] = Mark::Open;
        let mut open = vec![(*root, uses(resolved, *root))];
        while let Some((rule, used)) = open.last_mut() {
            budget.steps(1)?;
            let Some(next) = used.pop() else {
                marks[*rule] = Mark::Done;
                order.push(*rule);
                open.pop();
                continue;
            };
            match marks[next] {
                Mark::Done => {}
                Mark::Open => {
                    let path: Vec<RuleId> = open.iter().map(|(rule, _)| *rule).collect();
                    return Err(recursive(resolved, source, &path, next));
                }
                Mark::Unvisited => {
                    marks[next] = Mark::Open;
                    open.push((next, uses(resolved, next)));
                }
            }
        }
    }
    Ok(order)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Unvisited,
    Open,
    Done,
}

/// The rules that a rule uses, the last in its text first.
pub(super) fn uses(resolved: &Resolved, rule: RuleId) -> Vec<RuleId> {
    let mut used = Vec::new();
    resolved.rules[rule].node.visit(&mut |node| {
        if let NodeKind::Rule(_, id) = node.kind {
            used.push(id);
        }
    });
    used.reverse();
    used
}

fn recursive(resolved: &Resolved, source: &GrammarSource<'_>, path: &[RuleId], again: RuleId) -> GrammarError {
    let start = path.iter().position(|rule| *rule == again).unwrap_or(0);
    let names = path[start..].iter().chain([&again]);
    let cycle: Vec<String> = names.map(|rule| resolved.rules[*rule].name.clone()).collect();
    let help = match cycle.as_slice() {
        [_, _] => "write a repetition such as `*x`; rule names are case-insensitive",
        _ => "write a repetition such as `*x` instead",
    };
    let place = resolved.place(source, again);
    GrammarError::new(AbnfErrorKind::Recursive(cycle), Some(place)).with_help(help)
}

/// For each rule, whether `root` reaches it.
pub(super) fn reached(resolved: &Resolved, root: RuleId) -> Vec<bool> {
    let mut reached = vec![false; resolved.rules.len()];
    let mut open = vec![root];
    while let Some(rule) = open.pop() {
        if !std::mem::replace(&mut reached[rule], true) {
            open.extend(uses(resolved, rule));
        }
    }
    reached
}
