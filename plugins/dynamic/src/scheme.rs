//! A scheme of a plugin: nothing downstream can tell it from a scheme, and every answer of the plugin is checked.

mod canonical;
mod check;
mod error;
mod hostport;
mod parse;
mod plan;
mod text;

use std::sync::{Arc, OnceLock};

use locator_core::diagnostics::error::ErrorContexts;
use locator_core::registration::Text;
use locator_core::{Cursor, Error, PlanBuilder, PlanError, Registration, Requirement, Scheme, Slot, UrlRef};
use locator_declared::Steps;

use crate::call::Functions;
use crate::facts::{self, Facts};
use crate::violation::Violation;

/// One version of one scheme that a plugin brings.
pub struct Dynamic {
    registration: Registration,
    functions: Functions,
    /// `None` where the plugin plans.
    steps: Option<Steps>,
    /// The components by the numbers of their kinds.
    components: [Option<Known>; facts::PLACES],
    /// Whether its URLs have a user name in strict mode.
    has_login: bool,
    /// Whether lenient mode has a place for a login that should not be there.
    keeps_login: bool,
    requirements: Vec<(String, Arc<Requirement>)>,
    contexts: ErrorContexts,
    /// What `canonicalize` was the first to break: nothing else would say so, because a canonical form cannot fail.
    broken: OnceLock<Violation>,
}

/// A component.
struct Known {
    slot: Slot,
    name: Text,
    is_lenient: bool,
}

impl Dynamic {
    /// The scheme of these facts.
    pub(crate) fn new(facts: Facts) -> Self {
        let mut components = [const { None }; facts::PLACES];
        for (known, kind) in components.iter_mut().zip(facts::KINDS) {
            let mut all = facts.registration.components.iter();
            let component = all.find(|one| Some(one.slot) == facts::slot(kind));
            *known = component.map(|one| Known { slot: one.slot, name: one.name.clone(), is_lenient: one.lenient });
        }
        let mut all = facts.registration.components.iter();
        let user = all.find(|one| one.slot == Slot::USER);
        Self {
            components,
            has_login: user.is_some_and(|user| !user.lenient),
            keeps_login: user.is_some_and(|user| user.lenient),
            requirements: facts.requirements.into_iter().map(facts::Ruled::into_shared).collect(),
            contexts: ErrorContexts::default(),
            registration: facts.registration,
            functions: facts.functions,
            steps: facts.steps,
            broken: OnceLock::new(),
        }
    }

    /// How the plugin has broken its contract in a canonical form, the first time that it did. The canonical form of such
    /// a URL is that of the general rules, as if the plugin had no `canonicalize`.
    pub fn violation(&self) -> Option<Violation> {
        self.broken.get().copied()
    }

    /// Whether its steps of access are told by a function of the plugin, and not by a text.
    pub fn has_plan(&self) -> bool {
        self.functions.has_plan() && self.steps.is_none()
    }

    /// Whether its canonical form goes beyond the general rules.
    pub fn has_canonicalize(&self) -> bool {
        self.functions.has_canonicalize()
    }

    fn component(&self, slot: Slot) -> Option<&Known> {
        self.components.iter().flatten().find(|one| one.slot == slot)
    }
}

impl std::fmt::Debug for Dynamic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Registration { name, version, .. } = &self.registration;
        write!(f, "{name} {version}")
    }
}

impl Scheme for Dynamic {
    fn registration(&self) -> &Registration {
        &self.registration
    }

    fn parse(&self, at: &mut Cursor<'_>) -> Result<(), Error> {
        parse::parse(self, at)
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
