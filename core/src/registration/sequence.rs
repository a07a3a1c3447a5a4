//! [`Sequence`]: components that were set one after the other, in the order of the template.

use super::Role;
use super::build_table::BuildTable;
use super::component_name::ComponentName;
use super::flat_template::{FlatTemplate, Step};
use super::layout::ComponentSet;
use crate::text::span::{Slot, SlotSet};

/// Components that were set one after the other, in the order of the template: what is written when the last one is set.
#[derive(Clone, Debug)]
pub(crate) struct Sequence {
    /// The sequence before the last component.
    pub(super) before: SequenceIndex,
    /// The name of the last component.
    pub(super) name: ComponentName,
    /// The slot of the last component.
    pub(crate) slot: Slot,
    /// Whether each text of the last component is written as it is.
    pub(crate) takes_any_text: bool,
    /// What is written before the last component.
    pub(crate) literal: Box<str>,
    /// In another cache line, since it is not needed for each component.
    pub(crate) whole: Box<Whole>,
}

/// What is needed once for each URL, or seldom.
#[derive(Clone, Debug)]
pub(crate) struct Whole {
    /// The role of the last component.
    pub(crate) role: Role,
    /// All components, and the literals before them.
    steps: Vec<Step>,
    /// The slots of all components.
    pub(crate) slots: SlotSet,
    /// What follows the components in their URL; none if the URL has other components or literals.
    pub(crate) end: Option<Box<str>>,
}

/// The index of a sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SequenceIndex(pub(super) u8);

impl SequenceIndex {
    /// No components yet.
    pub(crate) const EMPTY: Self = Self(u8::MAX);
}

impl Sequence {
    /// The sequence of the component with this name after others; `None` if it cannot be set, or stands before one of
    /// them.
    pub(super) fn new(
        (before, others): (SequenceIndex, Option<&Self>),
        name: &str,
        build_table: &BuildTable,
    ) -> Option<Self> {
        let (index, slot, role) = build_table.settable(0, name)?;
        let mut steps = others.map_or_else(Vec::new, |others| others.whole.steps.clone());
        let mut given = others.map_or_else(ComponentSet::default, Self::components);
        if given.contains(index) {
            return None;
        }
        given.insert(index);
        let flat_template = FlatTemplate::new(build_table, given).ok()?;
        let (written, end) = flat_template.components(build_table);
        let place = written.iter().position(|step| step.index() == Some(index))?;
        if written[place + 1..].iter().filter_map(Step::index).any(|other| given.contains(other)) {
            return None;
        }
        let literal = written[place].literal.clone();
        steps.push(written[place].clone());
        let end = (steps == written).then_some(end);
        Some(Self {
            before,
            name: ComponentName::new(name),
            slot,
            takes_any_text: !matches!(role, Role::List(_) | Role::Fields(_) | Role::Flag),
            literal,
            whole: Box::new(Whole { role, steps, slots: flat_template.slots, end }),
        })
    }

    /// All components.
    pub(crate) fn components(&self) -> ComponentSet {
        self.whole.steps.iter().filter_map(Step::index).collect()
    }
}
