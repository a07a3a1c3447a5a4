//! A `[[scheme]]` of a registry file as a scheme: nothing downstream can tell it from a scheme.
//!
//! The grammar is compiled when a URL of the scheme is first read, once for all threads. Reading allocates nothing then:
//! the automaton finds the components, and the core's own rules check hosts and ports.

mod access;
mod authority;
mod canonical;
mod errors;
mod finding;
mod form;
mod parse;
mod registration;
mod steps;
mod syntax;

use std::sync::{Arc, OnceLock};

use locator_core::diagnostics::error::{ErrorContext, ErrorContexts};
use locator_core::plan::Operation;
use locator_core::registry::Handle;
use locator_core::{Cursor, Error, Fix, PlanBuilder, PlanError, Registration, Requirement, Scheme, Slot, UrlRef};

use crate::format::{GatewayEntry, SchemeEntry};
use locator_abnf::{AuthorityPrefix, Budget, Grammar, GrammarError, Limits, Start};

use access::Access;
use canonical::Rewrite;
use errors::Fault;
pub(crate) use finding::{of_grammar, syntax};
pub use form::FormError;
use parse::Piece;
pub(crate) use registration::{reference, rule_of};
pub use steps::{AccessError, Steps};
use syntax::{Component, Syntax};

/// One version of a scheme that a registry file declares.
pub struct Declared {
    registration: Registration,
    syntax: Syntax,
    access: Access,
    rewrites: Vec<Rewrite>,
    whole: OnceLock<Result<Arc<Grammar>, GrammarError>>,
    compiled: OnceLock<Result<Compiled, GrammarError>>,
    /// Where it is declared: file and line.
    place: String,
    contexts: ErrorContexts,
}

/// The grammar, ready to read what follows the colon.
struct Compiled {
    /// It finds the components that the core does not.
    grammar: Arc<Grammar>,
    /// Where to begin behind `name:`; a grammar of another scheme has no such place.
    start: Option<Start>,
    /// What the core reads, and where to go on behind it.
    head: Option<(AuthorityPrefix, Start)>,
    /// What becomes of each component that the grammar finds.
    pieces: Vec<Piece>,
}

/// Why an entry is no scheme.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DeclareError {
    /// It has no syntax: it is a fact, or a mistake (SR209).
    #[error("`{0}` has no syntax: write `[scheme.syntax]` (RFC 1738 §4)")]
    NoSyntax(String),
    /// It has no algorithm of access (SR210).
    #[error("`{0}` has no algorithm of access: write `[scheme.access]` (RFC 1738 §4)")]
    NoAccess(String),
    /// Its grammar cannot be read (SR301 to SR305).
    #[error("the grammar of `{name}`: {error}")]
    Grammar {
        /// The scheme.
        name: String,
        /// What is wrong, and where.
        error: GrammarError,
    },
    /// Its form cannot be read (SR301, SR302, SR304).
    #[error("the form of `{name}`: {error}")]
    Form {
        /// The scheme.
        name: String,
        /// What is wrong, and where.
        error: FormError,
    },
    /// A component names no part of a form (SR307).
    #[error("the component `{component}` of `{name}` is not in its form")]
    NotInForm {
        /// The scheme.
        name: String,
        /// The component.
        component: String,
    },
    /// A component names no rule (SR307).
    #[error("the component `{component}` of `{name}` names the rule `{rule}`, which is not in its grammar")]
    NoRule {
        /// The scheme.
        name: String,
        /// The component.
        component: String,
        /// The rule.
        rule: String,
    },
    /// More components than a URL has slots for.
    #[error("`{0}` has more than {n} components of its own: omit some", n = Slot::OWN)]
    TooMany(String),
    /// Its steps cannot be followed (SR401, SR501, SR505).
    #[error("the access of `{name}`: {error}")]
    Access {
        /// The scheme.
        name: String,
        /// What is wrong.
        error: AccessError,
    },
}

