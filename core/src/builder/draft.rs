//! [`Draft`]: the inputs of a builder, with what the scheme says about them.

use super::input::{ComponentInput, Given, Texts};
use crate::registration::layout::{ComponentSet, Layout};
use crate::registration::{Component, Registration};
use crate::text::span::Slot;

/// The fragment, which no registration lists.
static FRAGMENT: Component = Component::FRAGMENT;

/// The inputs of a builder, in one allocation: a builder is moved by each of its methods.
#[derive(Clone)]
pub(super) struct Inputs {
    pub(super) texts: Texts,
    /// Each component of a registration has a slot of its own; the fragment follows them.
    all: [Option<ComponentInput>; Slot::COUNT + 1],
    len: usize,
}

impl Inputs {
    /// No inputs yet, for the components of a registration.
    pub(super) fn new(scheme: &str, registration: &Registration) -> Box<Self> {
        let len = registration.components.len() + 1;
        Box::new(Self { texts: Texts::new(scheme), all: [const { None }; Slot::COUNT + 1], len })
    }

    /// The input of each component.
    pub(super) fn all(&self) -> &[Option<ComponentInput>] {
        &self.all[..self.len]
    }

    /// The input of each component, and the texts.
    pub(super) fn parts_mut(&mut self) -> (&mut [Option<ComponentInput>], &mut Texts) {
        (&mut self.all[..self.len], &mut self.texts)
    }

    /// Removes the input of a component.
    pub(super) fn remove(&mut self, index: usize) {
        self.all[index] = None;
    }

    /// Replaces the input of a component.
    pub(super) fn replace(&mut self, index: usize, input: ComponentInput) {
        self.all[index] = Some(input);
    }
}

/// The inputs of a builder, and the registration by which they become a URL. Components are numbered as in the
/// registration; the fragment follows them.
#[derive(Clone, Copy)]
pub(super) struct Draft<'b> {
    pub(super) registration: &'b Registration,
    pub(super) layout: &'b Layout,
    pub(super) texts: &'b Texts,
    pub(super) inputs: &'b [Option<ComponentInput>],
}

impl<'b> Draft<'b> {
    /// The component at an index.
    pub(super) fn component(self, index: usize) -> &'b Component {
        component_at(self.registration, index)
    }

    /// The component at an index, if it is given.
    pub(super) fn given(self, index: usize) -> Option<Given<'b>> {
        let input = self.inputs[index].as_ref()?;
        Some(Given { component: self.component(index), input, texts: self.texts })
    }

    /// The indices of all given components.
    pub(super) fn all_given(self) -> ComponentSet {
        given_among(self.inputs)
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

/// The indices of the inputs that are given.
pub(super) fn given_among(inputs: &[Option<ComponentInput>]) -> ComponentSet {
    let given = inputs.iter().enumerate().filter(|(_, input)| input.is_some());
    given.map(|(index, _)| index).collect()
}
