//! What can be told of a grammar without compiling it: which components it has, and how a text is put together from them.

use std::collections::HashSet;

use super::error::GrammarError;
use super::head::{self, Head};
use super::limits::{Budget, Limits};
use super::link::{Linked, link};
use super::tree::{Kind, Node, RuleId, is_same};
use super::{Capture, Source};

/// A grammar, read and checked, but not compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline {
    /// For each capture, whether the start rule reaches it.
    pub reached: Vec<bool>,
    /// For each capture, whether others divide it.
    pub divided: Vec<bool>,
    /// For each capture, the octets that its rule has literally somewhere: they need not be escaped in it.
    pub literals: Vec<Vec<u8>>,
    /// How a text is put together from the components, as a template of `locator_core::template`: the rule names in braces,
    /// what may be left away in brackets. None where the components alone do not make a text.
    pub template: Option<String>,
    /// What of the common Internet syntax every text begins with.
    pub head: Option<Head>,
}

/// Reads a grammar far enough to tell its outline.
///
/// ```
/// use locator_declared::grammar::{Capture, RuleSet, Source, outline};
///
/// let text = "t = \"x-t://\" hostport \"/\" queue [ \"?\" number ]\nqueue = 1*ALPHA\nnumber = 1*DIGIT";
/// let within = &["hostport"];
/// let captures = [
///     Capture::implied("host", "host", within),
///     Capture::implied("port", "port", within),
///     Capture::implied("user", "user", within),
///     Capture::new("queue", "queue"),
///     Capture::new("number", "number"),
/// ];
/// let source = Source::new(text).imports(&[RuleSet::Rfc1738]).captures(&captures);
/// let outline = outline(&source).unwrap();
/// assert_eq!(outline.reached, [true, true, false, true, true]);
/// assert_eq!(outline.template.as_deref(), Some("x-t://{host}[:{port}]/{queue}[?{number}]"));
/// ```
///
/// # Errors
/// As [`Grammar::compile`](super::Grammar::compile), for what can be seen before anything is expanded.
pub fn outline(source: &Source<'_>) -> Result<Outline, GrammarError> {
    let mut budget = Budget::new(Limits::STANDARD);
    let linked = link(source, &mut budget)?;
    let mut walk = Walk {
        linked: &linked,
        captures: source.captures,
        reached: vec![false; source.captures.len()],
        on_the_way: Vec::new(),
        holding: HashSet::new(),
    };
    walk.reach(linked.start, &mut HashSet::new(), false);
    walk.holding = walk.holding();
    let template = walk.rule(linked.start);
    let (divided, literals) = (walk.divided(), walk.literals());
    let head = head::find(&linked, source, &walk.reached);
    Ok(Outline {
        reached: walk.reached,
        divided,
        literals,
        template,
        head,
    })
}

struct Walk<'w> {
    linked: &'w Linked,
    captures: &'w [Capture<'w>],
    reached: Vec<bool>,
    /// The rules that are being expanded.
    on_the_way: Vec<RuleId>,
    /// The rules in which a component can occur.
    holding: HashSet<RuleId>,
}

