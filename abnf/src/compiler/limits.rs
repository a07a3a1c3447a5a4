//! Limits on the cost of a grammar, and its measured cost.
//!
//! A grammar may come from an untrusted source, and a few lines can describe an automaton of 2^60 states. All work is
//! therefore counted, in steps instead of seconds, so that every machine rejects a grammar at the same point.

use std::fmt;

use anyurl_core::Span;

/// The upper bound of [`Limits::nesting`]: the parser recurses once per group.
const MAX_NESTING: usize = 128;

/// The upper bound of [`Limits::registers`].
const MAX_REGISTERS: usize = 60;

/// Limits on the cost of one grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of the text.
    pub text: usize,
    /// Rules of the text.
    pub rules: usize,
    /// Levels of nested groups; at most 128, because the parser recurses once per group.
    pub nesting: usize,
    /// Levels of nested rules, counted from the start rule.
    pub depth: usize,
    /// The highest count of a repetition.
    pub repeat: u32,
    /// States before determinization, estimated before any expansion.
    pub states: usize,
    /// Bytes of the table of the automaton.
    pub table: usize,
    /// Positions stored during determinization, in total.
    pub positions: usize,
    /// Steps of work on one grammar.
    pub steps: u64,
    /// Steps of work charged to one [`Budget`], such as that for all grammars of a file.
    pub total: u64,
    /// Pairs of states visited when two automata, or an automaton and itself, are compared.
    pub pairs: usize,
    /// Registers for the ends of captures; at most 60.
    pub registers: usize,
}

impl Limits {
    /// The default limits, chosen by measurement: the grammars of the RFCs tested stay far below them, and no grammar
    /// within them takes long.
    pub const STANDARD: Self = Self {
        text: 64 * 1024,
        rules: 1024,
        nesting: 64,
        depth: 256,
        repeat: 1024,
        states: 20_000,
        table: 1024 * 1024,
        positions: 2_000_000,
        steps: 20_000_000,
        total: 400_000_000,
        pairs: 200_000,
        registers: 60,
    };

    fn get(&self, limit: Limit) -> u64 {
        let count = |n: usize| n as u64;
        match limit {
            // Spans hold no larger offset.
            Limit::Text => count(self.text.min(Span::LONGEST)),
            Limit::Rules => count(self.rules),
            Limit::Nesting => count(self.nesting.min(MAX_NESTING)),
            Limit::Depth => count(self.depth),
            Limit::Repeat => u64::from(self.repeat),
            Limit::States => count(self.states),
            Limit::Table => count(self.table),
            Limit::Positions => count(self.positions),
            Limit::Steps => self.steps,
            Limit::Total => self.total,
            Limit::Pairs => count(self.pairs),
            Limit::Registers => count(self.registers.min(MAX_REGISTERS)),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::STANDARD
    }
}

/// One of the [`Limits`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// [`Limits::text`]
    Text,
    /// [`Limits::rules`]
    Rules,
    /// [`Limits::nesting`]
    Nesting,
    /// [`Limits::depth`]
    Depth,
    /// [`Limits::repeat`]
    Repeat,
    /// [`Limits::states`]
    States,
    /// [`Limits::table`]
    Table,
    /// [`Limits::positions`]
    Positions,
    /// [`Limits::steps`]
    Steps,
    /// [`Limits::total`]
    Total,
    /// [`Limits::pairs`]
    Pairs,
    /// [`Limits::registers`]
    Registers,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "bytes of text",
            Self::Rules => "rules",
            Self::Nesting => "levels of nested groups",
            Self::Depth => "levels of nested rules",
            Self::Repeat => "copies in one repetition",
            Self::States => "states after expansion of its rules and repetitions",
            Self::Table => "bytes of table",
            Self::Positions => "positions during compilation",
            Self::Steps => "steps of work",
            Self::Total => "steps of work together with the other grammars of its file",
            Self::Pairs => "pairs of states to compare",
            Self::Registers => "registers for its components",
        })
    }
}

/// A limit is exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the grammar needs more than {max} {limit}")]
pub struct LimitExceeded {
    /// The limit.
    pub limit: Limit,
    /// The allowed amount.
    pub max: u64,
}

