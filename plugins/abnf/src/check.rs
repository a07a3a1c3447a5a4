//! Looks at the rules before anything is expanded: recursion, depth and size.

use super::Source;
use super::ast::{Case, Node, NodeKind, RuleId};
use super::byte_set::ByteSet;
use super::error::{AbnfErrorKind, GrammarError};
use super::limits::{Budget, Cap, Over};
use super::resolve::Linked;

/// What is known of an element without expanding it.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    /// The bytes, if it is always exactly one byte and no component begins or ends in it.
    pub single: Option<ByteSet>,
    /// The bytes it can begin with.
    pub first: ByteSet,
    /// Whether it can be empty.
    pub nullable: bool,
    /// How many states it has at most when all is written out.
    size: u64,
    /// How many rules are within each other.
    depth: u64,
}

impl Shape {
    const EMPTY: Self = Self { single: None, first: ByteSet::NONE, nullable: true, size: 1, depth: 0 };

    fn one(set: ByteSet) -> Self {
        Self { single: Some(set), first: set, nullable: false, ..Self::EMPTY }
    }
}

/// The shapes of all rules that some rules reach.
pub(super) struct Shapes {
    of: Vec<Shape>,
    order: Vec<RuleId>,
}

impl Shapes {
    /// Looks at the rules that `roots` reach. Rules that are `opaque` are never merged with what is around them.
    pub(super) fn of(
        linked: &Linked,
        source: &Source<'_>,
        roots: &[RuleId],
        opaque: &[bool],
        budget: &mut Budget,
    ) -> Result<Self, GrammarError> {
        let order = order(linked, source, roots, budget)?;
        let mut shapes = Self { of: vec![Shape::EMPTY; linked.rules.len()], order: Vec::new() };
        for rule in order.iter().copied() {
            let mut shape = shapes.node(&linked.rules[rule].node, budget)?;
            shape.depth += 1;
            let place = || Some(linked.place(source, rule));
            let deep = budget.check(Cap::Depth, shape.depth);
            deep.map_err(|over| GrammarError::new(AbnfErrorKind::Over(over), place()))?;
            if opaque[rule] {
                shape.single = None;
                shape.size = shape.size.saturating_add(2);
            }
            shapes.of[rule] = shape;
        }
        for root in roots {
            let place = || Some(linked.place(source, *root));
            let large = budget.check(Cap::States, shapes.of[*root].size);
            large.map_err(|over| GrammarError::new(AbnfErrorKind::Over(over), place()))?;
        }
        shapes.order = order;
        Ok(shapes)
    }

    /// The shape of a rule.
    pub(super) fn rule(&self, rule: RuleId) -> &Shape {
        &self.of[rule]
    }

    /// The rules that the roots reach, each after those that it uses: what is known of a rule can be found from what is
    /// known of those, once for each rule and without expanding any.
    pub(super) fn order(&self) -> &[RuleId] {
        &self.order
    }

    /// The shape of an element.
    pub(super) fn node(&self, node: &Node, budget: &mut Budget) -> Result<Shape, Over> {
        budget.steps(1)?;
        Ok(match &node.kind {
            NodeKind::Choice(nodes) => self.choice(nodes, budget)?,
            NodeKind::Sequence(nodes) => self.sequence(nodes, budget)?,
            NodeKind::Repeat { min, max, node } => repeat(self.node(node, budget)?, *min, *max),
            NodeKind::Rule(_, id) => self.of[*id],
            NodeKind::Literal(bytes, case) => literal(bytes, *case),
            NodeKind::Range(low, high) => Shape::one(ByteSet::range(*low, *high)),
            NodeKind::Prose(_) => Shape::EMPTY,
        })
    }

    fn choice(&self, nodes: &[Node], budget: &mut Budget) -> Result<Shape, Over> {
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

    fn sequence(&self, nodes: &[Node], budget: &mut Budget) -> Result<Shape, Over> {
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
        [one] => Shape::one(case.set(*one)),
        [first, ..] => Shape { single: None, size: bytes.len() as u64, ..Shape::one(case.set(*first)) },
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

/// All rules that the roots reach, each behind those it uses.
fn order(
    linked: &Linked,
    source: &Source<'_>,
    roots: &[RuleId],
    budget: &mut Budget,
) -> Result<Vec<RuleId>, GrammarError> {
    let mut order = Vec::new();
    let mut marks = vec![Mark::New; linked.rules.len()];
    for root in roots {
        if marks[*root] == Mark::Done {
            continue;
        }
        marks[*root] = Mark::Open;
        let mut open = vec![(*root, uses(linked, *root))];
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
                    return Err(recursive(linked, source, &path, next));
                }
                Mark::New => {
                    marks[next] = Mark::Open;
                    open.push((next, uses(linked, next)));
                }
            }
        }
    }
    Ok(order)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Open,
    Done,
}

/// The rules that a rule uses, the last of its text first.
pub(super) fn uses(linked: &Linked, rule: RuleId) -> Vec<RuleId> {
    let mut used = Vec::new();
    linked.rules[rule].node.each(&mut |node| {
        if let NodeKind::Rule(_, id) = node.kind {
            used.push(id);
        }
    });
    used.reverse();
    used
}

fn recursive(linked: &Linked, source: &Source<'_>, path: &[RuleId], again: RuleId) -> GrammarError {
    let begin = path.iter().position(|rule| *rule == again).unwrap_or(0);
    let names = path[begin..].iter().chain([&again]);
    let cycle: Vec<String> = names.map(|rule| linked.rules[*rule].name.clone()).collect();
    let hint = match cycle.as_slice() {
        [_, _] => "write a repetition, `*x`; names of rules ignore case",
        _ => "write a repetition, `*x`, which URLs need instead",
    };
    let place = linked.place(source, again);
    GrammarError::new(AbnfErrorKind::Recursive { cycle }, Some(place)).hint(hint.to_owned())
}

/// Which of the rules the start rule reaches.
pub(super) fn reached(linked: &Linked, root: RuleId) -> Vec<bool> {
    let mut reached = vec![false; linked.rules.len()];
    let mut open = vec![root];
    while let Some(rule) = open.pop() {
        if !std::mem::replace(&mut reached[rule], true) {
            open.extend(uses(linked, rule));
        }
    }
    reached
}
