//! What one grammar derives and another does not.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::byte_classes::by_looks;
use super::determinize::{Automaton, DEAD, FIRST, determinize};
use super::followpos::{Follow, Ways};
use super::limits::{Budget, Limits, Over};
use super::nfa::{Nfa, index};
use super::{Grammar, RuleSet, Source};

/// A shortest text that `a` derives and `b` does not; none if `b` derives all that `a` does.
///
/// ```
/// use locator_abnf::{Budget, Grammar, Limits, Source, difference};
///
/// let compile = |text| Grammar::compile(&Source::new(text)).unwrap();
/// let (old, new) = (compile("t = \"x-t:\" 1*ALPHA"), compile("t = \"x-t:\" 1*3ALPHA"));
/// let mut budget = Budget::new(Limits::STANDARD);
/// assert_eq!(difference(&old, &new, &mut budget), Ok(Some(b"x-t:aaaa".to_vec())));
/// assert_eq!(difference(&new, &old, &mut budget), Ok(None));
/// ```
///
/// # Errors
/// [`Over`] if the comparison takes more than the budget has.
pub fn difference(a: &Grammar, b: &Grammar, budget: &mut Budget) -> Result<Option<Vec<u8>>, Over> {
    budget.next();
    let (a, b) = (language(&a.nfa, budget)?, language(&b.nfa, budget)?);
    only_first(&a, &b, budget)
}

/// A generic grammar, which the grammar of a scheme must stay within.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Generic {
    /// `scheme ":" *xchar` (RFC 1738 §5)
    Rfc1738,
    /// `URI` (RFC 3986 Appendix A)
    Rfc3986,
}

impl Generic {
    fn language(self) -> &'static Result<Automaton, Over> {
        static RFC1738: LazyLock<Result<Automaton, Over>> =
            LazyLock::new(|| compiled("genericurl = scheme \":\" *xchar", RuleSet::Rfc1738));
        static RFC3986: LazyLock<Result<Automaton, Over>> =
            LazyLock::new(|| compiled("generic-uri = URI", RuleSet::Rfc3986));
        match self {
            Self::Rfc1738 => &RFC1738,
            Self::Rfc3986 => &RFC3986,
        }
    }
}

/// The language of a text that comes with the crate; a test says that each compiles.
fn compiled(text: &str, import: RuleSet) -> Result<Automaton, Over> {
    let mut budget = Budget::new(Limits::STANDARD);
    let imports = [import];
    let source = Source::new(text).imports(&imports);
    let nothing = Over { cap: super::Cap::Steps, limit: 0 };
    let grammar = Grammar::compile_within(&source, &mut budget);
    let grammar = grammar.map_err(|error| error.over().unwrap_or(nothing))?;
    language(&grammar.nfa, &mut budget)
}

/// A shortest text that the grammar derives outside the generic one; none if there is no such text.
///
/// ```
/// use locator_abnf::{Budget, Generic, Grammar, Limits, Source, outside};
///
/// let grammar = Grammar::compile(&Source::new("t = \"x-t:\" *( ALPHA / \"~\" )")).unwrap();
/// let mut budget = Budget::new(Limits::STANDARD);
/// assert_eq!(outside(&grammar, Generic::Rfc1738, &mut budget), Ok(Some(b"x-t:~".to_vec())));
/// assert_eq!(outside(&grammar, Generic::Rfc3986, &mut budget), Ok(None));
/// ```
///
/// # Errors
/// [`Over`] if the comparison takes more than the budget has.
pub fn outside(grammar: &Grammar, generic: Generic, budget: &mut Budget) -> Result<Option<Vec<u8>>, Over> {
    budget.next();
    let own = language(&grammar.nfa, budget)?;
    let generic = generic.language().as_ref().map_err(|over| *over)?;
    only_first(&own, generic, budget)
}

/// The deterministic automaton without captures.
pub(super) fn language(nfa: &Nfa, budget: &mut Budget) -> Result<Automaton, Over> {
    let follow = Follow::of(nfa, Ways::Preferred, budget)?;
    determinize(nfa, &follow, 0, false, budget)
}

/// A shortest text that only the first accepts: both are run at once, over all texts.
pub(super) fn only_first(a: &Automaton, b: &Automaton, budget: &mut Budget) -> Result<Option<Vec<u8>>, Over> {
    let bytes = common_classes(a, b);
    let mut pairs = vec![Pair { states: (FIRST, FIRST), from: 0, byte: 0 }];
    let mut seen = HashSet::from([(FIRST, FIRST)]);
    let mut at = 0;
    while let Some(&Pair { states: (x, y), .. }) = pairs.get(at) {
        budget.pair()?;
        let ends = |automaton: &Automaton, state: u32| automaton.states[state as usize].end.is_some();
        if ends(a, x) && !ends(b, y) {
            return Ok(Some(path(&pairs, at)));
        }
        budget.steps(bytes.len())?;
        for byte in &bytes {
            let states = (step(a, x, *byte), step(b, y, *byte));
            if states.0 != DEAD && seen.insert(states) {
                let from = index(at);
                let byte = *byte;
                pairs.push(Pair { states, from, byte });
            }
        }
        at += 1;
    }
    Ok(None)
}

/// Two states, one of each automaton, and how they were reached.
struct Pair {
    states: (u32, u32),
    from: u32,
    byte: u8,
}

/// The bytes on the way to a pair.
fn path(pairs: &[Pair], mut at: usize) -> Vec<u8> {
    let mut path = Vec::new();
    while at > 0 {
        path.push(pairs[at].byte);
        at = pairs[at].from as usize;
    }
    path.reverse();
    path
}

fn step(automaton: &Automaton, state: u32, byte: u8) -> u32 {
    let class = usize::from(automaton.classes.of[usize::from(byte)]);
    automaton.states[state as usize].next[class].0
}

/// One byte for each pair of classes that some byte belongs to.
fn common_classes(a: &Automaton, b: &Automaton) -> Vec<u8> {
    let mut seen = HashSet::new();
    let class = |automaton: &Automaton, byte: u8| automaton.classes.of[usize::from(byte)];
    let mut bytes = by_looks();
    bytes.retain(|byte| seen.insert((class(a, *byte), class(b, *byte))));
    bytes
}
