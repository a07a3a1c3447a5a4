//! What to do with each component that an automaton finds.

use anyurl_core::Slot;

use crate::keywords::ComponentType;
use crate::scheme::USERINFO;
use crate::scheme::automaton::Target;
use crate::scheme::component::Component;

impl Target {
    pub(crate) fn new(n: usize, component: &Component) -> Self {
        let has_rule = component.decoded.strict.is_some() || component.decoded.lenient.is_some();
        let is_host = component.slot == Slot::HOST || component.kind == ComponentType::Host;
        match component.kind {
            _ if has_rule || component.name == USERINFO => Self::Checked(n),
            ComponentType::Host | ComponentType::String if is_host && component.host.is_none() => {
                Self::Host(component.slot)
            }
            ComponentType::U16 | ComponentType::String if component.slot == Slot::PORT => Self::Port,
            _ if is_host || component.slot == Slot::PORT || has_checked_type(component) => Self::Checked(n),
            _ => Self::Slot(component.slot),
        }
    }
}

/// Whether components of this type are checked.
fn has_checked_type(component: &Component) -> bool {
    let are_unique = component.fields.is_some_and(|fields| fields.unique);
    let are_known = component.known_fields.iter().any(|one| one.is_required || one.rule.is_some());
    are_unique
        || are_known
        || component.fields.is_some_and(|fields| fields.only_known)
        || component.max_length.is_some()
        || !matches!(
            component.kind,
            ComponentType::String
                | ComponentType::Path
                | ComponentType::List
                | ComponentType::Keyword
                | ComponentType::Flag
                | ComponentType::Fields
        )
}