impl DeclareError {
    /// The lint rule that the entry breaks.
    pub fn lint(&self) -> &'static str {
        match self {
            Self::NoSyntax(_) => "SR209",
            Self::NoAccess(_) => "SR210",
            Self::Grammar { error, .. } => error.lint(),
            Self::Form { error, .. } => error.lint(),
            Self::NoRule { .. } | Self::NotInForm { .. } | Self::TooMany(_) => "SR307",
            Self::Access { error, .. } => error.lint(),
        }
    }
}

impl Declared {
    /// The scheme of an entry. `gateways` are those that its access may name.
    ///
    /// The grammar is read and checked here, and compiled later.
    ///
    /// # Errors
    /// What the entry lacks, or what is wrong with its grammar, components or steps: [`DeclareError`].
    pub fn new(entry: &SchemeEntry, gateways: &[GatewayEntry]) -> Result<Self, DeclareError> {
        let name = entry.key();
        let syntax = entry.syntax.as_ref().ok_or_else(|| DeclareError::NoSyntax(name.clone()))?;
        let table = entry.access.as_ref().ok_or_else(|| DeclareError::NoAccess(name.clone()))?;
        let syntax = Syntax::of(&name, syntax)?;
        let registration = registration::of(entry, &syntax);
        let access = Access::of(table, entry.port.as_ref(), &registration, gateways);
        let access = access.map_err(|error| DeclareError::Access { name, error })?;
        Ok(Self {
            rewrites: canonical::rewrites(&syntax, &registration),
            registration,
            syntax,
            access,
            whole: OnceLock::new(),
            compiled: OnceLock::new(),
            place: place(entry),
            contexts: ErrorContexts::default(),
        })
    }

    /// The same, accessed as a scheme in code is, where the entry says `kind = "builtin"`: what that one plans with are the
    /// components of the same names.
    #[must_use]
    pub fn built_in(mut self, builtin: impl Into<Handle>) -> Self {
        self.access.build_in(builtin.into());
        self
    }

    /// Reads and checks the syntax of an entry alone: what lint asks of one without access.
    pub(crate) fn syntax_of(entry: &SchemeEntry) -> Result<(), DeclareError> {
        match &entry.syntax {
            Some(syntax) => Syntax::of(&entry.key(), syntax).map(drop),
            None => Err(DeclareError::NoSyntax(entry.key())),
        }
    }

    /// Its grammar, compiled, with all components.
    ///
    /// # Errors
    /// What goes beyond the caps: a grammar that was read can still be too large to be compiled.
    pub fn grammar(&self) -> Result<&Grammar, &GrammarError> {
        self.whole().map(|whole| &**whole)
    }

    /// The same, paid for by a budget unless it is compiled already.
    pub(crate) fn grammar_within(&self, budget: &mut Budget) -> Result<&Grammar, &GrammarError> {
        let compile = || self.grammar_of(|_| true, budget);
        let whole = self.whole.get_or_init(compile).as_ref();
        whole.map(|whole| &**whole)
    }

    fn whole(&self) -> Result<&Arc<Grammar>, &GrammarError> {
        let mut budget = Budget::new(Limits::STANDARD);
        let whole = self.whole.get_or_init(|| self.grammar_of(|_| true, &mut budget));
        whole.as_ref()
    }

    /// The grammar that finds some of the components.
    fn grammar_of(
        &self,
        is_found: impl Fn(&Component) -> bool,
        budget: &mut Budget,
    ) -> Result<Arc<Grammar>, GrammarError> {
        let components = self.syntax.components.iter();
        let captures: Vec<_> = components.filter(|component| is_found(component)).map(Component::capture).collect();
        let source = self.syntax.source();
        Grammar::compile_within(&source.captures(&captures), budget).map(Arc::new)
    }

    /// The components that its steps send.
    pub(crate) fn sent(&self) -> Vec<&str> {
        let slots = self.access.sent();
        let components = self.registration.components.iter();
        let sent = components.filter(|component| slots.contains(&component.slot));
        sent.map(|component| &*component.name).collect()
    }

    fn compiled(&self) -> Result<&Compiled, &GrammarError> {
        self.compiled.get_or_init(|| self.compile()).as_ref()
    }

