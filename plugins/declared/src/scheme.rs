//! [`Declared`]: implements [`Scheme`] for a `[[scheme]]` of a registry file.
//!
//! The grammar is compiled when the first URL of the scheme is parsed, once for all threads, unless the scheme has
//! automata that were compiled before. Parsing itself does not allocate: the automaton finds the components, and the core
//! checks hosts and ports.

mod access;
mod authority;
mod canonical;
mod check;
mod compiled;
mod deviation;
mod errors;
mod escaped;
mod finding;
mod form;
mod lenient;
mod normal;
mod parse;
mod reading;
mod registration;
mod shape;
mod steps;
mod syntax;
mod text_rule;

use std::panic::UnwindSafe;
use std::sync::{Arc, OnceLock};

use anyurl_core::authors::{
    Cursor, Fix, Handle, PlanBuilder, Registration, Relative, Requirement, Scheme, Shape, UrlRef,
};
use anyurl_core::internal::{ErrorContext, ErrorContexts};
use anyurl_core::plan::Operation;
use anyurl_core::{Error, Mode, PlanError, Slot};

use crate::format::{AccessKind, GatewayEntry, MistakeTable, RelativeTo, SchemeEntry};
use anyurl_abnf::{CompiledGrammar, GrammarError};

use access::Access;
use canonical::Rewrite;
pub use compiled::Automata;
use compiled::Compiled;
use errors::SchemeError;
pub(crate) use finding::{of_grammar, syntax};
pub use form::FormError;
pub(crate) use form::wider;
pub(crate) use registration::{connects_to_host, deprecation, reference, rule_of};
use steps::Names;
pub use steps::{AccessError, Steps};
pub use syntax::syntax_rules;
use syntax::{ByMode, Component, Syntax};

/// A version of a scheme that a registry file declares.
pub struct Declared {
    registration: Registration,
    syntax: Syntax,
    access: Access,
    access_kind: AccessKind,
    relative: Option<RelativeTo>,
    rewrites: Vec<Rewrite>,
    /// The grammar with all components.
    full: OnceLock<Result<Arc<CompiledGrammar>, GrammarError>>,
    /// The automata of strict and lenient mode.
    compiled: ByMode<OnceLock<Result<Compiled, GrammarError>>>,
    /// What was compiled before.
    automata: Automata,
    /// File and line of the declaration.
    location: String,
    contexts: ErrorContexts,
}

/// A URL that is being parsed.
#[derive(Clone, Copy)]
struct ParseContext<'s> {
    scheme: &'s Declared,
    compiled: &'s Compiled,
    /// The mode of the grammar.
    mode: Mode,
    /// The offset after the colon.
    begin: usize,
}

/// An entry cannot be used as a scheme.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DeclareError {
    /// The entry has no syntax (SR209).
    #[error("`{0}` has no syntax: write `[scheme.syntax]` (RFC 1738 §4)")]
    NoSyntax(String),
    /// The entry has no access algorithm (SR210).
    #[error("`{0}` has no access algorithm: write `[scheme.access]` (RFC 1738 §4)")]
    NoAccess(String),
    /// The grammar is invalid (SR301 to SR305).
    #[error("the grammar of `{name}`: {error}")]
    Grammar {
        /// The scheme.
        name: String,
        /// The problem and its position.
        error: GrammarError,
    },
    /// The form is invalid (SR301, SR302, SR304).
    #[error("the form of `{name}`: {error}")]
    Form {
        /// The scheme.
        name: String,
        /// The problem and its position.
        error: FormError,
    },
    /// A component does not name a part of the form (SR307).
    #[error("the component `{component}` of `{name}` is not in its form")]
    NotInForm {
        /// The scheme.
        name: String,
        /// The component.
        component: String,
    },
    /// A component names an undefined rule (SR307).
    #[error("the component `{component}` of `{name}` names the rule `{rule}`, which is not in its grammar")]
    NoRule {
        /// The scheme.
        name: String,
        /// The component.
        component: String,
        /// The rule.
        rule: String,
    },
    /// A flag whose rule is not one text (SR307).
    #[error("the flag `{component}` of `{name}` needs a rule that is one text, such as `\"*\"`")]
    Flag {
        /// The scheme.
        name: String,
        /// The component.
        component: String,
    },
    /// There are more components than slots.
    #[error("`{0}` has more than {n} components of its own: remove some", n = Slot::OWN)]
    TooMany(String),
    /// The steps are invalid (SR401, SR501, SR505).
    #[error("the access of `{name}`: {error}")]
    Access {
        /// The scheme.
        name: String,
        /// The problem.
        error: AccessError,
    },
}

