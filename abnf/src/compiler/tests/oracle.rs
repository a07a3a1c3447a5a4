//! An independent matcher: a grammar expanded to a regular expression for `regex-automata`.

use std::fmt::Write as _;

use anyurl_core::Span;
use regex_automata::dfa::{Automaton as _, StartKind, dense};
use regex_automata::nfa::thompson::{self, backtrack::BoundedBacktracker};
use regex_automata::util::primitives::StateID;
use regex_automata::util::{start, syntax};
use regex_automata::{Anchored, Input};

use crate::automaton::RuleId;
use crate::compiler::ast::{Node, NodeKind, is_same_name};
use crate::compiler::limits::{Budget, Limits};
use crate::compiler::resolve::{Resolved, resolve};
use crate::{Capture, GrammarSource};

/// The spans of the captures, in their order.
pub(super) type Reading = Vec<Option<Span>>;

pub(super) struct Oracle {
    /// Finds the preferred reading: leftmost-first semantics prefer the same alternatives and repetitions.
    regex: BoundedBacktracker,
    /// The capture of each group.
    groups: Vec<usize>,
    /// Accepts a text with [markers](start_marker) around its captures: each reading of a text is one marked text.
    marked: dense::DFA<Vec<u32>>,
    captures: usize,
    /// Whether an unbounded repetition has a nullable element. Regular expressions stop such a repetition after an
    /// empty iteration, grammars after the alternatives that are not empty, so their preferred readings can differ.
    has_nullable_loop: bool,
}

impl Oracle {
    pub(super) fn new(source: &GrammarSource<'_>) -> Self {
        let resolved = resolve(source, &mut Budget::new(Limits::STANDARD)).expect(source.text);
        let expand = |is_marked| {
            let mut expansion = Expansion::new(&resolved, source.captures, is_marked);
            expansion.rule(resolved.start);
            expansion.pattern += r"\z";
            expansion
        };
        let (syntax, thompson) =
            (syntax::Config::new().unicode(false).utf8(false), thompson::Config::new().utf8(false));
        let Expansion { pattern, groups, has_nullable_loop, .. } = expand(false);
        let regex = BoundedBacktracker::builder().syntax(syntax).thompson(thompson.clone()).build(&pattern);
        let config = dense::Config::new().start_kind(StartKind::Anchored).accelerate(false);
        let mut marked = dense::Builder::new();
        let marked = marked.syntax(syntax).thompson(thompson).configure(config).build(&expand(true).pattern);
        let captures = source.captures.len();
        Self {
            regex: regex.expect(source.text),
            groups,
            marked: marked.expect(source.text),
            captures,
            has_nullable_loop,
        }
    }

    /// Whether the grammar derives a text.
    pub(super) fn derives(&self, text: &[u8]) -> bool {
        self.preferred(text).is_some()
    }

    /// The reading of the regular expression.
    fn preferred(&self, text: &[u8]) -> Option<Reading> {
        let (mut cache, mut captures) = (self.regex.create_cache(), self.regex.create_captures());
        self.regex
            .try_captures(&mut cache, Input::new(text).anchored(Anchored::Yes), &mut captures)
            .expect("short text");
        let mut reading = vec![None; self.captures];
        for (group, capture) in (1..).zip(&self.groups) {
            if let Some(span) = captures.get_group(group) {
                reading[*capture] = Some(Span::new(span.start, span.end));
            }
        }
        captures.is_match().then_some(reading)
    }

    /// Whether a reading is the preferred one of a text; any reading, where grammars and regular expressions differ.
    pub(super) fn is_preferred(&self, text: &[u8], reading: &Reading) -> bool {
        if self.has_nullable_loop {
            self.readings(text).contains(reading)
        } else {
            self.preferred(text).as_ref() == Some(reading)
        }
    }

    /// All readings of a text.
    pub(super) fn readings(&self, text: &[u8]) -> Vec<Reading> {
        let start = self.marked.start_state(&start::Config::new().anchored(Anchored::Yes)).expect("an anchored start");
        let mut readings = Vec::new();
        self.collect(start, text, 0, &vec![None; self.captures], &mut readings);
        readings
    }

