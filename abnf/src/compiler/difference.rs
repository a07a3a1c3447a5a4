//! Compares the languages of two grammars.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::byte_classes::bytes_by_readability;
use super::determinize::{Automaton, determinize};
use super::followpos::{FollowPos, Paths};
use super::limits::{Budget, Charged, Limit, LimitExceeded, Limits};
use super::nfa::Nfa;
use super::witness::Search;
use super::{CompiledGrammar, GrammarSource, RuleSet};
use crate::automaton::ByteSet;
use crate::automaton::{DEAD, FIRST};

/// A shortest text that `a` derives and `b` does not; `None` if `b` derives every text of `a`.
///
/// ```
/// use anyurl_abnf::{Budget, CompiledGrammar, GrammarSource, Limits, difference};
///
/// let compile = |text| CompiledGrammar::compile(&GrammarSource::new(text)).unwrap();
/// let (old, new) = (compile("t = \"x-t:\" 1*ALPHA"), compile("t = \"x-t:\" 1*3ALPHA"));
/// let mut budget = Budget::new(Limits::STANDARD);
/// assert_eq!(difference(&old, &new, &mut budget), Ok(Some(b"x-t:aaaa".to_vec())));
/// assert_eq!(difference(&new, &old, &mut budget), Ok(None));
/// ```
///
/// # Errors
/// [`LimitExceeded`] if the comparison exceeds the budget.
pub fn difference(
    a: &CompiledGrammar,
    b: &CompiledGrammar,
    budget: &mut Budget,
) -> Result<Option<Vec<u8>>, LimitExceeded> {
    budget.next_grammar();
    let (a, b) = (language(&a.nfa, budget)?, language(&b.nfa, budget)?);
    only_first(&a, &b, budget)
}

/// The texts of a grammar, for comparisons alone.
///
/// Its automaton does not know by which of several readings a text is preferred, and so stays small for a grammar with
/// many of them, whose [`CompiledGrammar`] would exceed the limits.
pub struct Language(pub(super) Automaton);

impl Language {
    /// A shortest text of this language that the other one lacks; `None` if it lacks none.
    ///
    /// ```
    /// use anyurl_abnf::{Budget, GrammarSource, Language, Limits};
    ///
    /// let mut budget = Budget::new(Limits::STANDARD);
    /// let mut language = |text| Language::compile_within(&GrammarSource::new(text), &mut budget).unwrap();
    /// let (old, new) = (language("t = \"x-t:\" 1*ALPHA"), language("t = \"x-t:\" 1*3ALPHA"));
    /// assert_eq!(old.difference(&new, &mut budget), Ok(Some(b"x-t:aaaa".to_vec())));
    /// assert_eq!(new.difference(&old, &mut budget), Ok(None));
    /// ```
    ///
    /// # Errors
    /// [`LimitExceeded`] if the comparison exceeds the budget.
    pub fn difference(&self, other: &Self, budget: &mut Budget) -> Result<Option<Vec<u8>>, LimitExceeded> {
        budget.next_grammar();
        only_first(&self.0, &other.0, budget)
    }
}

/// A generic grammar that contains the texts of every scheme.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GenericSyntax {
    /// `scheme ":" *xchar` (RFC 1738 §5)
    Rfc1738,
    /// `URI` (RFC 3986 Appendix A)
    Rfc3986,
}

impl GenericSyntax {
    /// In the grammar of a family, a `*` ends the name.
    fn language(self) -> &'static Charged<Language> {
        static RFC1738: LazyLock<Charged<Language>> =
            LazyLock::new(|| compiled("genericurl = scheme [ \"*\" ] \":\" *xchar", RuleSet::Rfc1738));
        static RFC3986: LazyLock<Charged<Language>> = LazyLock::new(|| {
            compiled("generic-uri = URI / scheme \"*:\" hier-part [ \"?\" query ] [ \"#\" fragment ]", RuleSet::Rfc3986)
        });
        match self {
            Self::Rfc1738 => &RFC1738,
            Self::Rfc3986 => &RFC3986,
        }
    }
}

/// The language of a text of this crate; a test asserts that each compiles.
fn compiled(text: &str, import: RuleSet) -> Charged<Language> {
    let imports = [import];
    let source = GrammarSource::new(text).imports(&imports);
    let unreachable = LimitExceeded { limit: Limit::Steps, max: 0 };
    let language = Language::compile_within(&source, &mut Budget::new(Limits::STANDARD));
    language.map_err(|error| error.limit_exceeded().unwrap_or(unreachable))
}

/// A shortest text of a grammar outside the generic grammar; `None` if there is no such text.
///
/// ```
/// use anyurl_abnf::{Budget, CompiledGrammar, GenericSyntax, GrammarSource, Limits, outside};
///
/// let grammar = CompiledGrammar::compile(&GrammarSource::new("t = \"x-t:\" *( ALPHA / \"~\" )")).unwrap();
/// let mut budget = Budget::new(Limits::STANDARD);
/// assert_eq!(outside(&grammar, GenericSyntax::Rfc1738, &mut budget), Ok(Some(b"x-t:~".to_vec())));
/// assert_eq!(outside(&grammar, GenericSyntax::Rfc3986, &mut budget), Ok(None));
/// ```
///
/// # Errors
/// [`LimitExceeded`] if the comparison exceeds the budget.
pub fn outside(
    grammar: &CompiledGrammar,
    generic: GenericSyntax,
    budget: &mut Budget,
) -> Result<Option<Vec<u8>>, LimitExceeded> {
    budget.next_grammar();
    let own = language(&grammar.nfa, budget)?;
    let generic = generic.language().as_ref().map_err(|exceeded| *exceeded)?;
    only_first(&own, &generic.0, budget)
}

/// The deterministic automaton without captures.
pub(super) fn language(nfa: &Nfa, budget: &mut Budget) -> Charged<Automaton> {
    let follow = FollowPos::new(nfa, Paths::Preferred, budget)?;
    determinize(nfa, &follow, 0, false, budget)
}

/// A shortest text that only the first automaton accepts: a search over pairs of states.
pub(super) fn only_first(a: &Automaton, b: &Automaton, budget: &mut Budget) -> Charged<Option<Vec<u8>>> {
    let bytes = common_classes(a, b);
    let mut search = Search::new((FIRST, FIRST));
    while let Some((at, (x, y))) = search.next() {
        budget.pair()?;
        let accepts = |automaton: &Automaton, state: u32| automaton.states[state as usize].end.is_some();
        if accepts(a, x) && !accepts(b, y) {
            return Ok(Some(search.text(at)));
        }
        budget.steps(bytes.len())?;
        for byte in &bytes {
            let next = step(a, x, *byte);
            if next != DEAD {
                search.push(at, (next, step(b, y, *byte)), ByteSet::one(*byte));
            }
        }
    }
    Ok(None)
}

fn step(automaton: &Automaton, state: u32, byte: u8) -> u32 {
    automaton.states[state as usize].next[automaton.classes.get(byte)].0
}

/// The most readable byte of each pair of classes with common bytes.
fn common_classes(a: &Automaton, b: &Automaton) -> Vec<u8> {
    let mut seen = HashSet::new();
    let mut bytes = bytes_by_readability();
    bytes.retain(|byte| seen.insert((a.classes.get(*byte), b.classes.get(*byte))));
    bytes
}
