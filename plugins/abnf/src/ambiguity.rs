//! Whether two components can claim the same bytes: exactly, by running the automaton beside itself.
//!
//! Two readings of a text differ if somewhere between two bytes one of them passes other tags than the other. So the
//! automaton is run in two places at once over all texts, and each pair of places remembers whether tags have differed.
//!
//! An empty component claims no byte: whether it is there, and where, makes no difference here. A scan takes what comes
//! first, so `[ name ]` with `name = *ALPHA` gives an empty name and not an absent one.

use std::collections::HashSet;

use locator_core::Span;

use super::Grammar;
use super::byte_classes::by_looks;
use super::error::quote;
use super::followpos::{Follow, START, Ways, bit};
use super::limits::{Budget, Over};
use super::nfa::index;

/// A text that the grammar reads in two ways.
///
/// ```
/// use locator_abnf::{Budget, Capture, Grammar, Limits, Source};
///
/// let text = "t = \"x-t:\" selector [ \"%09\" search ]\nselector = *( ALPHA / \"%\" 2DIGIT )\nsearch = *ALPHA";
/// let captures = [Capture::new("selector", "selector"), Capture::new("search", "search")];
/// let grammar = Grammar::compile(&Source::new(text).captures(&captures)).unwrap();
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
    /// A shortest such text.
    pub text: Vec<u8>,
    /// The components of the reading that a scan gives: the first alternative, and as many repetitions as there are.
    pub taken: Vec<(String, Span)>,
    /// The components of another reading.
    pub other: Vec<(String, Span)>,
}

/// The tags of components that hold something: those that begin and end at once do not.
fn claims(tags: u64) -> u64 {
    const BEGINS: u64 = 0x5555_5555_5555_5555;
    let empty = tags & BEGINS & (tags >> 1);
    tags & !(empty | empty << 1)
}

/// The components that hold something.
fn filled(parts: &[(String, Span)]) -> Vec<&(String, Span)> {
    parts.iter().filter(|(_, span)| !span.is_empty()).collect()
}

impl Ambiguity {
    /// The components that the two readings do not agree on.
    pub fn components(&self) -> Vec<&str> {
        let both = self.taken.iter().chain(&self.other);
        let mut names: Vec<&str> = Vec::new();
        for part in both {
            let (name, _) = part;
            let agree = self.taken.contains(part) && self.other.contains(part);
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
        let (taken, other) = (self.reading(&self.taken), self.reading(&self.other));
        write!(f, "{} has two readings: {taken}; or {other}", quote(&self.text))
    }
}

/// Two places, and how they were reached.
#[derive(Clone, Copy)]
struct Pair {
    places: [u32; 2],
    differs: bool,
    from: u32,
    byte: u8,
    /// The tags of each on the way here.
    tags: [u64; 2],
}

/// A shortest text with two readings, if there is one.
pub(super) fn find(grammar: &Grammar, budget: &mut Budget) -> Result<Option<Ambiguity>, Over> {
    if grammar.captures.is_empty() {
        return Ok(None);
    }
    let follow = Follow::of(&grammar.nfa, Ways::All, budget)?;
    let mut search = Search {
        grammar,
        follow: &follow,
        pairs: vec![Pair { places: [START, START], differs: false, from: 0, byte: 0, tags: [0, 0] }],
        seen: HashSet::new(),
        looks: by_looks(),
    };
    let mut at = 0;
    while at < search.pairs.len() {
        budget.pair()?;
        if let Some(ends) = search.ends(at) {
            return Ok(Some(search.witness(at, ends)));
        }
        search.go_on(at, budget)?;
        at += 1;
    }
    Ok(None)
}

struct Search<'g> {
    grammar: &'g Grammar,
    follow: &'g Follow,
    pairs: Vec<Pair>,
    seen: HashSet<(u32, u32, bool)>,
    looks: Vec<u8>,
}

impl Search<'_> {
    /// The tags before the end, if the text may end here in two readings.
    fn ends(&self, at: usize) -> Option<[u64; 2]> {
        let Pair { places: [one, two], differs, .. } = self.pairs[at];
        let others = self.follow.ends(two);
        let mut both = self.follow.ends(one).iter().flat_map(|a| others.iter().map(move |b| [*a, *b]));
        both.find(|[a, b]| differs || claims(*a) != claims(*b))
    }

    fn go_on(&mut self, at: usize, budget: &mut Budget) -> Result<(), Over> {
        let pair = self.pairs[at];
        let [one, two] = pair.places;
        let (left, right) = (self.follow.edges(one), self.follow.edges(two));
        // Each pair is looked up, which takes longer than other steps.
        budget.steps(3 * left.len() * right.len())?;
        for a in left {
            for b in right {
                let set = self.set(a.to).and(self.set(b.to));
                let differs = pair.differs || claims(a.tags) != claims(b.tags);
                let key = (a.to.min(b.to), a.to.max(b.to), differs);
                if set.is_empty() || !self.seen.insert(key) {
                    continue;
                }
                let byte = self.looks.iter().find(|byte| set.has(**byte));
                self.pairs.push(Pair {
                    places: [a.to, b.to],
                    differs,
                    from: index(at),
                    byte: byte.copied().unwrap_or_default(),
                    tags: [a.tags, b.tags],
                });
            }
        }
        Ok(())
    }

    fn set(&self, place: u32) -> super::byte_set::ByteSet {
        self.grammar.nfa.labels[self.follow.label(place) as usize].set
    }

    /// The text on the way to a pair, with the reading that a scan gives and another one.
    fn witness(&self, mut at: usize, ends: [u64; 2]) -> Ambiguity {
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
        let mut spans = vec![None; self.grammar.captures.len()];
        // The text is derived, so the scan does not fail.
        let _ = self.grammar.scan(&self.grammar.start(), &text, 0, &mut spans);
        let taken = self.named(&spans);
        let readings = [0, 1].map(|n| self.reading(tags.iter().map(|tags| tags[n])));
        let other = readings.into_iter().find(|other| filled(other) != filled(&taken));
        Ambiguity { text, taken, other: other.unwrap_or_default() }
    }

    /// The components of a reading, from its tags before each byte and before the end.
    fn reading(&self, tags: impl Iterator<Item = u64>) -> Vec<(String, Span)> {
        let count = self.grammar.captures.len();
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
        let parts = self.grammar.captures.iter().zip(spans);
        parts.filter_map(|(name, span)| Some((name.clone(), (*span)?))).collect()
    }
}
