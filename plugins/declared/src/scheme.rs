//! [`Declared`]: implements [`Scheme`] for a `[[scheme]]` of a registry file.
//!
//! Its automata are made when the first URL of the scheme is parsed, once for all threads: of tables, which were made before
//! the program runs, or of the grammar of the entry. Parsing itself does not allocate: the automaton finds the components,
//! and the core checks hosts and ports.

pub(crate) mod access;
mod authority;
pub(crate) mod automaton;
mod canonical;
mod check;
pub(crate) mod component;
pub(crate) mod deviation;
mod equality;
mod errors;
mod escaped;
mod lenient;
mod normal;
mod parse;
mod reading;
pub(crate) mod steps;
pub(crate) mod syntax;
mod tables;
pub(crate) mod text_form;
pub(crate) mod text_rule;

use std::any::Any;
use std::sync::{Arc, OnceLock};

use anyurl_core::authors::canonical::CanonicalRules;
use anyurl_core::authors::{
    Cursor, Fix, Handle, PlanBuilder, Registration, Relative, Requirement, Scheme, Shape, UrlRef,
};
use anyurl_core::internal::{ErrorContext, ErrorContexts};
use anyurl_core::plan::Operation;
use anyurl_core::{Error, Mode, PlanError};

use crate::keywords::AccessKind;

use access::Access;
use automaton::{Compiled, Unusable};
use canonical::Rewrite;
use component::Component;
use errors::SchemeError;
pub use errors::requirements;
pub use steps::Steps;
pub(crate) use syntax::{ByMode, USERINFO};
use syntax::{Mistake, Syntax};

/// A version of a scheme that a registry file declares.
pub struct Declared {
    pub(crate) registration: Registration,
    pub(crate) syntax: Syntax,
    pub(crate) access: Access,
    pub(crate) access_kind: AccessKind,
    relative: Relative,
    canonical_rules: CanonicalRules,
    rewrites: Vec<Rewrite>,
    /// The automata of strict and lenient mode.
    compiled: ByMode<OnceLock<Result<Compiled, Unusable>>>,
    pub(crate) source: Box<dyn Source>,
    /// File and line of the declaration.
    location: String,
    contexts: ErrorContexts,
}

/// What the automata are made of: tables that were made before, or the grammars of an entry.
pub(crate) trait Source: Any + Send + Sync {
    /// Makes the automaton of a mode.
    fn automaton(&self, scheme: &Declared, mode: Mode) -> Result<Compiled, Unusable>;

    /// The shape of the scheme, if it has one.
    fn shape(&self, scheme: &Declared) -> Option<Shape>;

    /// The shape, if it is known without an automaton.
    fn known_shape(&self) -> Option<Shape>;

    /// The grammars of an entry.
    #[cfg_attr(not(feature = "reader"), allow(dead_code, reason = "tables have no grammars"))]
    fn as_any(&self) -> &dyn Any;
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

impl Declared {
    pub(crate) fn from_parts(
        registration: Registration,
        syntax: Syntax,
        (access, access_kind): (Access, AccessKind),
        (relative, location): (Relative, String),
        source: impl Source,
    ) -> Self {
        Self {
            canonical_rules: syntax.equality.rules(),
            rewrites: canonical::rewrites(&syntax, &registration),
            registration,
            syntax,
            access,
            access_kind,
            relative,
            compiled: ByMode { strict: OnceLock::new(), lenient: OnceLock::new() },
            source: Box::new(source),
            location,
            contexts: ErrorContexts::default(),
        }
    }

    /// Sets the scheme that plans access for an entry with `kind = "builtin"`. That scheme sees the components of the same
    /// names.
    #[must_use]
    pub fn built_in(mut self, builtin: impl Into<Handle>) -> Self {
        self.access.build_in(builtin.into());
        self
    }

    /// The name that its URLs begin with.
    pub(crate) fn name(&self) -> &str {
        self.registration.scheme_name()
    }

    /// The automaton of a mode.
    pub(crate) fn compiled(&self, mode: Mode) -> Result<&Compiled, &Unusable> {
        self.compiled.of(mode).get_or_init(|| self.source.automaton(self, mode)).as_ref()
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
    fn mistake_context(&self, mistake: &Mistake, rule: &str, component: &str) -> Arc<ErrorContext> {
        const ID: &str = "mistake";
        let is_same =
            |known: &ErrorContext| (known.requirement.id(), &*known.rule, &*known.component) == (ID, rule, component);
        self.contexts.get(is_same, || {
            let section = self.registration.references.first().map_or(&*self.location, |section| section);
            let (message, help) = (mistake.message.clone(), mistake.help.clone());
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
                && *known.requirement.fix() == error.fix()
        };
        self.contexts.get(is_same, || {
            let requirement = error.requirement(section, &self.registration.name, text);
            ErrorContext::new(rule.to_owned(), component.to_owned(), requirement)
        })
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
        self.source.shape(self)
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
        self.relative
    }

    fn equality_key(&self, url: &UrlRef<'_>) -> Option<String> {
        equality::equality_key(self, url)
    }
}
