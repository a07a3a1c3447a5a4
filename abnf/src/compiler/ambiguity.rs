//! Decides exactly whether two components can claim the same bytes, by a search over pairs of positions.
//!
//! Two readings of a text differ if between two bytes one of them passes other tags than the other. The search runs the
//! position automaton twice in parallel over all texts, and each pair of positions records whether tags have differed.
//!
//! An empty component claims no bytes, so its presence makes no difference here. A match prefers presence: `[ name ]`
//! with `name = *ALPHA` gives an empty name instead of an absent one.

use std::collections::HashSet;

use anyurl_core::Span;

use super::CompiledGrammar;
use super::byte_classes::bytes_by_readability;
use super::followpos::{FollowPos, Paths, START, bit};
use super::limits::{Budget, Charged, LimitExceeded};
use crate::automaton::index;
use crate::automaton::quote;

/// A text with two readings.
///
/// ```
/// use anyurl_abnf::{Budget, Capture, CompiledGrammar, GrammarSource, Limits};
///
/// let text = "t = \"x-t:\" selector [ \"%09\" search ]\nselector = *( ALPHA / \"%\" 2DIGIT )\nsearch = *ALPHA";
/// let captures = [Capture::new("selector", "selector"), Capture::new("search", "search")];
/// let grammar = CompiledGrammar::compile(&GrammarSource::new(text).captures(&captures)).unwrap();
/// let ambiguity = grammar.ambiguity(&mut Budget::new(Limits::STANDARD)).unwrap().unwrap();
/// assert_eq!(ambiguity.text, b"x-t:%09");
/// assert_eq!(ambiguity.components(), ["selector", "search"]);
/// assert_eq!(
///     ambiguity.to_string(),
///     "\"x-t:%09\" has two readings: selector=\"%09\"; or selector=\"\" search=\"\""
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ambiguity {
    /// A shortest such text of the grammar.
    pub text: Vec<u8>,
    /// The components of the preferred reading, which a match returns.
    pub preferred: Vec<(String, Span)>,
    /// The components of another reading.
    pub other: Vec<(String, Span)>,
}

/// The tags without those of empty components, which begin and end between the same bytes.
fn claims(tags: u64) -> u64 {
    const BEGINS: u64 = 0x5555_5555_5555_5555;
    let empty = tags & BEGINS & (tags >> 1);
    tags & !(empty | empty << 1)
}

/// The components that are not empty.
fn nonempty(parts: &[(String, Span)]) -> Vec<&(String, Span)> {
    parts.iter().filter(|(_, span)| !span.is_empty()).collect()
}

impl Ambiguity {
    /// The components that differ between the two readings.
    pub fn components(&self) -> Vec<&str> {
        let both = self.preferred.iter().chain(&self.other);
        let mut names: Vec<&str> = Vec::new();
        for part in both {
            let (name, _) = part;
            let agree = self.preferred.contains(part) && self.other.contains(part);
            if !agree && !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    fn reading(&self, parts: &[(String, Span)]) -> String {
        let part = |(name, span): &(String, Span)| {
            let bytes = self.text.get(span.range()).unwrap_or_default();
            format!("{name}={}", quote(bytes))
        };
        match parts {
            [] => "no components".to_owned(),
            parts => parts.iter().map(part).collect::<Vec<_>>().join(" "),
        }
    }
}

impl std::fmt::Display for Ambiguity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (preferred, other) = (self.reading(&self.preferred), self.reading(&self.other));
        write!(f, "{} has two readings: {preferred}; or {other}", quote(&self.text))
    }
}

/// A pair of positions, and how it was reached.
#[derive(Clone, Copy)]
struct Pair {
    positions: [u32; 2],
    /// Whether the tags have differed.
    differs: bool,
    from: u32,
    byte: u8,
    /// The tags before the last byte.
    tags: [u64; 2],
}

impl CompiledGrammar {
    /// A shortest text whose components can be read in two ways, if there is one.
    ///
    /// # Errors
    /// [`LimitExceeded`] if the search exceeds the budget.
    pub fn ambiguity(&self, budget: &mut Budget) -> Result<Option<Ambiguity>, LimitExceeded> {
        self.ambiguity_of(self.labels.components.len(), budget)
    }

