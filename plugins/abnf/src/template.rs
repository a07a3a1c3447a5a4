//! How a text is put together from its components: written for each rule once, from what is written for those it uses.

use std::collections::HashMap;

use super::Capture;
use super::ast::{Node, NodeKind, RuleId};
use super::limits::{Budget, Over};
use super::occurrences::Occurrences;
use super::resolve::Linked;

/// A longer template, in bytes, is no help to anyone: what is written of one rule is written wherever the rule is used, so
/// that a few lines can ask for 2^40 bytes.
pub(super) const LONGEST: usize = 4096;

/// As many bytes are copied in the time of one step.
const COPIED: usize = 64;

/// Writes the template of a grammar: none where the components alone do not make a text, or where it gets too long.
pub(super) fn write(
    linked: &Linked,
    order: &[RuleId],
    captures: &[Capture<'_>],
    (occurrences, holding): (&Occurrences<'_>, &Holding),
    budget: &mut Budget,
) -> Result<Option<String>, Over> {
    let mut writer = Writer { linked, captures, occurrences, holding, written: HashMap::new(), budget };
    for rule in order {
        for inside in occurrences.contexts(*rule) {
            let written = writer.rule(*rule, *inside)?;
            writer.written.insert((*rule, *inside), written);
        }
    }
    Ok(writer.written.remove(&(linked.start, 0)).flatten())
}

/// In which rules a component can occur.
pub(super) struct Holding {
    /// The rules in which one occurs, or which are one.
    itself: Vec<bool>,
    /// The rules within which one occurs.
    within: Vec<bool>,
}

impl Holding {
    /// Goes through the rules, each after those that it uses. `is_component` says which of them are components.
    pub(super) fn find(
        linked: &Linked,
        order: &[RuleId],
        is_component: impl Fn(RuleId) -> bool,
        budget: &mut Budget,
    ) -> Result<Self, Over> {
        let count = linked.rules.len();
        let mut holding = Self { itself: vec![false; count], within: vec![false; count] };
        for rule in order {
            let within = holding.node(&linked.rules[*rule].node, budget)?;
            holding.within[*rule] = within;
            holding.itself[*rule] = within || is_component(*rule);
        }
        Ok(holding)
    }

    /// Whether a component occurs within a rule.
    pub(super) fn within(&self, rule: RuleId) -> bool {
        self.within[rule]
    }

    /// Whether a component can occur in a node.
    fn node(&self, node: &Node, budget: &mut Budget) -> Result<bool, Over> {
        budget.steps(1)?;
        match &node.kind {
            NodeKind::Rule(_, id) => Ok(self.itself[*id]),
            NodeKind::Choice(nodes) | NodeKind::Sequence(nodes) => {
                for node in nodes {
                    if self.node(node, budget)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            NodeKind::Repeat { node, .. } => self.node(node, budget),
            NodeKind::Literal(..) | NodeKind::Range(..) | NodeKind::Prose(_) => Ok(false),
        }
    }
}

struct Writer<'w, 'b> {
    linked: &'w Linked,
    captures: &'w [Capture<'w>],
    occurrences: &'w Occurrences<'w>,
    holding: &'w Holding,
    written: HashMap<(RuleId, u64), Option<String>>,
    budget: &'b mut Budget,
}

/// A piece of a template; none where something in it is neither a component nor fixed, or it is too long.
type Written = Result<Option<String>, Over>;

impl Writer<'_, '_> {
    fn rule(&mut self, rule: RuleId, inside: u64) -> Written {
        // What others divide is written by them.
        let captured = self.occurrences.captured(rule, inside);
        if captured != 0 && !self.holding.within(rule) {
            let name = self.captures[captured.trailing_zeros() as usize].name;
            return Ok(Some(match name {
                // The one rule of RFC 3986 that stands for two components.
                "userinfo" => "{user}[:{password}]".to_owned(),
                name => format!("{{{name}}}"),
            }));
        }
        let linked = self.linked;
        let inside = self.occurrences.below(rule, inside);
        match &linked.rules[rule].node.kind {
            NodeKind::Choice(nodes) if rule == linked.start => self.alternatives(nodes, inside),
            _ => self.node(&linked.rules[rule].node, inside),
        }
    }

    fn node(&mut self, node: &Node, inside: u64) -> Written {
        self.budget.steps(1)?;
        match &node.kind {
            NodeKind::Sequence(nodes) => self.sequence(nodes, inside),
            NodeKind::Choice(nodes) => self.choice(nodes, inside),
            NodeKind::Repeat { min: 0, max, node } => self.optional(node, *max, inside),
            NodeKind::Repeat { min: 1, max: Some(1), node } => self.node(node, inside),
            NodeKind::Rule(_, id) => {
                let written = self.written.get(&(*id, inside)).cloned().flatten();
                self.kept(written)
            }
            NodeKind::Literal(bytes, _) => self.kept(literal(bytes)),
            NodeKind::Repeat { .. } | NodeKind::Range(..) | NodeKind::Prose(_) => Ok(None),
        }
    }

    fn sequence(&mut self, nodes: &[Node], inside: u64) -> Written {
        let mut all = String::new();
        for node in nodes {
            let Some(written) = self.node(node, inside)? else {
                return Ok(None);
            };
            all += &written;
            if all.len() > LONGEST {
                return Ok(None);
            }
        }
        self.kept(Some(all))
    }

    /// What may be omitted is, unless it brings a component.
    fn optional(&mut self, node: &Node, max: Option<u32>, inside: u64) -> Written {
        if !self.holding.node(node, self.budget)? {
            return Ok(Some(String::new()));
        }
        if max != Some(1) {
            return Ok(None);
        }
        let written = match &node.kind {
            NodeKind::Choice(nodes) => self.alternatives(nodes, inside)?,
            _ => self.node(node, inside)?,
        };
        self.kept(written.map(|written| format!("[{written}]")))
    }

    /// Of fixed texts the first is written; components that exclude each other stand in brackets.
    fn choice(&mut self, nodes: &[Node], inside: u64) -> Written {
        let mut holds = false;
        for node in nodes {
            holds |= self.holding.node(node, self.budget)?;
        }
        let mut all = Vec::new();
        let mut len = 0;
        for node in nodes {
            let Some(written) = self.node(node, inside)? else {
                continue;
            };
            if !holds {
                return Ok(Some(written));
            }
            len += written.len();
            all.push(written);
            if len > LONGEST {
                return Ok(None);
            }
        }
        let written = match &all[..] {
            [] => None,
            [one] => Some(one.clone()),
            several => Some(format!("[{}]", several.join("|"))),
        };
        self.kept(written)
    }

    fn alternatives(&mut self, nodes: &[Node], inside: u64) -> Written {
        let mut all = Vec::new();
        let mut len = 0;
        for node in nodes {
            let Some(written) = self.node(node, inside)? else {
                return Ok(None);
            };
            len += written.len() + 1;
            all.push(written);
            if len > LONGEST + 1 {
                return Ok(None);
            }
        }
        self.kept(Some(all.join("|")))
    }

    /// A piece that was copied, unless it is too long.
    fn kept(&mut self, written: Option<String>) -> Written {
        let len = written.as_ref().map_or(0, String::len);
        self.budget.steps(len / COPIED)?;
        Ok(written.filter(|written| written.len() <= LONGEST))
    }
}

/// A literal, unless a template would read something else into it.
fn literal(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    (!text.contains(['{', '}', '[', ']', '|'])).then(|| text.to_owned())
}
