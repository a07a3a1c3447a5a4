//! Rules of a grammar that the decoded text of a component must match.

use std::fmt;
use std::sync::{Arc, LazyLock};

use anyurl_abnf::Dfa;

/// A rule for bytes. Its automaton is made when it is first used.
#[derive(Clone)]
pub(crate) struct TextRule(Arc<Rule>);

struct Rule {
    name: String,
    /// `None` if the automaton would be too large.
    dfa: LazyLock<Option<Arc<Dfa>>, MakeDfa>,
}

/// Compiles or reads an automaton.
type MakeDfa = Box<dyn FnOnce() -> Option<Arc<Dfa>> + Send>;

impl TextRule {
    /// A rule with a name, and a function that makes its automaton.
    pub(crate) fn new(name: String, dfa: impl FnOnce() -> Option<Arc<Dfa>> + Send + 'static) -> Self {
        Self(Arc::new(Rule { name, dfa: LazyLock::new(Box::new(dfa)) }))
    }

    /// The name of the rule.
    pub(crate) fn name(&self) -> &str {
        &self.0.name
    }

    /// The automaton as bytes; without one they are empty.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        self.0.dfa.as_ref().map(|dfa| dfa.to_bytes()).unwrap_or_default()
    }

    /// Whether the rule derives the bytes. A rule whose automaton is too large derives nothing.
    pub(crate) fn derives(&self, bytes: &[u8]) -> bool {
        self.mismatch(bytes).is_none()
    }

    /// The offset of the first byte that does not match, or of the end.
    pub(crate) fn mismatch(&self, bytes: &[u8]) -> Option<usize> {
        let Some(dfa) = &*self.0.dfa else { return Some(0) };
        let mut scan = dfa.matcher(&dfa.start(), 0);
        let read = scan.run(bytes, 0);
        (read < bytes.len() || scan.end(read).is_none()).then_some(read)
    }
}

impl fmt::Debug for TextRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name)
    }
}

/// Rules of one name that derive the same texts.
impl PartialEq for TextRule {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name && (Arc::ptr_eq(&self.0, &other.0) || self.to_bytes() == other.to_bytes())
    }
}
