//! [`FlatTemplate`]: a template without alternatives, for one set of given components: what is written, one after the
//! other. [`FlatTemplates`] keeps those of a scheme that were needed.

use alloc::borrow::Cow;

use super::layout::{ComponentSet, Layout, Piece};
use crate::text::once::OnceLock;
use crate::text::polyfill::pop_if;
use crate::text::prelude::*;
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

impl FlatTemplate {
    /// The flat template for these components; if no alternative has them together, those that exclude each other, and the
    /// part of the layout they are in.
    ///
    /// `fragment` is the index of the fragment, and `slot_of` gives the slot of the component at an index.
    pub(super) fn new<'l>(
        scheme: &str,
        layout: &'l Layout,
        (fragment, slot_of): (usize, impl Fn(usize) -> Slot),
        given: ComponentSet,
    ) -> Result<Self, (&'l Layout, ComponentSet)> {
        let mut steps = vec![Step::default()];
        push_literal(scheme, &mut steps);
        push_literal(":", &mut steps);
        fill(layout, given, false, &mut steps)?;
        if given.contains(fragment) {
            push_literal("#", &mut steps);
            push_component(fragment, &mut steps);
        }
        let start = core::mem::take(&mut steps[0].literal);
        let mut slots = SlotSet::default();
        for (index, slot) in steps.iter_mut().filter_map(|step| step.component.as_mut()) {
            *slot = slot_of(*index);
            slots.insert(*slot);
        }
        pop_if(&mut steps, |last| last.literal.is_empty());
        Ok(Self { given, start, scheme_len: scheme.len(), steps: steps.into(), slots })
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

/// An open-addressing hash table of flat templates, by the components that are given. Reading it takes no lock.
#[derive(Clone, Debug)]
pub(crate) struct FlatTemplates([OnceLock<FlatTemplate>; FlatTemplates::COUNT]);

impl FlatTemplates {
    /// Few schemes have more sets of components that occur often.
    const COUNT: usize = 32;

    /// The number of places that a flat template may have.
    const PROBES: usize = 4;

    pub(crate) const fn new() -> Self {
        Self([const { OnceLock::new() }; Self::COUNT])
    }

    /// The flat template for these components: the one that was kept, or one that `make` makes.
    #[inline]
    pub(crate) fn get<E>(
        &self,
        given: ComponentSet,
        make: impl FnOnce() -> Result<FlatTemplate, E>,
    ) -> Result<Cow<'_, FlatTemplate>, E> {
        match self.places(given).filter_map(OnceLock::get).find(|flat_template| flat_template.given == given) {
            Some(flat_template) => Ok(Cow::Borrowed(flat_template)),
            None => Ok(self.keep(make()?)),
        }
    }

    /// Keeps a flat template, if one of its places is free.
    #[cold]
    fn keep(&self, flat_template: FlatTemplate) -> Cow<'_, FlatTemplate> {
        let mut places = self.places(flat_template.given);
        match places.find(|place| place.get_or_init(|| flat_template.clone()) == &flat_template) {
            Some(place) => place.get().map_or(Cow::Owned(flat_template), Cow::Borrowed),
            None => Cow::Owned(flat_template),
        }
    }

    #[inline]
    fn places(&self, given: ComponentSet) -> impl Iterator<Item = &OnceLock<FlatTemplate>> {
        let first = given.hash() % Self::COUNT;
        (0..Self::PROBES).map(move |n| &self.0[(first + n) % Self::COUNT])
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
