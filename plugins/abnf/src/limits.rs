//! Caps: how much a grammar may cost, and what it did cost.
//!
//! A grammar may come from a stranger, and a few lines can ask for an automaton of 2^60 states. So every piece of work
//! is counted, in steps and not in seconds: a text is refused at the same place on every machine.

use std::fmt;

use locator_core::Span;

/// The stack has scheme for so many groups within groups.
const DEEPEST: usize = 128;

/// There are no more registers.
const MOST_REGISTERS: usize = 60;

/// How much one grammar may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of the text.
    pub text: usize,
    /// Rules of the text.
    pub rules: usize,
    /// Groups within groups; at most 128, since the reader calls itself for each.
    pub nesting: usize,
    /// Rules within rules, from the start rule on.
    pub depth: usize,
    /// The highest count of a repetition.
    pub repeat: u32,
    /// States before determinising, estimated before anything is expanded.
    pub states: usize,
    /// Bytes of the table that a text is scanned with.
    pub table: usize,
    /// Positions held in all while determinising.
    pub positions: usize,
    /// Steps of all work on one grammar.
    pub steps: u64,
    /// Steps of all work that one [`Budget`] pays for, such as all grammars of a file.
    pub total: u64,
    /// Pairs of states looked at where two automata, or one and itself, are compared.
    pub pairs: usize,
    /// Registers that hold where captures begin and end; at most 60.
    pub registers: usize,
}

impl Limits {
    /// The caps that measurements gave: all grammars of the RFCs tried are far below, and no text inside them takes long.
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

    fn of(&self, cap: Cap) -> u64 {
        let count = |n: usize| n as u64;
        match cap {
            // Spans cannot count further.
            Cap::Text => count(self.text.min(Span::LONGEST)),
            Cap::Rules => count(self.rules),
            Cap::Nesting => count(self.nesting.min(DEEPEST)),
            Cap::Depth => count(self.depth),
            Cap::Repeat => u64::from(self.repeat),
            Cap::States => count(self.states),
            Cap::Table => count(self.table),
            Cap::Positions => count(self.positions),
            Cap::Steps => self.steps,
            Cap::Total => self.total,
            Cap::Pairs => count(self.pairs),
            Cap::Registers => count(self.registers.min(MOST_REGISTERS)),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::STANDARD
    }
}

/// Which of the [`Limits`] it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cap {
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

impl fmt::Display for Cap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "bytes of text",
            Self::Rules => "rules",
            Self::Nesting => "groups within groups",
            Self::Depth => "rules within rules",
            Self::Repeat => "times in one repetition",
            Self::States => "states when its rules and repetitions are written out",
            Self::Table => "bytes of table",
            Self::Positions => "positions while it is compiled",
            Self::Steps => "steps of work",
            Self::Total => "steps of work together with the others of its file",
            Self::Pairs => "pairs of states to compare",
            Self::Registers => "registers for its components",
        })
    }
}

/// A cap is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the grammar needs more than {limit} {cap}")]
pub struct Over {
    /// Which one.
    pub cap: Cap,
    /// How much it allows.
    pub limit: u64,
}

/// What the work on a grammar has cost: the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Spent {
    /// Steps of all kinds.
    pub steps: u64,
    /// States before determinising.
    pub states: u64,
    /// Positions held while determinising.
    pub positions: u64,
    /// Pairs of states compared.
    pub pairs: u64,
}

/// Pays for the work on one grammar after the other, and refuses when a cap is reached.
///
/// ```
/// use locator_abnf::{Budget, Cap, Grammar, Limits, Source};
///
/// let mut budget = Budget::new(Limits { steps: 10, ..Limits::STANDARD });
/// let error = Grammar::compile_within(&Source::new("a = *1000DIGIT"), &mut budget).unwrap_err();
/// assert_eq!(error.over().unwrap().cap, Cap::Steps);
/// assert!(budget.spent().steps <= 11);
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    limits: Limits,
    spent: Spent,
    before: u64,
}

impl Budget {
    /// Nothing is spent yet.
    pub fn new(limits: Limits) -> Self {
        Self { limits, spent: Spent::default(), before: 0 }
    }

    /// The caps.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What the last grammar has cost.
    pub fn spent(&self) -> Spent {
        self.spent
    }

    /// Begins with the next grammar: all caps but [`Limits::total`] begin again.
    pub fn next(&mut self) {
        self.before += self.spent.steps;
        self.spent = Spent::default();
    }

    /// Pays for some steps.
    #[inline]
    pub(super) fn steps(&mut self, steps: usize) -> Result<(), Over> {
        self.spent.steps = self.spent.steps.saturating_add(steps as u64);
        self.check(Cap::Steps, self.spent.steps)?;
        self.check(Cap::Total, self.before + self.spent.steps)
    }

    /// Pays for positions that are held.
    pub(super) fn positions(&mut self, positions: usize) -> Result<(), Over> {
        self.spent.positions += positions as u64;
        self.check(Cap::Positions, self.spent.positions)
    }

    /// Pays for one pair of states.
    pub(super) fn pair(&mut self) -> Result<(), Over> {
        self.spent.pairs += 1;
        self.check(Cap::Pairs, self.spent.pairs)
    }

    /// Notes how many states the written-out rules have.
    pub(super) fn states(&mut self, states: u64) -> Result<(), Over> {
        self.spent.states = states;
        self.check(Cap::States, states)
    }

    /// Refuses an amount above its cap.
    #[inline]
    pub(super) fn check(&self, cap: Cap, amount: u64) -> Result<(), Over> {
        let limit = self.limits.of(cap);
        if amount <= limit { Ok(()) } else { Err(Over { cap, limit }) }
    }
}
