//! What the states of an automaton mean in its grammar, for error messages.

mod bytes;

use super::alternatives::Alternatives;
use super::byte_set::ByteSet;

/// The number of a rule.
pub(crate) type RuleId = usize;

/// The rules, components and literals that can follow in each state of an automaton: what its error messages are made of.
#[derive(Default)]
pub struct Labels {
    /// The roles of bytes.
    pub(crate) all: Vec<Label>,
    /// Literals of two or more bytes.
    pub(crate) literals: Vec<Vec<u8>>,
    /// The choice after the scheme name, if there is one.
    pub(crate) alternatives: Option<Alternatives>,
    /// Distinct lists of labels.
    pub(crate) lists: Vec<Vec<u32>>,
    /// The list of each state.
    pub(crate) of_state: Vec<u32>,
    /// The names of the rules, by [`RuleId`].
    pub(crate) rules: Vec<String>,
    /// The start rule.
    pub(crate) start: RuleId,
    /// The names of the components, in the order of the captures.
    pub(crate) components: Vec<String>,
}

/// The role of a byte in the grammar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Label {
    pub set: ByteSet,
    /// The innermost rule; a byte class such as `alpha` counts as part of the rule that uses it.
    pub rule: RuleId,
    /// The innermost open capture.
    pub component: Option<u8>,
    /// The literal that the byte is part of, and the offset in it.
    pub literal: Option<(u32, u32)>,
    /// The alternative after the scheme name that the byte is part of.
    pub alternative: Option<u8>,
    /// Whether the byte is part of a `host` of RFC 1738, for which core has more specific errors.
    pub is_host: bool,
}

impl Labels {
    /// The labels that can follow in a state; none in one of another automaton.
    pub(super) fn after(&self, state: usize) -> &[u32] {
        let list = self.of_state.get(state).and_then(|list| self.lists.get(*list as usize));
        list.map_or(&[], Vec::as_slice)
    }

    /// The name of the start rule, as its definition spells it.
    pub fn start_rule(&self) -> &str {
        self.rule(self.start)
    }

    pub(super) fn rule(&self, rule: RuleId) -> &str {
        self.rules.get(rule).map_or("", String::as_str)
    }
}