impl Walk<'_> {
    fn name(&self, rule: RuleId) -> &str {
        &self.linked.rules[rule].name
    }

    /// The capture of a rule, where `is_within` says whether one of the rules it must occur in is on the way.
    fn capture(&self, rule: RuleId, is_within: impl Fn(&str) -> bool) -> Option<usize> {
        let name = self.name(rule);
        let fits = |capture: &Capture<'_>| {
            is_same(capture.rule, name)
                && (capture.within.is_empty() || capture.within.iter().any(|rule| is_within(rule)))
        };
        self.captures.iter().position(fits)
    }

    /// Marks what is reached; each rule is looked at twice, within the rules that captures ask for and elsewhere.
    fn reach(&mut self, rule: RuleId, seen: &mut HashSet<(RuleId, bool)>, is_within: bool) {
        if !seen.insert((rule, is_within)) {
            return;
        }
        if let Some(n) = self.capture(rule, |_| is_within) {
            self.reached[n] = true;
        }
        let name = self.name(rule);
        let asked = |capture: &Capture<'_>| capture.within.iter().any(|rule| is_same(rule, name));
        let is_within = is_within || self.captures.iter().any(asked);
        let mut next = Vec::new();
        self.linked.rules[rule].node.each(&mut |node| {
            if let Kind::Rule(_, id) = node.kind {
                next.push(id);
            }
        });
        for id in next {
            self.reach(id, seen, is_within);
        }
    }

    /// The rules in which a component can occur: all that lead to a captured one.
    fn holding(&self) -> HashSet<RuleId> {
        let rules = 0..self.linked.rules.len();
        let mut holding: HashSet<_> = rules
            .clone()
            .filter(|rule| {
                self.capture(*rule, |_| true)
                    .is_some_and(|n| self.reached[n])
            })
            .collect();
        loop {
            let before = holding.len();
            for rule in rules.clone() {
                if holds(&self.linked.rules[rule].node, &holding) {
                    holding.insert(rule);
                }
            }
            if holding.len() == before {
                return holding;
            }
        }
    }

    /// Whether others divide a capture: those that are reached from within its rule.
    fn divided(&self) -> Vec<bool> {
        let rules = 0..self.linked.rules.len();
        let is_divided = |n: usize| {
            let mut own = rules
                .clone()
                .filter(|rule| self.capture(*rule, |_| true) == Some(n));
            own.any(|rule| holds(&self.linked.rules[rule].node, &self.holding))
        };
        (0..self.captures.len()).map(is_divided).collect()
    }

    /// The octets that stand in the rules of each capture, and in those that they name.
    fn literals(&self) -> Vec<Vec<u8>> {
        let of = |n: usize| {
            let rules = 0..self.linked.rules.len();
            let own = rules.filter(|rule| self.capture(*rule, |_| true) == Some(n));
            let (mut octets, mut seen) = ([false; 256], HashSet::new());
            own.for_each(|rule| self.add_literals(rule, &mut octets, &mut seen));
            (0..=u8::MAX)
                .filter(|octet| octets[usize::from(*octet)])
                .collect()
        };
        (0..self.captures.len()).map(of).collect()
    }

    fn add_literals(&self, rule: RuleId, to: &mut [bool; 256], seen: &mut HashSet<RuleId>) {
        if !seen.insert(rule) {
            return;
        }
        let mut next = Vec::new();
        self.linked.rules[rule]
            .node
            .each(&mut |node| match &node.kind {
                Kind::Rule(_, id) => next.push(*id),
                Kind::Literal(octets, _) => {
                    for octet in octets {
                        to[usize::from(octet.to_ascii_lowercase())] = true;
                        to[usize::from(octet.to_ascii_uppercase())] = true;
                    }
                }
                Kind::Range(first, last) => {
                    for octet in *first..=*last {
                        to[usize::from(octet)] = true;
                    }
                }
                _ => {}
            });
        for rule in next {
            self.add_literals(rule, to, seen);
        }
    }

    fn rule(&mut self, rule: RuleId) -> Option<String> {
        if self.on_the_way.contains(&rule) {
            return None;
        }
        let on_the_way = |name: &str| {
            let mut rules = self.on_the_way.iter();
            rules.any(|rule| is_same(self.name(*rule), name))
        };
        // What others divide is written by them.
        let is_divided = holds(&self.linked.rules[rule].node, &self.holding);
        if let Some(n) = self.capture(rule, on_the_way).filter(|_| !is_divided) {
            return Some(match self.captures[n].name {
                // The one rule of RFC 3986 that stands for two components.
                "userinfo" => "{user}[:{password}]".to_owned(),
                name => format!("{{{name}}}"),
            });
        }
        let is_start = self.on_the_way.is_empty();
        self.on_the_way.push(rule);
        let linked = self.linked;
        let written = match &linked.rules[rule].node.kind {
            Kind::Choice(nodes) if is_start => self.alternatives(nodes),
            _ => self.node(&linked.rules[rule].node),
        };
        self.on_the_way.pop();
        written
    }

    /// How a node is written; none where something in it is neither a component nor fixed.
    fn node(&mut self, node: &Node) -> Option<String> {
        match &node.kind {
            Kind::Sequence(nodes) => nodes.iter().map(|node| self.node(node)).collect(),
            Kind::Choice(nodes) => self.choice(nodes),
            Kind::Repeat { min: 0, max, node } => self.optional(node, *max),
            Kind::Repeat {
                min: 1,
                max: Some(1),
                node,
            } => self.node(node),
            Kind::Rule(_, id) => self.rule(*id),
            Kind::Literal(octets, _) => literal(octets),
            Kind::Repeat { .. } | Kind::Range(..) | Kind::Prose(_) => None,
        }
    }

    /// What may be left away is, unless it brings a component.
    fn optional(&mut self, node: &Node, max: Option<u32>) -> Option<String> {
        if !holds(node, &self.holding) {
            return Some(String::new());
        }
        let inside = match &node.kind {
            Kind::Choice(nodes) => self.alternatives(nodes),
            _ => self.node(node),
        }?;
        (max == Some(1)).then(|| format!("[{inside}]"))
    }

    /// Of fixed texts the first is written; components that exclude each other stand in brackets.
    fn choice(&mut self, nodes: &[Node]) -> Option<String> {
        if !nodes.iter().any(|node| holds(node, &self.holding)) {
            return nodes.iter().find_map(|node| self.node(node));
        }
        let written: Vec<_> = nodes.iter().filter_map(|node| self.node(node)).collect();
        match &written[..] {
            [] => None,
            [one] => Some(one.clone()),
            several => Some(format!("[{}]", several.join("|"))),
        }
    }

    fn alternatives(&mut self, nodes: &[Node]) -> Option<String> {
        let all: Option<Vec<_>> = nodes.iter().map(|node| self.node(node)).collect();
        all.map(|all| all.join("|"))
    }
}

