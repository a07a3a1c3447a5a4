//! [`Draft`]: the inputs of a builder, with what the scheme says about them.

use super::given::Given;
use super::input::Inputs;
use crate::registration::build_table::BuildTable;
use crate::registration::layout::ComponentSet;
use crate::registration::{Component, Registration};
use crate::registry::Entry;

/// The fragment, which no registration lists.
static FRAGMENT: Component = Component::FRAGMENT;

/// The inputs of a builder, and the entry by which they become a URL.
#[derive(Clone, Copy)]
pub(super) struct Draft<'b> {
    pub(super) entry: &'b Entry,
    pub(super) build_table: &'b BuildTable,
    pub(super) inputs: &'b Inputs,
}

impl<'b> Draft<'b> {
    /// The component at an index.
    pub(super) fn component(self, index: usize) -> &'b Component {
        component_at(self.entry.registration(), index)
    }

    /// The component at an index, if it is given.
    pub(super) fn given(self, index: usize) -> Option<Given<'b>> {
        let input = self.inputs.get(index, self.build_table.slot(index))?;
        Some(Given { component: self.component(index), index, input, inputs: self.inputs })
    }

    /// The indices of all given components.
    pub(super) fn all_given(self) -> ComponentSet {
        self.inputs.given()
    }
}

/// The component at an index; the fragment follows those of the registration.
pub(super) fn component_at(registration: &Registration, index: usize) -> &Component {
    registration.components.get(index).unwrap_or(&FRAGMENT)
}

/// The index of the component with this name.
pub(super) fn index_of(registration: &Registration, name: &str) -> Option<usize> {
    let components = &registration.components;
    let index = components.iter().position(|one| one.name == name);
    index.or_else(|| (name == FRAGMENT.name).then_some(components.len()))
}
