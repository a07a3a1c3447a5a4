//! The grammars of a scheme, which are compiled when its first URL is parsed.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use anyurl_core::Mode;
use anyurl_core::authors::Shape;

use super::component::{DeclaredComponent, capture};
use super::shape::shape;
use crate::scheme::automaton::{Compiled, Hidden, Target, Unusable};
use crate::scheme::deviation::{Deviation, Place};
use crate::scheme::{ByMode, Declared, Source};
use anyurl_abnf::{
    AuthorityPrefix, Budget, Capture, CompiledGrammar, Dialect, GrammarError, GrammarSource, Limits, RuleSet,
};

/// The text of a grammar, and what it imports.
pub(super) struct GrammarText {
    pub(super) text: String,
    pub(super) dialect: Dialect,
    pub(super) start: Option<String>,
    /// The rules that lenient mode replaces.
    pub(super) lenient: Option<String>,
    pub(super) imports: Vec<RuleSet>,
}

impl GrammarText {
    pub(super) fn has_lenient(&self) -> bool {
        self.lenient.is_some()
    }

    /// The grammar of a mode.
    pub(super) fn source(&self, mode: Mode) -> GrammarSource<'_> {
        let source = GrammarSource::new(&self.text).dialect(self.dialect).imports(&self.imports);
        let source = match &self.start {
            Some(start) => source.start(start),
            None => source,
        };
        match &self.lenient {
            Some(rules) if mode == Mode::Lenient => source.replacements(rules),
            _ => source,
        }
    }
}

/// The grammars of both modes, with what they find.
pub(crate) struct Grammars {
    text: GrammarText,
    /// In the order of the components of the scheme.
    components: Vec<Named>,
    /// The rules whose text must be a host.
    hosts: Vec<String>,
    /// The rules of deviations, each with its index and whether strict mode has it.
    deviations: Vec<(usize, String, bool)>,
    /// The prefixes that the core parses.
    heads: ByMode<Option<AuthorityPrefix>>,
    /// The grammar with all components.
    full: OnceLock<Result<Arc<CompiledGrammar>, GrammarError>>,
}

/// The rule of a component.
struct Named {
    name: String,
    rule: String,
    is_implied: bool,
    is_in_grammar: ByMode<bool>,
}

impl Named {
    fn new(component: &DeclaredComponent) -> Self {
        let (name, rule) = (component.name.clone(), component.rule.clone());
        Self { name, rule, is_implied: component.is_implied, is_in_grammar: component.is_in_grammar }
    }

    fn capture(&self) -> Capture<'_> {
        capture(&self.name, &self.rule, self.is_implied)
    }

    /// Whether the automaton of a mode finds it; `head` is what the core parses before.
    fn is_found(&self, mode: Mode, head: Option<AuthorityPrefix>) -> bool {
        *self.is_in_grammar.of(mode) && head.is_none_or(|head| !head.components().contains(&&*self.name))
    }
}

impl Grammars {
    pub(super) fn new(
        text: GrammarText,
        components: &[DeclaredComponent],
        (hosts, deviations): (Vec<String>, &[Deviation]),
        heads: ByMode<Option<AuthorityPrefix>>,
    ) -> Self {
        let deviations = deviations.iter().enumerate();
        Self {
            text,
            components: components.iter().map(Named::new).collect(),
            hosts,
            deviations: deviations.filter_map(|(n, one)| Some((n, rule(one)?, one.is_strict))).collect(),
            heads,
            full: OnceLock::new(),
        }
    }

    /// The captures of a mode that are not components.
    fn hidden(&self, mode: Mode) -> impl Iterator<Item = (&str, Hidden)> {
        let hosts = self.hosts.iter().map(|rule| (rule.as_str(), Hidden::Host));
        let deviations = self.deviations.iter().filter(move |(.., is_strict)| *is_strict || mode == Mode::Lenient);
        hosts.chain(deviations.map(|(n, rule, _)| (rule.as_str(), Hidden::Deviation(*n))))
    }

    /// The grammar of strict mode with all components.
    fn full(&self, budget: &mut Budget) -> Result<&Arc<CompiledGrammar>, &GrammarError> {
        self.full.get_or_init(|| self.compile_grammar(Mode::Strict, None, budget)).as_ref()
    }

