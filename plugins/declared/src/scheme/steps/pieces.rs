//! The variables in the text of a step or in the template of a gateway.

use anyurl_core::Slot;
use anyurl_core::authors::{PlanBuilder, Registration};
use anyurl_core::plan::Need;

/// A piece of a text with variables.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Piece {
    Text(String),
    Component(Slot),
    /// The whole URL, without its credentials.
    Url,
    Need(Need),
    /// The guessed type of a file.
    Guess,
}

impl Piece {
    /// Whether it is a component that is absent from the URL and has no default.
    pub(super) fn is_absent(&self, to: &PlanBuilder<'_>) -> bool {
        match self {
            Self::Component(slot) => to.url().get(*slot).is_none() && default(to.url().registration(), *slot).is_none(),
            _ => false,
        }
    }
}

/// The default value of a component.
pub(super) fn default(registration: &Registration, slot: Slot) -> Option<&str> {
    let mut components = registration.components.iter();
    components.find(|one| one.slot == slot)?.default.as_deref()
}
