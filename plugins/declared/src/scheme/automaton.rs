//! The automata of a scheme, for strict and lenient mode: made when the first URL is parsed, of tables or of a grammar.

use std::sync::{Arc, LazyLock};

use anyurl_abnf::{AuthorityPrefix, Dfa, Labels, Start};
use anyurl_core::Slot;

/// The automaton of a mode and its entry points after `name:`.
pub(crate) struct Compiled {
    /// Finds the components that the core does not parse.
    pub(crate) dfa: Arc<Dfa>,
    /// The entry point after `name:`; `None` if the grammar derives no URL of this scheme, or one with a component in its
    /// name.
    pub(crate) start: Option<Start>,
    /// The prefix that the core parses, and the entry point after it.
    pub(crate) head: Option<(AuthorityPrefix, Start)>,
    /// What to do with each component that the automaton finds.
    pub(crate) targets: Vec<Target>,
    /// What the states mean, which only errors need.
    labels: LazyLock<Arc<Labels>, ReadLabels>,
}

/// Reads labels.
pub(crate) type ReadLabels = Box<dyn FnOnce() -> Arc<Labels> + Send>;

/// A grammar that cannot be compiled.
pub(crate) struct Unusable {
    /// The lint rule.
    pub(crate) id: &'static str,
    /// What is wrong.
    pub(crate) why: String,
}

impl Compiled {
    /// `None` if the automaton has other captures, or no entry point after the prefix.
    pub(crate) fn new(
        scheme: &str,
        dfa: Arc<Dfa>,
        labels: ReadLabels,
        (head, targets): (Option<AuthorityPrefix>, Vec<Target>),
    ) -> Option<Self> {
        let prefix = format!("{scheme}:");
        let start = dfa.start_after(prefix.as_bytes()).filter(|start| !dfa.has_capture_before(start));
        let head = match head.filter(|_| start.is_some()) {
            Some(head) => Some((head, dfa.start_after_authority(prefix.as_bytes())?)),
            None => None,
        };
        (targets.len() == dfa.captures()).then(|| Self { dfa, start, head, targets, labels: LazyLock::new(labels) })
    }

    pub(crate) fn labels(&self) -> &Arc<Labels> {
        &self.labels
    }
}

/// A capture that is not a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hidden {
    /// Its text must be a host.
    Host,
    /// It is the deviation of this index.
    Deviation(usize),
}

/// What to do with the span of a capture.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    /// Store it in a slot.
    Slot(Slot),
    /// Check that it is a host of the generic grammar, and store it.
    Host(Slot),
    /// Check that it is a port, and store it.
    Port,
    /// Check the component of this index first.
    Checked(usize),
    /// It is not a component.
    Hidden(Hidden),
}