    fn compile(&self) -> Result<Compiled, GrammarError> {
        let prefix = format!("{}:", self.registration.name);
        let behind = |head: AuthorityPrefix| {
            let mut budget = Budget::new(Limits::STANDARD);
            let grammar = self.grammar_of(|one| !one.is_of(head), &mut budget).ok()?;
            let start = grammar.start_behind_head(prefix.as_bytes())?;
            Some((grammar, head, start))
        };
        let (grammar, head) = match self.syntax.head.and_then(behind) {
            Some((grammar, head, start)) => (grammar, Some((head, start))),
            None => (Arc::clone(self.whole().map_err(Clone::clone)?), None),
        };
        let components = self.syntax.components.iter().enumerate();
        let found = components.filter(|(_, one)| head.as_ref().is_none_or(|(head, _)| !one.is_of(*head)));
        Ok(Compiled {
            pieces: found.map(|(n, component)| Piece::of(n, component)).collect(),
            start: grammar.start_after(prefix.as_bytes()),
            grammar,
            head,
        })
    }

    /// What an error about `rule` in `component` names: the document that defines the scheme, or else its registry file.
    fn context(&self, fault: &Fault, rule: &str, component: &str) -> Arc<ErrorContext> {
        let section = self.registration.references.first();
        self.context_in(section.map_or(&*self.place, |section| section), fault, (rule, rule), component)
    }

    /// [`Declared::context`], of another section, with other words than the rule's name.
    fn context_in(
        &self,
        section: &str,
        fault: &Fault,
        (rule, what): (&str, &str),
        component: &str,
    ) -> Arc<ErrorContext> {
        let is = |known: &ErrorContext| {
            (known.requirement.id(), &*known.rule, &*known.component) == (fault.id, rule, component)
        };
        self.contexts.get(is, || {
            let text = (fault.says)(&self.registration.name, what);
            let requirement = Requirement::owned(fault.id, section.to_owned(), text, fault.help, Fix::Unknown);
            let (rule, component) = (rule.to_owned().into(), component.to_owned().into());
            ErrorContext { rule, component, requirement: requirement.into() }
        })
    }
}

/// `org.toml:14`, or of a form `org.toml:23:50`
fn place(entry: &SchemeEntry) -> String {
    let document = &entry.document;
    let syntax = entry.syntax.as_ref();
    match syntax.filter(|syntax| syntax.abnf.is_none()) {
        Some(_) => document.place(finding::syntax(entry)).to_string(),
        None => format!("{}:{}", document.name(), document.place(entry.span).line),
    }
}

/// An algorithm of access alone, for a scheme whose syntax is somebody else's.
pub(crate) struct Algorithm(Access);

impl Algorithm {
    /// That of a table, for URLs with the components of a registration.
    pub(crate) fn new(
        table: &crate::format::AccessTable,
        port: Option<&crate::format::PortTable>,
        registration: &Registration,
        gateways: &[GatewayEntry],
    ) -> Result<Self, AccessError> {
        Access::of(table, port, registration, gateways).map(Self)
    }

    /// The same, as [`Declared::built_in`].
    pub(crate) fn built_in(mut self, builtin: Handle) -> Self {
        self.0.build_in(builtin);
        self
    }

    /// As [`Scheme::plan`].
    pub(crate) fn plan(&self, registration: &Registration, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        self.0.plan(registration, to)
    }

    /// As [`Scheme::operate`].
    pub(crate) fn operate(
        &self,
        registration: &Registration,
        operation: Operation,
        to: &mut PlanBuilder<'_>,
    ) -> Result<(), PlanError> {
        self.0.operate(registration, operation, to)
    }
}

impl Scheme for Declared {
    fn registration(&self) -> &Registration {
        &self.registration
    }

    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        parse::parse(self, at)
    }

    fn expected(&self, text: &str, error: &Error) -> Option<String> {
        errors::expected(self, text, error)
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        self.access.plan(&self.registration, to)
    }

    fn operate(&self, operation: Operation, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        self.access.operate(&self.registration, operation, to)
    }

    fn canonicalize(&self, url: &UrlRef<'_>, to: &mut String) {
        canonical::write(self, url, to);
    }
}