/// Whether one of the rules occurs in a node.
fn holds(node: &Node, holding: &HashSet<RuleId>) -> bool {
    let mut holds = false;
    node.each(&mut |node| {
        if let Kind::Rule(_, id) = node.kind {
            holds |= holding.contains(&id);
        }
    });
    holds
}

/// A literal, unless a template would read something else into it.
fn literal(octets: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(octets).ok()?;
    (!text.contains(['{', '}', '[', ']', '|'])).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates() {
        let captures = [Capture::new("a", "a"), Capture::new("b", "b")];
        let template = |rule: &str| {
            let text = format!(
                "t = {rule}\na = 1*ALPHA\nb = 1*DIGIT\nmark = \"!\" / \"?\"\nboth = a \",\" b"
            );
            outline(&Source::new(&text).captures(&captures))
                .unwrap()
                .template
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(template("\"x:\" a"), some("x:{a}"));
        assert_eq!(template("\"x:\" [ a ] [ \"/\" b ]"), some("x:[{a}][/{b}]"));
        assert_eq!(template("\"x:\" both"), some("x:{a},{b}"));
        assert_eq!(template("\"x:\" [ both / a ]"), some("x:[{a},{b}|{a}]"));
        assert_eq!(template("\"x:\" mark a"), some("x:!{a}"));
        assert_eq!(template("\"x:\" *mark a"), some("x:{a}"));
        assert_eq!(template("\"x:\" a *b"), None);
        assert_eq!(template("\"x:\" a 1*DIGIT"), None);
        assert_eq!(template("\"x:[\" a \"]\""), None);
    }
}