/// The result of work that is charged to a [`Budget`].
pub(super) type Charged<T> = Result<T, LimitExceeded>;

/// The cost of the work on a grammar, which is the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Usage {
    /// Steps of all kinds.
    pub steps: u64,
    /// States before determinization.
    pub states: u64,
    /// Positions stored during determinization.
    pub positions: u64,
    /// Pairs of states compared.
    pub pairs: u64,
}

/// Counts the work on grammars, one after the other, and returns an error when a limit is exceeded.
///
/// ```
/// use anyurl_abnf::{Budget, CompiledGrammar, GrammarSource, Limit, Limits};
///
/// let mut budget = Budget::new(Limits { steps: 10, ..Limits::STANDARD });
/// let error = CompiledGrammar::compile_within(&GrammarSource::new("a = *1000DIGIT"), &mut budget).unwrap_err();
/// assert_eq!(error.limit_exceeded().unwrap().limit, Limit::Steps);
/// assert!(budget.usage().steps <= 11);
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    limits: Limits,
    usage: Usage,
    /// The steps of earlier grammars.
    earlier: u64,
}

impl Budget {
    /// A budget without usage.
    pub fn new(limits: Limits) -> Self {
        Self { limits, usage: Usage::default(), earlier: 0 }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The cost of the current grammar.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// Starts the next grammar: resets the usage of every limit except [`Limits::total`].
    pub(crate) fn next_grammar(&mut self) {
        self.earlier += self.usage.steps;
        self.usage = Usage::default();
    }

    /// Charges steps.
    #[inline]
    pub(super) fn steps(&mut self, steps: usize) -> Charged<()> {
        self.usage.steps = self.usage.steps.saturating_add(steps as u64);
        self.check(Limit::Steps, self.usage.steps)?;
        self.check(Limit::Total, self.earlier + self.usage.steps)
    }

    /// Charges stored positions.
    pub(super) fn positions(&mut self, positions: usize) -> Charged<()> {
        self.usage.positions += positions as u64;
        self.check(Limit::Positions, self.usage.positions)
    }

    /// Charges one pair of states.
    pub(super) fn pair(&mut self) -> Charged<()> {
        self.usage.pairs += 1;
        self.check(Limit::Pairs, self.usage.pairs)
    }

    /// Records the number of states of the expanded rules.
    pub(super) fn states(&mut self, states: u64) -> Charged<()> {
        self.usage.states = states;
        self.check(Limit::States, states)
    }

    /// Returns an error if an amount is above its limit.
    #[inline]
    pub(super) fn check(&self, limit: Limit, amount: u64) -> Charged<()> {
        let max = self.limits.get(limit);
        if amount <= max { Ok(()) } else { Err(LimitExceeded { limit, max }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_that_of_all_grammars() {
        let limits = Limits { steps: 4, total: 6, pairs: 2, positions: 3, states: 5, ..Limits::STANDARD };
        let exceeded = |limit, max| Err(LimitExceeded { limit, max });
        let mut budget = Budget::new(limits);
        assert_eq!(*budget.limits(), limits);
        assert_eq!(budget.steps(4), Ok(()));
        assert_eq!(budget.steps(1), exceeded(Limit::Steps, 4));
        for (positions, outcome) in [(2, Ok(())), (1, Ok(())), (1, exceeded(Limit::Positions, 3))] {
            assert_eq!(budget.positions(positions), outcome);
        }
        assert_eq!([budget.pair(), budget.pair(), budget.pair()], [Ok(()), Ok(()), exceeded(Limit::Pairs, 2)]);
        assert_eq!([budget.states(5), budget.states(6)], [Ok(()), exceeded(Limit::States, 5)]);
        assert_eq!(budget.usage(), Usage { steps: 5, states: 6, positions: 4, pairs: 3 });

        budget.next_grammar();
        assert_eq!(budget.usage(), Usage::default());
        assert_eq!(budget.steps(1), Ok(()));
        assert_eq!(budget.steps(1), exceeded(Limit::Total, 6));
    }
}
