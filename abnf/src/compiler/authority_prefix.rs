//! Finds the common Internet syntax at the start of every text of a grammar.
//!
//! ```text
//! "ftp://" login [ "/" url-path ]      AuthorityPrefix::Login
//! "http://" hostport [ "/" hpath … ]   AuthorityPrefix::HostPort
//! "file://" [ host ] "/" path          AuthorityPrefix::OptionalHost
//! ```

use std::collections::HashSet;

use super::ast::{Node, NodeKind, is_same_name};
use super::check::{self, Shapes};
use super::limits::Budget;
use super::resolve::Resolved;
use super::{Capture, GrammarSource, RuleOrigin, RuleSet};
use crate::automaton::{AuthorityPrefix, RuleId};

impl AuthorityPrefix {
    fn from_rule(rule: &str) -> Option<Self> {
        let prefixes = [("login", Self::Login), ("hostport", Self::HostPort), ("host", Self::Host)];
        prefixes.into_iter().find(|(name, _)| is_same_name(name, rule)).map(|(_, prefix)| prefix)
    }

    /// The prefix of a grammar; `reached` says which captures the start rule reaches.
    pub(super) fn find(
        resolved: &Resolved,
        source: &GrammarSource<'_>,
        reached: &[bool],
        shapes: &Shapes,
        budget: &mut Budget,
    ) -> Option<Self> {
        let (first, rest) = after_slashes(resolved)?.split_first()?;
        let mut finder = Finder { resolved, aliases: Vec::new(), inner: HashSet::new() };
        let prefix = finder.prefix(first)?;
        let captures = source.captures.iter().zip(reached).filter(|(_, reached)| **reached);
        let captures: Vec<_> = captures.map(|(capture, _)| capture).collect();
        let prefix = finder.with_captures(prefix, &captures)?;
        prefix.is_terminated(rest, shapes, budget).then_some(prefix)
    }

    /// Whether everything that can follow begins with a terminating byte.
    fn is_terminated(self, rest: &[Node], shapes: &Shapes, budget: &mut Budget) -> bool {
        for node in rest {
            match shapes.node(node, budget) {
                Ok(shape) if !self.ends().covers(shape.first) => return false,
                Ok(shape) if !shape.nullable => return true,
                Ok(_) => {}
                Err(_) => return false,
            }
        }
        true
    }
}

/// The elements after `name://` in the start rule.
fn after_slashes(resolved: &Resolved) -> Option<&[Node]> {
    let mut rule = resolved.start;
    for _ in 0..resolved.rules.len() {
        match &resolved.rules[rule].node.kind {
            NodeKind::Rule(_, id) => rule = *id,
            NodeKind::Sequence(nodes) => {
                let mut leading = Vec::new();
                let literals = nodes.iter().map_while(literal);
                let count = literals.map(|bytes| leading.extend(bytes)).count();
                return leading.ends_with(b"://").then(|| &nodes[count..]);
            }
            _ => return None,
        }
    }
    None
}

fn literal(node: &Node) -> Option<&[u8]> {
    match &node.kind {
        NodeKind::Literal(bytes, _) => Some(bytes),
        _ => None,
    }
}

struct Finder<'r> {
    resolved: &'r Resolved,
    /// The caller's own names for the prefix.
    aliases: Vec<&'r str>,
    /// The rules that the prefix uses.
    inner: HashSet<RuleId>,
}

impl<'r> Finder<'r> {
    /// The prefix that a node derives, through any of the caller's own rules.
    fn prefix(&mut self, mut node: &'r Node) -> Option<AuthorityPrefix> {
        let mut is_optional = false;
        for _ in 0..=self.resolved.rules.len() {
            match &node.kind {
                NodeKind::Repeat { min: 0, max: Some(1), node: inner } if !is_optional => {
                    is_optional = true;
                    node = inner;
                }
                NodeKind::Rule(_, id) => {
                    let rule = &self.resolved.rules[*id];
                    if matches!(rule.origin, RuleOrigin::Own | RuleOrigin::Replacement) {
                        self.aliases.push(&rule.name);
                        node = &rule.node;
                        continue;
                    }
                    let rules = check::reached(self.resolved, *id).into_iter().enumerate();
                    self.inner = rules.filter(|(rule, reached)| *reached && rule != id).map(|(rule, _)| rule).collect();
                    let is_common = rule.origin == RuleOrigin::Import(RuleSet::Rfc1738);
                    let prefix = AuthorityPrefix::from_rule(&rule.name).filter(|_| is_common);
                    return match prefix {
                        Some(AuthorityPrefix::Host) if is_optional => Some(AuthorityPrefix::OptionalHost),
                        prefix => prefix.filter(|_| !is_optional),
                    };
                }
                _ => return None,
            }
        }
        None
    }

