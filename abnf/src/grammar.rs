//! The compiled grammar: its automaton, and what describes it.

use std::fmt;
use std::sync::Arc;

use super::ast::RuleId;
use super::delimiters::Delimiters;
use super::expected::Continuations;
use super::nfa::Nfa;
use super::{Dfa, Expected, GrammarFinding, StateId, Usage};

/// A compiled grammar.
///
/// ```
/// use anyurl_abnf::{Capture, CompiledGrammar, GrammarSource, RuleSet};
///
/// let text = r#"
///     ticket = "x-ticket:" "//" hostport "/" queue "/" number
///     queue  = 1*( ALPHA / DIGIT / "-" )
///     number = 1*DIGIT
/// "#;
/// let captures = [
///     Capture::implied("host", "host", &["login", "hostport", "authority"]),
///     Capture::implied("port", "port", &["login", "hostport", "authority"]),
///     Capture::new("queue", "queue"),
///     Capture::new("number", "number"),
/// ];
/// let source = GrammarSource::new(text).imports(&[RuleSet::Rfc1738]).captures(&captures);
/// let grammar = CompiledGrammar::compile(&source).unwrap();
///
/// let url = "x-ticket://tracker.example/web/42";
/// let mut spans = [None; 4];
/// let dfa = grammar.dfa();
/// let start = dfa.start_after(b"x-ticket:").unwrap();
/// dfa.scan(&start, &url.as_bytes()[9..], 9, &mut spans).unwrap();
/// let components = spans.map(|span| span.map(|span| span.of(url)));
/// assert_eq!(components, [Some("tracker.example"), None, Some("web"), Some("42")]);
///
/// let mismatch = dfa.scan(&start, b"//h/web/x", 9, &mut spans).unwrap_err();
/// let expected = grammar.expected(mismatch.state);
/// assert_eq!((mismatch.at, expected.component(), expected.rule()), (17, Some("number"), "number"));
/// assert_eq!(expected.to_string(), "expected a digit (number)");
/// ```
pub struct CompiledGrammar {
    pub(super) dfa: Arc<Dfa>,
    pub(super) continuations: Continuations,
    pub(super) nfa: Nfa,
    /// The names of all rules, by [`RuleId`].
    pub(super) names: Vec<String>,
    pub(super) start: RuleId,
    pub(super) captures: Vec<String>,
    pub(super) findings: Vec<GrammarFinding>,
    pub(super) delimiters: Delimiters,
    pub(super) usage: Usage,
}

impl CompiledGrammar {
    /// The automaton, which matches texts.
    pub fn dfa(&self) -> &Arc<Dfa> {
        &self.dfa
    }

    /// What can follow in a state.
    pub fn expected(&self, state: StateId) -> Expected<'_> {
        Expected::new(self, state)
    }

    /// The names of the components, in the order of the captures.
    pub fn captures(&self) -> impl Iterator<Item = &str> {
        self.captures.iter().map(String::as_str)
    }

    /// Whether some text has the component of the `n`-th capture.
    pub fn reaches(&self, n: usize) -> bool {
        n < self.captures.len() && self.nfa.reached >> n & 1 == 1
    }

    /// The name of the start rule, as its definition spells it.
    pub fn start_rule(&self) -> &str {
        &self.names[self.start]
    }

    /// Likely mistakes in the grammar, in the order of the text.
    pub fn findings(&self) -> &[GrammarFinding] {
        &self.findings
    }

    /// The cost of the compilation.
    pub fn usage(&self) -> Usage {
        self.usage
    }
}

impl fmt::Debug for CompiledGrammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompiledGrammar")
            .field("start", &self.start_rule())
            .field("captures", &self.captures)
            .field("size", &self.dfa.size())
            .finish_non_exhaustive()
    }
}
