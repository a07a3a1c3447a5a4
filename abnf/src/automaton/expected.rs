//! Describes what can follow in a state, for error messages.

use std::fmt;

use super::byte_set::{ByteSet, quote, readability_rank};
use super::dfa::Dfa;
use super::labels::{Label, Labels};
use super::matcher::StateId;

/// The maximum number of items in a message.
const MAX_ITEMS: usize = 32;

/// The maximum number of bytes of a name or literal in a message.
const MAX_LEN: usize = 64;

/// What can follow in a state, in the terms of the grammar.
///
/// ```
/// use anyurl_abnf::{Capture, CompiledGrammar, GrammarSource};
///
/// let text = "t = \"x-t:\" number [ \"?\" priority ]\nnumber = 1*DIGIT\npriority = \"low\" / \"high\"";
/// let captures = [Capture::new("number", "number"), Capture::new("priority", "priority")];
/// let grammar = CompiledGrammar::compile(&GrammarSource::new(text).captures(&captures)).unwrap();
/// let message = |text: &[u8]| {
///     let mismatch = grammar.dfa().scan(&grammar.dfa().start(), text, 0, &mut []).unwrap_err();
///     grammar.expected(mismatch.state).message(text.get(mismatch.at).copied())
/// };
/// assert_eq!(message(b"x-t:7a"), "found \"a\", expected a digit (number); or \"?\"; or the end");
/// assert_eq!(message(b"x-t:7?hi"), "found the end, expected \"gh\" (of \"high\") (priority)");
/// ```
#[derive(Clone, Copy)]
pub struct Expected<'g> {
    dfa: &'g Dfa,
    of: &'g Labels,
    state: StateId,
    /// Items that begin with none of these bytes are hidden.
    among: ByteSet,
}

impl<'g> Expected<'g> {
    pub(crate) fn new(dfa: &'g Dfa, of: &'g Labels, state: StateId) -> Self {
        Self { dfa, of, state, among: ByteSet::ALL }
    }

    /// Keeps only what begins with one of these bytes.
    #[must_use]
    pub fn restricted_to(mut self, bytes: ByteSet) -> Self {
        self.among = bytes;
        self
    }

    /// Whether the text can end here.
    pub fn ends(&self) -> bool {
        self.dfa.end(self.state.0).is_some()
    }

    /// The component that continues or begins here, the preferred one of several.
    pub fn component(&self) -> Option<&'g str> {
        let component = self.labels().next()?.component?;
        let name = self.of.components.get(usize::from(component))?;
        Some(name)
    }

    /// The innermost rule that continues or begins here, the preferred one of several; the start rule if only the end
    /// can follow.
    pub fn rule(&self) -> &'g str {
        let rule = self.labels().next().map_or(self.of.start, |label| label.rule);
        self.of.rule(rule)
    }

    /// The element that an incomplete text lacks: its rule, its component, and a byte that it can begin with.
    ///
    /// Optional elements are preferred to the elements that follow them, so the required element is the last whose
    /// component differs from that of the first.
    ///
    /// ```
    /// use anyurl_abnf::{Capture, CompiledGrammar, GrammarSource};
    ///
    /// let text = "t = \"x-t:\" host [ \":\" port ] \"/\" box\nhost = 1*ALPHA\nport = 1*DIGIT\nbox = *ALPHA";
    /// let captures = ["host", "port", "box"].map(|name| Capture::new(name, name));
    /// let grammar = CompiledGrammar::compile(&GrammarSource::new(text).captures(&captures)).unwrap();
    /// let needed = |text: &[u8]| {
    ///     let mismatch = grammar.dfa().scan(&grammar.dfa().start(), text, 0, &mut []).unwrap_err();
    ///     grammar.expected(mismatch.state).required()
    /// };
    /// assert_eq!(needed(b"x-t:"), ("host", Some("host"), Some(b'a')));
    /// assert_eq!(needed(b"x-t:h"), ("t", None, Some(b'/')));
    /// assert_eq!(needed(b"x-t:h:"), ("port", Some("port"), Some(b'0')));
    /// ```
    pub fn required(&self) -> (&'g str, Option<&'g str>, Option<u8>) {
        let first = self.labels().next();
        let other = |label: &&Label| Some(label.component) != first.map(|first| first.component);
        let Some(label) = self.labels().filter(other).last().or(self.labels().last()) else {
            return (self.rule(), None, None);
        };
        let component = label.component.and_then(|n| self.of.components.get(usize::from(n)));
        // Errors must not allocate, so no sorted list of bytes here.
        let byte = label.set.iter().min_by_key(|byte| readability_rank(*byte));
        (self.of.rule(label.rule), component.map(String::as_str), byte)
    }

    /// The bytes that can follow.
    pub fn bytes(&self) -> ByteSet {
        self.labels().fold(ByteSet::NONE, |set, label| set.or(label.set))
    }

    /// The items that can follow, each with its rule, in order of preference: `a digit (number)`. Beyond 32 items, the
    /// last one gives the number of the others.
    pub fn items(&self) -> Vec<String> {
        let mut merged: Vec<Label> = Vec::new();
        for label in self.labels() {
            let is_same = |one: &&mut Label| (one.rule, one.literal) == (label.rule, label.literal);
            match merged.iter_mut().find(is_same) {
                Some(one) => one.set = one.set.or(label.set),
                None => merged.push(*label),
            }
        }
        let mut items: Vec<String> = Vec::new();
        for (n, label) in merged.iter().enumerate() {
            if items.len() == MAX_ITEMS {
                items.push(format!("{} others", merged.len() - n));
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

    /// Describes a mismatch: `found "a", expected a digit (number); or the end`.
    pub fn message(&self, found: Option<u8>) -> String {
        let found = found.map_or("the end".to_owned(), |byte| quote(&[byte]));
        format!("found {found}, {self}")
    }

    fn item(&self, label: &Label) -> String {
        let rule = if label.rule == self.of.start {
            String::new()
        } else {
            format!(" ({})", truncated(self.of.rule(label.rule)))
        };
        let literal = label.literal.and_then(|(id, at)| {
            let literal = self.of.literals.get(id as usize)?;
            let rest = quoted(literal.get(at as usize..)?);
            Some(match at {
                0 => rest,
                _ => format!("{rest} (of {})", quoted(literal)),
            })
        });
        format!("{}{rule}", literal.unwrap_or_else(|| label.set.to_string()))
    }

    pub(crate) fn labels(&self) -> impl Iterator<Item = &'g Label> + use<'g> {
        let labels = &self.of.all;
        let among = self.among;
        let state = self.dfa.state(self.state.0);
        let expected = self.of.after(state).iter();
        let expected = expected.filter_map(|label| labels.get(*label as usize));
        expected.filter(move |label| !label.set.and(among).is_empty())
    }
}

/// A literal in quotes, truncated if it is long.
fn quoted(literal: &[u8]) -> String {
    match literal.get(..MAX_LEN) {
        Some(start) if start.len() < literal.len() => format!("{}…", quote(start)),
        _ => quote(literal),
    }
}

/// A name, which is US-ASCII, truncated if it is long.
fn truncated(name: &str) -> String {
    match name.get(..MAX_LEN) {
        Some(start) if start.len() < name.len() => format!("{start}…"),
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