    /// Compiles the grammar of a mode, which finds the components that the core does not parse, the hosts and the
    /// deviations.
    fn compile_grammar(
        &self,
        mode: Mode,
        head: Option<AuthorityPrefix>,
        budget: &mut Budget,
    ) -> Result<Arc<CompiledGrammar>, GrammarError> {
        let components = self.components.iter().filter(|one| one.is_found(mode, head));
        let mut captures: Vec<_> = components.map(Named::capture).collect();
        captures.extend(self.hidden(mode).map(|(rule, _)| Capture::new(rule, rule)));
        CompiledGrammar::compile_within(&self.text.source(mode).captures(&captures), budget).map(Arc::new)
    }

    /// The automaton of a mode, whose grammar may begin with what the core parses.
    fn compile(&self, scheme: &Declared, mode: Mode) -> Result<Compiled, Unusable> {
        let after = |head: AuthorityPrefix| {
            let grammar = self.compile_grammar(mode, Some(head), &mut Budget::new(Limits::STANDARD)).ok()?;
            self.compiled(scheme, (mode, Some(head)), &grammar)
        };
        if let Some(compiled) = self.heads.of(mode).and_then(after) {
            return Ok(compiled);
        }
        let mut budget = Budget::new(Limits::STANDARD);
        let grammar = match mode {
            Mode::Strict => self.full(&mut budget).cloned().map_err(Clone::clone),
            _ => self.compile_grammar(mode, None, &mut budget),
        };
        let grammar = grammar.map_err(|error| Unusable { id: error.lint(), why: error.to_string() })?;
        Ok(self.compiled(scheme, (mode, None), &grammar).expect("there is no prefix to find an entry point after"))
    }

    fn compiled(
        &self,
        scheme: &Declared,
        (mode, head): (Mode, Option<AuthorityPrefix>),
        grammar: &CompiledGrammar,
    ) -> Option<Compiled> {
        let components = self.components.iter().zip(&scheme.syntax.components).enumerate();
        let found = components.filter(|(_, (one, _))| one.is_found(mode, head));
        let mut targets: Vec<_> = found.map(|(n, (_, component))| Target::new(n, component)).collect();
        targets.extend(self.hidden(mode).map(|(_, hidden)| Target::Hidden(hidden)));
        let labels = Arc::clone(grammar.labels());
        Compiled::new(scheme.name(), Arc::clone(grammar.dfa()), Box::new(|| labels), (head, targets))
    }
}

impl Source for Grammars {
    fn automaton(&self, scheme: &Declared, mode: Mode) -> Result<Compiled, Unusable> {
        self.compile(scheme, mode)
    }

    fn shape(&self, scheme: &Declared) -> Option<Shape> {
        shape(scheme, scheme.compiled(Mode::Strict).ok()?)
    }

    fn known_shape(&self) -> Option<Shape> {
        None
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The rule that derives a deviation.
fn rule(deviation: &Deviation) -> Option<String> {
    match &deviation.place {
        Place::Rule(rule) => Some(rule.clone()),
        _ => None,
    }
}

impl Declared {
    /// Returns the compiled grammar with all components.
    ///
    /// # Errors
    /// Returns a [`GrammarError`] if compilation exceeds a limit, which parsing the grammar cannot detect.
    ///
    /// # Panics
    /// If the scheme was made by [`Declared::from_tables`], which have no grammar.
    pub fn grammar(&self) -> Result<&CompiledGrammar, &GrammarError> {
        self.grammar_within(&mut Budget::new(Limits::STANDARD))
    }

    fn grammars(&self) -> &Grammars {
        self.source.as_any().downcast_ref().expect("tables have no grammar")
    }

    /// [`Declared::grammar`], with a budget for the compilation.
    pub(crate) fn grammar_within(&self, budget: &mut Budget) -> Result<&CompiledGrammar, &GrammarError> {
        self.grammars().full(budget).map(|grammar| &**grammar)
    }

    /// The error of the grammar of lenient mode, if it has one of its own.
    pub(crate) fn lenient_error(&self, budget: &mut Budget) -> Option<GrammarError> {
        let grammars = self.grammars();
        grammars.text.has_lenient().then(|| grammars.compile_grammar(Mode::Lenient, None, budget).err())?
    }
}
