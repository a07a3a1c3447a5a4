//! The common Internet syntax at the beginning of every text of a grammar, which the core reads better than any automaton.
//!
//! ```text
//! "ftp://" login [ "/" url-path ]      AuthorityPrefix::Login
//! "http://" hostport [ "/" hpath … ]   AuthorityPrefix::HostPort
//! "file://" [ host ] "/" path          AuthorityPrefix::OptionalHost
//! ```

use std::collections::HashSet;

use super::ast::{Node, NodeKind, RuleId, is_same};
use super::byte_set::ByteSet;
use super::check::{self, Shapes};
use super::limits::Budget;
use super::resolve::Linked;
use super::{Capture, RuleOrigin, RuleSet, Source};

/// What stands behind `name://` in every text of a grammar, by the rules of RFC 1738 §5. Its components are the rules of
/// their names, and what follows begins with a byte that ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AuthorityPrefix {
    /// `login`
    Login,
    /// `hostport`
    HostPort,
    /// `host`
    Host,
    /// `[ host ]`: without a host there is no such component.
    OptionalHost,
    /// `server = [ host ]`, which is the component: it is there, and may be empty.
    EmptyHost,
}

impl AuthorityPrefix {
    /// The components that it is divided into.
    pub fn components(self) -> &'static [&'static str] {
        match self {
            Self::Login => &["user", "password", "host", "port"],
            Self::HostPort => &["host", "port"],
            Self::Host | Self::OptionalHost | Self::EmptyHost => &["host"],
        }
    }

    /// The bytes with which that can begin which follows. A question mark can stand in a user name, and no host is omitted
    /// before one.
    #[inline]
    pub const fn ends(self) -> ByteSet {
        let slash = ByteSet::one(b'/');
        match self {
            Self::HostPort | Self::Host => slash.or(ByteSet::one(b'?')),
            Self::Login | Self::OptionalHost | Self::EmptyHost => slash,
        }
    }

    fn named(rule: &str) -> Option<Self> {
        let heads = [("login", Self::Login), ("hostport", Self::HostPort), ("host", Self::Host)];
        let named = heads.into_iter().find(|(name, _)| is_same(name, rule));
        named.map(|(_, head)| head)
    }
}

/// The head of a grammar, of whose captures those are `reached`.
pub(super) fn find(
    linked: &Linked,
    source: &Source<'_>,
    reached: &[bool],
    shapes: &Shapes,
    budget: &mut Budget,
) -> Option<AuthorityPrefix> {
    let (first, rest) = behind_slashes(linked)?.split_first()?;
    let mut walk = Walk { linked, aliases: Vec::new(), inner: HashSet::new() };
    let head = walk.head(first)?;
    let captures = source.captures.iter().zip(reached);
    let captures = captures.filter(|(_, reached)| **reached);
    let head = walk.divided(head, &captures.map(|(capture, _)| capture).collect::<Vec<_>>())?;
    follows(rest, head, shapes, budget).then_some(head)
}

