//! Rules of the grammar of an entry.

use std::sync::Arc;

use crate::scheme::text_rule::TextRule;
use anyurl_abnf::{CompiledGrammar, Dfa, Dialect, GrammarError, GrammarSource, RuleSet, Skeleton};

impl TextRule {
    /// The rule of this name in a grammar.
    ///
    /// # Errors
    /// Those of [`Skeleton::new`], such as an undefined rule.
    pub(super) fn in_grammar(name: &str, grammar: &GrammarSource<'_>) -> Result<Self, GrammarError> {
        let rule = Rule {
            name: name.to_owned(),
            text: grammar.text.to_owned(),
            replacements: grammar.replacements.map(str::to_owned),
            dialect: grammar.dialect,
            imports: grammar.imports.to_vec(),
        };
        Skeleton::new(&rule.source())?;
        Ok(Self::new(name.to_owned(), move || rule.compile()))
    }
}

/// A copy of what a rule is compiled of.
struct Rule {
    name: String,
    text: String,
    replacements: Option<String>,
    dialect: Dialect,
    imports: Vec<RuleSet>,
}

impl Rule {
    fn source(&self) -> GrammarSource<'_> {
        let source = GrammarSource::new(&self.text).dialect(self.dialect).imports(&self.imports).start(&self.name);
        match &self.replacements {
            Some(rules) => source.replacements(rules),
            None => source,
        }
    }

    fn compile(&self) -> Option<Arc<Dfa>> {
        let grammar = CompiledGrammar::compile(&self.source()).ok()?;
        Some(Arc::clone(grammar.dfa()))
    }
}
