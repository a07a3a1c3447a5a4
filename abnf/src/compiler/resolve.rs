//! Resolves the names in a grammar to rules: the caller's own, the imported and the core rules, in this order.

use anyurl_core::Span;
use anyurl_core::internal::{NameMap, similar_names, sort_by};

use super::ast::{Node, NodeKind, Rule, key};
use super::error::{AbnfErrorKind, GrammarError};
use super::finding::GrammarFinding;
use super::limits::Budget;
use super::origin::{RuleOrigin, RulePlace};
use super::{GrammarSource, parser, prelude};
use crate::automaton::RuleId;

/// All rules of a grammar, with every name resolved.
pub(super) struct Resolved {
    pub rules: Vec<Rule>,
    /// The number of the caller's own rules, which come first.
    pub own: usize,
    pub start: RuleId,
    /// Pairs of rules with the same name in two texts, which must derive the same language. The later definition is
    /// second.
    pub restated: Vec<(RuleId, RuleId)>,
    pub findings: Vec<GrammarFinding>,
}

/// The rules of one text, by name.
type Scope = NameMap<RuleId>;

/// Parses the text of a source and resolves its names.
pub(super) fn resolve(source: &GrammarSource<'_>, budget: &mut Budget) -> Result<Resolved, GrammarError> {
    let mut rules = parser::parse(source.text, RuleOrigin::Own, source.dialect, budget)?;
    replace(&mut rules, source, budget)?;
    let own = rules.len();
    let mut scopes = vec![scope(&rules, 0)];
    for set in source.imports {
        scopes.push(append(&mut rules, set.parsed()));
    }
    scopes.push(append(&mut rules, prelude::core_rules()));
    let start = start(source, &scopes[0])?;
    let mut resolver = Resolver { source, scopes, findings: Vec::new() };
    resolver.rules(&mut rules, budget)?;
    Ok(Resolved { restated: resolver.restated(), findings: resolver.findings, rules, own, start })
}

/// Replaces rules by those of the same names.
fn replace(rules: &mut Vec<Rule>, source: &GrammarSource<'_>, budget: &mut Budget) -> Result<(), GrammarError> {
    let Some(text) = source.replacements else { return Ok(()) };
    for rule in parser::parse(text, RuleOrigin::Replacement, source.dialect, budget)? {
        match rules.iter_mut().find(|known| key(&known.name) == key(&rule.name)) {
            Some(known) => *known = rule,
            None => rules.push(rule),
        }
    }
    Ok(())
}

impl Resolved {
    /// The place of the name in the definition of a rule.
    pub(super) fn place(&self, source: &GrammarSource<'_>, rule: RuleId) -> RulePlace {
        place(source, &self.rules[rule], self.rules[rule].span)
    }
}

fn place(source: &GrammarSource<'_>, rule: &Rule, span: Span) -> RulePlace {
    let text = match rule.origin {
        RuleOrigin::Own => source.text,
        RuleOrigin::Replacement => source.replacements.unwrap_or_default(),
        origin => prelude::text(origin),
    };
    RulePlace::new(text, rule.origin, span)
}

fn scope(rules: &[Rule], first: RuleId) -> Scope {
    rules.iter().zip(first..).map(|(rule, id)| (key(&rule.name), id)).collect()
}

fn append(rules: &mut Vec<Rule>, more: &[Rule]) -> Scope {
    let first = rules.len();
    rules.extend_from_slice(more);
    scope(more, first)
}

/// The requested start rule, or the first rule.
fn start(source: &GrammarSource<'_>, own: &Scope) -> Result<RuleId, GrammarError> {
    let (found, kind) = match source.start {
        Some(name) => (own.get(&key(name)).copied(), AbnfErrorKind::NoStart(name.to_owned())),
        None => ((!own.is_empty()).then_some(0), AbnfErrorKind::Empty),
    };
    found.ok_or_else(|| GrammarError::new(kind, None))
}

struct Resolver<'s> {
    source: &'s GrammarSource<'s>,
    /// Own, imported in their order, core.
    scopes: Vec<Scope>,
    findings: Vec<GrammarFinding>,
}