/// What stands behind `name://` in the start rule.
fn behind_slashes(linked: &Linked) -> Option<&[Node]> {
    let mut rule = linked.start;
    for _ in 0..linked.rules.len() {
        match &linked.rules[rule].node.kind {
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

/// Whether all that can follow ends the head.
fn follows(rest: &[Node], head: AuthorityPrefix, shapes: &Shapes, budget: &mut Budget) -> bool {
    for node in rest {
        match shapes.node(node, budget) {
            Ok(shape) if !head.ends().covers(shape.first) => return false,
            Ok(shape) if !shape.nullable => return true,
            Ok(_) => {}
            Err(_) => return false,
        }
    }
    true
}

struct Walk<'w> {
    linked: &'w Linked,
    /// The caller's own names for the head.
    aliases: Vec<&'w str>,
    /// The rules that the head is made of.
    inner: HashSet<RuleId>,
}

impl<'w> Walk<'w> {
    fn head(&mut self, mut node: &'w Node) -> Option<AuthorityPrefix> {
        let mut is_optional = false;
        for _ in 0..=self.linked.rules.len() {
            match &node.kind {
                NodeKind::Repeat { min: 0, max: Some(1), node: inner } if !is_optional => {
                    is_optional = true;
                    node = inner;
                }
                NodeKind::Rule(_, id) => {
                    let rule = &self.linked.rules[*id];
                    if rule.origin == RuleOrigin::Own {
                        self.aliases.push(&rule.name);
                        node = &rule.node;
                        continue;
                    }
                    let rules = check::reached(self.linked, *id).into_iter().enumerate();
                    let inner = rules.filter(|(rule, reached)| *reached && rule != id);
                    self.inner = inner.map(|(rule, _)| rule).collect();
                    let is_common = rule.origin == RuleOrigin::Import(RuleSet::Rfc1738);
                    let head = AuthorityPrefix::named(&rule.name).filter(|_| is_common);
                    return match head {
                        Some(AuthorityPrefix::Host) if is_optional => Some(AuthorityPrefix::OptionalHost),
                        head => head.filter(|_| !is_optional),
                    };
                }
                _ => return None,
            }
        }
        None
    }

    /// The head, if the captures divide it as the core does.
    fn divided(&self, head: AuthorityPrefix, captures: &[&Capture<'_>]) -> Option<AuthorityPrefix> {
        let names = head.components();
        let is_alias = |rule: &str| self.aliases.iter().any(|alias| is_same(alias, rule));
        let is_captured = |name: &&str| captures.iter().any(|capture| capture.name == *name);
        let fits = |capture: &&&Capture<'_>| {
            let is_host = capture.name == "host" && names.len() == 1;
            match names.iter().find(|name| capture.name == **name) {
                Some(name) => is_same(capture.rule, name) || is_host && is_alias(capture.rule),
                None => !self.is_inner(capture.rule),
            }
        };
        let is_divided = names.iter().all(is_captured) && captures.iter().all(|one| fits(&one));
        let by_alias = |capture: &&Capture<'_>| capture.name == "host" && is_alias(capture.rule);
        let is_empty_one = head == AuthorityPrefix::OptionalHost && captures.iter().any(by_alias);
        let head = if is_empty_one { AuthorityPrefix::EmptyHost } else { head };
        is_divided.then_some(head)
    }

    fn is_inner(&self, rule: &str) -> bool {
        let mut inner = self.inner.iter();
        inner.any(|id| is_same(&self.linked.rules[*id].name, rule))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline;

    /// A rule, the components beside those of the common syntax, and its head.
    const ROWS: [(&str, &[Capture<'_>], Option<AuthorityPrefix>); 16] = [
        (r#""x://" login"#, &[], Some(AuthorityPrefix::Login)),
        (r#""x://" login [ "/" tail ]"#, &[TAIL], Some(AuthorityPrefix::Login)),
        (r#""x:" "//" hostport [ "/" tail ] [ "?" tail ]"#, &[], Some(AuthorityPrefix::HostPort)),
        (r#""x://" server *( "/" tail )"#, &[SERVER], Some(AuthorityPrefix::HostPort)),
        (r#""x://" host "/" tail"#, &[HOST], Some(AuthorityPrefix::Host)),
        (r#""x://" [ host ] "/" tail"#, &[HOST], Some(AuthorityPrefix::OptionalHost)),
        (r#""x://" some "/" tail"#, &[SOME], Some(AuthorityPrefix::EmptyHost)),
        // Something else can follow than what ends it.
        (r#""x://" login [ "?" tail ]"#, &[], None),
        (r#""x://" hostport tail"#, &[], None),
        (r#""x://" hostport [ "/" ] ";" tail"#, &[], None),
        (r#""x://" [ host ] [ "?" tail ]"#, &[HOST], None),
        // The components are others than those of the core.
        (r#""x://" hostport "/""#, &[Capture::new("labels", "hostname")], None),
        (r#""x://" server "/""#, &[Capture::new("host", "server")], None),
        (r#""x://" host "/""#, &[], None),
        // It does not stand there always.
        (r#""x:" hostport"#, &[], None),
        (r#""x://" [ login ] "/""#, &[], None),
    ];
    const TAIL: Capture<'_> = Capture::new("tail", "tail");
    const SERVER: Capture<'_> = Capture::new("server", "server");
    const HOST: Capture<'_> = Capture::new("host", "host");
    const SOME: Capture<'_> = Capture::new("host", "some");

    #[test]
    fn heads() {
        let within = &["login", "hostport"];
        let names = ["user", "password", "host", "port"];
        for (rule, own, head) in ROWS {
            let text = format!("t = {rule}\nserver = hostport\nsome = [ host ]\ntail = *uchar");
            let is_own = |name: &&str| own.iter().any(|capture| capture.name == *name);
            let implied = names.into_iter().filter(|name| !is_own(name));
            let implied = implied.map(|name| Capture::implied(name, name, within));
            let captures: Vec<_> = implied.chain(own.iter().copied()).collect();
            let source = Source::new(&text).imports(&[RuleSet::Rfc1738]);
            let outline = outline(&source.captures(&captures));
            assert_eq!(outline.unwrap().head, head, "{rule}");
        }
    }
}
