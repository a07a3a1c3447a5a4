//! [`PluginScheme`]: a scheme of a plugin, which checks every answer of the plugin.

mod canonical;
mod check;
mod error;
mod fast;
mod host_port;
mod parse;
mod plan;
mod plugin_url;

use std::borrow::Borrow;
use std::sync::OnceLock;

use anyurl_core::authors::escape::Escaping;
use anyurl_core::authors::{Cursor, PlanBuilder, Registration, Scheme, Shape, Text, UrlRef};
use anyurl_core::internal::ErrorContexts;
use anyurl_core::semver::Version;
use anyurl_core::{Error, Mode, PlanError, Slot};
use anyurl_declared::Steps;

use crate::facts::{FactsError, SchemeFacts};
use crate::functions::Functions;
use crate::registration::{self, CheckedFacts, KindSet, RuleRequirement};
use crate::violation::Violation;

/// One version of one scheme of a plugin.
pub struct PluginScheme {
    registration: Registration,
    functions: Box<dyn Functions>,
    /// `None` if the plugin's `plan` determines the steps.
    steps: Option<Steps>,
    /// The components by [`registration::index`].
    components: [Option<KnownComponent>; registration::SLOT_COUNT],
    /// The components that strict mode allows, and those that lenient mode allows.
    strict_kinds: KindSet,
    lenient_kinds: KindSet,
    /// The length of the name and the colon, with which each URL begins.
    prefix_len: usize,
    /// Whether URLs can have a user name in strict mode.
    has_login: bool,
    /// Whether lenient mode has a slot for an unwanted login.
    keeps_login: bool,
    requirements: Vec<RuleRequirement>,
    shape: Option<Shape>,
    contexts: ErrorContexts,
    /// The first violation by `canonicalize`, kept here because the function that writes a canonical form cannot fail.
    violation: OnceLock<Violation>,
}

struct KnownComponent {
    slot: Slot,
    name: Text,
    is_lenient: bool,
    /// Whether its rule has no escapes.
    is_unescaped: bool,
}

impl PluginScheme {
    /// Checks that a plugin has at least one scheme, and none twice.
    ///
    /// # Errors
    /// The list is empty, or two schemes have the same name and version.
    pub(crate) fn check_all<S: Borrow<Self>>(schemes: &[S]) -> Result<(), FactsError> {
        if schemes.is_empty() {
            return Err(FactsError::Invalid("`schemes` is empty".to_owned()));
        }
        for (n, one) in schemes.iter().enumerate() {
            let one = one.borrow();
            if schemes[..n].iter().any(|other| other.borrow().is_same(one)) {
                return Err(FactsError::Twice(one.name().to_owned()));
            }
        }
        Ok(())
    }

    /// Creates a scheme from its facts and its functions.
    ///
    /// # Errors
    /// The facts violate the contract: a name, a version, a code or a list is invalid.
    pub fn new(facts: &SchemeFacts, functions: impl Functions) -> Result<Self, FactsError> {
        let checked = registration::check(facts, functions.has_plan())?;
        Ok(Self::from_checked(checked, Box::new(functions)))
    }

    fn from_checked(facts: CheckedFacts, functions: Box<dyn Functions>) -> Self {
        let CheckedFacts { registration, requirements, steps, shape } = facts;
        let find = |slot| registration.components.iter().find(|one| one.slot == slot);
        let components = registration::SLOTS.map(|slot| {
            let component = find(slot)?;
            let (slot, name, is_lenient) = (component.slot, component.name.clone(), component.lenient);
            Some(KnownComponent { slot, name, is_lenient, is_unescaped: component.escaping == Escaping::NONE })
        });
        let user = find(Slot::USER);
        let kinds = |is_allowed: fn(&KnownComponent) -> bool| {
            let known = (0..).zip(&components);
            let allowed = known.filter(|(_, one)| one.as_ref().is_some_and(is_allowed));
            allowed.map(|(index, _)| index).collect()
        };
        Self {
            strict_kinds: kinds(|one| !one.is_lenient),
            lenient_kinds: kinds(|_| true),
            prefix_len: registration.name.len() + 1,
            components,
            has_login: user.is_some_and(|user| !user.lenient),
            keeps_login: user.is_some_and(|user| user.lenient),
            requirements,
            shape,
            contexts: ErrorContexts::default(),
            registration,
            functions,
            steps,
            violation: OnceLock::new(),
        }
    }

    /// Returns the name of the scheme.
    pub fn name(&self) -> &str {
        &self.registration.name
    }

    /// Returns whether this is a version of a scheme.
    pub fn is(&self, name: &str, version: &Version) -> bool {
        self.registration.name == name && self.registration.version == *version
    }

    /// Returns whether this and `other` have the same name and version.
    pub fn is_same(&self, other: &Self) -> bool {
        self.is(&other.registration.name, &other.registration.version)
    }

    /// Returns the first violation of the contract by the plugin's `canonicalize`; such a URL has the general canonical
    /// form.
    pub fn violation(&self) -> Option<Violation> {
        self.violation.get().copied()
    }

    /// Returns whether a function of the plugin determines the access steps, instead of [`Steps`].
    pub fn has_plan(&self) -> bool {
        self.functions.has_plan() && self.steps.is_none()
    }

    /// Returns whether the plugin edits the general canonical form.
    pub fn has_canonicalize(&self) -> bool {
        self.functions.has_canonicalize()
    }

    /// Returns the components that a mode allows.
    #[inline]
    fn kinds(&self, mode: Mode) -> KindSet {
        if mode == Mode::Lenient { self.lenient_kinds } else { self.strict_kinds }
    }

    fn component(&self, slot: Slot) -> Option<&KnownComponent> {
        self.components.iter().flatten().find(|one| one.slot == slot)
    }
}

impl std::fmt::Debug for PluginScheme {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Registration { name, version, .. } = &self.registration;
        write!(f, "{name} {version}")
    }
}

impl Scheme for PluginScheme {
    fn registration(&self) -> &Registration {
        &self.registration
    }

    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        parse::parse(self, at)
    }

    fn shape(&self) -> Option<Shape> {
        self.shape
    }

    fn message(&self, text: &str, error: &Error) -> Option<String> {
        parse::message(self, text, error)
    }

    fn plan(&self, to: &mut PlanBuilder<'_>) -> Result<(), PlanError> {
        match &self.steps {
            Some(steps) => steps.plan(to),
            None => plan::plan(self, to),
        }
    }

    fn canonicalize(&self, url: &UrlRef<'_>, to: &mut String) {
        canonical::write(self, url, to);
    }
}