impl Resolver<'_> {
    /// Resolves every name in the rules.
    fn rules(&mut self, rules: &mut [Rule], budget: &mut Budget) -> Result<(), GrammarError> {
        let names: Vec<String> = rules.iter().map(|rule| rule.name.clone()).collect();
        for rule in rules {
            let mut root = std::mem::replace(&mut rule.node, Node::empty());
            let mut outcome = Ok(());
            let mut steps = 0;
            root.visit_mut(&mut |node| {
                steps += 1;
                if outcome.is_ok() {
                    outcome = self.node(rule, node, &names);
                }
            });
            rule.node = root;
            budget.steps(steps)?;
            outcome?;
        }
        Ok(())
    }

    fn node(&mut self, rule: &Rule, node: &mut Node, names: &[String]) -> Result<(), GrammarError> {
        match &mut node.kind {
            NodeKind::Rule(name, id) => {
                let Some(found) = self.lookup(rule.origin, name) else {
                    let help = suggestion(name, names.iter().map(String::as_str));
                    let kind = AbnfErrorKind::Undefined(name.clone());
                    let place = place(self.source, rule, node.span);
                    return Err(GrammarError::new(kind, Some(place)).with_help(help.as_deref()));
                };
                *id = found;
            }
            NodeKind::Prose(text) => {
                let name = text.trim().to_owned();
                match self.lookup(rule.origin, &name) {
                    Some(found) => node.kind = NodeKind::Rule(name, found),
                    None => self.prose(rule, node)?,
                }
            }
            // RFC 3986 writes the empty text as `0<pchar>`.
            NodeKind::Repeat { max: Some(0), .. } => node.kind = Node::empty().kind,
            _ => {}
        }
        Ok(())
    }

    /// The rule with a name. An imported text sees only its own and the core rules.
    fn lookup(&self, origin: RuleOrigin, name: &str) -> Option<RuleId> {
        let name = key(name);
        let core = self.scopes.len() - 1;
        let is_visible = |n: usize| match origin {
            RuleOrigin::Own | RuleOrigin::Replacement => true,
            RuleOrigin::Import(set) => {
                let own = self.source.imports.iter().position(|import| *import == set);
                n == core || Some(n) == own.map(|n| n + 1)
            }
            RuleOrigin::Core => n == core,
        };
        let mut visible = self.scopes.iter().enumerate().filter(|(n, _)| is_visible(*n));
        visible.find_map(|(_, scope)| scope.get(&name).copied())
    }

    /// Replaces prose by one or more graphic characters, if the caller accepts prose.
    fn prose(&mut self, rule: &Rule, node: &mut Node) -> Result<(), GrammarError> {
        let NodeKind::Prose(text) = &node.kind else {
            return Ok(());
        };
        let place = place(self.source, rule, node.span);
        let text = text.clone();
        if !self.source.prose {
            return Err(GrammarError::new(AbnfErrorKind::Prose(text), Some(place)).with_help("write a rule for it"));
        }
        self.findings.push(GrammarFinding::Prose { text, place });
        let graphic = Box::new(Node { kind: NodeKind::Range(0x21, 0x7E), span: node.span });
        node.kind = NodeKind::Repeat { min: 1, max: None, node: graphic };
        Ok(())
    }

    /// The rules that a text defines although another visible text has one of that name. Imported texts may restate
    /// core rules; a test asserts that ours derive the same.
    fn restated(&self) -> Vec<(RuleId, RuleId)> {
        let mut restated = Vec::new();
        for (n, scope) in self.scopes.iter().enumerate() {
            let others = if n == 0 {
                &self.scopes[1..]
            } else {
                let end = self.scopes.len() - 1;
                self.scopes.get(n + 1..end).unwrap_or_default()
            };
            for other in others {
                let both = scope.iter().filter_map(|(name, id)| Some((*id, *other.get(name)?)));
                restated.extend(both.map(|(one, two)| if n == 0 { (two, one) } else { (one, two) }));
            }
        }
        sort_by(&mut restated, |one, other| (one.1, one.0).cmp(&(other.1, other.0)));
        restated
    }
}

/// Names of the core rules in other documents.
const ALIASES: [(&str, &str); 8] = [
    ("hex", "HEXDIG"),
    ("letter", "ALPHA"),
    ("number", "DIGIT"),
    ("quote", "DQUOTE"),
    ("space", "SP"),
    ("tab", "HTAB"),
    ("lws", "LWSP"),
    ("newline", "CRLF"),
];

/// The likely intention behind an undefined name.
fn suggestion<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    if is_number(name) {
        return Some(format!("numbers are written `%{name}`"));
    }
    let alias = ALIASES.iter().find(|(alias, _)| alias.eq_ignore_ascii_case(name));
    let rule = alias.map(|(_, rule)| *rule).or_else(|| similar_names(name, names).first().copied())?;
    Some(format!("did you mean `{rule}`?"))
}

/// Whether a name is `x41` or `x41-5A`, as in `0x41`.
fn is_number(name: &str) -> bool {
    let is_hex = |part: &str| (1..=2).contains(&part.len()) && u8::from_str_radix(part, 16).is_ok();
    name.strip_prefix(['x', 'X']).is_some_and(|digits| digits.split('-').all(is_hex))
}

#[cfg(test)]
mod tests {
    #[test]
    fn undefined_names_have_suggestions() {
        let rows = [
            ("DIGITS", Some("did you mean `DIGIT`?")),
            ("digt", Some("did you mean `DIGIT`?")),
            ("HEX", Some("did you mean `HEXDIG`?")),
            ("hostprot", Some("did you mean `hostport`?")),
            ("x41", Some("numbers are written `%x41`")),
            ("x41-5A", Some("numbers are written `%x41-5A`")),
            ("xyzzy", None),
        ];
        for (name, help) in rows {
            let names = ["ALPHA", "DIGIT", "HEXDIG", "hostport", "port"].into_iter();
            assert_eq!(super::suggestion(name, names).as_deref(), help, "{name}");
        }
    }
}
