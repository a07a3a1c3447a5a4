//! A grammar as a regular expression, for other programs.

use super::GrammarSource;
use super::ast::{Node, NodeKind};
use super::check::Shapes;
use super::limits::{Budget, Limits};
use super::resolve::{Resolved, resolve};
use crate::automaton::ByteSet;

/// The longest pattern: other programs have limits, too.
const MAX: usize = 1 << 16;

/// The pattern of a grammar, with all rules expanded, for the regular expressions that ECMAScript, Python, Java and Rust
/// share. It matches the texts that the grammar derives, and is not anchored. `None` for a grammar that cannot be expanded,
/// or whose pattern would be longer than 64 KiB.
///
/// ```
/// use anyurl_abnf::{GrammarSource, pattern};
///
/// let source = GrammarSource::new("a = \"x:\" 1*b [ \"?\" *DIGIT ]\nb = ALPHA / \"-\"");
/// assert_eq!(pattern(&source).as_deref(), Some(r"[Xx]:[\-A-Za-z]+(?:\?[0-9]*)?"));
/// ```
pub fn pattern(source: &GrammarSource<'_>) -> Option<String> {
    let budget = &mut Budget::new(Limits::STANDARD);
    let resolved = resolve(source, budget).ok()?;
    // Finds recursion.
    Shapes::new(&resolved, source, &[resolved.start], &vec![false; resolved.rules.len()], budget).ok()?;
    let expansion = Expansion { resolved: &resolved };
    expansion.node(&resolved.rules[resolved.start].node)
}

struct Expansion<'g> {
    resolved: &'g Resolved,
}

impl Expansion<'_> {
    fn node(&self, node: &Node) -> Option<String> {
        if let Some(set) = self.set(node) {
            return Some(class(set));
        }
        let text = match &node.kind {
            NodeKind::Choice(nodes) => format!("(?:{})", self.all(nodes)?.join("|")),
            NodeKind::Sequence(nodes) => self.all(nodes)?.concat(),
            NodeKind::Repeat { min, max, node } => format!("{}{}", self.atom(node)?, times(*min, *max)),
            NodeKind::Rule(_, id) => self.node(&self.resolved.rules[*id].node)?,
            NodeKind::Literal(bytes, case) => bytes.iter().map(|byte| class(case.set(*byte))).collect(),
            NodeKind::Range(low, high) => class(ByteSet::range(*low, *high)),
            NodeKind::Prose(_) => r"[!-~]*".to_owned(),
        };
        (text.len() <= MAX).then_some(text)
    }

    fn all(&self, nodes: &[Node]) -> Option<Vec<String>> {
        nodes.iter().map(|node| self.node(node)).collect()
    }

    /// The pattern of an element that is repeated.
    fn atom(&self, node: &Node) -> Option<String> {
        let text = self.node(node)?;
        Some(if self.set(node).is_some() { text } else { format!("(?:{text})") })
    }

    /// The bytes of an element that is always one byte.
    fn set(&self, node: &Node) -> Option<ByteSet> {
        match &node.kind {
            NodeKind::Choice(nodes) => {
                nodes.iter().map(|node| self.set(node)).try_fold(ByteSet::NONE, |all, set| Some(all.or(set?)))
            }
            NodeKind::Sequence(nodes) if nodes.len() == 1 => self.set(&nodes[0]),
            NodeKind::Rule(_, id) => self.set(&self.resolved.rules[*id].node),
            NodeKind::Literal(bytes, case) if bytes.len() == 1 => Some(case.set(bytes[0])),
            NodeKind::Range(low, high) => Some(ByteSet::range(*low, *high)),
            _ => None,
        }
    }
}

fn times(min: u32, max: Option<u32>) -> String {
    match (min, max) {
        (0, None) => "*".to_owned(),
        (1, None) => "+".to_owned(),
        (0, Some(1)) => "?".to_owned(),
        (min, None) => format!("{{{min},}}"),
        (min, Some(max)) if min == max => format!("{{{min}}}"),
        (min, Some(max)) => format!("{{{min},{max}}}"),
    }
}

/// One character, or a class of several.
fn class(set: ByteSet) -> String {
    let bytes: Vec<_> = set.iter().collect();
    if let [byte] = bytes[..] {
        return escaped(byte, b"$()*+.?[\\]^{|}");
    }
    let inside = |byte| escaped(byte, b"-[\\]^");
    let runs = bytes.chunk_by(|one, next| one + 1 == *next).map(|run| match *run {
        [first, _, .., last] => format!("{}-{}", inside(first), inside(last)),
        _ => run.iter().map(|byte| inside(*byte)).collect(),
    });
    format!("[{}]", runs.collect::<String>())
}

/// A byte, with a backslash if it is one of the special ones: no other may have one in all of the languages.
fn escaped(byte: u8, special: &[u8]) -> String {
    match byte {
        b if special.contains(&b) => format!("\\{}", char::from(b)),
        b if b.is_ascii_graphic() => char::from(b).to_string(),
        b => format!("\\x{b:02x}"),
    }
}
