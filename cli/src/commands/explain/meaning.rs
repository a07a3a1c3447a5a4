//! The meaning of an id.

use anyurl::authors::RequirementRef;

/// One meaning of an id. An id may have several.
pub(super) struct Meaning {
    pub(super) id: String,
    pub(super) kind: &'static str,
    pub(super) facts: Vec<(&'static str, String)>,
    /// The requirements with this id, as errors cite them.
    pub(super) requirements: Vec<RequirementRef>,
}

impl Meaning {
    pub(super) fn new(id: impl Into<String>, kind: &'static str) -> Self {
        Self { id: id.into(), kind, facts: Vec::new(), requirements: Vec::new() }
    }

    /// Adds a fact under a label, unless it is empty.
    pub(super) fn with(mut self, label: &'static str, text: impl Into<String>) -> Self {
        let text = text.into();
        if !text.is_empty() {
            self.facts.push((label, text));
        }
        self
    }
}
