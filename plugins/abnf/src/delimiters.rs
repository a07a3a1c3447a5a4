//! What reserved characters do in a grammar: divide, or stand for themselves (RFC 1738 §2.2).

use std::collections::HashSet;

use locator_core::Span;

use super::Source;
use super::ast::{Node, NodeKind, Rule};
use super::byte_set::ByteSet;
use super::check::{Shapes, reached};
use super::error::{RuleOrigin, RulePlace};
use super::findings::COUNTED;
use super::limits::{Budget, Over};
use super::resolve::Linked;

/// Those that RFC 1738 lets a scheme reserve.
const RESERVED: &[u8] = b";/?:@=&";

/// What the reserved characters do.
#[derive(Clone, Default, Debug)]
pub(super) struct Roles {
    /// Those that divide: they stand between other things, in one rule at least.
    pub(super) dividing: ByteSet,
    /// Those that the caller's own rules list beside letters or digits, as data.
    pub(super) data: Vec<DataBytes>,
}

/// Reserved characters that one rule takes for data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataBytes {
    /// The characters.
    pub bytes: ByteSet,
    /// The rule that lists them.
    pub rule: String,
    /// Where the first of them stands.
    pub place: RulePlace,
}

/// Looks at all rules that the start rule reaches.
pub(super) fn find(linked: &Linked, source: &Source<'_>, shapes: &Shapes, budget: &mut Budget) -> Result<Roles, Over> {
    let is_reached = reached(linked, linked.start);
    let mut look = Look {
        shapes,
        leading: super::findings::leading(linked, shapes, budget)?,
        roles: Roles::default(),
        listed: Vec::new(),
        steps: 0,
    };
    let rules = linked.rules.iter().zip(is_reached);
    for (rule, _) in rules.filter(|(_, is_reached)| *is_reached) {
        look.listed.clear();
        rule.node.each(&mut |node| look.at(node));
        look.told(rule, source);
        // Each place is found by counting lines before it.
        look.steps += rule.span.start() / COUNTED;
        budget.steps(std::mem::take(&mut look.steps))?;
    }
    Ok(look.roles)
}

struct Look<'l> {
    shapes: &'l Shapes,
    leading: HashSet<*const Node>,
    roles: Roles,
    /// What the rule lists that is looked at.
    listed: Vec<(ByteSet, Span)>,
    /// What looking at the rule has cost: groups within groups are looked at again from each of those around.
    steps: usize,
}

impl Look<'_> {
    fn at(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Sequence(nodes) => {
                for node in nodes {
                    self.divides(node);
                }
            }
            NodeKind::Choice(nodes) if nodes.iter().any(|node| self.is_text(node)) => {
                for node in nodes {
                    let set = self.alone(node);
                    if !set.is_empty() {
                        self.listed.push((set, node.span));
                    }
                }
            }
            // A string of several characters divides by those that are reserved, save that of the scheme's name.
            NodeKind::Literal(bytes, _) if bytes.len() > 1 => self.literal(node, bytes),
            _ => {}
        }
    }

    fn literal(&mut self, node: &Node, bytes: &[u8]) {
        let is_leading = self.leading.contains(&std::ptr::from_ref(node));
        let name = bytes.iter().position(|byte| *byte == b':');
        let begin = name.filter(|_| is_leading).map_or(0, |colon| colon + 1);
        self.steps += bytes.len();
        let mut at = begin;
        while let Some(byte) = bytes.get(at) {
            // Two slashes begin an authority, and divide no path.
            if bytes[at..].starts_with(b"//") {
                at += 2;
                continue;
            }
            self.roles.dividing = self.roles.dividing.or(ByteSet::one(*byte).and(reserved()));
            at += 1;
        }
    }

    /// What stands between other things divides them, also where it may be omitted.
    fn divides(&mut self, node: &Node) {
        let inner = match &node.kind {
            NodeKind::Repeat { node, .. } => node,
            _ => node,
        };
        let alone = self.alone(inner);
        self.roles.dividing = self.roles.dividing.or(alone);
    }

    /// The bytes of what is always one reserved character; none of anything else.
    fn alone(&mut self, node: &Node) -> ByteSet {
        self.steps += 1;
        let set = match &node.kind {
            NodeKind::Literal(bytes, case) if bytes.len() == 1 => case.set(bytes[0]),
            NodeKind::Rule(_, id) => self.shapes.rule(*id).single.unwrap_or(ByteSet::NONE),
            NodeKind::Choice(nodes) => nodes.iter().map(|node| self.alone(node)).fold(ByteSet::NONE, ByteSet::or),
            _ => ByteSet::NONE,
        };
        if reserved().covers(set) { set } else { ByteSet::NONE }
    }

    /// Whether a letter or digit can stand for itself there.
    fn is_text(&mut self, node: &Node) -> bool {
        self.steps += 1;
        let first = match &node.kind {
            NodeKind::Rule(_, id) => self.shapes.rule(*id).first,
            NodeKind::Range(low, high) => ByteSet::range(*low, *high),
            NodeKind::Repeat { node, .. } => return self.is_text(node),
            NodeKind::Choice(nodes) => return nodes.iter().any(|node| self.is_text(node)),
            _ => ByteSet::NONE,
        };
        let words = ByteSet::range(b'0', b'9').or(ByteSet::range(b'a', b'z'));
        !first.and(words).is_empty()
    }

    fn told(&mut self, rule: &Rule, source: &Source<'_>) {
        let (Some((_, first)), RuleOrigin::Own) = (self.listed.first(), rule.origin) else {
            return;
        };
        let bytes = self.listed.iter().map(|(set, _)| *set);
        self.roles.data.push(DataBytes {
            bytes: bytes.fold(ByteSet::NONE, ByteSet::or),
            rule: rule.name.clone(),
            place: RulePlace::of(source.text, RuleOrigin::Own, *first),
        });
    }
}

fn reserved() -> ByteSet {
    let ones = RESERVED.iter().map(|byte| ByteSet::one(*byte));
    ones.fold(ByteSet::NONE, ByteSet::or)
}
