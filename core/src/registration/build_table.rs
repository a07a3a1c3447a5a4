//! [`BuildTable`]: what a builder has to know of a registration, in a form that is quickly read.

use super::component_name::ComponentName;
use super::layout::Layout;
use super::{Component, Registration, Role};
use crate::text::span::{Slot, SlotSet};

/// How URLs of a scheme are put together. Components are numbered as in the registration; the fragment follows them.
#[derive(Clone, Debug)]
pub(crate) struct BuildTable {
    /// The name of the scheme.
    pub(crate) scheme: Box<str>,
    pub(crate) layout: Layout,
    parts: Box<[Part]>,
    wholes: SlotSet,
}

/// What a builder has to know of a component most often.
#[derive(Clone, Debug)]
struct Part {
    name: ComponentName,
    slot: Slot,
    role: Role,
    /// Whether strict mode accepts it, and the template has it.
    is_settable: bool,
    /// Whether a text is written if it is not given.
    has_default: bool,
}

impl BuildTable {
    /// The table of URLs of a registration; `None` if they cannot be built. A registry rejects invalid templates.
    pub(crate) fn new(scheme: &str, registration: &Registration) -> Option<Self> {
        let layout = Layout::new(registration)?;
        let part = |(index, component): (usize, &Component)| Part {
            name: ComponentName::new(&component.name),
            slot: component.slot,
            role: component.role,
            is_settable: !component.lenient && layout.components().contains(index),
            has_default: component.default.as_deref().is_some_and(|default| !default.is_empty()),
        };
        let parts: Box<[_]> = registration.components.iter().enumerate().map(part).collect();
        let mut wholes = SlotSet::default();
        parts.iter().filter(|part| part.role == Role::Whole).for_each(|part| wholes.insert(part.slot));
        Some(Self { scheme: scheme.into(), layout, parts, wholes })
    }

    /// The slot of the component at an index.
    #[inline]
    pub(crate) fn slot(&self, index: usize) -> Slot {
        self.parts.get(index).map_or(Slot::FRAGMENT, |part| part.slot)
    }

    /// Whether a text is written for the component at an index if it is not given.
    pub(super) fn has_default(&self, index: usize) -> bool {
        self.parts.get(index).is_some_and(|part| part.has_default)
    }

    /// The slots of the components that others divide.
    #[inline]
    pub(crate) fn wholes(&self) -> SlotSet {
        self.wholes
    }

    /// The index of the fragment.
    #[inline]
    pub(crate) fn fragment(&self) -> usize {
        self.parts.len()
    }

    /// The index, slot and role of the component with this name, if it can be set and is not the fragment. It is looked for
    /// from `next` on at first: components are often set in their order.
    #[inline]
    pub(crate) fn settable(&self, next: usize, name: &str) -> Option<(usize, Slot, Role)> {
        let (before, after) = self.parts.split_at(next.min(self.parts.len()));
        let head = ComponentName::head(name);
        let is_called = |part: &Part| part.name.is(head, name);
        let index = after.iter().position(is_called).map(|n| next + n).or_else(|| before.iter().position(is_called))?;
        let part = &self.parts[index];
        part.is_settable.then_some((index, part.slot, part.role))
    }
}
