//! Errors in a grammar, with their place in its text.

use super::limits::LimitExceeded;
use super::origin::RulePlace;
use crate::automaton::quote;

/// The kind of a [`GrammarError`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AbnfErrorKind {
    /// The text violates its notation.
    #[error("expected {expected}, found {found}")]
    Syntax {
        /// The expected element.
        expected: &'static str,
        /// The text found instead.
        found: String,
    },
    /// Two rules of the text have the same name.
    #[error("rule `{name}` is defined twice, first at {first}")]
    Redefined {
        /// The rule.
        name: String,
        /// Its first definition.
        first: RulePlace,
    },
    /// A rule has the name of an imported or core rule and derives a different language.
    #[error("rule `{name}` differs from the rule of the same name ({first}): only one of them matches {}", quote(.witness))]
    Differs {
        /// The rule.
        name: String,
        /// The imported or core definition.
        first: RulePlace,
        /// A shortest text that only one of the two derives.
        witness: Vec<u8>,
    },
    /// `=/` extends a rule of this name, which has no earlier definition.
    #[error("`=/` extends rule `{0}`, which is not defined above")]
    ExtendsNothing(String),
    /// A rule of this name is used but not defined.
    #[error("rule `{0}` is not defined")]
    Undefined(String),
    /// The text has no rules.
    #[error("the grammar has no rules")]
    Empty,
    /// The start rule of this name is not defined in the text.
    #[error("the grammar has no start rule `{0}`")]
    NoStart(String),
    /// A rule refers to itself by this chain of rules, which no finite automaton can match.
    #[error("rule `{}` refers to itself: {}", .0[0], .0.join(" > "))]
    Recursive(Vec<String>),
    /// An element is described in prose, which has no defined syntax.
    #[error("`<{0}>` is a prose description, which cannot be compiled")]
    Prose(String),
    /// The rule of a component is not defined.
    #[error("component `{component}` names rule `{rule}`, which is not defined")]
    NoCapture {
        /// The component.
        component: String,
        /// The rule it names.
        rule: String,
    },
    /// The start rule does not reach the rule of a component.
    #[error(
        "component `{component}` is never present: its rule `{rule}` is not used by the start rule, directly or through other rules"
    )]
    Unreached {
        /// The component.
        component: String,
        /// The rule it names.
        rule: String,
    },
    /// The rule of a component can occur twice in one text.
    #[error("component `{component}` can occur more than once in one text, because rule `{rule}` can")]
    Repeats {
        /// The component.
        component: String,
        /// The rule it names.
        rule: String,
    },
    /// One of the [`Limits`](super::Limits) is exceeded.
    #[error(transparent)]
    LimitExceeded(#[from] LimitExceeded),
}

/// An error in a grammar, with its place in the text and a suggestion, where available.
///
/// ```
/// use anyurl_abnf::{CompiledGrammar, GrammarSource};
///
/// let error = CompiledGrammar::compile(&GrammarSource::new("ticket = \"x-t:\" 1*DIGITS")).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 1, column 19: rule `DIGITS` is not defined; did you mean `DIGIT`?"
/// );
/// assert_eq!((error.lint(), error.place().unwrap().span.range()), ("SR302", 18..24));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.message())]
pub struct GrammarError {
    kind: Box<AbnfErrorKind>,
    place: Option<RulePlace>,
    help: Option<String>,
}

impl GrammarError {
    pub(super) fn new(kind: AbnfErrorKind, place: Option<RulePlace>) -> Self {
        Self { kind: Box::new(kind), place, help: None }
    }

    /// Adds a suggestion.
    pub(super) fn with_help<'h>(mut self, help: impl Into<Option<&'h str>>) -> Self {
        self.help = help.into().map(str::to_owned).or(self.help);
        self
    }

    /// The kind of the error.
    pub fn kind(&self) -> &AbnfErrorKind {
        &self.kind
    }

    /// The place in the text; `None` if the grammar as a whole exceeds a limit.
    pub fn place(&self) -> Option<&RulePlace> {
        self.place.as_ref()
    }

    /// How to fix the error, as a sentence without capital and full stop.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The exceeded limit, if that is the error.
    pub fn limit_exceeded(&self) -> Option<LimitExceeded> {
        match *self.kind {
            AbnfErrorKind::LimitExceeded(exceeded) => Some(exceeded),
            _ => None,
        }
    }

    /// The id of the lint rule that reports this error.
    pub fn lint(&self) -> &'static str {
        match *self.kind {
            AbnfErrorKind::Syntax { .. }
            | AbnfErrorKind::ExtendsNothing(_)
            | AbnfErrorKind::Recursive(_)
            | AbnfErrorKind::LimitExceeded(_) => "SR301",
            AbnfErrorKind::Redefined { .. } | AbnfErrorKind::Differs { .. } | AbnfErrorKind::Undefined(_) => "SR302",
            AbnfErrorKind::Empty | AbnfErrorKind::NoStart(_) => "SR305",
            AbnfErrorKind::Repeats { .. } => "SR304",
            AbnfErrorKind::NoCapture { .. } | AbnfErrorKind::Unreached { .. } => "SR307",
            AbnfErrorKind::Prose(_) => "SR318",
        }
    }

    fn message(&self) -> String {
        let place = self.place.map_or(String::new(), |place| format!("{place}: "));
        let help = self.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
        format!("{place}{}{help}", self.kind)
    }
}

impl From<LimitExceeded> for GrammarError {
    fn from(exceeded: LimitExceeded) -> Self {
        Self::new(AbnfErrorKind::LimitExceeded(exceeded), None)
    }
}
