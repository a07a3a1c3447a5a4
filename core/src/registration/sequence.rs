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
    /// The name of the last component.
    pub(super) name: ComponentName,
    pub(crate) index: usize,
    pub(crate) slot: Slot,
    pub(crate) role: Role,
    /// Whether every text is written as it is.
    pub(crate) takes_any_text: bool,
    /// What is written before the last component.
    pub(crate) literal: Box<str>,
    /// All components, and the literals before them.
    steps: Box<[Step]>,
    /// The slots of all components.
    pub(crate) slots: SlotSet,
    /// What follows the components in their URL; none if the URL has other components or literals.
    pub(crate) end: Option<Box<str>>,
}

impl Sequence {
    /// The component with this name after others; `None` if it cannot be set, or stands before one of them.
    pub(super) fn new(before: Option<&Self>, name: &str, build_table: &BuildTable) -> Option<Self> {
        let (index, slot, role) = build_table.settable(0, name)?;
        let before = before.map_or(&[][..], |before| &before.steps);
        let mut given: ComponentSet = before.iter().filter_map(Step::index).collect();
        if given.contains(index) {
            return None;
        }
        given.insert(index);
        let flat_template = FlatTemplate::new(build_table, given).ok()?;
        let (written, end) = flat_template.components();
        let place = written.iter().position(|step| step.index() == Some(index))?;
        let is_last = !written[place + 1..].iter().filter_map(Step::index).any(|other| given.contains(other));
        let steps: Box<[_]> = before.iter().chain([&written[place]]).cloned().collect();
        let is_whole = *steps == *written;
        Some(Self {
            name: ComponentName::new(name),
            index,
            slot,
            role,
            takes_any_text: !matches!(role, Role::List(_) | Role::Fields(_) | Role::Flag),
            slots: flat_template.slots,
            end: is_whole.then_some(end),
            literal: written[place].literal.clone(),
            steps,
        })
        .filter(|_| is_last)
    }
}
