//! The compiled grammar, and matching with it.

use std::fmt;

use locator_core::Span;

use super::ast::RuleId;
use super::delimiters::Delimiters;
use super::dense::{DenseTables, Size};
use super::nfa::Nfa;
use super::{Expected, GrammarFinding, Matcher, Mismatch, Start, StateId, Usage};

/// A compiled grammar.
///
/// ```
/// use locator_abnf::{Capture, CompiledGrammar, GrammarSource, RuleSet};
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
/// let start = grammar.start_after(b"x-ticket:").unwrap();
/// grammar.scan(&start, &url.as_bytes()[9..], 9, &mut spans).unwrap();
/// let components = spans.map(|span| span.map(|span| span.of(url)));
/// assert_eq!(components, [Some("tracker.example"), None, Some("web"), Some("42")]);
///
/// let mismatch = grammar.scan(&start, b"//h/web/x", 9, &mut spans).unwrap_err();
/// let expected = grammar.expected(mismatch.state);
/// assert_eq!((mismatch.at, expected.component(), expected.rule()), (17, Some("number"), "number"));
/// assert_eq!(expected.to_string(), "expected a digit (number)");
/// ```
pub struct CompiledGrammar {
    pub(super) tables: DenseTables,
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
    /// The start of a text.
    pub fn start(&self) -> Start {
        Start::new(&self.tables)
    }

    /// The position after a prefix such as `http:`, letters of which match in either case (RFC 1738 §2.1). `None` if no
    /// text begins with the prefix.
    pub fn start_after(&self, prefix: &[u8]) -> Option<Start> {
        self.start_after_both(prefix, b"")
    }

    /// The position after a prefix and `//h`. In a grammar with an [`AuthorityPrefix`](super::AuthorityPrefix), the
    /// state after `//h` is that after any authority; the captures of the authority itself are meaningless.
    pub fn start_after_authority(&self, prefix: &[u8]) -> Option<Start> {
        self.start_after_both(prefix, b"//h")
    }

    fn start_after_both(&self, prefix: &[u8], authority: &[u8]) -> Option<Start> {
        let mut matcher: Matcher<'_> = self.matcher(&self.start(), 0);
        for (byte, at) in prefix.iter().chain(authority).zip(0..) {
            let is_next = matcher.step(byte.to_ascii_lowercase(), at) || matcher.step(byte.to_ascii_uppercase(), at);
            is_next.then_some(())?;
        }
        Some(matcher.to_start(prefix.len()))
    }

    /// A matcher that begins at `start` and reads its first byte at offset `at`.
    #[inline]
    pub fn matcher(&self, start: &Start, at: usize) -> Matcher<'_> {
        Matcher::new(&self.tables, start, at)
    }

    /// A matcher at the start of a text, with `N` registers only. For many short texts, create it once per text and
    /// [enter](Matcher::enter) the state after the prefix: moving a matcher costs as much as reading several bytes.
    ///
    /// # Panics
    /// If the automaton needs more than `N` [registers](CompiledGrammar::registers).
    #[inline(always)]
    pub fn matcher_with_registers<const N: usize>(&self) -> Matcher<'_, N> {
        Matcher::in_row(&self.tables, self.tables.first())
    }

    /// A matcher that looks ahead from a state, without components.
    ///
    /// # Panics
    /// On the first byte, if the state belongs to another grammar.
    pub fn matcher_in_state(&self, state: StateId) -> Matcher<'_> {
        Matcher::in_state(&self.tables, state)
    }

    /// The number of registers that a matcher needs.
    pub fn registers(&self) -> usize {
        self.tables.width()
    }

    /// Matches the rest of a text, whose first byte is at offset `at`, and stores the spans of the captures in their
    /// order, as many as `spans` holds.
    ///
    /// # Errors
    /// [`Mismatch`] at the first byte that cannot follow, or at the end of an incomplete text.
    #[inline]
    pub fn scan(&self, start: &Start, bytes: &[u8], at: usize, spans: &mut [Option<Span>]) -> Result<(), Mismatch> {
        let mut matcher = self.matcher(start, at);
        let len = matcher.run(bytes, at);
        if len == bytes.len() && matcher.finish(at + len, spans) { Ok(()) } else { Err(matcher.mismatch(at + len)) }
    }

    /// Whether the grammar derives a text.
    pub fn derives(&self, text: &[u8]) -> bool {
        self.scan(&self.start(), text, 0, &mut []).is_ok()
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

    /// The size of the automaton.
    pub fn size(&self) -> Size {
        self.tables.size()
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
            .field("size", &self.size())
            .finish_non_exhaustive()
    }
}