    /// Like [`CompiledGrammar::ambiguity`], for the first captures only. The preferred reading decides about the others.
    ///
    /// # Errors
    /// [`LimitExceeded`] if the search exceeds the budget.
    pub fn ambiguity_of(&self, captures: usize, budget: &mut Budget) -> Result<Option<Ambiguity>, LimitExceeded> {
        budget.next_grammar();
        if self.labels.components.is_empty() {
            return Ok(None);
        }
        let follow = FollowPos::new(&self.nfa, Paths::All, budget)?;
        let mut search = Search {
            grammar: self,
            counted: 1u64.checked_shl(tag_count(captures)).map_or(u64::MAX, |bit| bit - 1),
            follow: &follow,
            pairs: vec![Pair { positions: [START, START], differs: false, from: 0, byte: 0, tags: [0, 0] }],
            seen: HashSet::new(),
            bytes: bytes_by_readability(),
        };
        let mut at = 0;
        while at < search.pairs.len() {
            budget.pair()?;
            if let Some(ends) = search.ends(at) {
                return Ok(Some(search.ambiguity(at, ends)));
            }
            search.expand(at, budget)?;
            at += 1;
        }
        Ok(None)
    }
}

/// The number of tags of the first captures.
fn tag_count(captures: usize) -> u32 {
    u32::try_from(2 * captures).unwrap_or(u32::MAX)
}

struct Search<'g> {
    grammar: &'g CompiledGrammar,
    /// The tags that count.
    counted: u64,
    follow: &'g FollowPos,
    pairs: Vec<Pair>,
    seen: HashSet<(u32, u32, bool)>,
    bytes: Vec<u8>,
}

impl Search<'_> {
    /// Whether one of two sets of tags claims bytes for another component.
    fn is_other(&self, one: u64, other: u64) -> bool {
        claims(one & self.counted) != claims(other & self.counted)
    }

    /// The tags before the end, if the text can end here with two readings.
    fn ends(&self, at: usize) -> Option<[u64; 2]> {
        let Pair { positions: [one, two], differs, .. } = self.pairs[at];
        let others = self.follow.ends(two);
        let mut both = self.follow.ends(one).iter().flat_map(|a| others.iter().map(move |b| [*a, *b]));
        both.find(|[a, b]| differs || self.is_other(*a, *b))
    }

    fn expand(&mut self, at: usize, budget: &mut Budget) -> Charged<()> {
        let pair = self.pairs[at];
        let [one, two] = pair.positions;
        let (left, right) = (self.follow.edges(one), self.follow.edges(two));
        // Each pair is looked up in a hash set, which costs more than other steps.
        budget.steps(3 * left.len() * right.len())?;
        for a in left {
            for b in right {
                let set = self.follow.bytes(&self.grammar.nfa, a.to).and(self.follow.bytes(&self.grammar.nfa, b.to));
                let differs = pair.differs || self.is_other(a.tags, b.tags);
                let key = (a.to.min(b.to), a.to.max(b.to), differs);
                if set.is_empty() || !self.seen.insert(key) {
                    continue;
                }
                let byte = self.bytes.iter().find(|byte| set.has(**byte));
                self.pairs.push(Pair {
                    positions: [a.to, b.to],
                    differs,
                    from: index(at),
                    byte: byte.copied().unwrap_or_default(),
                    tags: [a.tags, b.tags],
                });
            }
        }
        Ok(())
    }

    /// The text on the path to a pair, with the preferred reading and another one.
    fn ambiguity(&self, mut at: usize, ends: [u64; 2]) -> Ambiguity {
        let mut text = Vec::new();
        let mut tags = vec![ends];
        while at > 0 {
            let pair = self.pairs[at];
            text.push(pair.byte);
            tags.push(pair.tags);
            at = pair.from as usize;
        }
        text.reverse();
        tags.reverse();
        let mut spans = vec![None; self.grammar.labels.components.len()];
        // The grammar derives the text, so the match succeeds.
        let _ = self.grammar.dfa().scan(&self.grammar.dfa().start(), &text, 0, &mut spans);
        let preferred = self.named(&spans);
        let readings = [0, 1].map(|n| self.reading(tags.iter().map(|tags| tags[n])));
        let other = readings.into_iter().find(|other| nonempty(other) != nonempty(&preferred));
        Ambiguity { text, preferred, other: other.unwrap_or_default() }
    }

    /// The components of a reading, from its tags before each byte and before the end.
    fn reading(&self, tags: impl Iterator<Item = u64>) -> Vec<(String, Span)> {
        let count = self.grammar.labels.components.len();
        let mut begins = vec![None; count];
        let mut spans = vec![None; count];
        for (at, tags) in tags.enumerate() {
            for capture in 0..count {
                let tag = u8::try_from(2 * capture).unwrap_or_default();
                if tags & bit(tag) != 0 {
                    begins[capture] = Some(at);
                }
                if tags & bit(tag + 1) != 0 {
                    spans[capture] = begins[capture].map(|begin| Span::new(begin, at));
                }
            }
        }
        self.named(&spans)
    }

    fn named(&self, spans: &[Option<Span>]) -> Vec<(String, Span)> {
        let parts = self.grammar.labels.components.iter().zip(spans);
        parts.filter_map(|(name, span)| Some((name.clone(), (*span)?))).collect()
    }
}
