//! Rules of a grammar that the decoded text of a component must match.

use std::sync::{Arc, OnceLock};

use anyurl_abnf::{CompiledGrammar, Dialect, GrammarError, GrammarSource, RuleSet, Skeleton};

/// A rule for bytes. It is compiled when it is first used.
#[derive(Clone)]
pub(super) struct TextRule(Arc<Rule>);

struct Rule {
    name: String,
    text: String,
    replacements: Option<String>,
    dialect: Dialect,
    imports: Vec<RuleSet>,
    compiled: OnceLock<Option<CompiledGrammar>>,
}

impl TextRule {
    /// The rule of this name in a grammar.
    ///
    /// # Errors
    /// Those of [`Skeleton::new`], such as an undefined rule.
    pub(super) fn new(name: &str, grammar: &GrammarSource<'_>) -> Result<Self, GrammarError> {
        let rule = Rule {
            name: name.to_owned(),
            text: grammar.text.to_owned(),
            replacements: grammar.replacements.map(str::to_owned),
            dialect: grammar.dialect,
            imports: grammar.imports.to_vec(),
            compiled: OnceLock::new(),
        };
        Skeleton::new(&rule.source())?;
        Ok(Self(Arc::new(rule)))
    }

    /// The name of the rule.
    pub(super) fn name(&self) -> &str {
        &self.0.name
    }

    /// Whether the rule derives the bytes. A rule whose automaton is too large derives nothing.
    pub(super) fn derives(&self, bytes: &[u8]) -> bool {
        self.mismatch(bytes).is_none()
    }

    /// The offset of the first byte that does not match, or of the end.
    pub(super) fn mismatch(&self, bytes: &[u8]) -> Option<usize> {
        let Some(grammar) = self.0.compiled() else { return Some(0) };
        let mut scan = grammar.dfa().matcher(&grammar.dfa().start(), 0);
        let read = scan.run(bytes, 0);
        (read < bytes.len() || scan.end(read).is_none()).then_some(read)
    }
}

impl Rule {
    fn source(&self) -> GrammarSource<'_> {
        let source = GrammarSource::new(&self.text).dialect(self.dialect).imports(&self.imports).start(&self.name);
        match &self.replacements {
            Some(rules) => source.replacements(rules),
            None => source,
        }
    }

    fn compiled(&self) -> Option<&CompiledGrammar> {
        self.compiled.get_or_init(|| CompiledGrammar::compile(&self.source()).ok()).as_ref()
    }
}

impl std::fmt::Debug for TextRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.name)
    }
}

impl PartialEq for TextRule {
    fn eq(&self, other: &Self) -> bool {
        (&self.0.name, &self.0.text) == (&other.0.name, &other.0.text)
    }
}
