//! From ABNF to an automaton that reads URLs.
//!
//! ```text
//! text ──abnf──▶ rules ──link, check──▶ rules that lead somewhere ──nfa, follow──▶ places ──determinize──▶ tables ──scan──▶ spans
//! ```
//!
//! A grammar is pasted as its document prints it, in RFC 5234 with RFC 7405 or in the notation of RFC 1738 §5, and may
//! import the common rules of RFC 1738 or RFC 3986. What comes out reads a text in one pass from left to right, gives
//! where each component stands, and allocates nothing; and where a text fails, it says what could have come.
//!
//! | step | module |
//! |---|---|
//! | the notation | `lexer`, `parser`, `ast` |
//! | names, imports, core rules | `resolve`, `prelude` |
//! | recursion, depth and size, before anything is expanded | `check`, `limits` |
//! | what occurs where, and how a text is put together, rule by rule | `occurrences`, `template`, `skeleton` |
//! | all states that a text can be in | `nfa`, `followpos` |
//! | one state for each, with registers for components | `byte_classes`, `determinize`, `minimize` |
//! | reading | `dense`, `matcher` |
//! | words for a failure | `expected`, `bytes` |
//! | what an author should know | `findings`, `delimiters`, `ambiguity`, `difference`, `witness` |
//!
//! Where a text can be read in two ways, the first alternative is taken, and as many repetitions as there are: the way of
//! regular expressions. [`Grammar::ambiguity`] finds such texts. A component that can occur twice in one text is an error.

#![forbid(unsafe_code)]
#![expect(clippy::inline_always, reason = "a scan is one loop: a call in it costs as much as the called code")]

use std::fmt;

use locator_core::Span;

mod alternatives;
mod ambiguity;
mod ast;
mod authority_prefix;
mod byte_classes;
mod byte_set;
mod check;
mod compile;
mod delimiters;
mod dense;
mod determinize;
mod did_you_mean;
mod difference;
mod error;
mod expected;
mod findings;
mod followpos;
mod lexer;
mod limits;
mod locate_error;
mod matcher;
mod minimize;
mod nfa;
mod occurrences;
mod parser;
mod prelude;
mod resolve;
mod skeleton;
mod template;
mod witness;

#[cfg(test)]
mod tests;

pub use ambiguity::Ambiguity;
pub use authority_prefix::AuthorityPrefix;
pub use byte_set::ByteSet;
pub use delimiters::DataBytes;
pub use difference::{Generic, difference, outside};
pub use error::{AbnfErrorKind, GrammarError, RuleOrigin, RulePlace};
pub use expected::Expected;
pub use findings::Finding;
pub use limits::{Budget, Cap, Limits, Over, Spent};
pub use locate_error::ErrorLocation;
pub use matcher::{Failure, Matcher, Start, State};
pub use prelude::RuleSet;
pub use skeleton::{Skeleton, outline};

use delimiters::Roles;
use dense::DenseTables;
use nfa::Nfa;

/// How a grammar is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Dialect {
    /// RFC 5234 with RFC 7405.
    #[default]
    Rfc5234,
    /// RFC 1738 §5, as printed: `|` between alternatives, case-sensitive strings, `<">` for a quote, `/` for a slash
    /// without quotes (erratum 5118), and `*[ x ]` for a repeated group.
    Rfc1738Bnf,
}

impl Dialect {
    /// The name under which a registry file asks for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rfc5234 => "rfc5234",
            Self::Rfc1738Bnf => "rfc1738-bnf",
        }
    }

    /// The dialect of this name.
    pub fn named(name: &str) -> Option<Self> {
        let all = [Self::Rfc5234, Self::Rfc1738Bnf];
        all.into_iter().find(|dialect| dialect.name() == name)
    }
}

/// A component to find: the text that a rule derives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture<'a> {
    /// The name of the component.
    pub name: &'a str,
    /// The rule; upper and lower case are one.
    pub rule: &'a str,
    /// Only where it occurs in one of these rules, however deep; everywhere, if there are none.
    pub within: &'a [&'a str],
    /// Whether it is no error that the start rule does not reach it.
    pub optional: bool,
}

impl<'a> Capture<'a> {
    /// What a rule derives, wherever it occurs.
    pub const fn new(name: &'a str, rule: &'a str) -> Self {
        Self { name, rule, within: &[], optional: false }
    }

