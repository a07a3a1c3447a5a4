//! The template of a grammar: how its components make a text. Computed once for each rule from the rules that it uses.

use std::collections::HashMap;

use super::Capture;
use super::ast::{Node, NodeKind};
use super::limits::{Budget, Charged};
use super::occurrences::Occurrences;
use super::resolve::Resolved;
use crate::automaton::RuleId;

/// The maximum length of a template in bytes. The template of a rule is copied to every use of the rule, so that a few
/// lines of grammar could ask for 2^40 bytes.
pub(super) const MAX_LEN: usize = 4096;

/// The number of bytes copied per step of the budget.
const BYTES_PER_STEP: usize = 64;

/// Returns the template of a grammar; `None` if the components alone do not determine a text, or if it is too long.
pub(super) fn template(
    resolved: &Resolved,
    order: &[RuleId],
    captures: &[Capture<'_>],
    (occurrences, holders): (&Occurrences<'_>, &Holders),
    budget: &mut Budget,
) -> Charged<Option<String>> {
    let mut writer = Writer { resolved, captures, occurrences, holders, templates: HashMap::new(), budget };
    for rule in order {
        for context in occurrences.contexts(*rule) {
            let template = writer.rule(*rule, *context)?;
            writer.templates.insert((*rule, *context), template);
        }
    }
    Ok(writer.templates.remove(&(resolved.start, 0)).flatten())
}

/// The rules that are or contain components.
pub(super) struct Holders {
    /// The rules that are components or contain one.
    are_or_contain: Vec<bool>,
    /// The rules that contain a component.
    contain: Vec<bool>,
}

impl Holders {
    /// Visits the rules, each after the rules that it uses. `is_component` returns whether a rule is a component.
    pub(super) fn new(
        resolved: &Resolved,
        order: &[RuleId],
        is_component: impl Fn(RuleId) -> bool,
        budget: &mut Budget,
    ) -> Charged<Self> {
        let count = resolved.rules.len();
        let mut holders = Self { are_or_contain: vec![false; count], contain: vec![false; count] };
        for rule in order {
            let contains = holders.node(&resolved.rules[*rule].node, budget)?;
            holders.contain[*rule] = contains;
            holders.are_or_contain[*rule] = contains || is_component(*rule);
        }
        Ok(holders)
    }

    /// Whether a rule contains a component.
    pub(super) fn contains(&self, rule: RuleId) -> bool {
        self.contain[rule]
    }

    /// Whether a node is or contains a component.
    fn node(&self, node: &Node, budget: &mut Budget) -> Charged<bool> {
        budget.steps(1)?;
        match &node.kind {
            NodeKind::Rule(_, id) => Ok(self.are_or_contain[*id]),
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
    resolved: &'w Resolved,
    captures: &'w [Capture<'w>],
    occurrences: &'w Occurrences<'w>,
    holders: &'w Holders,
    templates: HashMap<(RuleId, u64), Option<String>>,
    budget: &'b mut Budget,
}

/// The template of an element; `None` if a part is neither a component nor fixed, or if it is too long.
type Template = Charged<Option<String>>;

impl Writer<'_, '_> {
    fn rule(&mut self, rule: RuleId, context: u64) -> Template {
        // A component that contains others is written as those.
        let captured = self.occurrences.captured(rule, context);
        if captured != 0 && !self.holders.contains(rule) {
            let name = self.captures[captured.trailing_zeros() as usize].name;
            return Ok(Some(match name {
                // The only rule of RFC 3986 that combines two components.
                "userinfo" => "{user}[:{password}]".to_owned(),
                name => format!("{{{name}}}"),
            }));
        }
        let resolved = self.resolved;
        let context = self.occurrences.inner_context(rule, context);
        match &resolved.rules[rule].node.kind {
            NodeKind::Choice(nodes) if rule == resolved.start => self.alternatives(nodes, context),
            _ => self.node(&resolved.rules[rule].node, context),
        }
    }

    fn node(&mut self, node: &Node, context: u64) -> Template {
        self.budget.steps(1)?;
        match &node.kind {
            NodeKind::Sequence(nodes) => self.sequence(nodes, context),
            NodeKind::Choice(nodes) => self.choice(nodes, context),
            NodeKind::Repeat { min: 0, max, node } => self.optional(node, *max, context),
            NodeKind::Repeat { min: 1, max: Some(1), node } => self.node(node, context),
            NodeKind::Rule(_, id) => {
                let template = self.templates.get(&(*id, context)).cloned().flatten();
                self.charge(template)
            }
            NodeKind::Literal(bytes, _) => self.charge(literal(bytes)),
            NodeKind::Repeat { .. } | NodeKind::Range(..) | NodeKind::Prose(_) => Ok(None),
        }
    }

    fn sequence(&mut self, nodes: &[Node], context: u64) -> Template {
        let mut all = String::new();
        for node in nodes {
            let Some(template) = self.node(node, context)? else {
                return Ok(None);
            };
            all += &template;
            if all.len() > MAX_LEN {
                return Ok(None);
            }
        }
        self.charge(Some(all))
    }

    /// Omits an optional element without components.
    fn optional(&mut self, node: &Node, max: Option<u32>, context: u64) -> Template {
        if !self.holders.node(node, self.budget)? {
            return Ok(Some(String::new()));
        }
        if max != Some(1) {
            return Ok(None);
        }
        let template = match &node.kind {
            NodeKind::Choice(nodes) => self.alternatives(nodes, context)?,
            _ => self.node(node, context)?,
        };
        self.charge(template.map(|template| format!("[{template}]")))
    }

    /// Writes the first of several fixed texts, and components that cannot be used together in brackets.
    fn choice(&mut self, nodes: &[Node], context: u64) -> Template {
        let mut has_component = false;
        for node in nodes {
            has_component |= self.holders.node(node, self.budget)?;
        }
        let mut all = Vec::new();
        let mut len = 0;
        for node in nodes {
            let Some(template) = self.node(node, context)? else {
                continue;
            };
            if !has_component {
                return Ok(Some(template));
            }
            len += template.len();
            all.push(template);
            if len > MAX_LEN {
                return Ok(None);
            }
        }
        let template = match &all[..] {
            [] => None,
            [one] => Some(one.clone()),
            several => Some(format!("[{}]", several.join("|"))),
        };
        self.charge(template)
    }

    fn alternatives(&mut self, nodes: &[Node], context: u64) -> Template {
        let mut all = Vec::new();
        let mut len = 0;
        for node in nodes {
            let Some(template) = self.node(node, context)? else {
                return Ok(None);
            };
            len += template.len() + 1;
            all.push(template);
            if len > MAX_LEN + 1 {
                return Ok(None);
            }
        }
        self.charge(Some(all.join("|")))
    }

    /// Charges the copying of a template, and drops it if it is too long.
    fn charge(&mut self, template: Option<String>) -> Template {
        let len = template.as_ref().map_or(0, String::len);
        self.budget.steps(len / BYTES_PER_STEP)?;
        Ok(template.filter(|template| template.len() <= MAX_LEN))
    }
}

/// A literal, unless it contains the syntax of templates.
fn literal(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    (!text.contains(['{', '}', '[', ']', '|'])).then(|| text.to_owned())
}
