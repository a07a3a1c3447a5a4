//! [`FlatTemplate`]: a template without alternatives, for one set of given components: what is written, one after the
//! other.

use super::build_table::BuildTable;
use super::layout::{ComponentSet, Layout, Piece};
use crate::text::span::{Slot, SlotSet};

/// What is written if these components are given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FlatTemplate {
    pub(crate) given: ComponentSet,
    /// The name of the scheme, the colon and the literal after it.
    start: Box<str>,
    scheme_len: usize,
    pub(crate) steps: Box<[Step]>,
    /// The slots of the components that are written.
    pub(crate) slots: SlotSet,
}

/// A literal, and the component after it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Step {
    pub(crate) literal: Box<str>,
    /// Its index and slot; none at the end.
    pub(crate) component: Option<(usize, Slot)>,
}

impl Step {
    /// The index of the component.
    pub(super) fn index(&self) -> Option<usize> {
        self.component.map(|(index, _)| index)
    }
}

impl FlatTemplate {
    /// The flat template for these components; if no alternative has them together, those that exclude each other, and the
    /// part of the layout they are in.
    pub(crate) fn new(build_table: &BuildTable, given: ComponentSet) -> Result<Self, (&Layout, ComponentSet)> {
        let mut steps = vec![Step::default()];
        push_literal(&build_table.scheme, &mut steps);
        push_literal(":", &mut steps);
        fill(&build_table.layout, given, false, &mut steps)?;
        if given.contains(build_table.fragment()) {
            push_literal("#", &mut steps);
            push_component(build_table.fragment(), &mut steps);
        }
        let start = std::mem::take(&mut steps[0].literal);
        let mut slots = SlotSet::default();
        for (index, slot) in steps.iter_mut().filter_map(|step| step.component.as_mut()) {
            *slot = build_table.slot(*index);
            slots.insert(*slot);
        }
        steps.pop_if(|last| last.literal.is_empty());
        Ok(Self { given, start, scheme_len: build_table.scheme.len(), steps: steps.into(), slots })
    }

    /// The components with a text, and the literals before them; and the literal after them.
    pub(super) fn components(&self, build_table: &BuildTable) -> (Vec<Step>, Box<str>) {
        let has_text = |index| self.given.contains(index) || build_table.has_default(index);
        let (mut components, mut literal) = (Vec::new(), self.start.to_string());
        for step in &self.steps {
            literal.push_str(&step.literal);
            if step.index().is_some_and(has_text) {
                let literal = std::mem::take(&mut literal).into();
                components.push(Step { literal, component: step.component });
            }
        }
        (components, literal.into())
    }

    /// What is written before the first component.
    #[inline]
    pub(crate) fn start(&self) -> &str {
        &self.start
    }

    /// What is written after the name of the scheme, and before the first component.
    pub(crate) fn start_after_scheme(&self) -> &str {
        &self.start[self.scheme_len..]
    }
}

/// Adds the alternative that has all given components; without any, the first one unless the part is optional.
fn fill<'l>(
    layout: &'l Layout,
    given: ComponentSet,
    optional: bool,
    steps: &mut Vec<Step>,
) -> Result<(), (&'l Layout, ComponentSet)> {
    let given = given.and(layout.components());
    let chosen = match layout.best(given) {
        _ if given.is_empty() && optional => return Ok(()),
        _ if given.is_empty() => layout.first(),
        Some(alternative) => alternative,
        None => return Err((layout, given)),
    };
    for piece in &chosen.pieces {
        match piece {
            Piece::Literal(text) => push_literal(text, steps),
            Piece::Component(index) => push_component(*index, steps),
            Piece::Optional(layout) => fill(layout, given, true, steps)?,
        }
    }
    Ok(())
}

/// Adds a literal before the next component.
fn push_literal(text: &str, steps: &mut [Step]) {
    if let Some(last) = steps.last_mut() {
        last.literal = [&*last.literal, text].concat().into();
    }
}

/// Adds a component, whose slot is set later; the last step is always one without.
fn push_component(index: usize, steps: &mut Vec<Step>) {
    if let Some(last) = steps.last_mut() {
        last.component = Some((index, Slot::FRAGMENT));
    }
    steps.push(Step::default());
}
