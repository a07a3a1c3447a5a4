//! Slots, roles and kinds of the core as numbers of the ABI.

use locator_core::registration::{Component, Delimiter, FieldSyntax, Grammar, Role, Status};
use locator_core::{ErrorKind, Slot};

use crate::abi::{self, LocStatus};

/// The slots that the ABI knows, in its order. It has none for a fragment.
pub(super) const SLOTS: [(Slot, u32); 11] = [
    (Slot::USER, abi::C_USER),
    (Slot::PASSWORD, abi::C_PASSWORD),
    (Slot::HOST, abi::C_HOST),
    (Slot::PORT, abi::C_PORT),
    (Slot::own(0), abi::C_OWN),
    (Slot::own(1), abi::C_OWN + 1),
    (Slot::own(2), abi::C_OWN + 2),
    (Slot::own(3), abi::C_OWN + 3),
    (Slot::own(4), abi::C_OWN + 4),
    (Slot::own(5), abi::C_OWN + 5),
    (Slot::own(6), abi::C_OWN + 6),
];

/// Returns the kind of a component's span; 0 for a slot that the ABI does not know, which the host refuses.
pub(super) fn of_slot(slot: Slot) -> u32 {
    let mut slots = SLOTS.into_iter();
    slots.find(|(known, _)| *known == slot).map_or(0, |(_, kind)| kind)
}

/// Returns the role of a component, and the delimiter of a list; `None` for a role that the ABI does not have.
pub(super) fn of_role(component: &Component) -> Option<(u32, u32)> {
    if of_slot(component.slot) < abi::C_OWN {
        return Some((abi::R_COMMON, 0));
    }
    match component.role {
        // A login or a host that a scheme keeps in a slot of its own is text.
        Role::User | Role::Password | Role::Host | Role::Port | Role::Text => Some((abi::R_TEXT, 0)),
        Role::Whole => Some((abi::R_WHOLE, 0)),
        Role::Keyword => Some((abi::R_KEYWORD, 0)),
        Role::Number => Some((abi::R_NUMBER, 0)),
        Role::Flag => Some((abi::R_FLAG, 0)),
        Role::List(Delimiter::Between(byte)) => Some((abi::R_LIST_BETWEEN, byte.into())),
        Role::List(Delimiter::After(byte)) => Some((abi::R_LIST_AFTER, byte.into())),
        Role::Fields(FieldSyntax::SEMICOLON) => Some((abi::R_FIELDS, 0)),
        _ => None,
    }
}

/// Returns the status of a scheme; 0, which the host refuses, for one that the ABI does not know.
pub(super) fn of_status(status: Status) -> u32 {
    match status {
        Status::Permanent => abi::STATUS_PERMANENT,
        Status::Provisional => abi::STATUS_PROVISIONAL,
        Status::Historical => abi::STATUS_HISTORICAL,
        Status::Experimental => abi::STATUS_EXPERIMENTAL,
        Status::Reserved => abi::STATUS_RESERVED,
        Status::Private => abi::STATUS_PRIVATE,
        _ => 0,
    }
}

/// Returns the generic grammar.
pub(super) fn of_grammar(grammar: Grammar) -> u32 {
    match grammar {
        Grammar::Rfc1738 => abi::GRAMMAR_RFC1738,
        Grammar::Rfc3986 => abi::GRAMMAR_RFC3986,
    }
}

/// Returns the kind of an error in a URL. The other kinds are errors of a registry, which no scheme reports.
pub(super) fn of_error(kind: ErrorKind) -> LocStatus {
    match kind {
        ErrorKind::Unexpected => abi::E_UNEXPECTED,
        ErrorKind::Missing => abi::E_MISSING,
        ErrorKind::OutOfRange => abi::E_RANGE,
        ErrorKind::BadEscape => abi::E_ESCAPE,
        ErrorKind::Forbidden => abi::E_FORBIDDEN,
        _ => abi::F_UNSUPPORTED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the ABI does not have: a new role of the core must become one of the ABI, or be listed here.
    const REFUSED: [Role; 1] = [Role::List(Delimiter::Before(b'/'))];

    #[test]
    fn every_role_has_one_of_the_abi_or_is_refused() {
        let own = |role| of_role(&Component::new("own", Slot::own(0), role)).map(|(role, _)| role);
        let (known, refused): (Vec<_>, Vec<_>) = Role::ALL.into_iter().partition(|role| own(*role).is_some());
        assert_eq!(refused, REFUSED);
        let found: std::collections::BTreeSet<_> = known.into_iter().filter_map(own).collect();
        assert_eq!(found, (abi::R_TEXT..=abi::R_NUMBER).collect());
    }
}