    /// Collects the readings that continue in a state of the marked text; an open capture has an empty span.
    fn collect(&self, state: StateID, text: &[u8], at: usize, reading: &Reading, readings: &mut Vec<Reading>) {
        if self.marked.is_dead_state(state) {
            return;
        }
        let is_end = at == text.len() && self.marked.is_match_state(self.marked.next_eoi_state(state));
        if is_end && !readings.contains(reading) {
            readings.push(reading.clone());
        }
        for capture in 0..self.captures {
            let mut with = |marker, span| {
                let mut reading = reading.clone();
                reading[capture] = Some(span);
                self.collect(self.marked.next_state(state, marker), text, at, &reading, readings);
            };
            with(start_marker(capture), Span::at(at));
            if let Some(open) = reading[capture] {
                with(start_marker(capture) + 1, Span::new(open.start(), at));
            }
        }
        if let Some(byte) = text.get(at) {
            self.collect(self.marked.next_state(state, *byte), text, at + 1, reading, readings);
        }
    }
}

/// The byte before a capture in a marked text; the next byte value comes after it. Texts are US-ASCII.
fn start_marker(capture: usize) -> u8 {
    0x80 + 2 * u8::try_from(capture).expect("few captures")
}

/// The pattern of a grammar without recursion, with all rules expanded.
struct Expansion<'g> {
    resolved: &'g Resolved,
    captures: &'g [Capture<'g>],
    is_marked: bool,
    pattern: String,
    groups: Vec<usize>,
    has_nullable_loop: bool,
}

impl<'g> Expansion<'g> {
    fn new(resolved: &'g Resolved, captures: &'g [Capture<'g>], is_marked: bool) -> Self {
        Self { resolved, captures, is_marked, pattern: String::new(), groups: Vec::new(), has_nullable_loop: false }
    }

    fn rule(&mut self, id: RuleId) {
        let rule = &self.resolved.rules[id];
        let capture = self.captures.iter().position(|capture| is_same_name(capture.rule, &rule.name));
        match capture {
            Some(capture) if self.is_marked => {
                let _ = write!(self.pattern, r"(?:\x{:02x}", start_marker(capture));
                self.node(&rule.node);
                let _ = write!(self.pattern, r"\x{:02x})", start_marker(capture) + 1);
            }
            Some(capture) => {
                self.groups.push(capture);
                self.group("(", &rule.node, ")");
            }
            None => self.node(&rule.node),
        }
    }

    fn group(&mut self, open: &str, node: &Node, close: &str) {
        self.pattern += open;
        self.node(node);
        self.pattern += close;
    }

    fn node(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Choice(nodes) => {
                for (n, node) in nodes.iter().enumerate() {
                    self.group(if n == 0 { "(?:" } else { "|" }, node, "");
                }
                self.pattern += ")";
            }
            NodeKind::Sequence(nodes) => nodes.iter().for_each(|node| self.node(node)),
            NodeKind::Repeat { min, max, node } => {
                self.has_nullable_loop |= max.is_none() && self.is_nullable(node);
                let max = max.map_or(String::new(), |max| max.to_string());
                self.group("(?:", node, &format!("){{{min},{max}}}"));
            }
            NodeKind::Rule(_, id) => self.rule(*id),
            NodeKind::Literal(bytes, case) => {
                for byte in bytes {
                    self.pattern.push('[');
                    for byte in case.set(*byte).iter() {
                        let _ = write!(self.pattern, r"\x{byte:02x}");
                    }
                    self.pattern.push(']');
                }
            }
            NodeKind::Range(low, high) => {
                let _ = write!(self.pattern, r"[\x{low:02x}-\x{high:02x}]");
            }
            NodeKind::Prose(_) => unreachable!("no test has prose"),
        }
    }

    fn is_nullable(&self, node: &Node) -> bool {
        match &node.kind {
            NodeKind::Choice(nodes) => nodes.iter().any(|node| self.is_nullable(node)),
            NodeKind::Sequence(nodes) => nodes.iter().all(|node| self.is_nullable(node)),
            NodeKind::Repeat { min, node, .. } => *min == 0 || self.is_nullable(node),
            NodeKind::Rule(_, id) => self.is_nullable(&self.resolved.rules[*id].node),
            NodeKind::Literal(bytes, _) => bytes.is_empty(),
            NodeKind::Range(..) | NodeKind::Prose(_) => false,
        }
    }
}
