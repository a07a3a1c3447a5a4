//! [`Recipe`]: a layout for one set of given components: what is written, one after the other.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::layout::{ComponentSet, Layout, Piece};
use crate::text::span::{Slot, SlotSet};

/// What is written if these components are given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Recipe {
    given: ComponentSet,
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

impl Recipe {
    /// The recipe for these components, whose slots `slot` knows, and of which `fragment` is the fragment; the components that no alternative has
    /// together, and the part of the layout they are in, if there is none.
    pub(crate) fn new(
        layout: &Layout,
        given: ComponentSet,
        fragment: usize,
        slot: impl Fn(usize) -> Slot,
    ) -> Result<Self, (&Layout, ComponentSet)> {
        let mut steps = vec![Step::default()];
        fill(layout, given, false, &mut steps)?;
        if given.contains(fragment) {
            push_literal("#", &mut steps);
            push_component(fragment, &mut steps);
        }
        let mut slots = SlotSet::default();
        for (index, place) in steps.iter_mut().filter_map(|step| step.component.as_mut()) {
            *place = slot(*index);
            slots.insert(*place);
        }
        steps.pop_if(|last| last.literal.is_empty());
        Ok(Self { given, steps: steps.into(), slots })
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

/// The recipes of a scheme that were needed, in an open-addressing hash table. Reading it takes no lock.
#[derive(Clone, Debug)]
pub(crate) struct Recipes([OnceLock<Recipe>; Recipes::COUNT]);

impl Recipes {
    /// Few schemes have more sets of components that occur often.
    const COUNT: usize = 32;

    /// The number of places that a recipe may have.
    const PROBES: usize = 4;

    pub(crate) const fn new() -> Self {
        Self([const { OnceLock::new() }; Self::COUNT])
    }

    /// The recipe for these components: the one that was kept, or one that `make` makes.
    #[inline]
    pub(crate) fn get<E>(
        &self,
        given: ComponentSet,
        make: impl FnOnce() -> Result<Recipe, E>,
    ) -> Result<Cow<'_, Recipe>, E> {
        match self.places(given).filter_map(OnceLock::get).find(|recipe| recipe.given == given) {
            Some(recipe) => Ok(Cow::Borrowed(recipe)),
            None => Ok(self.keep(make()?)),
        }
    }

    /// Keeps a recipe, if one of its places is free.
    #[cold]
    fn keep(&self, recipe: Recipe) -> Cow<'_, Recipe> {
        let mut places = self.places(recipe.given);
        match places.find(|place| place.get_or_init(|| recipe.clone()) == &recipe) {
            Some(place) => place.get().map_or(Cow::Owned(recipe), Cow::Borrowed),
            None => Cow::Owned(recipe),
        }
    }

    #[inline]
    fn places(&self, given: ComponentSet) -> impl Iterator<Item = &OnceLock<Recipe>> {
        let first = given.hash() % Self::COUNT;
        (0..Self::PROBES).map(move |n| &self.0[(first + n) % Self::COUNT])
    }
}
