//! What a grammar text says, as a tree.

use locator_core::Span;

use super::byte_set::ByteSet;
use super::error::RuleOrigin;

/// The number of a rule among all rules that are linked together.
pub(super) type RuleId = usize;

/// A rule: a name and what it derives.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    /// As the definition writes it.
    pub name: String,
    /// Which text it is in.
    pub origin: RuleOrigin,
    /// Where the name is defined.
    pub span: Span,
    pub node: Node,
}

/// One element of a rule, with its place in the text.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub kind: NodeKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum NodeKind {
    /// One of these; the first is preferred.
    Choice(Vec<Node>),
    /// All of these, in order.
    Sequence(Vec<Node>),
    /// As many as there are, from `min` to `max`.
    Repeat { min: u32, max: Option<u32>, node: Box<Node> },
    /// What the rule of this name derives; the number is known once it is linked.
    Rule(String, RuleId),
    /// These bytes, letters in either case where `case` says so.
    Literal(Vec<u8>, Case),
    /// One byte of a range.
    Range(u8, u8),
    /// A description in prose, or a rule's name in angle brackets.
    Prose(String),
}

/// Whether a literal tells upper from lower case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Case {
    /// `%s"…"`, numbers, and every literal of RFC 1738.
    Sensitive,
    /// `%i"…"`: it does not, and its author says so.
    Insensitive,
    /// `"…"`: it does not, which its author may not know.
    Unsaid,
}

impl Case {
    /// The bytes that match one of a literal.
    pub(super) fn set(self, byte: u8) -> ByteSet {
        match self {
            Self::Sensitive => ByteSet::one(byte),
            Self::Insensitive | Self::Unsaid => ByteSet::folded(byte),
        }
    }
}

/// Names of rules ignore case (RFC 5234 §2.1).
pub(super) fn key(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// The same of two names, without making any.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
}

impl Node {
    /// Looks at the node and all within it.
    pub(super) fn each<'n>(&'n self, look: &mut impl FnMut(&'n Node)) {
        look(self);
        match &self.kind {
            NodeKind::Choice(nodes) | NodeKind::Sequence(nodes) => {
                for node in nodes {
                    node.each(look);
                }
            }
            NodeKind::Repeat { node, .. } => node.each(look),
            NodeKind::Rule(..) | NodeKind::Literal(..) | NodeKind::Range(..) | NodeKind::Prose(_) => {}
        }
    }

    /// Changes the node and all within it.
    pub(super) fn each_mut(&mut self, change: &mut impl FnMut(&mut Node)) {
        change(self);
        match &mut self.kind {
            NodeKind::Choice(nodes) | NodeKind::Sequence(nodes) => {
                for node in nodes {
                    node.each_mut(change);
                }
            }
            NodeKind::Repeat { node, .. } => node.each_mut(change),
            NodeKind::Rule(..) | NodeKind::Literal(..) | NodeKind::Range(..) | NodeKind::Prose(_) => {}
        }
    }
}