    /// The prefix, if the captures divide it as core does.
    fn with_captures(&self, prefix: AuthorityPrefix, captures: &[&Capture<'_>]) -> Option<AuthorityPrefix> {
        let names = prefix.components();
        let is_alias = |rule: &str| self.aliases.iter().any(|alias| is_same_name(alias, rule));
        let is_captured = |name: &&str| captures.iter().any(|capture| capture.name == *name);
        let matches = |capture: &&Capture<'_>| {
            let is_host = capture.name == "host" && names.len() == 1;
            match names.iter().find(|name| capture.name == **name) {
                Some(name) => is_same_name(capture.rule, name) || is_host && is_alias(capture.rule),
                None => !self.is_inner(capture.rule),
            }
        };
        let matches = names.iter().all(is_captured) && captures.iter().all(matches);
        let by_alias = |capture: &&Capture<'_>| capture.name == "host" && is_alias(capture.rule);
        let is_empty_host = prefix == AuthorityPrefix::OptionalHost && captures.iter().any(by_alias);
        let prefix = if is_empty_host { AuthorityPrefix::EmptyHost } else { prefix };
        matches.then_some(prefix)
    }

    fn is_inner(&self, rule: &str) -> bool {
        self.inner.iter().any(|id| is_same_name(&self.resolved.rules[*id].name, rule))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Skeleton;

    /// A rule, its components apart from those of the common syntax, and its prefix.
    const ROWS: [(&str, &[Capture<'_>], Option<AuthorityPrefix>); 16] = [
        (r#""x://" login"#, &[], Some(AuthorityPrefix::Login)),
        (r#""x://" login [ "/" tail ]"#, &[TAIL], Some(AuthorityPrefix::Login)),
        (r#""x:" "//" hostport [ "/" tail ] [ "?" tail ]"#, &[], Some(AuthorityPrefix::HostPort)),
        (r#""x://" server *( "/" tail )"#, &[SERVER], Some(AuthorityPrefix::HostPort)),
        (r#""x://" host "/" tail"#, &[HOST], Some(AuthorityPrefix::Host)),
        (r#""x://" [ host ] "/" tail"#, &[HOST], Some(AuthorityPrefix::OptionalHost)),
        (r#""x://" some "/" tail"#, &[SOME], Some(AuthorityPrefix::EmptyHost)),
        // The next byte may not terminate the prefix.
        (r#""x://" login [ "?" tail ]"#, &[], None),
        (r#""x://" hostport tail"#, &[], None),
        (r#""x://" hostport [ "/" ] ";" tail"#, &[], None),
        (r#""x://" [ host ] [ "?" tail ]"#, &[HOST], None),
        // The components differ from those of core.
        (r#""x://" hostport "/""#, &[Capture::new("labels", "hostname")], None),
        (r#""x://" server "/""#, &[Capture::new("host", "server")], None),
        (r#""x://" host "/""#, &[], None),
        // The prefix is not always present.
        (r#""x:" hostport"#, &[], None),
        (r#""x://" [ login ] "/""#, &[], None),
    ];
    const TAIL: Capture<'_> = Capture::new("tail", "tail");
    const SERVER: Capture<'_> = Capture::new("server", "server");
    const HOST: Capture<'_> = Capture::new("host", "host");
    const SOME: Capture<'_> = Capture::new("host", "some");

    #[test]
    fn prefixes() {
        let within = &["login", "hostport"];
        let names = ["user", "password", "host", "port"];
        for (rule, own, prefix) in ROWS {
            let text = format!("t = {rule}\nserver = hostport\nsome = [ host ]\ntail = *uchar");
            let is_own = |name: &&str| own.iter().any(|capture| capture.name == *name);
            let implied = names.into_iter().filter(|name| !is_own(name));
            let implied = implied.map(|name| Capture::implied(name, name, within));
            let captures: Vec<_> = implied.chain(own.iter().copied()).collect();
            let source = GrammarSource::new(&text).imports(&[RuleSet::Rfc1738]);
            let skeleton = Skeleton::new(&source.captures(&captures));
            assert_eq!(skeleton.unwrap().authority, prefix, "{rule}");
        }
    }
}
