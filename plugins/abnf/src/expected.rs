//! What could have come where a text fails, in words.

use std::collections::HashMap;
use std::fmt;

use super::Grammar;
use super::byte_classes::looks;
use super::byte_set::ByteSet;
use super::matcher::State;
use super::nfa::Label;

/// At most so many things are named that could have come.
const MOST: usize = 32;

/// At most so many bytes of a name or a literal are shown.
const LONGEST: usize = 64;

/// What may come next in a state, as the grammar names it.
///
/// ```
/// use locator_abnf::{Capture, Grammar, Source};
///
/// let text = "t = \"x-t:\" number [ \"?\" priority ]\nnumber = 1*DIGIT\npriority = \"low\" / \"high\"";
/// let captures = [Capture::new("number", "number"), Capture::new("priority", "priority")];
/// let grammar = Grammar::compile(&Source::new(text).captures(&captures)).unwrap();
/// let told = |text: &[u8]| {
///     let failure = grammar.scan(&grammar.start(), text, 0, &mut []).unwrap_err();
///     grammar.expected(failure.state).told(text.get(failure.at).copied())
/// };
/// assert_eq!(told(b"x-t:7a"), "found \"a\", expected a digit (number); or \"?\"; or the end");
/// assert_eq!(told(b"x-t:7?hi"), "found the end, expected \"gh\" (of \"high\") (priority)");
/// ```
#[derive(Clone, Copy)]
pub struct Expected<'g> {
    grammar: &'g Grammar,
    state: State,
    /// What begins with none of these is not told.
    among: ByteSet,
}

impl<'g> Expected<'g> {
    pub(super) fn new(grammar: &'g Grammar, state: State) -> Self {
        Self { grammar, state, among: ByteSet::range(0, 255) }
    }

    /// The same, as far as it begins with one of these bytes.
    #[must_use]
    pub fn among(mut self, bytes: ByteSet) -> Self {
        self.among = bytes;
        self
    }

    /// Whether the text may end here.
    pub fn ends(&self) -> bool {
        self.grammar.tables.end(self.state.0).is_some()
    }

    /// The component that goes on or begins here, the preferred one if there are several.
    pub fn component(&self) -> Option<&'g str> {
        let component = self.labels().next()?.component?;
        let name = self.grammar.captures.get(usize::from(component))?;
        Some(name)
    }

    /// The innermost rule that goes on or begins here, the preferred one if there are several; the start rule where
    /// only the end is left.
    pub fn rule(&self) -> &'g str {
        let rule = self.labels().next().map_or(self.grammar.start, |label| label.rule);
        &self.grammar.names[rule]
    }

    /// What has to come where a text may not end: its rule, its component, and a byte that it begins with. Optional parts
    /// are preferred to what follows them, so that it is the last that belongs to another component than the first.
    ///
    /// ```
    /// use locator_abnf::{Capture, Grammar, Source};
    ///
    /// let text = "t = \"x-t:\" host [ \":\" port ] \"/\" box\nhost = 1*ALPHA\nport = 1*DIGIT\nbox = *ALPHA";
    /// let captures = ["host", "port", "box"].map(|name| Capture::new(name, name));
    /// let grammar = Grammar::compile(&Source::new(text).captures(&captures)).unwrap();
    /// let needed = |text: &[u8]| {
    ///     let failure = grammar.scan(&grammar.start(), text, 0, &mut []).unwrap_err();
    ///     grammar.expected(failure.state).needed()
    /// };
    /// assert_eq!(needed(b"x-t:"), ("host", Some("host"), Some(b'a')));
    /// assert_eq!(needed(b"x-t:h"), ("t", None, Some(b'/')));
    /// assert_eq!(needed(b"x-t:h:"), ("port", Some("port"), Some(b'0')));
    /// ```
    pub fn needed(&self) -> (&'g str, Option<&'g str>, Option<u8>) {
        let first = self.labels().next();
        let other = |label: &&Label| Some(label.component) != first.map(|first| first.component);
        let Some(label) = self.labels().filter(other).last().or(self.labels().last()) else {
            return (self.rule(), None, None);
        };
        let component = label.component.map(usize::from);
        let component = component.and_then(|n| self.grammar.captures.get(n));
        // Errors are made of this, and allocate nothing.
        let byte = label.set.iter().min_by_key(|byte| looks(*byte));
        (&self.grammar.names[label.rule], component.map(String::as_str), byte)
    }

    /// Which bytes may come next.
    pub fn bytes(&self) -> ByteSet {
        self.labels().fold(ByteSet::NONE, |set, label| set.or(label.set))
    }

    /// What may come next, each with its rule, the preferred first: `a digit (number)`. Of more than 32 things the first are
    /// named.
    pub fn items(&self) -> Vec<String> {
        let mut sets: Vec<Label> = Vec::new();
        let mut known = HashMap::new();
        for label in self.labels() {
            let place = *known.entry((label.rule, label.literal)).or_insert_with(|| {
                sets.push(Label { set: ByteSet::NONE, ..*label });
                sets.len() - 1
            });
            sets[place].set = sets[place].set.or(label.set);
        }
        let mut items: Vec<String> = Vec::new();
        for (n, label) in sets.iter().enumerate() {
            if items.len() == MOST {
                items.push(format!("{} others", sets.len() - n));
                break;
            }
            let item = self.item(label);
            if !items.contains(&item) {
                items.push(item);
            }
        }
        items.extend(self.ends().then(|| "the end".to_owned()));
        items
    }

    /// What was found and what could have come: `found "a", expected a digit (number); or the end`.
    pub fn told(&self, found: Option<u8>) -> String {
        let found = found.map_or("the end".to_owned(), |byte| super::error::quote(&[byte]));
        format!("found {found}, {self}")
    }

    fn item(&self, label: &Label) -> String {
        let rule = if label.rule == self.grammar.start {
            String::new()
        } else {
            format!(" ({})", shortened(&self.grammar.names[label.rule]))
        };
        let literal = label.literal.and_then(|(id, at)| {
            let whole = self.grammar.nfa.literals.get(id as usize)?;
            let rest = quoted(whole.get(at as usize..)?);
            Some(match at {
                0 => rest,
                _ => format!("{rest} (of {})", quoted(whole)),
            })
        });
        format!("{}{rule}", literal.unwrap_or_else(|| label.set.to_string()))
    }

    pub(super) fn labels(&self) -> impl Iterator<Item = &'g Label> + use<'g> {
        let labels = &self.grammar.nfa.labels;
        let among = self.among;
        let expected = self.grammar.tables.expected(self.state.0);
        expected
            .iter()
            .filter_map(|label| labels.get(*label as usize))
            .filter(move |label| !label.set.and(among).is_empty())
    }
}

/// A literal in quotes, or how it begins.
fn quoted(literal: &[u8]) -> String {
    match literal.get(..LONGEST) {
        Some(begin) if begin.len() < literal.len() => format!("{}…", super::error::quote(begin)),
        _ => super::error::quote(literal),
    }
}

/// A name, which has US-ASCII characters only, or how it begins.
fn shortened(name: &str) -> String {
    match name.get(..LONGEST) {
        Some(begin) if begin.len() < name.len() => format!("{begin}…"),
        _ => name.to_owned(),
    }
}

/// `expected a digit (number); or the end`
impl fmt::Display for Expected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.items().join("; or "))
    }
}

impl fmt::Debug for Expected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Expected({:?})", self.items())
    }
}