impl DeclareError {
    /// Returns the id of the lint rule for this error.
    pub fn lint(&self) -> &'static str {
        match self {
            Self::NoSyntax(_) => "SR209",
            Self::NoAccess(_) => "SR210",
            Self::Grammar { error, .. } => error.lint(),
            Self::Form { error, .. } => error.lint(),
            Self::NoRule { .. } | Self::NotInForm { .. } | Self::Flag { .. } | Self::TooMany(_) => "SR307",
            Self::Access { error, .. } => error.lint(),
        }
    }
}

impl Declared {
    /// Creates a scheme from an entry, whose access may refer to one of `gateways`. Its grammar is compiled on first
    /// use.
    ///
    /// # Errors
    /// Returns a [`DeclareError`] if syntax or access is missing or invalid.
    pub fn new(entry: &SchemeEntry, gateways: &[GatewayEntry]) -> Result<Self, DeclareError> {
        Self::from_automata(entry, gateways, Automata::default())
    }

    /// Creates a scheme from an entry, and from what [`Automata::compile`] returned for the same entry, so that the first
    /// URL does not have to wait for the compiler. The first error still does, since the grammar describes it.
    ///
    /// Automata of another entry may find other components; those that cannot be read are ignored.
    ///
    /// ```
    /// use anyurl_core::authors::Scheme;
    /// use anyurl_declared::format::{SchemeDraft, RegistryFile};
    /// use anyurl_declared::{Automata, Declared};
    ///
    /// let file = RegistryFile::from_text("lake.toml", SchemeDraft::new("com.example.lake", "2027-06-30".parse()?).file())?;
    /// let entry = file.layer().schemes().next().unwrap();
    /// let automata = Automata::compile(entry, &[])?;
    /// let scheme = Declared::from_automata(entry, &[], automata)?;
    /// assert_eq!(scheme.registration().name, "com.example.lake");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Declared::new`].
    pub fn from_automata(
        entry: &SchemeEntry,
        gateways: &[GatewayEntry],
        automata: Automata,
    ) -> Result<Self, DeclareError> {
        let name = entry.key();
        let syntax = entry.syntax.as_ref().ok_or_else(|| DeclareError::NoSyntax(name.clone()))?;
        let table = entry.access.as_ref().ok_or_else(|| DeclareError::NoAccess(name.clone()))?;
        let relative = syntax.relative.map(|relative| relative.value);
        let syntax = Syntax::new(&name, syntax, &automata)?;
        let registration = registration::registration(entry, &syntax);
        let names = Names::new(&registration);
        let access = Access::new(table, entry.port.as_ref(), &names.with_rules(&syntax.source()), gateways);
        let access = access.map_err(|error| DeclareError::Access { name, error })?;
        Ok(Self {
            rewrites: canonical::rewrites(&syntax, &registration),
            registration,
            syntax,
            access,
            access_kind: table.kind.value,
            relative,
            full: OnceLock::new(),
            compiled: ByMode::new(),
            automata,
            location: location(entry),
            contexts: ErrorContexts::default(),
        })
    }

