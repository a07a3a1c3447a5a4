//! [`BuildTable`]: what a builder has to know of a registration, in a form that is quickly read.

use super::flat_template::{FlatTemplate, FlatTemplates};
use super::layout::{ComponentSet, Layout};
use super::{Component, Registration, Role};
use crate::text::prelude::*;
use crate::text::span::{Slot, SlotSet};

/// How URLs of a scheme are put together. Components are numbered as in the registration; the fragment follows them.
#[derive(Clone, Debug)]
pub(crate) struct BuildTable {
    /// The name of the scheme.
    scheme: Box<str>,
    pub(crate) layout: Layout,
    /// Those that were needed.
    pub(crate) flat_templates: FlatTemplates,
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
        };
        let parts: Box<[_]> = registration.components.iter().enumerate().map(part).collect();
        let mut wholes = SlotSet::default();
        parts.iter().filter(|part| part.role == Role::Whole).for_each(|part| wholes.insert(part.slot));
        Some(Self { scheme: scheme.into(), layout, flat_templates: FlatTemplates::new(), parts, wholes })
    }

    /// The flat template for these components; if no alternative has them together, those that exclude each other, and the
    /// part of the layout they are in.
    pub(crate) fn flat_template(&self, given: ComponentSet) -> Result<FlatTemplate, (&Layout, ComponentSet)> {
        FlatTemplate::new(&self.scheme, &self.layout, (self.fragment(), |index| self.slot(index)), given)
    }

    /// The slot of the component at an index.
    #[inline]
    pub(crate) fn slot(&self, index: usize) -> Slot {
        self.parts.get(index).map_or(Slot::FRAGMENT, |part| part.slot)
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

/// The name of a component, which is compared without a call unless it is long.
#[derive(Clone, Debug)]
struct ComponentName {
    head: u64,
    text: Box<str>,
}

impl ComponentName {
    fn new(name: &str) -> Self {
        Self { head: Self::head(name), text: name.into() }
    }

    /// Whether this is `name`, which has this head.
    #[inline]
    fn is(&self, head: u64, name: &str) -> bool {
        self.head == head && self.text.len() == name.len() && (name.len() <= size_of::<u64>() || *self.text == *name)
    }

    /// A number that differs for two names of the same length, up to eight bytes, if the names do.
    #[inline]
    fn head(name: &str) -> u64 {
        let name = name.as_bytes();
        // Two reads that overlap, instead of a loop.
        if let (Some(first), Some(last)) = (name.first_chunk(), name.last_chunk()) {
            return u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last));
        }
        name.iter().fold(0, |head, byte| head << 8 | u64::from(*byte))
    }
}
