//! What is wrong with a grammar, and where.

use std::fmt;

use locator_core::Span;

use super::limits::Over;
use super::prelude::RuleSet;

/// Which text a place is in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RuleOrigin {
    /// The text that the caller gave.
    Own,
    /// An imported rule set.
    Import(RuleSet),
    /// The core rules, RFC 5234 Appendix B.1.
    Core,
}

/// A place in the text of a grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RulePlace {
    /// Which text.
    pub origin: RuleOrigin,
    /// The bytes of it.
    pub span: Span,
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
}

impl RulePlace {
    /// The place of a span in a text.
    pub(super) fn of(text: &str, origin: RuleOrigin, span: Span) -> Self {
        let before = text.get(..span.start()).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Self { origin, span, line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }
}

impl fmt::Display for RulePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.origin {
            RuleOrigin::Own => {}
            RuleOrigin::Import(set) => write!(f, "{}, ", set.name())?,
            RuleOrigin::Core => f.write_str("core rules, ")?,
        }
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// What is wrong with a grammar.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AbnfErrorKind {
    /// The text is not written in its notation.
    #[error("expected {expected}, found {found}")]
    Syntax {
        /// What should stand there.
        expected: &'static str,
        /// What does stand there.
        found: String,
    },
    /// A rule is defined twice.
    #[error("rule `{name}` is defined twice, first at {first}")]
    Redefined {
        /// The rule.
        name: String,
        /// Its first definition.
        first: RulePlace,
    },
    /// A rule has the name of an imported or core rule, and another language.
    #[error("rule `{name}` is not the `{name}` of {first}: only one of them derives {}", quote(.witness))]
    Differs {
        /// The rule.
        name: String,
        /// The definition that came from elsewhere.
        first: RulePlace,
        /// A shortest text that only one of the two derives.
        witness: Vec<u8>,
    },
    /// `=/` has nothing before it.
    #[error("`=/` extends rule `{name}`, which is not defined before")]
    ExtendsNothing {
        /// The rule.
        name: String,
    },
    /// A rule is used, and nowhere defined.
    #[error("rule `{name}` is not defined")]
    Undefined {
        /// The rule.
        name: String,
    },
    /// There is no rule to start with.
    #[error("the grammar has no start rule `{name}`")]
    NoStart {
        /// The name asked for; empty where the text has no rules at all.
        name: String,
    },
    /// A rule needs itself, which no automaton can count.
    #[error("rule `{}` refers to itself: {}", .cycle[0], .cycle.join(" > "))]
    Recursive {
        /// The rules on the way, from the rule to itself.
        cycle: Vec<String>,
    },
    /// A part is described in prose, which no machine can read.
    #[error("`<{text}>` is prose, which no machine can read")]
    Prose {
        /// The prose.
        text: String,
    },
    /// A component names no rule.
    #[error("component `{component}` names rule `{rule}`, which is not defined")]
    NoCapture {
        /// The component.
        component: String,
        /// The rule it names.
        rule: String,
    },
    /// A component names a rule that the start rule does not reach.
    #[error("component `{component}` is never present: the start rule does not reach its rule `{rule}`")]
    Unreached {
        /// The component.
        component: String,
        /// The rule it names.
        rule: String,
    },
    /// The rule of a component can occur twice in one text.
    #[error("component `{component}` can occur more than once in one text, as rule `{rule}` can")]
    Repeats {
        /// The component.
        component: String,
        /// The rule it names.
        rule: String,
    },
    /// A cap is reached.
    #[error(transparent)]
    Over(#[from] Over),
}

/// A grammar that cannot be used, with the place in its text and a way out, where there is one.
///
/// ```
/// use locator_abnf::{Grammar, Source};
///
/// let error = Grammar::compile(&Source::new("ticket = \"x-t:\" 1*DIGITS")).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 1, column 19: rule `DIGITS` is not defined; did you mean `DIGIT`?"
/// );
/// assert_eq!((error.lint(), error.place().unwrap().span.range()), ("SR302", 18..24));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.words())]
pub struct GrammarError {
    fault: Box<AbnfErrorKind>,
    place: Option<RulePlace>,
    hint: Option<String>,
}

impl GrammarError {
    pub(super) fn new(fault: AbnfErrorKind, place: Option<RulePlace>) -> Self {
        Self { fault: Box::new(fault), place, hint: None }
    }

    /// The same with a way out.
    pub(super) fn hint(mut self, hint: impl Into<Option<String>>) -> Self {
        self.hint = hint.into().or(self.hint);
        self
    }

    /// What is wrong.
    pub fn fault(&self) -> &AbnfErrorKind {
        &self.fault
    }

    /// Where; nowhere where the grammar as a whole is over a cap.
    pub fn place(&self) -> Option<&RulePlace> {
        self.place.as_ref()
    }

    /// What to do about it, as a sentence without capital and full stop.
    pub fn help(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// The cap that is reached, if that is what is wrong.
    pub fn over(&self) -> Option<Over> {
        match *self.fault {
            AbnfErrorKind::Over(over) => Some(over),
            _ => None,
        }
    }

    /// The lint rule that this breaks.
    pub fn lint(&self) -> &'static str {
        match *self.fault {
            AbnfErrorKind::Syntax { .. }
            | AbnfErrorKind::ExtendsNothing { .. }
            | AbnfErrorKind::Recursive { .. }
            | AbnfErrorKind::Over(_) => "SR301",
            AbnfErrorKind::Redefined { .. } | AbnfErrorKind::Differs { .. } | AbnfErrorKind::Undefined { .. } => {
                "SR302"
            }
            AbnfErrorKind::NoStart { .. } => "SR305",
            AbnfErrorKind::Repeats { .. } => "SR304",
            AbnfErrorKind::NoCapture { .. } | AbnfErrorKind::Unreached { .. } => "SR307",
            AbnfErrorKind::Prose { .. } => "SR318",
        }
    }

    fn words(&self) -> String {
        let place = self.place.map_or(String::new(), |place| format!("{place}: "));
        let hint = self.hint.as_ref().map_or(String::new(), |hint| format!("; {hint}"));
        format!("{place}{}{hint}", self.fault)
    }
}

impl From<Over> for GrammarError {
    fn from(over: Over) -> Self {
        Self::new(AbnfErrorKind::Over(over), None)
    }
}

/// Bytes in quotes, with escapes where a reader could not see them.
pub(super) fn quote(bytes: &[u8]) -> String {
    format!("\"{}\"", bytes.escape_ascii().to_string().replace("\\\"", "\"").replace("\\'", "'"))
}