    /// Takes the examples of another entry than the scheme was created from, which is loaded when they are first read: the
    /// examples are more than half of most entries, and few programs read them.
    ///
    /// ```
    /// use anyurl_core::authors::Scheme;
    /// use anyurl_declared::format::{SchemeDraft, RegistryFile};
    /// use anyurl_declared::{Declared};
    ///
    /// let file = RegistryFile::from_text("lake.toml", SchemeDraft::new("com.example.lake", "2027-06-30".parse()?).file())?;
    /// let entry = file.layer().schemes().next().unwrap();
    /// let mut definition = entry.clone();
    /// let examples = std::mem::take(&mut definition.examples);
    /// let whole = entry.clone();
    /// let scheme = Declared::new(&definition, &[])?.with_examples_of(move || whole);
    /// let registration = scheme.registration();
    /// assert_eq!(registration.examples.len() + registration.rejects.len(), examples.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_examples_of(mut self, load: impl FnOnce() -> SchemeEntry + Send + UnwindSafe + 'static) -> Self {
        registration::load_examples(&mut self.registration, load);
        self
    }

    /// Sets the scheme that plans access for an entry with `kind = "builtin"`. That scheme sees the components of the same
    /// names.
    #[must_use]
    pub fn built_in(mut self, builtin: impl Into<Handle>) -> Self {
        self.access.build_in(builtin.into());
        self
    }

    /// Returns the kind of access.
    pub(crate) fn access_kind(&self) -> AccessKind {
        self.access_kind
    }

    /// Checks only the syntax of an entry, for lint of entries without access.
    pub(crate) fn check_syntax(entry: &SchemeEntry) -> Result<(), DeclareError> {
        match &entry.syntax {
            Some(syntax) => Syntax::new(&entry.key(), syntax, &Automata::default()).map(drop),
            None => Err(DeclareError::NoSyntax(entry.key())),
        }
    }

    /// The names of the components that the steps send.
    pub(crate) fn sent(&self) -> Vec<&str> {
        let slots = self.access.sent();
        let components = self.registration.components.iter();
        let sent = components.filter(|component| slots.contains(&component.slot));
        sent.map(|component| &*component.name).collect()
    }

    /// The context of an error. Its section is the document that defines the scheme, or else the registry file.
    fn context(&self, error: &SchemeError, rule: &str, component: &str) -> Arc<ErrorContext> {
        let section = self.registration.references.first();
        self.context_in(section.map_or(&*self.location, |section| section), error, (rule, rule), component)
    }

    /// The context of an error about a limit of a component, such as the range of a number.
    fn limit_context(&self, error: &SchemeError, component: &Component, limit: &str) -> Arc<ErrorContext> {
        let section = self.registration.references.first().map_or(&*self.location, |section| section);
        self.context_in(section, error, (&component.rule, limit), &component.name)
    }

    /// The context of an error about a requirement of the generic grammar.
    fn common_context(&self, requirement: &'static Requirement, rule: &str, component: &str) -> Arc<ErrorContext> {
        let is_same = |known: &ErrorContext| {
            (&*known.requirement, &*known.rule, &*known.component) == (requirement, rule, component)
        };
        let make = || ErrorContext::new(rule.to_owned(), component.to_owned(), requirement.clone());
        self.contexts.get(is_same, make)
    }

    /// The context of an error for which the entry has a text.
    fn mistake_context(&self, mistake: &MistakeTable, rule: &str, component: &str) -> Arc<ErrorContext> {
        const ID: &str = "mistake";
        let is_same =
            |known: &ErrorContext| (known.requirement.id(), &*known.rule, &*known.component) == (ID, rule, component);
        self.contexts.get(is_same, || {
            let section = self.registration.references.first().map_or(&*self.location, |section| section);
            let [message, help] = [&mistake.message, &mistake.help].map(|text| text.value.clone());
            let requirement = Requirement::owned(ID, section.to_owned(), message, help, Fix::Unknown);
            ErrorContext::new(rule.to_owned(), component.to_owned(), requirement)
        })
    }

    /// [`Declared::context`], with another section, and a text for the message in place of the rule's name.
    fn context_in(
        &self,
        section: &str,
        error: &SchemeError,
        (rule, text): (&str, &str),
        component: &str,
    ) -> Arc<ErrorContext> {
        let is_same = |known: &ErrorContext| {
            (known.requirement.id(), &*known.rule, &*known.component) == (error.id, rule, component)
        };
        self.contexts.get(is_same, || {
            let text = (error.message)(&self.registration.name, text);
            let help = error.help.replace("{scheme}", &self.registration.name);
            let requirement = Requirement::owned(error.id, section.to_owned(), text, help, Fix::Unknown);
            ErrorContext::new(rule.to_owned(), component.to_owned(), requirement)
        })
    }
}

/// `org.toml:14`, or `org.toml:23:50` for a form.
fn location(entry: &SchemeEntry) -> String {
    let document = &entry.document;
    let syntax = entry.syntax.as_ref();
    match syntax.filter(|syntax| syntax.abnf.is_none()) {
        Some(_) => document.place(finding::syntax(entry)).to_string(),
        None => format!("{}:{}", document.name(), document.place(entry.span).line),
    }
}

/// An access algorithm without a syntax, for an override of another scheme's access.
pub(crate) struct Algorithm(Access);

impl Algorithm {
    /// Creates the algorithm of a table, for URLs with the components of a registration.
    pub(crate) fn new(
        table: &crate::format::AccessTable,
        port: Option<&crate::format::PortTable>,
        registration: &Registration,
        gateways: &[GatewayEntry],
    ) -> Result<Self, AccessError> {
        Access::new(table, port, &Names::new(registration), gateways).map(Self)
    }

    /// See [`Declared::built_in`].
    pub(crate) fn built_in(mut self, builtin: Handle) -> Self {
        self.0.build_in(builtin);
        self
    }

    /// See [`Scheme::plan`].
    pub(crate) fn plan(&self, registration: &Registration, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        self.0.plan(registration, to)
    }

    /// See [`Scheme::operate`].
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

    fn shape(&self) -> Option<Shape> {
        self.automata.shape_or(|| shape::shape(self, self.compiled(Mode::Strict).ok()?))
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

    fn relative(&self) -> Relative {
        match self.relative {
            Some(RelativeTo::Path) => Relative::Path,
            Some(RelativeTo::Name) => Relative::Name,
            Some(RelativeTo::Nothing) | None => Relative::No,
        }
    }

    fn equality_key(&self, url: &UrlRef<'_>) -> Option<String> {
        canonical::equality_key(self, url)
    }
}