    /// What a rule derives, if the grammar has it and where it occurs in one of the others: imported rules such as `host`
    /// are components where a grammar reaches them by `login`, `hostport` or `authority`.
    pub const fn implied(name: &'a str, rule: &'a str, within: &'a [&'a str]) -> Self {
        Self { name, rule, within, optional: true }
    }
}

/// A grammar as it is given.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The rules.
    pub text: &'a str,
    /// How they are written.
    pub dialect: Dialect,
    /// The rule to start with: the first of the text, if none is named.
    pub start: Option<&'a str>,
    /// Rule sets that the text refers to.
    pub imports: &'a [RuleSet],
    /// The components to find; at most half as many as there are registers.
    pub captures: &'a [Capture<'a>],
    /// Whether `<prose>` is taken for graphic characters, with a finding, instead of being refused.
    pub prose: bool,
}

impl<'a> Source<'a> {
    /// A text in RFC 5234 that starts with its first rule and needs nothing else.
    pub const fn new(text: &'a str) -> Self {
        Self { text, dialect: Dialect::Rfc5234, start: None, imports: &[], captures: &[], prose: false }
    }

    /// The same in another notation.
    #[must_use]
    pub const fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// The same from another start rule.
    #[must_use]
    pub const fn start(mut self, rule: &'a str) -> Self {
        self.start = Some(rule);
        self
    }

    /// The same with imported rules.
    #[must_use]
    pub const fn imports(mut self, imports: &'a [RuleSet]) -> Self {
        self.imports = imports;
        self
    }

    /// The same with components.
    #[must_use]
    pub const fn captures(mut self, captures: &'a [Capture<'a>]) -> Self {
        self.captures = captures;
        self
    }

    /// The same, and prose is taken for graphic characters.
    #[must_use]
    pub const fn with_prose(mut self) -> Self {
        self.prose = true;
        self
    }
}

/// How large a compiled grammar is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// States of the automaton.
    pub states: usize,
    /// Classes of bytes, which are its columns.
    pub classes: usize,
    /// Bytes of its table.
    pub bytes: usize,
    /// Registers for the components.
    pub registers: usize,
}

/// A compiled grammar.
///
/// ```
/// use locator_abnf::{Capture, Grammar, RuleSet, Source};
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
/// let source = Source::new(text).imports(&[RuleSet::Rfc1738]).captures(&captures);
/// let grammar = Grammar::compile(&source).unwrap();
///
/// let url = "x-ticket://tracker.example/web/42";
/// let mut spans = [None; 4];
/// let start = grammar.start_after(b"x-ticket:").unwrap();
/// grammar.scan(&start, &url.as_bytes()[9..], 9, &mut spans).unwrap();
/// let parts = spans.map(|span| span.map(|span| span.of(url)));
/// assert_eq!(parts, [Some("tracker.example"), None, Some("web"), Some("42")]);
///
/// let failure = grammar.scan(&start, b"//h/web/x", 9, &mut spans).unwrap_err();
/// let expected = grammar.expected(failure.state);
/// assert_eq!((failure.at, expected.component(), expected.rule()), (17, Some("number"), "number"));
/// assert_eq!(expected.to_string(), "expected a digit (number)");
/// ```
pub struct Grammar {
    tables: DenseTables,
    nfa: Nfa,
    /// The names of rules, by number.
    names: Vec<String>,
    start: ast::RuleId,
    captures: Vec<String>,
    findings: Vec<Finding>,
    roles: Roles,
    spent: Spent,
}

impl Grammar {
    /// Compiles a grammar.
    ///
    /// # Errors
    /// [`GrammarError`] if it is not written in its notation, does not lead anywhere, or is over the
    /// [standard caps](Limits::STANDARD).
    pub fn compile(source: &Source<'_>) -> Result<Self, GrammarError> {
        Self::compile_within(source, &mut Budget::new(Limits::STANDARD))
    }

    /// Compiles a grammar, and pays for it.
    ///
    /// # Errors
    /// Those of [`Grammar::compile`], with the caps of the budget.
    pub fn compile_within(source: &Source<'_>, budget: &mut Budget) -> Result<Self, GrammarError> {
        compile::compile(source, budget)
    }

    /// The beginning of a text.
    pub fn start(&self) -> Start {
        Start::first(&self.tables)
    }

    /// The place behind a prefix such as `http:`, whose letters may be in either case (RFC 1738 §2.1); none if no text
    /// begins with it.
    pub fn start_after(&self, prefix: &[u8]) -> Option<Start> {
        self.start_behind(prefix, b"")
    }

