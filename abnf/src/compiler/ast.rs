//! The abstract syntax tree of a grammar.

use anyurl_core::Span;

use super::origin::RuleOrigin;
use crate::automaton::ByteSet;

/// The index of a rule among the caller's own, imported and core rules.
use crate::automaton::RuleId;

/// A rule: a name and its definition.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    /// The name as the definition spells it.
    pub name: String,
    /// The text that defines the rule.
    pub origin: RuleOrigin,
    /// The name in the definition.
    pub span: Span,
    pub node: Node,
}

/// An element of a rule, with its place in the text.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub kind: NodeKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum NodeKind {
    /// Alternatives; the first that matches wins.
    Choice(Vec<Node>),
    /// A concatenation.
    Sequence(Vec<Node>),
    /// A greedy repetition, `min` to `max` times.
    Repeat { min: u32, max: Option<u32>, node: Box<Node> },
    /// A reference to a rule; `resolve` fills in the index.
    Rule(String, RuleId),
    /// A string of bytes.
    Literal(Vec<u8>, Case),
    /// A byte in a range, both ends included.
    Range(u8, u8),
    /// A description in prose, or the name of a rule in angle brackets.
    Prose(String),
}

/// Case sensitivity of a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Case {
    /// `%s"…"`, numbers, and every literal of RFC 1738.
    Sensitive,
    /// `%i"…"`: case-insensitive on purpose.
    Insensitive,
    /// `"…"`: case-insensitive by default, which the author may not intend.
    Unspecified,
}

impl Case {
    /// The bytes that match one byte of a literal.
    pub(super) fn set(self, byte: u8) -> ByteSet {
        match self {
            Self::Sensitive => ByteSet::one(byte),
            Self::Insensitive | Self::Unspecified => ByteSet::folded(byte),
        }
    }
}

/// The key of a rule name, which is case-insensitive (RFC 5234 §2.1).
pub(super) fn key(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// Whether two names have the same [`key`].
pub(super) fn is_same_name(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
}

impl Node {
    /// An element that derives the empty text only.
    pub(super) fn empty() -> Self {
        Self { kind: NodeKind::Literal(Vec::new(), Case::Sensitive), span: Span::at(0) }
    }

    /// Visits the node and its descendants, parents first.
    pub(super) fn visit<'n>(&'n self, visitor: &mut impl FnMut(&'n Node)) {
        visitor(self);
        match &self.kind {
            NodeKind::Choice(nodes) | NodeKind::Sequence(nodes) => {
                for node in nodes {
                    node.visit(visitor);
                }
            }
            NodeKind::Repeat { node, .. } => node.visit(visitor),
            NodeKind::Rule(..) | NodeKind::Literal(..) | NodeKind::Range(..) | NodeKind::Prose(_) => {}
        }
    }

    /// [`Node::visit`], with mutable nodes.
    pub(super) fn visit_mut(&mut self, visitor: &mut impl FnMut(&mut Node)) {
        visitor(self);
        match &mut self.kind {
            NodeKind::Choice(nodes) | NodeKind::Sequence(nodes) => {
                for node in nodes {
                    node.visit_mut(visitor);
                }
            }
            NodeKind::Repeat { node, .. } => node.visit_mut(visitor),
            NodeKind::Rule(..) | NodeKind::Literal(..) | NodeKind::Range(..) | NodeKind::Prose(_) => {}
        }
    }
}
