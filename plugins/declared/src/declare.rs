//! Makes schemes of entries: reads grammars, components and steps.
//!
//! ```text
//! SchemeEntry ──syntax, component, form──▶ DeclaredSyntax ──registration──▶ Registration
//!      └──access, steps, pieces──▶ Access        └──grammars, shape──▶ Compiled
//! ```

mod access;
mod access_error;
mod component;
mod finding;
mod form;
mod grammars;
mod pieces;
mod registration;
mod shape;
mod steps;
mod syntax;
mod target;
mod text_rule;

use anyurl_core::Slot;

use crate::format::{AccessKind, GatewayEntry, SchemeEntry};
use crate::scheme::Declared;
use crate::scheme::access::Access;
use anyurl_abnf::GrammarError;

pub use access_error::AccessError;
pub(crate) use finding::{of_grammar, syntax};
pub use form::FormError;
pub(crate) use form::wider;
pub(crate) use registration::{connects_to_host, deprecation, reference, rule_of};
use steps::Names;
use syntax::DeclaredSyntax;
pub use syntax::{syntax_pattern, syntax_rules};

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
        let name = entry.key();
        let table = entry.syntax.as_ref().ok_or_else(|| DeclareError::NoSyntax(name.clone()))?;
        let access_table = entry.access.as_ref().ok_or_else(|| DeclareError::NoAccess(name.clone()))?;
        let syntax = DeclaredSyntax::new(&name, table)?;
        let registration = registration::registration(entry, &syntax);
        let names = Names::new(&registration);
        let access = Access::new(access_table, entry.port.as_ref(), &names.with_rules(&syntax.source()), gateways);
        let access = access.map_err(|error| DeclareError::Access { name, error })?;
        let (syntax, grammars) = syntax.into_parts(table);
        let relative = registration::relative(table);
        Ok(Self::from_parts(
            registration,
            syntax,
            (access, access_table.kind.value),
            (relative, location(entry)),
            grammars,
        ))
    }

    /// Returns the kind of access.
    pub(crate) fn access_kind(&self) -> AccessKind {
        self.access_kind
    }

    /// The names of the components that the steps send.
    pub(crate) fn sent(&self) -> Vec<&str> {
        let slots = self.access.sent();
        let components = self.registration.components.iter();
        let sent = components.filter(|component| slots.contains(&component.slot));
        sent.map(|component| &*component.name).collect()
    }

    /// Checks only the syntax of an entry, for lint of entries without access.
    pub(crate) fn check_syntax(entry: &SchemeEntry) -> Result<(), DeclareError> {
        match &entry.syntax {
            Some(syntax) => DeclaredSyntax::new(&entry.key(), syntax).map(drop),
            None => Err(DeclareError::NoSyntax(entry.key())),
        }
    }
}

impl SchemeEntry {
    /// What errors in its URLs cite: the first of its documents, or else its place in the file.
    ///
    /// ```
    /// use anyurl_declared::format::{RegistryFile, SchemeDraft};
    ///
    /// let draft = SchemeDraft::new("com.example.lake", "2027-06-30".parse()?);
    /// let file = RegistryFile::from_text("lake.toml", draft.file())?;
    /// assert!(file.layer().schemes().next().unwrap().cited().starts_with("lake.toml:"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cited(&self) -> String {
        self.metadata.references.first().map_or_else(|| location(self), registration::reference)
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
