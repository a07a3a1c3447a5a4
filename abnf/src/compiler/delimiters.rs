//! The roles of reserved characters in a grammar: delimiters or data (RFC 1738 §2.2).

use std::collections::HashSet;

use anyurl_core::Span;

use super::ast::{Node, NodeKind, Rule};
use super::check::{Shapes, reached};
use super::find_mistakes::BYTES_PER_STEP;
use super::limits::{Budget, Charged};
use super::origin::{RuleOrigin, RulePlace};
use super::resolve::Resolved;
use super::{CompiledGrammar, GrammarSource};
use crate::automaton::ByteSet;

/// The characters that RFC 1738 lets a scheme reserve.
const RESERVED: ByteSet = ByteSet::from_bytes(b";/?:@=&");

/// The roles of the reserved characters.
#[derive(Clone, Default, Debug)]
pub(super) struct Delimiters {
    /// The characters that separate other elements in at least one rule.
    separators: ByteSet,
    /// The characters that the caller's own rules list beside letters or digits, as data.
    data: Vec<DataBytes>,
}

/// Reserved characters that one rule lists as data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataBytes {
    /// The characters.
    pub bytes: ByteSet,
    /// The rule that lists them.
    pub rule: String,
    /// Where the first of them is.
    pub place: RulePlace,
}

impl CompiledGrammar {
    /// The characters among `; / ? : @ = &` that separate other elements in at least one rule.
    pub fn delimiters(&self) -> ByteSet {
        self.delimiters.separators
    }

    /// For each rule of the text, the characters among `; / ? : @ = &` that it lists beside letters or digits although
    /// they are not [delimiters](CompiledGrammar::delimiters).
    ///
    /// ```
    /// use anyurl_abnf::{CompiledGrammar, GrammarSource};
    ///
    /// let text = "t = \"x-t:\" name [ \";\" name ]\nname = 1*( ALPHA / \";\" / \"&\" )";
    /// let grammar = CompiledGrammar::compile(&GrammarSource::new(text)).unwrap();
    /// let unused = grammar.unused_reserved();
    /// assert_eq!((unused.len(), &*unused[0].rule, unused[0].bytes.to_string()), (1, "name", "\"&\"".to_owned()));
    /// ```
    pub fn unused_reserved(&self) -> Vec<DataBytes> {
        let Delimiters { separators, data } = &self.delimiters;
        let unused = data.iter().map(|data| DataBytes { bytes: data.bytes.without(*separators), ..data.clone() });
        unused.filter(|data| !data.bytes.is_empty()).collect()
    }
}

/// Visits all rules that the start rule reaches.
pub(super) fn find(
    resolved: &Resolved,
    source: &GrammarSource<'_>,
    shapes: &Shapes,
    budget: &mut Budget,
) -> Charged<Delimiters> {
    let is_reached = reached(resolved, resolved.start);
    let mut visitor = Visitor {
        shapes,
        leading: super::find_mistakes::leading(resolved, shapes, budget)?,
        delimiters: Delimiters::default(),
        listed: Vec::new(),
        steps: 0,
    };
    let rules = resolved.rules.iter().zip(is_reached);
    for (rule, _) in rules.filter(|(_, is_reached)| *is_reached) {
        visitor.listed.clear();
        rule.node.visit(&mut |node| visitor.node(node));
        visitor.finish(rule, source);
        // `RulePlace::new` counts the lines before each place.
        visitor.steps += rule.span.start() / BYTES_PER_STEP;
        budget.steps(std::mem::take(&mut visitor.steps))?;
    }
    Ok(visitor.delimiters)
}

struct Visitor<'s> {
    shapes: &'s Shapes,
    leading: HashSet<*const Node>,
    delimiters: Delimiters,
    /// The reserved characters that the current rule lists as data.
    listed: Vec<(ByteSet, Span)>,
    /// The cost of the current rule: nested groups are visited again from each enclosing group.
    steps: usize,
}

impl Visitor<'_> {
    fn node(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Sequence(nodes) => {
                for node in nodes {
                    self.add_separator(node);
                }
            }
            NodeKind::Choice(nodes) if nodes.iter().any(|node| self.is_text(node)) => {
                for node in nodes {
                    let set = self.reserved_byte(node);
                    if !set.is_empty() {
                        self.listed.push((set, node.span));
                    }
                }
            }
            // The reserved characters of a longer string are delimiters, except in the scheme name.
            NodeKind::Literal(bytes, _) if bytes.len() > 1 => self.literal(node, bytes),
            _ => {}
        }
    }

    fn literal(&mut self, node: &Node, bytes: &[u8]) {
        let is_leading = self.leading.contains(&std::ptr::from_ref(node));
        let colon = bytes.iter().position(|byte| *byte == b':').filter(|_| is_leading);
        self.steps += bytes.len();
        let mut at = colon.map_or(0, |colon| colon + 1);
        while let Some(byte) = bytes.get(at) {
            // `//` begins an authority and separates nothing.
            if bytes[at..].starts_with(b"//") {
                at += 2;
                continue;
            }
            self.add(ByteSet::one(*byte).and(RESERVED));
            at += 1;
        }
    }

    /// Adds an element of a sequence, optional or not, that is a reserved character.
    fn add_separator(&mut self, node: &Node) {
        let inner = match &node.kind {
            NodeKind::Repeat { node, .. } => node,
            _ => node,
        };
        let set = self.reserved_byte(inner);
        self.add(set);
    }

    fn add(&mut self, separators: ByteSet) {
        self.delimiters.separators = self.delimiters.separators.or(separators);
    }

    /// The bytes of an element that is always a single reserved character; otherwise the empty set.
    fn reserved_byte(&mut self, node: &Node) -> ByteSet {
        self.steps += 1;
        let set = match &node.kind {
            NodeKind::Literal(bytes, case) if bytes.len() == 1 => case.set(bytes[0]),
            NodeKind::Rule(_, id) => self.shapes.rule(*id).single.unwrap_or(ByteSet::NONE),
            NodeKind::Choice(nodes) => {
                nodes.iter().map(|node| self.reserved_byte(node)).fold(ByteSet::NONE, ByteSet::or)
            }
            _ => ByteSet::NONE,
        };
        if RESERVED.covers(set) { set } else { ByteSet::NONE }
    }

    /// Whether an element can begin with a letter or a digit of a range or rule.
    fn is_text(&mut self, node: &Node) -> bool {
        self.steps += 1;
        let first = match &node.kind {
            NodeKind::Rule(_, id) => self.shapes.rule(*id).first,
            NodeKind::Range(low, high) => ByteSet::range(*low, *high),
            NodeKind::Repeat { node, .. } => return self.is_text(node),
            NodeKind::Choice(nodes) => return nodes.iter().any(|node| self.is_text(node)),
            _ => ByteSet::NONE,
        };
        !first.and(ByteSet::range(b'0', b'9').or(ByteSet::range(b'a', b'z'))).is_empty()
    }

    /// Records the reserved data of an own rule.
    fn finish(&mut self, rule: &Rule, source: &GrammarSource<'_>) {
        let (Some((_, first)), RuleOrigin::Own) = (self.listed.first(), rule.origin) else {
            return;
        };
        let bytes = self.listed.iter().map(|(set, _)| *set);
        self.delimiters.data.push(DataBytes {
            bytes: bytes.fold(ByteSet::NONE, ByteSet::or),
            rule: rule.name.clone(),
            place: RulePlace::new(source.text, RuleOrigin::Own, *first),
        });
    }
}