    /// The place behind a prefix and `//h`: for a grammar with a [`AuthorityPrefix`] the place behind every head, as far as what
    /// follows it is concerned. Captures within the head are not those of the text.
    pub fn start_behind_head(&self, prefix: &[u8]) -> Option<Start> {
        self.start_behind(prefix, b"//h")
    }

    fn start_behind(&self, prefix: &[u8], more: &[u8]) -> Option<Start> {
        let mut scan: Matcher<'_> = Matcher::new(&self.tables, &self.start(), 0);
        for (byte, at) in prefix.iter().chain(more).zip(0..) {
            let taken = scan.step(byte.to_ascii_lowercase(), at) || scan.step(byte.to_ascii_uppercase(), at);
            taken.then_some(())?;
        }
        Some(scan.behind(prefix.len()))
    }

    /// Begins to read byte by byte, or run by run: the first one stands at the offset `at` of its text.
    #[inline]
    pub fn begin(&self, start: &Start, at: usize) -> Matcher<'_> {
        Matcher::new(&self.tables, start, at)
    }

    /// A scan at the beginning of a text, with scheme for `N` registers only. Who reads many short texts has it [enter] behind
    /// their prefix where it stands: moving it takes as long as reading some bytes.
    ///
    /// [enter]: Matcher::enter
    ///
    /// # Panics
    /// If the automaton has more: [`Grammar::registers`] says how many.
    #[inline]
    pub fn first_within<const N: usize>(&self) -> Matcher<'_, N> {
        Matcher::first(&self.tables)
    }

    /// A scan that looks ahead from a state, and knows of no components.
    ///
    /// # Panics
    /// When it reads, if the state is none of this grammar.
    pub fn ahead_of(&self, state: State) -> Matcher<'_> {
        Matcher::in_state(&self.tables, state)
    }

    /// How many registers a scan needs.
    pub fn registers(&self) -> usize {
        self.tables.width()
    }

    /// Reads the rest of a text, of which the first byte stands at the offset `at`, and gives the spans of the captures
    /// in their order, as far as `spans` has scheme.
    ///
    /// # Errors
    /// [`Failure`] at the first byte that cannot come, or at the end if it comes too early.
    #[inline]
    pub fn scan(&self, start: &Start, bytes: &[u8], at: usize, spans: &mut [Option<Span>]) -> Result<(), Failure> {
        let mut scan = self.begin(start, at);
        let read = scan.run(bytes, at);
        if read == bytes.len() && scan.finish(at + read, spans) {
            return Ok(());
        }
        Err(Failure { at: at + read, state: scan.state() })
    }

    /// Whether the grammar derives a text.
    pub fn derives(&self, text: &[u8]) -> bool {
        self.scan(&self.start(), text, 0, &mut []).is_ok()
    }

    /// What may come next in a state.
    pub fn expected(&self, state: State) -> Expected<'_> {
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

    /// The name of the start rule, as its definition writes it.
    pub fn start_rule(&self) -> &str {
        &self.names[self.start]
    }

    /// What its author should look at.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// How large it is.
    pub fn size(&self) -> Size {
        self.tables.size()
    }

    /// What compiling it has cost.
    pub fn spent(&self) -> Spent {
        self.spent
    }

    /// A shortest text whose components can be read in two ways, if there is one.
    ///
    /// # Errors
    /// [`Over`] if the search takes more than the budget has.
    pub fn ambiguity(&self, budget: &mut Budget) -> Result<Option<Ambiguity>, Over> {
        budget.next();
        ambiguity::find(self, budget)
    }

    /// The components that some text has behind a prefix, letters of which may be in either case; none if no text begins
    /// with it.
    ///
    /// ```
    /// use locator_abnf::{Budget, Capture, Grammar, Limits, Source};
    ///
    /// let text = "t = \"x-t:\" [ \"//\" host ] name\nhost = 1*ALPHA\nname = \"/\" *DIGIT";
    /// let captures = [Capture::new("host", "host"), Capture::new("name", "name")];
    /// let grammar = Grammar::compile(&Source::new(text).captures(&captures)).unwrap();
    /// let mut behind = |prefix| grammar.behind(prefix, &mut Budget::new(Limits::STANDARD)).unwrap();
    /// assert_eq!(behind(b"X-T://"), Some(vec!["host", "name"]));
    /// assert_eq!(behind(b"x-t:/1"), Some(vec![]));
    /// assert_eq!(behind(b"x-u:"), None);
    /// ```
    ///
    /// # Errors
    /// [`Over`] if the search takes more than the budget has.
    pub fn behind(&self, prefix: &[u8], budget: &mut Budget) -> Result<Option<Vec<&str>>, Over> {
        budget.next();
        let begun = witness::behind(self, prefix, budget)?;
        let names = |begun: u64| {
            let all = self.captures().enumerate();
            all.filter(|(n, _)| begun >> n & 1 == 1).map(|(_, name)| name).collect()
        };
        Ok(begun.map(names))
    }

    /// A shortest text whose component holds bytes of these sets, one behind the other; none if there is no such text or
    /// component.
    ///
    /// ```
    /// use locator_abnf::{Budget, Capture, Grammar, Limits, ByteSet, Source};
    ///
    /// let text = "t = \"x-t:\" name\nname = 1*( ALPHA / \"%\" 2HEXDIG )";
    /// let captures = [Capture::new("name", "name")];
    /// let grammar = Grammar::compile(&Source::new(text).captures(&captures)).unwrap();
    /// let end_of_line = [ByteSet::one(b'%'), ByteSet::one(b'0'), ByteSet::folded(b'a')];
    /// let found = grammar.holding("name", &end_of_line, &mut Budget::new(Limits::STANDARD));
    /// assert_eq!(found, Ok(Some(b"x-t:%0a".to_vec())));
    /// ```
    ///
    /// # Errors
    /// [`Over`] if the search takes more than the budget has.
    pub fn holding(&self, component: &str, bytes: &[ByteSet], budget: &mut Budget) -> Result<Option<Vec<u8>>, Over> {
        budget.next();
        match self.captures().position(|name| name == component) {
            Some(n) => witness::text(self, n, bytes, budget),
            None => Ok(None),
        }
    }

    /// A shortest text that has no such component; none if every text has it, or the grammar knows none of that name.
    ///
    /// ```
    /// use locator_abnf::{Budget, Capture, Grammar, Limits, Source};
    ///
    /// let text = "t = \"x-t:\" name [ \";\" part ]\nname = 1*ALPHA\npart = 1*DIGIT";
    /// let captures = [Capture::new("name", "name"), Capture::new("part", "part")];
    /// let grammar = Grammar::compile(&Source::new(text).captures(&captures)).unwrap();
    /// let mut without = |name| grammar.without(name, &mut Budget::new(Limits::STANDARD));
    /// assert_eq!(without("part"), Ok(Some(b"x-t:a".to_vec())));
    /// assert_eq!(without("name"), Ok(None));
    /// ```
    ///
    /// # Errors
    /// [`Over`] if the search takes more than the budget has.
    pub fn without(&self, component: &str, budget: &mut Budget) -> Result<Option<Vec<u8>>, Over> {
        budget.next();
        let Some(n) = self.captures().position(|name| name == component) else {
            return Ok(None);
        };
        // A text with two readings is read in the one that is preferred, which may have the component.
        let lacks = |text: &Vec<u8>| {
            let mut spans = vec![None; self.captures.len()];
            let read = self.scan(&self.start(), text, 0, &mut spans);
            read.is_ok() && spans[n].is_none()
        };
        Ok(witness::without(self, n, budget)?.filter(lacks))
    }

    /// Which of the characters `; / ? : @ = &` divide: they stand between other things, in one rule at least.
    pub fn dividing(&self) -> ByteSet {
        self.roles.dividing
    }

    /// Which of them the rules of the text list beside letters or digits although they divide nothing anywhere, rule by
    /// rule.
    ///
    /// ```
    /// use locator_abnf::{Grammar, Source};
    ///
    /// let text = "t = \"x-t:\" name [ \";\" name ]\nname = 1*( ALPHA / \";\" / \"&\" )";
    /// let grammar = Grammar::compile(&Source::new(text)).unwrap();
    /// let idle = grammar.idle();
    /// assert_eq!((idle.len(), &*idle[0].rule, idle[0].bytes.to_string()), (1, "name", "\"&\"".to_owned()));
    /// ```
    pub fn idle(&self) -> Vec<DataBytes> {
        let mut idle = self.roles.data.clone();
        for data in &mut idle {
            data.bytes = data.bytes.without(self.roles.dividing);
        }
        idle.retain(|data| !data.bytes.is_empty());
        idle
    }
}

impl fmt::Debug for Grammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grammar")
            .field("start", &self.start_rule())
            .field("captures", &self.captures)
            .field("size", &self.size())
            .finish_non_exhaustive()
    }
}
