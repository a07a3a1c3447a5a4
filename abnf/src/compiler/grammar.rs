//! The compiled grammar: its automaton, and what describes it.

use std::fmt;
use std::sync::Arc;

use super::delimiters::Delimiters;
use super::nfa::Nfa;
use super::{Dfa, ErrorLocation, Expected, GrammarFinding, Labels, Mismatch, Start, StateId, Usage};

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
    pub(super) labels: Arc<Labels>,
    pub(super) nfa: Nfa,
    pub(super) findings: Vec<GrammarFinding>,
    pub(super) delimiters: Delimiters,
    pub(super) usage: Usage,
}

impl CompiledGrammar {
    /// The automaton, which matches texts.
    pub fn dfa(&self) -> &Arc<Dfa> {
        &self.dfa
    }

    /// What the states of the automaton mean, for error messages.
    pub fn labels(&self) -> &Arc<Labels> {
        &self.labels
    }

    /// What can follow in a state.
    pub fn expected(&self, state: StateId) -> Expected<'_> {
        self.labels.expected(&self.dfa, state)
    }

    /// Locates the error of a mismatch in a text that was matched from offset `begin`.
    ///
    /// * An alternative after the scheme name is ignored if it requires punctuation that the text lacks, or if the text
    ///   is longer than any of its texts.
    /// * An incomplete escape or literal is wrong from its start.
    ///
    /// ```
    /// use anyurl_abnf::{CompiledGrammar, GrammarSource};
    ///
    /// let text = "t = \"x:\" ( name / mail )\nname = 1*ALPHA [ \";as=\" ALPHA ]\n\
    ///             mail = 1*( ALPHA / \".\" / \";\" / \"=\" / \"%\" 2HEXDIG ) \"@\" 1*ALPHA";
    /// let grammar = CompiledGrammar::compile(&GrammarSource::new(text)).unwrap();
    /// let start = grammar.dfa().start_after(b"x:").unwrap();
    /// let located = |text: &[u8]| {
    ///     let mismatch = grammar.dfa().scan(&start, &text[2..], 2, &mut []).unwrap_err();
    ///     (mismatch.at, grammar.locate_error(&start, text, 2, mismatch).at)
    /// };
    /// assert_eq!(located(b"x:a.b"), (5, 3)); // not a name; not a mail without `@`
    /// assert_eq!(located(b"x:a.b@"), (6, 6));
    /// assert_eq!(located(b"x:a%4_@b"), (5, 3));
    /// assert_eq!(located(b"x:a;at=b"), (8, 3));
    /// ```
    ///
    /// # Panics
    /// If `begin` or the offset of the mismatch is beyond the end of the text.
    #[cold]
    pub fn locate_error(&self, start: &Start, text: &[u8], begin: usize, mismatch: Mismatch) -> ErrorLocation {
        self.labels.locate_error(&self.dfa, start, (text, begin), mismatch)
    }

    /// The names of the components, in the order of the captures.
    pub fn captures(&self) -> impl Iterator<Item = &str> {
        self.labels.components.iter().map(String::as_str)
    }

    /// Whether some text has the component of the `n`-th capture.
    pub fn reaches(&self, n: usize) -> bool {
        n < self.labels.components.len() && self.nfa.reached >> n & 1 == 1
    }

    /// The name of the start rule, as its definition spells it.
    pub fn start_rule(&self) -> &str {
        self.labels.start_rule()
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
            .field("captures", &self.labels.components)
            .field("size", &self.dfa.size())
            .finish_non_exhaustive()
    }
}
