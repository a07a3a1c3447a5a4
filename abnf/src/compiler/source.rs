//! The input of a compilation: the text of a grammar, its notation, and the components to find.

use super::RuleSet;

/// The notation of a grammar.
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
    /// All dialects.
    pub const ALL: [Self; 2] = [Self::Rfc5234, Self::Rfc1738Bnf];

    /// The name of the dialect in a registry file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rfc5234 => "rfc5234",
            Self::Rfc1738Bnf => "rfc1738-bnf",
        }
    }

    /// The dialect with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name)
    }
}

/// A component to find: the text that a rule derives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture<'a> {
    /// The name of the component.
    pub name: &'a str,
    /// The name of the rule, or several names divided by slashes, as in ABNF; case is ignored.
    pub rule: &'a str,
    /// If not empty, the rule counts only where it occurs inside one of these rules, at any depth.
    pub within: &'a [&'a str],
    /// Whether a component that the start rule does not reach is accepted.
    pub optional: bool,
}

impl<'a> Capture<'a> {
    /// Captures a rule wherever it occurs.
    pub const fn new(name: &'a str, rule: &'a str) -> Self {
        Self { name, rule, within: &[], optional: false }
    }

    /// Captures a rule inside one of the rules `within`, if the grammar reaches it there: an imported rule such as
    /// `host` is a component only as part of `login`, `hostport` or `authority`.
    pub const fn implied(name: &'a str, rule: &'a str, within: &'a [&'a str]) -> Self {
        Self { name, rule, within, optional: true }
    }
}

/// A grammar before compilation, with the options to compile it with.
#[derive(Clone, Copy, Debug)]
pub struct GrammarSource<'a> {
    /// The rules.
    pub text: &'a str,
    /// Rules that replace those of the same names in `text`, or are added to them.
    pub replacements: Option<&'a str>,
    /// The notation of the rules.
    pub dialect: Dialect,
    /// The start rule; `None` selects the first rule of the text.
    pub start: Option<&'a str>,
    /// Rule sets that the text refers to.
    pub imports: &'a [RuleSet],
    /// The components to find; at most half as many as [`Limits::registers`](super::Limits::registers).
    pub captures: &'a [Capture<'a>],
    /// Whether `<prose>` derives any graphic characters, with a finding, instead of being an error.
    pub prose: bool,
}

impl<'a> GrammarSource<'a> {
    /// A text in RFC 5234 that starts with its first rule, without imports and components.
    pub const fn new(text: &'a str) -> Self {
        Self {
            text,
            replacements: None,
            dialect: Dialect::Rfc5234,
            start: None,
            imports: &[],
            captures: &[],
            prose: false,
        }
    }

    /// Sets the notation.
    #[must_use]
    pub const fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// Sets rules that replace those of the same names in the text: a variant of the grammar without a copy of it.
    ///
    /// ```
    /// use anyurl_abnf::{CompiledGrammar, GrammarSource};
    ///
    /// let source = GrammarSource::new("t = \"x:\" name\nname = 1*ALPHA").replacements("name = 1*( ALPHA / DIGIT )");
    /// assert!(CompiledGrammar::compile(&source)?.dfa().derives(b"x:a1"));
    /// # Ok::<(), anyurl_abnf::GrammarError>(())
    /// ```
    #[must_use]
    pub const fn replacements(mut self, rules: &'a str) -> Self {
        self.replacements = Some(rules);
        self
    }

    /// Sets the start rule.
    #[must_use]
    pub const fn start(mut self, rule: &'a str) -> Self {
        self.start = Some(rule);
        self
    }

    /// Sets the imported rule sets.
    #[must_use]
    pub const fn imports(mut self, imports: &'a [RuleSet]) -> Self {
        self.imports = imports;
        self
    }

    /// Sets the components to find.
    #[must_use]
    pub const fn captures(mut self, captures: &'a [Capture<'a>]) -> Self {
        self.captures = captures;
        self
    }
}
