//! Random grammars and texts that they derive.

use std::fmt::Write as _;

use anyurl_testkit::Rng;

/// A grammar as a tree, to print as ABNF and to derive texts from.
#[derive(Clone)]
enum Node {
    Literal(&'static str),
    /// A rule, and some of its texts.
    Characters(&'static str, &'static [&'static str]),
    Sequence(Vec<Node>),
    Choice(Vec<Node>),
    Repeat(u32, u32, Box<Node>),
    /// A component by its index.
    Component(usize),
}

/// Delimiters, unreserved characters and escapes.
const LITERALS: [&str; 11] = [".", "-", "_", "~", "a", "/", ";", "%2E", "%61", "%2F", ":"];

const CHARACTERS: [(&str, &[&str]); 5] = [
    ("ALPHA", &["a", "Z", "k"]),
    ("DIGIT", &["0", "7"]),
    ("unreserved", &["a", ".", "~", "-", "_", "5"]),
    ("pct-encoded", &["%61", "%2e", "%7E", "%2F", "%40", "%C3"]),
    ("pchar", &["a", "%2E", ":", "@", "."]),
];

/// A grammar of up to three components.
pub(crate) struct Random {
    start: Node,
    components: Vec<Node>,
}

impl Random {
    pub(crate) fn new(rng: &mut Rng) -> Self {
        let components: Vec<Node> = (0..rng.below(4)).map(|_| node(rng, 2, 0)).collect();
        let mut parts: Vec<Node> = (0..components.len()).map(Node::Component).collect();
        for n in (0..=parts.len()).rev() {
            if !rng.one_in(3) {
                parts.insert(n, node(rng, 1, 0));
            }
        }
        let start = Node::Sequence(parts.into_iter().map(|part| optional(part, rng)).collect());
        Self { start, components }
    }

    /// The right-hand side of the start rule, and the rules of the components.
    pub(crate) fn abnf(&self) -> String {
        let mut text = String::new();
        write_node(&self.start, &mut text);
        for (n, component) in self.components.iter().enumerate() {
            write!(text, "\nc{n} = ").unwrap();
            write_node(component, &mut text);
        }
        text
    }

    /// The component tables for a registry file.
    pub(crate) fn components(&self) -> String {
        let table = |n| format!(r#"{{ name = "c{n}", rule = "c{n}" }}"#);
        let tables: Vec<_> = (0..self.components.len()).map(table).collect();
        tables.join(", ")
    }

    /// A text that the grammar derives.
    pub(crate) fn text(&self, rng: &mut Rng) -> String {
        let mut text = "x-t:".to_owned();
        self.derive(&self.start, rng, &mut text);
        text
    }

    fn derive(&self, node: &Node, rng: &mut Rng, to: &mut String) {
        match node {
            Node::Literal(text) => to.push_str(text),
            Node::Characters(_, texts) => to.push_str(rng.pick::<&str>(texts)),
            Node::Sequence(nodes) => nodes.iter().for_each(|node| self.derive(node, rng, to)),
            Node::Choice(nodes) => self.derive(&nodes[rng.below(nodes.len())], rng, to),
            Node::Repeat(least, most, node) => {
                let more = rng.below((most - least) as usize + 1);
                for _ in 0..*least as usize + more {
                    self.derive(node, rng, to);
                }
            }
            Node::Component(n) => self.derive(&self.components[*n], rng, to),
        }
    }
}

fn optional(node: Node, rng: &mut Rng) -> Node {
    if rng.one_in(4) { Node::Repeat(0, 1, Box::new(node)) } else { node }
}

fn node(rng: &mut Rng, depth: usize, least: u32) -> Node {
    let some = |rng: &mut Rng| -> Vec<Node> { (0..2 + rng.below(2)).map(|_| node(rng, depth - 1, 0)).collect() };
    match rng.below(if depth == 0 { 2 } else { 5 }) {
        0 => Node::Literal(rng.pick::<&str>(&LITERALS)),
        1 => {
            let (rule, texts) = *rng.pick(&CHARACTERS);
            Node::Characters(rule, texts)
        }
        2 => Node::Sequence(some(rng)),
        3 => Node::Choice(some(rng)),
        _ => {
            let inner = Box::new(node(rng, depth - 1, 1));
            let least = least + u32::from(rng.one_in(2));
            Node::Repeat(least, least.max(1) + u32::try_from(rng.below(3)).unwrap(), inner)
        }
    }
}

fn write_node(node: &Node, to: &mut String) {
    match node {
        Node::Literal(text) => write!(to, "\"{text}\"").unwrap(),
        Node::Characters(rule, _) => to.push_str(rule),
        Node::Sequence(nodes) => write_all(nodes, " ", to),
        Node::Choice(nodes) => write_all(nodes, " / ", to),
        Node::Repeat(least, most, node) => {
            write!(to, "{least}*{most}(").unwrap();
            write_node(node, to);
            to.push(')');
        }
        Node::Component(n) => write!(to, "c{n}").unwrap(),
    }
}

fn write_all(nodes: &[Node], between: &str, to: &mut String) {
    to.push_str("( ");
    for (n, node) in nodes.iter().enumerate() {
        to.push_str(if n == 0 { "" } else { between });
        write_node(node, to);
    }
    to.push_str(" )");
}
